/** Fingers, mouse and wheel on the map: one pointer taps, drags or pans, two zoom. */

/** @typedef {[number, number]} Point */

/** Maximum movement of a tap (CSS px). */
const STILL = 8;

export class Gestures {
  #canvas;
  #does;
  /** @type {Map<number, Point>} */
  #fingers = new Map();
  /** @type {Point} */
  #start = [0, 0];
  #moved = false;
  #holding = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{tap: (x: number, y: number) => void, pan: (dx: number, dy: number) => void, zoom: (factor: number, x: number, y: number) => void,
   *   grab: (x: number, y: number) => boolean, drag: (x: number, y: number) => void, drop: (x: number, y: number) => void, cancel: () => void,
   *   point: (x: number, y: number) => void, leave: () => void}} does callbacks, all positions in CSS px of the canvas; `grab` returns
   *   whether there is something to move, then comes `drag`, and `drop` or `cancel`; `point` of a mouse
   */
  constructor(canvas, does) {
    this.#canvas = canvas;
    this.#does = does;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event, true));
    canvas.addEventListener("pointercancel", (event) => this.#up(event, false));
    canvas.addEventListener("pointerleave", () => this.#does.leave());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // A long press must not open a menu.
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {MouseEvent} event  @returns {Point} */
  #place({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    // A lifted finger can no longer be captured; capture is optional.
    try {
      this.#canvas.setPointerCapture(event.pointerId);
    } catch {
      /* without capture, moves outside of the map are not received */
    }
    const at = this.#place(event);
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size === 1) {
      this.#start = at;
      this.#moved = false;
    } else {
      if (this.#holding) this.#does.cancel();
      this.#holding = false;
      this.#moved = true;
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#place(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.#does.point(...at);
      return;
    }
    if (this.#fingers.size > 1) {
      this.#pinch(event.pointerId, at);
      return;
    }
    if (!this.#moved) {
      if (Math.hypot(at[0] - this.#start[0], at[1] - this.#start[1]) <= STILL) return;
      this.#moved = true;
      this.#holding = this.#does.grab(...this.#start);
      this.#does.leave();
    }
    this.#fingers.set(event.pointerId, at);
    if (this.#holding) this.#does.drag(...at);
    else this.#does.pan(at[0] - before[0], at[1] - before[1]);
  }

  /** The first two fingers keep hold of the two points they touched. @param {number} id  @param {Point} at */
  #pinch(id, at) {
    const [one, other] = [...this.#fingers.keys()];
    if (id !== one && id !== other) return;
    const both = () => [one, other].map((finger) => this.#fingers.get(finger) ?? at);
    const before = both();
    this.#fingers.set(id, at);
    const after = both();
    const [from, to] = [middle(before), middle(after)];
    this.#does.pan(to[0] - from[0], to[1] - from[1]);
    this.#does.zoom(apart(after) / Math.max(1, apart(before)), ...to);
  }

  /** @param {PointerEvent} event  @param {boolean} done */
  #up(event, done) {
    if (!this.#fingers.delete(event.pointerId) || this.#fingers.size) return;
    const at = this.#place(event);
    if (this.#holding) {
      this.#holding = false;
      if (done) this.#does.drop(...at);
      else this.#does.cancel();
    } else if (done && !this.#moved) {
      this.#does.tap(...this.#start);
    }
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // Touchpads report pinches in smaller steps, as wheel events with Ctrl.
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.#does.zoom(Math.max(0.5, Math.min(2, factor)), ...this.#place(event));
  }
}

/** @param {Point[]} points  @returns {Point} */
function middle([one, other]) {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}

/** @param {Point[]} points */
function apart([one, other]) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
