/** The seats of a chip race: their counts as sent, and the order in which they are dealt cards. Pure. */

/** @import { RaceTableBoard } from "../../docs/reference/boards" */
/** @import { HeldInput } from "../../docs/reference/commands" */

/** A race that is not done here. @typedef {RaceTableBoard} Race */
/**
 * The unsent count of a seat: raced chips, whether there are others, and the `stack`, or the `chips` by value, it was
 * counted from.
 * @typedef {{small: number, others: boolean, stack?: number, chips?: Record<string, number>}} Held
 */

/** Whether there are chips of any of the values counted. @param {Record<string, number>|undefined} chips */
export function anyOf(chips) {
  return Object.values(chips ?? {}).some((count) => count > 0);
}

/** @param {number} seat  @param {Held} held  @param {number} value of the raced chip  @returns {HeldInput} */
export function inputOf(seat, { small, others, stack, chips }, value) {
  if (stack !== undefined) return { seat, stack };
  if (!chips) return { seat, small, others };
  return { seat, others, chips: Object.entries({ [value]: small, ...chips }).map(([one, count]) => ({ value: Number(one), count })) };
}

/** Seats with odd chips, in the order dealt if it is known. @param {Race} race */
export function dealtTo({ order, seats }) {
  return order ?? seats.filter((one) => one.odd).map(({ seat }) => seat);
}

/** @param {Race} race  @param {number} seat */
export function oddOf({ seats }, seat) {
  return seats.find((one) => one.seat === seat)?.odd ?? 0;
}

/** Seats in the order dealt, one per card. @param {Race} race  @returns {number[]} */
export function slotsOf(race) {
  return dealtTo(race).flatMap((seat) => Array(oddOf(race, seat)).fill(seat));
}
