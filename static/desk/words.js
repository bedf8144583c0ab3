/** Texts of the desk composed of several values. */

import { habit, number } from "../shared/ui/format.js";
import { price } from "../shared/ui/money.js";

/** @import { ExtraSold, LevelRow } from "../../docs/reference/boards" */
/** @import { EntryAtDesk } from "../../docs/reference/desk" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Seated } from "./state.js" */

/** @typedef {{places: number, currency: string}} Currency */

/** Between day, month and year; English months are names, so that they are not taken for days. @type {Record<string, string> & { en: string }} */
const IN_DATES = { ch: ".", de: ".", fr: "/", it: "/", en: "" };

/**
 * Format a date ("1990-05-30") in the page's language: 30 May 1990, 30.05.1990, 30/05/1990.
 * @param {string} day  @param {string} language
 */
export function dayText(day, language) {
  const [year, month, date] = day.split("-");
  const mark = habit(IN_DATES, language);
  if (mark) return [date, month, year].join(mark);
  const name = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" }).format(Date.parse(`${day}T00:00Z`));
  return `${Number(date)} ${name} ${year}`;
}

/** Format a date of birth for a list. @param {string} born  @param {Words} words */
export const ageText = (born, words) => words.say("desk.born", { day: dayText(born, words.language) });

/** Format an amount with the event's currency. @param {number} amount  @param {Currency} event  @param {Words} words */
export const amountText = (amount, event, words) => price(amount, event.places, event.currency, words.language);

/** Format a place to sit. @param {{table: number|null, seat: number|null}} place  @param {Words} words  @param {string} without key of the text for none */
export const seatText = ({ table, seat }, words, without = "desk.no_seat_yet") => table === null ? words.say(without) : words.say("desk.at_seat", { table, seat });

/** Say what becomes of an entry that is refunded, and which seats are emptied. @param {Seated[]} seats  @param {Words} words */
export const endText = (seats, words) => seats.length ? seats.map((one) => words.say("desk.entry_ends_at", one)).join(" ") : words.say("desk.entry_ends");

/** Name spoken languages: "German, English". @param {string[]} codes  @param {Words} words */
export function languagesText(codes, words) {
  const names = new Intl.DisplayNames([words.language], { type: "language" });
  return codes.map((code) => (/^[a-z]{2,3}(-[a-z]{2})?$/i.test(code) ? names.of(code) : code)).join(", ");
}

/**
 * Format the sale period of an extra by rows of the structure: "level 1 to the end of level 4", "break after
 * level 4".
 * @param {ExtraSold} extra  @param {LevelRow[]} levels of the event's clock  @param {Words} words
 */
export function windowText(extra, levels, words) {
  /** @param {number} place */
  const row = (place) => {
    const level = levels[place];
    if (level.kind === "level") return words.say("desk.row_level", { number: level.number });
    const before = levels.slice(0, place).findLast((one) => one.kind === "level");
    return words.say("desk.row_break", { number: before?.number ?? 0 });
  };
  if (!levels[extra.from_row] || !levels[extra.until_row]) return "";
  return extra.from_row === extra.until_row ? words.say("desk.sold_in", { row: row(extra.from_row) })
    : words.say("desk.sold_from", { from: row(extra.from_row), until: row(extra.until_row) });
}

/** Format an entry: "1st entry, in play, table 4 seat 7". @param {EntryAtDesk} entry  @param {Words} words */
export function entryText(entry, words) {
  const parts = [words.say(`desk.kind_${entry.kind}`), seatText(entry, words, entry.in ? "desk.no_seat_yet" : "desk.state_out")];
  for (const kind of ["rebuy", "add_on"]) {
    const count = entry.bought.filter((one) => one === kind).length;
    if (count) parts.push(words.say("desk.times", { what: words.say(`desk.kind_${kind}`), count: number(count, words.language) }));
  }
  return parts.join(" · ");
}
