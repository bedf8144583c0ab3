/** What can be done with the player of a tapped seat at a cash table. */

import { html, nothing } from "lit-html";
import { find } from "../shared/ui/dom.js";
import { timeText } from "../shared/ui/format.js";
import { placesOf, plainMoney, readAmount } from "../shared/ui/money.js";
import { dinnerLeft, sitsOut, wayText } from "./cash_state.js";

/** @import { CashChair, CashTableBoard, WayIn } from "../../docs/reference/boards" */
/** @import { CashTablet } from "./cash_tablet.js" */

/** A second tap meant for the seat must not hit a button that opened under the finger (ms). */
const SETTLE = 350;

export class SeatDialog {
  #tablet;
  #opened = 0;
  /** The player's seat; null while closed. @type {number|null} */
  #seat = null;
  /** @type {number|null} */
  #player = null;
  #name = "";
  /** Whether the stake for a dinner break can't be read. */
  #wrong = false;

  /** @param {CashTablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (find(this.#tablet.root, "dialog"));
  }

  /** @param {CashChair} chair */
  open(chair) {
    this.#seat = chair.seat;
    this.#player = chair.player;
    this.#name = chair.name;
    this.#wrong = false;
    this.#opened = performance.now();
    this.#tablet.updateNow();
    this.#dialog.showModal();
    // The browser would focus the first button, and Enter would press it.
    find(this.#dialog, ".dialog-header button").focus({ preventScroll: true });
  }

  /** The player's present seat. @param {CashTableBoard|undefined} table */
  #chair(table) {
    return this.#seat === null ? undefined : table?.chairs.find(({ player }) => player === this.#player);
  }

  /** Close the dialog if its player no longer sits here. @param {CashTableBoard|undefined} table */
  check(table) {
    if (this.#seat === null || this.#chair(table)) return;
    this.#close();
    this.#tablet.toasts.show({ text: this.#tablet.words.say("dealer.left_since", { name: this.#name }), bad: true });
  }

  #close() {
    this.#seat = null;
    this.#dialog.close();
  }

  /** @param {CashTableBoard} table */
  view(table) {
    const chair = this.#chair(table);
    const click = { handleEvent: this.#clicked, capture: true };
    return html`<dialog class="dealer-player" id="player" aria-labelledby="player-name" @close=${this.#closed} @click=${click}
      >${chair ? this.#content(chair) : nothing}</dialog>`;
  }

  #closed = () => {
    this.#seat = null;
    this.#tablet.update();
  };

  /** @param {Event} event */
  #clicked = (event) => {
    const target = /** @type {Element} */ (event.target);
    // A tap outside closes the dialog.
    if (target === this.#dialog) this.#close();
    if (target.closest("button") && performance.now() - this.#opened < SETTLE) event.stopPropagation();
  };

  /** @param {CashChair} chair */
  #content(chair) {
    const tablet = this.#tablet;
    const notes = tablet.notes(chair);
    return html`<div class="dialog-header"><h2 id="player-name">${chair.name}</h2>
        <p class="muted figures">${tablet.words.say("dealer.seat", { seat: chair.seat })}</p>
        <form method="dialog"><button class="btn" type="submit">${tablet.words.say("page.close")}</button></form></div>
      <div class="dialog-body">
        ${notes.length ? html`<p class="dealer-notes">${notes.join(" · ")}</p>` : nothing}
        ${chair.place_lost ? html`<p class="notice is-warn" role="alert">${tablet.say("place_lost_how")}</p>` : nothing}
        ${sitsOut(chair, tablet.time.at()) ? html`<p class="notice is-warn" role="alert">${tablet.say("sits_out_how", { time: timeText(chair.penalty_until ?? 0, tablet.words.language) })} <cite class="cite">${chair.penalty_rule}</cite></p>` : chair.ways.length ? this.#ways(chair) : nothing}
        ${chair.state === "playing" ? this.#here(chair) : this.#gone(chair)}
      </div>`;
  }

