/** The document of a layout while it is edited: its arrangements by shape and state, with undo. Independent of the page. */

import { arrangementOf } from "../tv/house/arrangements.js";
import { asBand, freePlace, isFlat, isFree, madeSpace } from "./layout_cells.js";
import { History } from "./structure_history.js";

/** @import { Arrangement, Cell, LayoutDocument, Shape } from "../tv/house/house.js" */

/** @typedef {{shape: Shape, states: string[]}} Place an arrangement */

/** What a cell can show that comes from a picture. */
const PICTURES = new Set(["picture", "logo", "sponsor"]);
/** Other kinds of content with a property that identifies them; the rest is identified by its kind. @type {Record<string, string>} */
const NAMED = { field: "field", list: "list", chart: "chart", text: "text", part: "part" };
/** States that a clock is in together with a more general one: running or paused. */
const SPECIFIC_STATES = new Set(["hand_for_hand", "last_minute", "final_table"]);

export class LayoutDocumentEdit {
  /** @type {LayoutDocument} */
  document;
  #history;

  /** @param {LayoutDocument} layout */
  constructor(layout) {
    this.document = structuredClone(layout);
    this.#history = new History(/** @type {any} */ (this.document));
  }

  /** Names of its parts. */
  get parts() {
    return Object.keys(this.document.parts ?? {});
  }

  /**
   * Return the shape whose arrangements a screen shows, the states of the one that holds, and those of them that a state is
   * shown as, because the arrangement does not name it: "running" for the last minute.
   * @param {Shape} shape  @param {string} state
   */
  held(shape, state) {
    const found = arrangementOf(this.document, shape, statesWith(state));
    const own = found.arrangement.states ?? [];
    return { ...found, own, shownAs: own.includes(state) ? [] : own.filter((one) => statesWith(state).includes(one)) };
  }

  /** Whether a shape has several arrangements. @param {Shape} shape */
  hasSeveral(shape) {
    return (this.document.shapes[shape]?.length ?? 0) > 1;
  }

  /** @param {Shape} shape  @param {string} state  @param {string} part "" for the screen  @returns {Cell[]} */
  cells(shape, state, part) {
    return part ? (this.document.parts?.[part]?.cells ?? []) : this.held(shape, state).arrangement.cells;
  }

  /** @param {Shape} shape  @param {string} state  @param {string} part  @param {Cell[]} cells  @param {string} typed */
  setCells(shape, state, part, cells, typed) {
    if (part) this.#record({ ...this.document, parts: { ...this.document.parts, [part]: { cells } } }, typed);
    else {
      const found = this.held(shape, state);
      this.#replace(found.shape, (all) => all.map((one) => (one === found.arrangement ? { ...one, cells } : one)), typed);
    }
  }

  /** @param {string} name */
  rename(name) {
    this.#record({ ...this.document, name: name.trim() }, "name");
  }

  /** A layout that shows one of its parts alone. @param {string} part  @returns {LayoutDocument} */
  partAlone(part) {
    return { ...this.document, shapes: { wide: [{ cells: this.document.parts?.[part]?.cells ?? [] }] } };
  }

  /** Give a shape that is shown as another one arrangements of its own. @param {Shape} shape */
  ownShape(shape) {
    const { shape: from } = arrangementOf(this.document, shape, []);
    this.#record({ ...this.document, shapes: { ...this.document.shapes, [shape]: structuredClone(this.document.shapes[from]) } });
  }

