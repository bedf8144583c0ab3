/** A table being arranged: dragged, picked up and put down with taps, or moved with the arrow keys. */

import { placeOf, ROOM, snapped } from "./map_layout.js";

/** @import { Scene } from "./map_draw.js" */
/** @import { Table } from "./map_tables.js" */

/** Distance within which a table is aligned with others (CSS px). */
const NEAR = 7;
/** A step of an arrow key, and with Shift, in units of the map. */
const STEP = { coarse: 250, fine: 25 };
/** Distance to the edge at which the map scrolls along (CSS px), and its speed (CSS px per frame). */
const EDGE = 36;
const SPEED = 7;

export class Arranging {
  #scene;
  #does;
  /** @type {[number, number]|null} */
  #finger = null;

  /**
   * @param {Scene} scene
   * @param {{changed: () => void, place: (number: number, across: number|null, down: number|null) => void, say: (key: string, values: {number: number|null}) => void}} does
   */
  constructor(scene, does) {
    this.#scene = scene;
    this.#does = does;
  }

  /** The table being moved. */
  get number() {
    return this.#scene.lifted?.number ?? null;
  }

  /** Pick up a table; a drag holds it at a point of the map. @param {Table} table  @param {number} x  @param {number} y */
  lift(table, x = table.x, y = table.y) {
    this.#scene.lifted = { number: table.number, x: table.x, y: table.y, grip: [table.x - x, table.y - y], lines: [] };
    this.#does.say("map.lifted", { number: table.number });
    this.#does.changed();
  }

  /** Move the pointer to a point of the screen. @param {number} x  @param {number} y */
  drag(x, y) {
    const started = this.#finger !== null;
    this.#finger = [x, y];
    this.#follow();
    if (!started) this.#push();
  }

  /** Put the table down at a tap. @param {number} x  @param {number} y */
  tap(x, y) {
    if (this.#scene.lifted) this.#scene.lifted.grip = [0, 0];
    this.#finger = [x, y];
    this.#follow();
    this.put();
  }

  /** Move by one step of an arrow key, always within the room. @param {[number, number]} way  @param {boolean} fine */
  step([right, down], fine) {
    const { lifted } = this.#scene;
    if (!lifted) return;
    const by = fine ? STEP.fine : STEP.coarse;
    const { width, height } = ROOM;
    lifted.x = Math.max(0, Math.min(width, lifted.x + right * by));
    lifted.y = Math.max(0, Math.min(height, lifted.y + down * by));
    lifted.lines = [];
    this.#scene.view.reveal(lifted.x, lifted.y);
    this.#does.changed();
  }

  /** Drop the table: within the room it stays there, outside it becomes unplaced. */
  put() {
    const { lifted, layout, tables } = this.#scene;
    const table = tables.get(this.number);
    this.#end();
    if (!lifted || !table || !layout?.room) return;
    const { left, top, width, height } = layout.room;
    const inside = lifted.x >= left && lifted.x <= left + width && lifted.y >= top && lifted.y <= top + height;
    const moved = lifted.x !== table.x || lifted.y !== table.y;
    const [across, down] = inside ? placeOf(lifted.x, lifted.y) : [null, null];
    if (moved && (inside || table.across !== null)) {
      this.#does.place(table.number, across, down);
      this.#does.say(inside ? "map.put_down" : "map.taken_off", { number: table.number });
    } else {
      this.#does.say("map.left", { number: table.number });
    }
    this.#does.changed();
  }

  /** Cancel the move. */
  cancel() {
    if (!this.#scene.lifted) return;
    this.#does.say("map.left", { number: this.number });
    this.#end();
    this.#does.changed();
  }

  #end() {
    this.#scene.lifted = null;
    this.#finger = null;
  }

  #follow() {
    const { lifted, view, tables } = this.#scene;
    if (!lifted || !this.#finger) return;
    const [x, y] = view.toMap(...this.#finger);
    const near = NEAR / view.scale;
    Object.assign(lifted, snapped(tables.shown, lifted.number, x + lifted.grip[0], y + lifted.grip[1], near));
    this.#does.changed();
  }

  /** Scroll while the pointer is at an edge with more beyond it. */
  #push() {
    if (!this.#finger || !this.#scene.lifted) return;
    const { view } = this.#scene;
    const { left, top, width, height } = view.bounds;
    const [right, bottom] = view.toMap(view.width, view.height);
    /** @param {number} value  @param {number} whole  @param {boolean} before  @param {boolean} after */
    const way = (value, whole, before, after) => (value < EDGE && before ? 1 : value > whole - EDGE && after ? -1 : 0);
    const dx = way(this.#finger[0], view.width, view.x > left, right < left + width);
    const dy = way(this.#finger[1], view.height, view.y > top, bottom < top + height);
    if (dx || dy) {
      view.pan(dx * SPEED, dy * SPEED);
      this.#follow();
    }
    requestAnimationFrame(() => this.#push());
  }
}
