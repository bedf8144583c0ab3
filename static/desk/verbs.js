/** The desk's commands: their names on the server, and their results as recent actions. */

import { resultText } from "../shared/feed/commands.js";
import { labelled } from "../shared/ui/punctuation.js";
import { buying } from "./state.js";

/** @import { CommandArguments, PaymentInput } from "../../docs/reference/commands" */
/** @import { Answer, Command, Done } from "../shared/feed/commands.js" */
/** @import { Desk } from "./desk.js" */
/** @import { Sale } from "./state.js" */
/** @import { Currency } from "./words.js" */

/**
 * A recent action; web/desk/recent_actions.py reads the same from the journal.
 * @typedef {object} RecentAction
 * @property {string} text  @property {number} seq  @property {number|null} tournament null: the room  @property {number} at
 * @property {boolean} undoable  @property {number|null} player  @property {number|null} partner who shares the entry  @property {boolean} refundable  @property {boolean} sold
 * @property {number|null} event that voiding names  @property {number} total  @property {boolean} own may be undone by the clerk
 * @property {number|null} entry  @property {number|null} receipt  @property {string} number of the receipt
 * @property {number} change  @property {number|null} position  @property {{entry: number, event: number}[]} entries
 * @property {string[]} vouchers numbers of new vouchers and tickets  @property {number|null} table  @property {number|null} seat
 * @property {string} currency  @property {number} places  @property {number|null} added the player that it added
 * @property {boolean} [settled] undone, or refunded  @property {boolean} [over] its event is closed
 * @property {boolean} [advanced] the players of its event advanced to another one
 * @property {boolean} [sealed] its stack is in a bag
 */

/** Desk command → server command. */
export const KINDS = /** @type {const} */ ({
  add_person: "player.add", confirm_membership: "membership.confirm", enter: "desk.register", enter_events: "desk.register_for_events", rebuy: "desk.rebuy", add_on: "desk.add_on", reserve: "booking.reserve",
  check_in: "booking.check_in", wait: "booking.wait", cancel: "booking.cancel", no_show: "booking.no_show",
  call: "waiting_list.call", skip: "waiting_list.skip", surrender: "desk.surrender", bust: "entry.bust", refund: "desk.refund",
});
/** @typedef {keyof typeof KINDS} Verb */

/** Commands a clerk may undo alone for ten minutes. */
const OWN = new Set([
  "booking.cancel", "booking.check_in", "booking.no_show", "booking.no_shows", "booking.reserve", "booking.wait", "desk.surrender",
  "entry.bust", "player.add", "waiting_list.call", "waiting_list.skip",
]);

/** Commands that took money: they are refunded, never undone. */
const SOLD = new Set(["desk.register", "desk.register_for_events", "desk.rebuy", "desk.add_on"]);

export class Verbs {
  #desk;
  #busy = 0;
  /** @type {(() => void)[]} */ #waiting = [];
  /** The buyers and their currency, for recent actions. @type {Map<number, number>} */
  #players = new Map();
  /** @type {Map<number|null, Currency>} */ #money = new Map();

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** Whether a command of this page waits for its response: until then nothing else is sold, however often Enter is pressed. */
  get busy() {
    return this.#busy > 0;
  }

