/** The sound cues of a clock and their times. Pure: no audio, no clock. Server times in ms. */

import { reading } from "../shared/feed/reading.js";

/** @import { LevelRow } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */

/** @typedef {Pick<ClockWithStructure, "levels"|"clock"|"planned_start"|"advance"|"tournament"|"closed"|"last_hands">} Timed what cues follow from */

/** One minute before the end of a level or break that is longer than this (ms). */
const MINUTE = 60_000;
/** So many last seconds of a level or break are counted aloud. */
export const LAST_SECONDS = 5;
/** The same cue again counts as a repeat when its moment moved by less than this (ms): a reload, a reconnect or a
 *  corrected press is silent, while minutes added to the clock repeat the warning. */
export const SAME = 30_000;

/**
 * @typedef {{event: "one_minute"|"tick"|"level_end"|"break_end"|"level_start", position: number, at: number, key: string, once?: boolean,
 *   left?: number}} Cue
 *   `key` names tournament, position and event, `at` is its time; `once`: it announces an end already passed, and
 *   is not repeated when the clock is moved; `left`: the seconds left of a tick
 */

/**
 * Return the cues around now: those of the level on screen, and the start of the level if it was just now.
 * @param {Timed} board
 * @param {number} now server time
 * @returns {Cue[]} in order of time; some may lie in the past, to be skipped by the player
 */
export function cues(board, now) {
  const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
  /** @param {Cue["event"]} event  @param {number} position  @param {number} at  @returns {Cue} */
  const cue = (event, position, at) => ({ event, position, at, key: `${board.tournament}:${position}:${event}` });
  if (board.closed || (board.last_hands && read.state !== "running")) return [];
  if (read.state === "waiting") {
    return read.starts_in === null ? [] : [cue("level_start", 0, now + read.starts_in)];
  }
  const level = /** @type {LevelRow} */ (board.levels[read.position]);
  const from = now - read.elapsed;
  /** @type {Cue[]} */
  const found = [];
  if (read.state === "running") {
    if (startsAloud(board, read.position)) found.push(cue("level_start", read.position, from));
    const end = now + read.remaining;
    if (level.duration > MINUTE) found.push(cue("one_minute", read.position, end - MINUTE));
    for (let left = LAST_SECONDS; left > 0 && level.duration > MINUTE; left -= 1) {
      const tick = cue("tick", read.position, end - left * 1_000);
      found.push({ ...tick, key: `${tick.key}:${left}`, left });
    }
    found.push(cue(endEvent(level), read.position, end));
  }
  if (read.state === "held" || read.state === "over") {
    found.push({ ...cue(endEvent(level), read.position, endOf(board, read.position)), once: true });
  }
  if (read.state === "running" && read.position > 0 && !startsAloud(board, read.position)) {
    const before = read.position - 1;
    found.push({ ...cue(endEvent(/** @type {LevelRow} */ (board.levels[before])), before, from), once: true });
  }
  return found.sort((a, b) => a.at - b.at);
}

/**
 * Whether a cue may still be heard.
 * @param {Pick<Cue, "at"|"key"|"once">} cue
 * @param {number} now server time
 * @param {Record<string, number>} played due times of cues already played, by key
 * @param {number} late how late a cue may still start (ms)
 */
export function playable(cue, now, played, late = 1_000) {
  if (now - cue.at > late) return false;
  const before = played[cue.key];
  return before === undefined || (!cue.once && Math.abs(cue.at - before) >= SAME);
}

/** @param {Pick<LevelRow, "kind">} level  @returns {"break_end"|"level_end"} */
function endEvent(level) {
  return level.kind === "break" ? "break_end" : "level_end";
}

/**
 * Whether a level's start has a cue: the first and announced ones; others are covered by the end of the level
 * before.
 * @param {Timed} board  @param {number} position
 */
function startsAloud(board, position) {
  if (board.levels[position]?.kind !== "level") return false;
  const before = board.levels[position - 1];
  return !before || (before.kind === "level" && (board.advance === "announced" || before.ends_day));
}

/** Return when the row at a position ended, if the clock left it automatically. @param {Timed} board  @param {number} position */
function endOf(board, position) {
  const { started, position: first, elapsed, anchor } = board.clock;
  const ran = board.levels.slice(started ? first : 0, position + 1).reduce((sum, level) => sum + level.duration, 0);
  return (started ? (anchor ?? 0) - elapsed : (board.planned_start ?? 0)) + ran;
}
