/** The clock layout: five values readable from fifteen metres, and a distinct look for each state. */

import { disc } from "../../shared/ui/chips.js";
import { el, fit, fitBox, fitHeight, flag, setText } from "../../shared/ui/dom.js";
import { moneyLine } from "../../shared/ui/prizes_view.js";
import { reading, untilFlip } from "../../shared/feed/reading.js";
import { clockView } from "../../shared/ui/clock_view.js";
import { calledLine, EntryNote, entryView, sooner } from "./entry.js";
import { movesLine } from "./moves.js";
import { raceLine } from "./race.js";
import { handForHandLine } from "./hand_for_hand.js";

/** Maximum number of discs: the highest chips matter most. */
const DISCS = 8;
/** Calls, messages and moves take turns in one place, this long each (ms). */
const TAKES_TURNS = 10_000;

/** Parts that show a string of the view with the same name. */
const TEXTS = [
  "event", "level", "game", "word", "note", "rule", "blinds", "ante", "hands", "handsWord", "handsWhy", "handsRule",
  "card", "next", "nextAnte", "break", "players", "total", "average", "averageBlinds", "announcement",
  "money",
];

export class ClockLayout {
  #parts = {};
  #chips = "";
  #lengths = "";
  #view = null;
  #entry = new EntryNote();
  #money = { prizes: null, words: null, text: "" };

  constructor() {
    this.element = this.#build();
  }

