/** Moves until they are confirmed: breaking tables by number, their players by name, large. */

import { counted } from "./moves_line.js";

/** @import { Batch } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Part, ViewOf } from "./paged.js" */

/** Width of a column relative to its type size; few pages are better than small type. */
const WANT = { wide: 9.6, few: 2, smallest: 0.06 };
const WITH_FROM = { wide: 12.6, few: 2, smallest: 0.06 };

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
