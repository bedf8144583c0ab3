/** The dealer's tablet of a cash table: seats, blinds, absent players, and hands. */

import { html, nothing } from "lit-html";
import { resultText } from "../shared/feed/commands.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { find, flag } from "../shared/ui/dom.js";
import { timeText } from "../shared/ui/format.js";
import { placesOf, shortMoney } from "../shared/ui/money.js";
import { View } from "../shared/ui/view.js";
import { keepAwake } from "../shared/ui/wake.js";
import { TableMoney } from "./cash_money.js";
import { SeatDialog } from "./cash_player.js";
import { cashFelt, cashRing } from "./cash_ring.js";
import { cashSide } from "./cash_side.js";
import { inPlay, notesOn } from "./cash_state.js";
import { WaitingPresses } from "./waiting.js";

/** @import { CashChair, CashTableBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Answer, Done, Kind } from "../shared/feed/commands.js" */
/** @import { Services } from "../shared/ui/page.js" */

/** Meaning of the next tap on a seat: the button, or the new seat of the player in `change`. @typedef {"button"|"change"} Picking */

/** Longest wait for the table to show the result of a press (ms). */
const TABLE_WITHIN = 4_000;
/** How long a press may wait for the network (ms). It names the player, so that it can't reach another one. */
const LIFETIME = 10 * 60_000;
const SECOND = 1_000;

export class CashTablet {
  #commands;
  #view;
  #head;
  /** Subjects of presses whose result is not shown yet. @type {Set<string>} */
  #pressed = new Set();
  /** @type {Picking|null} */
  picking = null;
  /** The seat whose player changes seats. @type {number|null} */
  change = null;
  /** Who sat there when it was chosen: another player may sit there by the tap. @type {number|null} */
  changing = null;

  /** @param {HTMLElement} root  @param {Services} services */
  constructor(root, { config, words, time, feed, toasts, commands }) {
    this.root = root;
    this.config = config;
    /** The table's number. @type {number} */
    this.number = config.table;
    this.words = words;
    this.time = time;
    this.toasts = toasts;
    this.#commands = commands;
    this.room = new LiveResource(feed, "room");
    this.waiting = new WaitingPresses(this, commands, new AbortController().signal);
    this.dialog = new SeatDialog(this);
    this.money = new TableMoney(this);
    this.#view = new View(find(root, ".dealer-main"), () => this.#template(), { after: () => this.#rendered() });
    this.#head = new View(find(root, ".dealer-clock"), () => this.#headTemplate());
    this.room.subscribe((changed) => {
      if (this.table && changed.has(`cash_table:${this.number}`)) void this.money.read();
      this.dialog.check(this.table);
      if (!this.table) this.picking = null;
      this.update();
    });
    addEventListener("keydown", ({ key }) => key === "Escape" && this.picking && this.pick(this.picking));
    setInterval(this.update, SECOND);
    keepAwake();
    this.update();
  }

  /** The table; undefined before it is known, and while no cash game is played there. @returns {CashTableBoard|undefined} */
  get table() {
    return this.room.boardsOf("cash_table").get(String(this.number));
  }