  /**
   * Give a state an arrangement of its own: the one that names it, which may be hidden by one before it, else a copy of the
   * present one.
   * @param {Shape} shape  @param {string} state
   */
  ownState(shape, state) {
    const found = this.held(shape, state);
    this.#replace(found.shape, (all) => {
      const from = all.find((one) => one.states?.includes(state)) ?? found.arrangement;
      const others = all.flatMap((one) => without(one, state));
      // The first arrangement that matches is shown: one of all running clocks would hide one of the last minute.
      const at = SPECIFIC_STATES.has(state) ? 0 : others.findLastIndex((one) => one.states?.some((other) => SPECIFIC_STATES.has(other))) + 1;
      return others.toSpliced(at, 0, { states: [state], cells: structuredClone(from.cells) });
    });
  }

  /** Remove the arrangement that names a state. @param {Shape} shape  @param {string} state */
  dropState(shape, state) {
    const found = this.held(shape, state);
    if (found.own.includes(state)) this.#replace(found.shape, (all) => all.filter((one) => one !== found.arrangement));
  }

  /**
   * Return the arrangements that lack the content of a cell. Pictures are looked for in all of them, everything else only in
   * the same state on screens of other shapes.
   * @param {Cell} cell  @param {string} state  @returns {Place[]}
   */
  lacking(cell, state) {
    const wanted = picturesOf(cell);
    if (!wanted.length) return this.#lackingShapes(namesOf(cell), state);
    return Object.entries(this.document.shapes).flatMap(([shape, all]) => all
      .filter(({ cells }) => !cells.some((one) => picturesOf(one).some((shown) => wanted.includes(shown))))
      .map(({ states = [] }) => ({ shape: /** @type {Shape} */ (shape), states })));
  }

  /** @param {string[]} wanted  @param {string} state  @returns {Place[]} */
  #lackingShapes(wanted, state) {
    const { shapes, parts = {} } = this.document;
    const inParts = Object.values(parts).flatMap(({ cells }) => cells);
    return /** @type {Shape[]} */ (Object.keys(shapes)).flatMap((shape) => {
      const { arrangement, own } = this.held(shape, state);
      const shown = [...arrangement.cells, ...inParts].flatMap(namesOf);
      return wanted.some((name) => shown.includes(name)) ? [] : [{ shape, states: own }];
    });
  }

  /**
   * Place a cell in all arrangements that lack it.
   * @param {Cell} cell  @param {string} state  @param {number} ratio of its picture; 0 for other contents  @returns {Place[]} those without space
   */
  placeEverywhere(cell, state, ratio) {
    const names = new Set(this.lacking(cell, state).map((one) => JSON.stringify(one)));
    if (!names.size) return [];
    /** @type {Place[]} */
    const full = [];
    const shapes = Object.entries(this.document.shapes).map(([shape, all]) => [shape, all.map((one) => {
      const place = { shape: /** @type {Shape} */ (shape), states: one.states ?? [] };
      if (!names.has(JSON.stringify(place))) return one;
      // Where it stands elsewhere is the best place; else any free one, else the others make space.
      const own = { x: cell.x, y: cell.y, w: cell.w, h: cell.h };
      const wanted = asBand(cell, place.shape, ratio);
      const stays = isFree(own, one.cells) && (wanted === cell || isFlat(own, place.shape));
      const free = stays ? own : freePlace(wanted, one.cells, place.shape);
      const made = free ? { cells: one.cells, box: free } : madeSpace(wanted, one.cells, place.shape);
      if (!made || !isFree(made.box, made.cells)) {
        full.push(place);
        return one;
      }
      return { ...one, cells: [...made.cells, { ...structuredClone(cell), ...made.box }] };
    })]);
    this.#record({ ...this.document, shapes: Object.fromEntries(shapes) });
    return full;
  }

  /** Take over a document that is stored now, as a step. @param {LayoutDocument} layout */
  replaceBy(layout) {
    this.#record(layout);
  }

  /** Whether there is a step back (−1) or forth (+1). @param {-1|1} by */
  has(by) {
    return this.#history.has(by);
  }

  /** @param {-1|1} by  @returns {boolean} whether there was one */
  step(by) {
    const found = this.#history.step(by);
    if (found) this.document = /** @type {any} */ (found);
    return found !== null;
  }

  /** @param {Shape} shape  @param {(all: Arrangement[]) => Arrangement[]} change  @param {string} [typed] */
  #replace(shape, change, typed = "") {
    const { shapes } = this.document;
    this.#record({ ...this.document, shapes: { ...shapes, [shape]: change(shapes[shape] ?? []) } }, typed);
  }

  /** @param {LayoutDocument} layout  @param {string} [typed] */
  #record(layout, typed = "") {
    this.document = layout;
    this.#history.record(/** @type {any} */ (layout), typed, performance.now());
  }
}

/** The states that a clock is in while it is in one. @param {string} state */
function statesWith(state) {
  return state === "last_minute" || state === "final_table" ? [state, "running"] : state === "hand_for_hand" ? [state, "pause"] : [state];
}

/** An arrangement that names a state keeps the others; without others, it is left out. @param {Arrangement} arrangement  @param {string} state @returns {Arrangement[]} */
function without(arrangement, state) {
  if (!arrangement.states?.includes(state)) return [arrangement];
  const states = arrangement.states.filter((one) => one !== state);
  return states.length ? [{ ...arrangement, states }] : [];
}

/** Return what identifies the pictures of a cell. Their size and text may differ. @param {Cell} cell  @returns {string[]} */
function picturesOf({ show }) {
  return show.filter(({ kind }) => PICTURES.has(kind)).map((one) => `${one.kind} ${"picture" in one ? one.picture : ""}`);
}

/** Return what identifies the contents of a cell that are no pictures. @param {Cell} cell  @returns {string[]} */
function namesOf({ show }) {
  return show.map((one) => `${one.kind} ${/** @type {Record<string, any>} */ (one)[NAMED[one.kind] ?? "kind"]}`);
}

/** "wide (break), upright". @param {Place[]} places  @param {{shapes: Record<string, string>, states: Record<string, string>}} names */
export function placesText(places, { shapes, states }) {
  return places.map((one) => `${shapes[one.shape]}${one.states.length ? ` (${one.states.map((state) => states[state]).join(", ")})` : ""}`).join(", ");
}
