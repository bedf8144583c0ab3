/** The count of all stacks at the dealer's own table: a field for each stack, and their sum. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { number, typedChips } from "../shared/ui/format.js";
import { nameOf } from "./ring.js";

/** @import { StackToCount, TableCountBoard } from "../../docs/reference/boards" */
/** @import { Tablet } from "./tablet.js" */

export class CountPanel {
  #tablet;
  /** @type {TableCountBoard|null} */
  #board = null;
  /** What was typed, by seat. @type {Map<number, string>} */
  #typed = new Map();
  /** The count that the dealer has put aside. @type {number|null} */
  #aside = null;

  /** @param {Tablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
  }

  /** Whether stacks of this table are to be counted now. */
  get on() {
    return this.#board !== null && this.#board.count !== this.#aside && this.#board.stacks.some(({ chips }) => chips === null);
  }

  /** @param {TableCountBoard|null} board */
  receive(board) {
    if (board?.count !== this.#board?.count) this.#typed.clear();
    this.#board = board;
    const seats = new Set(board?.stacks.filter(({ chips }) => chips === null).map(({ seat }) => seat));
    for (const seat of [...this.#typed.keys()]) if (!seats.has(seat)) this.#typed.delete(seat);
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  #say(key, values) {
    return this.#tablet.words.say(`stacks.${key}`, values);
  }

  /** @param {number} value */
  #number(value) {
    return number(value, this.#tablet.words.language);
  }

  /** The text of a field: what was typed, or what the player has entered. @param {StackToCount} stack */
  #text({ seat, reported }) {
    return this.#typed.get(seat) ?? (reported === null ? "" : String(reported));
  }

  /** @param {boolean} hidden */
  view(hidden) {
    const board = this.#board;
    return html`<section class="dealer-race dealer-count-stacks" id="count" aria-labelledby="count-title" aria-busy=${this.#tablet.holds("stacks")} ?hidden=${hidden}>${board ? this.#form(board) : nothing}</section>`;
  }

  /** @param {TableCountBoard} board */
  #form(board) {
    const sum = board.stacks.reduce((chips, one) => chips + (one.chips ?? typedChips(this.#text(one)) ?? 0), 0);
    /** @param {SubmitEvent} event */
    const send = (event) => {
      event.preventDefault();
      this.#send(board, /** @type {HTMLFormElement} */ (event.currentTarget));
    };
    const aside = () => {
      this.#aside = board.count;
      this.#tablet.update();
    };
    return html`<header class="race-head"><h2 id="count-title">${this.#say("title")}</h2></header>
      <p class="race-how">${this.#say("how")}</p>
      <form autocomplete="off" novalidate @submit=${send}>
        <ul class="race-seats">${repeat(board.stacks, ({ seat }) => seat, (stack) => this.#row(stack))}</ul>
        <div class="race-acts"><button class="btn btn-primary btn-huge" data-act="count">${sum ? this.#say("save_sum", { chips: this.#number(sum) }) : this.#say("save")}</button>
          <button class="btn btn-quiet" type="button" data-act="count-later" @click=${aside}>${this.#say("later")}</button></div>
      </form>`;
  }

  /** @param {StackToCount} stack */
  #row(stack) {
    const { seat, chips, reported } = stack;
    const chair = this.#tablet.table?.chairs.find((one) => one.seat === seat);
    const text = this.#text(stack);
    const wrong = text !== "" && !typedChips(text);
    const input = (/** @type {Event} */ { target }) => {
      this.#typed.set(seat, /** @type {HTMLInputElement} */ (target).value);
      this.#tablet.update();
    };
    const field = html`<input class="race-stack num" inputmode="numeric" maxlength="16" aria-label=${this.#say("stack_of", { seat })} data-act="stack-${seat}" aria-invalid=${wrong}
      .value=${text} @input=${input}>${reported !== null && !this.#typed.has(seat) ? html`<small>${this.#say("by_player")}</small>` : nothing}`;
    return html`<li class="race-seat is-typed"><span class="race-who"><span class="figures">${this.#tablet.words.say("race.seat", { seat })}</span><strong>${chair ? nameOf(chair, this.#tablet.words) : ""}</strong></span>
      <span class="race-stack-field">${chips === null ? field : html`<strong class="figures">${this.#number(chips)}</strong>`}</span></li>`;
  }

  /** @param {TableCountBoard} board  @param {HTMLFormElement} form */
  #send(board, form) {
    const missing = board.stacks.filter(({ chips }) => chips === null);
    const empty = missing.find((stack) => !typedChips(this.#text(stack)));
    if (empty) {
      const field = form.querySelector(`[data-act="stack-${empty.seat}"]`);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const stacks = missing.map((stack) => ({ seat: stack.seat, chips: typedChips(this.#text(stack)) ?? 0 }));
    this.#tablet.press("stacks.count_table", this.#say("save"), { number: board.number, stacks, seen: board.seen }, "stacks");
  }
}
