/** Enter and typed characters at the desk: the search, the open form, and the sale. */

import { likely } from "./state.js";
import { paperNumber } from "./vouchers.js";

const isField = (element) => Boolean(element?.matches("input, textarea, select"));

/** Return the button or link that has the focus. */
export const onButton = () => document.activeElement?.closest("button, a, summary");

export class Counter {
  #desk;

  /**
   * @param {object} desk the parts of the page and its functions; `current` is the person as the page knows them:
   *   `person`, `chosen`, `idSeen`, and `coming`, the promise of their loading
   */
  constructor(desk) {
    this.#desk = desk;
  }

  /**
   * Whether Enter belongs to the list of people: the search has text, and the focus is not in another column.
   */
  get searching() {
    return this.#desk.find.claims && !document.activeElement?.closest("#desk-till, #desk-person");
  }

  /**
   * Handle Enter: the search, else the open form, else the default command.
   * @param {number} at when it was pressed (ms)
   */
  async enter(at) {
    const { find, form, keys, till } = this.#desk;
    const field = document.activeElement?.dataset?.enter;
    if (field === "add") return form.add(at);
    if (this.searching) {
      const paper = till.sale && paperNumber(find.text);
      if (paper) find.clear();
      if (paper) return keys.hold(till.pay(paper));
      if (await keys.hold(find.enter())) return undefined;
    }
    return this.proceed();
  }

  /** The content of the till's column: its form, its sale, or the default command. */
  async proceed() {
    const { current, head, leave, may, panels, run, till } = this.#desk;
    if (panels.open && document.activeElement?.closest("#desk-till")) return panels.submit();
    if (!current.chosen) return undefined;
    await current.coming;
    if (panels.open) return panels.submit();
    if (till.sale) return this.sell();
    const what = current.person ? likely(current.person, head.registration, may) : "none";
    if (what === "wait") return run("wait");
    if (what === "confirm") return run("confirm_membership");
    return ["in", "waits", "closed", "refused"].includes(what) ? leave() : undefined;
  }

  /**
   * A digit typed during a sale is cash handed over; letters search for the next person, wherever the focus is.
   */
  steer(key) {
    const { find, till, verbs } = this.#desk;
    if (key.length === 1 && !isField(document.activeElement) && !(key === " " && onButton())) find.focus();
    if (/^\d$/.test(key) && till.sale && !verbs.busy && !find.claims && document.activeElement?.id === "desk-q") till.steer();
  }

  /** A digit typed in the search may be a scanned card: it counts as cash only once the clerk has seen it. */
  async #unlessCard() {
    const { find, keys, till } = this.#desk;
    const sale = till.sale;
    const holder = await find.holder(till.typed);
    if (till.sale !== sale) return false;
    if (holder !== null) keys.forget();
    till.settle(holder);
    return holder === null;
  }

  /** Sell what the till shows, unless something is missing. */
  async sell() {
    const { current, drawer, fault, find, handOver, head, keys, leavePerson, look, refused, till, verbs, words } = this.#desk;
    const sale = till.sale;
    if (!sale || verbs.busy || till.looking) return;
    if (paperNumber(till.typed)) return keys.hold(till.pay(till.typed));
    if (till.steered) return keys.hold(this.#unlessCard()).then((cash) => cash && this.sell());
    const args = till.arguments();
    if (!args) return;
    const id = sale.kind === "enter" && !current.idSeen ? sale.event.needs.id : null;
    if (id) {
      till.tell(id.message, id.rule);
      return;
    }
    if (!drawer.open && args.payments.length) {
      drawer.ask(head.registration?.currency ?? "", () => this.sell());
      return;
    }
    const sold = current.person;
    find.focus();
    const answer = await verbs.sell(sale, args, current.idSeen);
    // A person chosen before the response arrived stays selected.
    if (till.sale !== sale) return;
    if (!answer?.ok) {
      // Check again whether it can be sold; the refusal stays at the button, or beside the person.
      await look(sold.player);
      const at = till.sale === sale ? till : fault;
      if (answer) refused(answer, at);
      else at.tell(words.say("desk.sale_unanswered"));
      return;
    }
    leavePerson();
    handOver.show(sale.person.name, sale.event, answer.answer);
  }
}
