/** The chip race of the dealer's own table: odd chips counted by tapping, cards dealt, results. */

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { ifDefined } from "lit-html/directives/if-defined.js";
import { repeat } from "lit-html/directives/repeat.js";
import { disc } from "../shared/ui/chips.js";
import { number } from "../shared/ui/format.js";
import { heldByCount, rankOf, cardText, SUITS } from "../shared/ui/race_state.js";
import { anyOf, dealtTo, inputOf, oddOf, slotsOf } from "./race_seats.js";
import { nameOf } from "./ring.js";
import { keepCards, keptCards } from "./stored_state.js";

/** @import { RaceSeatRow, RaceTableBoard } from "../../docs/reference/boards" */
/** @import { TemplateResult } from "lit-html" */
/** @import { Card } from "../shared/ui/race_state.js" */
/** @import { Held, Race } from "./race_seats.js" */
/** @import { Tablet } from "./tablet.js" */

/** Up to this many odd chips have a button each; more are counted with − and +. */
const TAPS = 5;
const RANKS = [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
/** @type {Held} */
const NONE = { small: 0, others: true };

export class RacePanel {
  #tablet;
  /** @type {Race|null} */
  #race = null;
  /** @type {Map<number, Held>} */
  #held = new Map();
  /** Counts that are not possible, as typed, by seat and field. @type {Map<number, Record<string, string>>} */
  #wrong = new Map();
  /** Dealt cards typed so far, in the order dealt; null if none. @type {Card[]|null} */
  #cards = null;
  /** @type {number|null} */
  #rank = null;
  /** The entries by seat at the time of the count. @type {Record<string, number|null>} */
  #sat = {};
  /** Whether the count is being corrected. */
  #again = false;

  /** @param {Tablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
  }

  /** Whether anything is to be done here. */
  get on() {
    return this.#race !== null;
  }

  /** @param {RaceTableBoard|null} board */
  receive(board) {
    const race = board && board.state !== "done" ? board : null;
    const before = this.#race;
    this.#race = race;
    if (!race || race.race !== before?.race || race.state !== before.state) {
      this.#cards = race?.state === "counted" ? keptCards(race, slotsOf(race)) : null;
      this.#rank = null;
      this.#again = false;
      if (!race || race.race !== before?.race) this.#clear();
      if (race && race.state !== "open") this.#load(race);
    }
    this.#forget(race?.entries ?? {});
  }

  #clear() {
    this.#held.clear();
    this.#wrong.clear();
  }

  /** Load the server's counts for correction. @param {Race} race */
  #load(race) {
    this.#clear();
    for (const { seat, small, others } of race.seats) if (small) this.#held.set(seat, { small, others });
  }

  /** Drop counts of players who have left their seat: nobody else has those chips. @param {Record<string, number|null>} sits */
  #forget(sits) {
    for (const seat of [...this.#held.keys(), ...this.#wrong.keys()]) {
      if (sits[seat] !== undefined && (this.#sat[seat] ?? sits[seat]) === sits[seat]) continue;
      this.#held.delete(seat);
      this.#wrong.delete(seat);
    }
    this.#sat = sits;
  }

  /** @param {string} key  @param {Record<string, string|number|null>} values */
  #say(key, values = {}) {
    const grouped = Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? this.#number(value) : value]);
    return this.#tablet.words.say(`race.${key}`, Object.fromEntries(grouped));
  }

  /** @param {number} value */
  #number(value) {
    return number(value, this.#tablet.words.language);
  }

  get #busy() {
    return this.#tablet.holds("race");
  }

  /** @param {string} act  @param {string} label  @param {() => void} run  @param {string} look  @param {boolean} off  @param {boolean} [on] pressed */
  #button(act, label, run, look = "", off = false, on = undefined) {
    const pressed = () => {
      run();
      this.#tablet.update();
    };
    return html`<button class="btn ${look}" type="button" data-act=${act} ?disabled=${off} aria-pressed=${ifDefined(on)} @click=${pressed}>${label}</button>`;
  }

  /** @param {number} seat */
  #name(seat) {
    const chair = this.#tablet.table?.chairs.find((one) => one.seat === seat);
    return html`<span class="figures">${this.#say("seat", { seat })}</span><strong>${chair ? nameOf(chair, this.#tablet.words) : ""}</strong>`;
  }

  /** @param {number} seat */
  #who(seat) {
    return html`<span class="race-who">${this.#name(seat)}</span>`;
  }

  /** @param {boolean} hidden */
  view(hidden) {
    const race = this.#race;
    return html`<section class="dealer-race" id="race" aria-label=${this.#say("title")} aria-busy=${this.#busy} ?hidden=${hidden}>
      ${race ? html`${this.#head(race)}${this.#body(race)}` : nothing}</section>`;
  }

  /** @param {Race} race  @returns {TemplateResult} */
  #body(race) {
    if (race.state === "open" || this.#again) return this.#count(race);
    if (race.state === "counted") return this.#cards ? this.#real(race, this.#cards) : this.#decide(race);
    return this.#result(race);
  }

  /** @param {Race} race */
  #head({ small, big, rule }) {
    const { words, event } = this.#tablet;
    const chips = event.board("structure")?.chips ?? [];
    /** @param {number} value */
    const chip = (value) => {
      const found = chips.find((one) => one.value === value);
      return found ? guard([found], () => disc(found, words.language)) : html`<strong class="figures">${this.#number(value)}</strong>`;
    };
    return html`<header class="race-head"><span class="race-chips">${chip(small)}<span aria-hidden="true">→</span>${chip(big)}</span>
      <h2>${this.#say("running", { small, big })}</h2>${rule ? html`<cite class="cite">${rule}</cite>` : nothing}</header>`;
  }

  // --- odd chips ---------------------------------------------------------------------------------------------------
  /** @param {Race} race */
  #count(race) {
    const { lot, small, big, people, policy, hidden } = race;
    const held = [...this.#held.values()];
    const odd = held.reduce((sum, one) => sum + (one.small % lot), 0);
    const any = held.some((one) => one.small);
    const how = [
      this.#say("count_how", { lot, big }), hidden.length && this.#say("hidden_how", { chips: hidden.map((value) => this.#number(value)).join(", ") }),
      policy === "round_each" && this.#say("round_how", { big }),
    ];
    const label = any ? this.#say(odd === 1 ? "enter_one" : "enter_odd", { odd }) : this.#say("none");
    return html`<p class="race-how">${how.filter(Boolean).join(" ")}</p>
      <ul class="race-seats" aria-label=${this.#say("count_title", { small })}>${repeat(people, (seat) => seat, (seat) => this.#countRow(seat, race))}</ul>
      <div class="race-acts">${this.#button("enter", label, () => this.#enter(race, any), "btn-primary btn-huge", this.#busy)}</div>`;
  }

  /** Set the count of a seat. @param {number} seat  @param {Held} held */
  #set(seat, held) {
    if (held.small > 0 || anyOf(held.chips)) this.#held.set(seat, held);
    else this.#held.delete(seat);
    this.#tablet.update();
  }

  /** @param {number} seat  @param {Race} race */
  #countRow(seat, { lot, small, big, hidden }) {
    const held = this.#held.get(seat) ?? NONE;
    /** @param {number} count  @param {boolean} others */
    const set = (count, others = held.others) => {
      this.#wrong.delete(seat);
      this.#set(seat, { small: count, others, ...(held.chips && { chips: held.chips }) });
    };
    /** @param {string} act  @param {string} label  @param {number} count  @param {boolean} off  @param {boolean} [on] */
    const tap = (act, label, count, off, on) => this.#button(`${act}-${seat}`, label, () => set(count), "race-tap", off, on);
    const taps = lot <= TAPS
      ? Array.from({ length: lot }, (_, count) => tap(`odd-${count}`, String(count), count, false, held.small === count))
      : html`${tap("less", "−", held.small - 1, held.small < 1)}<strong class="figures race-count">${held.small}</strong>${tap("more", "+", held.small + 1, held.small >= lot - 1)}`;
    const off = !held.small || anyOf(held.chips);
    return html`<li class="race-seat">${this.#who(seat)}
      <div class="race-taps" role="group" aria-label=${this.#say("odd_of", { seat })}>${taps}</div>
      <label class="race-last" ?data-off=${off}><input type="checkbox" data-act="last-${seat}" .checked=${!held.others} ?disabled=${off}
        @change=${(/** @type {Event} */ { target }) => set(held.small, !(/** @type {HTMLInputElement} */ (target).checked))}><span>${this.#say("last_chips")}</span></label>
      ${hidden.length ? this.#byChip(seat, [small, ...hidden]) : this.#stack(seat, small, big)}</li>`;
  }

  /**
   * A field for a count; a text that is not possible stays in it, with an error.
   * @param {number} seat  @param {string} name  @param {{value: string, label: string, most: number, hint?: string}} field
   * @param {(typed: string) => boolean} take uses the count; false if it is not possible
   */
  #field(seat, name, { value, label, most, hint }, take) {
    const wrong = this.#wrong.get(seat)?.[name];
    const changed = (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      const { [name]: _now, ...others } = this.#wrong.get(seat) ?? {};
      const fine = take(input.value);
      const faults = fine ? others : { ...others, [name]: input.value };
      if (Object.keys(faults).length) this.#wrong.set(seat, faults);
      else this.#wrong.delete(seat);
      // A stack is only a way to count the odd chips.
      if (fine && name === "stack") input.value = "";
      if (fine) input.blur();
      this.#tablet.update();
    };
    return html`<input class="race-stack" inputmode="numeric" maxlength=${most} autocomplete="off" placeholder=${ifDefined(hint)} aria-label=${label}
      data-act="${name}-${seat}" aria-invalid=${wrong !== undefined} .value=${wrong ?? value} @change=${changed}>`;
  }

  /** @param {number} seat  @param {string} text */
  #fault(seat, text) {
    return this.#wrong.has(seat) ? html`<span class="error" role="alert">${text}</span>` : nothing;
  }

  /** Count chips by value if the count of a stack is ambiguous; the first values are raced. @param {number} seat  @param {number[]} values */
  #byChip(seat, values) {
    const held = this.#held.get(seat) ?? NONE;
    const fields = values.map((value, index) => {
      const count = index ? held.chips?.[value] : held.small;
      const field = { value: count ? String(count) : "", label: this.#say("chips_of", { value: String(value), seat }), most: 6 };
      const take = (/** @type {string} */ text) => {
        const typed = text.replace(/\s/g, "");
        if (!/^\d{0,6}$/.test(typed)) return false;
        const { small, others, chips } = this.#held.get(seat) ?? NONE;
        this.#set(seat, { small: index ? small : Number(typed), others, chips: { ...chips, ...(index ? { [value]: Number(typed) } : {}) } });
        return true;
      };
      return html`<label class="race-chip-count"><span class="figures">${this.#number(value)}</span>${this.#field(seat, String(value), field, take)}</label>`;
    });
    return html`<span class="race-stack-field"><span class="race-chip-counts">${fields}</span>${this.#fault(seat, this.#say("chips_wrong"))}</span>`;
  }

  /** Compute the odd chips from the count of the whole stack. @param {number} seat  @param {number} small  @param {number} big */
  #stack(seat, small, big) {
    const take = (/** @type {string} */ text) => {
      const typed = text.replace(/[\s.,’']/g, "");
      if (!typed) return true;
      const held = /^\d{1,12}$/.test(typed) ? heldByCount(Number(typed), small, big) : null;
      // Send the count itself, so that nobody holds more than is in play.
      if (held) this.#set(seat, { ...held, stack: Number(typed) });
      return held !== null;
    };
    const field = { value: "", label: this.#say("stack_of", { seat }), most: 12, hint: this.#say("stack") };
    return html`<span class="race-stack-field">${this.#field(seat, "stack", field, take)}${this.#fault(seat, this.#say("stack_wrong", { small }))}</span>`;
  }

  /** @param {Race} race  @param {boolean} any whether anybody has small chips */
  #enter({ race, number: table, state, small }, any) {
    // Fields with errors are corrected first.
    const wrong = this.#tablet.root.querySelector('.race-stack[aria-invalid="true"]');
    if (wrong instanceof HTMLElement) {
      wrong.focus();
      return;
    }
    this.#again = false;
    if (!any && state === "open") {
      this.#tablet.press("race.table_done", this.#say("none"), { race, number: table, none: true }, "race");
      return;
    }
    const seats = [...this.#held].map(([seat, held]) => inputOf(seat, held, small));
    this.#tablet.press("race.enter", this.#say("enter"), { race, number: table, seats }, "race");
  }

  // --- the cards ---------------------------------------------------------------------------------------------------
  /** @param {Race} race */
  #decide(race) {
    const { prizes, big, order, seats } = race;
    const odd = seats.reduce((sum, one) => sum + one.odd, 0);
    const deal = () => void this.#tablet.press("race.deal", this.#say("deal"), { race: race.race, number: race.number }, "race");
    const again = () => {
      this.#load(race);
      this.#again = true;
    };
    return html`<p class="race-big">${this.#say(prizes === 1 ? "decide_one" : "decide_title", { odd, prizes, big })}</p>
      <p class="race-how">${this.#say(order ? "decide_how" : "button_unknown")}</p>
      <ol class="race-order">${dealtTo(race).map((seat) => html`<li>${this.#name(seat)}<span class="figures">× ${oddOf(race, seat)}</span></li>`)}</ol>
      <div class="race-acts">${this.#button("deal", this.#say("deal"), deal, "btn-primary btn-huge", this.#busy || !order)}
        ${this.#button("real", this.#say("real"), () => this.#type(race, []), "btn-large")}${this.#button("again", this.#say("count_again"), again, "btn-quiet")}</div>`;
  }

  /** Note the cards dealt so far. @param {Race} race  @param {Card[]|null} cards */
  #type(race, cards) {
    this.#cards = cards;
    this.#rank = null;
    keepCards(race, slotsOf(race), cards);
  }

  /** @param {Race} race  @param {Card[]} cards */
  #real(race, cards) {
    const slots = slotsOf(race);
    const at = cards.length;
    const seat = slots[at];
    const all = seat === undefined;
    const says = all ? this.#say("real_all")
      : this.#say("real_next", { seat, card: slots.slice(0, at).filter((one) => one === seat).length + 1, of: oddOf(race, seat) });
    const rows = [...new Set(slots)].map((one) => {
      const places = slots.flatMap((its, slot) => (its === one ? [this.#card(cards[slot], slot === at)] : []));
      return html`<li class="race-seat is-typed">${this.#who(one)}<span class="race-cards">${places}</span></li>`;
    });
    const rank = this.#rank;
    /** @param {number|null} one */
    const choose = (one) => {
      this.#rank = one;
    };
    const back = () => (rank === null ? this.#type(race, cards.slice(0, -1)) : choose(null));
    return html`<p class="race-big" role="status">${says}</p><ul class="race-seats">${rows}</ul>
      <div class="race-keys" role="group" aria-label=${this.#say("ranks")}>${RANKS.map((one) =>
        this.#button(`rank-${one}`, rankOf(one), () => choose(one), "race-key", all, rank === one))}</div>
      <div class="race-keys is-suits" role="group" aria-label=${this.#say("suits")}>${Object.entries(SUITS).map(([suit, sign]) => {
        const taken = slots.length <= 52 && cards.some(([other, its]) => other === rank && its === suit);
        const type = () => {
          if (rank !== null) this.#type(race, [...cards, [rank, suit]]);
          this.#tablet.update();
        };
        return html`<button class="btn race-key" type="button" data-act="suit-${suit}" data-suit=${suit} aria-label=${this.#say(suit)}
          ?disabled=${all || rank === null || taken} @click=${type}>${sign}</button>`;
      })}</div>
      <div class="race-acts">${this.#button("real-done", this.#say("real_done"), () => this.#sendReal(race, slots, cards), "btn-primary btn-huge", this.#busy || !all)}
        ${this.#button("real-undo", this.#say("real_back"), back, "", !at && rank === null)}
        ${this.#button("real-leave", this.#say("back"), () => this.#type(race, null), "btn-quiet")}</div>`;
  }

  /** @param {Race} race  @param {number[]} slots  @param {Card[]} cards */
  #sendReal(race, slots, cards) {
    const dealt = [...new Set(slots)].map((seat) => ({ seat, cards: cards.filter((_, slot) => slots[slot] === seat).map(cardText) }));
    this.#tablet.press("race.cards", this.#say("real_done"), { race: race.race, number: race.number, cards: dealt }, "race");
  }

  /** A large card; an empty place for a card to come. @param {Card|undefined} card  @param {boolean} next */
  #card(card, next = false) {
    if (!card) return html`<span class="race-card is-empty ${next ? "is-next" : ""}" aria-hidden="true"></span>`;
    const [rank, suit] = card;
    return html`<span class="race-card" data-suit=${suit} role="img" aria-label="${rankOf(rank)} ${this.#say(suit)}"
      ><span aria-hidden="true">${rankOf(rank)}</span><span aria-hidden="true">${SUITS[suit]}</span></span>`;
  }

  // --- results -----------------------------------------------------------------------------------------------------
  /** @param {Race} race */
  #result(race) {
    const { digest, totals } = race;
    const label = this.#say("changed");
    const done = this.#button("changed", label, () => void this.#tablet.press("race.table_done", label, { race: race.race, number: race.number }, "race"),
      "btn-primary btn-huge", this.#busy);
    const held = race.seats.filter((one) => one.small);
    if (!held.length) return html`<p class="race-big">${this.#say("nothing_raced")}</p><div class="race-acts">${done}</div>`;
    return html`<p class="race-big" role="status">${this.#say("hand_out", { small: race.small, count: totals?.big ?? 0, big: race.big })}</p>
      <ul class="race-seats" aria-label=${this.#say("result_title")}>${held.map((one) => this.#resultRow(one, race))}</ul>
      <div class="race-acts">${done}${digest ? html`<a class="btn btn-quiet" href="/draw/${digest}/" target="_blank" rel="noopener"
        >${this.#say("proof", { digest: digest.slice(0, 8) })}</a>` : nothing}</div>`;
  }

  /** @param {RaceSeatRow} one  @param {Race} race */
  #resultRow(one, { policy, big }) {
    const why = one.saved ? "saved" : !one.won ? "" : policy === "round_each" ? "rounded_up" : "wins";
    return html`<li class="race-seat is-result" ?data-wins=${one.won || one.saved}>${this.#who(one.seat)}
      <span class="race-cards">${one.cards.map((card) => this.#card(card))}</span>
      <span class="race-gets"><strong class="figures">${one.big ? this.#say("gets", { big: one.big, value: big }) : this.#say("gets_none")}</strong
        ><small>${why ? this.#say(why) : ""}</small></span></li>`;
  }
}
