/**
 * Money of the desk: integers of minor units, formatted and parsed by language. The same as
 * web/shared/money.py.
 */

import { number } from "./format.js";

const COMMA = new Set(["de", "de-de", "de-at"]);
const decimalMark = (language) => (COMMA.has(String(language).toLowerCase()) ? "," : ".");

/**
 * Format minor units without currency: 1,250.00 (en), 1.250,00 (de, de-at), 1'250.00 (de-ch).
 * @param {number} amount in minor units  @param {number} places decimals of the currency
 */
export function money(amount, places, language) {
  const unit = 10 ** places;
  const whole = number(Math.trunc(Math.abs(amount) / unit), language);
  const rest = places ? decimalMark(language) + String(Math.abs(amount) % unit).padStart(places, "0") : "";
  return (amount < 0 ? "−" : "") + whole + rest;
}

/** Format an amount with its currency: "CHF 1'250.00". */
export function price(amount, places, currency, language) {
  return `${currency}\u00a0${money(amount, places, language)}`;
}

/**
 * Parse a typed amount: 200, 12.50, 12,5, 1'250.
 * @returns {number|null} minor units; null if invalid or ambiguous
 */
export function readAmount(text, places) {
  const found = /^(\d{1,3}(?:['’ ]\d{3}){1,3}|\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!found) return null;
  const rest = found[2] ?? "";
  if (rest.length > places) return null;
  return Number(found[1].replace(/\D/g, "")) * 10 ** places + Number(rest.padEnd(places, "0") || 0);
}

/**
 * Parse a typed number of chips: 4500, 12'500, 12.500.
 * @returns {number|null} null if invalid
 */
export function readChips(text) {
  const digits = text.trim().replace(/[\s.,'’]/g, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}
