/** The breaking order, changed by dragging and by buttons. */

import { el } from "../shared/ui/dom.js";

/** Number of rows shown before "show all". */
const FIRST = 8;

export class Order {
  #place;
  #page;
  #numbers = [];
  #all = false;
  #held = null;
  #next = null;
  #drawn = null;

  /** @param {HTMLElement} place the list  @param {object} page see TablePanel */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    place.addEventListener("pointerdown", (event) => this.#begin(event));
    place.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, (event) => this.#end(event));
  }

  show(numbers) {
    if (this.#held) {
      this.#next = numbers;
      return;
    }
    // An unchanged order leaves the rows in place: a finger may be about to press one.
    if (this.#drawn === `${this.#all} ${numbers}`) return;
    this.#numbers = [...numbers];
    this.#draw();
  }

  #draw() {
    this.#drawn = `${this.#all} ${this.#numbers}`;
    const { words } = this.#page;
    const focused = this.#place.contains(document.activeElement) ? [document.activeElement.closest("li")?.dataset.number, document.activeElement.dataset.by] : null;
    const shown = this.#all ? this.#numbers : this.#numbers.slice(0, FIRST);
    const rows = shown.map((number, at) => this.#row(number, at));
    const rest = this.#numbers.length - shown.length;
    if (rest > 0) {
      const more = el("button.btn.btn-block", { type: "button" }, words.say("floor.all_tables", { count: this.#numbers.length }));
      more.addEventListener("click", () => ((this.#all = true), this.#draw()));
      rows.push(el("li", {}, more));
    }
    if (!this.#numbers.length) rows.push(el("li.muted", {}, words.say("floor.no_order")));
    this.#place.replaceChildren(...rows);
    if (focused) this.#place.querySelector(`li[data-number="${focused[0]}"] [data-by="${focused[1]}"]`)?.focus();
  }

  #row(number, at) {
    const { words } = this.#page;
    const step = (by, sign, key) => {
      const button = el("button.btn.btn-icon", { type: "button", "data-by": String(by), "aria-label": words.say(key, { number }) }, sign);
      button.disabled = at + by < 0 || at + by >= this.#numbers.length;
      button.addEventListener("click", () => this.#move(number, at + by));
      return button;
    };
    return el("li.order-row", { "data-number": String(number) },
      el("span.order-handle", { "aria-hidden": "true" }, "≡"),
      el("span.order-name.figures", {}, `${at + 1}. ${words.say("floor.table", { number })}`),
      step(-1, "▲", "floor.earlier"), step(1, "▼", "floor.later"));
  }

  #move(number, to) {
    const numbers = this.#numbers.filter((one) => one !== number);
    numbers.splice(to, 0, number);
    this.#numbers = numbers;
    this.#draw();
    this.#send();
  }

  #send() {
    this.#page.presses.send("break.order", { numbers: this.#numbers }, this.#page.words.say("floor.order"));
  }

  #begin(event) {
    const row = event.target.closest(".order-handle")?.closest(".order-row");
    if (!row || !event.isPrimary) return;
    event.preventDefault();
    this.#place.setPointerCapture(event.pointerId);
    this.#held = { id: event.pointerId, row, before: this.#numbers.join() };
    row.dataset.held = "";
  }

  #drag(event) {
    if (this.#held?.id !== event.pointerId) return;
    const { row } = this.#held;
    const rows = [...this.#place.querySelectorAll(".order-row")];
    const over = rows.find((one) => one !== row && event.clientY < one.getBoundingClientRect().bottom && event.clientY > one.getBoundingClientRect().top);
    if (!over) return;
    const { top, height } = over.getBoundingClientRect();
    const below = rows.indexOf(over) > rows.indexOf(row);
    // Only past the middle, otherwise rows would swap endlessly.
    if (below && event.clientY > top + height / 2) over.after(row);
    if (!below && event.clientY < top + height / 2) over.before(row);
  }

  #end(event) {
    if (this.#held?.id !== event.pointerId) return;
    const { row, before } = this.#held;
    delete row.dataset.held;
    this.#held = null;
    const shown = [...this.#place.querySelectorAll(".order-row")].map((one) => Number(one.dataset.number));
    const next = this.#next;
    this.#next = null;
    const numbers = [...shown, ...this.#numbers.slice(shown.length)];
    if (event.type === "pointercancel" || numbers.join() === before) {
      this.#drawn = null;
      this.show(next ?? this.#numbers);
      return;
    }
    this.#numbers = numbers;
    this.#draw();
    this.#send();
  }
}
