/** The list board of the cash room: called players with game, table and time left, very large, then the games with their lists. */

import { el, fit, fitEach, flag, setText } from "../../shared/ui/dom.js";
import { duration, number } from "../../shared/ui/format.js";
import { secondsLeft, untilFlip } from "../../shared/feed/reading.js";
import { sooner } from "./entry.js";
import { OwnWords, SOON } from "./own_words.js";
import { boxOf, pageAt } from "./pages.js";

/** @import { CashGameLine, ListedPlayer } from "../../../docs/reference/boards" */
/** @import { Layout } from "../boards.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Box } from "./pages.js" */

/** Maximum number of called players on a page, and its duration (ms). */
const CALLED = 4;
const CALLED_DWELL = 6_000;
/** How long a new call flashes (ms). */
const FRESH = 30_000;
/** Sizes of the type relative to the screen's shorter side, the largest first. */
const SIZES = [0.1, 0.085, 0.072, 0.062];
/** Width of a game, height of its head and of a row, relative to the type size. */
const WIDE = 7.5;
const HEAD = 4.2;
const ROW = 1.16;
/** Reading speed: time per row, and time to find one's place (ms). */
const PER_ROW = 200;
const PER_PAGE = 4_000;

/** @typedef {{game: CashGameLine, from: number, players: ListedPlayer[]}} Cell a game with a part of its list */
/** @typedef {{size: number, columns: number, bands: number, rows: number, cells: Cell[], pages: number}} CashPlan */

/**
 * Lay out games: the largest type in which all of them fit on one page, first with each list in one piece; or pages of
 * the smallest.
 * @param {readonly CashGameLine[]} games  @param {Box} box  @returns {CashPlan}
 */
export function planOf(games, { width, height, side }) {
  // A box that is not wide has room for games below each other.
  const bandings = height > 0.8 * width ? [1, 2] : [1];
  const plans = SIZES.flatMap((part) => bandings.map((bands) => {
    const size = part * side;
    const columns = Math.max(1, Math.floor(width / (WIDE * size)));
    const rows = Math.max(1, Math.floor((height / bands - HEAD * size) / (ROW * size)));
    const cells = games.flatMap((game) => cellsOf(game, rows));
    return { size, columns, bands, rows, cells, pages: Math.max(1, Math.ceil(cells.length / (columns * bands))) };
  }));
  const single = plans.filter(({ pages }) => pages === 1);
  return /** @type {CashPlan} */ (single.find(({ cells }) => cells.length === games.length) ?? single[0] ?? plans.at(-1));
}

/** @param {CashGameLine} game  @param {number} rows  @returns {Cell[]} */
function cellsOf(game, rows) {
  const count = Math.max(1, Math.ceil(game.waiting.length / rows));
  return Array.from({ length: count }, (_, at) => ({ game, from: at * rows, players: game.waiting.slice(at * rows, (at + 1) * rows) }));
}

