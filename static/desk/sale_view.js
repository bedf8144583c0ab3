/** Rows of the till's column: the items of a sale, other events of the same payment, and its payments. */

import { html, nothing } from "lit-html";
import { number, timestampText } from "../shared/ui/format.js";
import { amountText } from "./words.js";

/** @import { PaymentInput } from "../../docs/reference/commands" */
/** @import { OtherEvent } from "../../docs/reference/desk" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Sale } from "./state.js" */
/** @import { Currency } from "./words.js" */

const PARTS = /** @type {const} */ (["pool", "fee", "staff", "bounty"]);

/** Name what is sold, without its price. @param {Sale} sale  @param {Words} words */
export const itemText = ({ event, kind, times }, words) => kind === "enter" ? words.say(`desk.kind_${event.wants}`)
  : words.say("desk.times", { what: words.say(`desk.kind_${kind}`), count: times });

/**
 * The items of a sale with chips and price; an entry with its price parts.
 * @param {Sale} sale  @param {Words} words
 * @param {{chips: number, total: number}} extra chips of one rebuy or add-on, and the price of the sale
 */
export function itemLines(sale, words, { chips, total }) {
  const { event, board, kind, membership, times } = sale;
  /** @param {string} text  @param {number} value  @param {boolean} part */
  const line = (text, value, part = false) => html`<dt class=${part ? "is-part" : nothing}>${text}</dt><dd class=${part ? "num is-part" : "num"}>${amountText(value, event, words)}</dd>`;
  /** @param {number} count */
  const thing = (count) => words.say("desk.thing", { what: itemText(sale, words), chips: words.say("desk.chips", { count: number(count, words.language) }) });
  const parts = PARTS.filter((name) => board.parts[name]);
  return html`<dl class="desk-lines">${kind !== "enter" ? line(thing(chips * times), total) : [
    line(thing(event.stack), board.price),
    ...(parts.length > 1 ? parts.map((name) => line(words.say(`desk.part_${name}`), board.parts[name], true)) : []),
    membership ? line(words.say(`desk.dues_${membership}`), event.dues?.[membership] ?? 0) : nothing,
    ...sale.others.map((one) => line(one.name, one.price)),
  ]}</dl>`;
}

/**
 * Check boxes for other events paid together with the selected one.
 * @param {OtherEvent[]} events  @param {Sale} sale its `others` are the ticked ones  @param {Words} words
 * @param {() => void} changed called after every change
 */
export function otherEvents(events, sale, words, changed) {
  /** @param {OtherEvent} one */
  const toggle = (one) => {
    sale.others = events.filter((other) => sale.others.includes(other) !== (other === one));
    changed();
  };
  return html`<details class="desk-others"><summary>${words.say("desk.other_events")}</summary>
    <div class="desk-other-list" role="group" aria-label=${words.say("desk.other_events")}>${events.map((one) => html`
      <label class="check"><input type="checkbox" .checked=${sale.others.includes(one)} @change=${() => toggle(one)}><span>${one.name} <small
        class="muted figures">${[one.starts_at === null ? "" : timestampText(one.starts_at, Date.now(), words.language), amountText(one.price, sale.event, words), one.partner_until && words.say("desk.for_teams")].filter(Boolean).join(" · ")}</small></span></label>`)}
    </div></details>`;
}

/** A payment with its remove button. @param {PaymentInput} payment  @param {Currency} event  @param {Words} words  @param {() => void} remove */
export function paymentRow(payment, event, words, remove) {
  const what = [words.say(`desk.method_${payment.method}`), payment.number].filter(Boolean).join(" ");
  const label = words.say("desk.take_payment_away", { what, amount: amountText(payment.amount, event, words) });
  return html`<li><span>${what}</span><span class="num">${amountText(payment.amount, event, words)}</span><button
    class="btn btn-icon btn-quiet" type="button" aria-label=${label} title=${label} @click=${remove}>×</button></li>`;
}
