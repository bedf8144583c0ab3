/** The chip race of the dealer's own table: odd chips counted by tapping, cards dealt, results. */

import { disc } from "../shared/ui/chips.js";
import { keepCards, keptCards } from "./stored_state.js";
import { nameOf } from "./ring.js";
import { el, flag, setText } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";
import { cardText, heldByCount, rankOf, SUITS } from "../shared/ui/race_state.js";

/** Up to this many odd chips have a button each; more are counted with − and +. */
const TAPS = 5;
const RANKS = [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

export class RacePanel {
  #place;
  #words;
  #press;
  #chips;
  #race = null;
  #table = null;
  #drawn = "";
  #busy = false;
  /** Unsent counts: seat → {small, others}; with the `stack`, or the `chips` by value it was counted from. */
  #held = new Map();
  /** Stacks that cannot be made up from chips, as typed, by seat. */
  #wrong = new Map();
  /** Dealt cards typed so far, in the order dealt; null if none. */
  #cards = null;
  #rank = null;
  /** The entries by seat at the time of the count. */
  #sat = {};
  /** Whether the count is being corrected. */
  #again = false;

  /**
   * @param {HTMLElement} place  @param {import("../shared/ui/words.js").Words} words
   * @param {(kind: string, label: string, args: object) => void} press
   * @param {() => object[]} chips the event's, as on the board "structure"
   */
  constructor(place, words, press, chips) {
    this.#place = place;
    this.#words = words;
    this.#press = press;
    this.#chips = chips;
  }

  /**
   * @param {object|null} race as procedures.boards.chip_races.table_in_race gives it; null if nothing is to be
   *   done here
   * @param {object} table the current table, for names  @param {boolean} busy whether a command is in flight
   * @returns {boolean} whether the panel is shown
   */
  show(race, table, busy) {
    const wanted = race !== null && race.state !== "done";
    if (!wanted || race.race !== this.#race?.race || race.state !== this.#race?.state) {
      this.#cards = wanted && race.state === "counted" ? keptCards(race, this.#slots(race)) : null;
      this.#rank = null;
      this.#again = false;
    }
    if (!wanted) this.#held.clear();
    else if (race.state !== "open" && this.#race?.state !== race.state) this.#take(race);
    this.#race = wanted ? race : null;
    this.#table = table;
    this.#forget();
    this.#busy = busy;
    this.#place.hidden = !wanted;
    if (wanted) this.#draw();
    return wanted;
  }

  /** Drop counts of players who have left their seat: nobody else has those chips. */
  #forget() {
    const sits = this.#race?.entries ?? {};
    for (const seat of new Set([...this.#held.keys(), ...this.#wrong.keys()])) {
      if (sits[seat] !== undefined && (this.#sat[seat] ?? sits[seat]) === sits[seat]) continue;
      this.#held.delete(seat);
      this.#wrong.delete(seat);
    }
    this.#sat = sits;
  }

  /** Load the server's counts for correction. */
  #take(race) {
    this.#held.clear();
    this.#wrong.clear();
    for (const { seat, small, others } of race.seats) if (small) this.#held.set(seat, { small, others });
  }

  #say(key, values = {}) {
    const grouped = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value, this.#words.language) : value]));
    return this.#words.say(`race.${key}`, grouped);
  }

  #button(act, label, run, look = "") {
    const made = el(`button.btn${look}`, { type: "button", "data-act": act }, label);
    made.addEventListener("click", run);
    return made;
  }

  #name(seat) {
    const chair = this.#table?.chairs.find((one) => one.seat === seat);
    return chair ? nameOf(chair, this.#words) : "";
  }

  #redraw() {
    this.#drawn = "";
    this.#draw();
  }

  #draw() {
    const race = this.#race;
    const key = JSON.stringify([race, [...this.#held], this.#cards, this.#rank, this.#busy, this.#table?.chairs.map(({ name }) => name), this.#chips().length]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const focused = this.#place.contains(document.activeElement) ? document.activeElement : null;
    const back = focused?.dataset.act ?? null;
    // A stack being typed keeps its field.
    if (focused?.matches(".race-stack")) return;
    const parts = race.state === "open" || this.#again ? this.#count(race)
      : race.state === "counted" ? (this.#cards ? this.#real(race) : this.#decide(race)) : this.#result(race);
    this.#place.replaceChildren(this.#head(race), ...parts);
    if (race.state === "counted") keepCards(race, this.#slots(race), this.#cards);
    this.#place.setAttribute("aria-busy", String(this.#busy));
    if (back) this.#place.querySelector(`[data-act="${back}"]:not(:disabled)`)?.focus({ preventScroll: true });
  }

  #head({ small, big, rule }) {
    const chips = this.#chips();
    const drawn = [small, big].map((value) => {
      const chip = chips.find((one) => one.value === value);
      return chip ? disc(chip, this.#words.language) : el("strong.figures", {}, number(value, this.#words.language));
    });
    return el("header.race-head", {},
      el("span.race-chips", {}, drawn[0], el("span", { "aria-hidden": "true" }, "→"), drawn[1]),
      el("h2", {}, this.#say("running", { small, big })), ...(rule ? [el("cite.cite", {}, rule)] : []));
  }

  // --- odd chips ---------------------------------------------------------------------------------------------------
  #count(race) {
    const { lot, small, big, people, policy, hidden } = race;
    const odd = [...this.#held.values()].reduce((sum, one) => sum + (one.small % lot), 0);
    const any = [...this.#held.values()].some((one) => one.small);
    const label = any ? this.#say(odd === 1 ? "enter_one" : "enter_odd", { odd }) : this.#say("none");
    const send = this.#button("enter", label, () => this.#enter(any), ".btn-primary.btn-huge");
    send.disabled = this.#busy;
    const chips = hidden.map((value) => number(value, this.#words.language)).join(", ");
    return [
      el("p.race-how", {}, this.#say("count_how", { lot, big }), ...(hidden.length ? [" ", this.#say("hidden_how", { chips })] : []), ...(policy === "round_each" ? [" ", this.#say("round_how", { big })] : [])),
      el("ul.race-seats", { "aria-label": this.#say("count_title", { small }) }, ...people.map((seat) => this.#countRow(seat, race))),
      el("div.race-acts", {}, send),
    ];
  }

  #countRow(seat, { lot, small, big, hidden }) {
    const held = this.#held.get(seat) ?? { small: 0, others: true };
    const set = (count, others = held.others) => {
      this.#wrong.delete(seat);
      const { chips } = held;
      if (count > 0 || (chips && this.#any(chips))) this.#held.set(seat, { small: count, others, ...(chips && { chips }) });
      else this.#held.delete(seat);
      this.#redraw();
    };
    const taps = el("div.race-taps", { role: "group", "aria-label": this.#say("odd_of", { seat }) });
    if (lot <= TAPS) {
      for (let count = 0; count < lot; count += 1) {
        const tap = this.#button(`odd-${seat}-${count}`, String(count), () => set(count), ".race-tap");
        tap.setAttribute("aria-pressed", String(held.small === count));
        taps.append(tap);
      }
    } else {
      const less = this.#button(`less-${seat}`, "−", () => set(held.small - 1), ".race-tap");
      const more = this.#button(`more-${seat}`, "+", () => set(held.small + 1), ".race-tap");
      less.disabled = held.small < 1;
      more.disabled = held.small >= lot - 1;
      taps.append(less, el("strong.figures.race-count", {}, String(held.small)), more);
    }
    const last = el("label.race-last", {}, el("input", { type: "checkbox", "data-act": `last-${seat}` }), el("span", {}, this.#say("last_chips")));
    last.firstChild.checked = !held.others;
    last.firstChild.addEventListener("change", (event) => set(held.small, !event.target.checked));
    const more = held.chips !== undefined && this.#any(held.chips);
    flag(last, "off", !held.small || more);
    last.firstChild.disabled = !held.small || more;
    return el("li.race-seat", {},
      el("span.race-who", {}, el("span.figures", {}, this.#say("seat", { seat })), el("strong", {}, this.#name(seat))),
      taps, last, hidden.length ? this.#byChip(seat, [small, ...hidden]) : this.#stack(seat, small, big));
  }

  /** Whether there are chips of any of the values counted. */
  #any(chips) {
    return Object.values(chips).some((count) => count > 0);
  }

  /** Count chips by value if the count of a stack is ambiguous; the first values are raced. */
  #byChip(seat, values) {
    const fault = el("span.error", { role: "alert", hidden: "" }, this.#say("chips_wrong"));
    const tell = () => (fault.hidden = !fields.some((field) => field.getAttribute("aria-invalid") === "true"));
    const fields = values.map((value, index) => {
      const input = el("input.race-stack", {
        inputmode: "numeric", maxlength: "6", autocomplete: "off", "aria-label": this.#say("chips_of", { value, seat }), "data-act": `chips-${seat}-${value}`,
      });
      const held = this.#held.get(seat) ?? { small: 0, others: true };
      const count = index ? held.chips?.[value] : held.small;
      input.value = this.#wrong.get(seat)?.[value] ?? (count ? String(count) : "");
      input.setAttribute("aria-invalid", String(this.#wrong.get(seat)?.[value] !== undefined));
      input.addEventListener("change", () => {
        const typed = input.value.replace(/\s/g, "");
        const { [value]: _now, ...wrong } = this.#wrong.get(seat) ?? {};
        if (!/^\d{0,6}$/.test(typed)) wrong[value] = input.value;
        if (Object.keys(wrong).length) this.#wrong.set(seat, wrong);
        else this.#wrong.delete(seat);
        input.setAttribute("aria-invalid", String(wrong[value] !== undefined));
        tell();
        if (wrong[value] !== undefined) return;
        const { small, others, chips } = this.#held.get(seat) ?? { small: 0, others: true };
        const counted = { ...chips, ...(index ? { [value]: Number(typed) } : {}) };
        const now = index ? small : Number(typed);
        if (now || this.#any(counted)) this.#held.set(seat, { small: now, others, chips: counted });
        else this.#held.delete(seat);
        input.blur();
        this.#redraw();
      });
      return input;
    });
    tell();
    const named = fields.map((input, index) => el("label.race-chip-count", {}, el("span.figures", {}, number(values[index], this.#words.language)), input));
    return el("span.race-stack-field", {}, el("span.race-chip-counts", {}, ...named), fault);
  }

  /** Compute the odd chips from the count of the whole stack. */
  #stack(seat, small, big) {
    const input = el("input.race-stack", {
      inputmode: "numeric", maxlength: "12", autocomplete: "off", placeholder: this.#say("stack"), "aria-label": this.#say("stack_of", { seat }), "data-act": `stack-${seat}`,
    });
    const fault = el("span.error", { role: "alert", hidden: "" }, this.#say("stack_wrong", { small }));
    const tell = (wrong) => {
      fault.hidden = !wrong;
      input.setAttribute("aria-invalid", String(wrong));
    };
    input.value = this.#wrong.get(seat) ?? "";
    tell(this.#wrong.has(seat));
    input.addEventListener("change", () => {
      const typed = input.value.replace(/[\s.,’']/g, "");
      this.#wrong.delete(seat);
      if (!typed) return tell(false);
      const held = /^\d{1,12}$/.test(typed) ? heldByCount(Number(typed), small, big) : null;
      tell(held === null);
      if (held === null) {
        this.#wrong.set(seat, input.value);
        return;
      }
      // Send the count itself, so that nobody holds more than is in play.
      if (held.small) this.#held.set(seat, { ...held, stack: Number(typed) });
      else this.#held.delete(seat);
      input.blur();
      this.#redraw();
    });
    return el("span.race-stack-field", {}, input, fault);
  }

  #enter(any) {
    const { race, number: table } = this.#race;
    const label = this.#say("enter");
    // Fields with errors are corrected first.
    const wrong = this.#place.querySelector('.race-stack[aria-invalid="true"]');
    if (wrong) {
      wrong.focus();
      return;
    }
    this.#again = false;
    if (!any && this.#race.state === "open") {
      this.#press("race.table_done", this.#say("none"), { race, number: table, none: true });
      return;
    }
    const seats = [...this.#held].map(([seat, { small, others, stack, chips }]) => {
      if (stack !== undefined) return { seat, stack };
      if (!chips) return { seat, small, others };
      const counts = { [this.#race.small]: small, ...chips };
      return { seat, others, chips: Object.entries(counts).map(([value, count]) => ({ value: Number(value), count })) };
    });
    this.#press("race.enter", label, { race, number: table, seats });
  }

  // --- the cards ---------------------------------------------------------------------------------------------------
  #decide(race) {
    const odd = race.seats.reduce((sum, one) => sum + one.odd, 0);
    const deal = this.#button("deal", this.#say("deal"), () => this.#press("race.deal", this.#say("deal"), { race: race.race, number: race.number }), ".btn-primary.btn-huge");
    const real = this.#button("real", this.#say("real"), () => {
      this.#cards = [];
      this.#redraw();
    }, ".btn-large");
    const again = this.#button("again", this.#say("count_again"), () => {
      this.#take(race);
      this.#again = true;
      this.#redraw();
    }, ".btn-quiet");
    const known = race.order !== null;
    deal.disabled = this.#busy || !known;
    return [
      el("p.race-big", {}, this.#say(race.prizes === 1 ? "decide_one" : "decide_title", { odd, prizes: race.prizes, big: race.big })),
      el("p.race-how", {}, known ? this.#say("decide_how") : this.#say("button_unknown")),
      el("ol.race-order", {}, ...(race.order ?? race.seats.filter((one) => one.odd).map(({ seat }) => seat)).map((seat) =>
        el("li", {}, el("span.figures", {}, this.#say("seat", { seat })), el("strong", {}, this.#name(seat)), el("span.figures", {}, `× ${race.seats.find((one) => one.seat === seat).odd}`)))),
      el("div.race-acts", {}, deal, real, again),
    ];
  }

  /** Seats in the order dealt, one per card. */
  #slots({ order, seats }) {
    const those = order ?? seats.filter((one) => one.odd).map(({ seat }) => seat);
    return those.flatMap((seat) => Array(seats.find((one) => one.seat === seat).odd).fill(seat));
  }

  #real(race) {
    const slots = this.#slots(race);
    const at = this.#cards.length;
    const seat = slots[at];
    const says = seat === undefined ? this.#say("real_all")
      : this.#say("real_next", { seat, card: slots.slice(0, at).filter((one) => one === seat).length + 1, of: slots.filter((one) => one === seat).length });
    const ranks = el("div.race-keys", { role: "group", "aria-label": this.#say("ranks") }, ...RANKS.map((rank) => {
      const key = this.#button(`rank-${rank}`, rankOf(rank), () => {
        this.#rank = rank;
        this.#redraw();
      }, ".race-key");
      key.setAttribute("aria-pressed", String(this.#rank === rank));
      key.disabled = seat === undefined;
      return key;
    }));
    const suits = el("div.race-keys.is-suits", { role: "group", "aria-label": this.#say("suits") }, ...Object.entries(SUITS).map(([suit, sign]) => {
      const taken = slots.length <= 52 && this.#cards.some(([rank, other]) => rank === this.#rank && other === suit);
      const key = this.#button(`suit-${suit}`, sign, () => {
        this.#cards.push([this.#rank, suit]);
        this.#rank = null;
        this.#redraw();
      }, ".race-key");
      key.dataset.suit = suit;
      key.setAttribute("aria-label", this.#say(suit));
      key.disabled = seat === undefined || this.#rank === null || taken;
      return key;
    }));
    const send = this.#button("real-done", this.#say("real_done"), () => this.#sendReal(race, slots), ".btn-primary.btn-huge");
    send.disabled = this.#busy || seat !== undefined;
    const undo = this.#button("real-undo", this.#say("real_back"), () => {
      if (this.#rank !== null) this.#rank = null;
      else this.#cards.pop();
      this.#redraw();
    });
    undo.disabled = !at && this.#rank === null;
    const back = this.#button("real-leave", this.#say("back"), () => {
      this.#cards = null;
      this.#redraw();
    }, ".btn-quiet");
    const rows = [...new Set(slots)].map((one) => el("li.race-seat.is-typed", {},
      el("span.race-who", {}, el("span.figures", {}, this.#say("seat", { seat: one })), el("strong", {}, this.#name(one))),
      el("span.race-cards", {}, ...slots.map((its, slot) => [its, slot]).filter(([its]) => its === one).map(([, slot]) => this.#card(this.#cards[slot], slot === at)))));
    return [el("p.race-big", { role: "status" }, says), el("ul.race-seats", {}, ...rows), ranks, suits, el("div.race-acts", {}, send, undo, back)];
  }

  #sendReal(race, slots) {
    const dealt = new Map();
    slots.forEach((seat, slot) => dealt.set(seat, [...(dealt.get(seat) ?? []), cardText(this.#cards[slot])]));
    const cards = [...dealt].map(([seat, its]) => ({ seat, cards: its }));
    this.#press("race.cards", this.#say("real_done"), { race: race.race, number: race.number, cards });
  }

  /** A large card; an empty place for a card to come. */
  #card(card, next = false) {
    if (!card) return el(`span.race-card.is-empty${next ? ".is-next" : ""}`, { "aria-hidden": "true" });
    const [rank, suit] = card;
    const made = el("span.race-card", { "data-suit": suit, role: "img", "aria-label": `${rankOf(rank)} ${this.#say(suit)}` });
    made.append(el("span", { "aria-hidden": "true" }, rankOf(rank)), el("span", { "aria-hidden": "true" }, SUITS[suit]));
    return made;
  }

  // --- results
  // -----------------------------------------------------------------------------------------------------
  #result(race) {
    const done = this.#button("changed", this.#say("changed"), () => this.#press("race.table_done", this.#say("changed"), { race: race.race, number: race.number }), ".btn-primary.btn-huge");
    done.disabled = this.#busy;
    const held = race.seats.filter((one) => one.small);
    if (!held.length) return [el("p.race-big", {}, this.#say("nothing_raced")), el("div.race-acts", {}, done)];
    const why = (one) => (one.saved ? this.#say("saved") : !one.won ? "" : race.policy === "round_each" ? this.#say("rounded_up") : this.#say("wins"));
    const rows = held.map((one) => el("li.race-seat.is-result", one.won || one.saved ? { "data-wins": "" } : {},
      el("span.race-who", {}, el("span.figures", {}, this.#say("seat", { seat: one.seat })), el("strong", {}, this.#name(one.seat))),
      el("span.race-cards", {}, ...one.cards.map((card) => this.#card(card))),
      el("span.race-gets", {}, el("strong.figures", {}, one.big ? this.#say("gets", { big: one.big, value: race.big }) : this.#say("gets_none")), el("small", {}, why(one)))));
    return [
      el("p.race-big", { role: "status" }, this.#say("hand_out", { small: race.small, count: race.totals.big, big: race.big })),
      el("ul.race-seats", { "aria-label": this.#say("result_title") }, ...rows),
      el("div.race-acts", {}, done, ...(race.digest ? [el("a.btn.btn-quiet", { href: `/draw/${race.digest}/`, target: "_blank", rel: "noopener" }, this.#say("proof", { digest: race.digest.slice(0, 8) }))] : [])),
    ];
  }
}

/** Set the text of an element, and hide it if empty. */
export function sayIn(element, text) {
  element.hidden = !text;
  setText(element, text);
}
