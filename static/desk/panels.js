/** Small forms in the till's column: refund, surrender, call out of turn. */

import { el, setText } from "../shared/ui/dom.js";
import { Fault, faultAt } from "./fault.js";
import { keyed } from "./keys.js";
import { readChips } from "../shared/ui/money.js";
import { ENTRIES } from "./state.js";
import { amountText } from "./words.js";

const METHODS = ["cash", "card", "voucher"];

export class Panels {
  #till;
  #words;
  #submit = null;
  #fault = new Fault();

  /**
   * @param {import("./till.js").Till} till the till they replace
   * @param {import("../shared/ui/words.js").Words} words
   */
  constructor(till, words) {
    this.#till = till;
    this.#words = words;
  }

  /** Whether a form is open. */
  get open() {
    return this.#submit !== null;
  }

  /** Handle Enter in the form. */
  submit() {
    this.#submit?.();
  }

  /** Show a refusal above its button. */
  tell(text, rule = "") {
    this.#fault.tell(text, rule);
  }

  /** Close the form. */
  close() {
    this.#submit = null;
  }

  /**
   * Choose the sale to refund, wholly or in part; newest first.
   * @param {object} person
   * @param {{drawer: number|null, clerk: string, own: boolean}[]} drawers for the refund. The default is the own
   *   one, or else the one of the sale; a third one has to be chosen.
   * @param {number|null} wanted receipt; null for the newest
   * @param {(args: {receipt: number, items: number[], reason: string, method: string, stack: number|null,
   *   drawer: number|null}) => void} run `stack`: the counted stack of a refunded entry
   */
  refund(person, drawers, wanted, run) {
    const words = this.#words;
    const receipts = person.event.receipts.filter((one) => one.items.some((item) => !item.taken_back));
    const first = receipts.find((one) => one.receipt === wanted) ?? receipts[0];
    const boxes = receipts.flatMap((receipt) => receipt.items.filter((item) => !item.taken_back).map((item) => {
      const box = el("input", { type: "checkbox", value: String(item.item), "data-receipt": String(receipt.receipt) });
      box.checked = receipt === first && !item.binds;
      box.disabled = item.binds;
      box.dataset.entry = String(ENTRIES.has(item.kind));
      box.dataset.amount = String(item.amount);
      return [box, el("label.check", {}, box, el("span", {}, words.say("desk.refund_item", {
        what: words.say(`desk.kind_${item.kind}`), amount: amountText(item.amount, person.event, words), number: receipt.number,
      }), ...(item.binds ? [el("small.muted", {}, words.say("desk.refund_bound"))] : [])))];
    }));
    const stack = this.#input("stack", { inputmode: "numeric", maxlength: "16", "aria-describedby": "desk-panel-stack-how" });
    const counted = this.#field("desk.chips_taken_in", "stack", stack);
    counted.append(el("p.hint", { id: "desk-panel-stack-how" }, words.say("desk.chips_taken_in_how")));
    // For a whole entry, the chips that leave play are counted; a rebuy removes as many as it brought.
    const total = el("strong.figures");
    const byPaper = el("p.hint.figures");
    const asks = () => {
      counted.hidden = !boxes.some(([box]) => box.checked && box.dataset.entry === "true");
      const sum = boxes.reduce((all, [box]) => all + (box.checked ? Number(box.dataset.amount) : 0), 0);
      setText(total, amountText(sum, person.event, words));
      const paper = asPaper(receipts.find(({ receipt }) => boxes.some(([box]) => box.checked && box.dataset.receipt === String(receipt))), sum, !counted.hidden);
      byPaper.hidden = paper === 0;
      setText(byPaper, paper ? words.say("desk.refund_paper", { amount: amountText(paper, person.event, words) }) : "");
    };
    asks();
    const reason = this.#input("reason", { maxlength: "200" });
    const method = el("select", { id: "desk-panel-method" }, ...METHODS.map((one) => el("option", { value: one }, words.say(`desk.method_${one}`))));
    const through = el("select", { id: "desk-panel-drawer" },
      ...(drawers[0]?.own ? [] : [el("option", { value: "" }, words.say("desk.drawer_which"))]), ...drawers.map((one, i) =>
        el("option", { value: String(i) }, one.own ? words.say("desk.own_drawer") : words.say("desk.drawer_of", { name: one.clerk }))));
    const whose = drawers.length > 1 || drawers[0]?.own === false ? [this.#field("desk.refund_drawer", "drawer", through)] : [];
    // By default, the refund uses the method and the drawer of the payment.
    const asSold = (receipt) => {
      const [paidBy, ...others] = receipt?.methods ?? [];
      if (!others.length && METHODS.includes(paidBy)) method.value = paidBy;
      const at = drawers.findIndex((one) => one.drawer !== null && one.drawer === receipt?.drawer);
      if (!drawers[0]?.own) through.value = at < 0 ? "" : String(at);
    };
    asSold(first);
    for (const [box] of boxes) {
      box.addEventListener("change", () => {
        // One receipt is refunded at a time.
        const others = boxes.map(([one]) => one).filter((one) => one.checked && one.dataset.receipt !== box.dataset.receipt);
        if (box.checked && others.length) {
          for (const one of others) one.checked = false;
          asSold(receipts.find((one) => String(one.receipt) === box.dataset.receipt));
        }
        asks();
      });
    }
    this.#show("desk.do_refund", person, [
      el("div.stack", {}, ...boxes.map(([, label]) => label)),
      el("p.desk-sum", {}, el("span", {}, words.say("desk.refund_total")), total),
      byPaper,
      el("div.desk-beside", {}, this.#field("desk.refund_by", "method", method), ...whose),
      this.#field("desk.reason", "reason", reason),
      counted,
    ], () => {
      const chosen = boxes.map(([box]) => box).filter((box) => box.checked);
      const receipt = Number(chosen[0]?.dataset.receipt ?? 0);
      const items = chosen.filter((box) => Number(box.dataset.receipt) === receipt).map((box) => Number(box.value));
      if (!items.length) return this.tell(words.say("desk.refund_nothing"));
      const chips = counted.hidden || !stack.value.trim() ? null : readChips(stack.value);
      if (chips === null && !counted.hidden && stack.value.trim()) return faultAt(stack, words.say("desk.no_chips"));
      if (!reason.value.trim()) return faultAt(reason, words.say("desk.reason_missing"));
      if (drawers.length && !through.value) return faultAt(through, words.say("desk.drawer_which"));
      const drawer = drawers[Number(through.value)]?.drawer ?? null;
      return run({ receipt, items, reason: reason.value.trim(), method: method.value, stack: chips, drawer });
    });
    reason.focus();
  }