  /** Whether the login may do what the floor does: count stakes for a dinner break. */
  get isFloor() {
    return this.config.may.includes("seat_players");
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  say(key, values) {
    return this.words.say(`cash_dealer.${key}`, values);
  }

  /** Notes on a seat's player, in words. @param {CashChair} chair */
  notes(chair) {
    return notesOn(chair, this.time.at()).map(([key, { time, ...values }]) =>
      this.say(key, typeof time === "number" ? { ...values, time: timeText(time, this.words.language) } : values));
  }

  /** An amount without its currency, decimals only if there are any. @param {number} value in minor units */
  amount(value) {
    return shortMoney(value, placesOf(this.table?.currency ?? ""), this.words.language);
  }

  /** Whether the result of a press about a subject is not shown yet. @param {string} subject */
  holds(subject) {
    return this.#pressed.has(subject);
  }

  update = () => this.#view.update();

  updateNow() {
    this.#view.updateNow();
  }

  // --- presses -----------------------------------------------------------------------------------------------------
  /**
   * Send a command; its buttons stay pressed until the table shows the result.
   * @template {Kind} K
   * @param {K} kind  @param {string} label as on the button  @param {CommandArguments[K]} args
   * @param {string} subject with an unanswered press, it takes no second one
   * @returns {Promise<Answer|null>} null if not sent or not answered
   */
  async press(kind, label, args, subject) {
    if (this.#pressed.has(subject)) return null;
    this.#pressed.add(subject);
    this.update();
    // Logins with the permission to undo get a button in the message; dealers may undo their own last command.
    const own = !this.config.may.includes("undo");
    const answer = await this.#commands.send(kind, { args, label, quiet: own, lifetime: LIFETIME });
    if (own && answer?.ok) this.#tell(answer, label);
    // A refusal means that the table shown is outdated.
    if (answer && !answer.ok) this.room.recheck();
    this.room.reached(answer?.ok ? answer.seq : 0, TABLE_WITHIN).then(() => {
      this.#pressed.delete(subject);
      this.update();
    });
    return answer;
  }

  /** Show what was done, with undo for as long as the message stays. @param {Done} answer  @param {string} label */
  #tell(answer, label) {
    const { seq, line } = answer;
    const undoable = line?.undoable && line.kind !== "cash_table.undo";
    const undo = this.words.say("page.undo");
    const run = () => void this.press("cash_table.undo", undo, { table: this.number, seq }, "undo");
    this.toasts.show({ text: resultText(answer, label), button: undoable ? { label: undo, run } : null });
  }

  finishHand() {
    if (this.table) this.press("cash_hand.finish", this.words.say("dealer.hand_over"), { table: this.number, hand: this.table.hand }, "hand");
  }

  /** A missed-blind button. @param {CashChair} chair  @param {"small"|"big"} blind */
  missed(chair, blind) {
    const label = this.say(`missed_${blind}_of`, { name: chair.name });
    this.press("cash_seat.missed", label, { table: this.number, seat: chair.seat, blind, player: chair.player }, `seat ${chair.seat}`);
  }

  /** Let the next tap on a seat mean something; the same press again ends that. @param {Picking} what  @param {number|null} seat whose player changes */
  pick(what, seat = null) {
    this.picking = this.picking === what && this.change === seat ? null : what;
    this.change = this.picking === "change" ? seat : null;
    this.changing = this.table?.chairs.find((one) => one.seat === this.change)?.player ?? null;
    this.update();
  }

  /** @param {number} seat  @param {CashChair|undefined} chair */
  tapped(seat, chair) {
    const { picking, change, number, words } = this;
    if (picking === "change") {
      if (chair || change === null) return;
      const player = this.changing;
      this.pick("change", change);
      this.press("cash_seat.change", this.say("change_to", { seat }), { table: number, seat: change, ...(player === null ? {} : { player }), to: seat }, `seat ${change}`);
    } else if (picking === "button") {
      this.pick("button");
      this.press("cash_table.button", words.say("dealer.put_button"), { table: number, button: seat }, "button");
    } else if (chair && !this.holds(`seat ${seat}`)) this.dialog.open(chair);
  }

  // --- rendering ---------------------------------------------------------------------------------------------------
  #template() {
    const { table } = this;
    if (!this.room.known) return nothing;
    if (!table) {
      return html`<div class="notice is-warn dealer-stop" data-part="stop" role="alert"><strong>${this.say("closed", { table: this.number })}</strong><span>${this.say("closed_how")}</span>
        <a class="btn btn-primary btn-large" data-act="next-table" href="/staff/cash/dealer/?ended=${this.number}">${this.say("next_table")}</a></div>`;
    }
    return html`${cashRing(this, table, cashFelt(this, table))}${cashSide(this, table)}${this.dialog.view(table)}`;
  }

  #rendered() {
    flag(this.root, "loading", !this.room.known);
    this.#head.update();
  }

  #headTemplate() {
    const { table, words } = this;
    if (!table) return nothing;
    const count = table.chairs.length;
    const absent = count - inPlay(table).length;
    const players = words.say("dealer.players", { count });
    return html`<p class="dealer-count figures" data-part="players">${absent ? this.say("absent", { players, count: absent }) : players}</p>
      <p class="dealer-blinds" data-part="game">${table.name}</p>`;
  }
}
