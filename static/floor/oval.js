/**
 * A table drawn as an oval, seen from above: the dealer at the bottom, seat 1 to the dealer's left, the
 * others clockwise.
 *
 * Seats are buttons that remain the same elements while players come and go, so that nothing moves under a
 * finger.
 */

import { el, flag, setText } from "../shared/ui/dom.js";
import { number as grouped } from "../shared/ui/format.js";
import { toTheSecond } from "../shared/ui/zone.js";

/**
 * Number of seats in the upper row, by the number of seats neither above nor beside the dealer (see
 * `placesOf`).
 */
const ABOVE = { 0: 0, 1: 1, 2: 2, 3: 1, 4: 2, 5: 3, 6: 2, 7: 3, 8: 4, 9: 3, 10: 4 };
/** Seats at the ends of the upper row are lower, those beside the dealer higher: that makes the oval. */
const BOW = 0.16;

/**
 * Return the position of each seat, in fractions of the width and of the height, from seat 1 on.
 * @param {number} seats
 * @returns {{x: number, y: number}[]}
 */
export function placesOf(seats) {
  if (seats <= 2) return [{ x: 0.16, y: 0.5 }, { x: 0.84, y: 0.5 }].slice(0, seats);
  const rest = seats - 2;
  const above = ABOVE[rest] ?? 4;
  const left = Math.ceil((rest - above) / 2);
  const right = rest - above - left;
  const side = (count, index) => (count === 1 ? 0.5 : 0.5 + ((index / (count - 1)) - 0.5) * (count === 2 ? 0.34 : 0.5));
  const places = [{ x: 0.2, y: 1 - BOW / 2 }];
  for (let i = 0; i < left; i += 1) places.push({ x: i % left === 0 || i === left - 1 ? 0.02 : 0, y: 1 - side(left, i) });
  for (let i = 0; i < above; i += 1) {
    const x = above === 1 ? 0.5 : 0.5 + (i / (above - 1) - 0.5) * (above === 2 ? 0.5 : above === 3 ? 0.72 : 0.94);
    places.push({ x, y: above > 2 && (i === 0 || i === above - 1) ? BOW / 2 : 0 });
  }
  for (let i = 0; i < right; i += 1) places.push({ x: 0.98, y: side(right, i) });
  places.push({ x: 0.8, y: 1 - BOW / 2 });
  return places;
}

