/**
 * The seat list: alphabetical, in pages, with the letters of a page in large type, so that players know from
 * afar when to look. Only the current page is in the document, however long the list is.
 */

import { el, fit, fitEach, fitName, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { EntryStrip, sooner } from "./entry.js";
import { layOut, lettersOf, pageAt } from "./pages.js";

/** Width of a column relative to its type size: name, table, seat. */
const WIDE = 12.6;
/** Number of columns on wide screens. */
const COLUMNS = 3;
/** Above this number of pages the type gets smaller, while still readable. */
const FEW = 8;
/** Minimum type size relative to the screen's shorter side. */
const SMALLEST = 0.036;

export class SeatsLayout {
  #parts = {};
  #foot = new EntryStrip();
  #box = null;
  #turn = null;
  #shown = "";
  #names = "";

  constructor() {
    const parts = this.#parts;
    const part = (key, name) => (parts[key] = el(name, { "data-role": key }));
    this.element = el("section.list.seats", { "data-layout": "seats" },
      (parts.head = el("header.list-head", {}, part("letters", "p.letters"), part("event", "h1.event"), part("page", "p.page-number"))),
      part("body", "div.list-body"), part("empty", "p.list-empty"), this.#foot.element);
  }

  /**
   * Show the seat list at `now` (server ms).
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {{registration?: object, seating?: object, seats: Array<[string, number, number]>|null,
   *   share: {index: number, of: number}}} more boards, the list, and index and number of its displays
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { registration, seating, seats, share }) {
    const parts = this.#parts;
    setText(parts.event, board.name);
    const wait = this.#foot.draw(registration, board, words, now);
    const empty = !seats?.length;
    flag(this.element, "empty", empty);
    setText(parts.empty, empty ? words.say(whyEmpty(seats, seating)) : "");
    if (!empty) {
      const turns = this.#list(seats, words, now, share);
      fitName(parts.head, parts.event);
      return sooner(wait, turns);
    }
    this.#turn = null;
    this.#shown = "";
    if (setText(parts.letters, words.say("tv.seats"))) fit(parts.letters, 0.5);
    setText(parts.page, "");
    fitName(parts.head, parts.event);
    parts.body.replaceChildren();
    return wait;
  }

  /** The size of the screen changed. */
  resize() {
    this.#foot.resize();
    flag(this.#parts.head, "fitted", null);
    this.#box = null;
    this.#turn = null;
    this.#shown = "";
  }

  #list(seats, words, now, share) {
    this.#box ??= boxOf(this.element, this.#parts.body);
    if (!this.#box) return null;
    const plan = layOut(seats.length, this.#box, { wide: WIDE, few: FEW, smallest: SMALLEST, columns: COLUMNS });
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

  #show(seats, rows, page, plan, words) {
    const first = page * plan.per;
    const letters = lettersOf(seats, first, first + rows.length - 1);
    const key = JSON.stringify([rows, letters, plan, page, words.language]);
    if (key === this.#shown) return;
    this.#shown = key;
    setText(this.#parts.letters, letters.join(" – "));
    fit(this.#parts.letters, 0.5);
    const say = (value) => number(value, words.language);
    setText(this.#parts.page, plan.pages > 1 ? `${say(page + 1)} / ${say(plan.pages)}` : "");
    const { body } = this.#parts;
    body.style.setProperty("--columns", String(plan.columns));
    body.style.setProperty("--size", `${plan.size}px`);
    // The columns of a page have the same length, give or take one.
    const deep = plan.pages > 1 ? Math.ceil(plan.per / plan.columns) : plan.rows;
    body.style.setProperty("--rows", String(deep));
    const columns = [];
    for (let from = 0; from < rows.length; from += deep) columns.push(column(rows.slice(from, from + deep), words));
    body.replaceChildren(...columns);
    fitEach([...body.querySelectorAll(".seat-name")], 0.82, 0.6);
  }
}

function column(rows, words) {
  return el("table.column", {},
    el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, words.say("tv.table")), el("th", { scope: "col" }, words.say("tv.seat")))),
    el("tbody", {}, ...rows.map(([name, table, seat]) => el("tr.seat-row", {},
      el("th.seat-name", { scope: "row", dir: "auto" }, name), el("td.seat-table", {}, String(table)), el("td.seat-seat", {}, String(seat))))));
}

function whyEmpty(seats, seating) {
  if (!seats) return "tv.loading";
  return seating?.drawn ? "tv.nobody_seated" : "tv.seats_not_drawn";
}

/** Return the space for a list and the shorter side of the screen (px); null while not on screen. */
export function boxOf(element, body) {
  const [screen, inner] = [element.getBoundingClientRect(), body.getBoundingClientRect()];
  if (!screen.height || !inner.height) return null;
  return { width: inner.width, height: inner.height, side: Math.min(screen.width, screen.height) };
}
