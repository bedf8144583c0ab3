/** The clerk's recent actions with print, undo, refund and void. After a reload they come from the server. */

import { el } from "../shared/ui/dom.js";
import { sentence } from "./fault.js";
import { keyed } from "./keys.js";
import { price } from "../shared/ui/money.js";
import { toTheSecond } from "../shared/ui/zone.js";

/** Storage key of the numbers of new vouchers and tickets, which a clerk gets only in the response to the sale. */
const KEY = "desk-papers";
const MOST = 8;

export class Done {
  #place = document.getElementById("desk-done");
  #words;
  #ways;
  #lines;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {{undo: (line: object) => void, refund: (line: object) => void, void: (line: object) => void, print: (line: object) => void,
   *          whyNoVoid: (line: object) => string, papers: (numbers: string[]) => void, may: string[], who: Record<string, string>}} ways `who` refunds and undoes, in words;
   *   `whyNoVoid` gives a key of words, or nothing where a sale can be voided
   * @param {object[]} recent lines from the server, newest first, in the form that `add` takes
   */
  constructor(words, ways, recent) {
    this.#words = words;
    this.#ways = ways;
    const kept = read();
    this.#lines = recent.map((line) => ({ ...line, papers: kept.find((one) => same(one, line))?.papers ?? [] }));
    // Numbers of another login's vouchers go.
    this.#keep();
  }

  /**
   * Add an action.
   * @param {{text: string, seq: number, tournament: number|null, undoable: boolean, at: number, player: number|null,
   *          entry: number|null, receipt: number|null, number: string, change: number, places: number,
   *          currency: string, table: number|null, seat: number|null, refundable: boolean, sold: boolean, event: number|null, total: number, own: boolean, position: number|null,
   *          papers: string[], settled?: boolean}} line
   */
  add(line) {
    this.#lines = [line, ...this.#lines.filter((one) => !same(one, line))].slice(0, MOST);
    this.#keep();
  }

  /** Mark an action as undone or refunded: it has no button any more. */
  settle(line) {
    line.settled = true;
    this.#keep();
  }

  /** Mark a receipt as fully refunded: its sale has no button any more. */
  settleReceipt(receipt) {
    for (const line of this.#lines) if (line.refundable && line.receipt === receipt) line.settled = true;
    this.#keep();
  }

  /** Show at an action why a request failed. */
  refuse(line, text, rule) {
    const row = this.#place.children[this.#lines.indexOf(line)];
    if (!row) return;
    row.querySelector(".error")?.remove();
    const error = el("p.error", { role: "alert" });
    row.append(error);
    error.append(...sentence(text, rule));
  }

  /** The available buttons depend on the drawer. */
  redraw() {
    this.#draw();
  }

  #keep() {
    try {
      const kept = this.#lines.filter(({ papers }) => papers.length).map(({ seq, tournament, papers }) => ({ seq, tournament, papers }));
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      /* storage full or forbidden: kept until the page is closed */
    }
    this.#draw();
  }

  #draw() {
    const last = this.#lines.find((line) => line.sold);
    this.#place.replaceChildren(...this.#lines.map((line, i) => this.#row(line, i === 0, line === last)));
  }

  #row(line, newest, lastSale) {
    const words = this.#words;
    const facts = [];
    if (line.position) facts.push(words.say("desk.on_list_at", { position: line.position }));
    if (line.papers?.length) facts.push(words.say("desk.new_papers", { numbers: line.papers.join(", ") }));
    if (line.table !== null) facts.push(words.say("desk.at_seat", { table: line.table, seat: line.seat }));
    if (line.number) facts.push(words.say("desk.receipt", { number: line.number }));
    if (line.change) facts.push(words.say("desk.change", { amount: price(line.change, line.places, line.currency, words.language) }));
    facts.push(toTheSecond(line.at, words.language));
    const buttons = [];
    // No seat card is issued for a refunded sale.
    const gone = line.settled && line.sold;
    if (!gone && (line.entry !== null || line.receipt !== null)) buttons.push(this.#button("desk.do_print", newest ? "y" : "", () => this.#ways.print(line)));
    if (line.papers?.length) buttons.push(this.#button("desk.print_papers", "", () => this.#ways.papers(line.papers)));
    const back = line.settled ? "" : line.refundable && line.player !== null ? "refund" : line.undoable ? "undo" : "";
    const label = back === "refund" ? "desk.do_refund" : "page.undo";
    const may = back && (this.#ways.may.includes(back) || (back === "undo" && line.own));
    if (may) buttons.push(this.#button(label, newest ? "u" : "", () => this.#ways[back](line)));
    // The own last sale can be voided with the approval of a supervisor.
    const voids = lastSale && !line.settled && !may && line.receipt !== null && line.event !== null;
    const why = voids ? this.#ways.whyNoVoid(line) : "";
    if (voids && !why) buttons.push(this.#button("desk.do_void", newest ? "u" : "", () => this.#void(line)));
    const refused = why ? words.say(why, { who: this.#ways.who.refund })
      : back && !may && newest && !voids ? words.say("desk.by_whom", { what: words.say(label), who: this.#ways.who[back] }) : "";
    const hint = refused ? [el("small.muted.desk-by-whom", {}, refused)] : [];
    const row = el("li", {},
      el("span.desk-did", {}, el("span", { title: line.text }, line.text), el("small.muted.figures", {}, facts.join(" · "))),
      el("span.desk-did-buttons", {}, ...buttons), ...hint);
    row.classList.toggle("is-newest", newest);
    row.classList.toggle("is-undone", Boolean(line.settled));
    return row;
  }

  /** Void a sale; if it has become impossible meanwhile, show the reason in place of the button. */
  #void(line) {
    if (this.#ways.whyNoVoid(line)) this.#draw();
    else this.#ways.void(line);
  }

  #button(label, key, run) {
    if (key) return keyed(this.#words.say(label), key, run);
    const button = el("button.btn", { type: "button" }, this.#words.say(label));
    button.addEventListener("click", run);
    return button;
  }
}

/** Return whether two lines show the same journal entry. */
function same(one, other) {
  return one.seq === other.seq && one.tournament === other.tournament;
}

function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
