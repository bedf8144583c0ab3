/**
 * The live map of the room: every table of an event on one canvas, to view, search, control by keyboard and
 * arrange. It reports which table was chosen; the page acts on it.
 */

import { el } from "../shared/ui/dom.js";
import { Arranging } from "./map_arrange.js";
import { Painter } from "./map_draw.js";
import { Gestures } from "./map_gestures.js";
import { IdleTables } from "./map_idle.js";
import { layOut, tableAt } from "./map_layout.js";
import { legend } from "./map_legend.js";
import { TableList } from "./map_list.js";
import { fits, Tables } from "./map_tables.js";
import { mapTools } from "./map_tools.js";
import { View } from "./map_view.js";
import { Still } from "../shared/ui/still.js";

export { STATES } from "./map_tables.js";

/** @import { MapBoard } from "../../docs/reference/boards" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Scene } from "./map_draw.js" */
/** @import { Marks, Wanted } from "./map_tables.js" */

/** Reach of a finger around the touched point (CSS px): half of a target. */
const REACH = 24;
const ZOOM = 1.5;
/** After a touch, tables stay in place for this long (ms). */
const RESTS = 1_000;
/**
 * Margin around all tables of a fitted map, at the right for the buttons, and above for the hint (CSS px).
 */
const FREE = { inset: 12, right: 64 };
const HINT = 46;
/** The button of hidden tables (CSS px), at the lower edge. */
const BUTTON = 52;
/** Minimum width of a table that was searched for (CSS px). */
const CLOSE = 72;

export class FloorMap {
  #element;
  #words;
  #onOpen;
  #onPlace;
  #mayPlace;
  #canvas = /** @type {HTMLCanvasElement} */ (el("canvas.floor-map-picture", { "aria-hidden": "true" }));
  #status = el("p.floor-map-status", { role: "status" });
  #empty;
  /** @type {Scene} */
  #scene;
  #painter;
  #list;
  #hand;
  #arranging = false;
  #idle;
  /** @type {Wanted} */
  #wanted = { text: "", states: new Set() };
  /** Whether the map returns to its previous position after a search. */
  #returns = false;

