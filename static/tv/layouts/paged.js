/**
 * A list of several titled parts, in pages that follow each other.
 *
 * No row moves while it is being read: a removed row leaves a gap until the page turns.
 */

import { el, fit, fitEach, fitName, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { layOut, pageAt } from "./pages.js";
import { boxOf } from "./seats.js";

/** Duration of a page without rows (ms). */
const NOTE_DWELL = 6_000;

/**
 * @typedef {object} Part
 * @property {string} kind its kind: determines the columns  @property {string} key identifies it
 * @property {string} title  @property {string[]} head headings of the columns after the first
 * @property {Array<{key: string|number, cells: string[]}>} rows the first cell is the name of the row
 * @property {string} [note] a sentence in place of rows
 * @property {{wide: number, few: number, smallest: number}} want see layOut
 * @property {number} [lead] width of the column of places, if any, relative to the type size
 * @property {number} [sum] width of the column of amounts, if it is not the default, relative to the type size
 */

export class PagedList {
  #parts = {};
  #box = null;
  #page = null;

  /** @param {string} name of the layout */
  constructor(name) {
    new ResizeObserver(() => (this.#box = null)).observe(this.#shell(name));
  }

  /** Create everything except the rows. @returns {HTMLElement} container of the rows */
  #shell(name) {
    const part = (key, tag) => (this.#parts[key] = el(tag, { "data-role": key }));
    this.element = el(`section.list.paged.${name}`, { "data-layout": name },
      el("header.list-head", {}, part("title", "h1.letters"), part("page", "p.page-number")),
      part("body", "div.list-body"), part("empty", "p.list-empty"),
      (this.#parts.strip = el("footer.list-foot", {}, part("event", "p.event"), part("foot", "p.places"))));
    return this.#parts.body;
  }

  /**
   * @param {{event: string, title: string, empty: string, foot: string, parts: Part[]}} view `title` and `empty`
   *   are shown if there are no parts
   * @param {import("../../shared/ui/words.js").Words} words  @param {number} now server ms
   * @returns {number|null} ms until the next change
   */
  draw({ event, title, empty, foot, parts }, words, now) {
    const shown = this.#parts;
    const renamed = setText(shown.event, event);
    const footed = setText(shown.foot, foot);
    if (footed) fit(shown.foot, 0.5);
    fitName(shown.strip, shown.event);
    flag(this.element, "empty", parts.length === 0);
    // Elements around the rows may have changed: measure the room again.
    if (renamed || footed) this.#box = null;
    setText(shown.empty, parts.length ? "" : empty);
    if (parts.length) return this.#list(parts, words, now);
    this.#page = null;
    this.#title(title, "");
    shown.body.replaceChildren();
    return null;
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#page = null;
    for (const key of ["title", "foot"]) fit(this.#parts[key], 0.5);
    flag(this.#parts.strip, "fitted", null);
  }

  /** The title has the space left by the page number. */
  #title(text, place = this.#parts.page.textContent) {
    const turned = setText(this.#parts.page, place);
    if (setText(this.#parts.title, text) || turned) fit(this.#parts.title, 0.5);
  }

  #list(parts, words, now) {
    if (!this.#page) this.#title(parts[0].title);
    this.#box ??= boxOf(this.element, this.#parts.body);
    if (!this.#box) return null;
    const { width, height } = this.#box;
    const room = `${Math.round(width)} ${Math.round(height)}`;
    const plans = parts.map((part) => planOf(part, this.#box));
    const pages = plans.reduce((sum, plan) => sum + plan.pages, 0);
    const dwell = Math.max(...plans.map((plan) => plan.dwell));
    if (this.#page?.room !== room || !this.#stays(parts, pages, words, now)) {
      let page = pageAt(pages, dwell, now);
      const place = `${number(page + 1, words.language)} / ${number(pages, words.language)}`;
      const index = plans.findIndex((plan) => page < plan.pages || ((page -= plan.pages), false));
      const until = pages > 1 ? now - (now % dwell) + dwell : Infinity;
      this.#show(parts[index], plans[index], page, { until, room, language: words.language, place: pages > 1 ? place : "" });
    }
    return this.#page.until === Infinity ? null : Math.max(1, this.#page.until - now);
  }

  /** Return whether the current page stays; then its rows are updated. */
  #stays(parts, pages, words, now) {
    const on = this.#page;
    const part = on && parts.find(({ key }) => key === on.key);
    if (!part || pages === 1 || now >= on.until || on.until === Infinity || on.language !== words.language) return false;
    if (on.note !== (part.note ?? "") || on.kind !== part.kind) return false;
    const rows = new Map(part.rows.map((row) => [row.key, row.cells]));
    if (on.rows.size && ![...on.rows.keys()].some((key) => rows.has(key))) return false;
    this.#title(part.title);
    for (const [key, made] of on.rows) {
      const cells = rows.get(key);
      flag(made, "gone", !cells);
      cells?.forEach((text, i) => setText(made.children[i], text));
    }
    return true;
  }

  #show(part, plan, page, about) {
    const rows = part.rows.slice(page * plan.per, (page + 1) * plan.per);
    this.#title(part.title, about.place);
    const key = JSON.stringify([part.kind, part.key, part.head, part.note, rows, plan, about.language]);
    const made = this.#page?.made === key ? this.#page.rows : this.#build(part, plan, rows);
    this.#page = { ...about, key: part.key, kind: part.kind, note: part.note ?? "", rows: made, made: key };
  }

  #build(part, plan, rows) {
    const { body } = this.#parts;
    const made = new Map(rows.map((one) => [one.key, rowOf(one.cells)]));
    flag(body, "part", part.kind);
    body.style.setProperty("--columns", String(part.note ? 1 : plan.columns));
    body.style.setProperty("--size", `${plan.size}px`);
    body.style.setProperty("--lead", `${part.lead ?? 0}em`);
    body.style.setProperty("--sum", `${part.sum ?? 6.2}em`);
    const deep = plan.pages > 1 ? Math.ceil(plan.per / plan.columns) : plan.rows;
    body.style.setProperty("--rows", String(deep));
    if (part.note) {
      body.replaceChildren(el("p.list-note", {}, part.note));
      return made;
    }
    const all = [...made.values()];
    const columns = [];
    for (let from = 0; from < all.length; from += deep) columns.push(columnOf(part.head, all.slice(from, from + deep)));
    body.replaceChildren(...columns);
    fitEach([...body.querySelectorAll(".row-name")], 0.82, 0.6);
    return made;
  }
}

function planOf(part, box) {
  if (part.note) return { pages: 1, per: 1, columns: 1, rows: 1, size: box.side * part.want.smallest, dwell: NOTE_DWELL };
  return layOut(part.rows.length, box, part.want);
}

function rowOf([name, ...cells]) {
  return el("tr.paged-row", {}, el("th.row-name", { scope: "row", dir: "auto" }, name), ...cells.map((text) => el("td", {}, text)));
}

function columnOf(head, rows) {
  return el("table.column", {},
    el("thead", {}, el("tr", {}, el("td"), ...head.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...rows));
}