/** @implements {Layout} */
export class CashListsLayout {
  #title = el("h1.letters");
  #number = el("p.page-number");
  #calling = el("strong.called-word");
  #come = el("span");
  #calledNumber = el("span.page-number");
  #called = el("ol.called-names");
  #body = el("div.list-body.cash-games");
  element = el("section.list.waiting.cash-lists", { "data-layout": "cash_lists" }, el("header.list-head", {}, this.#title, this.#number),
    el("div.called", { role: "status" }, el("p.called-head", {}, this.#calling, this.#come, this.#calledNumber), this.#called), this.#body);
  /** @type {Box|null} */
  #box = null;
  #calls = "";
  #shown = "";
  #rows = 0;
  #texts = new OwnWords(() => (this.#shown = this.#calls = ""));

  /** Without games the clock of an event is shown. @type {NonNullable<Layout["empty"]>} */
  empty(board, _words, _now, { cashLists }) {
    return Boolean(board) && !cashLists?.games.length;
  }

  /** @type {Layout["draw"]} */
  draw(_board, given, now, { cashLists }) {
    const words = this.#texts.spoken(given);
    // Drawn again as soon as the texts are there.
    if (!words) return SOON;
    const games = cashLists?.games ?? [];
    const called = games.flatMap((game) => game.called.map((one) => ({ ...one, game: game.name }))).sort((a, b) => (a.until ?? 0) - (b.until ?? 0));
    if (setText(this.#title, words.say("tv.cash"))) fit(this.#title, 0.5);
    const rows = Math.min(called.length, CALLED);
    flag(this.element, "called", rows || null);
    // The room for the games is another one.
    if (rows !== this.#rows) this.#box = null;
    this.#rows = rows;
    const fresh = called.some(({ until }) => until !== null && (cashLists?.answer_seconds ?? 0) * 1_000 - (until - now) < FRESH);
    flag(this.element, "fresh", fresh);
    return [this.#call(called, words, now), this.#list(games, words, now)].reduce(sooner);
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#calls = "";
    this.#shown = "";
    fit(this.#title, 0.5);
  }

  /** @param {(ListedPlayer & {game: string})[]} called  @param {Words} words  @param {number} now */
  #call(called, words, now) {
    setText(this.#calling, words.say("tv.called"));
    setText(this.#come, words.say("tv.cash_come"));
    const pages = Math.max(1, Math.ceil(called.length / CALLED));
    const page = pageAt(pages, CALLED_DWELL, now);
    setText(this.#calledNumber, pages > 1 ? `${page + 1} / ${pages}` : "");
    const shown = called.slice(page * CALLED, (page + 1) * CALLED);
    const key = JSON.stringify([words.language, shown.map(({ entry, name, table, game }) => [entry, name, table, game])]);
    if (key !== this.#calls && this.element.isConnected) {
      this.#calls = key;
      this.#called.replaceChildren(...shown.map(({ name, table, game }) => el("li.called-row", {}, el("span.called-who", {}, el("span.called-name", { dir: "auto" }, name), el("span.called-game", {}, game)),
        el("span.called-to", {}, el("span.called-table", {}, `${words.say("tv.table")} ${table}`), el("span.called-time", { role: "timer" })))));
      this.#times(shown, now);
      fitEach([.../** @type {NodeListOf<HTMLElement>} */ (this.#called.querySelectorAll(".called-name"))], 0.6, 0.3, 0.5);
    }
    const wait = this.#times(shown, now);
    return pages > 1 ? sooner(wait, CALLED_DWELL - (now % CALLED_DWELL)) : wait;
  }

  /** Remaining time of each called player. @param {ListedPlayer[]} shown  @param {number} now */
  #times(shown, now) {
    /** @type {number|null} */
    let wait = null;
    const times = this.#called.querySelectorAll(".called-time");
    shown.forEach(({ until }, i) => {
      const time = times[i];
      if (!time || until === null) return;
      setText(time, duration(secondsLeft(until - now)));
      wait = sooner(wait, untilFlip(until - now));
    });
    return wait;
  }

  /** @param {readonly CashGameLine[]} games  @param {Words} words  @param {number} now */
  #list(games, words, now) {
    this.#box ??= boxOf(this.element, this.#body);
    if (!this.#box) return null;
    if (!games.length) {
      setText(this.#number, "");
      this.#shown = "";
      this.#body.replaceChildren(el("p.list-note", {}, words.say("tv.cash_none")));
      return null;
    }
    const plan = planOf(games, this.#box);
    const { columns, bands, rows, pages, cells } = plan;
    const per = columns * bands;
    const dwell = per * rows * PER_ROW + PER_PAGE;
    const page = pageAt(pages, dwell, now);
    setText(this.#number, pages > 1 ? `${page + 1} / ${pages}` : "");
    const shown = cells.slice(page * per, (page + 1) * per);
    const key = JSON.stringify([shown, plan.size, columns, bands, words.language]);
    if (key !== this.#shown) {
      this.#shown = key;
      this.#show(shown, plan, words);
    }
    return pages > 1 ? dwell - (now % dwell) : null;
  }

  /** @param {Cell[]} cells  @param {CashPlan} plan  @param {Words} words */
  #show(cells, { size, columns, bands, pages }, words) {
    const body = this.#body;
    // A few games have the whole width; pages keep their columns, so that none jumps as they turn.
    const across = pages > 1 ? columns : Math.min(columns, Math.max(1, Math.ceil(cells.length / bands)));
    for (const [name, value] of Object.entries({ "--columns": across, "--bands": bands, "--size": `${size}px` })) body.style.setProperty(name, String(value));
    body.replaceChildren(...cells.map((cell) => cellOf(cell, words)));
    fitEach([.../** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll(".cash-name, .cash-tables, .wait-name"))], 0.82, 0.6);
  }
}

/** @param {Cell} cell  @param {Words} words */
function cellOf({ game, from, players }, words) {
  // The name of a game ends with its limit, which is shown larger.
  const name = game.name.endsWith(game.limit) ? game.name.slice(0, -game.limit.length).trim() : game.name;
  return el("section.cash-game", {},
    el("h2.cash-limit", {}, game.limit), el("p.cash-name", {}, name), el("p.cash-tables", {}, ...tablesOf(game, words)),
    el("ol.cash-list", { start: String(from + 1) }, ...players.map((one) => el("li.wait-row", {},
      el("span.wait-place", {}, number(one.position, words.language)), el("span.wait-name", { dir: "auto" }, one.name)))));
}

/** "Table 7 · 8", then "2 seats open"; before a table is open, how many are interested. @param {CashGameLine} game  @param {Words} words */
function tablesOf({ tables, total }, words) {
  if (!tables.length) return [words.say(total ? "tv.cash_interested" : "tv.cash_no_table", { count: number(total, words.language) })];
  const open = tables.reduce((sum, table) => sum + table.open, 0);
  const numbers = `${words.say("tv.table")} ${tables.map((table) => table.number).join(", ")}`;
  return open ? [`${numbers} · `, el("strong", {}, words.say(open === 1 ? "tv.cash_open_one" : "tv.cash_open", { count: open }))] : [numbers];
}
