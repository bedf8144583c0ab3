/** The breaking order, changed by dragging and by buttons. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { View } from "../shared/ui/view.js";

/** @import { Floor } from "./floor.js" */

/** Number of rows shown before "show all". */
const FIRST = 8;

export class BreakOrder {
  #place;
  #page;
  #view;
  /** @type {number[]} */
  #numbers = [];
  #all = false;
  /** The row under the finger, and the order before. @type {{id: number, number: number, before: string}|null} */
  #held = null;
  /** The board's order. @type {number[]} */
  #board = [];

  /** @param {HTMLElement} place the list  @param {Floor} page */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    this.#view = new View(place, () => this.#template());
    place.addEventListener("pointerdown", (event) => this.#begin(event));
    place.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) place.addEventListener(name, (event) => this.#end(event));
  }

  /** @param {number[]} numbers of the board */
  show(numbers) {
    this.#board = numbers;
    if (!this.#held) this.#set(numbers);
  }

  /** @param {number[]} numbers */
  #set(numbers) {
    this.#numbers = numbers;
    this.#view.updateNow();
  }

  #template() {
    const page = this.#page;
    const shown = this.#all ? this.#numbers : this.#numbers.slice(0, FIRST);
    const showAll = () => {
      this.#all = true;
      this.#view.updateNow();
    };
    /** @param {number} number  @param {number} to  @param {string} sign  @param {string} key */
    const step = (number, to, sign, key) => html`<button class="btn btn-icon" type="button" aria-label=${page.say(key, { number })}
      ?disabled=${to < 0 || to >= this.#numbers.length} @click=${() => this.#send(this.#moved(number, to))}>${sign}</button>`;
    return html`${repeat(shown, (number) => number, (number, at) => html`<li class="order-row" data-number=${number} ?data-held=${this.#held?.number === number}>
        <span class="order-handle" aria-hidden="true">≡</span><span class="order-name figures">${at + 1}. ${page.say("table", { number })}</span>
        ${step(number, at - 1, "▲", "earlier")}${step(number, at + 1, "▼", "later")}</li>`)}
      ${this.#numbers.length ? nothing : html`<li class="muted">${page.say("no_order")}</li>`}
      ${shown.length < this.#numbers.length ? html`<li><button class="btn btn-block" type="button" @click=${showAll}>${page.say("all_tables", { count: this.#numbers.length })}</button></li>` : nothing}`;
  }

  /** Return the order with a table elsewhere. @param {number} number  @param {number} to */
  #moved(number, to) {
    return this.#numbers.filter((one) => one !== number).toSpliced(to, 0, number);
  }

  /** @param {number[]} numbers */
  #send(numbers) {
    this.#set(numbers);
    this.#page.presses.send("break.order", { numbers }, this.#page.say("order"));
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const row = /** @type {Element} */ (event.target).closest(".order-handle")?.closest(".order-row");
    if (!(row instanceof HTMLElement) || !event.isPrimary) return;
    event.preventDefault();
    this.#place.setPointerCapture(event.pointerId);
    this.#held = { id: event.pointerId, number: Number(row.dataset.number), before: this.#numbers.join() };
    this.#view.updateNow();
  }

  /** @param {PointerEvent} event */
  #drag({ pointerId, clientY }) {
    if (this.#held?.id !== pointerId) return;
    const { number } = this.#held;
    const rows = /** @type {HTMLElement[]} */ ([...this.#place.querySelectorAll(".order-row")]);
    const from = rows.findIndex(({ dataset }) => Number(dataset.number) === number);
    const to = rows.findIndex((row, at) => at !== from && clientY > row.getBoundingClientRect().top && clientY < row.getBoundingClientRect().bottom);
    if (to === -1) return;
    const { top, height } = rows[to].getBoundingClientRect();
    // Only past the middle, otherwise rows would swap endlessly.
    if (to > from ? clientY > top + height / 2 : clientY < top + height / 2) this.#set(this.#moved(number, to));
  }

  /** @param {PointerEvent} event */
  #end({ pointerId, type }) {
    if (this.#held?.id !== pointerId) return;
    const { before } = this.#held;
    this.#held = null;
    if (type === "pointercancel" || this.#numbers.join() === before) this.#set(this.#board);
    else this.#send(this.#numbers);
  }
}
