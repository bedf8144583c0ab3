/** The clerk's recent actions with print, undo, refund and void. After a reload they come from the server. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { find } from "../shared/ui/dom.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";
import { toTheSecond } from "../shared/ui/zone.js";
import { sentence } from "./fields.js";
import { keyButton } from "./keys.js";
import { askVoid } from "./void_sale.js";
import { unbroken } from "./receipt_texts.js";
import { amountText, seatText } from "./words.js";

/** @import { Desk } from "./desk.js" */
/** @import { Fault } from "./fields.js" */
/** @import { RecentAction } from "./verbs.js" */

/** Storage key of the numbers of new vouchers and tickets, which a clerk gets only in the response to the sale. */
const KEY = "desk-vouchers";
const MOST = 8;

/** Whether two lines show the same journal entry. @param {RecentAction} one  @param {RecentAction} other */
const same = (one, other) => one.seq === other.seq && one.tournament === other.tournament;

export class RecentActions {
  #desk;
  #view;
  /** Newest first. @type {RecentAction[]} */
  #lines;
  /** Why a request about a line failed. @type {WeakMap<RecentAction, Fault>} */
  #faults = new WeakMap();

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    const place = find(desk.root, "#desk-done");
    this.#view = new View(place, () => this.#template(), { still: new Still(place) });
    const kept = read();
    this.#lines = desk.config.recent.map((/** @type {RecentAction} */ line) => ({ ...line, vouchers: kept.find((one) => same(one, line))?.vouchers ?? [] }));
    // Numbers of another login's vouchers go.
    this.#keep();
  }

  /** Render them again: their buttons depend on the drawer. Nothing moves under the pointer. */
  draw = () => this.#view.update();

  /** Add an action. @param {RecentAction} line */
  add(line) {
    this.#lines = [line, ...this.#lines.filter((one) => !same(one, line))].slice(0, MOST);
    this.#keep();
  }

  /** Mark the actions as undone or refunded: they have no button any more. @param {(line: RecentAction) => boolean} which */
  settle(which) {
    for (const line of this.#lines.filter(which)) line.settled = true;
    this.#keep();
  }

  /** Show at an action why a request failed. @param {RecentAction} line  @param {Fault} fault */
  refuse(line, fault) {
    this.#faults.set(line, fault);
    this.draw();
  }

  #keep() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.#lines.filter(({ vouchers }) => vouchers.length).map(({ seq, tournament, vouchers }) => ({ seq, tournament, vouchers }))));
    } catch {
      /* storage full or forbidden: kept until the page is closed */
    }
    this.draw();
  }

  #template() {
    return html`${repeat(this.#lines, ({ seq, tournament }) => `${tournament} ${seq}`, (line, i) => this.#row(line, i === 0))}`;
  }

  /** @param {RecentAction} line  @param {boolean} newest */
  #row(line, newest) {
    const { prints, words } = this.#desk;
    const facts = [
      line.position && words.say("desk.on_list_at", { position: line.position }),
      line.vouchers.length && words.say("desk.new_vouchers", { numbers: line.vouchers.join(", ") }),
      line.table !== null && seatText(line, words),
      // Most texts name the receipt.
      line.number && !line.text.includes(line.number) && words.say("desk.receipt", { number: line.number }),
      line.change && words.say("desk.change", { amount: amountText(line.change, line, words) }),
      toTheSecond(line.at, words.language),
    ];
    // No seat card is issued for a refunded sale, or for a stack in a bag, whose next seat is not known.
    const printable = !(line.settled && line.sold) && !line.sealed && (line.entry !== null || line.receipt !== null);
    const { label = "", run = () => {}, why = "" } = this.#wayBack(line, newest);
    const fault = this.#faults.get(line);
    return html`<li class=${[newest && "is-newest", line.settled && "is-undone"].filter(Boolean).join(" ") || nothing}>
      <span class="desk-did"><span title=${line.text}>${unbroken(line.text)}</span><small class="muted figures">${unbroken(facts.filter(Boolean).join(" · "))}</small></span>
      <span class="desk-did-buttons">
        ${printable ? keyButton(words.say("desk.do_print"), newest ? "y" : "", () => prints.line(line)) : nothing}
        ${line.vouchers.length ? keyButton(words.say("desk.print_vouchers"), "", () => prints.vouchers(line.vouchers)) : nothing}
        ${label ? keyButton(words.say(label), newest ? "u" : "", run) : nothing}</span>
      ${why ? html`<small class="muted desk-by-whom">${why}</small>` : nothing}
      ${fault ? html`<p class="error" role="alert">${sentence(fault.text, fault.rule)}</p>` : nothing}</li>`;
  }

  /**
   * How an action is taken back, or why not.
   * @param {RecentAction} line  @param {boolean} newest
   * @returns {{label?: string, run?: () => unknown, why?: string}}
   */
  #wayBack(line, newest) {
    const { config, drawer, may, words } = this.#desk;
    if (line.settled) return {};
    if (line.over) return { why: words.say(line.advanced ? "desk.event_advanced" : "desk.event_over") };
    if (line.sealed) return { why: words.say("desk.stack_sealed") };
    const back = line.refundable && line.player !== null ? "refund" : line.undoable && !this.#isUsed(line) ? "undo" : "";
    if (back === "refund" && may("refund")) return { label: "desk.do_refund", run: () => this.#desk.actions.refundLine(line) };
    if (back === "undo" && (line.own || may("undo"))) return { label: "page.undo", run: () => this.#desk.actions.undo(line) };
    // A sale from the clerk's own open drawer is voided with the approval of a supervisor.
    if (line.sold && line.receipt !== null && line.event !== null) {
      if (drawer.openSince(line.at)) return { label: "desk.do_void", run: () => askVoid(this.#desk, { ...line, entries: line.entry === null || line.event === null ? line.entries : [{ entry: line.entry, event: line.event }] }) };
      return { why: words.say("desk.void_drawer_closed", { who: config.who.refund }) };
    }
    return back && newest ? { why: words.say("desk.by_whom", { what: words.say(back === "undo" ? "page.undo" : "desk.do_refund"), who: config.who[back] }) } : {};
  }

  /** Whether the player that an action added has an entry or a booking since. A refunded sale keeps its entry. @param {RecentAction} line */
  #isUsed({ added }) {
    return added !== null && this.#lines.some((one) => one.added === null && (one.player === added || one.partner === added) && (one.sold || !one.settled));
  }
}

/** @returns {RecentAction[]} */
function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
