/**
 * The bags at the end of a day and on the next one: what has been done and what follows, the bags of the chosen table with
 * their buttons, and what may explain that the stacks do not add up.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { BagOpening } from "./bag_opening.js";
import { resultText } from "../shared/feed/commands.js";
import { number, timestampText } from "../shared/ui/format.js";
import { View } from "../shared/ui/view.js";

/** @import { BagRow, BagsBoard, BagTable, ClueRow } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { LiveResource } from "../shared/feed/live_resource.js" */
/** @import { Button } from "./bag_opening.js" */
/** @import { Services } from "../shared/ui/page.js" */
/** @import { Words } from "../shared/ui/words.js" */

/** @typedef {"bags.seal_table"|"bags.hand_in"|"bags.unseal"|"bags.open_table"} BagCommand */

export class Bags {
  #config;
  #words;
  #time;
  #commands;
  #event;
  /** Whether bags are sealed although the stacks do not add up. */
  #accepts = false;
  /** Whether the page asks before drawn seats are drawn again. */
  #asksToDraw = false;
  #opening;
  /** What was done last, with its undo. @type {{kind: BagCommand, text: string, seq: number|null}|null} */
  #done = null;
  /** @type {View[]} */
  #views;

  /** @param {Services} services  @param {Words} words  @param {LiveResource} event */
  constructor({ config, time, commands }, words, event) {
    this.#config = config;
    this.#words = words;
    this.#time = time;
    this.#commands = commands;
    this.#event = event;
    this.#opening = new BagOpening(commands, words, () => this.update());
    const parts = /** @type {[string, (board: BagsBoard) => unknown][]} */ ([
      ["day-steps", this.#steps], ["bag-difference", this.#difference], ["bag-tables", this.#tables], ["bag-panel", this.#panel], ["next-draw", this.#draw],
    ]);
    this.#views = parts.flatMap(([id, view]) => {
      const place = document.getElementById(id);
      return place ? [new View(place, () => (this.board ? view(this.board) : nothing))] : [];
    });
  }

  /** The board, while it is about the phase for which the page was made. @returns {BagsBoard|null} */
  get board() {
    const board = this.#event.board("bags");
    return board && board.phase === this.#config.phase && board.day === this.#config.day ? board : null;
  }

  /** Whether the page was made for another phase: the day was closed, or the next one begun. */
  get isOld() {
    return Boolean(this.#event.board("bags")) && !this.board;
  }

  update() {
    const close = document.getElementById("close-day");
    if (this.board) close?.classList.toggle("btn-primary", this.board.handed_in === this.board.stacks);
    if (this.board) document.getElementById("start-day")?.classList.toggle("btn-primary", this.board.opened === this.board.handed_in);
    for (const view of this.#views) view.update();
  }

  /** @param {number} value */
  #say(value) {
    return number(value, this.#words.language);
  }

  /** @param {number} at */
  #at(at) {
    return timestampText(at, this.#time.at() ?? at, this.#words.language);
  }

  /** Whether nothing is left to do at a table at the end of a day; null on another occasion. @param {number} table */
  isDone(table) {
    const found = this.#config.phase === "bagging" && this.board?.tables.find((one) => one.number === table);
    return found ? found.handed_in === found.stacks : null;
  }

  /** How far the bags of a table are, in a few words. @param {number} table */
  progress(table) {
    const found = this.board?.tables.find((one) => one.number === table);
    if (!found) return "";
    const { stacks: all, counted, sealed, handed_in, opened, bags } = found;
    const words = this.#words;
    if (this.#config.goes_on_to && this.#config.phase !== "bagging") return words.say("bags.all_handed_in");
    if (this.#config.phase !== "bagging") {
      const kept = bags.filter(({ state }) => state !== "none").length;
      return words.say(opened === kept ? "bags.all_opened" : "bags.some_opened", { count: opened, all: kept });
    }
    if (handed_in === all) return words.say("bags.all_handed_in");
    if (handed_in) return words.say("bags.some_handed_in", { count: handed_in, all });
    return counted === all || sealed ? words.say("bags.some_sealed", { count: sealed, all }) : "";
  }

  /** @param {BagsBoard} board */
  #steps = (board) => {
    const words = this.#words;
    const hands = this.#hands();
    if (!hands) return nothing;
    const { stacks: all, counted, sealed, handed_in, opened } = board;
    const part = /** @param {number} count */ (count) => (count === all && all ? "" : words.say("bags.part", { count: this.#say(count), all: this.#say(all) }));
    // Stacks that do not add up are counted again, or the floor accepts the difference.
    const off = board.difference && !board.accepted ? board.difference : 0;
    const kept = board.tables.reduce((sum, { bags }) => sum + bags.filter(({ state }) => state !== "none").length, 0);
    /** @type {[string, string, boolean][]} */
    const steps = board.phase === "bagging"
      ? [hands, ["count", off ? this.#off(off) : part(counted), counted === all && !off], ["seal", part(sealed), sealed === all], ["hand_in", part(handed_in), handed_in === all], ["close", handed_in === all && this.#event.board("clock")?.clock.running ? words.say("bags.clock_first") : "", false]]
      : this.#config.goes_on_to ? [["close", "", true], ["advance", this.#config.goes_on_to, false]]
      : [["close", "", true], ...(board.seats === "redraw" ? [/** @type {[string, string, boolean]} */ (["draw", "", board.drawn])] : []),
        ["open", words.say("bags.part", { count: this.#say(opened), all: this.#say(kept) }), opened === kept], ["start", "", false]];
    const current = steps.findIndex(([, , done]) => !done);
    return html`<ol class=${board.phase === "bagging" ? "day-steps" : "day-steps is-day-over"}>${steps.map(([key, how, done], at) => html`<li class=${done ? "is-done" : ""} aria-current=${at === current ? "step" : nothing}>
      <strong>${key === "hands" && !done ? html`<a href=${this.#config.clock}>${words.say("bags.step_hands")}</a>` : key === "advance" ? html`<a href=${this.#config.stages}>${words.say(this.#config.for_teams ? "bags.step_advance_teams" : "bags.step_advance")}</a>` : words.say(`bags.step_${key}`, { day: board.day + 1 })}</strong>${how ? html`<small class="figures">${how}</small>` : nothing}</li>`)}</ol>`;
  };

  /** The first step: the clock is stopped and no last hands are played; null while the clock is not known. @returns {[string, string, boolean]|null} */
  #hands() {
    const clock = this.#event.board("clock");
    if (!clock) return null;
    const runs = clock.clock.running ? "bags.clock_runs" : clock.last_hands ? "bags.hands_are_played" : "";
    return ["hands", runs && this.#words.say(runs), !runs];
  }

  /** @param {BagsBoard} board */
  #difference = ({ phase, difference, accepted, clues }) => {
    if (!difference) return nothing;
    const words = this.#words;
    const off = this.#off(difference);
    if (accepted) return html`<div class="notice"><p><strong>${off}</strong> · ${words.say("bags.accepted", { who: accepted.by, time: accepted.at === null ? "" : this.#at(accepted.at) })}</p></div>`;
    if (phase !== "bagging") return html`<p class="notice"><strong>${off}</strong></p>`;
    const head = html`<strong>${off}</strong><p>${words.say(this.#config.may_close ? "bags.count_or_accept" : "bags.floor_accepts")}</p>`;
    if (!clues.length) return html`<div class="notice is-warn bag-clues">${head}</div>`;
    return html`<div class="notice is-warn bag-clues">${head}<strong>${words.say("bags.look_first")}</strong><ul>${clues.map((clue) => html`<li><a href=${this.#address(clue.table)}>${this.#clue(clue)}</a></li>`)}</ul></div>`;
  };

  /** By how much the stacks do not add up. @param {number} difference */
  #off(difference) {
    return this.#words.say(difference > 0 ? "count.over" : "count.short", { difference: this.#say(Math.abs(difference)) });
  }

  /** @param {ClueRow} clue */
  #clue({ why, table, seat, chips, meant }) {
    return this.#words.say(`bags.clue_${why}`, { table, seat, chips: this.#say(chips), meant: this.#say(meant) });
  }

  /** @param {number} table */
  #address(table) {
    return `${this.#config.address}?table=${table}`;
  }

  /** @param {BagsBoard} board */
  #tables = (board) => html`<ul class="count-tables">${repeat(board.tables, ({ number: table }) => table, ({ number: table, stacks, opened, bags }) => {
    // Of an opened bag, the chips that were found in it.
    const chips = bags.reduce((sum, bag) => sum + (bag.found ?? bag.chips), 0);
    const done = opened === bags.filter(({ state }) => state !== "none").length;
    return html`<li><a href=${this.#address(table)} class=${done ? "is-done" : ""} aria-current=${table === this.#config.table ? "true" : nothing}>
      <strong>${this.#words.say("count.table", { number: table })}</strong><span class="figures">${stacks && chips ? this.#say(chips) : ""}</span><small>${this.progress(table)}</small></a></li>`;
  })}</ul>`;

  /** @param {BagsBoard} board */
  #draw = (board) => {
    const words = this.#words;
    const again = board.drawn;
    const busy = this.#commands.pending("day.draw_next", this.#config.tournament);
    const asks = again && this.#asksToDraw && !board.opened;
    const press = async () => {
      if (again && !asks) {
        this.#asksToDraw = true;
        this.update();
        return;
      }
      const answer = this.#commands.send("day.draw_next", { tournament: this.#config.tournament, args: again ? { again } : {}, label: words.say("bags.draw") });
      this.update();
      if ((await answer)?.ok) location.reload();
      this.update();
    };
    const says = board.opened ? html`<p class="hint">${words.say("bags.draw_closed")}</p>`
      : asks ? html`<p class="notice is-warn" role="alert">${words.say("bags.draw_asks", { day: board.day + 1 })}</p>` : nothing;
    return html`${says}<button type="button" class=${asks ? "btn btn-danger" : again ? "btn" : "btn btn-primary btn-large"} aria-busy=${busy ? "true" : nothing} ?disabled=${busy || board.opened > 0} @click=${press}>${words.say(asks ? "bags.draw_again" : "bags.draw")}</button>`;
  };

  /** @param {BagsBoard} board */
  #panel = (board) => {
    const table = board.tables.find(({ number: one }) => one === this.#config.table);
    if (!table) return nothing;
    // Before the first stack is counted, the form above lists the same seats.
    if (board.phase === "bagging" && table.bags.every(({ state }) => state === "open")) return nothing;
    return html`<div role="status">${this.#result(board, table)}</div>${this.#whole(board, table)}
      <ul class="bags" aria-label=${this.#words.say("bags.label", { number: table.number })}>${repeat(table.bags, ({ seat }) => seat, (bag) => this.#bag(board, table, bag))}</ul>`;
  };

  /** What was done last, and what is next. @param {BagsBoard} board  @param {BagTable} table */
  #result(board, table) {
    if (!this.#done) return nothing;
    const { text, seq } = this.#done;
    const undo = async () => {
      if (seq !== null && (await this.#commands.undo(seq, this.#config.tournament))?.ok) this.#show(null);
    };
    return html`<div class="notice is-good bag-done"><p><strong>${text}</strong> ${this.#next(board, table)}</p>
      ${seq === null ? nothing : html`<div class="notice-actions"><button type="button" class="btn" @click=${undo}>${this.#words.say("bags.undo")}</button></div>`}</div>`;
  }

  /** The next step. @param {BagsBoard} board  @param {BagTable} table */
  #next(board, { bags, stacks, handed_in }) {
    const words = this.#words;
    if (board.phase !== "bagging") {
      const isClosed = (/** @type {BagRow} */ { state }) => state === "handed_in";
      const closed = bags.some(isClosed) ? undefined : board.tables.find((one) => one.bags.some(isClosed));
      return closed ? html`<a href=${this.#address(closed.number)}>${words.say("bags.next_table", { table: closed.number })}</a>` : nothing;
    }
    if (bags.some(({ state }) => state === "open" || state === "counted")) return words.say(this.#done?.kind === "bags.unseal" ? "bags.next_count" : "bags.next_seal");
    if (handed_in < stacks) return words.say("bags.next_hand_in");
    const other = board.tables.find((one) => one.handed_in < one.stacks);
    if (other) return html`<a href=${this.#address(other.number)}>${words.say("bags.next_table", { table: other.number })}</a>`;
    return html`<a href=${this.#config.address}>${words.say("bags.next_close", { day: board.day })}</a>`;
  }

  /** Show a result in the place of earlier ones. @param {{kind: BagCommand, text: string, seq: number|null}|null} done */
  #show(done) {
    // The message with which the page was opened is about an earlier step.
    document.querySelector(".page-messages")?.remove();
    this.#done = done;
    this.update();
  }

  /** The button for all bags of a table, and the question before it. @param {BagsBoard} board  @param {BagTable} table */
  #whole(board, table) {
    const { bags } = table;
    /** @param {BagRow["state"]} state */
    const waiting = (state) => bags.filter((bag) => bag.state === state);
    if (board.phase !== "bagging") {
      const closed = waiting("handed_in");
      if (this.#config.goes_on_to || !closed.length || (board.seats === "redraw" && !board.drawn)) return nothing;
      return this.#opening.all(closed, this.#opener(table));
    }
    const counted = waiting("counted");
    const ask = board.difference && !board.accepted && counted.length && this.#config.may_close
      ? html`<label class="check"><input type="checkbox" .checked=${this.#accepts} @change=${(/** @type {Event} */ event) => {
        this.#accepts = /** @type {HTMLInputElement} */ (event.target).checked;
        this.update();
      }}> ${this.#words.say("bags.accept")}</label>` : nothing;
    const sealed = waiting("sealed");
    return html`${ask}
      ${counted.length && !waiting("open").length ? this.#button("bags.seal_table", table, "seal_all", this.#difference_of(board), counted.length, true) : nothing}
      ${sealed.length && !counted.length ? this.#button("bags.hand_in", table, "hand_in_all", {}, sealed.length, true) : nothing}`;
  }

  /** @param {BagsBoard} board @returns {{difference?: number}} */
  #difference_of({ difference, accepted }) {
    return this.#accepts && difference && !accepted ? { difference } : {};
  }

  /** @template {BagCommand} K  @param {K} kind  @param {BagTable} table  @param {string} label  @param {Partial<CommandArguments[K]>} more  @param {number} count */
  #button(kind, table, label, more, count = 1, big = false) {
    const text = this.#words.say(`bags.${label}`, { count });
    // A second press of a button for all bags would be refused: the first one has done it.
    const busy = big && this.#commands.pending(kind, this.#config.tournament);
    return html`<button type="button" class=${big ? "btn btn-primary btn-large btn-block" : "btn"} aria-busy=${busy ? "true" : nothing} ?disabled=${busy} @click=${() => this.#send(kind, table, text, more)}>${text}</button>`;
  }

  /** @template {BagCommand} K  @param {K} kind  @param {BagTable} table  @param {string} label  @param {Partial<CommandArguments[K]>} more */
  async #send(kind, table, label, more) {
    const args = /** @type {CommandArguments[K]} */ ({ number: table.number, ...more });
    // The panel shows the result, with what is next: a message over the page would cover the rows that follow.
    const pending = this.#commands.send(kind, { tournament: this.#config.tournament, args, label, quiet: true });
    this.update();
    const answer = await pending;
    this.update();
    if (!answer?.ok || !("seq" in answer)) return;
    const undoable = answer.line?.undoable && this.#config.may.includes("undo");
    this.#show({ kind, text: `${resultText(answer, label)}.`, seq: undoable ? answer.seq : null });
  }

  /** @param {BagsBoard} board  @param {BagTable} table  @param {BagRow} bag */
  #bag(board, table, bag) {
    const words = this.#words;
    const { seat, state, by, at, chips, found } = bag;
    const says = words.say(`bags.state_${state}`, { who: by, time: at === null ? "" : this.#at(at) });
    const gap = found === null ? 0 : found - chips;
    const counted = gap ? words.say("bags.differs", { chips: this.#say(chips), difference: `${gap > 0 ? "+" : "−"}${this.#say(Math.abs(gap))}` }) : "";
    return html`<li class=${`bag is-${state}`}>
      <span class="bag-seat figures">${seat}</span>
      <span class="bag-name"><strong>${this.#config.names[seat] ?? ""}</strong><small>${state === "open" || state === "none" ? "" : `${words.say("bags.bag", { number: bag.number })} · `}${says}${bag.absent ? ` · ${words.say(state === "handed_in" ? "bags.state_blinded" : "bags.state_absent")}` : ""}${bag.here ? html` · <b>${words.say("bags.says_here")}</b>` : nothing}${counted ? html` · <b>${counted}</b>` : nothing}</small></span>
      <span class="bag-chips figures">${chips ? this.#say(found ?? chips) : ""}</span>
      <span class="bag-actions">${this.#actions(board, table, bag)}</span></li>`;
  }

  /** @param {BagsBoard} board  @param {BagTable} table  @param {BagRow} bag */
  #actions(board, table, bag) {
    const seats = [bag.seat];
    if (board.phase === "bagging") {
      if (bag.state === "counted") return this.#button("bags.seal_table", table, "seal", { seats, ...this.#difference_of(board) });
      const again = html`<button type="button" class="btn btn-quiet" @click=${() => this.#send("bags.unseal", table, this.#words.say("bags.unseal"), { seats })}>${this.#words.say("bags.unseal")}</button>`;
      if (bag.state === "sealed") return html`${again}${this.#button("bags.hand_in", table, "hand_in", { seats })}`;
      return bag.state === "handed_in" ? again : nothing;
    }
    if (this.#config.goes_on_to || bag.state !== "handed_in" || (board.seats === "redraw" && !board.drawn)) return nothing;
    return this.#opening.row(bag, this.#opener(table), { absent: board.phase === "resumed", accepts: this.#config.may.includes("run_clock") });
  }

  /** The buttons that open bags of a table. @param {BagTable} table  @returns {Button} */
  #opener(table) {
    return (label, args, count = 1, big = false) => this.#button("bags.open_table", table, label, args, count, big);
  }
}
