/** Pictures of tables of one size, side by side on offscreen sheets. */

import { FLAT } from "./map_layout.js";
import { contextOf, detail, drawShape, drawTable, margin } from "./map_shapes.js";

/** @import { How } from "./map_shapes.js" */
/** @import { Table } from "./map_tables.js" */

/**
 * Size of a sheet in device pixels. A browser copies a whole sheet whenever it is drawn on after use: large
 * ones are slow.
 */
const SHEET = { width: 1_024, height: 512 };
/** Total pixels of all pictures. */
const MOST_PIXELS = 12_000_000;

export class Sprites {
  /** @type {Map<number, {slot: number, appearance: string}>} */
  #held = new Map();
  /** @type {HTMLCanvasElement[]} */
  #sheets = [];
  #next = 0;
  #how;
  #columns;
  #each;
  #most;

  /**
   * @param {How} how `width` of a table in device pixels, of which `unit` are one CSS px
   */
  constructor(how) {
    this.#how = how;
    this.width = how.width;
    this.digits = how.digits;
    this.near = detail(how.width / how.unit) > 0;
    const around = margin(how.width, how.unit);
    this.wide = how.width + 2 * around;
    this.high = Math.round(how.width * FLAT) + 2 * around;
    this.#columns = Math.max(1, Math.floor(SHEET.width / this.wide));
    this.#each = this.#columns * Math.max(1, Math.floor(SHEET.height / this.high));
    this.#most = Math.max(this.#each, Math.floor(MOST_PIXELS / (this.wide * this.high)));
  }

  /** The number of pictures. */
  get filled() {
    return this.#held.size;
  }

  /** Whether there is a picture of a table; with `any`, also an outdated one. @param {Table} table */
  has(table, any = false) {
    const held = this.#held.get(table.number);
    return held !== undefined && (any || held.appearance === this.#appearance(table));
  }

  /** Make room for the pictures about to be drawn, if need be by dropping all existing ones. @param {Table[]} tables */
  admit(tables) {
    const missing = tables.filter(({ number }) => !this.#held.has(number)).length;
    if (this.#next + missing <= this.#most) return;
    this.#held.clear();
    this.#next = 0;
  }

  /**
   * Make the current picture of a table.
   *
   * Alternating between making and copying would copy sheets each time: make all first.
   * @param {Table} table
   * @returns {boolean} false if there is no room for it
   */
  make(table) {
    const slot = this.#held.get(table.number)?.slot ?? this.#next;
    if (slot >= this.#most) return false;
    if (slot === this.#next) this.#next += 1;
    const [sheet, left, top] = this.#corner(slot);
    const ctx = contextOf(sheet);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, this.wide, this.high);
    ctx.clip();
    ctx.clearRect(left, top, this.wide, this.high);
    ctx.translate(left + this.wide / 2, top + this.high / 2);
    drawTable(ctx, table, this.#how);
    ctx.restore();
    this.#held.set(table.number, { slot, appearance: this.#appearance(table) });
    return true;
  }

  /**
   * Draw a table around a point at the given width: its picture; its shape if there is no picture yet; the
   * table itself if there will be none because too many overlap.
   * @param {CanvasRenderingContext2D} ctx  @param {Table} table  @param {number} x  @param {number} y  @param {number} width
   */
  draw(ctx, table, x, y, width) {
    const held = this.#held.get(table.number);
    if (!held) {
      ctx.save();
      ctx.translate(x, y);
      (this.#next < this.#most ? drawShape : drawTable)(ctx, table, { ...this.#how, width });
      ctx.restore();
      return;
    }
    const [sheet, left, top] = this.#corner(held.slot);
    const ratio = Math.round(width) === this.width ? 1 : width / this.width;
    const [wide, high] = [this.wide * ratio, this.high * ratio];
    // An unscaled picture is only copied.
    ctx.imageSmoothingEnabled = ratio !== 1;
    ctx.drawImage(sheet, left, top, this.wide, this.high, Math.round(x - wide / 2), Math.round(y - high / 2), wide, high);
  }

  /** @param {Table} table */
  #appearance(table) {
    return this.near ? table.near : table.far;
  }

  /** Return the sheet of a slot, and its corner. @param {number} slot  @returns {[HTMLCanvasElement, number, number]} */
  #corner(slot) {
    const number = Math.floor(slot / this.#each);
    const within = slot % this.#each;
    this.#sheets[number] ??= Object.assign(document.createElement("canvas"), {
      width: this.#columns * this.wide, height: (this.#each / this.#columns) * this.high,
    });
    return [this.#sheets[number], (within % this.#columns) * this.wide, Math.floor(within / this.#columns) * this.high];
  }
}
