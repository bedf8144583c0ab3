/** What was sold and is handed over after a command: large, in the till's column, until the next person is chosen. */

import { html, nothing } from "lit-html";
import { number } from "../shared/ui/format.js";
import { labelled } from "../shared/ui/punctuation.js";
import { keyButton } from "./keys.js";
import { itemText } from "./sale_view.js";
import { priceOf, sharedUntil } from "./state.js";
import { lookUp } from "./vouchers.js";
import { amountText, seatText } from "./words.js";

/** @import { Desk } from "./desk.js" */
/** @import { Sale } from "./state.js" */
/** @import { Currency } from "./words.js" */

/** A voucher or ticket to be handed over; its value is null until it is known. @typedef {{method: string, number: string, value: number|null}} Issued */
/**
 * The response of a command: its change, seat, chips, position on the waiting list, what is refunded (`money`), entries
 * of several events (`sales`), the name of a team, and what happened to a reservation.
 * @typedef {{change?: number, table?: number|null, seat?: number|null, chips?: number, position?: number, money?: {method: string, amount: number}[],
 *   sales?: {event: number, event_name: string, name: string, table: number|null, seat: number|null}[], issued?: Issued[], vouchers?: string[],
 *   booking?: ""|"restored"|"lost", name?: string}} Answered
 */

/**
 * Show the result of a command.
 * @param {Desk} desk  @param {string} name the player's name  @param {Currency} currency
 * @param {Answered} answer the response  @param {Sale|null} sale of the till
 */
export function showResult(desk, name, currency, answer, sale = null) {
  /** @type {Issued[]} */
  const issued = answer.issued ?? (answer.vouchers ?? []).map((number) => ({ method: "voucher", number, value: null }));
  desk.till.clear(() => result(desk, name, currency, answer, issued, sale));
  // The value of a new voucher comes from the server; its number is known at once.
  for (const voucher of issued.filter((one) => sale && one.value === null)) {
    lookUp(voucher.number, sale?.event.tournament ?? 0).then((found) => {
      voucher.value = found?.value ?? null;
      desk.draw();
    });
  }
}

/** @param {Desk} desk  @param {string} name  @param {Currency} currency  @param {Answered} answer  @param {Issued[]} issued  @param {Sale|null} sale */
function result({ prints, words }, name, currency, { change, table = null, seat = null, chips, position, money = [], sales = [], booking, name: team }, issued, sale) {
  /** @param {number} amount */
  const sum = (amount) => amountText(amount, currency, words);
  /** @type {Map<string, number>} */ const methods = new Map();
  for (const { method, amount } of money) methods.set(method, (methods.get(method) ?? 0) + amount);
  const large = [
    change && words.say("desk.change", { amount: sum(change) }),
    ...[...methods].map(([method, amount]) => words.say("desk.give_back", { amount: sum(amount), method: words.say(`desk.method_${method}`) })),
    table && seatText({ table, seat }, words),
    chips && words.say("desk.chips", { count: number(chips, words.language) }),
    position && words.say("desk.on_list_at", { position: number(position, words.language) }),
  ].filter(Boolean);
  // An entry before the draw has no seat yet.
  const seatless = sale?.kind === "enter" && !table && !sales.some((one) => one.table);
  // A team whose second player is named later.
  const alone = sale?.kind === "enter" && sharedUntil(sale) && !sale.partner && !sale.event.team_with;
  return html`<div class="desk-result figures" role="status">
    <span class="desk-cut" title=${team ?? name}>${team ?? name}</span>
    ${sale ? html`<span class="desk-result-sold">${words.say("desk.sold_for", { what: itemText(sale, words), amount: sum(priceOf(sale)) })}</span>` : nothing}
    ${large.map((text) => html`<strong>${text}</strong>`)}
    ${sales.map((one) => html`<strong>${one.table ? labelled(one.event_name, seatText(one, words), words.language) : one.event_name}</strong>${one.name === (team ?? name) ? nothing : html`<span>${one.name}</span>`}`)}
    ${alone ? html`<strong>${words.say("desk.partner_missing")}</strong>` : nothing}
    ${seatless ? html`<span>${words.say("desk.seat_at_draw")}</span>` : nothing}
    ${booking ? html`<span>${words.say(`desk.booking_${booking}`)}</span>` : nothing}
    ${issued.map((one) => html`<p class="desk-slip"><span>${words.say(`desk.hand_over_${one.method}`)}</span>${one.value === null ? nothing : html`<strong>${sum(one.value)}</strong>`}<code>${one.number}</code></p>`)}
    ${issued.length ? keyButton(words.say("desk.print_vouchers"), "v", () => prints.vouchers(issued.map((one) => one.number)), { look: "btn-block" }) : nothing}</div>`;
}
