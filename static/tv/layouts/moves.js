/** Moves until they are confirmed: breaking tables by number, their players by name, large. */

import { number } from "../../shared/ui/format.js";

/** @import { Batch, MovesBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Part, ViewOf } from "./paged.js" */

/** Width of a column relative to its type size; few pages are better than small type. */
const WANT = { wide: 9.6, few: 2, smallest: 0.06 };
const WITH_FROM = { wide: 12.6, few: 2, smallest: 0.06 };
/** How long the clock shows moves (ms): not all of them are confirmed by staff. */
const NEWS = 15 * 60_000;
/** Maximum number of table numbers in one line. */
const NAMED = 3;

/** @type {ViewOf} */
export function movesView({ moves }, words, _now, board) {
  if (board.closed || !moves?.batches.length) return { foot: "", parts: [] };
  return { foot: moves.total ? counted(moves.total, "under_way", "one_under_way", words) : "", parts: partsOf(moves.batches, words) };
}

/** Return each breaking table and each redraw separately, all other moves together.
 * @param {Batch[]} batches  @param {Words} words  @returns {Part[]} */
function partsOf(batches, words) {
  /** @type {Part[]} */
  const parts = [];
  /** @type {Batch["rows"]} */
  const others = [];
  for (const batch of batches) {
    if (batch.kind === "break" && batch.tables.length) {
      const title = words.say("tv.breaking", { table: batch.tables[0]?.[0] });
      parts.push({ kind: "to", key: batch.batch, title, head: headings(words), want: WANT, ...listed(batch, words) });
    } else if (batch.kind === "redraw") {
      parts.push({ kind: "to", key: batch.batch, title: words.say("tv.redraw"), head: headings(words), want: WANT, ...listed(batch, words) });
    } else others.push(...batch.rows);
  }
  if (!others.length) return parts;
  const rows = byName(others, words).map(([move, name, from, , table, seat]) => ({
    key: move, cells: [name, from === null ? "" : `${from} →`, String(table), String(seat)],
  }));
  const head = [words.say("tv.from"), ...headings(words)];
  return [...parts, { kind: "from", key: "others", title: words.say("tv.changing"), head, want: WITH_FROM, rows }];
}

/** @param {Words} words */
function headings(words) {
  return [words.say("tv.table"), words.say("tv.seat")];
}

/** Return the players of a batch, or their number and where to find their seats. @param {Batch} batch  @param {Words} words
 * @returns {Pick<Part, "rows"|"note">} */
function listed(batch, words) {
  if (!batch.rows.length) {
    const count = counted(batch.count, "under_way", "one_under_way", words);
    return { rows: [], note: `${count}. ${words.say("tv.redraw_where")}` };
  }
  return { rows: byName(batch.rows, words).map(([move, name, , , table, seat]) => ({ key: move, cells: [name, String(table), String(seat)] })) };
}

/** @param {Batch["rows"]} rows  @param {Words} words */
function byName(rows, words) {
  const order = new Intl.Collator(words.language, { numeric: true });
  return [...rows].sort((a, b) => order.compare(a[1], b[1]) || a[0] - b[0]);
}

/** @param {number} count  @param {string} many  @param {string} one  @param {Words} words */
function counted(count, many, one, words) {
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
