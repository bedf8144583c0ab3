/** The clerk's own drawer: opened with a float, counted blind at the end. */

import { html, nothing } from "lit-html";
import { price, readAmount } from "../shared/ui/money.js";
import { find } from "../shared/ui/dom.js";
import { keyName } from "../shared/ui/keys.js";
import { toTheSecond } from "../shared/ui/zone.js";
import { Dialog } from "./dialog.js";
import { Fields, inputOf, textOf } from "./fields.js";
import { keyButton } from "./keys.js";

/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { OpenDrawer } from "../../docs/reference/desk" */
/** @import { Answer, Command, Done } from "../shared/feed/commands.js" */
/** @import { Desk } from "./desk.js" */
/** @import { FieldOptions } from "./fields.js" */

/** The clerk's open drawer; `drawer` is its id, null where it was just opened on this page. @typedef {{drawer: number|null, currency: string, opened_at: number, opening_float: number}} OwnDrawer */
/** A drawer that may pay a refund. @typedef {{drawer: number|null, clerk: string, own: boolean}} ClerksDrawer */

const FLOAT = "desk-drawer-float";
const COUNTED = "desk-drawer-counted";
const MOVED = "desk-drawer-moved";
const REASON = "desk-drawer-reason";

export class Drawer {
  #desk;
  /** @type {OwnDrawer|null} */ #drawer;
  /** @type {Dialog|null} */ #dialog = null;
  #fields = new Fields(() => this.#dialog?.draw());
  #busy = false;
  /** Fields in which letters were refused since the last input; if they are empty, they do not count as 0. @type {Set<string>} */
  #letters = new Set();
  /** Other windows of this browser, and therefore of the same clerk. */
  #windows = new BroadcastChannel("desk-drawer");

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#drawer = desk.config.drawer;
    this.#windows.addEventListener("message", ({ data }) => this.#show(data));
    desk.signal.addEventListener("abort", () => this.#windows.close());
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
   * Return the open drawers for refunds in a currency, the clerk's own one first.
   *
   * A drawer just opened on this page is not in the server's list yet.
   * @param {OpenDrawer[]} drawers from the server  @param {string} currency
   * @returns {ClerksDrawer[]}
   */
  among(drawers, currency) {
    const found = drawers.filter((one) => one.currency === currency);
    return this.#drawer?.currency === currency && !found.some((one) => one.own) ? [{ drawer: null, clerk: "", own: true }, ...found] : found;
  }

  /** The button that opens, counts or closes it. */
  button() {
    const { words } = this.#desk;
    // Open or closed, the button is equally wide: the events beside it stay as they are.
    const room = words.say("desk.drawer_since", { time: "00:00" });
    const state = this.#drawer ? words.say("desk.drawer_since", { time: toTheSecond(this.#drawer.opened_at, words.language).slice(0, 5) }) : words.say("desk.drawer_closed");
    return keyButton(words.say("desk.drawer"), "d", () => (this.open ? this.#manage() : this.ask()), { hint: html`<span class="desk-drawer-state figures" data-room=${room}>${state}</span>` });
  }

  /** A drawer command was answered, on this page or before a reload. @param {Command} command  @param {Done} done */
  settled({ kind, args }, { answer, line }) {
    if (kind !== "drawer.open" && kind !== "drawer.close") return;
    this.#show(kind === "drawer.close" ? null : {
      drawer: answer?.drawer ?? null, currency: args.currency ?? this.#desk.config.currency, opened_at: line?.at ?? Date.now(), opening_float: args.opening_float,
    });
    this.#windows.postMessage(this.#drawer);
  }

  /** Ask for the float and open it.  @param {string} currency  @param {() => unknown} then action that waited for an open drawer */
  ask(currency = this.#desk.config.currency, then = () => {}) {
    const title = this.#desk.words.say("desk.drawer_open");
    this.#open(title, () => this.#form(this.#amount(FLOAT, "desk.drawer_float", currency, { hint: this.#desk.words.say("desk.drawer_float_hint") }), title, async () => {
      const value = textOf(FLOAT) || this.#letters.has(FLOAT) ? this.#read(FLOAT, currency, "desk.drawer_float_missing") : 0;
      if (value !== null && await this.#send("drawer.open", { opening_float: value, currency }, title, FLOAT)) this.#close(then);
    }));
  }

  /** @param {OwnDrawer|null} drawer */
  #show(drawer) {
    this.#drawer = drawer;
    this.#desk.draw();
  }

  /** Count and close, or continue with cash in or out. */
  #manage() {
    const { words } = this.#desk;
    const currency = this.#drawer?.currency ?? "";
    const label = words.say("desk.drawer_close");
    /** @param {number} amount */
    const figure = (amount) => price(amount, this.#decimals(currency), currency, words.language);
    // The confirmed sum in minor units. Every sum is confirmed, so that the question does not reveal the expected one.
    /** @type {number|null} */ let asked = null;
    let result = "";
    const close = async () => {
      const value = this.#read(COUNTED, currency);
      if (value === null) return;
      if (value !== asked) {
        asked = value;
        this.#dialog?.draw();
        return;
      }
      const answer = await this.#send("drawer.close", { counted: value }, label, COUNTED);
      if (!answer) return;
      const { expected, difference, given_back: back } = answer.answer;
      result = words.say("desk.drawer_result", { expected: figure(expected), counted: figure(value), difference: figure(difference) })
        + (back ? ` ${words.say("desk.drawer_given_back", { amount: figure(back) })}` : "");
      this.#dialog?.draw();
      find(document, "dialog[open] [type=submit]").focus();
    };
    const typed = () => {
      asked = null;
      this.#dialog?.draw();
    };
    this.#open(words.say("desk.drawer"), () => {
      const notice = result || (asked === null ? "" : words.say("desk.drawer_sure", { counted: figure(asked) }));
      const fields = html`${result ? nothing : html`<div class="stack"><p class="hint">${words.say("desk.drawer_blind")}</p>
        ${this.#amount(COUNTED, "desk.drawer_counted", currency, { input: typed })}${keyButton(words.say("desk.drawer_move"), "m", () => this.#move())}</div>`}
        <p class="notice is-info" role="status" ?hidden=${!notice}>${notice}</p>`;
      // After the count there is no more input.
      return result ? this.#form(fields, words.say("page.close"), () => this.#close(), false) : this.#form(fields, label, close);
    });
  }

  /** Record cash that enters or leaves the drawer without a sale. */
  #move() {
    const { words } = this.#desk;
    const currency = this.#drawer?.currency ?? "";
    const title = words.say("desk.drawer_move");
    this.#open(title, () => this.#form(html`${this.#amount(MOVED, "desk.drawer_amount", currency)}
      <label class="check"><input type="checkbox" id="desk-drawer-out"><span>${words.say("desk.drawer_out")}</span></label>
      ${this.#fields.field(REASON, words.say("desk.reason"), { max: 200 })}`, title, async () => {
      const value = this.#read(MOVED, currency);
      if (value === null) return;
      const reason = textOf(REASON);
      if (!reason) this.#fields.fault(REASON, words.say("desk.reason_missing"));
      else if (await this.#send("drawer.move", { amount: inputOf("desk-drawer-out").checked ? -value : value, reason }, title, MOVED)) this.#close();
    }));
  }

  /** @param {string} currency */
  #decimals(currency) {
    return this.#desk.config.places[currency] ?? 2;
  }

  /**
   * A field for an amount. Letters, as of the next player's name typed ahead, are not taken.
   * @param {string} id  @param {string} key  @param {string} affix currency  @param {FieldOptions} options
   */
  #amount(id, key, affix, options = {}) {
    /** @param {InputEvent} event */
    const beforeinput = (event) => {
      const typed = event.data ?? "";
      if (!/\p{L}/u.test(typed) && !(typed && !typed.trim() && !inputOf(id).value)) return;
      event.preventDefault();
      this.#letters.add(id);
      this.#fields.fault(id, this.#desk.words.say("desk.drawer_figures"));
    };
    const typed = () => {
      this.#letters.delete(id);
      options.input?.();
    };
    return this.#fields.field(id, this.#desk.words.say(key), { mode: "decimal", max: 24, affix, beforeinput, ...options, input: typed });
  }

  /** Return the amount in a field, or null with an error shown there. @param {string} id  @param {string} currency  @param {string} missing key of the error where the field is empty */
  #read(id, currency, missing = "desk.no_amount") {
    const text = textOf(id);
    return readAmount(text, this.#decimals(currency)) ?? this.#fields.fault(id, this.#desk.words.say(text ? "desk.no_amount" : missing));
  }

  /**
   * Send a command. A refusal or a missing response is shown within the dialog, which covers the page.
   * @template {"drawer.open"|"drawer.close"|"drawer.move"} K
   * @param {K} kind  @param {CommandArguments[K]} args  @param {string} label  @param {string} id of the field for a refusal
   * @returns {Promise<Done|null>}
   */
  async #send(kind, args, label, id) {
    if (this.#busy) return null;
    this.#busy = true;
    /** @type {Answer|null} */
    const answer = await this.#desk.commands.send(kind, { args, label, quiet: true }).finally(() => (this.#busy = false));
    if (answer?.ok) return answer;
    this.#fields.fault(id, answer?.message ?? this.#desk.words.say("page.given_up", { label }), answer?.rule);
    return null;
  }

  /** @param {unknown} fields  @param {string} label  @param {() => unknown} submit  @param {boolean} cancel whether there is a way back */
  #form(fields, label, submit, cancel = true) {
    /** @param {Event} event */
    const sent = (event) => {
      event.preventDefault();
      submit();
    };
    return html`<form @submit=${sent}><div class="dialog-body">${fields}</div><div class="dialog-actions">
      ${cancel ? html`<button class="btn" type="button" @click=${() => this.#close()}><span class="desk-label">${this.#desk.words.say("desk.back")}</span><kbd aria-hidden="true">Esc</kbd></button>` : nothing}
      <button class="btn btn-primary" type="submit"><span class="desk-label">${label}</span><kbd aria-hidden="true">${keyName("Enter")}</kbd></button></div></form>`;
  }

  /** @param {string} title  @param {() => unknown} content */
  #open(title, content) {
    this.#fields.clear();
    this.#letters.clear();
    const before = this.#dialog;
    /** @type {(() => unknown)|undefined} */
    this.#then = undefined;
    this.#dialog = new Dialog(title, content, { look: "desk-dialog", closed: () => {
      // A dialog that another one replaced must not restore the focus.
      if (this.#dialog !== opened) return;
      this.#dialog = null;
      this.#desk.find.focus();
      this.#then?.();
    } });
    const opened = this.#dialog;
    before?.close();
  }

  /** What waited for the dialog to be closed. @type {(() => unknown)|undefined} */
  #then;

  /** The focus returns when the dialog has closed; later code may move it. @param {() => unknown} then */
  #close(then = () => {}) {
    this.#then = then;
    this.#dialog?.close();
  }
}
