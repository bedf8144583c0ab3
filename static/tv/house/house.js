/**
 * A layout of the house: cells on a grid, from a document that staff have made (docs/displays.md).
 *
 * Loaded when a display first shows one. `HouseLayout` fetches the document; `Picture` draws one, also for the editor.
 */

import { el, flag } from "../../shared/ui/dom.js";
import { sooner } from "../layouts/entry.js";
import { arrangementOf, shapeOf } from "./arrangements.js";
import { KINDS } from "./contents.js";
import { eventNow, OFFERS, sells } from "./event.js";
import { boxesOf } from "./room.js";
import { rowsOf } from "./rows.js";
import { Field } from "./texts.js";
import { forgetWidths } from "./type.js";

/** @import { HouseLayoutBoard, LobbyEvent } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Boards, Layout } from "../boards.js" */
/** @import { Content, Given, Shown } from "./content_base.js" */
/** @import { EventNow } from "./event.js" */
/** @import { Box } from "./room.js" */
/** @import { Row } from "./texts.js" */

/** @typedef {{x: number, y: number, w: number, h: number, show: Content[], seconds?: number, background?: string, gives_room?: boolean}} Cell */
/** @typedef {{states?: string[], cells: Cell[]}} Arrangement */
/** @typedef {"wide"|"ultrawide"|"upright"} Shape */
/** @typedef {{name: string, shapes: Partial<Record<Shape, Arrangement[]>>, parts?: Record<string, {cells: Cell[]}>}} LayoutDocument */
/** @typedef {{left: number, top: number, width: number, height: number}} Rect px */
/** @typedef {(number: number) => {board: ClockWithStructure, boards: Boards}|null} Events the events of a display, from 1 */
/** @typedef {{cell: Cell, placed: string, room: Rect, element: HTMLElement, pages: Page[], event: number}} Made */
/** @typedef {{content: Content, event: number, shown: Shown|null, cells: Cell[], inner: Made[]|null, depth: number}} Page the cells of a part; `inner` once they are shown */

const GRID = 24;
/** How many events a layout shows at most. */
const EVENTS = [1, 2, 3, 4];
/** How deeply parts are nested; the server refuses more. */
const DEEPEST = 4;
/** What stands between cells and at the edge, in units. */
const GAP = 1;
/** What the edge has in addition, in px: a layout reaches beyond the screen, and its drift takes it further (stage.js). */
const EDGE = 4;
/** Seconds of a page of a cell, if the document does not say. */
const SECONDS = 15;
const MINUTE = 60_000;
const RETRY = 10_000;

/** A document as a picture that fills its element. */
export class Picture {
  element = el("section.house", { "data-layout": "house" });
  /** @type {LayoutDocument|null} */
  #layout = null;
  /** @type {Made[]} */
  #made = [];
  #built = "";
  #size = { width: 0, height: 0 };
  /** Whether the layout shows more than the first event. */
  #several = false;

  constructor() {
    document.fonts?.addEventListener("loadingdone", () => {
      forgetWidths();
      this.resize();
    });
  }

  /** @param {LayoutDocument} layout */
  set layout(layout) {
    this.#layout = layout;
    this.#built = "";
    const arrangements = Object.values(layout.shapes).flat();
    const cells = [...arrangements, ...Object.values(layout.parts ?? {})].flatMap((one) => one.cells);
    this.#several = cells.some(({ show }) => show.some(({ event = 1 }) => event > 1));
  }

  /** The size of the screen changed. */
  resize() {
    this.#size = { width: 0, height: 0 };
    this.#built = "";
  }

