/**
 * Hand-for-hand on the floor's page: tables still playing, the next all-in to resolve, and the next hand for
 * all.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { labelled } from "../shared/ui/punctuation.js";
import { choice, field, openForm } from "./dialog.js";
import { Phase } from "./phase.js";

/** @import { HandForHandBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Form } from "./dialog.js" */
/** @import { Floor } from "./floor.js" */
/** @import { PhaseButton } from "./phase.js" */

/** Up to this many tables have their own buttons; above it, only the number is shown. */
const SHOWN = 40;
const WAYS = ["book", "stopped", "running"];
const REASONS = ["money", "final_table", "pay_jump"];

/** @extends {Phase<HandForHandBoard>} */
export class HandForHandPanel extends Phase {
  /** @type {HandForHandBoard|null} */
  #board = null;

  /** @param {HTMLElement} place  @param {Floor} page */
  constructor(place, page) {
    super(place, page, "hand_for_hand");
  }

  /** @param {HandForHandBoard} board */
  show(board) {
    this.#board = board;
    this.draw();
  }

  /** @override */
  get content() {
    return this.#board?.on || this.#board?.due ? this.#board : null;
  }

  /** @override  @param {HandForHandBoard} board */
  template(board) {
    return board.on ? this.#running(board) : this.#due(board);
  }

  /** @param {HandForHandBoard} board */
  #due(board) {
    return html`<div class="proposal">
      <div class="proposal-says">
        <p class="proposal-want">${this.say("due")}</p>
        <p class="proposal-why small">${this.say("due_why", { left: board.left, paid: board.paid })}${this.cited(board.rule)}</p>
      </div>
      <div class="proposal-acts">${this.buttons({ act: "announce", label: this.say("announce"), look: "btn-primary", run: () => announceHandForHand(this.page, board) })}</div></div>`;
  }

  /** @param {HandForHandBoard} board */
  #running(board) {
    const { presses } = this.page;
    const hand = board.hand ?? 0;
    const playing = board.tables.filter(([, state]) => state === "playing");
    const deal = this.say("deal", { hand: hand + 1 });
    const end = this.say("end");
    const status = [this.#stateText(board), board.reached ? this.say("reached") : "", this.#wayOf(board)].filter(Boolean).join(" · ");
    return html`<div class="phase" data-over=${String(board.over)}>
      <div class="proposal-says">
        <p class="proposal-want">${hand ? this.say("hand", { hand }) : this.say("running_hand")}</p>
        <p class="small" role="status">${status}${this.cited(board.rule)}</p>
      </div>
      <div class="proposal-acts">${this.buttons(
        { act: "deal", label: deal, look: board.reached ? "" : "btn-primary", off: !board.over, run: () => presses.send("hand_for_hand.deal", { hand }, deal) },
        { act: "end", label: end, look: board.reached && board.over ? "btn-primary" : "btn-quiet", run: () => presses.send("hand_for_hand.end", { hand }, end) })}</div>
      ${board.turned_up.length ? this.#turnedUp(board, hand) : nothing}
      ${playing.length ? this.#tables(playing, hand) : nothing}</div>`;
  }

  /** @param {HandForHandBoard} board */
  #stateText(board) {
    const done = board.tables.length - board.playing;
    if (board.over) return this.say("all_done");
    if (!board.playing) return this.say("all_ins_left");
    return this.say(board.playing === 1 ? "one_plays" : "some_play", { count: board.playing, of: board.tables.length, done });
  }

  /** @param {HandForHandBoard} board */
  #wayOf(board) {
    return board.way === "per_hand" ? this.say("way_per_hand", { minutes: board.minutes }) : this.say(`way_${board.way}`);
  }

  /** Report the end of a table's hand. @param {number} number of the table  @param {number} hands completed there  @returns {PhaseButton} */
  #done(number, hands) {
    const { presses, words } = this.page;
    const label = this.say("done");
    const spoken = labelled(words.say("floor.table", { number }), label, words.language);
    return { act: `done-${number}`, label, spoken, run: () => presses.send("hand.finish", { number, hand: hands + 1 }, spoken) };
  }

  /** Tables still playing: each is done with a tap, or waits with a called all-in. @param {HandForHandBoard["tables"]} playing  @param {number} hand */
  #tables(playing, hand) {
    const { presses, open, words } = this.page;
    return html`<ul class="phase-tables" aria-label=${this.say("still_playing")}>
      ${repeat(playing.slice(0, SHOWN), ([number]) => number, ([number, , hands]) => {
        const name = words.say("floor.table", { number });
        const allIn = this.say("all_in");
        const spoken = labelled(name, allIn, words.language);
        return html`<li class="phase-table">${this.buttons(
          { act: `open-${number}`, label: name, look: "btn-quiet", run: () => open(number) }, this.#done(number, hands),
          { act: `all_in-${number}`, label: allIn, spoken, run: () => presses.send("hand_for_hand.all_in", { number, hand }, spoken) })}</li>`;
      })}
      ${playing.length > SHOWN ? html`<li class="muted">${words.say("floor.and_more", { count: playing.length - SHOWN })}</li>` : nothing}</ul>`;
  }

  /** Tables with a called all-in, in the order in which they are resolved. @param {HandForHandBoard} board  @param {number} hand */
  #turnedUp({ turned_up: numbers, tables, next, playing }, hand) {
    const { presses, words } = this.page;
    const found = new Map(tables.map(([number, state, hands]) => [number, { state, hands }]));
    const resolving = numbers.some((number) => found.get(number)?.state === "resolving");
    return html`<ol class="phase-tables" aria-label=${this.say("turned_up")}>${repeat(numbers, (number) => number, (number) => {
      const name = words.say("floor.table", { number });
      if (found.get(number)?.state === "resolving") {
        const done = { ...this.#done(number, found.get(number)?.hands ?? 0), spoken: undefined, look: "btn-primary" };
        return html`<li class="phase-table"><strong>${this.say("turning_up", { table: name })}</strong>${this.buttons(done)}</li>`;
      }
      const label = this.say("turn_up");
      const spoken = labelled(name, label, words.language);
      return html`<li class="phase-table"><span>${this.say("face_down", { table: name })}</span>${this.buttons({
        act: `turn-${number}`, label, spoken, look: number === next ? "btn-primary" : "", off: playing > 0 || resolving,
        run: () => presses.send("hand_for_hand.resolve", { number, hand }, spoken) })}</li>`;
    })}</ol>`;
  }
}

