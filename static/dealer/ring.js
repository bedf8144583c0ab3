/** The seats on the dealer's tablet, from the dealer's point of view. */

import { el, flag, setText } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";
import { places, positionsOf, shownSeats } from "./state.js";

/** Longer names use smaller type. */
const LONG = 18;
/**
 * On a phone, the left and the right seat of a row are side by side, and the seat opposite has its own row.
 */
const NARROW = { 1: "1", 2: "1 / -1", 3: "2" };

export class Ring {
  #root;
  #felt;
  #words;
  #tap;
  #tiles = new Map();
  #count = 0;

  /**
   * @param {HTMLElement} root  @param {HTMLElement} felt element in the middle
   * @param {import("../shared/ui/words.js").Words} words  @param {(seat: number) => void} tap
   */
  constructor(root, felt, words, tap) {
    this.#root = root;
    this.#felt = felt;
    this.#words = words;
    this.#tap = tap;
  }

  /**
   * @param {object} table as seating.boards.table gives it
   * @param {{picking: boolean, busy: (chair: object) => boolean, penalty: (chair: object) => [string, object]|null,
   *   banks: Record<string, number>|null}} how
   *   `picking`: any seat may be tapped, empty ones too; `penalty`: text of a penalty, see `penaltySays`;
   *   `banks`: time banks left by seat
   */
  show(table, { picking, busy, penalty, banks }) {
    const seats = shownSeats(table);
    if (seats.length !== this.#count) this.#build(seats.length);
    flag(this.#root, "picking", picking);
    this.#root.setAttribute("aria-busy", "false");
    for (const chair of seats) this.#draw(this.#tiles.get(chair.seat), chair, table, picking, busy(chair), penalty(chair), banks?.[chair.seat]);
  }

  #build(count) {
    const { rows, odd, places: spots } = places(count);
    this.#count = count;
    this.#tiles.clear();
    this.#root.style.setProperty("--rows", String(rows));
    flag(this.#root, "odd", odd);
    const tiles = spots.map(({ row, column }, at) => {
      const tile = this.#tile(at + 1);
      tile.root.style.setProperty("--row", String(row));
      tile.root.style.setProperty("--column", String(column));
      tile.root.style.setProperty("--narrow-row", String(column === 2 ? 2 : row + 2));
      tile.root.style.setProperty("--narrow-column", NARROW[column]);
      return tile.root;
    });
    this.#root.replaceChildren(...tiles, this.#felt);
  }

  #tile(seat) {
    const parts = {
      discs: el("span.dealer-discs"),
      name: el("strong.dealer-name"),
      about: el("small.dealer-about"),
    };
    const head = el("span.dealer-seat-head", {}, el("span.figures", {}, this.#words.say("dealer.seat", { seat })), parts.discs);
    parts.root = el("button.dealer-seat", { type: "button", "data-seat": String(seat) }, head, parts.name, parts.about);
    parts.root.addEventListener("click", () => this.#tap(seat));
    this.#tiles.set(seat, parts);
    return parts;
  }

  #draw(tile, chair, table, picking, busy, penalty, banks) {
    const words = this.#words;
    const positions = positionsOf(table, chair.seat);
    flag(tile.root, "kind", chair.kind || "free");
    flag(tile.root, "coming", chair.move !== null);
    flag(tile.root, "away", chair.absent_since !== null);
    tile.root.disabled = !picking && chair.kind !== "player";
    tile.root.setAttribute("aria-busy", String(busy));
    const name = nameOf(chair, words);
    setText(tile.name, name);
    flag(tile.root, "long", name.length > LONG);
    flag(tile.root, "penalty", penalty ? (penalty[0] === "penalty.may_come_back" ? "over" : "runs") : null);
    setText(tile.about, [penalty ? penaltyOf(penalty, words) : "", aboutOf(chair, words, banks)].filter(Boolean).join(" · "));
    const key = positions.join(" ");
    if (tile.discs.dataset.key === key) return;
    tile.discs.dataset.key = key;
    tile.discs.replaceChildren(...positions.map((name) => disc(name, words)));
  }
}

function disc(name, words) {
  return el(`span.dealer-disc.is-${name}`, {},
    el("span", { "aria-hidden": "true" }, words.say(`dealer.${name}_disc`)),
    el("span.visually-hidden", {}, words.say(`dealer.${name}`)));
}

/** The large text of a seat. */
export function nameOf(chair, words) {
  if (chair.kind === "player") return chair.name;
  return words.say(`dealer.${chair.kind || "free"}`, { name: chair.name });
}

/** What a player sits out, and from when. */
function penaltyOf([key, values], words) {
  const what = words.say(key, values);
  return values.waits ? words.say("penalty.from_next", { what }) : what;
}

/** Other notes on a player. @param {number|undefined} banks time banks left */
function aboutOf(chair, words, banks) {
  if (chair.kind !== "player") return "";
  const parts = [];
  if (chair.move !== null) {
    parts.push(chair.from_table === null ? words.say("dealer.on_the_way_here") : words.say("dealer.on_the_way", { table: chair.from_table }));
  }
  if (chair.absent_since !== null) parts.push(words.say("dealer.away"));
  if (chair.waits) parts.push(words.say("dealer.waits"));
  if (chair.stack !== null) parts.push(words.say("dealer.chips", { count: number(chair.stack, words.language) }));
  if (banks !== undefined) parts.push(words.say(banks === 1 ? "dealer.bank_left" : "dealer.banks_left", { count: banks }));
  return parts.join(" · ");
}
