/** Commands for the player whose seat was tapped. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { find } from "../shared/ui/dom.js";
import { typedChips } from "../shared/ui/format.js";
import { lastOut } from "../shared/ui/same_hand.js";
import { stopText } from "./felt.js";
import { nameOf, namesOf } from "./ring.js";
import { callOf } from "./state.js";

/** @import { ChairRow, TableBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Tablet } from "./tablet.js" */

/** A second tap meant for the seat must not hit a button that opened under the finger (ms). */
const SETTLE = 350;

export class PlayerDialog {
  #tablet;
  #opened = 0;
  /** The player's entry; null while closed. @type {number|null} */
  #entry = null;
  #name = "";
  /** Entries that won the chips. @type {Set<number>} */
  #winners = new Set();
  /** Whether the winner has been asked for. */
  #asked = false;
  /** Names of fields whose chips are invalid. @type {Set<string>} */
  #wrong = new Set();

  /** @param {Tablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
  }

  get #dialog() {
    return find(this.#tablet.root, "dialog");
  }

  /** @param {ChairRow} chair */
  open(chair) {
    this.#entry = chair.entry;
    this.#name = nameOf(chair, this.#tablet.words);
    this.#opened = performance.now();
    this.#winners = new Set();
    this.#asked = false;
    this.#wrong = new Set();
    this.#tablet.updateNow();
    const dialog = /** @type {HTMLDialogElement} */ (this.#dialog);
    dialog.showModal();
    // The browser would focus "Out", and Enter would press it.
    find(dialog, ".dialog-header button").focus({ preventScroll: true });
  }

  /** Close the dialog if its player no longer sits here. @param {TableBoard|undefined} table */
  check(table) {
    if (this.#entry === null || table?.chairs.some(({ entry }) => entry === this.#entry)) return;
    this.#close();
    this.#tablet.toasts.show({ text: this.#tablet.words.say("dealer.left_since", { name: this.#name }), bad: true });
  }

  #close() {
    this.#entry = null;
    /** @type {HTMLDialogElement} */ (this.#dialog).close();
  }

  /** @param {TableBoard} table */
  view(table) {
    const chair = this.#entry === null ? undefined : table.chairs.find(({ entry }) => entry === this.#entry);
    const click = { handleEvent: this.#clicked, capture: true };
    return html`<dialog class="dealer-player" id="player" aria-labelledby="player-name" @close=${this.#closed} @click=${click}
      >${chair ? this.#content(chair, table) : nothing}</dialog>`;
  }

  #closed = () => {
    this.#entry = null;
    this.#tablet.update();
  };

  /** @param {Event} event */
  #clicked = (event) => {
    const target = /** @type {Element} */ (event.target);
    // A tap outside closes the dialog.
    if (target === this.#dialog) this.#close();
    if (target.closest("button") && performance.now() - this.#opened < SETTLE) event.stopPropagation();
  };

  /** @param {ChairRow} chair  @param {TableBoard} table */
  #content(chair, table) {
    const { words, config } = this.#tablet;
    const deal = this.#tablet.dealPending;
    const others = deal ? [] : table.chairs.filter((one) => one.kind === "player" && one.entry !== chair.entry && one.move === null);
    const timed = Boolean(callOf(table, "time"));
    const time = words.say(timed ? "dealer.called_time" : "dealer.call_time");
    const here = chair.absent_since === null;
    const goes = words.say(here ? "dealer.go_away" : "dealer.come_back");
    const entry = chair.entry ?? 0;
    const header = html`<div class="dialog-header"><h2 id="player-name">${chair.partner ? namesOf(chair, "", words) : nameOf(chair, words)}</h2>
        <p class="muted figures">${words.say("dealer.seat", { seat: chair.seat })}</p>
        <form method="dialog"><button class="btn" type="submit">${words.say("page.close")}</button></form></div>`;
    const over = this.#over;
    if (over.length) return html`${header}<div class="dialog-body">${over.map((text) => html`<p>${text}</p>`)}</div>`;
    return html`${header}
      <div class="dialog-body">
        ${deal ? html`<div class="notice is-warn" data-part="deal">${stopText(this.#tablet, "deal")}</div>` : this.#out(chair, table, others.length > 0)}
        ${others.length ? html`<fieldset class="dealer-won"><legend>${words.say(this.#bounties ? "dealer.won_bounty" : "dealer.won_by")}</legend>
          ${this.#asked ? html`<p class="notice is-warn dealer-asked" role="alert">${words.say("dealer.name_winner")}</p>` : nothing}
          <div class="dealer-knockouts">${repeat(others, (one) => one.entry, (one) => this.#winner(one))}</div></fieldset>` : nothing}
        <div class="dealer-fields">${others.length && config.stacks_decide ? html`<div class="dealer-together">${this.#field("stack", "dealer.stack")}</div>` : nothing}
        <div class="dealer-others">
          <button class="btn" type="button" ?disabled=${timed || deal} @click=${() => this.#done(() => this.#tablet.callTime(chair.seat))}>${time}</button>
          ${this.#other(chair)}
          <button class="btn" type="button" @click=${() => this.#press(here ? "seat.absent" : "seat.back", goes, { entry })}>${goes}</button>
        </div>
        <form class="dealer-chips" @submit=${(/** @type {Event} */ event) => this.#count(event, entry)}>${this.#field("chips", "dealer.count_chips", html`
          <button class="btn" type="submit">${words.say("dealer.note_chips")}</button>`)}</form></div>
      </div>`;
  }

  /** What is said instead of the commands once the event is won or closed: the server would refuse them. @returns {string[]} */
  get #over() {
    const { words, event } = this.#tablet;
    const clock = event.clock;
    if (clock?.closed) return [words.say("dealer.event_closed")];
    return clock?.winner ? [words.say("clock.winner", { name: clock.winner }), words.say("dealer.won_how")] : [];
  }

  /** The button by which the other player of a team plays from the next hand. @param {ChairRow} chair */
  #other(chair) {
    if (!chair.partner) return nothing;
    const label = this.#tablet.words.say("dealer.plays_now", { name: chair.partner_plays ? chair.registered : chair.partner });
    return html`<button class="btn" type="button" id="dealer-other-player" @click=${() => this.#press("entry.change_player", label, { entry: chair.entry ?? 0, partner_plays: !chair.partner_plays })}>${label}</button>`;
  }

  /** Whether a bust asks who won the chips. */
  get #bounties() {
    const prizes = this.#tablet.event.board("prizes");
    return prizes !== undefined && "bounties" in prizes && prizes.bounties !== "none";
  }

  /** The bust buttons; shortly after another bust, they ask whether it was the same hand. @param {ChairRow} chair  @param {TableBoard} table  @param {boolean} others */
  #out(chair, table, others) {
    const { words, time, waiting } = this.#tablet;
    const last = lastOut({ last_out: waiting.lastOut ?? table.last_out }, time.at());
    /** @param {string} key  @param {{same_hand?: number}} [more] */
    const button = (key, more = {}) => html`<button class="btn btn-danger btn-huge dealer-out" type="button"
      @click=${() => this.#bust(chair, others, more)}>${words.say(key)}</button>`;
    const question = last ? html`<p class="dealer-same-hand figures">${words.say("dealer.same_hand_as", last)}</p>` : nothing;
    return html`${question}<div class="dealer-outs">${last ? [button("dealer.same_hand", { same_hand: last.entry }), button("dealer.different_hand")]
      : button(this.#asked ? "dealer.out_unknown" : "dealer.out")}</div>`;
  }

  /** @param {ChairRow} chair  @param {boolean} others  @param {{same_hand?: number}} more */
  #bust(chair, others, more) {
    const stack = this.#chips("stack", true);
    if (stack === undefined) return;
    // The first press asks who won the chips; a second one records that nobody saw it.
    if (this.#bounties && others && !this.#winners.size && !this.#asked) {
      this.#asked = true;
      this.#tablet.updateNow();
      find(this.#dialog, ".dealer-won").scrollIntoView({ block: "nearest" });
      return;
    }
    const label = this.#tablet.words.say("dealer.out_of", { name: nameOf(chair, this.#tablet.words) });
    this.#press("entry.bust", label, { entry: chair.entry ?? 0, knocked_out_by: [...this.#winners], ...(stack === null ? {} : { stack }), ...more });
  }

  /** @param {ChairRow} chair */
  #winner(chair) {
    const entry = chair.entry ?? 0;
    const turn = () => {
      if (!this.#winners.delete(entry)) this.#winners.add(entry);
      this.#tablet.update();
    };
    return html`<button class="btn" type="button" aria-pressed=${this.#winners.has(entry)} @click=${turn}
      >${chair.seat} · ${nameOf(chair, this.#tablet.words)}${chair.absent_since === null ? "" : ` (${this.#tablet.words.say("dealer.away")})`}</button>`;
  }

  /** A field for chips, with its error. @param {string} name  @param {string} label  @param {unknown} after */
  #field(name, label, after = nothing) {
    const { words } = this.#tablet;
    const wrong = this.#wrong.has(name);
    return html`<label for=${name}>${words.say(label)}</label>
      <input id=${name} name=${name} inputmode="numeric" autocomplete="off" maxlength="16" aria-describedby="${name}-error" aria-invalid=${wrong}>${after}
      <p class="error" id="${name}-error" role="alert" ?hidden=${!wrong}>${wrong ? words.say("dealer.no_chips") : ""}</p>`;
  }

  /**
   * Read a field for chips.
   * @param {string} name  @param {boolean} optional
   * @returns {number|null|undefined} null if empty or absent, undefined if invalid; the error is then shown
   */
  #chips(name, optional) {
    const input = /** @type {HTMLInputElement|null} */ (this.#dialog.querySelector(`#${name}`));
    if (!input || (optional && !input.value.trim())) return null;
    const count = typedChips(input.value);
    if (count !== null) return count;
    this.#wrong.add(name);
    this.#tablet.updateNow();
    input.focus();
    return undefined;
  }

  /** @param {Event} event  @param {number} entry */
  #count(event, entry) {
    event.preventDefault();
    const chips = this.#chips("chips", false);
    if (typeof chips === "number") this.#press("stack.count", this.#tablet.words.say("dealer.count_chips"), { entry, chips });
  }

  /**
   * @template {"entry.bust"|"entry.change_player"|"seat.absent"|"seat.back"|"stack.count"} K
   * @param {K} kind  @param {string} label  @param {CommandArguments[K]} args
   */
  #press(kind, label, args) {
    this.#done(() => this.#tablet.press(kind, label, args, `entry ${args.entry}`));
  }

  /** @param {() => void} run */
  #done(run) {
    this.#close();
    run();
  }
}
