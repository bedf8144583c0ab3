/**
 * The map for screen readers and keyboards: all tables as buttons, by number.
 *
 * Tab reaches one of them, arrow keys move to the next table in that direction. The focused table is ringed
 * on the map.
 */

import { el } from "../shared/ui/dom.js";
import { neighbour } from "./map_layout.js";
import { labelOf } from "./map_tables.js";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { Table, Tables } from "./map_tables.js" */

/** Labels are updated at this interval (ms): fifty changes a second would be useless. */
const PAUSE = 400;
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class TableList {
  #tables;
  #words;
  #does;
  #list;
  /** @type {Map<number|null, HTMLElement>} */
  #buttons = new Map();
  /** @type {Set<number>} */
  #stale = new Set();
  #timer = 0;
  /** @type {number|null} */
  #stop = null;

  /**
   * @param {Tables} tables  @param {Words} words
   * @param {{press: (number: number) => void, focus: (number: number|null) => void, move: (way: [number, number], event: KeyboardEvent) => boolean}} does
   *   `move` returns whether the arrow moved something other than the focus
   */
  constructor(tables, words, does) {
    this.#tables = tables;
    this.#words = words;
    this.#does = does;
    const hint = el("p", { id: "floor-map-keys", hidden: "" }, words.say("map.keys"));
    this.#list = el("ul.floor-map-list", { "aria-label": words.say("map.tables"), "aria-describedby": hint.id, role: "list" });
    this.element = el("div.floor-map-spoken", {}, hint, this.#list);
    this.#list.addEventListener("click", ({ target }) => {
      const number = numberOf(target);
      if (number !== null) this.#does.press(number);
    });
    this.#list.addEventListener("focusin", ({ target }) => this.#focused(numberOf(target)));
    this.#list.addEventListener("focusout", () => this.#does.focus(null));
    this.#list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The table reached by Tab. */
  get stop() {
    return this.#stop;
  }

  /** Rebuild the list after tables were added or removed. */
  rebuild() {
    const held = this.#list.contains(document.activeElement) ? this.#stop : null;
    const before = this.#buttons;
    this.#buttons = new Map(this.#tables.list.map(({ number }) => [number,
      before.get(number) ?? el("button", { type: "button", tabindex: "-1", "data-table": String(number) })]));
    this.#list.replaceChildren(...[...this.#buttons].map(([, button]) => button.parentElement ?? el("li", {}, button)));
    for (const table of this.#tables.list) this.#say(table);
    this.stopAt(this.#buttons.has(this.#stop) ? this.#stop : this.#tables.list[0]?.number ?? null);
    if (held !== null) this.#buttons.get(this.#stop)?.focus({ preventScroll: true });
  }

  /** Update changed tables. @param {number[]} numbers */
  refresh(numbers) {
    for (const number of numbers) this.#stale.add(number);
    if (!this.#stale.size || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const stale = [...this.#stale];
      this.#stale.clear();
      for (const number of stale) {
        const table = this.#tables.get(number);
        if (table) this.#say(table);
      }
    }, PAUSE);
  }

  /** Show only tables on the map that match the filter. */
  sieve() {
    for (const table of this.#tables.list) this.#buttons.get(table.number)?.parentElement?.toggleAttribute("hidden", table.dim || this.#tables.left.has(table.number));
    const left = this.#tables.shown.filter(({ dim }) => !dim);
    if (left.length && !left.some(({ number }) => number === this.#stop)) this.stopAt(left[0].number);
  }

  /** Set the table open beside the map. @param {number|null} before  @param {number|null} number */
  choose(before, number) {
    this.#buttons.get(before)?.removeAttribute("aria-current");
    this.#buttons.get(number)?.setAttribute("aria-current", "true");
    if (number !== null) this.stopAt(number);
  }

  /** Make a table reachable by Tab. @param {number|null} number */
  stopAt(number) {
    this.#buttons.get(this.#stop)?.setAttribute("tabindex", "-1");
    this.#stop = number;
    this.#buttons.get(number)?.setAttribute("tabindex", "0");
  }

  /** Place the list at the focused table, so that screen magnifiers follow. @param {number} x  @param {number} y */
  stand(x, y) {
    this.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  /** @param {Table} table */
  #say(table) {
    const button = this.#buttons.get(table.number);
    const label = labelOf(table, this.#words);
    if (button && button.textContent !== label) button.textContent = label;
  }

  /** @param {number|null} number */
  #focused(number) {
    if (number === null) return;
    this.stopAt(number);
    this.#does.focus(number);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const table = this.#tables.get(numberOf(event.target));
    if (!table || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way && this.#does.move(way, event)) {
      event.preventDefault();
      return;
    }
    const open = this.#tables.shown.filter(({ dim }) => !dim);
    const at = open.indexOf(table);
    /** @type {Record<string, Table|undefined>} */
    const jumps = { Home: open[0], End: open.at(-1), PageUp: open[at - 1], PageDown: open[at + 1] };
    const next = way ? neighbour(open, table, way) : jumps[event.key];
    if (next || way) event.preventDefault();
    if (next) this.#buttons.get(next.number)?.focus({ preventScroll: true });
  }
}

/** @param {EventTarget|null} target */
function numberOf(target) {
  const number = target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest("[data-table]"))?.dataset.table : undefined;
  return number === undefined ? null : Number(number);
}
