/** The scenes of the clock: a new level, hand-for-hand, the bubble, the money, the final table. Pure. */

/** @import { EliminationsBoard, HandForHandBoard } from "../../docs/reference/boards" */
/** @import { ClockView } from "../shared/ui/clock_view.js" */
/** @import { Reading } from "../shared/feed/reading.js" */
/** @import { AnyPrizes } from "../shared/ui/prizes_view.js" */

/** How long a new level has the wall to itself, and how long the money is celebrated (ms). */
export const LEVEL_UP = 8_000;
export const CELEBRATION = 60_000;
/** Largest number of players around the oval. */
const SEATS = 10;

/** @typedef {"level_up"|"hand_for_hand"|"bubble"|"in_money"|"final_table"|""} Scene */

/**
 * Return the scene an event is in: the most urgent of those that apply.
 * @param {ClockView["state"]} state of the clock
 * @param {Reading} read
 * @param {{prizes?: AnyPrizes, handForHand?: HandForHandBoard, eliminations?: EliminationsBoard}} boards
 * @param {boolean} celebrating whether the money was reached a short while ago
 * @returns {Scene}
 */
export function sceneOf(state, read, { prizes, handForHand, eliminations }, celebrating) {
  const played = state === "running" || state === "last_minute" || state === "paused";
  if (!played) return "";
  if (handForHand?.on) return "hand_for_hand";
  if (state === "running" && read.position > 0 && read.elapsed < LEVEL_UP) return "level_up";
  if (celebrating && state !== "paused") return "in_money";
  if (toGo(prizes) === 1) return "bubble";
  return state !== "paused" && finalists(eliminations).length ? "final_table" : "";
}

/** How many must bust until everybody is in the money; null if unknown. @param {AnyPrizes} prizes */
export function toGo(prizes) {
  return prizes && prizes.state !== "none" && prizes.currency && prizes.money ? prizes.money.to_go : null;
}

/**
 * Return the players of the final table by seat; none before it.
 * @param {EliminationsBoard|undefined} eliminations
 */
export function finalists(eliminations) {
  const last = eliminations?.last ?? [];
  const [first] = last;
  if (!first || first[1] === null || last.length < 2 || last.length > SEATS) return [];
  if (last.some(([, table]) => table !== first[1])) return [];
  return [...last].sort((a, b) => (a[2] ?? 0) - (b[2] ?? 0));
}
