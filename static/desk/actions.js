/** What the desk does for a person, and how it is taken back. */

import { showResult } from "./result.js";
import { playing, printable, allRefunded } from "./state.js";

/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Person, PersonInEvent } from "../../docs/reference/desk" */
/** @import { Answer, Command, Done } from "../shared/feed/commands.js" */
/** @import { Desk } from "./desk.js" */
/** @import { PersonVerb } from "./person.js" */
/** @import { KINDS, RecentAction, Verb } from "./verbs.js" */
/** @import { Voided } from "./void_sale.js" */

/** Refusals with their own next step: the message stays, with its button. @param {Answer|null} answer */
export const hasWayOut = (answer) => Boolean(answer && !answer.ok && ["page_out_of_date", "log_in"].includes(answer.code));

export class Actions {
  #desk;
  /** Commands of this page, whose results are shown at their buttons. @type {WeakSet<object>} */
  #own = new WeakSet();

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    /** @param {string} name  @param {(detail: {command: Command, answer: Answer|null}) => void} run */
    const hear = (name, run) => desk.commands.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal: desk.signal });
    hear("sent", ({ command }) => this.#own.add(command));
    hear("settled", ({ command, answer }) => this.#settled(command, answer));
  }

  /**
   * Run a command by its key or button.
   * @param {PersonVerb} verb  @param {number|null} receipt of the sale to refund; null for the newest
   */
  async run(verb, receipt = null) {
    const meant = this.#desk.person?.player;
    if (meant === undefined || !this.#desk.chosen) return;
    // Typing is quicker than the response to the sale before: a command for this person waits for it.
    if (this.#desk.verbs.busy) await this.#desk.verbs.idle();
    const { person } = this.#desk;
    if (person?.player !== meant || !this.#desk.chosen) return;
    const { event, membership, name, player } = person;
    const booking = event?.booking?.booking ?? 0;
    const entry = playing(event)?.entry ?? 0;
    if (verb === "id_seen") {
      this.#desk.idSeen = !this.#desk.idSeen;
      this.#desk.till.forgive();
      this.#desk.draw();
    } else if (verb === "confirm_membership") this.#finish(verb, { membership: membership?.membership ?? 0, confirmed_by: this.#desk.config.name });
    else if (!event) return;
    else if (verb === "rebuy" || verb === "add_on" || verb === "enter") {
      if (verb !== "enter" && this.#desk.till.sale?.kind === verb) this.#desk.till.again();
      else this.#desk.begin(verb);
    } else if (verb === "refund") this.#refund(receipt);
    else if (verb === "surrender") this.#desk.panels.surrender(name, (chips) => this.#finish(verb, { entry, chips }));
    else if (verb === "call") this.#desk.panels.call(name, (reason) => this.#finish(verb, { booking, reason }));
    else if (verb === "print") this.#desk.prints.person(event);
    else if (verb === "print_receipt") {
      const sale = printable(event);
      if (sale) this.#desk.prints.receipt(sale, event.tournament);
    } else if (verb === "check_in") this.#finish(verb, { booking, id_seen: this.#desk.idSeen });
    else if (verb === "bust") this.#finish(verb, { entry });
    else if (verb === "reserve") this.#finish(verb, { player });
    else if (verb === "wait") this.#wait(person, event);
    else this.#finish(verb, { booking });
  }

  /** Join the waiting list; a team that is not known yet is asked for, and has one place. @param {Person} person  @param {PersonInEvent} event */
  #wait(person, event) {
    const { player } = person;
    const board = this.#desk.head.registration;
    if (!board?.partner_until || event.team_with) return this.#finish("wait", { player, wants: event.wants });
    return this.#desk.panels.wait({ kind: "enter", person, event, board, others: [], partner: null }, (partner) => this.#finish("wait", { player, wants: event.wants, partner }));
  }

  /** Warn that no drawer is open before a refund form is filled in. @param {number|null} receipt */
  #refund(receipt) {
    const { person } = this.#desk;
    if (!person?.event) return;
    const { currency } = person.event;
    const drawers = this.#desk.drawer.among(person.drawers, currency);
    if (drawers.length || this.#desk.drawer.open) this.#desk.panels.refund(person.name, person.event, drawers, receipt, (args) => this.#finish("refund", args));
    else this.#desk.drawer.ask(currency, () => this.#desk.person?.player === person.player && this.#refund(receipt));
  }

  /**
   * Run a command without the till, then show the person's new state unless the clerk has moved on.
   * @template {Verb} V
   * @param {V} verb  @param {CommandArguments[typeof KINDS[V]]} args
   */
  async #finish(verb, args) {
    if (!this.#desk.person) return;
    const { player, name, event } = this.#desk.person;
    const answer = await this.#desk.verbs.do(verb, verb === "confirm_membership" ? null : this.#desk.head.event, args, name);
    if (this.#desk.person?.player !== player) return;
    if (!answer?.ok) {
      await this.#desk.loadPerson(player);
      if (!this.#desk.till.sale && !this.#desk.panels.open) this.#desk.offer();
      if (this.#desk.person?.player === player) this.refused(answer, this.#desk.panels.open ? this.#desk.panels : this.#desk);
    } else if (["check_in", "call", "bust", "confirm_membership"].includes(verb)) this.#desk.choose(player);
    else {
      this.#desk.leavePerson();
      // Here, `booking` is the id of the booking, which is not shown.
      if (event && verb === "wait") showResult(this.#desk, name, event, { position: answer.answer.position, name: answer.answer.name });
      if (event && "items" in args && "receipt" in args) this.#refunded(name, event, args, answer);
    }
  }

  /** @param {string} name  @param {PersonInEvent} event  @param {{receipt: number, items?: number[]}} args  @param {Done} done */
  #refunded(name, event, { receipt, items }, { answer: { money, issued, name: team } }) {
    if (allRefunded(event, receipt, items)) this.#desk.recent.settle((line) => line.refundable && line.receipt === receipt);
    showResult(this.#desk, name, event, { money, issued, name: team });
  }

  /** A supervisor has approved a refund. @param {Voided} line  @param {Done & {by: string}} done */
  voided(line, { by, answer: { booking, issued, money, name } }) {
    this.#desk.recent.settle((one) => one.receipt === line.receipt);
    this.#desk.toasts.show({ text: this.#desk.words.say("desk.voided", { number: line.number, who: by }) });
    this.#desk.leavePerson();
    showResult(this.#desk, name, line, { money, issued, booking, name });
    this.#desk.find.again();
  }

  /** Show a refusal, unless its message has a button of its own. @param {Answer|null} answer  @param {{tell: (text: string, rule?: string) => void}} at */
  refused(answer, at) {
    if (!answer || answer.ok || hasWayOut(answer)) return;
    // Another event of the same payment may need the ID that this one does not.
    const text = answer.code === "age_unknown" ? this.#desk.words.say("desk.id_then", { why: answer.message }) : answer.message;
    at.tell(text, answer.rule);
  }

  /** @param {Command} command  @param {Answer|null} answer */
  #settled(command, answer) {
    if (command.kind === "desk.printed") return;
    // Only leftovers of an earlier page need a message.
    if (answer && !answer.ok && this.#own.has(command) && !hasWayOut(answer)) this.#desk.toasts.settle(command.kind);
    if (!answer?.ok) return;
    this.#desk.drawer.settled(command, answer);
    const line = this.#desk.verbs.lineOf(command, answer);
    this.#desk.autoPrint.settled(line);
    this.#desk.recent.add(line);
    this.#desk.find.again();
  }

  /** @param {RecentAction} line */
  async undo(line) {
    if (this.#desk.verbs.busy) return;
    const answer = await this.#desk.verbs.undo(line);
    if (answer?.ok) this.#desk.recent.settle((one) => one === line);
    else if (answer && !hasWayOut(answer)) this.#desk.recent.refuse(line, { text: answer.message, rule: answer.rule });
    if (this.#desk.person && this.#desk.chosen) this.#desk.choose(this.#desk.person.player);
  }

  /** A sale is refunded through the person it was sold to. @param {RecentAction} line */
  async refundLine(line) {
    if (line.tournament !== null) this.#desk.head.pick(line.tournament);
    if (line.player !== null) await this.#desk.takeInstead(line.player);
    // It may have been undone by somebody else.
    if (allRefunded(this.#desk.person?.event, line.receipt)) this.#desk.recent.settle((one) => one === line);
    else this.run("refund", line.receipt);
  }
}
