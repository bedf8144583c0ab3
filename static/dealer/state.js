/** View model of the dealer's tablet: seat positions, labels, arrivals. Pure. */

import { reading } from "../shared/feed/reading.js";
import { minutesUntil, wanted } from "../shared/ui/race_state.js";

/** @import { CallRow, ChairRow, HandForHandBoard, PenaltiesBoard, RaceBoard, TableBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */

/** A text: its key, and its values. @typedef {[string, Record<string, any>]} Text */
/** @typedef {"thinking"|"countdown"|"up"} Phase */

/** Kinds of seats that are dealt to. */
const DEALT = new Set(["player", "ghost"]);

/**
 * Return the seat positions from the dealer's point of view, with the dealer at the bottom.
 *
 * The first seat is at the dealer's left hand, then clockwise. An odd last one is opposite.
 * @param {number} count number of seats
 * @returns {{rows: number, odd: boolean, places: Array<{row: number, column: number}>}} rows and columns count
 *   from 1
 */
export function places(count) {
  const side = Math.floor(count / 2);
  const odd = count % 2 === 1;
  const rows = Math.max(3, side);
  const places = [];
  for (let chair = 1; chair <= count; chair += 1) {
    if (chair <= side) places.push({ row: rows - chair + 1, column: 1 });
    else if (odd && chair === side + 1) places.push({ row: 1, column: 2 });
    else places.push({ row: rows - (count - chair), column: 3 });
  }
  return { rows, odd, places };
}

/** Return the seats shown: as many as the event uses, and occupied ones above. @param {TableBoard} table */
export function shownSeats(table) {
  const taken = table.chairs.filter((chair) => chair.kind && chair.kind !== "closed").map((chair) => chair.seat);
  const most = Math.max(Math.min(table.usual, table.seats), ...taken);
  return table.chairs.filter((chair) => chair.seat <= most);
}

/** Return the number of players dealt in. @param {TableBoard} table */
export function dealtTo(table) {
  return table.chairs.filter((chair) => DEALT.has(chair.kind)).length;
}

/** Return the positions of a seat in the current hand: "button", "small_blind", "big_blind". @param {TableBoard} table  @param {number} seat */
export function positionsOf(table, seat) {
  return /** @type {const} */ (["button", "small_blind", "big_blind"]).filter((name) => {
    if (table[name] !== seat) return false;
    // No small blind is paid from an empty seat, nor by a single player.
    return name !== "small_blind" || table.small_blind !== table.big_blind;
  });
}

/** Return players moving here who are not confirmed yet. @param {TableBoard} table */
export function comers(table) {
  return table.chairs.filter((chair) => chair.move !== null);
}

/** Return the open call of a kind, or undefined. @param {TableBoard} table  @param {CallRow["kind"]} kind */
export function callOf(table, kind) {
  return table.calls.find((call) => call.kind === kind);
}

/** Return the player with an open time call, or undefined. @param {TableBoard} table */
export function timedPlayer(table) {
  const seat = callOf(table, "time")?.seat;
  return table.chairs.find((one) => one.kind === "player" && one.seat === seat);
}

/**
 * Return the rest of a player's time.
 * @param {CallRow|undefined} call  @param {number|null} now server ms
 * @returns {{left: number, phase: Phase}|null} `left` in seconds, rounded up; null if the call counts no time
 */
export function countOf(call, now) {
  if (!call?.seconds || call.at === null || now === null) return null;
  const countdown = call.countdown ?? 0;
  const whole = call.seconds + countdown;
  const left = Math.min(whole, Math.max(0, Math.ceil(call.at / 1_000 + whole - now / 1_000)));
  return { left, phase: left === 0 ? "up" : left <= countdown ? "countdown" : "thinking" };
}

/** Return why a table is not played at: "halted", "paused", "not_played", or "". @param {TableBoard} table */
export function stopOf(table) {
  if (table.state === "halted" || table.state === "paused") return table.state;
  return table.chairs.some((chair) => DEALT.has(chair.kind)) ? "" : "not_played";
}

/**
 * Return the state of a table in hand-for-hand.
 * @param {HandForHandBoard|undefined} handForHand  @param {number} number number of the table
 * @returns {string} "playing", "all_in", "resolving", "done", or "" outside of hand-for-hand; a table opened meanwhile waits
 *   for the next hand
 */
export function handForHandOf(handForHand, number) {
  if (!handForHand?.on) return "";
  return handForHand.tables.find(([one]) => one === number)?.[1] ?? "done";
}

/** Return the hand-for-hand message of a table. @param {HandForHandBoard} handForHand  @param {string} state of the table  @returns {Text} */
export function handForHandSays(handForHand, state) {
  if (state === "playing") return handForHand.hand ? ["hand_for_hand.at_hand", { hand: handForHand.hand }] : ["hand_for_hand.at_running_hand", {}];
  if (state === "all_in" || state === "resolving") return [`hand_for_hand.at_${state}`, {}];
  if (!handForHand.playing) return ["hand_for_hand.at_over", {}];
  return [handForHand.playing === 1 ? "hand_for_hand.at_done_one" : "hand_for_hand.at_done", { count: handForHand.playing }];
}

/** Whether the blinds wait for the position of the button. @param {TableBoard} table */
export function lacksButton(table) {
  return table.button === null && dealtTo(table) >= 2;
}

/** How long before its race a chip is announced (minutes). */
const RACE_SOON = 10;

/**
 * Return the chip that leaves play now or soon, with its minutes; null if there is none.
 * @param {RaceBoard} race  @param {ClockWithStructure|undefined} clock  @param {number|null} now server ms
 */
export function dueChip(race, clock, now) {
  if (!clock?.clock.started || now === null || race.bagged) return null;
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  const due = wanted(race.due, read.position).map((one) => ({ ...one, minutes: minutesUntil(clock.levels, read, one.at) }));
  return due.find((one) => one.when === "now" && one.in_break && one.at === read.position) ?? due.find((one) => one.when === "ahead" && one.minutes <= RACE_SOON) ?? null;
}

/** How long the tablet shows that a penalty has been served (ms). */
const LATELY = 5 * 60_000;

/**
 * Return the penalty message of a player at the table.
 * @param {PenaltiesBoard|undefined} board  @param {ChairRow} chair  @param {number|null} now server ms
 * @returns {Text|null}
 */
export function penaltySays(board, chair, now) {
  if (!board || chair.entry === null) return null;
  const row = board.running.find((one) => one.entry === chair.entry && !one.queued);
  if (!row) {
    const over = board.ended.some((one) => one.entry === chair.entry && now !== null && now - (one.ended ?? 0) < LATELY);
    return over ? ["penalty.may_come_back", {}] : null;
  }
  if (row.kind === "time_out") return ["penalty.sits_out_time", { count: row.count }];
  const unit = row.hands === null ? "rounds" : "hands";
  return [`penalty.sits_out_${unit}${row[unit] === 1 ? "_one" : ""}`, { count: row[unit], waits: row.waits }];
}