export class Oval {
  #words;
  #seats = new Map();
  #felt;
  #count = 0;
  #penaltyOf;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {(seat: number) => void} onChair called when a seat is pressed
   * @param {{small?: boolean, penaltyOf?: (entry: number) => object|undefined}} options `small`: numbers and
   *   names only, to choose a seat; `penaltyOf`: the penalty an entry is serving
   */
  constructor(words, onChair, { small = false, penaltyOf = () => undefined } = {}) {
    this.#words = words;
    this.#penaltyOf = penaltyOf;
    this.element = el(`div.oval${small ? ".is-small" : ""}`, { role: "group" });
    this.#felt = el("div.oval-felt", {}, el("span.oval-number.figures", {}), el("span.oval-note", {}), el("span.oval-dealer", {}, words.say("floor.dealer")));
    this.element.append(this.#felt);
    this.element.addEventListener("click", (event) => {
      const chair = event.target.closest?.(".chair");
      if (chair && this.element.contains(chair)) onChair(Number(chair.dataset.seat));
    });
  }

  /**
   * Show a table.
   * @param {object} table from the server
   * @param {{chosen?: number|null, targets?: Set<number>|null, marks?: (chair: object) => "out"|"won"|null}} how `targets`:
   *   the only seats that can be pressed now; `marks`: players marked as busted or as winners of the chips
   */
  show(table, { chosen = null, targets = null, marks = () => null } = {}) {
    this.#place(table.seats);
    this.element.setAttribute("aria-label", this.#words.say("floor.seats_of", { number: table.number }));
    setText(this.#felt.querySelector(".oval-number"), String(table.number));
    setText(this.#felt.querySelector(".oval-note"), table.hands ? this.#words.say("floor.hand", { number: table.hands + 1 }) : "");
    for (const chair of table.chairs) this.#draw(table, chair, chosen, targets, marks(chair));
  }

  /** Return the button of a seat. */
  chair(seat) {
    return this.#seats.get(seat)?.button;
  }

  #place(seats) {
    if (seats === this.#count) return;
    this.#count = seats;
    for (const { button } of this.#seats.values()) button.remove();
    this.#seats.clear();
    this.element.dataset.rows = seats > 10 ? "3" : "2";
    placesOf(seats).forEach(({ x, y }, index) => {
      const parts = {
        seat: el("span.chair-seat.figures", { "aria-hidden": "true" }, String(index + 1)),
        name: el("span.chair-name"),
        about: el("span.chair-about.figures"),
        disc: el("span.chair-disc", { "aria-hidden": "true" }),
        mark: el("span.chair-mark", { "aria-hidden": "true" }),
      };
      const button = el("button.chair", { type: "button", "data-seat": String(index + 1) }, parts.seat, parts.name, parts.about, parts.disc, parts.mark);
      button.style.setProperty("--x", String(x));
      button.style.setProperty("--y", String(y));
      this.#seats.set(index + 1, { button, ...parts });
      this.element.append(button);
    });
  }

  #draw(table, chair, chosen, targets, marked) {
    const { button, name, about, disc, mark } = this.#seats.get(chair.seat);
    const words = this.#words;
    const person = chair.entry !== null;
    flag(button, "kind", chair.kind || "free");
    flag(button, "entry", person ? String(chair.entry) : null);
    flag(button, "away", chair.absent_since !== null || (person && this.#penaltyOf(chair.entry) !== undefined));
    flag(button, "waits", chair.waits);
    flag(button, "coming", chair.move !== null);
    flag(button, "spare", chair.seat > table.usual && !chair.kind);
    flag(button, "target", targets?.has(chair.seat) ?? false);
    flag(button, "marked", marked);
    setText(mark, marked ? words.say(`floor.mark_${marked}`) : "");
    button.setAttribute("aria-pressed", String(chosen === chair.seat || marked !== null));
    button.disabled = targets !== null && !targets.has(chair.seat);
    setText(name, person ? chair.name : words.say(`floor.chair_${chair.kind || "free"}`, { name: chair.name }));
    setText(about, person ? this.#about(chair) : heldUntil(chair, words));
    const position = positionOf(table, chair.seat);
    flag(disc, "disc", position);
    setText(disc, position ? words.say(`floor.disc_${position}`) : "");
    button.setAttribute("aria-label", [this.#spoken(chair, person, position), ...(marked ? [words.say(`floor.mark_${marked}`)] : [])].join(", "));
  }

  /** The most important note on a player, in one short line. */
  #about(chair) {
    const words = this.#words;
    if (chair.move !== null) return words.say("floor.from_table", { table: chair.from_table ?? "–" });
    const penalty = this.#penaltyOf(chair.entry);
    if (penalty) return words.say("penalty.out_short", { count: penalty.hands ?? penalty.rounds ?? penalty.count });
    if (chair.absent_since !== null) return words.say("floor.away");
    if (chair.waits) return words.say("floor.waits_short");
    return chair.stack === null ? "" : grouped(chair.stack, words.language);
  }

  #spoken(chair, person, position) {
    const words = this.#words;
    const parts = [words.say("floor.seat", { seat: chair.seat }), person ? chair.name : words.say(`floor.chair_${chair.kind || "free"}`, { name: chair.name })];
    if (person && this.#about(chair)) parts.push(this.#about(chair));
    if (position) parts.push(words.say(`floor.position_${position}`));
    return parts.join(", ");
  }
}

/** The time until which a seat is held for a rebuy, or "". */
function heldUntil(chair, words) {
  if (chair.kind !== "held") return "";
  return words.say("floor.held_until", { time: toTheSecond(chair.held_until, words.language).slice(0, 5) });
}

/** The position of a seat: "button", "small", "big", "next" (pays the big blind next), or null. */
export function positionOf(table, seat) {
  if (table.button === seat) return "button";
  if (table.small_blind === seat) return "small";
  if (table.big_blind === seat) return "big";
  return table.next_big_blind === seat ? "next" : null;
}
