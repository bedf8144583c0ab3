/** Small forms in the till's column: refund, surrender, call out of turn, the partner of a player who waits. */

import { html, nothing } from "lit-html";
import { readChips } from "../shared/ui/money.js";
import { byId } from "../shared/ui/dom.js";
import { Fields, faultPlace, textOf } from "./fields.js";
import { keyButton } from "./keys.js";
import { asVoucher, ENTRIES, seatedAmong, unrefunded } from "./state.js";
import { unbroken } from "./receipt_texts.js";
import { amountText, endText } from "./words.js";

/** @import { DeskRefund } from "../../docs/reference/commands" */
/** @import { ItemAtDesk, PersonInEvent, ReceiptAtDesk } from "../../docs/reference/desk" */
/** @import { ClerksDrawer } from "./drawer.js" */
/** @import { Fault, FieldOptions } from "./fields.js" */
/** @import { Desk } from "./desk.js" */
/** @import { Team } from "./state.js" */

const METHODS = /** @type {const} */ (["cash", "card", "voucher"]);
/** @typedef {typeof METHODS[number]} Method */

export class Panels {
  #desk;
  #fields;
  /** Handles Enter; null: no form is open. @type {(() => void)|null} */
  #submit = null;
  /** @type {Fault|null} */ #fault = null;
  /** The player who joins the waiting list with a partner. @type {Team|null} */
  #team = null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#fields = new Fields(desk.draw);
  }

  /** Whether a form is open. */
  get open() {
    return this.#submit !== null;
  }

  /** Handle Enter in the form. */
  submit() {
    this.#submit?.();
  }

  /** Show a refusal above its button. @param {string} text  @param {string} rule */
  tell(text, rule = "") {
    this.#fault = { text, rule };
    this.#desk.draw();
  }

  /** The player whose partner is asked for, or null. */
  get team() {
    return this.#team;
  }

  /** Close the form. */
  close() {
    this.#submit = this.#team = null;
  }

  /**
   * Choose the sale to refund, wholly or in part; newest first.
   * @param {string} name of the person  @param {PersonInEvent} event
   * @param {ClerksDrawer[]} drawers for the refund. The default is the clerk's own one, or else the one of the sale; a third one
   *   has to be chosen.
   * @param {number|null} wanted receipt; null for the newest
   * @param {(args: DeskRefund) => void} run
   */
  refund(name, event, drawers, wanted, run) {
    const { draw, words } = this.#desk;
    const own = Boolean(drawers[0]?.own);
    const receipts = event.receipts.filter((one) => unrefunded(one).length);
    let receipt = receipts.find((one) => one.receipt === wanted) ?? receipts[0];
    /** @type {Set<ItemAtDesk>} */ let ticked = new Set(unrefunded(receipt).filter((item) => !item.binds));
    /** @type {Method} */ let method = "cash";
    let through = own ? 0 : -1;
    // By default, the refund uses the method and the drawer of the payment.
    const asSold = () => {
      const [paidBy, ...others] = receipt.methods;
      if (!others.length) method = METHODS.find((one) => one === paidBy) ?? method;
      if (!own) through = drawers.findIndex((one) => one.drawer !== null && one.drawer === receipt.drawer);
    };
    /** @param {ReceiptAtDesk} its  @param {ItemAtDesk} item */
    const toggle = (its, item) => {
      // One receipt is refunded at a time.
      if (its !== receipt) {
        receipt = its;
        ticked = new Set();
        asSold();
      }
      if (!ticked.delete(item)) ticked.add(item);
      draw();
    };
    asSold();
    // For a whole entry, the chips that leave play are counted; a rebuy removes as many as it brought.
    const counts = () => [...ticked].some(({ kind }) => ENTRIES.has(kind));
    /** @param {ReceiptAtDesk} its  @param {ItemAtDesk} item */
    const row = (its, item) => html`<label class="check"><input type="checkbox" data-receipt=${its.receipt} .checked=${ticked.has(item)} ?disabled=${item.binds} @change=${() => toggle(its, item)}><span>${
      unbroken(words.say("desk.refund_item", { what: words.say(`desk.kind_${item.kind}`), amount: amountText(item.amount, event, words), number: its.number }))}${
      item.binds ? html`<small class="muted">${words.say("desk.refund_bound")}</small>` : nothing}</span></label>`;
    const fields = () => {
      const sum = [...ticked].reduce((all, item) => all + item.amount, 0);
      const voucher = asVoucher(receipt, sum, counts());
      return html`
        <div class="stack">${receipts.flatMap((its) => unrefunded(its).map((item) => row(its, item)))}</div>
        <p class="desk-sum"><span>${words.say("desk.refund_total")}</span><strong class="figures">${amountText(sum, event, words)}</strong></p>
        <p class="notice is-warn" ?hidden=${!counts()}>${endText(seatedAmong(event, [...ticked].filter(({ kind }) => ENTRIES.has(kind)).map(({ entry }) => entry)), words)}</p>
        <p class="hint figures" ?hidden=${!voucher}>${words.say("desk.refund_voucher", { amount: amountText(voucher, event, words) })}</p>
        <div class="desk-beside">
          ${this.#select("method", "desk.refund_by", METHODS.map((one) => [one, words.say(`desk.method_${one}`)]), method, (value) => (method = METHODS.find((one) => one === value) ?? method))}
          ${drawers.length > 1 || drawers[0]?.own === false ? this.#select("drawer", "desk.refund_drawer", [
            ...(own ? [] : [["", words.say("desk.drawer_which")]]),
            ...drawers.map((one, i) => [String(i), one.own ? words.say("desk.own_drawer") : words.say("desk.drawer_of", { name: one.clerk })]),
          ], through < 0 ? "" : String(through), (value) => (through = value === "" ? -1 : Number(value))) : nothing}
        </div>
        ${this.#field("reason", "desk.reason", { max: 200 })}
        <div ?hidden=${!counts()}>${this.#field("stack", "desk.chips_returned", { mode: "numeric", max: 16, hint: words.say("desk.chips_returned_how") })}</div>`;
    };
    this.#show("desk.do_refund", name, "reason", fields, () => {
      if (!ticked.size) return this.tell(words.say("desk.refund_nothing"));
      const typed = counts() ? textOf("desk-panel-stack") : "";
      const stack = typed ? readChips(typed) : null;
      if (typed && stack === null) return this.#wrong("stack", "desk.no_chips");
      const reason = textOf("desk-panel-reason");
      if (!reason) return this.#wrong("reason", "desk.reason_missing");
      if (drawers.length && through < 0) return this.#wrong("drawer", "desk.drawer_which");
      return run({ receipt: receipt.receipt, items: [...ticked].map(({ item }) => item), reason, method, stack, drawer: drawers[through]?.drawer ?? null });
    });
  }

  /** Ask for the number of chips surrendered. @param {string} name  @param {(chips: number) => void} run */
  surrender(name, run) {
    const fields = () => html`<p class="hint">${this.#desk.words.say("desk.surrender_how")}</p>${this.#field("chips", "desk.chips_given_up", { mode: "numeric", max: 12 })}`;
    this.#show("desk.do_surrender", name, "chips", fields, () => {
      const count = readChips(textOf("desk-panel-chips"));
      return count === null ? this.#wrong("chips", "desk.no_chips") : run(count);
    });
  }

  /** Ask for the reason of a call out of turn. @param {string} name  @param {(reason: string) => void} run */
  call(name, run) {
    this.#show("desk.do_call", name, "reason", () => this.#field("reason", "desk.call_reason", { max: 200 }), () => {
      const reason = textOf("desk-panel-reason");
      return reason ? run(reason) : this.#wrong("reason", "desk.reason_missing");
    });
  }

  /** Ask for the partner with whom a player joins the waiting list. @param {Team} team  @param {(partner: number|null) => void} run */
  wait(team, run) {
    const { form, keys, till } = this.#desk;
    this.#show("desk.do_wait", team.person.name, "", () => till.partner.view(team), async () => {
      // A form for the partner is open: it comes first.
      if (this.#desk.adding) return form.add();
      if (till.partner.pending && !(await keys.hold(till.partner.enter(team)))) return undefined;
      return run(team.partner?.player ?? null);
    });
    this.#team = team;
    till.partner.clear();
    till.partner.focus();
  }

  /** @param {string} name  @param {string} key of its label  @param {FieldOptions} options */
  #field(name, key, options) {
    return this.#fields.field(`desk-panel-${name}`, this.#desk.words.say(key), options);
  }

  /** @param {string} name  @param {string} key  @param {string[][]} options value and text  @param {string} chosen  @param {(value: string) => void} choose */
  #select(name, key, options, chosen, choose) {
    const id = `desk-panel-${name}`;
    const changed = (/** @type {Event & {target: HTMLSelectElement}} */ { target }) => {
      choose(target.value);
      this.#fields.clear(id);
    };
    return this.#fields.around(id, html`<label for=${id}>${this.#desk.words.say(key)}</label>
      <select id=${id} aria-invalid=${this.#fields.has(id) ? "true" : nothing} @change=${changed}>${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}</select>`);
  }

  /** @param {string} name of the field  @param {string} key of the error */
  #wrong(name, key) {
    this.#fields.fault(`desk-panel-${name}`, this.#desk.words.say(key));
  }

  /** @param {string} key of its title  @param {string} person  @param {string} first field; "" without one  @param {() => unknown} fields  @param {() => void} submit */
  #show(key, person, first, fields, submit) {
    const title = this.#desk.words.say(key);
    this.#submit = submit;
    this.#team = null;
    this.#fault = null;
    this.#fields.clear();
    // Nothing typed in a form before is left in this one.
    this.#desk.till.clear();
    this.#desk.till.clear(() => html`
      <header class="desk-sale"><h2>${title}</h2><p class="desk-cut" title=${person}>${person}</p></header>
      ${fields()}
      <div class="desk-foot">${faultPlace(this.#fault)}${keyButton(title, "Enter", () => this.submit(), { look: "btn-primary btn-large btn-block" })}</div>`);
    if (first) byId(`desk-panel-${first}`).focus();
  }
}