  /** The ways to be dealt in, with price and rule. @param {CashChair} chair */
  #ways(chair) {
    const tablet = this.#tablet;
    // Beyond the kept place, the floor decides.
    const off = chair.place_lost && !tablet.isFloor;
    /** @param {WayIn} way */
    const button = (way) => {
      const { label: [key, values], how: [below, more] } = wayText(way, (value) => tablet.amount(value));
      const label = tablet.say(key, values);
      return html`<button class="btn btn-huge two-lines dealer-way" type="button" data-way=${way.choice} ?disabled=${off} @click=${() => this.#comeBack(chair, way, label)}
        ><span>${label}</span><small>${[tablet.say(below, more), way.rule.replaceAll(" ", "\u00a0")].filter(Boolean).join(" · ")}</small></button>`;
    };
    const title = chair.state === "dinner" ? "from_dinner" : chair.state === "away" ? "is_back" : "deals_in";
    return html`<section class="dealer-ways" aria-labelledby="ways-title"><h3 id="ways-title">${tablet.say(title)}</h3><div class="dealer-outs">${chair.ways.map(button)}</div></section>`;
  }

  /** @param {CashChair} chair  @param {WayIn} way  @param {string} label */
  #comeBack(chair, way, label) {
    const tablet = this.#tablet;
    const args = { table: tablet.number, seat: chair.seat, player: chair.player, ...(way.choice === "free" ? {} : { choice: way.choice }) };
    this.#done(() => tablet.press(chair.state === "dinner" ? "dinner.end" : "cash_seat.return", label, args, `seat ${chair.seat}`));
  }

  /** Of a player who is there. @param {CashChair} chair */
  #here(chair) {
    const tablet = this.#tablet;
    const { seat, player } = chair;
    const away = tablet.words.say("dealer.go_away");
    const { money } = tablet;
    return html`<div class="dealer-others">
        <button class="btn" type="button" data-act="away" @click=${() => this.#done(() => tablet.press("cash_seat.away", away, { table: tablet.number, seat, player }, `seat ${seat}`))}>${away}</button>
        <button class="btn" type="button" data-act="change" @click=${() => this.#done(() => tablet.pick("change", seat))}>${tablet.say("change_seat")}</button>
        <button class="btn" type="button" data-act="top-up" @click=${() => this.#done(() => money.topUp(chair))}>${tablet.say("add_chips")}</button>
        <button class="btn" type="button" data-act="leave" @click=${() => this.#done(() => money.leave(chair))}>${tablet.say("leaves")}</button>
      </div>${this.#dinner(chair)}`;
  }

  /** The dinner break, which the floor begins: the stake is counted together. @param {CashChair} chair */
  #dinner(chair) {
    const tablet = this.#tablet;
    if (!tablet.isFloor) return html`<p class="muted">${tablet.say("dinner_how")}</p>`;
    return html`<form class="dealer-chips" novalidate @submit=${(/** @type {Event} */ event) => this.#startDinner(event, chair)}>
      <label for="dinner-stake">${tablet.say("dinner_stake")}</label>
      <input id="dinner-stake" name="stake" inputmode="decimal" autocomplete="off" maxlength="16" value=${plainMoney(tablet.money.stake(chair.seat), placesOf(tablet.table?.currency ?? ""))} aria-describedby="dinner-error" aria-invalid=${this.#wrong}>
      <button class="btn" type="submit">${tablet.say("dinner_start")}</button>
      <p class="error" id="dinner-error" role="alert" ?hidden=${!this.#wrong}>${this.#wrong ? tablet.say("dinner_stake_wrong") : ""}</p></form>`;
  }

  /** @param {Event} event  @param {CashChair} chair */
  #startDinner(event, chair) {
    event.preventDefault();
    const tablet = this.#tablet;
    const input = /** @type {HTMLInputElement} */ (find(this.#dialog, "#dinner-stake"));
    const stake = readAmount(input.value, placesOf(tablet.table?.currency ?? ""));
    if (stake === null) {
      this.#wrong = true;
      tablet.updateNow();
      input.focus();
      return;
    }
    this.#done(() => tablet.press("dinner.start", tablet.say("dinner_start"), { table: tablet.number, seat: chair.seat, player: chair.player, stake }, `seat ${chair.seat}`));
  }

  /** Of an absent player: the missed-blind buttons. @param {CashChair} chair */
  #gone(chair) {
    const tablet = this.#tablet;
    const dinner = dinnerLeft(chair, tablet.time.at());
    const stake = tablet.money.stake(chair.seat);
    /** @param {"big"|"small"} blind */
    const missed = (blind) => html`<button class="btn" type="button" data-act="missed-${blind}" ?disabled=${blind === "small" && chair.missed_small}
      @click=${() => this.#done(() => tablet.missed(chair, blind))}>${tablet.say(`missed_${blind}`)}</button>`;
    return html`<div class="dealer-others">${missed("big")}${missed("small")}</div>
      ${dinner && stake !== null ? html`<p>${tablet.say("dinner_kept", { stake: tablet.amount(stake) })}</p>` : nothing}
      ${dinner ? nothing : html`<div class="dealer-others"><button class="btn" type="button" data-act="leave" @click=${() => this.#done(() => tablet.money.leave(chair))}>${tablet.say("leaves")}</button></div>`}`;
  }

  /** @param {() => void} run */
  #done(run) {
    this.#close();
    run();
  }
}
