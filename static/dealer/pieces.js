/** Stacks counted by the number of chips of each value, as an alternative to typing a figure. */

import { html, nothing } from "lit-html";
import { number, typedChips } from "../shared/ui/format.js";
import { stackText } from "./stack_rows.js";

/** @import { Stack } from "./stack_rows.js" */
/** @import { Tablet } from "./tablet.js" */

export class Pieces {
  #tablet;
  /** Whether stacks are counted by value. */
  on = false;
  /** What was typed, by seat and value. @type {Map<number, Map<number, string>>} */
  #typed = new Map();

  /** @param {Tablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
  }

  /** The button that changes between both ways. @param {number[]} values */
  toggle(values) {
    if (!values.length) return nothing;
    const change = () => {
      this.on = !this.on;
      this.#tablet.update();
    };
    return html`<button class="btn btn-block" type="button" data-act="by-value" aria-pressed=${this.on} @click=${change}>${this.#tablet.words.say(this.on ? "stacks.by_figure" : "stacks.by_value")}</button>`;
  }

  /**
   * Fields for the chips of each value; their sum is typed for the seat.
   * @param {Map<number, string>} stacks what is typed, by seat  @param {Stack} stack  @param {number[]} values
   */
  fields(stacks, stack, values) {
    const { seat } = stack;
    const { words } = this.#tablet;
    const own = this.#typed.get(seat) ?? new Map();
    /** @param {number} value */
    const field = (value) => {
      const shown = number(value, words.language);
      const input = (/** @type {Event} */ { target }) => {
        own.set(value, /** @type {HTMLInputElement} */ (target).value);
        this.#typed.set(seat, own);
        const sum = this.of(seat).reduce((chips, piece) => chips + piece.value * piece.count, 0);
        stacks.set(seat, sum ? String(sum) : "");
        this.#tablet.update();
      };
      return html`<label class="dealer-piece"><span class="figures">${shown} ×</span><input class="num" inputmode="numeric" maxlength="4" data-act="piece-${seat}-${value}" aria-label=${words.say("stacks.pieces_of", { seat, value: shown })} .value=${own.get(value) ?? ""} @input=${input}></label>`;
    };
    const sum = typedChips(stackText(stacks, stack));
    return html`<div class="dealer-pieces">${values.map(field)}<output class="figures">${sum ? number(sum, words.language) : ""}</output></div>`;
  }

  /** The pieces of a seat. @param {number} seat */
  of(seat) {
    if (!this.on) return [];
    return [...(this.#typed.get(seat) ?? [])].flatMap(([value, text]) => {
      const count = typedChips(text);
      return count ? [{ value, count }] : [];
    });
  }

  /** A stack for the command: with its pieces, if these are what was typed. @param {number} seat  @param {number} chips */
  stack(seat, chips) {
    const pieces = this.of(seat);
    const sum = pieces.reduce((all, piece) => all + piece.value * piece.count, 0);
    return sum === chips ? { seat, chips, pieces } : { seat, chips };
  }

  /** Forget what was typed, of one seat or of all. @param {number} [seat] */
  clear(seat) {
    if (seat === undefined) this.#typed.clear();
    else this.#typed.delete(seat);
  }
}
