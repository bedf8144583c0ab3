/** The clerk's own drawer: opened with a float, counted blind at the end. */

import { el, setText } from "../shared/ui/dom.js";
import { faultAt } from "./fault.js";
import { keyed } from "./keys.js";
import { price, readAmount } from "../shared/ui/money.js";
import { toTheSecond } from "../shared/ui/zone.js";

export class Drawer {
  #words;
  #commands;
  #places;
  #currency;
  #back;
  #drawer = null;
  #changed;
  #state = el("span.desk-drawer-state.figures");
  #dialog = null;
  #busy = false;
  /** Other windows of this browser, and therefore of the same clerk. */
  #windows = new BroadcastChannel("desk-drawer");
  /** Turns the open dialog into a notice that can only be closed. */
  #end = () => {};

  /**
   * @param {{words: import("../shared/ui/words.js").Words, commands: import("../shared/feed/commands.js").Commands,
   *          places: Record<string, number>, currency: string}} page `places` of currencies with other than two
   *   decimals,
   *   `currency` is the room's
   * @param {() => void} back restores the focus afterwards
   * @param {() => void} changed called when the drawer was opened or closed
   */
  constructor({ words, commands, places, currency }, back, changed) {
    this.#changed = changed;
    this.#words = words;
    this.#commands = commands;
    this.#places = places;
    this.#currency = currency;
    this.#back = back;
    this.#windows.addEventListener("message", ({ data }) => this.show(data));
    const button = keyed(words.say("desk.drawer"), "d", () => (this.open ? this.#manage() : this.ask()));
    button.querySelector(".desk-label").append(this.#state);
    document.getElementById("desk-tools").append(button);
  }

  /** Whether a drawer is open. */
  get open() {
    return this.#drawer !== null;
  }

  /** Whether it has been open since a time. @param {number} at the server's time (ms) */
  openSince(at) {
    return this.#drawer !== null && this.#drawer.opened_at <= at;
  }

  /**
   * Return the open drawers for refunds in a currency, the own one first.
   *
   * A drawer just opened on this page is not in the server's list yet; its `drawer` is null.
   * @param {{drawer: number, clerk: string, currency: string, own: boolean}[]} drawers from the server
   * @param {string} currency
   */
  among(drawers, currency) {
    const found = drawers.filter((one) => one.currency === currency);
    return this.#drawer?.currency === currency && !found.some((one) => one.own) ? [{ drawer: null, own: true }, ...found] : found;
  }

  /** @param {object|null} drawer from the server: `currency`, `opened_at`, `opening_float` */
  show(drawer) {
    this.#drawer = drawer;
    const words = this.#words;
    setText(this.#state, drawer ? words.say("desk.drawer_since", { time: toTheSecond(drawer.opened_at, words.language).slice(0, 5) }) : words.say("desk.drawer_closed"));
    this.#changed();
  }

  /** A drawer command was answered, on this page or before a reload. */
  settled({ kind, args }, { line }) {
    if (kind === "drawer.open") this.show({ currency: args.currency ?? this.#currency, opened_at: line?.at ?? Date.now(), opening_float: args.opening_float });
    if (kind === "drawer.close") this.show(null);
    if (kind === "drawer.open" || kind === "drawer.close") this.#windows.postMessage(this.#drawer);
  }

  /**
   * Ask for the float and open it.
   * @param {string} currency
   * @param {() => void} then action that waited for an open drawer
   */
  ask(currency = "", then = () => {}) {
    const words = this.#words;
    const money = currency || this.#currency;
    const amount = this.#amount("float");
    this.#show(words.say("desk.drawer_open"), [this.#field("desk.drawer_float", "float", amount, money)], async () => {
      const value = this.#read(amount, money, null);
      if (value === null) return;
      const answer = await this.#send("drawer.open", { opening_float: value, currency: money }, words.say("desk.drawer_open"));
      if (answer?.ok) this.#close(then);
      else this.#refused(amount, answer, words.say("desk.drawer_open"));
    });
  }

  /** Count and close, or continue with cash in or out. */
  #manage() {
    const words = this.#words;
    const money = this.#drawer.currency;
    const counted = this.#amount("counted");
    const notice = el("p.notice.is-info", { role: "status", hidden: "" });
    // The confirmed sum in minor units. Every sum is confirmed, so that the question does not reveal the
    // expected one.
    let asked = null;
    counted.addEventListener("input", () => {
      asked = null;
      notice.hidden = true;
    });
    const move = keyed(words.say("desk.drawer_move"), "m", () => this.#move());
    const count = el("div.stack", {}, el("p.hint", {}, words.say("desk.drawer_blind")), this.#field("desk.drawer_counted", "counted", counted, money), move);
    this.#show(words.say("desk.drawer"), [count, notice], async () => {
      const value = this.#read(counted, money, null);
      if (value === null) return;
      const figure = (amount) => price(amount, this.#decimals(money), money, words.language);
      if (value !== asked) {
        asked = value;
        notice.hidden = false;
        setText(notice, words.say("desk.drawer_sure", { counted: figure(value) }));
        return;
      }
      const answer = await this.#send("drawer.close", { counted: value }, words.say("desk.drawer_close"));
      if (!answer?.ok) return this.#refused(counted, answer, words.say("desk.drawer_close"));
      const { expected, difference, given_back: back } = answer.answer;
      notice.hidden = false;
      setText(notice, words.say("desk.drawer_result", { expected: figure(expected), counted: figure(value), difference: figure(difference) })
        + (back ? ` ${words.say("desk.drawer_given_back", { amount: figure(back) })}` : ""));
      // No more input.
      count.remove();
      this.#end(words.say("page.close"));
    }, words.say("desk.drawer_close"));
  }

  /** Record cash that enters or leaves the drawer without a sale. */
  #move() {
    const words = this.#words;
    const money = this.#drawer.currency;
    const amount = this.#amount("moved");
    const reason = el("input", { id: "desk-drawer-reason", maxlength: "200", autocomplete: "off" });
    const out = el("input", { type: "checkbox" });
    this.#show(words.say("desk.drawer_move"), [
      this.#field("desk.drawer_amount", "moved", amount, money), el("label.check", {}, out, el("span", {}, words.say("desk.drawer_out"))),
      el("div.field", {}, el("label", { for: "desk-drawer-reason" }, words.say("desk.reason")), reason),
    ], async () => {
      const value = this.#read(amount, money, null);
      if (value === null) return;
      if (!reason.value.trim()) return faultAt(reason, words.say("desk.reason_missing"));
      const args = { amount: out.checked ? -value : value, reason: reason.value.trim() };
      const answer = await this.#send("drawer.move", args, words.say("desk.drawer_move"));
      if (answer?.ok) this.#close();
      else this.#refused(amount, answer, words.say("desk.drawer_move"));
    });
  }

  #decimals(currency) {
    return this.#places[currency] ?? 2;
  }

