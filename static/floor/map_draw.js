/**
 * Draws the map on its canvas with minimal work: a changed table is drawn alone, and the picture of a table
 * is drawn once and then copied. Nothing runs while nothing changes.
 */

import { FLAT } from "./map_layout.js";
import { coloursOf, onColours } from "./map_colours.js";
import { Sprites } from "./map_sprites.js";
import { margin, outline } from "./map_shapes.js";

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
  #touched = new Set();
  #whole = true;
  #asked = 0;
  #sprites = null;
  #old = null;
  #zoomed = -Infinity;
  #settling = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {object} scene the scene: `tables`, `layout`, `view`, the numbers `chosen`, `focus`, `over`, and
   *   `lifted`
   */
  constructor(canvas, scene, words) {
    this.#canvas = canvas;
    this.#ctx = canvas.getContext("2d");
    this.#scene = scene;
    this.#words = words;
    this.#colours = coloursOf(canvas.parentElement);
    onColours(() => this.recolour());
  }

  /** Redraw everything. */
  repaint() {
    this.#whole = true;
    this.#ask();
  }

  /** Redraw one table. */
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

  /** Set the size of the canvas in CSS px. */
  resize(width, height) {
    this.#unit = Math.min(FINEST, Math.max(1, devicePixelRatio));
    this.#canvas.width = Math.max(1, Math.round(width * this.#unit));
    this.#canvas.height = Math.max(1, Math.round(height * this.#unit));
    this.repaint();
  }

  /** Read the colours again. */
  recolour() {
    this.#colours = coloursOf(this.#canvas.parentElement);
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
    if (!this.#scene.layout || !this.#scene.view.width) return;
    this.work.frames += 1;
    const seen = this.#boxes();
    const whole = this.#prepare() || this.#whole || this.#touched.size > MANY || Boolean(this.#scene.lifted);
    const touched = this.#touched;
    this.#whole = false;
    this.#touched = new Set();
    let drawn = seen;
    this.#ctx.save();
    if (whole) this.work.whole += 1;
    else drawn = this.#within(seen, touched);
    this.#ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#room();
    const behind = this.#make(drawn.map(([table]) => table), whole ? performance.now() + BUDGET : Infinity);
    for (const box of drawn) this.#copy(box);
    if (this.#scene.lifted) this.#lifted();
    this.#ctx.restore();
    this.work.drawn += drawn.length;
    if (behind) this.repaint();
    else if (whole) this.#old = null;
  }

  /** Return the visible tables on the canvas as [table, left, top, width, height], including their marks. */
  #boxes() {
    const { tables, layout, view } = this.#scene;
    const by = view.scale * this.#unit;
    const [w, h] = [layout.size * by, layout.size * FLAT * by];
    const around = Math.max(RING * this.#unit, margin(w, this.#unit));
    const [wide, high] = [Math.ceil(w + 2 * around), Math.ceil(h + 2 * around)];
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
   */
  #prepare() {
    const { layout: { digits, size }, view } = this.#scene;
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

  /** Clip the drawing to the surroundings of some tables. @returns the boxes that reach into them */
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
   */
  #make(tables, until) {
    let behind = false;
    this.#sprites.admit(tables);
    for (const table of tables) {
      if (this.#sprites.has(table)) continue;
      if (performance.now() > until) behind = true;
      else if (this.#sprites.make(table)) this.work.painted += 1;
    }
    return behind;
  }

  /** Copy a table's picture to its place, with the rings around it. */
  #copy([table, left, top, width, height]) {
    const { lifted, chosen, focus, over, found } = this.#scene;
    const ctx = this.#ctx;
    const [x, y] = [left + width / 2, top + height / 2];
    // Below the table's signs.
    if (table.number === over || table.number === found) this.#ring(table, x, y, "ink2", 2);
    if (table.number === chosen) this.#ring(table, x, y, "accent", 3);
    if (table.number === focus) this.#ring(table, x, y, "ink", 2.5, 4);
    ctx.globalAlpha = table.dim || lifted?.number === table.number ? DIMMED : 1;
    const old = !this.#sprites.has(table) && this.#old?.has(table, true);
    (old ? this.#old : this.#sprites).draw(ctx, table, x, y, this.#wide);
    ctx.globalAlpha = 1;
  }

  get #wide() {
    return this.#scene.layout.size * this.#scene.view.scale * this.#unit;
  }

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

  /** Draw the floor of the room, and the heading of unplaced tables. */
  #room() {
    const { layout } = this.#scene;
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

  #rectangle({ left, top, width, height }) {
    const { view } = this.#scene;
    const by = view.scale * this.#unit;
    return [Math.round((left - view.x) * by), Math.round((top - view.y) * by), width * by, height * by];
  }

  /** Draw the table being moved above all others, with its alignment lines. */
  #lifted() {
    const { lifted, tables, view } = this.#scene;
    const table = tables.get(lifted.number);
    if (!table) return;
    const ctx = this.#ctx;
    const by = view.scale * this.#unit;
    const [x, y] = [(lifted.x - view.x) * by, (lifted.y - view.y) * by];
    ctx.save();
    ctx.strokeStyle = this.#colours.accent;
    ctx.lineWidth = this.#unit;
    ctx.setLineDash([4 * this.#unit, 4 * this.#unit]);
    ctx.beginPath();
    for (const line of lifted.lines) {
      if (line.x === undefined) ctx.moveTo(0, y), ctx.lineTo(this.#canvas.width, y);
      else ctx.moveTo(x, 0), ctx.lineTo(x, this.#canvas.height);
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
    this.#sprites.draw(ctx, table, x, y, this.#wide);
    this.#ring(table, x, y, "accent", 3);
  }
}
