/** View model of chip races: the chip that is due, and the meaning of a count. Pure. */

import { number } from "./format.js";

/** @import { DueBoard, RaceBoard } from "../../../docs/reference/boards" */
/** @import { Reading, Row } from "../feed/reading.js" */
/** @import { Words } from "./words.js" */

/** A card: its rank, 2 … 14, and its suit. @typedef {[number, string]} Card */
/** @typedef {DueBoard & { when: "ahead"|"now"|"late" }} WantedChip */

/** @type {Record<string, string>} */
export const SUITS = { spade: "♠", heart: "♥", diamond: "♦", club: "♣" };
/** @type {Record<number, string>} */
const FACES = { 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A" };
const MINUTE = 60_000;

/** The rank as printed on a card. @param {number} rank */
export const rankOf = (rank) => (rank === 10 ? "10" : FACES[rank] ?? String(rank));
/** A card in the server's notation: “As”, “Td”. @param {Card} card */
export const cardText = ([rank, suit]) => `${FACES[rank] ?? rank}${suit[0]}`;

/**
 * Return the chips to be raced in the running row, at the start of the day, or left over from the row before, and those
 * of the next row with any.
 * @param {DueBoard[]} due as on the board "race"  @param {number} position the running row
 * @returns {WantedChip[]}
 */
export function wanted(due, position) {
  const coming = Math.min(...due.map(({ at }) => at).filter((at) => at > position));
  return due.filter((one) => one.at === coming || (one.at <= position && (one.at_start || one.at >= position - 1)))
    .map((one) => ({ ...one, when: one.at > position ? "ahead" : one.at === position || one.at_start ? "now" : "late" }));
}

/**
 * Return the minutes until a row begins, rounded up; 0 if it has begun.
 * @param {readonly Row[]} levels
 * @param {Reading} read the clock's reading  @param {number} at position of the row
 */
export function minutesUntil(levels, read, at) {
  if (at <= read.position) return 0;
  const between = levels.slice(read.position + 1, at).reduce((sum, level) => sum + level.duration, 0);
  return Math.ceil((Math.max(0, read.remaining) + between) / MINUTE);
}

/**
 * Return the odd chips of a counted stack.
 * @param {number} stack  @param {number} small  @param {number} big
 * @returns {{small: number, others: boolean}|null} null if the chips cannot make it up
 */
export function heldByCount(stack, small, big) {
  const rest = stack % big;
  return rest % small ? null : { small: rest / small, others: stack > rest };
}

/** Return the table's state in a race, or "" without a race there. @param {RaceBoard|undefined} race  @param {number} number */
export function tableOf(race, number) {
  return race?.on ? race.tables.find(([one]) => one === number)?.[1] ?? "" : "";
}

/**
 * Return the chip race message of a table: before its race, and once the table is done.
 * @param {RaceBoard} race  @param {string} state the table's
 * @param {WantedChip & {minutes: number}|null} due the chip that is due, with its minutes  @param {Words} words
 */
export function raceSays(race, state, due, words) {
  /** @param {string} key  @param {Record<string, string|number>} [values] */
  const say = (key, values) => words.say(`race.${key}`, values);
  /** @param {number|null} chips */
  const value = (chips) => number(chips ?? 0, words.language);
  if (state === "done") {
    const values = { small: value(race.small), count: race.left };
    return say(race.left === 0 ? "table_done_all" : race.left === 1 ? "table_done_one" : "table_done", values);
  }
  if (state || !due) return "";
  const small = value(due.small);
  return due.when === "now" ? say("now", { small }) : `${say("soon", { small, minutes: due.minutes })} ${say("soon_how")}`;
}
