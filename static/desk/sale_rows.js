/** Rows of the till's column: the items of a sale, and its payments. */

import { el } from "../shared/ui/dom.js";
import { money } from "../shared/ui/money.js";
import { number } from "../shared/ui/format.js";
import { amountText } from "./words.js";

const PARTS = ["pool", "fee", "staff", "bounty"];

/**
 * Return the items of a sale with chips and price; an entry with its price parts.
 * @param {object} sale as the till holds it
 * @param {import("../shared/ui/words.js").Words} words
 * @param {{chips: number, total: number}} extra chips of one rebuy or add-on, and the price of the sale
 * @returns {{text: string, value: number, part?: boolean}[]}
 */
export function itemLines(sale, words, { chips, total }) {
  const { event, board, kind, membership, times } = sale;
  const thing = (what, count) => words.say("desk.thing", { what, chips: words.say("desk.chips", { count: number(count, words.language) }) });
  if (kind !== "enter") {
    const what = words.say("desk.times", { what: words.say(`desk.kind_${kind}`), count: times });
    return [{ text: thing(what, chips * times), value: total }];
  }
  const lines = [{ text: thing(words.say(`desk.kind_${event.wants}`), event.stack), value: board.price }];
  const parts = PARTS.filter((name) => board.parts[name]);
  if (parts.length > 1) lines.push(...parts.map((name) => ({ text: words.say(`desk.part_${name}`), value: board.parts[name], part: true })));
  if (membership) lines.push({ text: words.say(`desk.dues_${membership}`), value: event.dues?.[membership] ?? 0 });
  for (const one of sale.others) lines.push({ text: one.name, value: one.price });
  return lines;
}

/**
 * Return a payment with its remove button.
 * @param {{method: string, amount: number, number?: string}} payment
 * @param {object} event  @param {import("../shared/ui/words.js").Words} words  @param {() => void} remove
 */
export function paymentRow(payment, event, words, remove) {
  const what = [words.say(`desk.method_${payment.method}`), payment.number].filter(Boolean).join(" ");
  const label = words.say("desk.take_payment_away", { what, amount: amountText(payment.amount, event, words) });
  const away = el("button.btn.btn-icon.btn-quiet", { type: "button", "aria-label": label, title: label }, "×");
  away.addEventListener("click", remove);
  return el("li", {}, el("span", {}, what), el("span.num", {}, money(payment.amount, event.places, words.language)), away);
}