  #amount(name) {
    return el("input.num", { id: `desk-drawer-${name}`, inputmode: "decimal", autocomplete: "off", maxlength: "24" });
  }

  #field(key, name, input, currency) {
    return el("div.field", {}, el("label", { for: `desk-drawer-${name}` }, this.#words.say(key)),
      el("div.input-affix", {}, input, el("span", {}, currency)));
  }

  /**
   * Return the amount in a field, or null with the field focused.
   * @param {number|null} empty what an empty field means
   */
  #read(input, currency, empty) {
    const value = input.value.trim() === "" ? empty : readAmount(input.value, this.#decimals(currency));
    if (value === null) faultAt(input, this.#words.say("desk.no_amount"));
    return value;
  }

  /** Show a refusal or a missing response within the dialog, which covers the page. */
  #refused(input, answer, label) {
    faultAt(input, answer?.message ?? this.#words.say("page.given_up", { label }), answer?.rule ?? "");
  }

  async #send(kind, args, label) {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      return await this.#commands.send(kind, { args, label, quiet: true });
    } finally {
      this.#busy = false;
    }
  }

  #show(title, fields, submit, label = title) {
    // The previous dialog must not restore the focus.
    this.#dialog?.remove();
    let ended = false;
    const button = el("button.btn.btn-primary", { type: "submit" }, el("span.desk-label", {}, label), el("kbd", { "aria-hidden": "true" }, "Enter"));
    const cancel = el("button.btn", { type: "button" }, el("span.desk-label", {}, this.#words.say("desk.back")), el("kbd", { "aria-hidden": "true" }, "Esc"));
    cancel.addEventListener("click", () => this.#close());
    const form = el("form", {}, el("div.dialog-body", {}, ...fields), el("div.dialog-actions", {}, cancel, button));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (ended) this.#close();
      else submit();
    });
    this.#end = (text) => {
      ended = true;
      cancel.remove();
      setText(button.querySelector(".desk-label"), text);
      button.focus();
    };
    this.#dialog = el("dialog.desk-dialog", { "aria-labelledby": "desk-dialog-title" },
      el("div.dialog-header", {}, el("h2", { id: "desk-dialog-title" }, title)), form);
    this.#dialog.addEventListener("close", () => this.#back());
    document.body.append(this.#dialog);
    this.#dialog.showModal();
  }

  #close(then = () => {}) {
    // The focus returns when the dialog has closed; later code may move it.
    this.#dialog?.addEventListener("close", () => then(), { once: true });
    this.#dialog?.close();
  }
}
