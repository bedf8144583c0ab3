/** How the deal's page writes and reads money. */

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

  /** An amount with its currency. */
  price = (amount) => price(amount, this.places, this.currency, this.#language);

  /** An amount alone, for columns. */
  money = (amount) => money(amount, this.places, this.#language);

  /** A difference with its sign: +12.00, −3.50, ±0.00. */
  difference = (amount) => (amount > 0 ? "+" : amount === 0 ? "±" : "") + money(amount, this.places, this.#language);

  /** A count of chips. */
  chips = (count) => number(count, this.#language);

  /** An amount as it stands in a field: without groups, so that it is read as it was written. */
  typed(amount) {
    const unit = 10 ** this.places;
    const rest = this.places ? (COMMA.has(this.#language.toLowerCase()) ? "," : ".") + String(amount % unit).padStart(this.places, "0") : "";
    return String(Math.trunc(amount / unit)) + rest;
  }

  /** @returns {number|null} what was typed; nothing typed is 0, null is no amount */
  read = (text) => (text.trim() === "" ? 0 : readAmount(text, this.places));
}

/** In a column of fields Enter and the arrows go to the next one, as on a sheet. */
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
