/**
 * Money of the desk: integers of minor units, formatted and parsed by language. The same as
 * web/shared/money.py.
 */

import { decimalMark, habit, number } from "./format.js";

/** Where the currency stands: "tight" is €20, but CHF 20. @type {Record<string, string> & { en: string }} */
const CURRENCY = { ch: "before", at: "before", de: "after", fr: "after", it: "after", en: "tight" };

/**
 * Format minor units without currency: 1,250.00 (en), 1.250,00 (de, it), 1 250,00 (fr), 1'250.00 (de-ch).
 * @param {number} amount in minor units  @param {number} places decimals of the currency  @param {string} language
 */
export function money(amount, places, language) {
  const unit = 10 ** places;
  const whole = number(Math.trunc(Math.abs(amount) / unit), language);
  const rest = places ? decimalMark(language) + String(Math.abs(amount) % unit).padStart(places, "0") : "";
  return (amount < 0 ? "−" : "") + whole + rest;
}

/** Other currencies are written with their code. @type {Record<string, string>} */
const SYMBOLS = { EUR: "€", USD: "$", GBP: "£" };

/**
 * Format minor units without currency, decimals only if there are any: 1,250 or 12.50.
 * @param {number} amount in minor units  @param {number} places decimals of the currency  @param {string} language
 */
export function shortMoney(amount, places, language) {
  const unit = 10 ** places;
  return amount % unit === 0 ? money(amount / unit, 0, language) : money(amount, places, language);
}

/**
 * Format an amount with its currency, decimals only if there are any: €1,250 or CHF 1,250 (en), 1.250 € (de, it), 1 250 € (fr),
 * € 1.250 (de-at), CHF 1'250 (de-ch).
 * @param {number} amount in minor units  @param {number} places  @param {string} currency  @param {string} language
 */
export function price(amount, places, currency, language) {
  const place = habit(CURRENCY, language);
  const symbol = SYMBOLS[currency] ?? currency;
  const figures = shortMoney(Math.abs(amount), places, language);
  const tight = place === "tight" && currency in SYMBOLS;
  const text = place === "after" ? `${figures}\u00a0${symbol}` : `${symbol}${tight ? "" : "\u00a0"}${figures}`;
  return (amount < 0 ? "−" : "") + text;
}

/**
 * Parse a typed amount: 200, 12.50, 12,5, 1'250.
 * @param {string} text  @param {number} places
 * @returns {number|null} minor units; null if invalid or ambiguous
 */
export function readAmount(text, places) {
  const found = /^(\d{1,3}(?:['’\s]\d{3}){1,3}|\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!found) return null;
  const rest = found[2] ?? "";
  if (rest.length > places) return null;
  return Number((found[1] ?? "").replace(/\D/g, "")) * 10 ** places + Number(rest.padEnd(places, "0") || 0);
}

/**
 * Parse a typed number of chips: 4500, 12'500, 12.500.
 * @param {string} text
 * @returns {number|null} null if invalid
 */
export function readChips(text) {
  const digits = text.trim().replace(/[\s.,'’]/g, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/** Return the number of decimals of a currency. @param {string} currency ISO 4217 */
export function placesOf(currency) {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount for a field, without groups: "1000", "12.50"; "" for none. @param {number|null} amount in minor units  @param {number} places */
export function plainMoney(amount, places) {
  return amount === null ? "" : (amount / 10 ** places).toFixed(amount % 10 ** places ? places : 0);
}
