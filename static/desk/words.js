/** Texts of the desk composed of several values. */

import { number } from "../shared/ui/format.js";
import { price } from "../shared/ui/money.js";

/**
 * Format a date ("1990-05-30") in the page's language. Months are names, so that they are not taken for days.
 */
export function dayText(day, language) {
  const month = language.startsWith("de") ? "2-digit" : "short";
  const parts = { day: "numeric", month, year: "numeric", timeZone: "UTC" };
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, parts).format(Date.parse(`${day}T00:00Z`));
}

/** Format a date of birth for a list. */
export function ageText(born, words) {
  return words.say("desk.born", { day: dayText(born, words.language) });
}

/** Format an amount with the event's currency. @param {{places: number, currency: string}} event */
export function amountText(amount, event, words) {
  return price(amount, event.places, event.currency, words.language);
}

/**
 * Format the sale period of an extra by rows of the structure: "level 1 to the end of level 4", "break after
 * level 4".
 * @param {{from_row: number, until_row: number}} extra  @param {object[]} levels of the event's clock
 */
export function windowText(extra, levels, words) {
  const row = (place) => {
    const level = levels[place];
    if (level?.kind === "level") return words.say("desk.row_level", { number: level.number });
    const before = levels.slice(0, place).findLast((one) => one.kind === "level");
    return words.say("desk.row_break", { number: before?.number ?? 0 });
  };
  if (!levels[extra.from_row] || !levels[extra.until_row]) return "";
  return extra.from_row === extra.until_row ? words.say("desk.sold_in", { row: row(extra.from_row) })
    : words.say("desk.sold_from", { from: row(extra.from_row), until: row(extra.until_row) });
}

/** Format an entry: "1st entry, in play, table 4 seat 7". */
export function entryText(entry, words) {
  const place = entry.table === null ? words.say(entry.in ? "desk.no_seat_yet" : "desk.state_out")
    : words.say("desk.at_seat", { table: entry.table, seat: entry.seat });
  const parts = [words.say(`desk.kind_${entry.kind}`), place];
  for (const kind of ["rebuy", "add_on"]) {
    const count = entry.bought.filter((one) => one === kind).length;
    if (count) parts.push(words.say("desk.times", { what: words.say(`desk.kind_${kind}`), count: number(count, words.language) }));
  }
  return parts.join(" · ");
}
