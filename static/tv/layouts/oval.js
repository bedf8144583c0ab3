/** The final table: its players around the clock, each at a place of an oval with the chips counted last. */

import { el, fit, flag } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";

/** @import { EliminationsBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */

export class Oval {
  element = el("ol.oval", { "data-role": "oval", hidden: "" });
  #shown = "";

  /**
   * @param {EliminationsBoard["last"]} players by seat; none hides it  @param {Words} words
   */
  show(players, words) {
    const key = JSON.stringify([players, words.language]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.hidden = players.length === 0;
    const places = placesOf(players.length);
    this.element.replaceChildren(...players.map(([name, , seat, stack], i) => {
      const plate = el("li.plate", {}, el("span.plate-seat", {}, String(seat ?? "")), el("span.plate-name", { dir: "auto" }, name),
        el("b.plate-stack", {}, stack === null ? "" : number(stack, words.language)));
      const [x, y] = /** @type {[number, number]} */ (places[i]);
      flag(plate, "end", y === 0.5);
      flag(plate, "bare", stack === null);
      plate.style.setProperty("--x", x.toFixed(3));
      if (y !== 0.5) plate.style.setProperty("--y", y.toFixed(3));
      return plate;
    }));
    this.#fit();
  }

  /** The size of the screen changed. */
  resize() {
    this.#fit();
  }

  #fit() {
    if (this.element.hidden || !this.element.isConnected) return;
    for (const name of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".plate-name"))) {
      flag(name, "long", null);
      fit(name, 0.75);
      flag(name, "long", name.scrollWidth > name.clientWidth);
    }
  }
}

/**
 * Return where the players of a table sit: from 0 (left, top) to 1 (right, bottom), clockwise from the lower left.
 * @param {number} count  @returns {[number, number][]}
 */
export function placesOf(count) {
  const sides = count > 4 ? 1 : 0;
  const above = Math.ceil((count - 2 * sides) / 2);
  const below = count - 2 * sides - above;
  /** @param {number} many  @param {number} y  @returns {[number, number][]} */
  const row = (many, y) => Array.from({ length: many }, (_, i) => [0.5 + (i - (many - 1) / 2) * Math.min(0.31, 0.92 / Math.max(1, many - 1)), y]);
  /** @type {[number, number][]} */
  const left = sides ? [[0, 0.5]] : [];
  /** @type {[number, number][]} */
  const right = sides ? [[1, 0.5]] : [];
  return [...left, ...row(above, 0), ...right, ...row(below, 1).reverse()];
}