/** Return the text key of the reason why this may not be the bubble. @param {HandForHandBoard} board */
function bubbleNote({ left, paid }) {
  if (!paid) return "announce_no_prizes";
  return left > paid ? "announce_early" : "announce_late";
}

/**
 * Announce hand-for-hand: its reason, and the clock meanwhile.
 * @param {Floor} page  @param {HandForHandBoard|undefined} board
 */
export function announceHandForHand(page, board) {
  const { words, presses } = page;
  /** @param {string} key  @param {Record<string, number>} [values] */
  const say = (key, values) => words.say(`hand_for_hand.${key}`, values);
  // Suggest the bubble only where places are paid and the money has not been reached.
  const usual = board?.paid && board.left > board.paid ? "money" : null;
  const label = say("announce");
  /** @param {Form} form */
  const byBook = (form) => (form.value("way") || "book") === "book";
  openForm(page, {
    title: say("announce_title"), label: () => label,
    body: (form) => {
      // For the money, the book starts it with one player more than places paid; otherwise the floor decides.
      const early = board && (form.value("reason") || "money") === "money" && board.left !== board.paid + 1;
      return html`<p>${say("announce_says")}</p>
        ${choice("reason", say("what_for"), REASONS.map((value) => ({ value, label: say(`for_${value}`) })), usual, { wrong: form.faultOf("reason") })}
        <p class="notice is-warn" ?hidden=${!early}>${board ? say(bubbleNote(board), { left: board.left, paid: board.paid }) : ""}</p>
        ${choice("way", say("clock"), WAYS.map((value) => ({ value, label: say(`clock_${value}`) })), "book")}
        ${field(form, "minutes", say("minutes"), { mode: "numeric", most: 2, placeholder: say("minutes_book"), hidden: !byBook(form) })}`;
    },
    submit: (form) => {
      const [reason, way, minutes] = [form.value("reason"), form.value("way"), byBook(form) ? form.value("minutes") : ""];
      if (!reason) return { field: "reason", text: say("announce_needs_reason") };
      if (minutes && !/^[1-9]\d?$/.test(minutes)) return { field: "minutes", text: page.say("no_number") };
      const args = { reason, ...(byBook(form) ? {} : { way }), ...(minutes ? { minutes: Number(minutes) } : {}) };
      return presses.ask("hand_for_hand.announce", /** @type {CommandArguments["hand_for_hand.announce"]} */ (args), label);
    },
  });
}