  /** Resolve as soon as no command waits for its response. @returns {Promise<void>} */
  idle() {
    return this.busy ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  /**
   * Run a command.
   * @template {Verb} V
   * @param {V} verb  @param {number|null} tournament null for the room
   * @param {CommandArguments[typeof KINDS[V]]} args  @param {string} name the player's name
   * @returns {Promise<Answer|null>} as of `Commands.send`; null as well while another one waits
   */
  async do(verb, tournament, args, name = "") {
    if (this.busy) return null;
    const [said, { language }] = [this.#desk.words.say(`desk.do_${verb}`), this.#desk.words];
    const label = name ? labelled(said, name, language) : said;
    return this.#guard(this.#desk.commands.send(KINDS[verb], { tournament, args, label, quiet: true }));
  }

  /**
   * Complete the sale in the till.
   * @param {Sale} sale  @param {{payments: PaymentInput[], stack: number|null}} paid  @param {boolean} idSeen
   */
  sell({ kind, event, person, others, membership, times, announced, partner }, { payments, stack }, idSeen) {
    const { tournament, currency, places } = event;
    this.#money.set(tournament, { currency, places });
    const shared = { partner: partner?.player ?? null, partner_id_seen: Boolean(partner?.idSeen) };
    if (kind === "enter" && others.length) {
      this.#money.set(null, { currency, places });
      const events = [tournament, ...others.map((one) => one.tournament)];
      return this.do("enter_events", null, { player: person.player, events, payments, id_seen: idSeen, membership, ...shared }, person.name);
    }
    if (kind === "enter") return this.do("enter", tournament, { player: person.player, payments, id_seen: idSeen, membership, ...shared }, person.name);
    const entry = buying(event) ?? 0;
    this.#players.set(entry, person.player);
    const args = { entry, times, payments, stack };
    if (kind === "rebuy") return this.do("rebuy", tournament, { ...args, announced }, person.name);
    return this.do("add_on", tournament, args, person.name);
  }

  /** Undo a recent action, under the clerk's own right unless this role may undo all commands. @param {RecentAction} line */
  undo({ seq, tournament }) {
    const { commands, may, words } = this.#desk;
    if (may("undo")) return this.#guard(commands.undo(seq, tournament));
    return this.#guard(commands.send(tournament === null ? "desk.undo_in_room" : "desk.undo", { tournament, args: { seq }, label: words.say("page.undo"), quiet: true }));
  }

  /** Record a print. @param {"entry"|"receipt"|"booking"} kind  @param {number} id  @param {number} tournament */
  printed(kind, id, tournament) {
    const what = /** @type {const} */ ({ entry: "seat_card", booking: "link", receipt: "receipt" })[kind];
    return this.#desk.commands.send("desk.printed", { tournament, args: { what, [kind]: id }, label: this.#desk.words.say("desk.do_print"), quiet: true });
  }

  /** @param {Promise<Answer|null>} promise */
  async #guard(promise) {
    const root = this.#desk.root;
    this.#busy += 1;
    root.setAttribute("aria-busy", "true");
    try {
      return await promise;
    } finally {
      this.#busy -= 1;
      root.setAttribute("aria-busy", String(this.busy));
      if (!this.busy) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Convert a response to a recent action.  @param {Command} command  @param {Done} done  @returns {RecentAction} */
  lineOf({ args, kind, tournament, label }, done) {
    const { seq, answer, line } = done;
    const sold = SOLD.has(kind);
    return {
      text: resultText(done, label), seq, tournament, at: line?.at ?? Date.now(), undoable: Boolean(line?.undoable) && !/undo(_in_room)?$/.test(kind),
      player: args.player ?? answer?.player ?? this.#players.get(args.entry) ?? null, partner: args.partner ?? null, refundable: sold && kind !== "desk.register_for_events", sold,
      event: tournament ?? answer?.sales?.[0]?.event ?? null, total: (args.payments ?? []).reduce((/** @type {number} */ sum, /** @type {PaymentInput} */ { amount }) => sum + amount, 0), own: OWN.has(kind),
      entry: kind === "desk.register" ? answer.entry : null, receipt: sold || kind === "desk.refund" ? answer.receipt : null,
      number: answer?.number ?? "", change: answer?.change ?? 0, position: kind === "booking.wait" ? answer?.position ?? null : null,
      entries: answer?.sales?.map((/** @type {{entry: number, event: number}} */ { entry, event }) => ({ entry, event })) ?? [],
      vouchers: [...(answer?.vouchers ?? []), ...(answer?.issued ?? []).map((/** @type {{number: string}} */ one) => one.number)],
      table: answer?.table ?? null, seat: answer?.seat ?? null, added: kind === KINDS.add_person ? answer?.player ?? null : null,
      ...(this.#money.get(tournament) ?? this.#desk.config.currencies[String(tournament)] ?? { currency: "", places: 2 }),
    };
  }
}
