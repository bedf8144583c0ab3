/**
 * The seat list: alphabetical by surname, in pages, with the letters of a page in large type, so that players know from
 * afar when to look. Only the current page is in the document, however long the list is.
 */

import { el, fit, fitName, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { BreakLine } from "./break_line.js";
import { EntryStrip, sooner } from "./entry.js";
import { fitNames, partsOf } from "./long_names.js";
import { boxOf, layOut, lettersOf, pageAt } from "./pages.js";

/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Layout, SeatRow, Share } from "../boards.js" */
/** @import { Box, Plan } from "./pages.js" */

/** Width of a column relative to its type size: name, table, seat. Few pages: as many columns as are readable. */
const WANT = { wide: 9.6, few: 8, smallest: 0.0535, columns: 3 };
/** Many long names, such as those of teams. */
const LONG = { ...WANT, columns: 2 };

/** @implements {Layout} */
export class SeatsLayout {
  #letters = el("p.letters");
  #event = el("h1.event");
  #number = el("p.page-number");
  #break = new BreakLine();
  #head = el("header.list-head", {}, this.#letters, el("div.list-what", {}, this.#event, this.#break.element), this.#number);
  #body = el("div.list-body");
  #foot = new EntryStrip();
  element = el("section.list.seats", { "data-layout": "seats" }, this.#head, this.#body, this.#foot.element);
  /** @type {Box|null} */
  #box = null;
  /** @type {number|null} */
  #turn = null;
  #shown = "";
  #names = "";

  /** @type {NonNullable<Layout["empty"]>} */
  empty(_board, _words, _now, { seats }) {
    return !seats?.length;
  }

  /** @type {Layout["draw"]} */
  draw(board, words, now, { registration, seats, share, slideMs }) {
    setText(this.#event, board.name);
    const wait = this.#foot.draw(registration, board, words, now, registration?.open ? registration.waiting : 0);
    const ends = this.#break.draw(board, words, now);
    const turns = this.#list(seats ?? [], words, slideMs ?? now, share);
    fitName(this.#head, this.#event);
    return sooner(sooner(wait, ends), turns);
  }

  /** The size of the screen changed. */
  resize() {
    this.#foot.resize();
    flag(this.#head, "fitted", null);
    this.#box = null;
    this.#turn = null;
    this.#shown = "";
  }

  /** @param {SeatRow[]} seats  @param {Words} words  @param {number} now server ms, or the time that its slide has been shown  @param {Share|undefined} share */
  #list(seats, words, now, share) {
    this.#box ??= boxOf(this.element, this.#body);
    if (!this.#box) return null;
    const long = seats.filter(([name]) => name.length > 28).length * 4 > seats.length;
    const plan = layOut(seats.length, this.#box, long ? LONG : WANT);
    const turn = Math.floor(now / plan.dwell);
    const page = pageAt(plan.pages, plan.dwell, now, share);
    const rows = seats.slice(page * plan.per, (page + 1) * plan.per);
    const names = rows.map(([name]) => name).join("\n");
    // No name moves while it is being read: changes appear with the next page.
    if (plan.pages === 1 || turn !== this.#turn || names === this.#names) {
      this.#turn = turn;
      this.#names = names;
      this.#show(seats, rows, page, plan, words);
    }
    return plan.pages > 1 ? plan.dwell - (now % plan.dwell) : null;
  }

  /** @param {SeatRow[]} seats  @param {SeatRow[]} rows  @param {number} page  @param {Plan} plan  @param {Words} words */
  #show(seats, rows, page, plan, words) {
    const first = page * plan.per;
    const letters = lettersOf(seats, first, first + rows.length - 1);
    const key = JSON.stringify([rows, letters, plan, page, words.language]);
    if (key === this.#shown) return;
    this.#shown = key;
    // With one page there is no part of the alphabet to wait for.
    setText(this.#letters, plan.pages > 1 ? letters.join(" – ") : words.say("tv.seats"));
    fit(this.#letters, 0.5);
    /** @param {number} value */
    const say = (value) => number(value, words.language);
    setText(this.#number, plan.pages > 1 ? `${say(page + 1)} / ${say(plan.pages)}` : "");
    const body = this.#body;
    // The columns of a page have the same length, give or take one.
    const deep = plan.pages > 1 ? Math.ceil(plan.per / plan.columns) : plan.rows;
    const sizes = { "--columns": plan.columns, "--size": `${plan.size}px`, "--rows": deep };
    // Short table numbers leave more room for names.
    const digits = Math.max(0, ...seats.map(([, table]) => String(table).length));
    body.style.setProperty("--table", `${Math.max(2, digits) * 0.55 + 0.45}em`);
    for (const [name, value] of Object.entries(sizes)) body.style.setProperty(name, String(value));
    const columns = [];
    for (let from = 0; from < rows.length; from += deep) columns.push(column(rows.slice(from, from + deep), words));
    body.replaceChildren(...columns);
    fitNames(body, ".seat-name", plan, this.#box, deep, false);
  }
}

/** @param {SeatRow[]} rows  @param {Words} words */
function column(rows, words) {
  return el("table.column", {},
    el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, words.say("tv.table")), el("th", { scope: "col" }, words.say("tv.seat")))),
    el("tbody", {}, ...rows.map(([name, table, seat]) => el("tr.seat-row", {},
      el("th.seat-name", { scope: "row", dir: "auto" }, ...partsOf(name)), el("td.seat-table", {}, String(table)), el("td.seat-seat", {}, String(seat))))));
}
