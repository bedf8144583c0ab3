/** The feature table or the final table: the players in their seats around the clock, payouts beside them. */

import { el, fit, fitBox, fitEach, flag, setText } from "../../shared/ui/dom.js";
import { ante, bigBlinds, blinds, duration, number } from "../../shared/ui/format.js";
import { ladderRows, priced } from "../../shared/ui/prizes_view.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";
import { OwnWords, SOON } from "./own_words.js";

/** @import { FeatureTableBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { AnyPrizes } from "../../shared/ui/prizes_view.js" */
/** @import { Reading } from "../../shared/feed/reading.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Layout } from "../boards.js" */

/** Size of a plate, in fractions of the area: of a wide one, and of one that is higher than wide. */
const WIDE = { width: 0.242, height: 0.19 };
const HIGH = { width: 0.44, height: 0.184 };
/** Most of the height that plates above each other take in an upright area. */
const FILLED = 0.93;
/** Height of a plate with its two lines, in its type size. */
const TWO_LINES = 2.3;
/** Number of seats in the upper row, by the number of seats that are not beside the dealer. */
const ABOVE = [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4];
const MINUTE = 60_000;
/** A name in two lines shrinks to this part of its size. */
const SMALLEST_NAME = 0.45;
/** Names share one size, at least this part of the full one; only very long ones are smaller. */
const SHARED_NAME = 0.72;
/** Most rows of payouts; as many as fit are shown. */
const MOST_PRIZES = 12;

/** @typedef {{x: number, y: number}} Place the middle of a plate, in fractions from left and top */

