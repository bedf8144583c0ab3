/** Format and parse money on the deal page. */

import { money, price, readAmount } from "../shared/ui/money.js";
import { decimalMark, number } from "../shared/ui/format.js";

/** Keys that move within a column of fields, and by how many. @type {Record<string, number>} */
const STEPS = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

export class Figures {
  #language;
  currency = "";
  places = 2;

  /** @param {string} language */
  constructor(language) {
    this.#language = language;
  }

  /** Format an amount with its currency. @param {number} amount */
  price = (amount) => price(amount, this.places, this.currency, this.#language);

  /** Format an amount without currency, for columns. @param {number} amount */
  money = (amount) => money(amount, this.places, this.#language);

  /** Format a difference with its sign: +12.00, −3.50, ±0.00. @param {number} amount */
  difference = (amount) => (amount > 0 ? "+" : amount === 0 ? "±" : "") + money(amount, this.places, this.#language);

  /** Format a number of chips. @param {number} count */
  chips = (count) => number(count, this.#language);

  /** Format an amount for a field, without grouping, so that it parses to the same value. @param {number} amount */
  typed(amount) {
    const unit = 10 ** this.places;
    const rest = this.places ? decimalMark(this.#language) + String(amount % unit).padStart(this.places, "0") : "";
    return String(Math.trunc(amount / unit)) + rest;
  }

  /** @param {string} text  @returns {number|null} the typed amount; 0 if empty, null if invalid */
  read = (text) => (text.trim() === "" ? 0 : readAmount(text, this.places));
}

/** Select the text of a field that gets the focus. @param {FocusEvent} event */
export function selectText({ target }) {
  if (target instanceof HTMLInputElement) target.select();
}

/** In a column of fields, Enter and the arrow keys move to the next one. @param {HTMLElement} root  @param {AbortSignal} signal */
export function columnKeys(root, signal) {
  root.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const field = event.target;
    if (!step || !(field instanceof HTMLInputElement) || !field.dataset.column || event.ctrlKey || event.altKey || event.metaKey) return;
    const fields = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll(`input[data-column="${field.dataset.column}"]`)]);
    const next = fields[fields.indexOf(field) + step];
    event.preventDefault();
    next?.focus();
    next?.select();
  }, { signal });
}
