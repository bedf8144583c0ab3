/** Vouchers and tickets at the desk: number format, and look-up. */

import { readJson } from "../shared/feed/request.js";

/** @import { VoucherAtEvent } from "../../docs/reference/desk" */

/** Format of desk/rules/vouchers.py: 13 characters, the first of which is the kind. The server checks the last one. */
const NUMBER = /^[VT][1-9A-HJKMNP-TV-X]{12}$/;

/**
 * Return the number in typed or scanned text, or null. Scanners may replace the dash by their keyboard
 * layout.
 * @param {string} text
 */
export function voucherNumber(text) {
  const number = text.replace(/[\s\-–ß_?']/g, "").toUpperCase();
  return NUMBER.test(number) ? number : null;
}

/**
 * Look up a voucher or ticket and its validity in an event.
 * @param {string} number  @param {number} event
 * @returns {Promise<VoucherAtEvent|null>} null without a response
 */
export const lookUp = (number, event) => readJson("/staff/desk/voucher/", { query: { number, t: event } }).then(({ voucher }) => voucher, () => null);
