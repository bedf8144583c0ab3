/** The till's column: the sale, its payments, and the change. */

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { readJson } from "../shared/feed/request.js";
import { byId } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";
import { readAmount, readChips } from "../shared/ui/money.js";
import { Fields, faultPlace, inputOf, textOf } from "./fields.js";
import { face, keyButton } from "./keys.js";
import { itemLines, otherEvents, paymentRow } from "./sale_view.js";
import { cardShare, paymentsOf, priceOf, restOf, sharedUntil, unseenId } from "./state.js";
import { TeamPartner } from "./team_partner.js";
import { lookUp, voucherNumber } from "./vouchers.js";
import { amountText } from "./words.js";

/** @import { PaymentInput } from "../../docs/reference/commands" */
/** @import { OtherEvent, Person, Refusal } from "../../docs/reference/desk" */
/** @import { RegistrationBoard } from "../../docs/reference/boards" */
/** @import { Desk } from "./desk.js" */
/** @import { Fault } from "./fields.js" */
/** @import { Sale } from "./state.js" */

export class Till {
  #desk;
  /** @type {Sale|null} */ #sale = null;
  /** What the column shows without a sale. @type {() => unknown} */
  #instead = () => nothing;
  /** Other events of the same payment. @type {OtherEvent[]} */
  #offered = [];
  /** Number of voucher look-ups in progress: until then the open amount is unknown. */
  #looking = 0;
  #fields;
  /** Why the sale was refused. @type {Fault|null} */
  #fault = null;
  /** The text of the payment field, and whether it was focused by a digit typed in the search. */
  #text = "";
  #steered = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#fields = new Fields(desk.draw);
    this.partner = new TeamPartner(desk, this.#fields);
  }

  /** The current sale, or null. */
  get sale() {
    return this.#sale;
  }

  /** Whether a voucher or ticket is still being looked up. */
  get looking() {
    return this.#looking > 0;
  }

  /** Clear the sale. @param {() => unknown} instead template of what is shown in its place */
  clear(instead = () => nothing) {
    this.#sale = null;
    this.#instead = instead;
    this.#desk.draw();
  }

