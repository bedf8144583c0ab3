/** The column beside the map: calls, players on the move, breaking order, settings. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { find } from "../shared/ui/dom.js";
import { callTime } from "../shared/ui/press.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";
import { drawAnew, drawFinalTable } from "./break.js";
import { BreakOrder } from "./break_order.js";
import { answersTo } from "./calls.js";
import { PrintLinks } from "./print.js";

/** @import { MoveRow } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/** Players listed by name per destination. */
const NAMED = 12;
/** A deal is offered up to this many remaining players. */
const DEAL_FROM = 20;
/** When confirming one by one, the next one stays in place this long (ms). */
const AIMS = 700;
const SETTINGS = /** @type {const} */ (["auto_balance", "auto_break", "late_stage"]);

export class Side {
  #root;
  #page;
  #order;
  #views;
  #print;

  /** @param {HTMLElement} root the page  @param {Floor} page */
  constructor(root, page) {
    this.#root = root;
    this.#page = page;
    const calls = find(root, "#calls");
    const moves = find(root, "#moves");
    const after = () => page.count();
    this.#views = [
      new View(calls, () => this.#calls(), { still: new Still(calls), after }), new View(moves, () => this.#moves(), { still: new Still(moves, AIMS), after })];
    this.#order = new BreakOrder(find(root, "#break-order"), page);
    this.#print = new PrintLinks(this.#part("moves-print"), page);
    this.#wire();
  }

  /** Return a part that not every login has. @param {string} id  @returns {HTMLElement|null} */
  #part(id) {
    return this.#root.querySelector(`#${id}`);
  }

  /** @param {string} name */
  #setting(name) {
    return /** @type {HTMLInputElement} */ (find(this.#root, `#set-${name}`));
  }

  #wire() {
    const page = this.#page;
    const { presses, signal } = page;
    for (const name of SETTINGS) {
      this.#setting(name).addEventListener("change", async () => {
        const [auto_balance, auto_break, late_stage] = SETTINGS.map((one) => this.#setting(one).checked);
        const answer = await presses.send("floor.settings", { auto_balance, auto_break, late_stage }, page.say("settings"));
        if (!answer?.ok) this.update();
      }, { signal });
    }
    const giving = this.#part("draw-giving");
    giving?.addEventListener("click", () => presses.send("giving.draw", {}, giving.textContent.trim()), { signal });
    this.#part("redraw")?.addEventListener("click", () => drawAnew(page), { signal });
    this.#part("final-table")?.addEventListener("click", () => drawFinalTable(page), { signal });
  }

  /** Show the present boards. */
  update() {
    const { live } = this.#page;
    const board = live.board("floor");
    const prizes = live.board("prizes");
    const deal = this.#part("deal-link");
    // A deal is offered to the remaining players once the prizes are locked.
    if (deal) deal.hidden = !prizes || prizes.state === "none" || !(prizes.deal || (prizes.state === "locked" && prizes.left > 1 && prizes.left <= DEAL_FROM));
    const pending = Boolean(prizes && prizes.state !== "none" && prizes.deal === "open");
    find(this.#root, "#deal-pending").hidden = !pending;
    // The pending one has its link on top.
    if (deal && pending) deal.hidden = true;
    if (!board) return;
    find(this.#root, "#calls").hidden = !board.calls.length;
    const count = find(this.#root, "#moves-count");
    count.textContent = String(board.under_way);
    count.hidden = !board.under_way;
    for (const view of this.#views) view.update();
    this.#print.show(board.under_way);
    this.#order.show(board.breaking);
    const giving = this.#part("giving");
    if (giving) giving.textContent = board.giving.length ? board.giving.join(" · ") : this.#page.say("giving_none");
    for (const name of SETTINGS) this.#setting(name).checked = board[name];
  }

  #calls() {
    const page = this.#page;
    return html`${repeat(page.live.board("floor")?.calls ?? [], ({ call }) => call, (call) => html`<li class="call" data-kind=${call.kind}>
      <button class="btn call-table" type="button" @click=${() => page.open(call.table)}>${page.say("table", { number: call.table })}</button>
      <span class="call-what">${page.say(`call_${call.kind}`)}${call.seat ? ` · ${page.say("seat", { seat: call.seat })}` : ""} ${callTime(call, page.words)}</span>${answersTo(call, page)}</li>`)}`;
  }

  #moves() {
    const page = this.#page;
    const { moves, under_way: all } = page.live.board("floor") ?? { moves: [], under_way: 0 };
    const rest = all - moves.length;
    const tables = [...new Set(moves.map(({ table }) => table))].sort((one, other) => one - other);
    return html`${repeat(tables, (number) => number, (number) => this.#destination(number, moves.filter(({ table }) => table === number)))}
      ${tables.length ? nothing : html`<li class="muted">${page.say("no_moves")}</li>`}
      ${rest > 0 ? html`<li class="muted">${page.say("more_under_way", { count: rest })}</li>` : nothing}`;
  }

  /** @param {number} number  @param {MoveRow[]} moves */
  #destination(number, moves) {
    const page = this.#page;
    const { presses } = page;
    return html`<li class="destination">
      <div class="spread"><button class="btn btn-quiet" type="button" @click=${() => page.open(number)}>${page.say("to_table", { number })}</button>
        ${moves.length > 1 ? html`<button class="btn" type="button" @click=${() => presses.send("moves.arrive", { number }, page.say("all_arrived"))}>${page.say("all_here", { count: moves.length })}</button>` : nothing}</div>
      <ul class="moves">${repeat(moves.slice(0, NAMED), ({ move }) => move, ({ move, name, seat, from_table: from, at }) => html`<li class="move">
        <span class="move-who"><span>${name}</span><small class="muted figures">${page.say("move_way", { seat, table: from ?? "–" })} · <span data-since=${at}></span></small></span>
        <button class="btn btn-icon" type="button" aria-label=${page.say("has_arrived", { name })} @click=${() => presses.send("move.arrive", { move }, page.say("arrived"))}>✓</button></li>`)}</ul>
      ${moves.length > NAMED ? html`<p class="muted small">${page.say("and_more", { count: moves.length - NAMED })}</p>` : nothing}</li>`;
  }
}
