/**
 * Type that fills a box: as large as its width and height allow, on as many lines as that takes.
 *
 * Widths are measured once per word (digits have one width, so "12:34" and "12:35" are the same) and kept; what is drawn on
 * each second causes no layout. Sizes are numbers of pixels of a box whose size is known.
 */

import { el, setText } from "../../shared/ui/dom.js";

/** @typedef {{width: number, height: number}} Room in px */
/** @typedef {{size: number, lines: number[]}} Fitted type size (px), and how many words each line has */

/** Height of the capitals in the size of the type. */
export const CAPITALS = 0.655;
/** Height of a line: of figures alone, of a single line, of several. */
const FIGURES = 0.78;
const SINGLE = 0.98;
const SEVERAL = 1.04;
/** Part of the width that lines fill, so that none is cut. */
export const FILLED = 0.985;
const PROBE = 100;
const STEPS = 14;

/** @type {Map<string, number>} */
const widths = new Map();
/** @type {HTMLElement|null} */
let probe = null;

/** Widths of a typeface that has loaded since replace those of the one that stood in for it. */
export function forgetWidths() {
  widths.clear();
}

/** Return the width of a word in the size of its type. @param {string} word */
function widthOf(word) {
  const key = word.replace(/\d/g, "0");
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (!probe?.isConnected) {
    probe = el("span.house-probe", { "aria-hidden": "true" });
    document.body.append(probe);
  }
  probe.textContent = key;
  const found = probe.getBoundingClientRect().width / PROBE;
  widths.set(key, found);
  return found;
}

/** Return the width of a line in px. @param {string} text  @param {number} size of its type */
export function lineWidth(text, size) {
  const words = wordsIn(text);
  return size * words.reduce((sum, word) => sum + widthOf(word), Math.max(0, words.length - 1) * widthOf("\u00a0"));
}

/** @param {string} text */
const wordsIn = (text) => text.split(" ").filter(Boolean);

/** @param {string} text */
export const isFigures = (text) => /^[\d:.,'’\u00a0/ –%-]+$/.test(text);

/**
 * Lay words out on lines of at most `width`, in the size of the type.
 * @param {string[]} words  @param {number} width  @returns {number[]|null} words of each line; null if one does not fit
 */
function wrapped(words, width) {
  const gap = widthOf("\u00a0");
  const lines = [];
  let [count, used] = [0, 0];
  for (const word of words) {
    const wide = widthOf(word);
    if (wide > width) return null;
    if (count && used + gap + wide > width) {
      lines.push(count);
      [count, used] = [0, 0];
    }
    used += wide + (count ? gap : 0);
    count += 1;
  }
  return [...lines, count];
}

/** Return the height of lines in the size of the type. @param {number} lines  @param {boolean} figures */
export function heightOf(lines, figures) {
  return lines === 1 ? (figures ? FIGURES : SINGLE) : lines * SEVERAL;
}

/**
 * Return the largest type in which paragraphs fit a box.
 * @param {string[]} paragraphs  @param {Room} room  @param {{most?: number, lines?: number}} limits size in px; lines of all
 *   paragraphs together
 * @returns {Fitted[]} one for each paragraph, all of one size
 */
export function fitted(paragraphs, { width, height }, { most = Infinity, lines = 40 } = {}) {
  if (width <= 0 || height <= 0) return paragraphs.map(() => ({ size: 0, lines: [] }));
  const all = paragraphs.map(wordsIn);
  const figures = paragraphs.length === 1 && isFigures(paragraphs[0] ?? "");
  let [low, high] = [0, Math.min(most, height / FIGURES)];
  /** @type {number[][]} */
  let found = all.map((words) => [words.length]);
  for (let step = 0; step < STEPS && high > 0; step += 1) {
    const size = step ? (low + high) / 2 : high;
    const laid = all.map((words) => wrapped(words, (width * FILLED) / size));
    const sum = laid.reduce((total, one) => total + (one?.length ?? Infinity), 0);
    if (sum <= lines && heightOf(sum, figures) * size <= height) {
      low = size;
      found = laid.map((one) => one ?? []);
      if (!step) break;
    } else high = size;
  }
  return found.map((one) => ({ size: low, lines: one }));
}

/** A text in a box. It is fitted again when its length, its words or the box have changed. */
export class Type {
  element = el("div.house-type");
  #key = "";
  /** @type {Fitted[]} */
  #fitted = [];
  #shown = "";

  /**
   * @param {string|string[]} text  @param {Room} room  @param {{most?: number, lines?: number}} limits
   * @returns {number} the size of the type in px
   */
  show(text, room, limits = {}) {
    const paragraphs = Array.isArray(text) ? text : [text];
    const key = JSON.stringify([paragraphs.map((one) => one.replace(/\d/g, "0")), room, limits]);
    if (key !== this.#key) {
      this.#key = key;
      this.#fitted = fitted(paragraphs, room, limits);
      this.#build(isFigures(paragraphs.join("")));
      this.#shown = "";
    }
    const size = this.#fitted[0]?.size ?? 0;
    const shown = paragraphs.join("\n");
    if (shown === this.#shown) return size;
    this.#shown = shown;
    const lines = paragraphs.flatMap((one, at) => {
      const words = wordsIn(one);
      return (this.#fitted[at]?.lines ?? []).map((count) => words.splice(0, count).join(" "));
    });
    // A space at the end of a line, which is not drawn, keeps words apart for those who do not see the lines.
    lines.forEach((line, at) => setText(/** @type {Element} */ (this.element.children[at]), at < lines.length - 1 ? `${line} ` : line));
    return size;
  }

  /** @param {boolean} figures */
  #build(figures) {
    const lines = this.#fitted.flatMap((one) => one.lines.map((_count, at) => el(at ? "span" : "span.first")));
    this.element.replaceChildren(...lines);
    this.element.style.setProperty("font-size", `${(this.#fitted[0]?.size ?? 0).toFixed(2)}px`);
    this.element.style.setProperty("line-height", String(lines.length > 1 ? SEVERAL : figures ? FIGURES : SINGLE));
  }
}
