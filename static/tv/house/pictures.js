/** Contents that are drawn: charts, pictures, chips. */

import { disc } from "../../shared/ui/chips.js";
import { el, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { holder, sizeOf } from "./content_base.js";
import { lineWidth, Type } from "./type.js";

/** @import { Content, Given, Shown } from "./content_base.js" */
/** @import { Room } from "./type.js" */

/** @implements {Shown} */
export class Chart {
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
export class Picture {
  #image = /** @type {HTMLImageElement} */ (el("img", { alt: "", hidden: "" }));
  #type = new Type();
  #content;
  #of;
  #wide = 0;
  #redraw = () => {};

  /** @param {Content} content  @param {(given: Given) => [address: string, text: string]} of */
  constructor(content, of) {
    this.#content = content;
    this.#of = of;
    this.element = holder("picture", content);
    this.element.append(this.#type.element, this.#image);
    this.#image.onload = () => {
      this.#image.hidden = false;
      this.#wide = this.#image.naturalWidth / Math.max(1, this.#image.naturalHeight);
      // The text gets the space that the picture leaves.
      this.#redraw();
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
    this.#redraw = () => this.draw(given, { width, height });
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
export class Chips {
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
    // In multiples of the type size: the disc, a gap, the value, and the space to the next one.
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