  /** Start a sale. @param {Pick<Sale, "kind"|"what"|"person"|"event"|"board"|"membership">} sale */
  begin(sale) {
    const { booking, team_with: known } = sale.event;
    // A team that has waited together registers together.
    const partner = sale.kind === "enter" && !known && booking?.partner && booking.state !== "lapsed" ? { player: booking.partner, name: booking.with_partner, idSeen: false } : null;
    const made = { ...sale, times: 1, payments: [], announced: false, others: [], partner };
    this.#sale = made;
    this.#text = "";
    this.#steered = false;
    this.#fault = null;
    this.#offered = [];
    this.#fields.clear();
    this.partner.clear();
    this.#desk.draw();
    document.getElementById("desk-stack")?.focus();
    // A team that re-enters stays together: its partner is known.
    if (sale.kind === "enter" && sale.board.partner_until === "entry" && !sale.event.entries.length) this.partner.focus();
    if (sale.kind !== "enter") return;
    readJson(`/staff/desk/person/${sale.person.player}/events/`, { query: { t: sale.event.tournament } }).then(({ events }) => {
      if (this.#sale !== made) return;
      this.#offered = events;
      this.#desk.draw();
    }, () => {});
  }

  /** Show above the button why the sale was refused. @param {string} text  @param {string} rule */
  tell(text, rule = "") {
    this.#fault = { text, rule };
    this.#desk.draw();
  }

  /** Clear the refusal of the sale. */
  forgive() {
    this.#fault = null;
  }

  /** Update person or prices; input and payments stay. @param {Person} person  @param {RegistrationBoard} board */
  renew(person, board) {
    if (this.#sale && person.event) Object.assign(this.#sale, { person, event: person.event, board });
  }

  /** Why the sale waits for the check of an ID, or null. @returns {Refusal|null} */
  get unseenId() {
    return this.#sale?.kind === "enter" ? unseenId(this.#sale.event, this.#desk.idSeen) : null;
  }

  /** Whether a field of the sale has the focus. */
  get typing() {
    return ["desk-given", "desk-stack", "desk-partner"].includes(document.activeElement?.id ?? "");
  }

  /** The text of the payment field. */
  get typed() {
    return this.#text.trim();
  }

  /** Whether the amount was typed where a card may be scanned: it must be seen once before it counts as cash. */
  get steered() {
    return this.#steered && Boolean(this.typed);
  }

  /** Use a digit typed during a sale as cash handed over: it replaces the text of the payment field. */
  steer() {
    this.#steered = true;
    inputOf("desk-given").focus();
    inputOf("desk-given").select();
  }

  /** Accept redirected input as cash, or show the name of the card's holder. @param {string|null} holder */
  settle(holder) {
    this.#steered = false;
    if (holder !== null) this.#wrong("desk.given_is_card", { number: this.typed, name: holder });
  }

  /** Change the quantity: 1, 2 and 1 again if two may be bought at once. */
  again() {
    const sale = this.#sold();
    sale.times = this.#extra()?.two && sale.times === 1 ? 2 : 1;
    this.#desk.draw();
  }

  /**
   * Return how it is paid; null if invalid, with the error shown at its field.
   * @returns {{payments: PaymentInput[], stack: number|null}|null}
   */
  paid() {
    const sale = this.#sold();
    const total = priceOf(sale);
    const stack = this.#stack();
    if (stack === undefined) return null;
    const given = this.#given();
    if (given === undefined) return this.#wrong("desk.no_amount");
    if (given !== null && given < restOf(total, sale.payments)) return this.#wrong("desk.too_little");
    return { payments: paymentsOf(total, sale.payments, given), stack };
  }

  /** The column. */
  template() {
    return this.#sale ? keyed(this.#sale, this.#template(this.#sale)) : this.#instead();
  }

  /** @returns {Sale} */
  #sold() {
    if (!this.#sale) throw new Error("Nothing is being sold.");
    return this.#sale;
  }

  /** The rebuy or add-on as sold to this person. */
  #extra() {
    const { event, kind } = this.#sold();
    return event.extras[kind];
  }

  /** Show an error at the payment field. @param {string} key  @param {Record<string, string>} values */
  #wrong(key, values = {}) {
    return this.#fields.fault("desk-given", this.#desk.words.say(key, values));
  }

