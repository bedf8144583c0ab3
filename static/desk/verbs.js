/** The desk's commands: their names on the server, and their results as recent actions. */

import { buying } from "./state.js";

/** Desk command → server command. */
export const KINDS = {
  add_person: "player.add", confirm_membership: "membership.confirm", enter: "desk.register", enter_events: "desk.register_for_events", rebuy: "desk.rebuy", add_on: "desk.add_on", reserve: "booking.reserve",
  check_in: "booking.check_in", wait: "booking.wait", cancel: "booking.cancel", no_show: "booking.no_show",
  call: "waiting_list.call", skip: "waiting_list.skip", surrender: "desk.surrender", bust: "entry.bust", refund: "desk.refund",
};

/** Commands a clerk may undo alone for ten minutes. */
const OWN = new Set([
  "booking.cancel", "booking.check_in", "booking.no_show", "booking.no_shows", "booking.reserve", "booking.wait", "desk.surrender",
  "entry.bust", "waiting_list.call", "waiting_list.skip",
]);

/** Commands that took money: they are refunded, never undone. */
const SOLD = new Set(["desk.register", "desk.register_for_events", "desk.rebuy", "desk.add_on"]);

export class Verbs {
  #commands;
  #words;
  #head;
  #busy = 0;
  #waiting = [];
  /** The buyers and their currency, for recent actions. */
  #players = new Map();
  #money = new Map();

  /**
   * @param {{commands: import("../shared/feed/commands.js").Commands, words: import("../shared/ui/words.js").Words,
   *          head: import("./head.js").Head}} page
   */
  constructor({ commands, words, head }) {
    this.#commands = commands;
    this.#words = words;
    this.#head = head;
  }

  /**
   * Whether a command of this page waits for its response: until then nothing else is sold, however often
   * Enter is pressed.
   */
  get busy() {
    return this.#busy > 0;
  }

  /** Resolve as soon as no command waits for its response. */
  idle() {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Run a command.
   * @param {string} verb  @param {number|null} tournament null for the room
   * @param {object} args  @param {string} name the player's name
   * @returns {Promise<object|null>} as of `Commands.send`; null as well while another one waits
   */
  async do(verb, tournament, args, name = "") {
    if (this.busy) return null;
    const label = [this.#words.say(`desk.do_${verb}`), name].filter(Boolean).join(": ");
    return this.#send(KINDS[verb], tournament, args, label);
  }

  /** Complete the sale in the till. */
  sell(sale, { payments, times, membership, stack, announced }, idSeen) {
    this.#money.set(sale.event.tournament, { currency: sale.event.currency, places: sale.event.places });
    if (sale.kind === "enter" && sale.others.length) {
      const events = [sale.event.tournament, ...sale.others.map((one) => one.tournament)];
      this.#money.set(null, this.#money.get(sale.event.tournament));
      return this.do("enter_events", null, { player: sale.person.player, events, payments, id_seen: idSeen, membership }, sale.person.name);
    }
    if (sale.kind === "enter") {
      const args = { player: sale.person.player, payments, id_seen: idSeen, membership };
      return this.do("enter", sale.event.tournament, args, sale.person.name);
    }
    const entry = buying(sale.event);
    this.#players.set(entry, sale.person.player);
    const args = { entry, times, payments, stack, ...(sale.kind === "rebuy" ? { announced } : {}) };
    return this.do(sale.kind, sale.event.tournament, args, sale.person.name);
  }

  /** Undo a recent action. @param {object} line  @param {boolean} any whether this role may undo all commands */
  undo(line, any) {
    if (any) return this.#guard(this.#commands.undo(line.seq, line.tournament));
    return this.#send("desk.undo", line.tournament, { seq: line.seq }, this.#words.say("page.undo"));
  }

  /** Record a print. */
  printed(kind, id, tournament) {
    const args = { what: { entry: "seat_card", booking: "link" }[kind] ?? kind, [kind]: id };
    return this.#commands.send("desk.printed", { tournament, args, label: this.#words.say("desk.do_print"), quiet: true });
  }

  #send(kind, tournament, args, label) {
    return this.#guard(this.#commands.send(kind, { tournament, args, label, quiet: true }));
  }

  async #guard(promise) {
    this.#busy += 1;
    document.getElementById("desk").setAttribute("aria-busy", "true");
    try {
      return await promise;
    } finally {
      this.#busy -= 1;
      document.getElementById("desk").setAttribute("aria-busy", String(this.busy));
      if (!this.busy) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Convert a response to a recent action; web/desk/recent_actions.py reads the same from the journal. */
  lineOf({ args, kind, tournament, label }, { seq, answer, line }, currencies) {
    const sold = SOLD.has(kind);
    return {
      text: line?.text ?? label, seq, tournament, at: line?.at ?? Date.now(), undoable: Boolean(line?.undoable) && !kind.endsWith("undo"),
      player: args.player ?? answer?.player ?? this.#players.get(args.entry) ?? null, refundable: sold && kind !== "desk.register_for_events", sold,
      // Event and amount, needed for voiding.
      event: tournament ?? answer?.sales?.[0]?.event ?? null, total: (args.payments ?? []).reduce((sum, { amount }) => sum + amount, 0), own: OWN.has(kind),
      entry: kind === "desk.register" ? answer.entry : null, receipt: sold || kind === "desk.refund" ? answer.receipt : null,
      number: answer?.number ?? "", change: answer?.change ?? 0, position: kind === "booking.wait" ? answer?.position ?? null : null,
      entries: answer?.sales?.map(({ entry, event }) => ({ entry, event })) ?? [],
      papers: numbersOf(answer), table: answer?.table ?? null, seat: answer?.seat ?? null,
      ...(this.#money.get(tournament) ?? currencies[tournament] ?? { currency: "", places: 2 }),
    };
  }
}

/** Return the numbers of the issued vouchers and tickets. */
function numbersOf(answer) {
  return [...(answer?.vouchers ?? []), ...(answer?.papers ?? []).map((one) => one.number)];
}
