/** Texts that name receipts. */

import { html } from "lit-html";
import { aroundReceipts } from "../shared/ui/receipt_number.js";

/** A text whose receipt numbers stay on one line. @param {string} text */
export const unbroken = (text) => aroundReceipts(text).map((part, i) => (i % 2 ? html`<span class="nowrap">${part}</span>` : part));
