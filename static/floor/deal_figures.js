/** Format and parse money on the deal page. */

import { money, price, readAmount } from "../shared/ui/money.js";
import { number } from "../shared/ui/format.js";

const COMMA = new Set(["de", "de-de", "de-at"]);

export class Figures {
  #language;
  currency = "";
  places = 2;

  constructor(language) {
    this.#language = language;
  }

  /** Format an amount with its currency. */
  price = (amount) => price(amount, this.places, this.currency, this.#language);

  /** Format an amount without currency, for columns. */
  money = (amount) => money(amount, this.places, this.#language);

  /** Format a difference with its sign: +12.00, −3.50, ±0.00. */
  difference = (amount) => (amount > 0 ? "+" : amount === 0 ? "±" : "") + money(amount, this.places, this.#language);

  /** Format a number of chips. */
  chips = (count) => number(count, this.#language);

  /** Format an amount for a field, without grouping, so that it parses to the same value. */
  typed(amount) {
    const unit = 10 ** this.places;
    const rest = this.places ? (COMMA.has(this.#language.toLowerCase()) ? "," : ".") + String(amount % unit).padStart(this.places, "0") : "";
    return String(Math.trunc(amount / unit)) + rest;
  }

  /** @returns {number|null} the typed amount; 0 if empty, null if invalid */
  read = (text) => (text.trim() === "" ? 0 : readAmount(text, this.places));
}

/** In a column of fields, Enter and the arrow keys move to the next one. */
export function columnKeys(root) {
  root.addEventListener("keydown", (event) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const field = event.target.closest?.("input[data-column]");
    if (!step || !field || event.ctrlKey || event.altKey || event.metaKey) return;
    const fields = [...root.querySelectorAll(`input[data-column="${field.dataset.column}"]`)];
    const next = fields[fields.indexOf(field) + step];
    event.preventDefault();
    next?.focus();
    next?.select();
  });
}
