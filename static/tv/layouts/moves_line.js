/** The clock's line about moves, which the first view of a display needs without the list of them. */

import { number } from "../../shared/ui/format.js";

/** @import { Batch, MovesBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */

/** How long the clock shows moves (ms): not all of them are confirmed by staff. */
const NEWS = 15 * 60_000;
/** Maximum number of table numbers in one line. */
const NAMED = 3;

/** @param {number} count  @param {string} many  @param {string} one  @param {Words} words */
export function counted(count, many, one, words) {
  return words.say(`tv.${count === 1 ? one : many}`, { count: number(count, words.language) });
}

/** Return the clock's line about moves; "" if there are no recent ones. @param {MovesBoard|undefined} moves  @param {Words} words
 * @param {number} now */
export function movesLine(moves, words, now) {
  const batches = (moves?.batches ?? []).filter(({ at }) => now - (at ?? 0) < NEWS);
  /** @param {string} kind */
  const of = (kind) => batches.filter((batch) => batch.kind === kind);
  /** @param {Batch[]} some */
  const sum = (some) => some.reduce((all, { count }) => all + count, 0);
  const redraw = of("redraw");
  if (redraw.length) return counted(sum(redraw), "redraw_count", "redraw_one", words);
  const breaks = of("break").filter(({ tables }) => tables.length);
  if (!breaks.length) return batches.length ? counted(sum(batches), "many_move", "one_moves", words) : "";
  const tables = breaks.map((batch) => batch.tables[0]?.[0] ?? 0).sort((a, b) => a - b);
  const count = sum(breaks);
  if (tables.length === 1) {
    return words.say(count === 1 ? "tv.breaking_one" : "tv.breaking_count", { table: tables[0], count: number(count, words.language) });
  }
  const shown = tables.slice(0, NAMED).join(", ") + (tables.length > NAMED ? " …" : "");
  return words.say("tv.breaking_tables", { tables: shown, count: number(count, words.language) });
}
