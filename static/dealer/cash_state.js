/** View model of the tablet of a cash table. Pure. */

/** @import { CashChair, CashTableBoard, WayIn } from "../../docs/reference/boards" */
/** A text: its key after "cash_dealer.", and its values. @typedef {[string, Record<string, string|number|null>]} Text */

const MINUTE = 60_000;
/** From here on, the rest of a dinner break is urgent (ms). */
const SOON = 10 * MINUTE;

/** Players who are there. @param {CashTableBoard} table */
export const inPlay = (table) => table.chairs.filter(({ state }) => state === "playing");

/** Whether the blinds wait for the position of the button. @param {CashTableBoard} table */
export const lacksCashButton = (table) => table.button === null && inPlay(table).length >= 2;

/** The seats from the dealer's left, each with its player. @param {CashTableBoard} table  @returns {Array<[number, CashChair|undefined]>} */
export function seatsOf(table) {
  const most = Math.max(table.seats, ...table.chairs.map(({ seat }) => seat));
  return Array.from({ length: most }, (_none, at) => [at + 1, table.chairs.find(({ seat }) => seat === at + 1)]);
}

/** Discs at a seat. @param {CashTableBoard} table  @param {number} seat  @param {CashChair|undefined} chair */
export function discsOf(table, seat, chair) {
  return [table.button === seat && "button", chair?.position || false].filter((one) => typeof one === "string");
}

/**
 * The rest of a dinner break, in whole minutes, rounded up.
 * @param {CashChair} chair  @param {number|null} now server ms
 * @returns {{minutes: number, soon: boolean}|null} null outside of one
 */
export function dinnerLeft({ state, until }, now) {
  if (state !== "dinner" || until === null || now === null) return null;
  const left = Math.max(0, until - now);
  return { minutes: Math.ceil(left / MINUTE), soon: left <= SOON };
}

/** Whether the player sits out a penalty. @param {CashChair} chair  @param {number|null} now server ms */
export const sitsOut = ({ penalty_until: until }, now) => until !== null && (now === null || until > now);

/** Notes on a seat's player. @param {CashChair} chair  @param {number|null} now server ms  @returns {Text[]} */
export function notesOn(chair, now) {
  /** @type {Text[]} */
  const found = [];
  const dinner = dinnerLeft(chair, now);
  if (dinner) found.push(["dinner_left", { minutes: dinner.minutes }]);
  else if (chair.state === "dinner") found.push(["dinner", {}]);
  if (sitsOut(chair, now)) found.push(["sits_out", { time: chair.penalty_until }]);
  else if (chair.state === "away") {
    const minutes = now === null || chair.away_since === null ? 0 : Math.floor((now - chair.away_since) / MINUTE);
    found.push([minutes > 0 ? "away_for" : "away", { minutes }]);
  }
  if (chair.place_lost) found.push(["place_lost", {}]);
  if (chair.missed_big) found.push([chair.missed_big === 1 ? "missed_big_one" : "missed_big_more", { count: chair.missed_big }]);
  if (chair.missed_small) found.push(["missed_small_one", {}]);
  if (chair.warnings) found.push(["warned", { count: chair.warnings }]);
  if (chair.posts === "waits") found.push(["waits", {}]);
  else if (chair.posts) found.push(["must_post", {}]);
  return found;
}

/** What a way to be dealt in says on its button, and below it. @param {WayIn} way  @param {(value: number) => string} amount  @returns {{label: Text, how: Text}} */
export function wayText(way, amount) {
  const values = { big: amount(way.big), small: amount(way.small), sum: amount(way.big + way.small) };
  if (way.choice !== "post") return { label: [`way_${way.choice}`, values], how: [`way_${way.choice}_how`, values] };
  const what = way.alone ? "alone" : way.big && way.small ? "both" : way.big ? "big" : "small";
  return { label: [`way_post_${what}`, values], how: [`way_post_${what}_how`, values] };
}
