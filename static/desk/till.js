/** The till's column: the sale, its payments, and the change. */

import { el, setText } from "../shared/ui/dom.js";
import { clearFault, Fault, faultAt } from "./fault.js";
import { keyed } from "./keys.js";
import { otherEvents } from "./other_events.js";
import { money, readAmount, readChips } from "../shared/ui/money.js";
import { itemLines, paymentRow } from "./sale_rows.js";
import { paperNumber } from "./vouchers.js";
import { cardShare, paymentsOf, priceOf, restOf } from "./state.js";
import { amountText } from "./words.js";
import { number } from "../shared/ui/format.js";

export class Till {
  #place = document.getElementById("desk-till");
  #words;
  #sell;
  #paper;
  #hold;
  #forget;
  #others;
  #sale = null;
  /** Number of voucher look-ups in progress: until then the open amount is unknown. */
  #looking = 0;
  #parts = {};
  #fault = new Fault();
  /** Whether the payment field was focused by a digit typed in the search. */
  #steered = false;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {{sell: () => void, paper: (number: string) => Promise<object|null>, others: (player: number, event: number) => Promise<object[]>, hold: (promise: Promise<any>) => Promise<any>,
   *          forget: () => void}} ways `sell` runs the sale, `paper` looks up a voucher or ticket, `others` the other
   *   events of the same payment; keys pressed until a promise is settled are held, or dropped if something has to be
   *   read first
   */
  constructor(words, { sell, paper, others, hold, forget }) {
    this.#others = others;
    this.#hold = hold;
    this.#forget = forget;
    this.#words = words;
    this.#sell = sell;
    this.#paper = paper;
  }

  /** The current sale, or null. */
  get sale() {
    return this.#sale;
  }

  /** Whether a voucher or ticket is still being looked up. */
  get looking() {
    return this.#looking > 0;
  }

  /** Clear the sale. @param {...Node} instead shown in its place */
  clear(...instead) {
    this.#sale = null;
    this.#place.replaceChildren(...instead);
  }

  /**
   * Start a sale.
   * @param {{kind: "enter"|"rebuy"|"add_on", what: string, person: object, event: object, board: object,
   *          membership: string|null}} sale `what`: label of the sale
   */
  begin(sale) {
    this.#sale = { times: 1, payments: [], announced: false, others: [], ...sale };
    this.#steered = false;
    this.#fault.clear();
    this.#build();
  }

  /** Show above the button why the sale was refused. */
  tell(text, rule = "") {
    this.#fault.tell(text, rule);
  }

  /** Clear the refusal of the sale. */
  forgive() {
    this.#fault.clear();
  }

  /** Update person or prices; input and payments stay. */
  renew(person, board) {
    if (!this.#sale) return;
    Object.assign(this.#sale, { person, event: person.event, board });
    this.#update();
  }

  /** Whether the amount field has the focus. */
  get typing() {
    return document.activeElement === this.#parts.given || document.activeElement === this.#parts.stack;
  }

  /** The text of the payment field. */
  get typed() {
    return this.#sale ? this.#parts.given.value.trim() : "";
  }

  /**
   * Whether the amount was typed where a card may be scanned: it must be seen once before it counts as cash.
   */
  get steered() {
    return this.#steered && Boolean(this.typed);
  }

  /** Use a digit typed during a sale as cash handed over: it replaces the text of the payment field. */
  steer() {
    this.#steered = true;
    this.#parts.given.focus();
    this.#parts.given.select();
  }

  /** Accept redirected input as cash, or show the name of the card's holder. @param {string|null} holder */
  settle(holder) {
    this.#steered = false;
    if (holder !== null) this.#wrong("desk.given_is_card", { number: this.typed, name: holder });
  }

  /** Change the quantity: 1, 2 and 1 again if two may be bought at once. */
  again() {
    this.#sale.times = this.#extra()?.two && this.#sale.times === 1 ? 2 : 1;
    this.#update();
  }

  /** The rebuy or add-on as sold to this person. */
  #extra() {
    return this.#sale.event.extras[this.#sale.kind] ?? null;
  }

  /**
   * Return the arguments of the sale; null if invalid, with the error shown at its field.
   * @returns {{payments: object[], times: number, membership: string|null, stack: number|null, announced: boolean}|null}
   */
  arguments() {
    const { payments, times, membership, announced } = this.#sale;
    const total = this.#total();
    const stack = this.#stack();
    if (stack === undefined) return null;
    const given = this.#given();
    if (given === undefined) return this.#wrong("desk.no_amount");
    const rest = restOf(total, payments);
    if (given !== null && given < rest) return this.#wrong("desk.too_little");
    return { payments: paymentsOf(total, payments, given), times, membership, stack, announced };
  }

  /** Return the error of the payment field. */
  #wrong(key, values = {}) {
    faultAt(this.#parts.given, this.#words.say(key, values));
    return null;
  }

  /** Reject a voucher: keys held meanwhile would complete the sale without it. */
  #unpaid(key, values = {}) {
    return this.#refuse(this.#words.say(key, values));
  }

  #refuse(text) {
    this.#forget();
    faultAt(this.#parts.given, text);
    return null;
  }

  /** Return the counted stack; null if none is required, undefined if invalid. */
  #stack() {
    const input = this.#parts.stack;
    if (!input) return null;
    const words = this.#words;
    const most = number(this.#extra()?.stack_most ?? 0, words.language);
    const stack = readChips(input.value);
    if (stack !== null && stack <= (this.#extra()?.stack_most ?? stack)) return stack;
    const key = !input.value.trim() ? "desk.count_stack" : stack === null ? "desk.no_chips" : "desk.stack_too_big";
    faultAt(input, words.say(key, { count: most }));
    return undefined;
  }

  #total() {
    return priceOf(this.#sale, this.#sale.event, this.#sale.board) + this.#sale.others.reduce((sum, one) => sum + one.price, 0);
  }

  /** Return the cash handed over in minor units; null for the exact amount, undefined if invalid. */
  #given() {
    const text = this.#parts.given.value.trim();
    if (!text) return null;
    return readAmount(text, this.#sale.event.places) ?? undefined;
  }

  #build() {
    const words = this.#words;
    const { event, what, person } = this.#sale;
    const part = (name) => (this.#parts[name] = el(name));
    this.#parts = {};
    this.#parts.lines = el("dl.desk-lines");
    this.#parts.total = el("strong.desk-total.figures");
    this.#parts.paid = el("ul.desk-paid");
    this.#parts.change = el("p.desk-change.figures", { role: "status" });
    this.#parts.sell = part("div");
    this.#parts.given = el("input.num", { id: "desk-given", inputmode: "decimal", autocomplete: "off", maxlength: "24" });
    this.#parts.given.addEventListener("input", () => this.#update());
    // Ticked events appear among the items above; the payment field stays visible.
    this.#parts.given.addEventListener("focus", () => this.#place.querySelector(".desk-others")?.removeAttribute("open"));
    this.#parts.given.addEventListener("keydown", (press) => this.#backspace(press));
    this.#place.replaceChildren(
      el("header.desk-sale", {}, el("h2", {}, what), el("p.desk-cut", { title: person.name }, person.name)),
      el("section.desk-sold", { "aria-label": words.say("desk.what_is_sold") },
        this.#parts.lines, ...this.#terms(),
        el("p.desk-sum", {}, el("span", {}, words.say("desk.total")), this.#parts.total)),
      el("section.desk-pay", { "aria-labelledby": "desk-pay-title" },
        el("h3", { id: "desk-pay-title" }, words.say("desk.payment")),
        this.#parts.paid,
        el("div.field.desk-given", {},
          el("label", { for: "desk-given" }, words.say("desk.given"), " ", el("kbd", { "aria-hidden": "true" }, "Alt G")),
          this.#parts.given),
        this.#parts.change,
        this.#methods()),
      el("div.desk-foot", {}, this.#fault.root, this.#parts.sell),
    );
    const focus = keyed(words.say("desk.type_given"), "g", () => this.#parts.given.focus(), { look: ".visually-hidden" });
    focus.tabIndex = -1;
    this.#place.append(focus);
    this.#update();
    this.#parts.stack?.focus();
  }

  /** Options of the item: two at once, the counted stack, whether it was announced. */
  #terms() {
    const words = this.#words;
    const extra = this.#extra();
    if (!extra) return this.#sale.kind === "enter" ? [this.#otherEvents()] : [];
    const terms = [];
    if (extra.stack_most !== null) {
      this.#parts.stack = el("input.num", { id: "desk-stack", inputmode: "numeric", autocomplete: "off", maxlength: "16" });
      const label = words.say("desk.stack", { count: number(extra.stack_most, words.language) });
      terms.push(el("div.field", {}, el("label", { for: "desk-stack" }, label), this.#parts.stack));
    }
    const buttons = [];
    if (extra.two) {
      const key = this.#sale.kind === "rebuy" ? "b" : "a";
      buttons.push(this.#parts.two = keyed(words.say("desk.two"), key, () => this.again()));
    }
    if (extra.binds) {
      buttons.push(this.#parts.announced = keyed(words.say("desk.announced"), "z", () => this.#announce(), { hint: words.say("desk.announced_how", { rule: extra.binds }) }));
    }
    if (buttons.length) terms.push(el("div.desk-terms", {}, ...buttons));
    return terms;
  }

  /** Other events that can be paid at the same time; empty if there are none. */
  #otherEvents() {
    const sale = this.#sale;
    const place = el("details.desk-others", { hidden: "" });
    this.#others(sale.person.player, sale.event.tournament).then((events) => {
      if (this.#sale !== sale || !events.length) return;
      place.append(otherEvents(events, sale, this.#words, () => this.#update()));
      place.prepend(el("summary", {}, this.#words.say("desk.other_events")));
      place.hidden = false;
    });
    return place;
  }

  /** Toggle whether the rebuy was announced before the hand. */
  #announce() {
    this.#sale.announced = !this.#sale.announced;
    this.#update();
  }

  #methods() {
    const words = this.#words;
    this.#parts.card = keyed(words.say("desk.pay_card"), "k", () => this.#card(), { hint: " " });
    const buttons = [
      this.#parts.card,
      keyed(words.say("desk.pay_voucher"), "v", () => this.#byPaper("voucher")),
    ];
    if (this.#sale.kind === "enter") buttons.push(keyed(words.say("desk.pay_ticket"), "t", () => this.#byPaper("ticket")));
    if (this.#sale.event.memberships.length > 1 && this.#sale.kind === "enter") buttons.push(keyed(words.say("desk.membership"), "m", () => this.#nextMembership()));
    return el("div.desk-methods", { role: "group", "aria-label": words.say("desk.methods") }, ...buttons);
  }

  #update() {
    const { event, payments, announced, times } = this.#sale;
    const words = this.#words;
    const total = this.#total();
    const amount = (value) => money(value, event.places, words.language);
    this.#parts.lines.replaceChildren(...itemLines(this.#sale, words, { chips: this.#extra()?.chips ?? 0, total }).flatMap(({ text, value, part }) => {
      const look = part ? ".is-part" : "";
      return [el(`dt${look}`, {}, text), el(`dd.num${look}`, {}, amount(value))];
    }));
    this.#parts.two?.setAttribute("aria-pressed", String(times === 2));
    this.#parts.announced?.setAttribute("aria-pressed", String(announced));
    setText(this.#parts.total, amountText(total, event, words));
    this.#parts.paid.replaceChildren(...payments.map((one) => paymentRow(one, event, words, () => this.#remove(one))));
    const rest = restOf(total, payments);
    const given = this.#given();
    const back = given ? given - rest : 0;
    setText(this.#parts.change, given === undefined ? (this.#maybePaper() ? "" : words.say("desk.no_amount"))
      : back > 0 ? words.say("desk.change", { amount: amountText(back, event, words) })
        : back < 0 ? words.say("desk.missing", { amount: amountText(-back, event, words) }) : "");
    this.#parts.change.classList.toggle("is-short", given === undefined || back < 0);
    const how = rest > 0 ? words.say("desk.sell_cash", { amount: amountText(rest, event, words) }) : words.say("desk.sell_paid");
    const byCard = given === undefined ? 0 : cardShare(rest, given);
    setText(this.#parts.card.querySelector("small"), byCard ? amountText(byCard, event, words) : "");
    this.#parts.sell.replaceChildren(keyed(this.#sale.what, "Enter", () => this.#sell(), { look: ".btn-primary.btn-large.btn-block", hint: how }));
  }

  #remove(payment) {
    this.#sale.payments = this.#sale.payments.filter((one) => one !== payment);
    this.#update();
    this.#parts.given.focus();
  }

  /** Whether a voucher number is being typed: letters are no amount, but no error either. */
  #maybePaper() {
    return /^[vt][0-9a-z\s\-–_]*$/i.test(this.typed);
  }

  /** Backspace in the empty field removes the last payment. */
  #backspace(event) {
    if (event.key !== "Backspace" || event.target.value || !this.#sale.payments.length) return;
    this.#sale.payments.pop();
    this.#update();
  }

  /**
   * Pay by card: input is cash and the card pays the rest, or everything if nothing remains or nothing is
   * typed.
   */
  #card() {
    const rest = restOf(this.#total(), this.#sale.payments);
    const cash = this.#given();
    if (cash === undefined || rest <= 0) return this.#wrong(rest <= 0 ? "desk.paid_already" : "desk.no_amount");
    const amount = cardShare(rest, cash);
    this.#pay({ method: "card", amount }, amount < rest ? this.#parts.given.value : "");
    // Enter on the clicked button would repeat the card payment instead of completing the sale.
    if (document.activeElement === this.#parts.card) this.#parts.given.focus();
    return undefined;
  }

  /**
   * Add a voucher or ticket by the number in the field; an empty field means the person's ticket. Enter
   * follows separately.
   */
  #byPaper(method) {
    const paper = this.typed || (method === "ticket" ? this.#sale.event.tickets[0]?.number ?? "" : "");
    return paper ? this.#hold(this.#take(paper, [method])) : this.#unpaid("desk.type_number");
  }

  /**
   * Pay with a voucher or ticket.
   * @param {string} paper its number, as typed or scanned
   * @returns {Promise<void>} settled when it was added or its error shown
   */
  async pay(paper) {
    await this.#take(paper, this.#sale.kind === "enter" ? ["voucher", "ticket"] : ["voucher"]);
  }

  async #take(paper, methods) {
    const sale = this.#sale;
    const { event, board, payments } = sale;
    if (payments.some((one) => one.number && one.number === paperNumber(paper))) return this.#unpaid("desk.paper_twice");
    if (restOf(this.#total(), payments) <= 0) return this.#unpaid("desk.paid_already");
    this.#looking += 1;
    const found = await this.#paper(paper).finally(() => (this.#looking -= 1));
    if (this.#sale !== sale) return undefined;
    if (!found) return this.#unpaid("desk.paper_unasked", { number: paper });
    if (!found.good) return this.#refuse(found.why);
    if (!methods.includes(found.method) || found.currency !== event.currency) return this.#unpaid("desk.paper_bad", { number: paper });
    const rest = restOf(this.#total(), payments);
    const most = found.method === "ticket" ? Math.min(board.price, found.value) : found.value;
    return this.#pay({ method: found.method, amount: Math.min(rest, most), number: found.number });
  }

  /** @param {object} payment  @param {string} left text of the field afterwards: the cash handed over */
  #pay(payment, left = "") {
    this.#sale.payments.push(payment);
    this.#parts.given.value = left;
    clearFault(this.#parts.given);
    this.#update();
  }

  #nextMembership() {
    const offered = this.#sale.event.memberships;
    this.#sale.membership = offered[(offered.indexOf(this.#sale.membership) + 1) % offered.length];
    this.#update();
  }
}
