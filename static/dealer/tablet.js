/** The dealer's tablet: sends commands for taps, and shows the table and the clock. */

import { html, nothing } from "lit-html";
import { resultText } from "../shared/feed/commands.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading, untilFlip } from "../shared/feed/reading.js";
import { clockView } from "../shared/ui/clock_view.js";
import { find, flag } from "../shared/ui/dom.js";
import { Flip } from "../shared/ui/flip.js";
import { sendsAway, sentList } from "../shared/ui/sent_list.js";
import { View } from "../shared/ui/view.js";
import { keepAwake } from "../shared/ui/wake.js";
import { BagsPanel } from "./bags.js";
import { CountPanel } from "./count.js";
import { feltView, stopText } from "./felt.js";
import { PlayerDialog } from "./player.js";
import { RacePanel } from "./race.js";
import { ringView } from "./ring.js";
import { ShotClock } from "./shot.js";
import { sideView } from "./side.js";
import { CountSound } from "./sounds.js";
import { callOf, countOf, dealtTo, handForHandOf } from "./state.js";
import { WaitingPresses } from "./waiting.js";

/** @import { CallRow, ChairRow, PenaltiesBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Answer, Done, Kind } from "../shared/feed/commands.js" */
/** @import { Services } from "../shared/ui/page.js" */

/** Meaning of the next tap on a seat. @typedef {"button"|"time"|"bank"|"winner"} Picking */

/** Longest wait for the table to show the result of a press (ms). */
const TABLE_WITHIN = 4_000;
/** How long a press may wait for the network: the server refuses it if others have changed the table since (ms). */
const LIFETIME = 10 * 60_000;
/** A time that is called counts from the call: too late, it would be wrong (ms). */
const TIME_CALL_LIFETIME = 15_000;
/** Update intervals (ms): of ages, and while a time counts. */
const SECOND = 1_000;
const OFTEN = 100;

/** Show the tablet of a table. @param {HTMLElement} root  @param {Services} services  @returns {{stop: () => void}} */
export function mountTablet(root, services) {
  return new Tablet(root, services);
}