  /**
   * Show a board in a language at `now` (server ms).
   * @param {{registration?: object, waitingList?: object, moves?: object, prizes?: object, handForHand?: object, race?: object}} more boards of the same event
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { registration, waitingList, moves, prizes, handForHand, race } = {}) {
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const view = clockView(board, read, words, now);
    // The time first: it must change on the second.
    setText(this.#parts.time, view.time);
    const entry = entryView(registration, board, words, now);
    view.entry = this.#entry.show(entry, !entry.closed || entry.fresh) ? `${entry.before}${entry.time.length}${entry.after}` : "";
    const turn = this.#turn(view, board, { calls: calledLine(waitingList, words), moves: movesLine(moves, words, now), handForHand: handForHandLine(handForHand, words), race: raceLine(race, board, read, words) }, now);
    view.money = this.#moneyOf(prizes, words);
    this.#rest(view, words);
    return [untilNext(read), entry.wait, turn].reduce(sooner);
  }

  /** Show calls and moves in the place of messages. @returns {number|null} ms until the next turn */
  #turn(view, board, { calls, moves, handForHand, race }, now) {
    const lines = [["calls", board.closed ? "" : calls], ["announcement", view.announcement], ["race", race], ["moves", board.closed ? "" : moves]];
    // Everybody waits for the tables still playing: nothing takes turns with that.
    const shown = (handForHand && !board.closed ? [["handForHand", handForHand]] : lines).filter(([, text]) => text !== "");
    const [name, text] = shown[Math.floor(now / TAKES_TURNS) % shown.length] ?? ["", ""];
    for (const key of ["calls", "moves", "handForHand", "race"]) flag(this.element, key, name === key);
    view.announcement = text;
    return shown.length > 1 ? TAKES_TURNS - (now % TAKES_TURNS) : null;
  }

  /** Render the prizes: only for a new board, never on a plain tick. */
  #moneyOf(prizes, words) {
    if (prizes !== this.#money.prizes || words !== this.#money.words) {
      this.#money = { prizes, words, text: moneyLine(prizes, words) };
    }
    return this.#money.text;
  }

  /** The size of the screen changed. */
  resize() {
    this.#lengths = "";
    if (this.#view) this.#fit(this.#view);
  }

  #build() {
    const parts = this.#parts;
    const part = (key, name, attributes = {}) => (parts[key] = el(name, { "data-role": key, ...attributes }));
    const fact = (key, value, below) => {
      parts[`${key}Label`] = el("dt");
      return (parts[`${key}Fact`] = el("div.fact", { "data-fact": key }, parts[`${key}Label`],
        part(value, "dd.fact-value"), part(below, "dd.fact-below")));
    };
    return el("section.clock", { "data-layout": "clock" },
      el("header.clock-head", {},
        part("logo", "img.logo", { alt: "", hidden: "" }), part("event", "h1.event"), this.#entry.element,
        part("game", "p.game"), part("level", "p.level")),
      el("p.band", {}, el("span.sign", { "aria-hidden": "true" }), part("word", "strong.word"),
        part("note", "span.note"), part("rule", "cite.rule")),
      (parts.hero = el("div.hero", {},
        part("time", "p.time", { role: "timer" }),
        el("div.hands", {}, el("div.playing-card", {}, part("card", "span.pip"), part("hands", "span.count")),
          el("div.hands-text", {}, part("handsWord", "p.hands-word"),
            el("p.hands-why", {}, part("handsWhy", "span"), part("handsRule", "cite")))),
        part("blinds", "p.blinds"), part("ante", "p.ante"))),
      el("div.progress-line", { "aria-hidden": "true" }, part("progress", "span")),
      (parts.facts = el("dl.facts", {},
        fact("next", "next", "nextAnte"), fact("break", "break", "breakNote"),
        fact("players", "players", "total"), fact("average", "average", "averageBlinds"))),
      part("announcement", "p.announcement"),
      (parts.foot = el("div.clock-foot", {}, part("chips", "div.chips"), part("money", "p.clock-money"))));
  }

  #rest(view, words) {
    const parts = this.#parts;
    this.#view = view;
    const root = this.element;
    flag(root, "state", view.state);
    flag(root, "band", view.word !== "");
    flag(root, "announced", view.announcement !== "");
    flag(root, "ante", view.ante !== "");
    flag(root, "entry", view.entry !== "");
    flag(root, "lastHand", view.lastHand);
    for (const key of TEXTS) setText(parts[key], view[key] ?? "");
    setText(parts.nextLabel, words.say("clock.next"));
    setText(parts.breakLabel, words.say("clock.next_break"));
    setText(parts.playersLabel, words.say("clock.players"));
    setText(parts.averageLabel, words.say("clock.average"));
    for (const key of ["next", "break", "average"]) parts[`${key}Fact`].hidden = view[key] === "";
    parts.progress.style.setProperty("--part", view.progress.toFixed(4));
    this.#logo(view.logo);
    this.#discs(view.chips, words.language);
    this.#fit(view);
  }

  #logo(address) {
    const { logo } = this.#parts;
    if (logo.getAttribute("src") === (address || null)) return;
    logo.hidden = true;
    if (!address) {
      logo.removeAttribute("src");
      return;
    }
    logo.onload = () => {
      logo.hidden = false;
      this.resize();
    };
    logo.src = address;
  }

  #discs(chips, language) {
    const key = JSON.stringify([chips, language]);
    if (key === this.#chips) return;
    this.#chips = key;
    const shown = [...chips].sort((a, b) => a.value - b.value).slice(-DISCS);
    this.#parts.chips.replaceChildren(...shown.map((chip) => disc(chip, language)));
  }

  /** Measuring costs a layout: only when a text's length or the state changed, never on a plain tick. */
  #fit(view) {
    const parts = this.#parts;
    const texts = [view.blinds, view.ante, view.word, view.note, view.event, view.level, view.game, view.announcement,
      view.entry, view.money, view.next, view.nextAnte, view.players, view.total, view.average, view.handsWord];
    const lengths = [view.state, view.time.length, view.break.length, ...texts].join("|");
    if (lengths === this.#lengths || !this.element.isConnected) return;
    this.#lengths = lengths;
    flag(this.element, "long", view.next.length > 15);
    flag(this.element, "wide", view.blinds.length > 15);
    // Elements around the main figure first: they determine its room.
    parts.hero.style.setProperty("--squeeze", "1");
    for (const key of ["word", "note"]) fit(parts[key]);
    fit(parts.game, 0.5);
    flag(parts.event, "long", null);
    fit(parts.event, 0.55);
    flag(parts.event, "long", parts.event.scrollWidth > parts.event.clientWidth);
    fit(parts.facts, 0.5);
    fitBox(parts.money, 0.5);
    fitBox(parts.announcement);
    for (const key of ["time", "blinds", "ante", "handsWord"]) fit(parts[key]);
    fitHeight(parts.hero);
  }
}

/** Return the time until a figure or the state changes: all of them change on the second. */
function untilNext(read) {
  if (read.state === "running") return untilFlip(read.remaining);
  return read.state === "waiting" && read.starts_in !== null ? untilFlip(read.starts_in) : null;
}
