/** Contents made of type: the figures of an event, texts, a ticker, rules. */

import { flag } from "../../shared/ui/dom.js";
import { filled } from "../placeholders.js";
import { calledLine } from "../layouts/entry.js";
import { handForHandLine } from "../layouts/hand_for_hand.js";
import { movesLine } from "../layouts/moves_line.js";
import { raceLine } from "../layouts/race.js";
import { holder, LEAST, sizeOf } from "./content_base.js";
import { fieldOf, isLoud, OFFERS } from "./event.js";
import { FILLED, fitted, heightOf, isFigures, lineWidth, Type } from "./type.js";

/** @import { Content, Given, Shown } from "./content_base.js" */
/** @import { Room } from "./type.js" */

/** Part of a cell's height that a label takes usually, and at most; its largest type size relative to the value's. */
const USUAL = 0.32;
const LABEL = 0.5;
const OF_VALUE = 0.7;
/** A longer label is placed above its value. */
const BESIDE = 0.45;
/** It is placed beside the value only if this makes the value so much larger, or if the value would be small. */
const BETTER = 1.25;
/** Texts take turns, this long each (ms). */
const TURN = 10_000;

/**
 * @typedef {object} Labelled
 * @property {boolean} beside whether the label stands beside its value, not above it
 * @property {number} size of its type (px)  @property {number} value height of its value (px)
 * @property {Room} space of the value  @property {Room} rest the label's own
 */
/**
 * @typedef {object} Row what the labels of a row have in common
 * @property {boolean} above whether all stand above their values  @property {number} size of their type (px)
 * @property {number} value height of the highest value (px)
 */

/** @implements {Shown} */
export class Field {
  #label = new Type();
  #value = new Type();
  #content;
  #high = "auto";

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

  /** Whether the label is the name of the event: if there are several events, an offer names its own. @param {Pick<Given, "several">} given */
  #isNamed({ several }) {
    return several && OFFERS.has(this.#content.field);
  }

  /** @param {Given} given */
  empty(given) {
    return this.#figure(given).value === "";
  }

  /** The room of its texts: on a background, they keep a distance from the edges. @param {Given} given  @param {Room} room */
  #inside(given, { width, height }) {
    const loud = this.#isLoud(given);
    return { width: loud || this.#content.field === "band" ? width - 2 * given.unit : width, height };
  }

  /** @param {Given} given */
  #isLoud({ event, words, now }) {
    return this.#content.field === "headline" && event !== null && isLoud(event, words, now);
  }

  /**
   * Measure the label: its place, the most it takes, and the height of its value. Null without a label.
   * @param {Given} given  @param {Room} cell  @param {boolean} above whether it must stand above its value
   * @returns {Labelled|null}
   */
  labelled(given, cell, above = false) {
    const { label, value } = this.#figure(given);
    if (this.#content.label === false || label === "") return null;
    const room = this.#inside(given, cell);
    const least = LEAST * given.unit;
    const high = Math.min(Math.max(least, room.height * USUAL), room.height * LABEL);
    const under = { width: room.width, height: room.height - high * 1.08 };
    const gap = 0.5 * least;
    const used = lineWidth(label, high) + gap;
    const next = { width: room.width - used, height: room.height };
    // Put the label where it leaves more room for the value.
    const below = this.#fits(value, under, given);
    const better = below.size < least * BETTER ? 1 : BETTER;
    const beside = !above && used < room.width * BESIDE && !this.#isNamed(given) && this.#fits(value, next, given).size > better * below.size;
    // It takes what the value leaves, up to half of its size.
    const { size, width, height } = beside ? this.#fits(value, next, given) : below;
    const rest = beside ? { width: Math.max(used, room.width - width) - gap, height: room.height } : { width: room.width, height: Math.min(Math.max(high, (room.height - height) / 1.08), room.height * LABEL) };
    const [most] = fitted([label], rest, { most: Math.max(high, Math.min(OF_VALUE * size, rest.height)), lines: 1 });
    return { beside, size: most?.size ?? 0, value: height, space: beside ? next : under, rest };
  }

  /** @param {Given} given  @param {Room} cell  @param {Row|null} row the row it stands in */
  draw(given, cell, row = null) {
    const { label, value } = this.#figure(given);
    const { event } = given;
    flag(this.element, "state", event?.states.join(" ") ?? null);
    flag(this.element, "loud", this.#isLoud(given));
    const own = this.labelled(given, cell, row?.above);
    flag(this.element, "beside", own?.beside ?? false);
    this.#label.element.hidden = !own;
    // Values of one row have one height, so that their labels are level.
    const high = row?.above && own ? `${row.value.toFixed(2)}px` : "auto";
    if (high !== this.#high) this.#value.element.style.setProperty("--high", high);
    this.#high = high;
    if (own) this.#label.show(label, own.rest, { most: row?.size ?? own.size, lines: 1 });
    const space = own?.space ?? this.#inside(given, cell);
    this.#value.show(value, space, this.#limits(value, space, given));
    return event?.wait ?? null;
  }

  /** @param {string} value  @param {Room} room  @param {Given} given */
  #limits(value, room, { unit }) {
    return { most: sizeOf(this.#content, room.height / 0.78, unit), lines: /\d$/.test(value) && !/\s\/ /.test(value) ? 1 : 3 };
  }

  /** The type of the value in a room, and what it takes of that. @param {string} value  @param {Room} room  @param {Given} given */
  #fits(value, room, given) {
    const [{ size, lines } = { size: 0, lines: [] }] = fitted([value.replace(/\d/g, "0")], room, this.#limits(value, room, given));
    return { size, width: lines.length > 1 ? room.width : lineWidth(value, size) / FILLED, height: size * heightOf(lines.length, isFigures(value)) };
  }
}

/** @implements {Shown} */
export class Text {
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
export class Ticker {
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
    // While the clock is paused, the times of breaks are not known.
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
export class Rules {
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