export class Tablet {
  #commands;
  #view;
  #head;
  #flip;
  #sound = new CountSound();
  /** Subjects of presses whose result is not shown yet. @type {Set<string>} */
  #pressed = new Set();
  /** Callbacks that remove a time bank's seconds, by the journal entry of its use. @type {Map<number, () => void>} */
  #banks = new Map();
  /** Penalties that were being served here. @type {Set<number>} */
  #served = new Set();
  /** @type {number|undefined} */
  #counting;
  #ages;
  #ended = new AbortController();
  /** @type {Picking|null} */
  picking = null;
  shotClock = new ShotClock();

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
    this.event = new LiveResource(feed, `t${config.tournament}`);
    this.live = new LiveResource(feed, `t${config.tournament}/table/${this.number}`);
    const { signal } = this.#ended;
    this.waiting = new WaitingPresses(this, commands, signal);
    this.player = new PlayerDialog(this);
    this.race = new RacePanel(this);
    this.bags = new BagsPanel(this);
    this.stacks = new CountPanel(this);
    this.#view = new View(find(root, ".dealer-main"), () => this.#template(), { after: () => this.#rendered() });
    this.#head = new View(find(root, ".dealer-clock"), () => this.#clockTemplate());
    this.#flip = new Flip(time, (now) => this.#drawClock(now));
    this.live.subscribe(() => this.#received());
    this.event.subscribe((changed) => {
      if (changed.has("penalties")) this.#tellServed(this.event.board("penalties"));
      this.#flip.poke();
      this.update();
    });
    const fresh = () => this.#flip.poke();
    // The floor has given this login another table: the page of tables says which.
    const refused = (/** @type {CustomEvent} */ { detail }) => detail.topic === this.live.topic && find(root, "h1 a").click();
    feed.addEventListener("time", fresh);
    feed.addEventListener("refused", refused);
    signal.addEventListener("abort", () => {
      feed.removeEventListener("time", fresh);
      feed.removeEventListener("refused", refused);
    });
    document.addEventListener("visibilitychange", fresh, { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && this.picking && this.pick(this.picking), { signal });
    commands.addEventListener("settled", this.#settled, { signal });
    this.#ages = setInterval(this.update, SECOND);
    keepAwake();
    fresh();
  }

  /** Leave the page. */
  stop() {
    this.#ended.abort();
    clearInterval(this.#ages);
    clearInterval(this.#counting);
    for (const part of [this.#view, this.#head, this.#flip]) part.stop();
    this.live.close();
    this.event.close();
  }

  /** The table; undefined before it is known, and if the event no longer has it. */
  get table() {
    return this.live.board("table");
  }

  /** Whether play is stopped for a deal: no hand is dealt, so no player can bust or be all-in. */
  get dealPending() {
    return Boolean(this.event.clock?.deal_pending);
  }

  /** The shot clock with the time banks left; undefined if the event has none. */
  get shot() {
    return this.live.board("table_shot");
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
   * @param {number} lifetime how long it may wait for the network (ms)
   * @returns {Promise<Answer|null>} null if not sent or not answered
   */
  async press(kind, label, args, subject, lifetime = LIFETIME) {
    if (this.#pressed.has(subject)) return null;
    this.#pressed.add(subject);
    this.update();
    // Logins with the permission to undo get a button in the message; dealers may undo their own last command.
    const own = !this.config.may.includes("undo");
    const seen = { table: this.number, seq: this.live.seq ?? 0 };
    const answer = await this.#commands.send(kind, { tournament: this.config.tournament, args, label, quiet: own, lifetime, seen });
    if (own && answer?.ok) this.#tell(answer, label);
    // A refusal means that the table shown is outdated.
    if (answer && !answer.ok) this.live.recheck();
    this.live.reached(answer?.ok ? answer.seq : 0, TABLE_WITHIN).then(() => {
      this.#pressed.delete(subject);
      this.update();
    });
    return answer;
  }

  /** Show what was done, with undo for as long as the message stays. @param {Done} answer  @param {string} label */
  #tell(answer, label) {
    const { seq, line } = answer;
    // An undo cannot be redone from here.
    const undoable = line?.undoable && line.kind !== "table.undo" && !line.kind.startsWith("race.");
    const undo = this.words.say("page.undo");
    const run = () => void this.press("table.undo", undo, { number: this.number, seq }, "table.undo");
    this.toasts.show({ text: resultText(answer, label), button: undoable ? { label: undo, run } : null, long: Boolean(answer.note) });
  }

  /** When the use of a time bank is undone, from the message or elsewhere, its seconds are removed too. @param {Event} event */
  #settled = (event) => {
    const { command, answer } = /** @type {CustomEvent} */ (event).detail;
    if (answer?.ok && (command.kind === "table.undo" || command.kind === "undo")) this.#banks.get(command.args.seq)?.();
  };

  /** Let the next tap on a seat mean something; the same press again ends that. @param {Picking} what */
  pick(what) {
    this.picking = this.picking === what ? null : what;
    this.update();
  }

  /** @param {ChairRow} chair */
  tapped(chair) {
    const { table, picking, number, words } = this;
    const { seat } = chair;
    if (!table) return;
    const playing = chair.kind === "player";
    if (picking === "winner" && !playing && chair.kind !== "ghost") return;
    if (picking === "time" ? !playing : picking === "bank" ? !(Number(this.shot?.left[seat]) > 0) : false) return;
    if (picking) this.pick(picking);
    if (picking === "time") this.callTime(seat);
    else if (picking === "bank") this.#useBank(seat, chair.name);
    else if (picking === "winner") this.#sendHand({ winner: seat });
    else if (picking) this.press("table.button", words.say("dealer.put_button"), { number, button: seat, hand: table.hands + 1 }, "table.button");
    else if (playing && !this.holds(`entry ${chair.entry}`)) this.player.open(chair);
  }

  /** @param {number} seat */
  callTime(seat) {
    this.press("table.call", this.words.say("dealer.call_time"), { number: this.number, kind: "time", seat }, "call time", TIME_CALL_LIFETIME);
  }

  /** @param {number} seat  @param {string} name */
  async #useBank(seat, name) {
    if (!this.shot || this.holds("shot")) return;
    const off = this.shotClock.add(this.shot);
    const answer = await this.press("shot.bank", this.words.say("dealer.shot_bank_of", { name }), { number: this.number, seat }, "shot");
    if (answer?.ok) this.#banks.set(answer.seq, off);
    else off();
  }

  /** @param {boolean} misdeal */
  finishHand(misdeal) {
    if (!this.table) return;
    this.shotClock.stop();
    if (this.table.winner_has_button && !misdeal) this.pick("winner");
    else this.#sendHand(misdeal ? { misdeal } : {});
  }

  /** @param {{ misdeal?: boolean, winner?: number }} more */
  #sendHand(more) {
    if (!this.table) return;
    const label = this.words.say(more.misdeal ? "penalty.misdeal" : "dealer.hand_over");
    this.press("hand.finish", label, { number: this.number, hand: this.table.hands + 1, ...more }, "hand.finish");
  }

  /** Call, or end a call. @param {CallRow["kind"]} kind */
  call(kind) {
    const { table, number } = this;
    if (!table) return;
    const open = callOf(table, kind);
    const label = this.words.say(open ? `dealer.called_${kind}` : `dealer.call_${kind}`);
    const handForHand = this.event.board("hand_for_hand");
    if (open && kind === "time") this.press("time.end", label, { call: open.call, outcome: "acted" }, "call time");
    else if (open) this.press("table.answer", label, { call: open.call }, `call ${kind}`);
    else if (kind === "time") this.pick("time");
    else if (kind === "all_in" && handForHandOf(handForHand, number) === "playing") {
      this.press("hand_for_hand.all_in", label, { number, hand: handForHand?.hand ?? 0 }, "call all_in");
    } else this.press("table.call", label, { number, kind }, `call ${kind}`);
  }

  beginShot = () => {
    if (this.shot) this.shotClock.begin(this.shot);
    this.update();
  };

  stopShot = () => {
    this.shotClock.stop();
    this.update();
  };

  // --- boards ------------------------------------------------------------------------------------------------------
  #received() {
    const { table } = this;
    this.race.receive(this.live.board("table_race") ?? null);
    this.bags.receive(this.live.board("table_bags") ?? null);
    this.stacks.receive(this.live.board("table_count") ?? null);
    this.player.check(table);
    if (!this.shot || !table || callOf(table, "time")) this.shotClock.stop();
    if (!table) this.picking = null;
    this.update();
  }

  /** Tell the dealer when a player may return. @param {PenaltiesBoard|undefined} board */
  #tellServed(board) {
    if (!board) return;
    const serving = new Set(board.running.map(({ entry }) => entry));
    for (const row of board.ended) {
      if (this.#served.has(row.penalty) && row.table === this.number && !serving.has(row.entry)) {
        this.toasts.show({ text: this.words.say("penalty.over_at", { name: row.name, table: row.table, seat: row.seat }) });
      }
    }
    this.#served = new Set(board.running.filter(({ table }) => table === this.number).map(({ penalty }) => penalty));
  }

  // --- rendering ---------------------------------------------------------------------------------------------------
  /** The time that counts: a player's called one, or that of a decision. */
  get #count() {
    return (this.table && countOf(callOf(this.table, "time"), this.time.at())) ?? this.shotClock.count;
  }

  #template() {
    const { table } = this;
    if (!this.live.known) return nothing;
    if (!table) return html`<div class="notice is-warn dealer-stop" data-part="stop" role="alert">${stopText(this, "gone")}</div>`;
    // The decision ended before a seat was tapped.
    if (this.picking === "bank" && !this.shotClock.counts) this.picking = null;
    return html`${this.race.view(!this.#racing)}${this.bags.view(!this.#bagging)}${this.stacks.view(!this.#countsStacks)}${sentList(table, this.words)}${ringView(this, table, feltView(this, table))}${sideView(this, table)}${this.player.view(table)}`;
  }

