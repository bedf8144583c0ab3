/** Moves until they are confirmed: breaking tables by number, their players by name, large. */

import { number } from "../../shared/ui/format.js";
import { PagedList } from "./paged.js";

/** Width of a column relative to its type size; few pages are better than small type. */
const WANT = { wide: 12.6, few: 2, smallest: 0.05 };
const WITH_FROM = { wide: 17, few: 2, smallest: 0.05 };
/** How long the clock shows moves (ms): not all of them are confirmed by staff. */
const NEWS = 15 * 60_000;
/** Maximum number of table numbers in one line. */
const NAMED = 3;

export class MovesLayout {
  #list = new PagedList("moves");

  get element() {
    return this.#list.element;
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{moves?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { moves }) {
    const batches = board.closed ? [] : (moves?.batches ?? []);
    const total = batches.length ? moves.total : 0;
    return this.#list.draw({
      event: board.name,
      title: words.say("tv.changing"),
      empty: words.say(moves || board.closed ? "tv.nobody_moves" : "tv.loading"),
      foot: total ? counted(total, "under_way", "one_under_way", words) : "",
      parts: partsOf(batches, words),
    }, words, now);
  }

  resize() {
    this.#list.resize();
  }
}

/** Return each breaking table and each redraw separately, all other moves together. */
function partsOf(batches, words) {
  const parts = [];
  const others = [];
  for (const batch of batches) {
    if (batch.kind === "break" && batch.tables.length) {
      const title = words.say("tv.breaking", { table: batch.tables[0][0] });
      parts.push({ kind: "to", key: batch.batch, title, head: heads(words), want: WANT, ...listed(batch, words) });
    } else if (batch.kind === "redraw") {
      parts.push({ kind: "to", key: batch.batch, title: words.say("tv.redraw"), head: heads(words), want: WANT, ...listed(batch, words) });
    } else others.push(...batch.rows);
  }
  if (!others.length) return parts;
  const rows = byName(others, words).map(([move, name, from, , table, seat]) => ({
    key: move, cells: [name, from === null ? "" : `${from} →`, String(table), String(seat)],
  }));
  const head = [words.say("tv.from"), ...heads(words)];
  return [...parts, { kind: "from", key: "others", title: words.say("tv.changing"), head, want: WITH_FROM, rows }];
}

function heads(words) {
  return [words.say("tv.table"), words.say("tv.seat")];
}

/** Return the players of a batch, or their number and where to find their seats. */
function listed(batch, words) {
  if (!batch.rows.length) {
    const count = counted(batch.count, "under_way", "one_under_way", words);
    return { rows: [], note: `${count}. ${words.say("tv.redraw_where")}` };
  }
  return { rows: byName(batch.rows, words).map(([move, name, , , table, seat]) => ({ key: move, cells: [name, String(table), String(seat)] })) };
}

function byName(rows, words) {
  const order = new Intl.Collator(words.language, { numeric: true });
  return [...rows].sort((a, b) => order.compare(a[1], b[1]) || a[0] - b[0]);
}

function counted(count, many, one, words) {
  return words.say(`tv.${count === 1 ? one : many}`, { count: number(count, words.language) });
}

/** Return the clock's line about moves; "" if there are no recent ones. */
export function movesLine(moves, words, now) {
  const batches = (moves?.batches ?? []).filter(({ at }) => now - at < NEWS);
  const of = (kind) => batches.filter((batch) => batch.kind === kind);
  const sum = (some) => some.reduce((all, { count }) => all + count, 0);
  const redraw = of("redraw");
  if (redraw.length) return counted(sum(redraw), "redraw_count", "redraw_one", words);
  const breaks = of("break").filter(({ tables }) => tables.length);
  if (!breaks.length) return batches.length ? counted(sum(batches), "many_move", "one_moves", words) : "";
  const tables = breaks.map((batch) => batch.tables[0][0]).sort((a, b) => a - b);
  const count = sum(breaks);
  if (tables.length === 1) {
    return words.say(count === 1 ? "tv.breaking_one" : "tv.breaking_count", { table: tables[0], count: number(count, words.language) });
  }
  const shown = tables.slice(0, NAMED).join(", ") + (tables.length > NAMED ? " …" : "");
  return words.say("tv.breaking_tables", { tables: shown, count: number(count, words.language) });
}
