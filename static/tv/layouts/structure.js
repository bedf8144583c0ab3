/**
 * The structure layout: every level and break, in pages that turn at reading speed, the current one marked.
 * It starts with the page of the current level and returns to it after every other page.
 */

import { ante, blinds, duration, number } from "../../shared/ui/format.js";
import { el, fit, fitName, flag, setText } from "../../shared/ui/dom.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";

/** @import { LevelRow } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Reading } from "../../shared/feed/reading.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Layout } from "../boards.js" */

/** Reading speed: time per row, and time to find one's place (ms). */
const PER_ROW = 1_100;
const PER_PAGE = 2_500;
/** So many rows may have two lines in the cell of a layout. */
const FEW = 6;

/** @implements {Layout} */
export class StructureLayout {
  #event = el("h1.event");
  #number = el("p.page-number");
  #time = el("p.time-left");
  #head = el("header.structure-head", {}, this.#event, this.#number, this.#time);
  #table = el("ol.levels");
  element = el("section.structure", { "data-layout": "structure" }, this.#head, this.#table);
  #most = 8;
  #shown = "";
  /** @type {{page: number|null, until: number}} */
  #home = { page: null, until: 0 };

  /** @type {Layout["draw"]} */
  draw(board, words, now) {
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const left = read.state === "waiting" ? read.starts_in : read.remaining;
    setText(this.#time, left === null || board.closed ? "" : duration(secondsLeft(left)));
    setText(this.#event, board.name);
    flag(this.element, "state", read.state);
    const pages = Math.ceil(board.levels.length / this.#most);
    const perPage = Math.ceil(board.levels.length / pages); // Evenly, so that no page has a single row.
    const dwell = perPage * PER_ROW + PER_PAGE;
    // Based on the server's time, so that all structure displays of a room turn their pages together.
    const page = this.#page(Math.floor(read.position / perPage), pages, now, dwell);
    this.#show(board, read, words, page, perPage);
    setText(this.#number, pages > 1 ? `${page + 1} / ${pages}` : "");
    fitName(this.#head, this.#event);
    const turn = dwell - (now % dwell);
    if (left === null || (read.state !== "running" && read.state !== "waiting")) return turn;
    return Math.min(turn, untilFlip(left) ?? turn);
  }

  /** The size of the screen changed: show as many rows as are readable. */
  resize() {
    const box = this.element.getBoundingClientRect();
    if (!box.height) return;
    this.#most = box.width < box.height ? 12 : 8;
    this.#shown = "";
    this.#home.page = null;
    flag(this.#head, "fitted", null);
  }

  /** Return the current page: that of the current level first and every other turn, the others in between.
   * @param {number} home  @param {number} pages  @param {number} now  @param {number} dwell */
  #page(home, pages, now, dwell) {
    const turn = Math.floor(now / dwell);
    if (this.#home.page !== home) this.#home = { page: home, until: turn + (now % dwell > dwell / 2 ? 1 : 0) };
    if (pages === 1 || turn % 2 === 0 || turn <= this.#home.until) return home;
    const other = Math.floor(turn / 2) % (pages - 1);
    return other < home ? other : other + 1;
  }

  /** @param {ClockWithStructure} board  @param {Reading} read  @param {Words} words  @param {number} page  @param {number} perPage */
  #show(board, read, words, page, perPage) {
    const key = JSON.stringify([board.levels, read.position, read.state, words.language, page, perPage]);
    if (key === this.#shown || !this.element.isConnected) return;
    this.#shown = key;
    const first = page * perPage;
    const rows = board.levels.slice(first, first + perPage);
    this.#table.style.setProperty("--rows", String(perPage));
    flag(this.#table, "few", perPage <= FEW);
    this.#table.replaceChildren(...rows.map((level, i) => this.#row(level, first + i, read, words)));
    // One size for all rows of a page, determined by the widest.
    this.#table.style.setProperty("--fit", "1");
    fit(this.#table, 0.4);
  }

  /** @param {LevelRow} level  @param {number} position  @param {Reading} read  @param {Words} words */
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

/** @param {LevelRow} level  @param {Words} words */
function breakText(level, words) {
  if (!level.colour_up.length) return level.note;
  return words.say("clock.colour_up", { values: level.colour_up.map((value) => number(value, words.language)).join(", ") });
}
