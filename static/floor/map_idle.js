/** Tables of the event at which nobody plays: which of them are left off the map, so that the others have its room. */

import { el } from "../shared/ui/dom.js";
import { fits } from "./map_tables.js";

/** The map is laid out anew once so large a share of what it shows is idle: not for each table that breaks. */
const SHARE = 0.15;
/** What keeps a table in sight though nobody sits there. */
const WANTED = ["breaking", "halted", "waiting", "proposed", "called"];

/** @param {import("./map_tables.js").Table} table @returns {boolean} whether nobody plays there or is expected */
export function idle({ players, ghosts, states }) {
  return !players && !ghosts && !WANTED.some((state) => states.has(state));
}

/**
 * Which tables are left off.
 * @param {import("./map_tables.js").Table[]} tables  @param {Set<number>|null} before those left off so far, null at first
 * @returns {Set<number>} numbers; none as long as nobody plays anywhere
 */
export function leftOff(tables, before) {
  const rest = tables.filter(idle);
  if (rest.length === tables.length) return new Set();
  const kept = rest.filter(({ number }) => before?.has(number));
  const fresh = rest.length - kept.length;
  const shown = tables.length - kept.length;
  return new Set((before === null || fresh >= shown * SHARE ? rest : kept).map(({ number }) => number));
}

/** Leaves idle tables off the map, with a button that shows them all the same. */
export class IdleTables {
  #words;
  #on;
  #still;
  #again;
  /** What was left off last; null: all idle tables go at once. */
  #before = null;
  #all = false;
  element = el("button.btn.floor-map-idle", { type: "button", hidden: "", "aria-pressed": "false" });

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {{on: boolean, still: import("../shared/ui/press.js").Still, again: () => void}} options `on`: whether any is left off;
   *   `again` is called when what is left off may be another
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
   * Which tables are left off now. They come back as soon as somebody is expected there, and go only once no finger is on
   * the map.
   * @param {import("./map_tables.js").Table[]} tables
   * @param {{wanted: object, arranging: boolean, left: Set<number>}} view what is looked for; what is left off so far
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

  #say(count, shown) {
    this.element.hidden = !shown;
    this.element.setAttribute("aria-pressed", String(this.#all));
    const said = this.#words.say(count === 1 ? "map.idle_one" : "map.idle", { count });
    if (this.element.textContent !== said) this.element.textContent = said;
  }
}