  /** Ask for the number of chips surrendered. @param {(chips: number) => void} run */
  surrender(person, run) {
    const chips = this.#input("chips", { inputmode: "numeric", maxlength: "12" });
    this.#show("desk.do_surrender", person, [
      el("p.hint", {}, this.#words.say("desk.surrender_how")), this.#field("desk.chips_given_up", "chips", chips),
    ], () => {
      const count = readChips(chips.value);
      return count === null ? faultAt(chips, this.#words.say("desk.no_chips")) : run(count);
    });
    chips.focus();
  }

  /** Ask for the reason of a call out of turn. @param {(reason: string) => void} run */
  call(person, run) {
    const reason = this.#input("reason", { maxlength: "200" });
    this.#show("desk.do_call", person, [this.#field("desk.call_reason", "reason", reason)], () => {
      if (!reason.value.trim()) return faultAt(reason, this.#words.say("desk.reason_missing"));
      return run(reason.value.trim());
    });
    reason.focus();
  }

  #input(name, attributes) {
    return el("input", { id: `desk-panel-${name}`, autocomplete: "off", ...attributes });
  }

  #field(key, name, input) {
    return el("div.field", {}, el("label", { for: `desk-panel-${name}` }, this.#words.say(key)), input);
  }

  #show(key, person, fields, submit) {
    const words = this.#words;
    this.#submit = submit;
    this.#fault.clear();
    this.#till.clear(
      el("header.desk-sale", {}, el("h2", {}, words.say(key)), el("p.desk-cut", { title: person.name }, person.name)), ...fields,
      el("div.desk-foot", {}, this.#fault.root,
        keyed(words.say(key), "Enter", () => this.submit(), { look: ".btn-primary.btn-large.btn-block" })),
    );
  }
}

/**
 * Return how much of a refund is a new voucher or ticket: as `give_back` in desk/rules/payments.py divides
 * it.
 * @param {{papers: {voucher: number, ticket: number}, items: object[]}|undefined} receipt
 * @param {number} sum the refunded amount  @param {boolean} entry whether it includes an entry
 */
function asPaper(receipt, sum, entry) {
  if (!receipt) return 0;
  const { voucher, ticket } = receipt.papers;
  const standing = receipt.items.reduce((all, item) => all + (item.taken_back ? 0 : item.amount), 0);
  const byTicket = entry ? Math.min(sum, ticket) : 0;
  const money = Math.min(sum - byTicket, standing - voucher - ticket);
  return sum - money;
}
