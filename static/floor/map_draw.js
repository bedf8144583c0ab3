/**
 * Draws the map on its canvas with minimal work: a changed table is drawn alone, and the picture of a table
 * is drawn once and then copied. Nothing runs while nothing changes.
 */

import { FLAT } from "./map_layout.js";
import { coloursOf, onColours } from "./map_colours.js";
import { Sprites } from "./map_sprites.js";
import { contextOf, margin, outline } from "./map_shapes.js";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { Box, Layout } from "./map_layout.js" */
/** @import { Table, Tables } from "./map_tables.js" */
/** @import { View } from "./map_view.js" */

/** The table being arranged. @typedef {{number: number, x: number, y: number, grip: [number, number], lines: {x?: number, y?: number}[]}} Lifted */
/**
 * What the map shows; `chosen`, `focus`, `over` and `found` are numbers of tables.
 * @typedef {{tables: Tables, view: View, layout: Layout|null, chosen: number|null, focus: number|null, over: number|null, found: number|null,
 *   lifted: Lifted|null}} Scene
 */
/** A table and its place on the canvas, with its marks. @typedef {[Table, number, number, number, number]} Placed */

/** Above this number of changed tables, everything is drawn. */
const MANY = 150;
/** Time for new pictures in one frame (ms); the rest follows in the next ones. */
const BUDGET = 6;
/** Delay after the last change of scale before pictures are drawn in their new size (ms). */
const SETTLED = 130;
/** Maximum stretching of pictures while the scale changes. */
const STRETCH = 2;
const DIMMED = 0.24;
/** Reach of a table's rings beyond it (CSS px). */
const RING = 8;
/** Maximum pixel ratio: finer canvases cost more than can be seen. */
const FINEST = 2;

export class Painter {
  /** Counters: frames, complete ones, tables copied, and pictures made. */
  work = { frames: 0, whole: 0, drawn: 0, painted: 0 };
  #canvas;
  #ctx;
  #scene;
  #words;
  #colours;
  #unit = 1;
  /** @type {Set<number>} */
  #touched = new Set();
  #whole = true;
  #asked = 0;
  /** @type {Sprites|null} */
  #sprites = null;
  /** @type {Sprites|null} */
  #old = null;
  #zoomed = -Infinity;
  #settling = 0;

  /**
   * @param {HTMLCanvasElement} canvas within the map  @param {Scene} scene  @param {Words} words
   */
  constructor(canvas, scene, words) {
    this.#canvas = canvas;
    this.#ctx = contextOf(canvas);
    this.#scene = scene;
    this.#words = words;
    this.#colours = coloursOf(/** @type {HTMLElement} */ (canvas.parentElement));
    onColours(() => this.recolour());
  }

  /** Redraw everything. */
  repaint() {
    this.#whole = true;
    this.#ask();
  }

  /** Redraw one table. @param {number|null} number */
  touch(number) {
    if (number === null || number === undefined) return;
    this.#touched.add(number);
    this.#ask();
  }

  /** Redraw in a new scale, which may go on changing. */
  zoomed() {
    this.#zoomed = performance.now();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.repaint(), SETTLED + 10);
    this.repaint();
  }

  /** Set the size of the canvas in CSS px. @param {number} width  @param {number} height */
  resize(width, height) {
    this.#unit = Math.min(FINEST, Math.max(1, devicePixelRatio));
    this.#canvas.width = Math.max(1, Math.round(width * this.#unit));
    this.#canvas.height = Math.max(1, Math.round(height * this.#unit));
    this.repaint();
  }

  /** Read the colours again. */
  recolour() {
    this.#colours = coloursOf(/** @type {HTMLElement} */ (this.#canvas.parentElement));
    this.#sprites = this.#old = null;
    this.repaint();
  }

  /** The current colours. */
  get colours() {
    return this.#colours;
  }

