/** Enter, the other keys without a button, and typed characters: the search, the open form, and the sale. */

import { showResult } from "./result.js";
import { voucherNumber } from "./vouchers.js";

/** @import { Desk } from "./desk.js" */

/** Return the button or link that has the focus. @returns {HTMLElement|null|undefined} */
const onButton = () => document.activeElement?.closest("button, a, summary");
const isField = () => Boolean(document.activeElement?.matches("input, textarea, select"));

export class Counter {
  #desk;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** Keys without a button, by name. */
  named() {
    const { words } = this.#desk;
    /** Press the button that belongs to a named key, if it is shown. @param {string} key */
    const press = (key) => /** @type {HTMLElement|null} */ (this.#desk.root.querySelector(`#desk-person [data-key="${key}"]`))?.click();
    const payouts = () => /** @type {HTMLElement|null} */ (this.#desk.root.querySelector("#desk-payouts:not([hidden])"))?.click();
    return {
      Enter: { label: words.say("desk.key_enter"), run: (/** @type {number} */ at) => (onButton() ? onButton()?.click() : this.#enter(at)) },
      Escape: { label: words.say("desk.key_escape"), run: () => this.#escape() },
      PageDown: { label: words.say("desk.key_next_event"), run: () => this.#desk.head.step(1) },
      PageUp: { label: words.say("desk.key_previous_event"), run: () => this.#desk.head.step(-1) },
      F2: { label: words.say("desk.payouts"), run: payouts },
      F3: { label: words.say("desk.do_print_receipt"), run: () => press("F3") },
      F4: { label: words.say("desk.do_confirm_membership"), run: () => press("F4") },
    };
  }

  #escape() {
    if (this.#desk.till.typing) this.#desk.find.focus();
    else if (this.#desk.find.claims && this.#desk.chosen) this.#desk.find.clear();
    else if (this.#desk.adding) this.#desk.closeForm();
    else this.#desk.leave();
  }

  /** Whether Enter belongs to the list of people: the search has text, and the focus is not in another column. */
  get #searching() {
    return this.#desk.find.claims && !document.activeElement?.closest("#desk-till, #desk-person");
  }

  /** Mark the single target of Enter. */
  mark() {
    this.#desk.root.classList.toggle("is-searching", this.#searching);
  }

  /** Handle Enter: the search, else the open form, else the default command. @param {number} at when it was pressed (ms) */
  async #enter(at) {
    const { team } = this.#desk;
    if (team && this.#desk.till.partner.typed) return this.#desk.keys.hold(this.#desk.till.partner.enter(team));
    if (document.activeElement?.getAttribute("data-enter") === "add") return this.#desk.form.add(at);
    if (this.#searching) {
      const number = this.#desk.till.sale && voucherNumber(this.#desk.find.text);
      if (number) this.#desk.find.clear();
      if (number) return this.#desk.keys.hold(this.#desk.till.pay(number));
      if (await this.#desk.keys.hold(this.#desk.find.enter())) return undefined;
    }
    return this.proceed();
  }

  /** The content of the till's column: its form, its sale, or the default command. */
  async proceed() {
    if (this.#desk.panels.open && document.activeElement?.closest("#desk-till")) return this.#desk.panels.submit();
    if (!this.#desk.chosen) return undefined;
    await this.#desk.coming;
    if (this.#desk.panels.open) return this.#desk.panels.submit();
    if (this.#desk.till.sale) return this.sell();
    const what = this.#desk.likely();
    if (what === "wait") return this.#desk.actions.run("wait");
    if (what === "confirm") return this.#desk.actions.run("confirm_membership");
    return ["in", "waits", "closed", "refused"].includes(what) ? this.#desk.leave() : undefined;
  }

  /** A digit typed during a sale is cash handed over; letters search for the next person, wherever the focus is.  @param {string} key */
  steer(key) {
    if (key.length === 1 && !isField() && !(key === " " && onButton())) this.#desk.find.focus();
    const inSearch = document.activeElement?.id === "desk-q" && !this.#desk.find.claims;
    if (/^\d$/.test(key) && this.#desk.till.sale && !this.#desk.verbs.busy && inSearch) this.#desk.till.steer();
  }

  /** A digit typed in the search may be a scanned card: it counts as cash only once the clerk has seen it. */
  async #unlessCard() {
    const { sale } = this.#desk.till;
    const holder = await this.#desk.find.holder(this.#desk.till.typed);
    if (this.#desk.till.sale !== sale) return false;
    if (holder !== null) this.#desk.keys.forget();
    this.#desk.till.settle(holder);
    return holder === null;
  }

  /** Sell what the till shows, unless something is missing. @returns {Promise<void>} */
  async sell() {
    const { drawer, keys, till, verbs } = this.#desk;
    const { sale } = till;
    if (!sale || verbs.busy || till.looking) return;
    // A form for the partner is open: it comes first.
    if (this.#desk.adding) return this.#desk.form.add();
    if (till.partner.pending && !(await keys.hold(till.partner.enter(sale)))) return;
    if (voucherNumber(till.typed)) return keys.hold(till.pay(till.typed));
    if (till.steered) return keys.hold(this.#unlessCard()).then((cash) => (cash ? this.sell() : undefined));
    const paid = till.paid();
    if (!paid) return;
    const id = till.unseenId;
    if (id) return till.tell(this.#desk.words.say("desk.id_unseen"), id.rule);
    if (!drawer.open && paid.payments.length) return drawer.ask(sale.event.currency, () => this.sell());
    this.#desk.find.focus();
    // The person may be read again before the response: their next entry would be a re-entry.
    const sold = { ...sale };
    const answer = await verbs.sell(sale, paid, this.#desk.idSeen);
    // A person chosen before the response arrived stays selected.
    if (till.sale !== sale) return;
    if (answer?.ok) {
      this.#desk.leavePerson();
      showResult(this.#desk, sold.person.name, sold.event, answer.answer, sold);
      return;
    }
    // Check again whether it can be sold; the refusal stays at the button, or beside the person.
    await this.#desk.loadPerson(sale.person.player);
    const at = till.sale === sale ? till : this.#desk;
    if (answer) this.#desk.actions.refused(answer, at);
    else at.tell(this.#desk.words.say("desk.sale_unanswered"));
    if (answer?.code === "partner_missing") till.partner.focus();
  }
}
