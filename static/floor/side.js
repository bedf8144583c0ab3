/** The column beside the map: calls, players on the move, breaking order, settings. */

import { el, setText } from "../shared/ui/dom.js";
import { answersTo } from "./calls.js";
import { drawAnew, drawFinalTable } from "./break.js";
import { Order } from "./break_order.js";
import { Still, timeOfCall } from "../shared/ui/press.js";
import { printLinks } from "./print.js";

/** Players listed by name per destination. */
const NAMED = 12;
/** A deal is offered up to this many remaining players. */
const DEAL_FROM = 20;
/** When confirming one by one, the next one stays in place this long (ms). */
const AIMS = 700;

export class Side {
  #root;
  #page;
  #calls;
  #moves;
  #order;
  #still;
  #print;
  #drawn = {};
  #board = null;

  /** @param {HTMLElement} root the page  @param {object} page see TablePanel */
  constructor(root, page) {
    this.#root = root;
    this.#page = page;
    this.#calls = root.querySelector("#calls");
    this.#moves = root.querySelector("#moves");
    this.#order = new Order(root.querySelector("#break-order"), page);
    this.#still = { calls: new Still(this.#calls), moves: new Still(this.#moves, AIMS) };
    this.#print = printLinks(root.querySelector("#moves-print"), page);
    this.#wire();
  }

  #wire() {
    const { presses, words } = this.#page;
    for (const name of ["auto_balance", "auto_break", "late_stage"]) {
      this.#setting(name)?.addEventListener("change", async () => {
        const args = Object.fromEntries(["auto_balance", "auto_break", "late_stage"].map((one) => [one, this.#setting(one).checked]));
        const answer = await presses.send("floor.settings", args, words.say("floor.settings"));
        if (!answer?.ok) this.#showSettings();
      });
    }
    const label = (button) => button.textContent.trim();
    this.#root.querySelector("#draw-giving")?.addEventListener("click", ({ currentTarget }) => presses.send("giving.draw", {}, label(currentTarget)));
    this.#root.querySelector("#redraw")?.addEventListener("click", () => drawAnew(this.#page));
    this.#root.querySelector("#final-table")?.addEventListener("click", () => drawFinalTable(this.#page));
  }

  #setting(name) {
    return this.#root.querySelector(`#set-${name}`);
  }

  show(board) {
    this.#board = board;
    this.#still.calls.when(() => this.#showCalls(this.#board.calls));
    this.#still.moves.when(() => this.#showMoves(this.#board));
    this.#order.show(board.breaking);
    const giving = this.#root.querySelector("#giving");
    if (giving) setText(giving, board.giving.length ? board.giving.join(" · ") : this.#page.words.say("floor.giving_none"));
    this.#showSettings();
  }

  /** Offer a deal to the remaining players once the prizes are locked. @param {object|null} board "prizes" */
  showPrizes(board) {
    const link = this.#root.querySelector("#deal-link");
    const few = board?.state === "locked" && board.left > 1 && board.left <= DEAL_FROM;
    if (link) link.hidden = !few && !board?.deal;
  }

  #showSettings() {
    for (const name of ["auto_balance", "auto_break", "late_stage"]) {
      const input = this.#setting(name);
      if (input && this.#board) input.checked = this.#board[name];
    }
  }

  /** Whether a part has changed since it was rendered. */
  #other(part, value) {
    const key = JSON.stringify(value);
    if (this.#drawn[part] === key) return false;
    this.#drawn[part] = key;
    return true;
  }

  #showCalls(calls) {
    if (!this.#other("calls", calls)) return;
    const { words, open } = this.#page;
    this.#calls.hidden = calls.length === 0;
    this.#calls.replaceChildren(...calls.map((call) => {
      const table = el("button.btn.call-table", { type: "button" }, words.say("floor.table", { number: call.table }));
      table.addEventListener("click", () => open(call.table));
      return el("li.call", { "data-kind": call.kind }, table,
        el("span.call-what", {}, words.say(`floor.call_${call.kind}`), ...(call.seat ? [` · ${words.say("floor.seat", { seat: call.seat })}`] : []), " ", timeOfCall(call, words)),
        ...answersTo(call, this.#page));
    }));
    this.#page.count();
  }

  #showMoves({ moves, under_way: all }) {
    if (!this.#other("moves", [moves, all])) return;
    const { words } = this.#page;
    const count = this.#root.querySelector("#moves-count");
    setText(count, all ? String(all) : "");
    count.hidden = !all;
    this.#print(all);
    const by = new Map();
    for (const move of moves) by.set(move.table, [...(by.get(move.table) ?? []), move]);
    const tables = [...by].sort(([one], [other]) => one - other);
    const rest = all - moves.length;
    this.#moves.replaceChildren(
      ...(tables.length ? tables.map(([number, those]) => this.#destination(number, those)) : [el("li.muted", {}, words.say("floor.nobody_under_way"))]),
      ...(rest > 0 ? [el("li.muted", {}, words.say("floor.more_under_way", { count: rest }))] : []));
    this.#page.count();
  }

  #destination(number, moves) {
    const { words, presses, open } = this.#page;
    const table = el("button.btn.btn-quiet", { type: "button" }, words.say("floor.to_table", { number }));
    table.addEventListener("click", () => open(number));
    const all = el("button.btn", { type: "button" }, words.say("floor.all_here", { count: moves.length }));
    all.addEventListener("click", () => presses.send("moves.arrive", { number }, words.say("floor.all_arrived")));
    const rows = moves.slice(0, NAMED).map((move) => {
      const here = el("button.btn.btn-icon", { type: "button", "aria-label": words.say("floor.has_arrived", { name: move.name }) }, "✓");
      here.addEventListener("click", () => presses.send("move.arrive", { move: move.move }, words.say("floor.arrived")));
      return el("li.move", {}, el("span.move-who", {}, el("span", {}, move.name),
        el("small.muted.figures", {}, words.say("floor.move_way", { seat: move.seat, table: move.from_table ?? "–" }), " · ", el("span", { "data-since": String(move.at) }))), here);
    });
    return el("li.destination", {}, el("div.spread", {}, table, ...(moves.length > 1 ? [all] : [])), el("ul.moves", {}, ...rows),
      ...(moves.length > NAMED ? [el("p.muted.small", {}, words.say("floor.and_more", { count: moves.length - NAMED }))] : []));
  }
}
