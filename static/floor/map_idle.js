/** Idle tables of the event: which of them are hidden, so that the others have more room. */

import { el } from "../shared/ui/dom.js";
import { fits } from "./map_tables.js";

/** @import { Still } from "../shared/ui/still.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Table, Wanted } from "./map_tables.js" */

/**
 * Minimum share of idle tables before the map is laid out again, so that it does not change with every break.
 */
const SHARE = 0.15;
/** States that keep an idle table visible. */
const WANTED = ["breaking", "halted", "waiting", "proposed", "called"];

/** @param {Table} table @returns {boolean} whether no player is there or expected */
export function idle({ players, ghosts, states }) {
  return !players && !ghosts && !WANTED.some((state) => states.has(state));
}

/**
 * Return the tables to hide.
 * @param {Table[]} tables
 * @param {Set<number>|null} before those hidden so far, null at first
 * @returns {Set<number>} numbers; none while no table is in play
 */
export function leftOff(tables, before) {
  const rest = tables.filter(idle);
  if (rest.length === tables.length) return new Set();
  const kept = rest.filter(({ number }) => before?.has(number));
  const fresh = rest.length - kept.length;
  const shown = tables.length - kept.length;
  return new Set((before === null || fresh >= shown * SHARE ? rest : kept).map(({ number }) => number));
}

/** Hides idle tables, with a button that shows them. */
export class IdleTables {
  #words;
  #on;
  #still;
  #again;
  /** The tables hidden last; null: hide all idle tables at once. */
  #before = /** @type {Set<number>|null} */ (null);
  #all = false;
  element = el("button.btn.floor-map-idle", { type: "button", hidden: "", "aria-pressed": "false" });

  /**
   * @param {Words} words
   * @param {{on: boolean, still: Still, again: () => void}} options `on`: whether
   *   any is hidden; `again` is called when the hidden ones may change
   */
  constructor(words, { on, still, again }) {
    this.#words = words;
    this.#on = on;
    this.#still = still;
    this.#again = again;
    this.element.addEventListener("click", () => {
      this.#all = !this.#all;
      this.#before = null;
      again();
    });
  }

  /**
   * Return the tables to hide now.
   *
   * They reappear as soon as a player is expected there, and are hidden only while no finger is on the map.
   * @param {Table[]} tables
   * @param {{wanted: Wanted, arranging: boolean, left: Set<number>}} view the search; the tables hidden so far
   * @returns {Set<number>} numbers
   */
  leave(tables, { wanted, arranging, left }) {
    if (!this.#on) return new Set();
    const rest = tables.filter(idle);
    this.#say(rest.length, rest.length > 0 && rest.length < tables.length && !arranging);
    const sought = (wanted.text || wanted.states.size) && rest.some((table) => fits(table, wanted));
    if (arranging || sought || this.#all) return new Set();
    const next = leftOff(tables, this.#before);
    const back = new Set([...left].filter((number) => next.has(number)));
    if (next.size > back.size && this.#before !== null && this.#still.down) {
      this.#still.when(this.#again);
      return back;
    }
    if (tables.length) this.#before = next;
    return next;
  }

  /** @param {number} count  @param {boolean} shown */
  #say(count, shown) {
    this.element.hidden = !shown;
    this.element.setAttribute("aria-pressed", String(this.#all));
    const text = this.#words.say(count === 1 ? "map.idle_one" : "map.idle", { count });
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}