  /** @param {Events} events  @param {Boards} boards of the room  @param {Words} words  @param {number} now  @returns {number|null} ms until it changes */
  draw(events, boards, words, now) {
    if (!this.#layout) return null;
    if (!this.#size.width) this.#size = { width: this.element.clientWidth, height: this.element.clientHeight };
    const { width, height } = this.#size;
    if (!width || !height) return null;
    const unit = Math.min(height, 0.64 * width) / 100;
    /** @type {Map<number, EventNow|null>} */
    const seen = new Map();
    const eventAt = (/** @type {number} */ index) => {
      if (!seen.has(index)) {
        const found = events(index);
        seen.set(index, found && eventNow(index, found.board, found.boards, words, now));
      }
      return seen.get(index) ?? null;
    };
    const states = eventAt(1)?.states ?? [];
    const { arrangement, at } = arrangementOf(this.#layout, shapeOf(width, height), states);
    const key = `${at} ${width} ${height} ${words.language}`;
    if (key !== this.#built) {
      this.#built = key;
      this.element.style.setProperty("--house-u", `${unit}px`);
      this.#made = arrangement.cells.map((cell) => this.#make(cell, 1, 0));
      this.element.replaceChildren(...this.#made.map(({ element }) => element));
    }
    flag(this.element, "states", states.join(" ") || null);
    const inset = GAP * unit + EDGE;
    const rect = { left: inset, top: inset, width: width - 2 * inset, height: height - 2 * inset };
    const several = this.#several && EVENTS.filter((index) => eventAt(index)).length > 1;
    return sooner(this.#drawCells(this.#made, rect, { boards, words, now, unit, several }, eventAt), MINUTE - (now % MINUTE));
  }

  /** @param {Cell} cell  @param {number} event of the part it is in  @param {number} depth  @returns {Made} */
  #make(cell, event, depth) {
    const element = el("div.house-cell", { "data-background": cell.background ?? "none" });
    const pages = cell.show.map((content) => {
      const own = content.event === undefined || content.event === 1 ? event : content.event;
      const part = content.kind === "part" && depth < DEEPEST ? this.#layout?.parts?.[content.part] : undefined;
      return { content, event: own, shown: KINDS[content.kind]?.(content) ?? null, cells: part?.cells ?? [], inner: null, depth: depth + 1 };
    });
    return { cell, placed: "", room: { left: 0, top: 0, width: 0, height: 0 }, element, pages, event };
  }

  /** @param {Made} made  @param {Box} box  @param {Rect} within  @param {number} unit */
  #place(made, { x, y, w, h }, within, unit) {
    const gap = (GAP * unit) / 2;
    made.room = {
      left: within.left + (x / GRID) * within.width + gap, top: within.top + (y / GRID) * within.height + gap,
      width: (w / GRID) * within.width - 2 * gap, height: (h / GRID) * within.height - 2 * gap,
    };
    const placed = JSON.stringify(made.room);
    if (placed === made.placed) return;
    made.placed = placed;
    for (const [name, value] of Object.entries(made.room)) made.element.style.setProperty(`--${name}`, `${value.toFixed(2)}px`);
  }

  /** The cells of a page's part; they are built when it is first shown. @param {Page} page */
  #innerOf(page) {
    page.inner ??= page.cells.map((one) => this.#make(one, page.event, page.depth));
    return page.inner;
  }

  /** @param {Made[]} all of an arrangement or a part  @param {Rect} within  @param {Omit<Given, "event">} given
   * @param {(index: number) => EventNow|null} eventAt  @returns {number|null} */
  #drawCells(all, within, given, eventAt) {
    const full = all.map(({ pages }) => pages.filter((page) => !this.#empty(page, given, eventAt)));
    const boxes = boxesOf(all.map(({ cell }) => cell), full.map((pages) => !pages.length));
    all.forEach((made, at) => this.#place(made, /** @type {Box} */ (boxes[at]), within, given.unit));
    const rows = rowsOf(all.map((made, at) => {
      const page = pageNow(made, full[at] ?? [], given.now);
      const shown = page?.shown;
      if (!page || !(shown instanceof Field)) return null;
      const own = { ...given, event: eventOf(page, given, eventAt) };
      return { box: /** @type {Box} */ (boxes[at]), padding: paddingOf(made, given.unit), label: (above) => shown.labelled(own, spaceIn(made, given.unit), above) };
    }));
    return all.reduce((/** @type {number|null} */ wait, made, at) => sooner(wait, this.#drawCell(made, full[at] ?? [], rows[at] ?? null, given, eventAt)), null);
  }

  /** @param {Made} made  @param {Page[]} full those of its pages that show something  @param {Row|null} row of labels  @param {Omit<Given, "event">} given
   * @param {(index: number) => EventNow|null} eventAt  @returns {number|null} */
  #drawCell(made, full, row, given, eventAt) {
    const { room, element, pages } = made;
    const page = pageNow(made, full, given.now);
    flag(element, "empty", !page);
    const inner = page && !page.shown ? this.#innerOf(page) : [];
    const nodes = page?.shown ? [page.shown.element] : inner.map((one) => one.element);
    if (element.firstChild !== (nodes[0] ?? null) || element.childNodes.length !== nodes.length) element.replaceChildren(...nodes);
    if (!page) return null;
    // The cells of a part end where those beside it do, unless the part has a background.
    const edge = paddingOf(made, given.unit) ? 0 : (GAP * given.unit) / 2;
    const wait = page.shown
      ? page.shown.draw({ ...given, event: eventOf(page, given, eventAt) }, spaceIn(made, given.unit), row)
      : this.#drawCells(inner, { left: -edge, top: -edge, width: room.width + 2 * edge, height: room.height + 2 * edge }, given, eventAt);
    const turn = turnOf(made);
    const turns = full.length > 1 ? turn - (given.now % turn) : null;
    // What has nothing to show may have something on the next second.
    return sooner(sooner(wait, turns), pages.length > 1 ? 1_000 - (given.now % 1_000) : null);
  }

  /** @param {Page} page  @param {Omit<Given, "event">} given  @param {(index: number) => EventNow|null} eventAt  @returns {boolean} */
  #empty({ shown, event, cells, content }, given, eventAt) {
    if (!shown) return !cells.length || (event > 1 && !eventAt(event));
    return shown.empty({ ...given, event: eventOf({ event, content }, given, eventAt) });
  }
}

/** How long each page of a cell is shown (ms). @param {Made} made */
const turnOf = ({ cell }) => (cell.seconds ?? SECONDS) * 1_000;

/** The page of a cell that has its turn. @param {Made} made  @param {Page[]} full  @param {number} now */
const pageNow = (made, full, now) => full[Math.floor(now / turnOf(made)) % full.length];

/** @param {Made} made  @param {number} unit */
const paddingOf = ({ cell }, unit) => (cell.background && cell.background !== "none" ? unit : 0);

/** The room of what a cell shows. @param {Made} made  @param {number} unit */
function spaceIn(made, unit) {
  const padding = paddingOf(made, unit);
  return { width: made.room.width - 2 * padding, height: made.room.height - 2 * padding };
}

/**
 * Return the event of a page. What the first event still sells is, among several, that of the first one that sells.
 * @param {Pick<Page, "event"|"content">} page  @param {Omit<Given, "event">} given  @param {(index: number) => EventNow|null} eventAt
 */
function eventOf({ event, content }, { several, words, now }, eventAt) {
  if (!several || event > 1 || !OFFERS.has(content.field)) return eventAt(event);
  const selling = EVENTS.map((index) => eventAt(index)).find((one) => one && sells(one, words, now));
  return selling ?? eventAt(event);
}

/**
 * Return a layout of the house once its document has been loaded.
 * @param {string} name "house:5"  @param {() => void} changed called once another version has been loaded
 * @throws {Error} it cannot be reached
 */
export async function opened(name, changed) {
  const layout = new HouseLayout(Number(name.split(":")[1]), changed);
  await layout.load();
  return layout;
}

/** @implements {Layout} */
export class HouseLayout {
  #picture = new Picture();
  #id;
  #changed;
  #version = "";
  #loading = false;
  #failed = 0;

  /** @param {number} id  @param {() => void} changed called once another version of the document has been loaded */
  constructor(id, changed) {
    this.#id = id;
    this.#changed = changed;
  }

  get element() {
    return this.#picture.element;
  }

  /** Load the document. @throws {Error} it cannot be reached */
  async load() {
    this.#loading = true;
    try {
      const answer = await fetch(`/tv/layouts/${this.#id}.json`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      const { version, document: layout } = await answer.json();
      this.#version = version;
      this.#picture.layout = layout;
    } finally {
      this.#loading = false;
    }
    this.#changed();
  }

  /** @type {NonNullable<Layout["empty"]>} */
  empty() {
    return this.#version === "";
  }

  resize() {
    this.#picture.resize();
  }

  /** @type {Layout["draw"]} */
  draw(board, words, now, boards) {
    /** @type {HouseLayoutBoard[]} */
    const all = boards.room?.("house_layouts")?.layouts ?? [];
    const wanted = all.find(({ id }) => id === this.#id)?.version;
    if (wanted && wanted !== this.#version && !this.#loading && now - this.#failed > RETRY) {
      this.#failed = now;
      this.load().catch(() => {});
    }
    return this.#picture.draw(eventsOf(board, boards), boards, words, now);
  }
}

/** The display's own event, then the open events of the room in their order. @param {ClockWithStructure|undefined} own  @param {Boards} boards  @returns {Events} */
export function eventsOf(own, boards) {
  return (number) => {
    if (own && number === 1) return { board: own, boards };
    /** @type {LobbyEvent[]} */
    const events = boards.room?.("lobby")?.events ?? [];
    const others = events.map(({ tournament }) => tournament).filter((one) => one !== own?.tournament);
    const topic = others[number - (own ? 2 : 1)];
    const [board, of] = topic === undefined ? [] : (boards.event?.(`t${topic}`) ?? []);
    return board && of ? { board, boards: of } : null;
  };
}