  #ask() {
    this.#asked ||= requestAnimationFrame(() => this.#frame());
  }

  #frame() {
    this.#asked = 0;
    const { layout } = this.#scene;
    if (!layout || !this.#scene.view.width) return;
    this.work.frames += 1;
    const seen = this.#boxes(layout);
    const whole = this.#prepare(layout) || this.#whole || this.#touched.size > MANY || Boolean(this.#scene.lifted);
    const touched = this.#touched;
    this.#whole = false;
    this.#touched = new Set();
    let drawn = seen;
    this.#ctx.save();
    if (whole) this.work.whole += 1;
    else drawn = this.#within(seen, touched);
    this.#ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#room(layout);
    const behind = this.#make(drawn.map(([table]) => table), whole ? performance.now() + BUDGET : Infinity);
    for (const box of drawn) this.#copy(box);
    if (this.#scene.lifted) this.#lifted();
    this.#ctx.restore();
    this.work.drawn += drawn.length;
    if (behind) this.repaint();
    else if (whole) this.#old = null;
  }

  /** Return the visible tables on the canvas as [table, left, top, width, height], including their marks. @param {Layout} layout */
  #boxes(layout) {
    const { tables, view } = this.#scene;
    const by = view.scale * this.#unit;
    const [w, h] = [layout.size * by, layout.size * FLAT * by];
    const around = Math.max(RING * this.#unit, margin(w, this.#unit));
    const [wide, high] = [Math.ceil(w + 2 * around), Math.ceil(h + 2 * around)];
    /** @type {Placed[]} */
    const boxes = [];
    for (const table of tables.shown) {
      const left = Math.round((table.x - view.x) * by - wide / 2);
      const top = Math.round((table.y - view.y) * by - high / 2);
      if (left < this.#canvas.width && top < this.#canvas.height && left + wide > 0 && top + high > 0) {
        boxes.push([table, left, top, wide, high]);
      }
    }
    return boxes;
  }

  /**
   * Provide pictures of about the right size.
   * @returns {boolean} whether all has to be drawn with new ones
   * @param {Layout} layout
   */
  #prepare({ digits = 1, size }) {
    const { view } = this.#scene;
    const width = Math.max(2, Math.round(size * view.scale * this.#unit));
    const held = this.#sprites;
    if (held?.digits === digits) {
      const ratio = width / held.width;
      const moving = performance.now() - this.#zoomed < SETTLED;
      if (ratio === 1 || (moving && ratio < STRETCH && ratio > 1 / STRETCH)) return false;
    }
    if (held?.filled) this.#old = held;
    this.#sprites = new Sprites({ width, unit: this.#unit, digits, colours: this.#colours, words: this.#words });
    return true;
  }

  /** Clip the drawing to the surroundings of some tables. @param {Placed[]} seen  @param {Set<number>} touched  @returns {Placed[]} the boxes that reach into them */
  #within(seen, touched) {
    const dirty = seen.filter(([{ number }]) => touched.has(number));
    const path = new Path2D();
    for (const [, left, top, width, height] of dirty) path.rect(left, top, width, height);
    this.#ctx.clip(path);
    return seen.filter(([, left, top, width, height]) => dirty.some(([, x, y, wide, high]) =>
      left < x + wide && x < left + width && top < y + high && y < top + height));
  }

  /**
   * Make missing pictures as time permits; older sizes are used until the next frame.
   * @returns {boolean} whether any is still missing
   * @param {Table[]} tables  @param {number} until
   */
  #make(tables, until) {
    let behind = false;
    const sprites = /** @type {Sprites} */ (this.#sprites);
    sprites.admit(tables);
    for (const table of tables) {
      if (sprites.has(table)) continue;
      if (performance.now() > until) behind = true;
      else if (sprites.make(table)) this.work.painted += 1;
    }
    return behind;
  }

  /** Copy a table's picture to its place, with the rings around it. @param {Placed} box */
  #copy([table, left, top, width, height]) {
    const { lifted, chosen, focus, over, found } = this.#scene;
    const ctx = this.#ctx;
    const [x, y] = [left + width / 2, top + height / 2];
    // Below the table's signs.
    if (table.number === over || table.number === found) this.#ring(table, x, y, "ink2", 2);
    if (table.number === chosen) this.#ring(table, x, y, "accent", 3);
    if (table.number === focus) this.#ring(table, x, y, "ink", 2.5, 4);
    ctx.globalAlpha = table.dim || lifted?.number === table.number ? DIMMED : 1;
    const old = !this.#sprites?.has(table) && this.#old?.has(table, true);
    (old ? this.#old : this.#sprites)?.draw(ctx, table, x, y, this.#wide);
    ctx.globalAlpha = 1;
  }

  get #wide() {
    return (this.#scene.layout?.size ?? 0) * this.#scene.view.scale * this.#unit;
  }

  /** @param {Table} table  @param {number} x  @param {number} y  @param {"accent"|"ink"|"ink2"} colour  @param {number} thick */
  #ring(table, x, y, colour, thick, apart = 1.5) {
    const ctx = this.#ctx;
    const by = 2 * (apart + thick / 2) * this.#unit;
    ctx.save();
    ctx.translate(x, y);
    ctx.strokeStyle = this.#colours[colour];
    ctx.lineWidth = thick * this.#unit;
    ctx.stroke(outline(table.main, this.#wide + by, this.#wide * FLAT + by));
    ctx.restore();
  }

  /** Draw the floor of the room, and the heading of unplaced tables. @param {Layout} layout */
  #room(layout) {
    if (layout.room) {
      const [left, top, width, height] = this.#rectangle(layout.room);
      const ctx = this.#ctx;
      ctx.beginPath();
      ctx.roundRect(left, top, width, height, 10 * this.#unit);
      ctx.fillStyle = this.#colours.surface;
      ctx.strokeStyle = this.#colours.line;
      ctx.lineWidth = this.#unit;
      ctx.fill();
      ctx.stroke();
    }
    if (layout.shelf) {
      const [left, top, width] = this.#rectangle(layout.shelf);
      const size = Math.max(11 * this.#unit, Math.min(16 * this.#unit, width * 0.09));
      this.#ctx.font = `600 ${size}px ${this.#colours.font}`;
      this.#ctx.textAlign = "left";
      this.#ctx.textBaseline = "alphabetic";
      this.#ctx.fillStyle = this.#colours.ink2;
      this.#ctx.fillText(this.#words.say("map.not_placed"), left + 2 * this.#unit, top + size);
    }
  }

  /** @param {Box} box  @returns {[number, number, number, number]} */
  #rectangle({ left, top, width, height }) {
    const { view } = this.#scene;
    const by = view.scale * this.#unit;
    return [Math.round((left - view.x) * by), Math.round((top - view.y) * by), width * by, height * by];
  }

  /** Draw the table being moved above all others, with its alignment lines. */
  #lifted() {
    const { lifted, tables, view } = this.#scene;
    const table = lifted && tables.get(lifted.number);
    if (!lifted || !table) return;
    const ctx = this.#ctx;
    const by = view.scale * this.#unit;
    const [x, y] = [(lifted.x - view.x) * by, (lifted.y - view.y) * by];
    ctx.save();
    ctx.strokeStyle = this.#colours.accent;
    ctx.lineWidth = this.#unit;
    ctx.setLineDash([4 * this.#unit, 4 * this.#unit]);
    ctx.beginPath();
    for (const line of lifted.lines) {
      const down = line.x !== undefined;
      ctx.moveTo(down ? x : 0, down ? 0 : y);
      ctx.lineTo(down ? x : this.#canvas.width, down ? this.#canvas.height : y);
    }
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.shadowColor = "rgb(0 0 0 / .35)";
    ctx.shadowBlur = 14 * this.#unit;
    ctx.shadowOffsetY = 4 * this.#unit;
    ctx.fillStyle = this.#colours.surface;
    ctx.translate(x, y);
    ctx.fill(outline(table.main, this.#wide, this.#wide * FLAT));
    ctx.restore();
    this.#sprites?.draw(ctx, table, x, y, this.#wide);
    this.#ring(table, x, y, "accent", 3);
  }
}
