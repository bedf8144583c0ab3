/** Small forms in the till's column: taking money back, giving up a stack, calling somebody out of turn. */

import { el } from "./dom.js";
import { keyed } from "./desk_keys.js";
import { amountText } from "./desk_words.js";

const METHODS = ["cash", "card", "voucher"];

export class Panels {
  #till;
  #words;
  #submit = null;

  /** @param {import("./desk_till.js").Till} till whose place they take  @param {import("./words.js").Words} words */
  constructor(till, words) {
    this.#till = till;
    this.#words = words;
  }

  /** Whether one is open. */
  get open() {
    return this.#submit !== null;
  }

  /** Enter in the panel. */
  submit() {
    this.#submit?.();
  }

  /** Close it. */
  close() {
    this.#submit = null;
  }

  /**
   * Which sale is taken back, wholly or in part; the newest first.
   * @param {object} person  @param {(args: {receipt: number, items: number[], reason: string, method: string}) => void} run
   */
  refund(person, run) {
    const words = this.#words;
    const receipts = person.event.receipts.filter((one) => one.items.some((item) => !item.taken_back));
    const boxes = receipts.flatMap((receipt, i) => receipt.items.filter((item) => !item.taken_back).map((item) => {
      const box = el("input", { type: "checkbox", value: String(item.item), "data-receipt": String(receipt.receipt) });
      box.checked = i === 0;
      return [box, el("label.check", {}, box, el("span", {}, words.say("desk.refund_item", {
        what: words.say(`desk.kind_${item.kind}`), amount: amountText(item.amount, person.event, words), number: receipt.number,
      })))];
    }));
    const reason = this.#input("reason", { maxlength: "200" });
    const method = el("select", { id: "desk-panel-method" }, ...METHODS.map((one) => el("option", { value: one }, words.say(`desk.method_${one}`))));
    const paidBy = receipts[0]?.methods ?? [];
    if (paidBy.length === 1 && METHODS.includes(paidBy[0])) method.value = paidBy[0];
    this.#show("desk.do_refund", person, [
      el("div.stack", {}, ...boxes.map(([, label]) => label)),
      this.#field("desk.reason", "reason", reason),
      this.#field("desk.refund_by", "method", method),
    ], () => {
      const chosen = boxes.map(([box]) => box).filter((box) => box.checked);
      const receipt = Number(chosen[0]?.dataset.receipt ?? 0);
      const items = chosen.filter((box) => Number(box.dataset.receipt) === receipt).map((box) => Number(box.value));
      if (!items.length) return boxes[0][0].focus();
      if (!reason.value.trim()) return reason.focus();
      return run({ receipt, items, reason: reason.value.trim(), method: method.value });
    });
    reason.focus();
  }

  /** How many chips are given up. @param {(chips: number) => void} run */
  surrender(person, run) {
    const chips = this.#input("chips", { inputmode: "numeric", maxlength: "12" });
    this.#show("desk.do_surrender", person, [this.#field("desk.chips_given_up", "chips", chips)], () => {
      const text = chips.value.replace(/[\s.,'’]/g, "");
      if (!/^\d{1,12}$/.test(text)) return chips.focus();
      return run(Number(text));
    });
    chips.focus();
  }

  /** Why somebody is called before their turn. @param {(reason: string) => void} run */
  call(person, run) {
    const reason = this.#input("reason", { maxlength: "200" });
    this.#show("desk.do_call", person, [this.#field("desk.call_reason", "reason", reason)], () => run(reason.value.trim()));
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
    this.#till.clear(
      el("header.desk-sale", {}, el("h2", {}, words.say(key)), el("p", {}, person.name)), ...fields,
      keyed(words.say(key), "Enter", () => this.submit(), { look: ".btn-primary.btn-large.btn-block" }),
    );
  }
}
