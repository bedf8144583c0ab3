/** The remote's available commands, from board and reading to plain data. Pure. */

import { ante, blinds } from "../shared/ui/format.js";

/** @import { ClockStaffBoard, LevelRow, RegistrationBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Reading } from "../shared/feed/reading.js" */
/** @import { Words } from "../shared/ui/words.js" */

/** @typedef {keyof CommandArguments} Kind of a command */
/**
 * The main button: its command, null if there is none, and the key of its label.
 * @typedef {{kind: Kind|null, key: string, values?: Record<string, string|number|null>}} MainPress
 */

const MINUTE = 60_000;

/** Describe a row of the structure: "Level 5 · 200 / 400", "Break · 10 min". @param {LevelRow} level  @param {Words} words */
export function rowText(level, words) {
  if (level.kind === "break") return words.say("page.break_row", { minutes: Math.round(level.duration / MINUTE) });
  const figures = [blinds(level, words.language), ante(level, words.language, words)].filter(Boolean).join(" · ");
  return words.say("page.level_row", { number: level.number, blinds: figures });
}

/** Whether the winner or the last qualifier is decided, so that no more levels are played. @param {ClockWithStructure} board */
export const isWon = (board) => Boolean(board.winner || board.qualified);

/** Return the main button. @param {ClockWithStructure} board  @param {Reading} read  @returns {MainPress} */
export function mainPress(board, read) {
  if (board.closed) return { kind: "event.reopen", key: "remote.reopen" };
  // Undoing the last bust continues the event, but does not start its clock.
  if (isWon(board)) return { kind: null, key: "remote.won" };
  if (board.day_over) return { kind: null, key: "remote.day_is_over", values: { day: board.day_over.number + 1 } };
  switch (read.state) {
    case "waiting":
      return { kind: "clock.start", key: read.starts_in === null ? "remote.start" : "remote.start_now" };
    case "running":
      return { kind: "clock.pause", key: "remote.pause" };
    case "paused":
      return { kind: "clock.resume", key: "remote.resume" };
    case "held":
      return read.held_for === "end_of_day" ? { kind: "clock.resume", key: "remote.next_day" } : announce(board, read);
    default:
      return { kind: null, key: "remote.over" };
  }
}

/** @param {ClockWithStructure} board  @param {Reading} read  @returns {MainPress} */
function announce(board, read) {
  const next = board.levels[read.position + 1];
  const kind = "clock.announce_level";
  if (!next) return { kind, key: "remote.announce_end" };
  if (next.kind === "break") return { kind, key: "remote.announce_break" };
  return { kind, key: "remote.announce", values: { number: next.number } };
}

/**
 * Return which parts are visible, by the names in `data-show`.
 *
 * Once an event has a registration, desk and floor count its field, not the remote.
 * @param {ClockWithStructure} board  @param {Reading} read  @param {ClockStaffBoard|undefined} staff
 * @param {RegistrationBoard|undefined} registration  @returns {Record<string, boolean>}
 */
export function shown(board, read, staff, registration) {
  const open = !board.closed;
  const started = open && read.state !== "waiting";
  const begun = started && !isWon(board);
  const inBreak = begun && board.levels[read.position]?.kind === "break" && read.state !== "over";
  const day = begun && board.last_hands === null && read.state !== "over";
  return {
    by_hand: !registration,
    by_desk: Boolean(registration),
    open,
    begun,
    // Once an event is won, there is no clock to control. A closed event can be reopened.
    runs: board.closed || !isWon(board),
    steps: open && !isWon(board),
    waiting: open && !started,
    planned: open && !started && board.planned_start !== null,
    level: begun && !inBreak,
    break: inBreak,
    announce: begun && board.advance === "announced" && !inBreak && (read.state === "running" || read.state === "paused"),
    announcement: open && board.announcement !== null,
    end_of_day: begun && Boolean(staff?.draws_last_hands || board.last_hands),
    day_runs: day,
    draw: begun && board.last_hands !== null && !board.last_hands.drawn,
    played: begun && Boolean(board.last_hands?.drawn),
  };
}

/** Return the disabled buttons, by command. @param {ClockWithStructure} board  @param {Reading} read  @returns {Record<string, boolean>} */
export function blocked(board, read) {
  // While a deal is pending, the server refuses these.
  const off = board.closed || read.state === "waiting" || isWon(board) || Boolean(board.deal_pending);
  return {
    "clock.add": off || board.last_hands !== null,
    "clock.previous": off || read.position === 0,
    "clock.next": off || read.position === board.levels.length - 1,
    "clock.last_hand": off || read.state === "over",
    "clock.skip_break": false,
  };
}
