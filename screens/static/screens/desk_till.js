/** The column of the till: what is being sold, how it is paid, and the change. */

import { el, setText } from "./dom.js";
import { keyed } from "./desk_keys.js";
import { money, readAmount } from "./desk_money.js";
import { paymentsOf, priceOf, restOf } from "./desk_state.js";
import { amountText } from "./desk_words.js";

const PARTS = ["pool", "fee", "staff", "bounty"];
/** Memberships that Alt M goes through. */
const MEMBERSHIPS = [null, "day", "season"];

export class Till {
  #place = document.getElementById("desk-till");
  #words;
  #sell;
  #paper;
  #say;
  #sale = null;
  #parts = {};

  /**
   * @param {import("./words.js").Words} words
   * @param {{sell: () => void, paper: (number: string) => Promise<object|null>, say: (text: string) => void}} ways
   *   `sell` carries the sale out, `paper` looks up a voucher or ticket, `say` tells what is wrong
   */
  constructor(words, { sell, paper, say }) {
    this.#words = words;
    this.#sell = sell;
    this.#paper = paper;
    this.#say = say;
  }

  /** What is being sold, or null. */
  get sale() {
    return this.#sale;
  }

  /** Nothing is being sold. @param {...Node} instead what stands here meanwhile */
  clear(...instead) {
    this.#sale = null;
    this.#place.replaceChildren(...instead);
  }

  /**
   * Begin a sale.
   * @param {{kind: "enter"|"rebuy"|"add_on", what: string, person: object, event: object, board: object,
   *          membership: string|null}} sale `what` is the sale in a word
   */
  begin(sale) {
    this.#sale = { times: 1, payments: [], ...sale };
    this.#build();
  }

