/** What a cell of a layout shows: each kind of content fills the room it is given. */

import { disc } from "../../shared/ui/chips.js";
import { el, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { filled } from "../placeholders.js";
import { CashListsLayout } from "../layouts/cash_lists.js";
import { calledLine } from "../layouts/entry.js";
import { handForHandLine } from "../layouts/hand_for_hand.js";
import * as lists from "../layouts/lists.js";
import { MapLayout } from "../layouts/map.js";
import { movesLine } from "../layouts/moves_line.js";
import { raceLine } from "../layouts/race.js";
import { SeatsLayout } from "../layouts/seats.js";
import { StructureLayout } from "../layouts/structure.js";
import { WaitingLayout } from "../layouts/waiting.js";
import { fieldOf, isLoud } from "./event.js";
import { FILLED, fitted, heightOf, isFigures, lineWidth, Type } from "./type.js";

/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Boards, Layout } from "../boards.js" */
/** @import { EventNow } from "./event.js" */
/** @import { Room } from "./type.js" */

/**
 * @typedef {object} Given what a content is drawn from
 * @property {EventNow|null} event  @property {Boards} boards of the room  @property {Words} words  @property {number} now
 * @property {number} unit one hundredth of the screen's height (px), of an upright one's width
 * @property {boolean} several whether the layout shows more than one event
 */
/**
 * @typedef {object} Shown
 * @property {HTMLElement} element
 * @property {(given: Given) => boolean} empty whether it has nothing to show
 * @property {(given: Given, room: Room) => number|null} draw returns the ms until it changes
 */
/** @typedef {Record<string, any> & {kind: string}} Content as in the document */

/** Least size of any type, and of the label of a figure, in units: capitals of 3.5 % of the height. */
const LEAST = 5.5;
/** Part of a cell that a label takes: about so much, at most, and its type in that of the value. */
const USUAL = 0.32;
const LABEL = 0.5;
const OF_VALUE = 0.7;
/** A longer label stands above its value. */
const BESIDE = 0.45;
/** It stands beside the value only if that is so much larger then, or would be small. */
const BETTER = 1.25;
const SIZES = /** @type {Record<string, number>} */ ({ full: 1, large: 0.75, medium: 0.55, small: 0.4 });
/** Texts take turns, this long each (ms). */
const TURN = 10_000;

/** @type {Record<string, (content: Content) => Shown>} */
export const KINDS = {
  field: (content) => new Field(content),
  text: (content) => new Text(content),
  ticker: (content) => new Ticker(content),
  rules: (content) => new Rules(content),
  list: (content) => new List(content),
  chart: (content) => new Chart(content),
  picture: (content) => new Picture(content, () => [`/media/${content.picture}`, ""]),
  logo: (content) => new Picture(content, ({ event, boards }) => [event?.view.logo || boards.look?.logo || "", ""]),
  sponsor: (content) => new Picture(content, ({ boards }) => [boards.look?.sponsor_picture ?? "", boards.look?.sponsor ?? ""]),
  chips: (content) => new Chips(content),
};

/** The largest type of a content: a part of what fits, but never unreadable. @param {Content} content  @param {number} fits  @param {number} unit */
function sizeOf({ size = "full" }, fits, unit) {
  return Math.max((SIZES[size] ?? 1) * fits, Math.min(fits, LEAST * unit));
}

/** @param {string} name  @param {Content} content */
function holder(name, content) {
  return el(`div.house-${name}`, { "data-align": content.align ?? "center", "data-colour": content.colour ?? "ink" });
}

/** Figures about what an event still sells. */
export const OFFERS = new Set(["registration", "places"]);

/** @implements {Shown} */
class Field {
  #label = new Type();
  #value = new Type();
  #content;
  #beside = false;