  /**
   * Whether the chip race takes the place of the seats. They are shown while the button is being placed, since cards may be
   * dealt from its left, and during a player's time, which comes before the race.
   */
  get #racing() {
    return this.race.on && this.#idle;
  }

  /** Whether the count of all stacks takes the place of the seats; a chip race comes first. */
  get #countsStacks() {
    return this.stacks.on && this.#idle && !this.race.on;
  }

  get #idle() {
    return !this.picking && !(this.table && callOf(this.table, "time")) && !this.shotClock.counts;
  }

  /** Whether the bags take the place of the seats. */
  get #bagging() {
    return this.bags.on && !this.#racing && !this.picking && !(this.table && callOf(this.table, "time"));
  }

  #rendered() {
    const { root, table } = this;
    flag(root, "loading", !this.live.known);
    flag(root, "sent", sendsAway(table));
    flag(root, "race", Boolean(table) && (this.#racing || this.#countsStacks));
    flag(root, "bags", Boolean(table) && this.#bagging);
    flag(root, "handForHand", handForHandOf(this.event.board("hand_for_hand"), this.number) || null);
    const count = this.#count;
    if (count) this.#sound.hear(count.phase, count.left);
    else this.#sound.over();
    if (count) this.#counting ??= setInterval(this.update, OFTEN);
    else this.#counting = void clearInterval(this.#counting);
    this.#head.update();
  }

  #clockTemplate() {
    const { table, words } = this;
    const players = table ? dealtTo(table) : 0;
    const board = this.event.clock;
    const now = this.time.at();
    const view = board && now !== null ? clockView(board, reading(board.levels, board.clock, board.planned_start, board.advance, now), words, now) : null;
    const word = view ? [view.start || view.word, view.start ? "" : view.note].filter(Boolean).join(" · ") : "";
    // The winner stands in the middle of the table.
    const won = Boolean(board?.winner);
    return html`<p class="dealer-count figures" data-part="players">${table ? words.say("dealer.players", { count: players }) : ""}</p>
      <p class="dealer-level" data-part="level">${view?.level || (view?.state === "break" ? words.say("clock.break") : "")}</p>
      <p class="dealer-blinds figures" data-part="blinds">${won ? "" : [view?.blinds, view?.ante].filter(Boolean).join(" · ")}</p>
      <p class="dealer-time figures" data-part="time" role="timer">${view && !won ? (view.state !== "day_over" && (view.time || view.hands)) || "–" : ""}</p>
      <p class="small dealer-word" data-part="word" role="status" ?hidden=${!word}>${word}</p>`;
  }

  /** @param {number|null} now  @returns {number|null} ms until the next change */
  #drawClock(now) {
    this.#head.updateNow();
    const board = this.event.clock;
    if (!board || now === null) return null;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    if (read.state === "running") return untilFlip(read.remaining);
    return read.starts_in === null ? null : untilFlip(read.starts_in);
  }
}
