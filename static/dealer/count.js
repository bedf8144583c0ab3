/** The count of all stacks at the dealer's own table: a field for each stack, and their sum. */

import { html, nothing } from "lit-html";
import { number, typedChips } from "../shared/ui/format.js";
import { Pieces } from "./pieces.js";
import { panelHead, saveLabel, stackField, stackRows, stackText } from "./stack_rows.js";

/** @import { TableCountBoard } from "../../docs/reference/boards" */
/** @import { Tablet } from "./tablet.js" */

export class CountPanel {
  #tablet;
  /** @type {TableCountBoard|null} */
  #board = null;
  /** What was typed, by seat. @type {Map<number, string>} */
  #typed = new Map();
  /** The count that the dealer has put aside. @type {number|null} */
  #aside = null;

  #pieces;

  /** @param {Tablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
    this.#pieces = new Pieces(tablet);
  }

  /** Whether stacks of this table are to be counted now. */
  get on() {
    return this.#board !== null && this.#board.count !== this.#aside && this.#board.stacks.some(({ chips }) => chips === null);
  }

  /** @param {TableCountBoard|null} board */
  receive(board) {
    if (board?.count !== this.#board?.count) {
      this.#typed.clear();
      this.#pieces.clear();
    }
    this.#board = board;
    const seats = new Set(board?.stacks.filter(({ chips }) => chips === null).map(({ seat }) => seat));
    for (const seat of [...this.#typed.keys()]) if (!seats.has(seat)) {
      this.#typed.delete(seat);
      this.#pieces.clear(seat);
    }
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  #say(key, values) {
    return this.#tablet.words.say(`stacks.${key}`, values);
  }

  /** @param {number} value */
  #number(value) {
    return number(value, this.#tablet.words.language);
  }

  /** The button that opens the panel again. */
  get opener() {
    if (this.#board?.count !== this.#aside || !this.#board?.stacks.some(({ chips }) => chips === null)) return nothing;
    const back = () => {
      this.#aside = null;
      this.#tablet.update();
    };
    return html`<button class="btn btn-primary btn-large btn-block" type="button" data-act="count-here" @click=${back}>${this.#say("count_here")}</button>`;
  }

  /** @param {boolean} hidden */
  view(hidden) {
    const board = this.#board;
    return html`<section class="dealer-bags" id="count" aria-label=${this.#say("title")} aria-busy=${this.#tablet.holds("stacks")} ?hidden=${hidden}>${board ? this.#form(board) : nothing}</section>`;
  }

  /** @param {TableCountBoard} board */
  #form(board) {
    const sum = board.stacks.reduce((chips, one) => chips + (one.chips ?? typedChips(stackText(this.#typed, one)) ?? 0), 0);
    /** @param {SubmitEvent} event */
    const send = (event) => {
      event.preventDefault();
      this.#send(board, /** @type {HTMLFormElement} */ (event.currentTarget));
    };
    const aside = () => {
      this.#aside = board.count;
      this.#tablet.update();
    };
    return html`${panelHead(this.#tablet, this.#say("title"), aside)}
      <form autocomplete="off" novalidate @submit=${send}><p class="dealer-bags-how">${this.#say("how")}</p>${this.#pieces.toggle(board.values)}${stackRows(this.#tablet, board.stacks, (stack) => {
        const text = stackText(this.#typed, stack);
        if (stack.chips === null && this.#pieces.on) return this.#pieces.fields(this.#typed, stack, board.values);
        return stack.chips === null ? stackField(this.#tablet, this.#typed, stack, { wrong: text !== "" && !typedChips(text) }) : html`<span class="figures">${this.#number(stack.chips)}</span>`;
      })}
        <button class="btn btn-primary btn-huge btn-block" data-act="count">${saveLabel(this.#tablet, sum ? this.#number(sum) : "")}</button>
      </form>`;
  }

  /** @param {TableCountBoard} board  @param {HTMLFormElement} form */
  #send(board, form) {
    const missing = board.stacks.filter(({ chips }) => chips === null);
    const empty = missing.find((stack) => !typedChips(stackText(this.#typed, stack)));
    if (empty) {
      const field = form.querySelector(`[data-act^="${this.#pieces.on ? `piece-${empty.seat}-` : `stack-${empty.seat}`}"]`);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const stacks = missing.map((stack) => this.#pieces.stack(stack.seat, typedChips(stackText(this.#typed, stack)) ?? 0));
    this.#tablet.press("stacks.count_table", this.#say("save"), { number: board.number, stacks, seen: board.seen }, "stacks");
  }
}