  /** @param {Content} content */
  constructor(content) {
    this.#content = content;
    this.element = holder("field", content);
    this.element.dataset.field = content.field;
    this.#label.element.classList.add("house-label");
    this.#value.element.classList.add("house-value");
    this.element.append(this.#label.element, this.#value.element);
  }

  /** @param {Given} given */
  #figure({ event, words, now, several }) {
    if (!event) return { label: "", value: "" };
    const figure = fieldOf(this.#content.field, event, words, now);
    if (figure.value === "" || !this.#isNamed({ several })) return figure;
    return { label: event.view.event, value: figure.sentence ?? figure.value };
  }

  /** Whether its label is the name of its event: among several events, an offer says whose it is. @param {Pick<Given, "several">} given */
  #isNamed({ several }) {
    return several && OFFERS.has(this.#content.field);
  }

  /** @param {Given} given */
  empty(given) {
    return this.#figure(given).value === "";
  }

  /** @param {Given} given  @param {Room} room */
  draw(given, room) {
    const { label, value } = this.#figure(given);
    const { event, unit } = given;
    flag(this.element, "state", event?.states.join(" ") ?? null);
    flag(this.element, "loud", this.#content.field === "headline" && event !== null && isLoud(event, given.words, given.now));
    const labelled = this.#content.label !== false && label !== "";
    const least = LEAST * unit;
    const high = Math.min(Math.max(least, room.height * USUAL), room.height * LABEL);
    const above = { width: room.width, height: room.height - high * 1.08 };
    const gap = 0.5 * least;
    const used = lineWidth(label, high) + gap;
    const beside = { width: room.width - used, height: room.height };
    // The label stands where more is left for the value.
    const below = this.#fits(value, above, given).size;
    const better = below < least * BETTER ? 1 : BETTER;
    this.#beside = labelled && used < room.width * BESIDE && !this.#isNamed(given) && this.#fits(value, beside, given).size > better * below;
    flag(this.element, "beside", this.#beside);
    this.#label.element.hidden = !labelled;
    const space = labelled ? (this.#beside ? beside : above) : room;
    if (labelled) {
      // It takes what the value leaves, up to half of its size.
      const { size, width, height } = this.#fits(value, space, given);
      const rest = this.#beside ? { width: Math.max(used, room.width - width) - gap, height: room.height } : { width: room.width, height: Math.min(Math.max(high, (room.height - height) / 1.08), room.height * LABEL) };
      this.#label.show(label, rest, { most: Math.max(high, Math.min(OF_VALUE * size, rest.height)), lines: 1 });
    }
    this.#value.show(value, space, this.#limits(value, space, given));
    return event?.wait ?? null;
  }

  /** @param {string} value  @param {Room} room  @param {Given} given */
  #limits(value, room, { unit }) {
    return { most: sizeOf(this.#content, room.height / 0.78, unit), lines: /\d$/.test(value) && !value.includes(" / ") ? 1 : 3 };
  }

  /** The type of the value in a room, and what it takes of that. @param {string} value  @param {Room} room  @param {Given} given */
  #fits(value, room, given) {
    const [{ size, lines } = { size: 0, lines: [] }] = fitted([value.replace(/\d/g, "0")], room, this.#limits(value, room, given));
    return { size, width: lines.length > 1 ? room.width : lineWidth(value, size) / FILLED, height: size * heightOf(lines.length, isFigures(value)) };
  }
}

/** @implements {Shown} */
class Text {
  #type = new Type();
  #content;

  /** @param {Content} content */
  constructor(content) {
    this.#content = content;
    this.element = holder("text", content);
    this.element.append(this.#type.element);
  }

  /** @param {Given} given */
  #text({ event, words, now }) {
    return filled(this.#content.text, event?.board, words.language, now) ?? "";
  }

  /** @param {Given} given */
  empty(given) {
    return this.#text(given) === "";
  }

  /** @param {Given} given  @param {Room} room */
  draw(given, room) {
    this.#type.show(this.#text(given), room, { most: sizeOf(this.#content, room.height, given.unit) });
    return null;
  }
}

/** @implements {Shown} */
class Ticker {
  #type = new Type();
  #content;

  /** @param {Content} content */
  constructor(content) {
    this.#content = content;
    this.element = holder("ticker", content);
    this.element.append(this.#type.element);
  }

  /** @param {Given} given  @returns {string[]} */
  #lines({ event, words, now, several }) {
    // While the clock stands, no time of a break is sure.
    const stands = event?.states.includes("pause");
    const texts = (this.#content.texts ?? []).filter((/** @type {string} */ text) => !stands || !/\{(next_break|break_end)\}/.test(text));
    const own = texts.map((/** @type {string} */ text) => filled(text, event?.board, words.language, now) ?? "").filter(Boolean);
    if (!event || event.board.closed) return own;
    const { board, boards, read } = event;
    /** @param {string} line */
    const named = (line) => (several && line ? `${event.view.event}: ${line}` : line);
    const hand = handForHandLine(boards.handForHand, words);
    if (hand) return [named(hand)];
    const news = [calledLine(boards.waitingList, words), raceLine(boards.race, board, read, words), movesLine(boards.moves, words, now)].filter(Boolean);
    return news.length ? news.map(named) : own;
  }

  /** @param {Given} given */
  empty(given) {
    return this.#lines(given).length === 0;
  }

  /** @param {Given} given  @param {Room} room */
  draw(given, room) {
    const lines = this.#lines(given);
    const text = lines[Math.floor(given.now / TURN) % lines.length] ?? "";
    this.#type.show(text, room, { most: sizeOf(this.#content, room.height, given.unit) });
    return lines.length > 1 ? TURN - (given.now % TURN) : null;
  }
}

/** @implements {Shown} */
class Rules {
  #title = new Type();
  #type = new Type();
  #content;

  /** @param {Content} content */
  constructor(content) {
    this.#content = content;
    this.element = holder("rules", { align: "start", ...content });
    this.#title.element.classList.add("house-label");
    this.element.append(this.#title.element, this.#type.element);
  }

  empty() {
    return false;
  }

  /** @param {Given} given  @param {Room} room */
  draw({ event, words, now, unit }, room) {
    const { title = "", texts } = this.#content;
    const high = title ? Math.min(Math.max(LEAST * unit, room.height * 0.14), room.height * LABEL) : 0;
    this.#title.element.hidden = !title;
    if (title) this.#title.show(title, { width: room.width, height: high }, { most: high, lines: 1 });
    const sentences = texts.map((/** @type {string} */ text) => filled(text, event?.board, words.language, now) ?? "").filter(Boolean);
    const rest = { width: room.width, height: room.height - high * 1.2 };
    this.#type.show(sentences.map((/** @type {string} */ one) => `• ${one}`), rest, { most: sizeOf(this.#content, Math.min(rest.height, 12 * unit), unit) });
    return null;
  }
}

/** @type {Record<string, () => Layout>} */
const LISTS = {
  seats: () => new SeatsLayout(), waiting: () => new WaitingLayout(), moves: lists.moves, eliminations: lists.eliminations,
  free: lists.free, payouts: lists.payouts, results: lists.results, bounty_leaderboard: lists.bounties,
  chip_leaders: lists.chips, season_ranking: lists.season, structure: () => new StructureLayout(), map: () => new MapLayout(),
  cash_lists: () => new CashListsLayout(),
};

/** A list that displays have as a layout, in a smaller room. @implements {Shown} */
class List {
  #list;
  #name;
  #room = "";

  /** @param {Content} content */
  constructor(content) {
    this.#name = content.list;
    this.#list = /** @type {() => Layout} */ (LISTS[content.list])();
    this.element = el("div.house-list", { "data-list": content.list }, this.#list.element);
  }

  /** @param {Given} given */
  empty({ event, words, now }) {
    if (this.#name === "cash_lists") return false;
    return !event || Boolean(this.#list.empty?.(event.board, words, now, event.boards));
  }

  /** @param {Given} given  @param {Room} room */
  draw({ event, boards, words, now }, { width, height }) {
    const key = `${Math.round(width)} ${Math.round(height)}`;
    if (key !== this.#room && this.element.isConnected) {
      this.#room = key;
      this.#list.resize?.();
    }
    return this.#list.draw(/** @type {any} */ (event?.board), words, now, event?.boards ?? boards);
  }
}

/** @implements {Shown} */
class Chart {
  #chart;
  #bar = el("div.house-bar");
  #key = "";

  /** @param {Content} content */
  constructor({ chart }) {
    this.#chart = chart;
    this.element = el("div.house-chart", { "data-chart": chart, "aria-hidden": "true" }, this.#bar);
  }

  /** @param {Given} given */
  empty({ event }) {
    return !event || event.states.includes("over");
  }

  /** @param {Given} given */
  draw({ event }) {
    if (!event) return null;
    const { board, view, read } = event;
    const part = this.#chart === "level" ? view.progress : board.field.entries ? board.field.left / board.field.entries : 0;
    this.#bar.style.setProperty("--part", part.toFixed(4));
    if (this.#chart !== "structure") return null;
    const key = JSON.stringify([board.structure, read.position, Math.round(view.progress * 50)]);
    if (key === this.#key) return null;
    this.#key = key;
    this.#bar.replaceChildren(...board.levels.map((row, at) => {
      const block = el("i", { "data-row": row.kind, "data-at": at < read.position ? "past" : at === read.position ? "now" : "next" });
      block.style.setProperty("--long", String(row.duration));
      if (at === read.position) block.style.setProperty("--part", view.progress.toFixed(2));
      return block;
    }));
    return null;
  }
}

/** A picture, with a text before it if there is one. @implements {Shown} */
class Picture {
  #image = /** @type {HTMLImageElement} */ (el("img", { alt: "", hidden: "" }));
  #type = new Type();
  #content;
  #of;
  #wide = 0;

  /** @param {Content} content  @param {(given: Given) => [address: string, text: string]} of */
  constructor(content, of) {
    this.#content = content;
    this.#of = of;
    this.element = holder("picture", content);
    this.element.append(this.#type.element, this.#image);
    this.#image.onload = () => {
      this.#image.hidden = false;
      this.#wide = this.#image.naturalWidth / Math.max(1, this.#image.naturalHeight);
    };
  }

  /** @param {Given} given */
  empty(given) {
    return this.#of(given).every((one) => one === "");
  }

  /** @param {Given} given  @param {Room} room */
  draw(given, { width, height }) {
    const [address, text] = this.#of(given);
    const image = this.#image;
    if ((image.getAttribute("src") ?? "") !== address) {
      image.hidden = true;
      if (address) image.src = address;
      else image.removeAttribute("src");
    }
    this.#type.element.hidden = !text;
    if (!text) return null;
    const wide = address ? Math.min(width * 0.45, height * (this.#wide || 2)) : 0;
    image.style.setProperty("--most", `${wide}px`);
    this.#type.show(text, { width: width - wide - (address ? given.unit * 2 : 0), height }, { most: sizeOf(this.#content, height * 0.8, given.unit) });
    return null;
  }
}

/** @implements {Shown} */
class Chips {
  #key = "";

  /** @param {Content} content */
  constructor(content) {
    this.element = holder("chips", content);
  }

  /** @param {Given} given */
  empty({ event }) {
    return !event?.view.chips.length;
  }

  /** @param {Given} given  @param {Room} room */
  draw({ event, words }, { width, height }) {
    const chips = [...(event?.view.chips ?? [])].sort((a, b) => a.value - b.value).slice(-8);
    const key = JSON.stringify([chips, words.language, width, height]);
    if (key === this.#key || !chips.length) return null;
    this.#key = key;
    const texts = chips.map(({ value }) => number(value, words.language));
    // In sizes of the type: the disc, a gap, the value, and the space to the next one.
    const wide = 1.5 + Math.max(...texts.map((text) => lineWidth(text, 1)));
    const sizes = chips.map((_chip, at) => {
      const columns = at + 1;
      const rows = Math.ceil(chips.length / columns);
      return { columns, size: Math.min(height / rows / 1.04, width / columns / wide) };
    });
    const best = sizes.reduce((one, other) => (other.size > one.size ? other : one));
    this.element.style.setProperty("--type", `${best.size.toFixed(1)}px`);
    this.element.style.setProperty("--columns", String(best.columns));
    this.element.replaceChildren(...chips.map((chip, at) => {
      const value = el("b");
      setText(value, texts[at] ?? "");
      return el("span.house-chip", {}, disc(chip, words.language, false), value);
    }));
    return null;
  }
}
