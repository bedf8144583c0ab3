/**
 * The structure layout: every level and break, in pages that turn at reading speed, the current one marked.
 * It starts with the page of the current level and returns to it after every other page.
 */

import { ante, blinds, duration, number } from "../../shared/ui/format.js";
import { el, fit, fitName, flag, setText } from "../../shared/ui/dom.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";

/** Reading speed: time per row, and time to find one's place (ms). */
const PER_ROW = 1_100;
const PER_PAGE = 2_500;

export class StructureLayout {
  #parts = {};
  #most = 8;
  #shown = "";
  #home = { page: null, until: 0 };

  constructor() {
    const parts = this.#parts;
    const part = (key, name) => (parts[key] = el(name, { "data-role": key }));
    this.element = el("section.structure", { "data-layout": "structure" },
      (parts.head = el("header.structure-head", {}, part("event", "h1.event"), part("page", "p.page-number"), part("time", "p.time-left"))),
      (parts.table = el("ol.levels", { "data-role": "levels" })));
  }

  /** Show a board in a language at `now` (server ms). @returns {number} ms until the next change */
  draw(board, words, now) {
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const left = read.state === "waiting" ? read.starts_in : read.remaining;
    setText(this.#parts.time, left === null || board.closed ? "" : duration(secondsLeft(left)));
    setText(this.#parts.event, board.name);
    flag(this.element, "state", read.state);
    const pages = Math.ceil(board.levels.length / this.#most);
    const perPage = Math.ceil(board.levels.length / pages); // Evenly, so that no page has a single row.
    const dwell = perPage * PER_ROW + PER_PAGE;
    // Based on the server's time, so that all structure displays of a room turn their pages together.
    const page = this.#page(Math.floor(read.position / perPage), pages, now, dwell);
    this.#show(board, read, words, page, perPage);
    setText(this.#parts.page, pages > 1 ? `${page + 1} / ${pages}` : "");
    fitName(this.#parts.head, this.#parts.event);
    const turn = dwell - (now % dwell);
    const runs = read.state === "running" || (read.state === "waiting" && left !== null);
    return Math.min(turn, (runs ? untilFlip(left) : null) ?? turn);
  }

  /** The size of the screen changed: show as many rows as are readable. */
  resize() {
    const box = this.element.getBoundingClientRect();
    if (!box.height) return;
    this.#most = box.width < box.height ? 12 : 8;
    this.#shown = "";
    this.#home.page = null;
    flag(this.#parts.head, "fitted", null);
  }

  /** Return the current page: that of the current level first and every other turn, the others in between. */
  #page(home, pages, now, dwell) {
    const turn = Math.floor(now / dwell);
    if (this.#home.page !== home) this.#home = { page: home, until: turn + (now % dwell > dwell / 2 ? 1 : 0) };
    if (pages === 1 || turn % 2 === 0 || turn <= this.#home.until) return home;
    const other = Math.floor(turn / 2) % (pages - 1);
    return other < home ? other : other + 1;
  }

  #show(board, read, words, page, perPage) {
    const key = JSON.stringify([board.levels, read.position, read.state, words.language, page, perPage]);
    if (key === this.#shown || !this.element.isConnected) return;
    this.#shown = key;
    const first = page * perPage;
    const rows = board.levels.slice(first, first + perPage);
    this.#parts.table.style.setProperty("--rows", String(perPage));
    this.#parts.table.replaceChildren(...rows.map((level, i) => this.#row(level, first + i, read, words)));
    // One size for all rows of a page, determined by the widest.
    this.#parts.table.style.setProperty("--fit", "1");
    fit(this.#parts.table, 0.4);
  }

  #row(level, position, read, words) {
    const here = position === read.position && read.state !== "waiting";
    const name = level.kind === "break" ? words.say("clock.break") : String(level.number);
    const what = level.kind === "break" ? breakText(level, words) : blinds(level, words.language);
    const row = el(`li.level-row.${level.kind}-row`, { "data-position": String(position) },
      el("span.marker", { "aria-hidden": "true" }),
      el("span.level-name", {}, name),
      el("span.level-what", {}, what),
      el("span.level-ante", {}, level.kind === "break" ? "" : ante(level, words.language, words)),
      el("span.level-time", {}, words.say("clock.minutes", { count: Math.round(level.duration / 60_000) })));
    if (here) row.setAttribute("aria-current", "step");
    flag(row, "past", position < read.position);
    return row;
  }
}

function breakText(level, words) {
  if (!level.colour_up.length) return level.note;
  return words.say("clock.colour_up", { values: level.colour_up.map((value) => number(value, words.language)).join(", ") });
}
