/**
 * A list of several titled parts, in pages that follow each other.
 *
 * No row moves while it is being read: a removed row leaves a gap until the page turns.
 */

import { el, fit, fitName, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { BreakLine } from "./break_line.js";
import { sooner } from "./entry.js";
import { fitNames, partsOf } from "./long_names.js";
import { boxOf, layOut, pageAt } from "./pages.js";

/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Boards, Layout } from "../boards.js" */
/** @import { Box, Plan, Want } from "./pages.js" */

/** Duration of a page without rows (ms). */
const NOTE_DWELL = 6_000;

/**
 * @typedef {object} Part
 * @property {string} kind its kind: determines the columns  @property {string|number} key identifies it
 * @property {string} title  @property {string[]} head headings of the columns after the first
 * @property {Array<{key: string|number, cells: string[]}>} rows the first cell is the name of the row
 * @property {string} [note] a sentence in place of rows
 * @property {Want} want see layOut
 * @property {number} [lead] width of the column of places, if any, relative to the type size
 * @property {number} [sum] width of the column of amounts, if it is not the default, relative to the type size
 */

/**
 * What a list shows; `name` replaces the event's; `note` is the part of the foot that a list without a foot says, too; without
 * parts the clock is shown instead. @typedef {{foot: string, name?: string, note?: string, parts: Part[]}} ListView
 */
/** @typedef {(boards: Boards, words: Words, now: number, board: ClockWithStructure) => ListView} ViewOf */

/**
 * @typedef {object} Shown the page on screen
 * @property {string|number} key  @property {string} kind  @property {string} note  @property {string} made how its rows were built
 * @property {Map<string|number, HTMLElement>} rows  @property {number} until when it turns (server ms)
 * @property {string} room  @property {string} language  @property {string} place
 */

/** @implements {Layout} */
export class PagedList {
  #title = el("h1.letters");
  #note = el("p.head-note");
  #number = el("p.page-number");
  #body = el("div.list-body");
  #event = el("p.event");
  #foot = el("p.places");
  #strip = el("footer.list-foot", {}, this.#event, this.#foot);
  #viewOf;
  /** @type {BreakLine|null} */
  #break;
  /** @type {Box|null} */
  #box = null;
  /** @type {Shown|null} */
  #page = null;