/** @implements {Layout} */
export class FeatureLayout {
  #title = el("h1.feature-title");
  #row = el("p.feature-row");
  #time = el("p.feature-time");
  #upcoming = el("p.feature-upcoming");
  #blinds = el("p.feature-blinds");
  #next = el("p.feature-next");
  #seats = el("ol.feature-seats");
  #event = el("p.event.feature-event");
  #facts = el("dl.feature-facts");
  #prizes = el("ol.feature-prizes");
  #prizesTitle = el("h2.feature-prizes-title");
  #certain = el("p.feature-certain");
  #out = el("p.feature-out");
  #counted = el("p.feature-counted");
  element = el("section.feature", { "data-layout": "feature" },
    el("div.feature-table", {}, el("div.feature-clock", {}, this.#title, this.#row, this.#time, this.#upcoming, this.#blinds, this.#next), el("div.feature-ring", {}, el("div.feature-felt"), this.#seats)),
    el("aside.feature-side", {}, this.#event, this.#facts, this.#prizesTitle, this.#prizes, this.#certain, this.#out, this.#counted));
  #texts = new OwnWords(() => this.resize());
  #shown = "";
  #side = "";

  constructor() {
    // What was fitted in another font is fitted again.
    document.fonts.addEventListener("loadingdone", () => this.resize());
  }

  /** Without a feature table the clock is shown. @type {NonNullable<Layout["empty"]>} */
  empty(board, _words, _now, { feature }) {
    return Boolean(board) && (!feature || feature.number === null);
  }

  resize() {
    this.#shown = this.#side = "";
  }

  /** @type {Layout["draw"]} */
  draw(board, given, now, { feature, prizes }) {
    const words = this.#texts.spoken(given);
    // Drawn again as soon as the texts are there.
    if (!words || !feature || feature.number === null) return SOON;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    this.#drawClock(board, feature, read, words);
    const counts = feature.players.flatMap(({ counted_at: at }) => (at === null ? [] : [at]));
    const age = counts.length ? Math.floor((now - Math.min(...counts)) / MINUTE) : 0;
    // Before the seats: without payouts the table is larger.
    this.#drawSide(board, feature, prizes, age, words);
    const depth = board.levels[read.position].big_blind || (read.next_level === null ? 0 : board.levels[read.next_level].big_blind);
    const { clientHeight: height, clientWidth: width } = this.element;
    const high = height > width;
    const key = JSON.stringify([feature, depth, words.language, width, height, this.element.dataset.bare]);
    if (key !== this.#shown) {
      this.#shown = key;
      this.#drawSeats(feature, depth, high, words);
    }
    const flips = read.state === "running" || (read.state === "waiting" && read.starts_in !== null) ? untilFlip(read.starts_in ?? read.remaining) : null;
    return Math.min(flips ?? MINUTE, counts.length ? MINUTE - ((now - Math.min(...counts)) % MINUTE) : MINUTE);
  }

  /** @param {ClockWithStructure} board  @param {FeatureTableBoard} feature  @param {Reading} read  @param {Words} words */
  #drawClock(board, feature, read, words) {
    const { language } = words;
    const row = board.levels[read.position];
    const isBreak = row.kind === "break";
    const over = board.closed || Boolean(board.winner) || read.state === "over";
    const last = read.state === "running" && !isBreak && read.remaining <= MINUTE;
    flag(this.element, "state", over ? "over" : last ? "last_minute" : read.state);
    setText(this.#title, feature.final ? words.say("tv.feature_final") : words.say("tv.feature_table", { table: feature.number ?? "" }));
    const level = isBreak ? words.say("tv.feature_break") : words.say("tv.feature_level", { level: row.number ?? "" });
    setText(this.#row, over ? words.say("tv.feature_over") : read.state === "paused" ? `${level} · ${words.say("tv.feature_paused")}` : level);
    setText(this.#time, over ? "" : duration(secondsLeft(read.starts_in ?? read.remaining)));
    setText(this.#upcoming, isBreak && read.next_level !== null ? words.say("clock.next") : "");
    const shown = isBreak && read.next_level !== null ? board.levels[read.next_level] : row;
    setText(this.#blinds, shown.kind === "level" ? blinds(shown, language) : "");
    setText(this.#next, ante(shown, language, words));
  }

  /** @param {FeatureTableBoard} feature  @param {number} depth big blind  @param {boolean} high  @param {Words} words */
  #drawSeats(feature, depth, high, words) {
    const { language } = words;
    const places = seatPlaces(Math.max(2, feature.seats), high);
    const size = plateOf(Math.max(2, feature.seats), high);
    flag(this.element, "high", high);
    flag(this.element, "stacked", null);
    this.#seats.style.setProperty("--wide", String(size.width));
    this.#seats.style.setProperty("--high", String(size.height));
    const taken = new Map(feature.players.map((one) => [one.seat, one]));
    this.#seats.replaceChildren(...places.map(({ x, y }, at) => {
      const seat = at + 1;
      const one = taken.get(seat);
      const button = feature.button === seat ? [el("i.feature-button", { role: "img", "aria-label": words.say("tv.feature_button") }, "D")] : [];
      const item = one
        ? el("li.feature-seat", { "data-seat": String(seat) },
          el("div.feature-who", {}, el("span.feature-number", {}, String(seat)), el("span.feature-name", { dir: "auto" }, one.name), ...button),
          el("div.feature-chips", {}, el("b.feature-stack", {}, one.stack === null ? "–" : number(one.stack, language)),
            one.all_in ? el("b.feature-all-in", {}, words.say("tv.feature_all_in"))
              : el("span.feature-depth", {}, one.stack === null ? "" : bigBlinds(one.stack, depth, language, words))))
        : el("li.feature-seat.is-empty", { "data-seat": String(seat), "aria-hidden": "true" }, el("span.feature-number", {}, String(seat)), ...button);
      if (one) flag(item, "allIn", one.all_in);
      item.style.setProperty("--x", x.toFixed(4));
      item.style.setProperty("--y", y.toFixed(4));
      return item;
    }));
    // Below a message, plates are lower than two lines of the full size.
    this.#seats.style.removeProperty("--type");
    const [plate] = /** @type {NodeListOf<HTMLElement>} */ (this.#seats.querySelectorAll(".feature-seat:not(.is-empty)"));
    if (high && plate) this.#seats.style.setProperty("--type", Math.min(1, plate.clientHeight / (TWO_LINES * parseFloat(getComputedStyle(plate).fontSize))).toFixed(3));
    const chips = [.../** @type {NodeListOf<HTMLElement>} */ (this.#seats.querySelectorAll(".feature-chips"))];
    for (const row of chips) row.style.setProperty("--fit", "1");
    flag(this.element, "stacked", !high && chips.some((row) => row.scrollWidth > row.clientWidth));
    const names = [.../** @type {NodeListOf<HTMLElement>} */ (this.#seats.querySelectorAll(".feature-name"))];
    fitEach(names, 0.85, 0.75, 0.8);
    for (const name of names) if (name.dataset.long !== undefined) fitBox(name, SMALLEST_NAME);
    const sizes = names.map((name) => Number(name.style.getPropertyValue("--fit") || 1));
    const shared = Math.min(1, ...sizes.filter((size) => size >= SHARED_NAME));
    for (const [at, name] of names.entries()) if ((sizes[at] ?? 1) > shared) name.style.setProperty("--fit", shared.toFixed(3));
    for (const row of chips) fit(row, 0.5);
  }

  /** @param {ClockWithStructure} board  @param {FeatureTableBoard} feature  @param {AnyPrizes} prizes  @param {number} age of the oldest count in minutes
   * @param {Words} words */
  #drawSide(board, feature, prizes, age, words) {
    const { language } = words;
    const { left, entries, average, teams } = board.field;
    const open = prizes && prizes.state !== "none" && prizes.currency ? prizes : null;
    const key = JSON.stringify([board.name, left, entries, teams, average, open, feature.out, feature.all_in, age, language]);
    if (key === this.#side) return;
    this.#side = key;
    setText(this.#event, board.name);
    /** @param {string} name  @param {string} value */
    const fact = (name, value) => el("div", {}, el("dt", {}, words.say(`tv.feature_${name}`)), el("dd", {}, value));
    this.#facts.replaceChildren(fact(teams ? "teams_left" : "left", `${number(left, language)} / ${number(entries, language)}`),
      ...(average === null ? [] : [fact("average", number(average, language))]));
    // Places that are still played for.
    const rows = ladderRows(open, words).filter((row) => row.key <= Math.max(1, left)).slice(0, MOST_PRIZES);
    this.#prizes.replaceChildren(...rows.map(({ places, things, cash }) => el("li", {}, el("b", {}, places), el("span.feature-things", {}, things), el("span", {}, cash))));
    flag(this.element, "bare", rows.length === 0);
    setText(this.#prizesTitle, rows.length ? words.say("tv.feature_payouts") : "");
    // What each of those left gets is no news to the last one.
    setText(this.#certain, left > 1 && open?.money?.certain ? words.say(teams ? "tv.feature_teams_certain" : "tv.feature_certain", { amount: priced(open.money.certain, open, words) }) : "");
    const last = feature.out[0];
    setText(this.#out, last ? words.say("tv.feature_out", { name: last.name }) : "");
    setText(this.#counted, age >= 1 ? words.say("tv.feature_counted", { count: number(age, language) }) : "");
    flag(this.element, "allIn", feature.all_in);
    for (const item of /** @type {HTMLCollectionOf<HTMLElement>} */ (this.#prizes.children)) fit(item, 0.5);
    while (this.#prizes.scrollHeight > this.#prizes.clientHeight + 1 && this.#prizes.children.length > 1) this.#prizes.lastElementChild?.remove();
  }
}

/** Return the size of a plate, in fractions of the area. @param {number} seats  @param {boolean} high whether the area is higher than wide */
export function plateOf(seats, high) {
  return high ? { ...HIGH, height: Math.min(HIGH.height, FILLED / Math.ceil(seats / 2)) } : WIDE;
}

/**
 * Return the place of each seat, from seat 1 on, seen from above: the dealer at the bottom, seat 1 to the dealer’s left.
 * @param {number} seats 2 to 12  @param {boolean} high whether the area is higher than wide  @returns {Place[]}
 */
export function seatPlaces(seats, high) {
  return high ? highPlaces(seats) : widePlaces(seats);
}

/** @param {number} seats  @returns {Place[]} */
function widePlaces(seats) {
  const [left, right, top, bottom] = [WIDE.width / 2, 1 - WIDE.width / 2, WIDE.height / 2, 1 - WIDE.height / 2];
  if (seats === 2) return [{ x: left, y: 0.5 }, { x: right, y: 0.5 }];
  const rest = seats - 2;
  const above = ABOVE[rest] ?? 4;
  const onLeft = Math.ceil((rest - above) / 2);
  /** @param {number} count  @returns {number[]} from the bottom up */
  const column = (count) => Array.from({ length: count }, (_, i) => bottom - ((i + 1) * (bottom - top)) / (count + 1));
  const spread = above === 2 ? 0.2 : left;
  return [
    { x: 0.27, y: bottom },
    ...column(onLeft).map((y) => ({ x: left, y })),
    ...Array.from({ length: above }, (_, i) => ({ x: above === 1 ? 0.5 : spread + (i * (1 - 2 * spread)) / (above - 1), y: top })),
    ...column(rest - above - onLeft).reverse().map((y) => ({ x: right, y })),
    { x: 0.73, y: bottom },
  ];
}

/** @param {number} seats  @returns {Place[]} */
function highPlaces(seats) {
  const { width, height } = plateOf(seats, true);
  const [left, right, top, bottom] = [width / 2, 1 - width / 2, height / 2, 1 - height / 2];
  const half = Math.floor(seats / 2);
  const odd = seats % 2;
  const first = odd ? top + Math.max(height, (bottom - top) / (half + 1)) : top;
  const column = Array.from({ length: half }, (_, i) => (half === 1 ? (first + bottom) / 2 : bottom - (i * (bottom - first)) / (half - 1)));
  return [
    ...column.map((y) => ({ x: left, y })),
    ...(odd ? [{ x: 0.5, y: top }] : []),
    ...column.toReversed().map((y) => ({ x: right, y })),
  ];
}