  /** The person or the prices were told anew: what has been typed and named stays. */
  renew(person, board) {
    if (!this.#sale) return;
    Object.assign(this.#sale, { person, event: person.event, board });
    this.#update();
  }

  /** Whether the cursor stands in the field for the amount. */
  get typing() {
    return document.activeElement === this.#parts.given || document.activeElement === this.#parts.stack;
  }

  /** Once more of the same: 1, 2 and 1 again where two may be bought at once. */
  again() {
    const extra = this.#sale.board.extras.find((one) => one.kind === this.#sale.kind);
    this.#sale.times = extra?.double && this.#sale.times === 1 ? 2 : 1;
    this.#update();
  }

  /**
   * The arguments of the sale, or null with a sentence of what is wrong.
   * @returns {{payments: object[], times: number, membership: string|null, stack: number|null}|null}
   */
  arguments() {
    const { payments, times, membership } = this.#sale;
    const total = this.#total();
    const given = this.#given();
    if (given === undefined) return this.#wrong("desk.no_amount");
    const rest = restOf(total, payments);
    if (given !== null && given < rest) return this.#wrong("desk.too_little");
    const stack = this.#parts.stack?.value.trim() ?? "";
    if (stack && !/^\d{1,12}$/.test(stack)) return this.#wrong("desk.no_chips");
    return { payments: paymentsOf(total, payments, given), times, membership, stack: stack ? Number(stack) : null };
  }

  #wrong(key) {
    this.#say(this.#words.say(key));
    this.#parts.given.focus();
    return null;
  }

  #total() {
    return priceOf(this.#sale, this.#sale.event, this.#sale.board);
  }

  /** Cash handed over in minor units; null for exactly what is asked, undefined where it is no amount. */
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
    this.#parts.given.addEventListener("keydown", (press) => this.#backspace(press));
    const needsStack = this.#sale.board.extras?.some((one) => one.kind === this.#sale.kind && (one.stack_most ?? null) !== null);
    const stack = [];
    if (needsStack) {
      this.#parts.stack = el("input.num", { id: "desk-stack", inputmode: "numeric", autocomplete: "off", maxlength: "12" });
      stack.push(el("div.field", {}, el("label", { for: "desk-stack" }, words.say("desk.stack")), this.#parts.stack));
    }
    this.#place.replaceChildren(
      el("header.desk-sale", {}, el("h2", {}, what), el("p", {}, person.name)),
      this.#parts.lines,
      el("p.desk-sum", {}, el("span", {}, words.say("desk.total")), this.#parts.total),
      this.#parts.paid,
      ...stack,
      el("div.field.desk-given", {},
        el("label", { for: "desk-given" }, words.say("desk.given"), " ", el("kbd", { "aria-hidden": "true" }, "Alt G")),
        this.#parts.given),
      this.#parts.change,
      this.#methods(),
      this.#parts.sell,
    );
    const focus = keyed(words.say("desk.type_given"), "g", () => this.#parts.given.focus(), { look: ".visually-hidden" });
    focus.tabIndex = -1;
    this.#place.append(focus);
    this.#update();
  }

  #methods() {
    const words = this.#words;
    const buttons = [
      keyed(words.say("desk.pay_card"), "k", () => this.#card()),
      keyed(words.say("desk.pay_voucher"), "v", () => this.#byPaper("voucher")),
    ];
    if (this.#sale.kind === "enter") buttons.push(keyed(words.say("desk.pay_ticket"), "t", () => this.#byPaper("ticket")));
    if (this.#sale.kind === "enter" && this.#sale.event.dues) buttons.push(keyed(words.say("desk.membership"), "m", () => this.#nextMembership()));
    return el("div.desk-methods", { role: "group", "aria-label": words.say("desk.methods") }, ...buttons);
  }

  #update() {
    const { event, board, payments, kind, membership, times } = this.#sale;
    const words = this.#words;
    const amount = (value) => money(value, event.places, words.language);
    const lines = [];
    if (kind === "enter") for (const name of PARTS) if (board.parts[name]) lines.push([words.say(`desk.part_${name}`), board.parts[name]]);
    if (kind === "enter" && membership) lines.push([words.say(`desk.dues_${membership}`), event.dues?.[membership] ?? 0]);
    if (kind !== "enter") lines.push([words.say("desk.times", { what: words.say(`desk.kind_${kind}`), count: times }), this.#total()]);
    this.#parts.lines.replaceChildren(...lines.flatMap(([label, value]) => [el("dt", {}, label), el("dd.num", {}, amount(value))]));
    const total = this.#total();
    setText(this.#parts.total, amountText(total, event, words));
    this.#parts.paid.replaceChildren(...payments.map((one) => el("li", {},
      el("span", {}, [words.say(`desk.method_${one.method}`), one.number].filter(Boolean).join(" ")), el("span.num", {}, amount(one.amount)))));
    const rest = restOf(total, payments);
    const given = this.#given();
    const back = given ? given - rest : 0;
    setText(this.#parts.change, given === undefined ? words.say("desk.no_amount")
      : back > 0 ? words.say("desk.change", { amount: amountText(back, event, words) })
        : back < 0 ? words.say("desk.missing", { amount: amountText(-back, event, words) }) : "");
    this.#parts.change.classList.toggle("is-short", given === undefined || back < 0);
    const how = rest > 0 ? words.say("desk.sell_cash", { amount: amountText(rest, event, words) }) : words.say("desk.sell_paid");
    this.#parts.sell.replaceChildren(keyed(this.#sale.what, "Enter", () => this.#sell(), { look: ".btn-primary.btn-large.btn-block", hint: how }));
  }

  /** Backspace in the empty field takes the last payment away again. */
  #backspace(event) {
    if (event.key !== "Backspace" || event.target.value || !this.#sale.payments.length) return;
    this.#sale.payments.pop();
    this.#update();
  }

  #card() {
    const rest = restOf(this.#total(), this.#sale.payments);
    const typed = this.#given();
    if (typed === undefined || rest <= 0) return this.#say(this.#words.say(rest <= 0 ? "desk.paid_already" : "desk.no_amount"));
    return this.#pay({ method: "card", amount: Math.min(rest, typed ?? rest) });
  }

  /** A voucher or ticket by the number in the field; an empty field means the ticket this person has. */
  async #byPaper(method) {
    const sale = this.#sale;
    const rest = restOf(this.#total(), sale.payments);
    const number = this.#parts.given.value.trim() || (method === "ticket" ? sale.event.tickets[0]?.number ?? "" : "");
    if (!number) {
      this.#parts.given.focus();
      return this.#say(this.#words.say("desk.type_number"));
    }
    if (sale.payments.some((one) => one.number?.toUpperCase() === number.toUpperCase())) return this.#say(this.#words.say("desk.paper_twice"));
    const found = await this.#paper(number);
    if (this.#sale !== sale) return undefined;
    if (!found || found.method !== method || !found.good) return this.#say(this.#words.say("desk.paper_bad", { number }));
    const most = method === "ticket" ? Math.min(sale.board.price, found.value) : found.value;
    return this.#pay({ method, amount: Math.min(rest, most), number: found.number });
  }

  #pay(payment) {
    this.#sale.payments.push(payment);
    this.#parts.given.value = "";
    this.#update();
  }

  #nextMembership() {
    const dues = this.#sale.event.dues;
    const offered = MEMBERSHIPS.filter((one) => one === null || dues[one] !== null);
    this.#sale.membership = offered[(offered.indexOf(this.#sale.membership) + 1) % offered.length];
    this.#update();
  }
}
