/** A player being moved or swapped: picked up at one table, put down at this or another. */

import { el } from "../shared/ui/dom.js";

/** @fires Carry#changed */
export class Carry extends EventTarget {
  #page;
  #banner = null;
  /** `{kind: "move"|"swap", entry, name, table, seat}`, or null. */
  what = null;

  /** @param {object} page see TablePanel */
  constructor(page) {
    super();
    this.#page = page;
  }

  take(what) {
    this.what = what;
    this.#changed();
  }

  drop(what, number) {
    this.take(what);
    this.#page.open(number);
  }

  cancel() {
    if (this.what) this.take(null);
  }

  /**
   * Move the player to a seat, or swap with the player there.
   * @param {object} what  @param {number} table  @param {number} seat  @param {object|null} chair its player
   */
  async put(what, table, seat, chair = null) {
    const { presses, words } = this.#page;
    this.take(null);
    if (what.kind === "swap") {
      await presses.send("seat.swap", { one: what.entry, other: chair.entry }, words.say("floor.swap"));
    } else {
      await presses.send("seat.give", { entry: what.entry, table, seat }, words.say("floor.move_of", { name: what.name }));
    }
  }

  /** A table was opened while moving a player. The seat must be tapped, even if it is the only free one. */
  arrived(table) {
    const { what } = this;
    if (what?.kind !== "move" || table.number === what.table) return;
    if (!table.chairs.some(({ kind, seat }) => kind === "" && seat <= table.usual)) this.#page.toasts.show({ text: this.#page.words.say("floor.table_full", { number: table.number }), bad: true });
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new CustomEvent("changed"));
  }

  /** The banner is in the panel while one is open, above the map otherwise. */
  place(where) {
    if (this.#banner && this.#banner.parentElement !== where) where.replaceChildren(this.#banner);
    this.where = where;
  }

  #draw() {
    const { words } = this.#page;
    this.#banner?.remove();
    this.#banner = null;
    const { what } = this;
    if (!what) return;
    const say = (key, values) => words.say(`floor.${key}`, values);
    const cancel = el("button.btn", { type: "button" }, say("cancel"));
    cancel.addEventListener("click", () => this.cancel());
    const map = el("button.btn.carry-map", { type: "button" }, say("on_the_map"));
    map.addEventListener("click", () => this.#page.close());
    this.#banner = el("div.notice.is-info.carry", { role: "status" },
      el("p", {}, el("strong", {}, say(`carry_${what.kind}`, { name: what.name })), ` ${say("carry_from", { table: what.table, seat: what.seat })} ${say(`carry_${what.kind}_how`)}`),
      el("div.notice-actions", {}, map, cancel));
    this.where?.replaceChildren(this.#banner);
  }
}
