/**
 * A table drawn as an oval, seen from above: the dealer at the bottom, seat 1 to the dealer's left, the
 * others clockwise.
 *
 * Seats are buttons that remain the same elements while players come and go, so that nothing moves under a
 * finger.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { cssVars } from "../shared/ui/directives.js";
import { number as grouped } from "../shared/ui/format.js";
import { toTheSecond } from "../shared/ui/zone.js";
import { shortName, widthOnSeat } from "./seat_names.js";

/** @import { ChairRow, PenaltyRow, TableBoard } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/**
 * Number of seats in the upper row, by the number of seats neither above nor beside the dealer (see `placesOf`).
 * @type {Record<number, number>}
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
  /** @param {number} count  @param {number} index */
  const side = (count, index) => (count === 1 ? 0.5 : 0.5 + ((index / (count - 1)) - 0.5) * (count === 2 ? 0.34 : 0.5));
  const places = [{ x: 0.2, y: 1 - BOW / 2 }];
  for (let i = 0; i < left; i += 1) places.push({ x: i % left === 0 || i === left - 1 ? 0.02 : 0, y: 1 - side(left, i) });
  for (let i = 0; i < above; i += 1) {
    const x = above === 1 ? 0.5 : 0.5 + (i / (above - 1) - 0.5) * (above === 2 ? 0.5 : above === 3 ? 0.9 : 0.94);
    places.push({ x, y: above > 2 && (i === 0 || i === above - 1) ? BOW / 2 : 0 });
  }
  for (let i = 0; i < right; i += 1) places.push({ x: 0.98, y: side(right, i) });
  places.push({ x: 0.8, y: 1 - BOW / 2 });
  return places;
}

/** @typedef {(chair: ChairRow) => "out"|"won"|null} Marks players marked as busted or as winners of the chips */

/**
 * A table and its seats.
 * @param {TableBoard} table  @param {Floor} page
 * @param {{press: (seat: number) => void, chosen?: number|null, targets?: Set<number>|null, marks?: Marks, small?: boolean}} how
 *   `press` is called when a seat is pressed; `targets`: the only seats that can be pressed now; `small`: to choose a seat
 */
export function ovalOf(table, page, { press, chosen = null, targets = null, marks = () => null, small = false }) {
  const places = placesOf(table.seats);
  // Once the event is won, the button, blinds and absences no longer apply.
  const won = page.isWon();
  return html`<div class="oval${small ? " is-small" : ""}" role="group" data-rows=${table.seats > 10 ? 3 : 2} ?data-wide=${(ABOVE[table.seats - 2] ?? 4) < 4} aria-label=${page.say("seats_of", { number: table.number })}>
    <div class="oval-felt">
      <span class="oval-number figures">${table.number}</span>
      <span class="oval-note">${table.hands ? page.say("hand", { number: table.hands + 1 }) : ""}</span>
      <span class="oval-dealer">${page.say("dealer")}</span>
    </div>
    ${repeat(table.chairs, ({ seat }) => seat, (chair) => {
      const { seat } = chair;
      const person = chair.entry !== null;
      const marked = marks(chair);
      const position = won ? null : positionOf(table, seat);
      const mark = marked ? page.say(`mark_${marked}`) : "";
      // Beyond the seats per table: not drawn, and free to be used.
      const spare = seat > table.usual && !chair.kind;
      const name = spare ? page.say("chair_spare") : nameOf(chair, page);
      const about = person ? aboutOf(chair, page) : heldUntil(chair, page);
      const spoken = [page.say("seat", { seat }), name, person ? about : "", position ? page.say(`position_${position}`) : "", mark];
      return html`<button class="chair" type="button" data-seat=${seat} data-kind=${chair.kind || "free"} data-entry=${chair.entry ?? nothing} data-marked=${marked ?? nothing}
        ?data-away=${!won && (chair.absent_since !== null || page.penaltyOf(chair.entry) !== undefined)} ?data-waits=${chair.waits} ?data-coming=${chair.move !== null}
        ?data-spare=${spare} ?data-target=${targets?.has(seat) ?? false} ?disabled=${targets !== null && !targets.has(seat)}
        aria-pressed=${String(chosen === seat || marked !== null)} aria-label=${spoken.filter(Boolean).join(", ")}
        @click=${() => press(seat)} ${cssVars({ "--x": places[seat - 1].x, "--y": places[seat - 1].y })}>
        <span class=${chair.partner ? "chair-who is-team" : "chair-who"}><span class="chair-seat figures" aria-hidden="true">${seat}</span>${namesOf(chair, name)}</span>
        <span class="chair-notes"><span class="chair-about figures">${about}</span><span class="chair-mark" aria-hidden="true">${mark}</span>
          <span class="chair-disc" data-disc=${position ?? nothing} aria-hidden="true">${position ? page.say(`disc_${position}`) : ""}</span></span>
      </button>`;
    })}
  </div>`;
}

/** The name on a seat; of a team both, each in its line, first who plays now. @param {ChairRow} chair  @param {string} name */
function namesOf({ seat, entry, registered, partner, partner_plays: second }, name) {
  const [first, other] = second ? [partner, registered] : [registered, partner];
  if (partner) return html`${nameOn("chair-name", first, seat, 1)}${nameOn("chair-other", other, seat, 1)}`;
  return html`&nbsp;${entry === null ? html`<span class="chair-name">${name}</span>` : nameOn("chair-name", name, seat, 2)}`;
}

/** A player's name, and the short one that the style sheet shows instead where it does not fit. @param {string} kind  @param {string} name  @param {number} seat  @param {1|2} lines */
function nameOn(kind, name, seat, lines) {
  const short = shortName(name);
  const widths = { "--full": widthOnSeat(name, seat, lines), "--short": widthOnSeat(short, seat, lines) };
  return html`<span class=${kind} data-short=${short || nothing} ${cssVars(widths)}><span class="chair-full">${name}</span></span>`;
}

/** Return the player's name, or what the seat is. @param {ChairRow} chair  @param {Floor} page */
export function nameOf(chair, page) {
  return chair.entry === null ? page.say(`chair_${chair.kind || "free"}`, { name: chair.name }) : chair.name;
}

/** Return the most important note on a player, in one short line. @param {ChairRow} chair  @param {Floor} page */
function aboutOf(chair, page) {
  if (page.isWon()) return "";
  if (chair.move !== null) return page.say("from_table", { table: chair.from_table ?? "–" });
  /** @type {PenaltyRow|undefined} */
  const penalty = page.penaltyOf(chair.entry);
  if (penalty) return page.words.say("penalty.out_short", { count: penalty.hands ?? penalty.rounds ?? penalty.count });
  if (chair.absent_since !== null) return page.say("away");
  if (chair.waits) return page.say("waits_short");
  return chair.stack === null ? "" : grouped(chair.stack, page.words.language);
}

/** Return the time until which a seat is held for a rebuy, or "". @param {ChairRow} chair  @param {Floor} page */
function heldUntil({ kind, held_until: until }, page) {
  if (kind !== "held" || until === null) return "";
  return page.say("held_until", { time: toTheSecond(until, page.words.language).slice(0, 5) });
}

/** Return the position of a seat: "button", "small", "big", "next" (pays the big blind next), or null. @param {TableBoard} table  @param {number} seat */
function positionOf(table, seat) {
  if (table.button === seat) return "button";
  if (table.small_blind === seat) return "small";
  if (table.big_blind === seat) return "big";
  return table.next_big_blind === seat ? "next" : null;
}