  /**
   * @param {HTMLElement} element an empty section, of whatever size
   * @param {object} options
   * @param {Words} options.words with those of `web/shared/texts_map.py`
   * @param {(number: number) => void} options.onOpen a table was tapped
   * @param {(number: number, across: number|null, down: number|null) => any} [options.onPlace] a table was put elsewhere,
   *   0 … 10,000, or off the map (null). May return a promise of the server's answer: a refused table goes back
   * @param {boolean} [options.mayPlace] whether tables may be arranged
   * @param {boolean} [options.leavesIdle] whether idle tables are hidden until requested
   */
  constructor(element, { words, onOpen, onPlace = () => {}, mayPlace = false, leavesIdle = false }) {
    this.#element = element;
    this.#idle = new IdleTables(words, { on: leavesIdle, still: new Still(element, RESTS), again: () => {
      if (this.#leave()) this.#layOut({ glides: true });
    } });
    this.#words = words;
    this.#onOpen = onOpen;
    this.#onPlace = onPlace;
    this.#mayPlace = mayPlace;
    this.#empty = el("p.floor-map-empty", { hidden: "" }, words.say("map.no_tables"));
    const tables = new Tables();
    const view = new View((zoomed) => this.#seen(zoomed));
    this.#scene = { tables, view, layout: null, chosen: null, focus: null, over: null, found: null, lifted: null };
    this.#list = new TableList(tables, words, {
      press: (number) => this.#press(number),
      focus: (number) => this.#focus(number),
      move: (way, event) => {
        if (this.#hand.number === null) return false;
        this.#hand.step(way, event.shiftKey);
        return true;
      },
    });
    this.#build();
    this.#painter = new Painter(this.#canvas, this.#scene, words);
    this.#hand = new Arranging(this.#scene, {
      changed: () => this.#painter.repaint(),
      place: (number, across, down) => this.#place(number, across, down),
      say: (key, values) => this.#say(words.say(key, values)),
    });
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(element);
  }

  /** Show the rows of the board `map` as received. @param {MapBoard["tables"]} rows */
  show(rows) {
    const { tables } = this.#scene;
    const { changed, moved, others } = tables.show(rows);
    if (others) this.#list.rebuild();
    else this.#list.refresh(changed);
    this.#empty.hidden = tables.list.length > 0;
    if (changed.length || others) this.#sieve();
    const left = this.#leave();
    // Nothing moves away below a finger.
    if (left) this.#layOut({ glides: true });
    else if (moved) this.#layOut({ still: this.#hand.number !== null });
    else for (const number of changed) this.#painter.touch(number);
  }

  /** Mark tables in addition to the board, as `Tables.mark` takes them. @param {Marks} marks  @param {string} [idleKey] */
  mark(marks, idleKey = "") {
    const changed = this.#scene.tables.mark(marks, idleKey);
    this.#list.refresh(changed);
    if (changed.length) this.#sieve();
    if (changed.length && this.#leave()) this.#layOut({ glides: true });
    for (const number of changed) this.#painter.touch(number);
  }

  /**
   * Dim tables that do not match, and move to the table with that number, or to the only match.
   * @param {{text?: string, states?: Iterable<string>}} wanted beginning of a number; any of STATES
   * @returns {number[]} the matching tables
   */
  filter({ text = "", states = [] } = {}) {
    const { tables, view } = this.#scene;
    const before = this.#wanted;
    this.#wanted = { text: text.trim(), states: new Set(states) };
    if (!before.text && this.#wanted.text) this.#returns = view.fitted;
    this.#sieve();
    if (this.#leave()) this.#layOut();
    const left = tables.list.filter(({ dim }) => !dim);
    const looking = this.#wanted.text || this.#wanted.states.size;
    if (looking) this.#say(this.#words.say("map.found", { count: left.length }));
    const meant = looking ? left.find(({ number }) => String(number) === this.#wanted.text) ?? (left.length === 1 ? left[0] : null) : null;
    this.#set("found", meant?.number ?? null);
    if (meant) {
      this.#list.stopAt(meant.number);
      view.reveal(meant.x, meant.y, { closer: CLOSE });
    } else if (before.text && !this.#wanted.text && this.#returns) {
      this.fit();
    }
    return left.map(({ number }) => number);
  }

  /** The table open beside the map, or null. @param {number|null} number */
  choose(number) {
    const { chosen, tables, view } = this.#scene;
    this.#list.choose(chosen, number);
    this.#set("chosen", number);
    const table = tables.get(number);
    if (table && !tables.left.has(table.number) && chosen !== number) view.reveal(table.x, table.y);
  }

  /** Whether a drag moves a table instead of the map. */
  get arranging() {
    return this.#arranging;
  }

  set arranging(on) {
    if (!this.#mayPlace || this.#arranging === Boolean(on)) return;
    this.#hand.cancel();
    this.#arranging = Boolean(on);
    this.#element.classList.toggle("is-arranging", this.#arranging);
    this.#say(this.#arranging ? this.#words.say("map.arrange_how") : "");
    this.#leave();
    if (this.#scene.layout) this.#layOut();
  }

  /** The table at a point of the window, or the nearest within a finger's reach.  @returns {number|null} @param {number} clientX  @param {number} clientY */
  tableAt(clientX, clientY) {
    const box = this.#canvas.getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null;
    return this.#at(clientX - box.left, clientY - box.top)?.number ?? null;
  }

  /** Highlight a drop target. @param {number|null} number */
  hover(number) {
    this.#set("over", number);
  }

  /** Show all tables. */
  fit() {
    if (this.#scene.layout) this.#scene.view.fit({ glide: true });
  }

  /** Zoom around the middle. @param {number} factor */
  zoomBy(factor) {
    if (this.#scene.layout) this.#scene.view.zoom(factor, undefined, undefined, { glide: true });
  }

  /** The middle of a table in the window, and its drawn width (CSS px); null for an unknown table. @param {number} number */
  placeOf(number) {
    const { tables, layout, view } = this.#scene;
    const table = tables.get(number);
    if (!table || !layout) return null;
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = view.toScreen(table.x, table.y);
    return { x: box.left + x, y: box.top + y, width: layout.size * view.scale };
  }

  /** Counters of the drawing: `frames`, `whole` ones, tables `drawn`, pictures of tables `painted`. */
  get work() {
    return { ...this.#painter.work };
  }

  #build() {
    /** @param {string} key */
    const say = (key) => this.#words.say(key);
    const { list, button } = legend(this.#words, () => this.#painter.colours);
    const tools = mapTools(this.#words, {
      plus: () => this.zoomBy(ZOOM), minus: () => this.zoomBy(1 / ZOOM), fit: () => this.fit(),
    }, button);
    this.#element.classList.add("floor-map");
    if (!this.#element.hasAttribute("aria-label") && !this.#element.hasAttribute("aria-labelledby")) {
      this.#element.setAttribute("aria-label", say("map.title"));
    }
    this.#element.replaceChildren(this.#canvas, this.#list.element, this.#status, this.#empty, this.#idle.element, tools, list);
  }

  #listen() {
    const { view } = this.#scene;
    /** @template {unknown[]} A  @param {(...given: A) => void} run  @returns {(...given: A) => void} */
    const own = (run) => (...given) => {
      this.#returns = false;
      run(...given);
    };
    new Gestures(this.#canvas, {
      tap: (x, y) => this.#tap(x, y),
      pan: own((dx, dy) => view.pan(dx, dy)),
      zoom: own((factor, x, y) => view.zoom(factor, x, y)),
      grab: (x, y) => this.#grab(x, y),
      drag: (x, y) => this.#hand.drag(x, y),
      drop: () => this.#hand.put(),
      cancel: () => this.#hand.cancel(),
      point: (x, y) => this.#point(this.#at(x, y)?.number ?? null),
      leave: () => this.#point(null),
    });
    this.#element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    /** @type {Record<string, (() => void)|undefined>} */
    const keys = {
      "+": () => this.zoomBy(ZOOM), "=": () => this.zoomBy(ZOOM), "-": () => this.zoomBy(1 / ZOOM),
      "_": () => this.zoomBy(1 / ZOOM), 0: () => this.fit(),
      Escape: this.#hand.number === null ? undefined : () => this.#hand.cancel(),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  /** @param {number} x  @param {number} y */
  #at(x, y) {
    const { tables, layout, view } = this.#scene;
    if (!layout) return null;
    return tableAt(tables.shown, layout.size, ...view.toMap(x, y), REACH / view.scale);
  }

  /** @param {number} x  @param {number} y */
  #tap(x, y) {
    const table = this.#at(x, y);
    if (this.#hand.number !== null && table?.number !== this.#hand.number) this.#hand.tap(x, y);
    else if (table) this.#press(table.number);
  }

  /** Handle a tap on a table, or Enter. @param {number} number */
  #press(number) {
    this.#list.stopAt(number);
    if (!this.#arranging) this.#onOpen(number);
    else if (this.#hand.number !== null) this.#hand.put();
    else {
      const table = this.#scene.tables.get(number);
      if (table) this.#hand.lift(table);
    }
  }

  /** @param {number} x  @param {number} y */
  #grab(x, y) {
    const table = this.#arranging ? this.#at(x, y) : null;
    if (table) this.#hand.lift(table, ...this.#scene.view.toMap(x, y));
    return table !== null;
  }

  /** @param {number} number  @param {number|null} across  @param {number|null} down */
  #place(number, across, down) {
    const { tables } = this.#scene;
    tables.place(number, across, down);
    this.#layOut({ still: true });
    const back = () => {
      tables.putBack(number);
      this.#layOut({ still: true });
    };
    /** @param {any} answer */
    const refused = (answer) => answer === null || answer === false || answer?.ok === false || answer?.code !== undefined;
    Promise.resolve(this.#onPlace(number, across, down)).then((answer) => {
      if (refused(answer)) back();
    }, back);
  }

  /** @param {number|null} number */
  #point(number) {
    this.#canvas.classList.toggle("is-over", number !== null);
    this.#set("over", number);
  }

  /** @param {number|null} number */
  #focus(number) {
    const { tables, view } = this.#scene;
    const shown = number !== null && document.activeElement?.matches(":focus-visible") ? number : null;
    this.#set("focus", shown);
    const table = tables.get(number);
    if (!table || this.#hand.number !== null) return;
    view.reveal(table.x, table.y);
    this.#list.stand(...view.toScreen(table.x, table.y));
  }

  /** @param {"chosen"|"focus"|"over"|"found"} what  @param {number|null} number */
  #set(what, number) {
    const before = this.#scene[what];
    if (before === number) return;
    this.#scene[what] = number;
    this.#painter.touch(before);
    this.#painter.touch(number);
  }

  #sieve() {
    const { tables } = this.#scene;
    let others = false;
    for (const table of tables.list) {
      const dim = !fits(table, this.#wanted);
      if (dim === table.dim) continue;
      table.dim = dim;
      others = true;
      this.#painter.touch(table.number);
    }
    if (others) this.#list.sieve();
  }

  /** Hide idle tables. @returns {boolean} whether the visible tables have changed */
  #leave() {
    const { tables } = this.#scene;
    const numbers = this.#idle.leave(tables.list, { wanted: this.#wanted, arranging: this.#arranging, left: tables.left });
    if (numbers.size === tables.left.size && [...numbers].every((number) => tables.left.has(number))) return false;
    tables.leave(numbers);
    this.#list.sieve();
    return true;
  }

  /** Lay out the tables; with `still`, the visible part stays in place. */
  #layOut({ still = false, glides = false } = {}) {
    const { tables, view } = this.#scene;
    if (!view.width) return;
    const first = !this.#scene.layout;
    const anchor = first ? null : this.#at(view.width / 2, view.height / 2);
    const from = anchor && { x: anchor.x, y: anchor.y };
    const layout = layOut(tables.shown, { shape: (view.width - FREE.right) / view.height, frame: this.#arranging });
    layout.digits = String(tables.list.at(-1)?.number ?? 1).length;
    this.#scene.layout = layout;
    view.hold(layout.bounds, layout.size, { ...FREE, top: this.#arranging ? HINT : 0, bottom: this.#idle.element.hidden ? 0 : BUTTON });
    if (first || (view.fitted && !still)) view.fit({ glide: !first && (glides || this.#arranging) });
    else if (anchor && from && !still) view.pan((from.x - anchor.x) * view.scale, (from.y - anchor.y) * view.scale);
    this.#painter.repaint();
  }

  #resize() {
    const { view } = this.#scene;
    const { clientWidth, clientHeight } = this.#element;
    if (!clientWidth || !clientHeight || (clientWidth === view.width && clientHeight === view.height)) return;
    Object.assign(view, { width: clientWidth, height: clientHeight });
    this.#painter.resize(clientWidth, clientHeight);
    this.#layOut();
  }

  /** @param {boolean} zoomed */
  #seen(zoomed) {
    if (zoomed) this.#painter.zoomed();
    else this.#painter.repaint();
  }

  /** @param {string} text */
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}
