/** What is handed over after a command: large, in the till's column, until the next person is chosen. */

import { keyed } from "./keys.js";
import { lookUp } from "./vouchers.js";
import { amountText } from "./words.js";
import { el } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";

export class HandOver {
  #words;
  #till;
  #print;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {import("./till.js").Till} till the till it replaces
   * @param {(numbers: string[]) => void} print vouchers and tickets
   */
  constructor(words, till, print) {
    this.#words = words;
    this.#till = till;
    this.#print = print;
  }

  /** Show the sale, or the position on the waiting list. @param {object} answer the response */
  show(name, event, answer) {
    const papers = answer.papers ?? (answer.vouchers ?? []).map((number) => ({ method: "voucher", number, value: null }));
    let shown = null;
    const show = () => this.#till.clear((shown = result(this.#words, name, event, answer, papers, this.#print)));
    show();
    // The value of a new voucher comes from the server; its number is known at once.
    for (const paper of papers.filter((one) => one.value === null)) {
      lookUp(paper.number, event.tournament).then((found) => {
        if (!found || !shown.isConnected) return;
        paper.value = found.value;
        show();
      });
    }
  }

  /** Show the amounts of a refund by method, and new vouchers and tickets. */
  refunded(name, event, { money, papers }) {
    this.show(name, event, { papers, money });
  }
}

/**
 * Create the list of what is handed over.
 * @param {import("../shared/ui/words.js").Words} words
 * @param {string} name the player's name  @param {{places: number, currency: string}} event
 * @param {object} answer the response: `change`, `table` and `seat`, `chips`, `position`, `money` (refunded, by
 *   method),
 *   `sales` of several events
 * @param {{method: string, number: string, value: number|null}[]} papers new ones, to be handed over
 * @param {(numbers: string[]) => void} print
 */
function result(words, name, event, { change, table, seat, chips, position, money = [], sales = [] }, papers, print) {
  const large = [];
  if (change) large.push(words.say("desk.change", { amount: amountText(change, event, words) }));
  const methods = new Map();
  for (const { method, amount } of money) methods.set(method, (methods.get(method) ?? 0) + amount);
  for (const [method, amount] of methods) large.push(words.say("desk.give_back", { amount: amountText(amount, event, words), method: words.say(`desk.method_${method}`) }));
  if (table) large.push(words.say("desk.at_seat", { table, seat }));
  for (const one of sales) large.push(one.table ? `${one.event_name}: ${words.say("desk.at_seat", { table: one.table, seat: one.seat })}` : one.event_name);
  if (chips) large.push(words.say("desk.chips", { count: number(chips, words.language) }));
  if (position) large.push(words.say("desk.on_list_at", { position: number(position, words.language) }));
  const slips = papers.map((one) => el("p.desk-slip", {},
    el("span", {}, words.say(`desk.hand_over_${one.method}`)),
    ...(one.value === null ? [] : [el("strong", {}, amountText(one.value, event, words))]),
    el("code", {}, one.number)));
  const buttons = papers.length ? [keyed(words.say("desk.print_papers"), "v", () => print(papers.map((one) => one.number)), { look: ".btn-block" })] : [];
  return el("div.desk-result.figures", { role: "status" }, el("span.desk-cut", { title: name }, name),
    ...large.map((text) => el("strong", {}, text)), ...slips, ...buttons);
}