  /** @param {string} name of the layout  @param {ViewOf} viewOf  @param {boolean} [saysBreak] whether it says how long a break lasts */
  constructor(name, viewOf, saysBreak = false) {
    this.#viewOf = viewOf;
    this.#break = saysBreak ? new BreakLine() : null;
    const title = this.#break ? el("div.list-what", {}, this.#title, this.#break.element) : this.#title;
    this.element = el(`section.list.paged.${name}`, { "data-layout": name },
      el("header.list-head", {}, title, this.#note, this.#number), this.#body, this.#strip);
    new ResizeObserver(() => (this.#box = null)).observe(this.#body);
  }

  /** Whether there is nothing to show. @type {NonNullable<Layout["empty"]>} */
  empty(board, words, now, boards) {
    return this.#viewOf(boards, words, now, board).parts.length === 0;
  }

  /** @type {Layout["draw"]} */
  draw(board, words, now, boards) {
    const { foot, name = board.name, note = "", parts } = this.#viewOf(boards, words, now, board);
    const renamed = setText(this.#event, name);
    const footed = setText(this.#foot, foot);
    if (setText(this.#note, note)) this.#fitHead();
    const fits = renamed || footed || this.#strip.dataset.fitted === undefined;
    // The name is measured beside the text in its full size. A long one keeps its two lines, the text has the rest.
    if (fits) this.#foot.style.setProperty("--fit", "1");
    fitName(this.#strip, this.#event);
    if (fits) fit(this.#foot, 0.5);
    // Elements around the rows may have changed: measure the room again.
    if (renamed || footed) this.#box = null;
    const ends = this.#untilPlay(board, words, now);
    return sooner(ends, this.#list(parts, words, boards.slideMs ?? now));
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#page = null;
    this.#fitHead();
    fit(this.#foot, 0.5);
    flag(this.#strip, "fitted", null);
  }

  /** Show how long a break lasts: the title makes room for it. @param {ClockWithStructure} board  @param {Words} words  @param {number} now */
  #untilPlay(board, words, now) {
    if (!this.#break) return null;
    const was = this.#break.element.hidden;
    const ends = this.#break.draw(board, words, now);
    if (this.#break.element.hidden !== was) {
      fit(this.#title, 0.5);
      this.#box = null;
    }
    return ends;
  }

  /** The title has the space left by the page number. @param {string} text  @param {string} place */
  #name(text, place = this.#number.textContent ?? "") {
    const changed = setText(this.#number, place);
    if (setText(this.#title, text) || changed) this.#fitHead();
  }

  /** The note has the space left by the title; where that is too little even for smaller type, it is left out. */
  #fitHead() {
    flag(this.#note, "cut", null);
    fit(this.#title, 0.5);
    // A page number takes about a fifth of its space: with and without one, the note is shown.
    fit(this.#note, 0.8);
    flag(this.#note, "cut", this.#note.scrollWidth > this.#note.clientWidth);
  }

  /** @param {Part[]} parts  @param {Words} words  @param {number} now server ms, or the time that its slide has been shown */
  #list(parts, words, now) {
    const [top] = parts;
    if (!this.#page && top) this.#name(top.title);
    this.#box ??= boxOf(this.element, this.#body);
    const box = this.#box;
    if (!box || !top) return null;
    const room = `${Math.round(box.width)} ${Math.round(box.height)}`;
    const plans = parts.map((part) => ({ part, plan: planOf(part, box) }));
    const pages = plans.reduce((sum, { plan }) => sum + plan.pages, 0);
    const dwell = Math.max(...plans.map(({ plan }) => plan.dwell));
    if (this.#page?.room !== room || !this.#stays(parts, pages, words, now, dwell)) {
      const page = pageAt(pages, dwell, now);
      const place = `${number(page + 1, words.language)} / ${number(pages, words.language)}`;
      const until = pages > 1 ? now - (now % dwell) + dwell : Infinity;
      const [found] = plans.flatMap(({ part, plan }) => Array.from({ length: plan.pages }, (_, at) => ({ part, plan, at }))).slice(page);
      if (found) this.#show(found.part, found.plan, found.at, { until, room, language: words.language, place: pages > 1 ? place : "" });
    }
    const until = this.#page?.until ?? Infinity;
    return until === Infinity ? null : Math.max(1, until - now);
  }

  /** Return whether the current page stays; then its rows are updated.
   * @param {Part[]} parts  @param {number} pages  @param {Words} words  @param {number} now  @param {number} dwell */
  #stays(parts, pages, words, now, dwell) {
    const on = this.#page;
    const part = on && parts.find(({ key }) => key === on.key);
    if (!part || pages === 1 || now >= on.until || now < on.until - dwell || on.until === Infinity || on.language !== words.language) return false;
    if (on.note !== (part.note ?? "") || on.kind !== part.kind) return false;
    const rows = new Map(part.rows.map((row) => [row.key, row.cells]));
    if (on.rows.size && ![...on.rows.keys()].some((key) => rows.has(key))) return false;
    this.#name(part.title);
    for (const [key, made] of on.rows) {
      const cells = rows.get(key);
      flag(made, "gone", !cells);
      cells?.forEach((text, i) => {
        const cell = made.children[i];
        if (cell) setText(cell, text);
      });
    }
    return true;
  }

  /** @param {Part} part  @param {Plan} plan  @param {number} page  @param {Pick<Shown, "until"|"room"|"language"|"place">} about */
  #show(part, plan, page, about) {
    const rows = part.rows.slice(page * plan.per, (page + 1) * plan.per);
    this.#name(part.title, about.place);
    const key = JSON.stringify([part.kind, part.key, part.head, part.note, rows, plan, about.language]);
    const made = this.#page?.made === key ? this.#page.rows : this.#build(part, plan, rows);
    this.#page = { ...about, key: part.key, kind: part.kind, note: part.note ?? "", rows: made, made: key };
  }

  /** @param {Part} part  @param {Plan} plan  @param {Part["rows"]} rows */
  #build(part, plan, rows) {
    const body = this.#body;
    const made = new Map(rows.map((one) => [one.key, rowOf(one.cells)]));
    flag(body, "part", part.kind);
    // Columns are equally long; on a single page they may have room for more.
    const deep = Math.ceil((plan.pages > 1 ? plan.per : rows.length) / plan.columns);
    const sizes = {
      "--columns": part.note ? 1 : plan.columns, "--size": `${plan.size}px`, "--lead": `${part.lead ?? 0}em`, "--sum": `${part.sum ?? 6.2}em`,
      "--rows": plan.pages > 1 ? deep : plan.rows,
    };
    for (const [name, value] of Object.entries(sizes)) body.style.setProperty(name, String(value));
    if (part.note) {
      body.replaceChildren(el("p.list-note", {}, part.note));
      return made;
    }
    const all = [...made.values()];
    const columns = [];
    for (let from = 0; from < all.length; from += deep) columns.push(columnOf(part.head, all.slice(from, from + deep)));
    body.replaceChildren(...columns);
    fitNames(body, ".row-name", plan, this.#box, Number(sizes["--rows"]), !part.head.length);
    return made;
  }
}

/** @param {Part} part  @param {Box} box  @returns {Plan} */
function planOf(part, box) {
  if (part.note) return { pages: 1, per: 1, columns: 1, rows: 1, size: box.side * part.want.smallest, dwell: NOTE_DWELL };
  return layOut(part.rows.length, box, { ...part.want, headless: !part.head.length });
}

/** @param {string[]} cells */
function rowOf([name = "", ...cells]) {
  return el("tr.paged-row", {}, el("th.row-name", { scope: "row", dir: "auto" }, ...partsOf(name)), ...cells.map((text) => el("td", {}, text)));
}

/** @param {string[]} head  @param {HTMLElement[]} rows */
function columnOf(head, rows) {
  return el("table.column", {},
    ...(head.length ? [el("thead", {}, el("tr", {}, el("td"), ...head.map((text) => (text ? el("th", { scope: "col" }, text) : el("td")))))] : []),
    el("tbody", {}, ...rows));
}