  /** Reject a voucher: keys held meanwhile would complete the sale without it. @param {string} text */
  #unpaid(text) {
    this.#desk.keys.forget();
    this.#fields.fault("desk-given", text);
  }

  /** Return the counted stack; null if none is required, undefined if invalid. */
  #stack() {
    const most = this.#extra()?.stack_most ?? null;
    if (most === null) return null;
    const { words } = this.#desk;
    const text = textOf("desk-stack");
    const stack = readChips(text);
    if (stack !== null && stack <= most) return stack;
    const key = !text ? "desk.count_stack" : stack === null ? "desk.no_chips" : "desk.stack_too_big";
    this.#fields.fault("desk-stack", words.say(key, { count: number(most, words.language) }));
    return undefined;
  }

  /** Return the cash handed over in minor units; null for the exact amount, undefined if invalid. */
  #given() {
    return this.typed ? readAmount(this.typed, this.#sold().event.places) ?? undefined : null;
  }

  /** @param {Sale} sale */
  #template(sale) {
    const { words } = this.#desk;
    const { event, payments, person, what } = sale;
    const total = priceOf(sale);
    const rest = restOf(total, payments);
    const given = this.#given();
    const back = given ? given - rest : 0;
    // Letters are no amount, but no error either while a voucher number is being typed.
    const change = given === undefined ? (/^[vt][0-9a-z\s\-–_]*$/i.test(this.typed) ? "" : words.say("desk.no_amount"))
      : back ? words.say(back > 0 ? "desk.change" : "desk.missing", { amount: amountText(Math.abs(back), event, words) }) : "";
    const how = rest > 0 ? words.say("desk.sell_cash", { amount: amountText(rest, event, words) }) : words.say("desk.sell_paid");
    return html`
      <header class="desk-sale"><h2>${what}</h2><p class="desk-cut" title=${person.name}>${person.name}</p></header>
      <section class="desk-sold" aria-label=${words.say("desk.what_is_sold")}>
        ${itemLines(sale, words, { chips: this.#extra()?.chips ?? 0, total })}${this.#terms(sale)}
        <p class="desk-sum"><span>${words.say("desk.total")}</span><strong class="desk-total figures">${amountText(total, event, words)}</strong></p>
      </section>
      <section class="desk-pay" aria-labelledby="desk-pay-title">
        <h3 id="desk-pay-title">${words.say("desk.payment")}</h3>
        <ul class="desk-paid">${payments.map((one) => paymentRow(one, event, words, () => this.#remove(one)))}</ul>
        ${this.#fields.field("desk-given", words.say("desk.given"), {
          mode: "decimal", max: 24, key: html` <kbd aria-hidden="true">Alt G</kbd>`, input: () => this.#typing(), keydown: (press) => this.#backspace(press),
          // Ticked events appear among the items above; the payment field stays visible.
          focus: () => document.querySelector(".desk-others")?.removeAttribute("open"),
        })}
        <p class=${given === undefined || back < 0 ? "desk-change figures is-short" : "desk-change figures"} role="status">${change}</p>
        ${this.#methods(sale, given === undefined ? 0 : cardShare(rest, given))}
      </section>
      <div class="desk-foot">${faultPlace(this.#fault)}${this.#idFirst()}${keyButton(what, this.#desk.adding ? "" : "Enter", () => this.#desk.counter.sell(), { look: this.unseenId ? "btn-block" : "btn-primary btn-large btn-block", hint: how })}</div>
      ${keyButton(words.say("desk.type_given"), "g", () => byId("desk-given").focus(), { look: "visually-hidden", tab: "-1" })}`;
  }

  /** The next step where an ID is to be checked first: the button of the person's column, above that of the sale. */
  #idFirst() {
    const { actions, find, words } = this.#desk;
    if (!this.unseenId) return nothing;
    const press = () => {
      actions.run("id_seen");
      find.focus();
    };
    return html`<button class="btn btn-primary btn-block" type="button" id="desk-id-first" @click=${press}><span
      class="desk-label">${words.say("desk.id_seen")}<small>${words.say("desk.id_first")}</small></span><kbd aria-hidden="true">${face("i")}</kbd></button>`;
  }

  /** Options of the item: two at once, the counted stack, whether it was announced; other events. @param {Sale} sale */
  #terms(sale) {
    const { words } = this.#desk;
    const extra = this.#extra();
    if (!extra) return [this.partner.view(sale), this.#offered.length ? otherEvents(this.#offered, sale, words, this.#ticked) : nothing];
    const announce = () => {
      sale.announced = !sale.announced;
      this.#desk.draw();
    };
    const stack = extra.stack_most === null ? nothing
      : this.#fields.field("desk-stack", words.say("desk.stack", { count: number(extra.stack_most, words.language) }), { mode: "numeric", max: 16 });
    return html`${stack}<div class="desk-terms">
      ${extra.two ? keyButton(words.say("desk.two"), sale.kind === "rebuy" ? "b" : "a", () => this.again(), { pressed: sale.times === 2 }) : nothing}
      ${extra.binds ? keyButton(words.say("desk.announced"), "z", announce, { pressed: sale.announced, hint: words.say("desk.announced_how", { rule: extra.binds }) }) : nothing}</div>`;
  }

  /** @param {Sale} sale  @param {number} byCard what the card would pay */
  #methods({ event, kind }, byCard) {
    const { words } = this.#desk;
    return html`<div class="desk-methods" role="group" aria-label=${words.say("desk.methods")}>
      ${keyButton(words.say("desk.pay_card"), "k", () => this.#card(), { hint: byCard ? amountText(byCard, event, words) : "" })}
      ${keyButton(words.say("desk.pay_voucher"), "v", () => this.#byVoucher("voucher"))}
      ${kind === "enter" ? keyButton(words.say("desk.pay_ticket"), "t", () => this.#byVoucher("ticket")) : nothing}
      ${kind === "enter" && event.memberships.length > 1 ? keyButton(words.say("desk.membership"), "m", () => this.#nextMembership()) : nothing}</div>`;
  }

  /** Other events were chosen: without one for teams, no partner is sold to. */
  #ticked = () => {
    const sale = this.#sold();
    if (!sharedUntil(sale)) sale.partner = null;
    this.#desk.draw();
  };

  #typing() {
    this.#text = inputOf("desk-given").value;
    this.#desk.draw();
  }

  /** @param {PaymentInput} payment */
  #remove(payment) {
    const { payments } = this.#sold();
    payments.splice(payments.indexOf(payment), 1);
    this.#desk.draw();
    byId("desk-given").focus();
  }

  /** Backspace in the empty field removes the last payment. @param {KeyboardEvent} event */
  #backspace(event) {
    if (event.key !== "Backspace" || this.#text || !this.#sale?.payments.length) return;
    this.#sale.payments.pop();
    this.#desk.draw();
  }

  /** Pay by card: input is cash and the card pays the rest, or everything if nothing remains or nothing is typed. */
  #card() {
    const sale = this.#sold();
    const rest = restOf(priceOf(sale), sale.payments);
    const cash = this.#given();
    if (cash === undefined || rest <= 0) return this.#wrong(rest <= 0 ? "desk.paid_already" : "desk.no_amount");
    const amount = cardShare(rest, cash);
    this.#pay({ method: "card", amount }, amount < rest ? this.typed : "");
    // Enter on the clicked button would repeat the card payment instead of completing the sale.
    if (document.activeElement?.matches("[data-key=k]")) byId("desk-given").focus();
    return null;
  }

  /**
   * Add a voucher or ticket by the number in the field; an empty field means the person's ticket. Enter
   * follows separately.
   * @param {"voucher"|"ticket"} method
   */
  #byVoucher(method) {
    const number = this.typed || (method === "ticket" ? this.#sold().event.tickets[0]?.number ?? "" : "");
    return number ? this.#desk.keys.hold(this.pay(number, [method])) : this.#unpaid(this.#desk.words.say("desk.type_number"));
  }

  /**
   * Pay with a voucher or ticket.
   * @param {string} typed its number, as typed or scanned  @param {string[]} methods that are meant
   * @returns {Promise<void>} settled when it was added or its error shown
   */
  async pay(typed, methods = ["voucher", "ticket"]) {
    const sale = this.#sold();
    const { words } = this.#desk;
    const { board, event, kind, payments } = sale;
    if (payments.some((one) => one.number && one.number === voucherNumber(typed))) return this.#unpaid(words.say("desk.voucher_twice"));
    if (restOf(priceOf(sale), payments) <= 0) return this.#unpaid(words.say("desk.paid_already"));
    this.#looking += 1;
    const found = await lookUp(typed, event.tournament).finally(() => (this.#looking -= 1));
    if (this.#sale !== sale) return undefined;
    if (!found) return this.#unpaid(words.say("desk.voucher_unchecked", { number: typed }));
    if (!found.good) return this.#unpaid(found.why);
    const { currency, method, number: its, value } = found;
    const fits = method !== "" && methods.includes(method) && (kind === "enter" || method === "voucher") && currency === event.currency;
    if (!fits) return this.#unpaid(words.say("desk.voucher_bad", { number: typed }));
    const rest = restOf(priceOf(sale), payments);
    return this.#pay({ method, amount: Math.min(rest, method === "ticket" ? Math.min(board.price, value) : value), number: its });
  }

  /** @param {PaymentInput} payment  @param {string} left text of the field afterwards: the cash handed over */
  #pay(payment, left = "") {
    this.#sold().payments.push(payment);
    this.#text = inputOf("desk-given").value = left;
    this.#fields.clear("desk-given");
    this.#desk.draw();
  }

  #nextMembership() {
    const sale = this.#sold();
    const offered = sale.event.memberships;
    sale.membership = offered[(offered.indexOf(sale.membership) + 1) % offered.length];
    this.#desk.draw();
  }
}
