/** A player being moved or swapped: picked up at one table, put down at this or another. */

import { html, nothing } from "lit-html";
import { View } from "../shared/ui/view.js";

/** @import { ChairRow } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/** @typedef {{kind: "move"|"swap", entry: number, name: string, table: number, seat: number}} Carried */

export class Carry {
  #page;
  #view;
  /** @type {Carried|null} */
  what = null;

  /** @param {Floor} page  @param {HTMLElement} place of the banner while no table is open; the panel has one of its own */
  constructor(page, place) {
    this.#page = page;
    this.#view = new View(place, () => (page.panel.number === null ? this.banner() : nothing));
  }

  /** @param {Carried|null} what */
  take(what) {
    this.what = what;
    this.draw();
    this.#page.panel.draw();
    if (what) this.#page.panel.scrollUp();
  }

  /** @param {Carried} what  @param {number} number the table it was dropped on */
  drop(what, number) {
    this.take(what);
    this.#page.open(number);
  }

  /**
   * Move the player to a seat, or swap with the player there.
   * @param {Carried} what  @param {number} table  @param {number} seat  @param {ChairRow|null} [chair] its player
   */
  put(what, table, seat, chair = null) {
    const { presses } = this.#page;
    this.take(null);
    if (what.kind === "swap" && chair?.entry) return presses.send("seat.swap", { one: what.entry, other: chair.entry }, this.#page.say("swap"));
    return presses.send("seat.give", { entry: what.entry, table, seat }, this.#page.say("move_of", { name: what.name }));
  }

  /** A table was opened while moving a player. The seat must be tapped, even if it is the only free one. */
  arrived() {
    const { table } = this.#page.panel;
    if (this.what?.kind !== "move" || !table || table.number === this.what.table) return;
    if (table.chairs.some(({ kind, seat }) => kind === "" && seat <= table.usual)) return;
    this.#page.toasts.show({ text: this.#page.say("table_full", { number: table.number }), bad: true });
  }

  draw() {
    this.#view.updateNow();
  }

  /** What is being moved, and how to put it down. */
  banner() {
    const { what } = this;
    const page = this.#page;
    if (!what) return nothing;
    return html`<div class="notice is-info carry" role="status">
      <p><strong>${page.say(`carry_${what.kind}`, { name: what.name })}</strong> ${page.say("carry_from", { table: what.table, seat: what.seat })} ${page.say(`carry_${what.kind}_how`)}</p>
      <div class="notice-actions">
        <button class="btn carry-map" type="button" @click=${page.close}>${page.say("on_the_map")}</button>
        <button class="btn" type="button" @click=${() => this.take(null)}>${page.say("cancel")}</button>
      </div></div>`;
  }
}
