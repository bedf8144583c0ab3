/**
 * The map for those who do not see it: a list of all tables as buttons, by number. One of them can be reached by Tab, arrows
 * go to the next table in that direction. The one that has the focus is ringed on the map.
 */

import { el } from "../shared/ui/dom.js";
import { neighbour } from "./map_layout.js";
import { labelOf } from "./map_tables.js";

/** Sentences are put right this often (ms): nobody hears fifty changes a second. */
const PAUSE = 400;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class TableList {
  #tables;
  #words;
  #does;
  #list;
  #buttons = new Map();
  #stale = new Set();
  #timer = 0;
  #stop = null;

  /**
   * @param {import("./map_tables.js").Tables} tables
   * @param {object} does `press(number)`, `focus(number|null)`, and `move(way, event)` → whether an arrow moves something
   *   other than the focus
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

  /** The table that Tab comes to. */
  get stop() {
    return this.#stop;
  }

  /** All tables anew: some came or went. */
  rebuild() {
    const held = this.#list.contains(document.activeElement) ? this.#stop : null;
    const before = this.#buttons;
    this.#buttons = new Map(this.#tables.list.map(({ number }) => [number,
      before.get(number) ?? el("button", { type: "button", tabindex: "-1", "data-table": number })]));
    this.#list.replaceChildren(...[...this.#buttons].map(([, button]) => button.parentElement ?? el("li", {}, button)));
    for (const table of this.#tables.list) this.#say(table);
    this.stopAt(this.#buttons.has(this.#stop) ? this.#stop : this.#tables.list[0]?.number ?? null);
    if (held !== null) this.#buttons.get(this.#stop)?.focus({ preventScroll: true });
  }

  /** Some tables are not as before. */
  refresh(numbers) {
    for (const number of numbers) this.#stale.add(number);
    if (!this.#stale.size || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const stale = [...this.#stale];
      this.#stale.clear();
      for (const number of stale) if (this.#buttons.has(number)) this.#say(this.#tables.get(number));
    }, PAUSE);
  }

  /** Only those that are on the picture and that a filter leaves over are in the list. */
  sieve() {
    for (const table of this.#tables.list) this.#buttons.get(table.number).parentElement.hidden = table.dim || this.#tables.left.has(table.number);
    const left = this.#tables.shown.filter(({ dim }) => !dim);
    if (left.length && !left.includes(this.#tables.get(this.#stop))) this.stopAt(left[0].number);
  }

  /** Which table is open beside the map. */
  choose(before, number) {
    this.#buttons.get(before)?.removeAttribute("aria-current");
    this.#buttons.get(number)?.setAttribute("aria-current", "true");
    if (number !== null) this.stopAt(number);
  }

  /** Tab comes to this table. */
  stopAt(number) {
    this.#buttons.get(this.#stop)?.setAttribute("tabindex", "-1");
    this.#stop = number;
    this.#buttons.get(number)?.setAttribute("tabindex", "0");
  }

  /** Put the list where the focused table is seen, so that what enlarges the screen goes there. */
  stand(x, y) {
    this.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  #say(table) {
    const button = this.#buttons.get(table.number);
    const label = labelOf(table, this.#words);
    if (button.textContent !== label) button.textContent = label;
  }

  #focused(number) {
    if (number === null) return;
    this.stopAt(number);
    this.#does.focus(number);
  }

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
    const next = way ? neighbour(open, table, way)
      : { Home: open[0], End: open.at(-1), PageUp: open[at - 1], PageDown: open[at + 1] }[event.key];
    if (next || way) event.preventDefault();
    if (next) this.#buttons.get(next.number).focus({ preventScroll: true });
  }
}

function numberOf(target) {
  const number = target.closest?.("[data-table]")?.dataset.table;
  return number === undefined ? null : Number(number);
}
