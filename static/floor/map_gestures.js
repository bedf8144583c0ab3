/** Fingers, mouse and wheel on the map: one pointer taps, drags or pans, two zoom. */

/** Maximum movement of a tap (CSS px). */
const STILL = 8;

export class Gestures {
  #canvas;
  #does;
  #fingers = new Map();
  #start = null;
  #moved = false;
  #holding = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {object} does callbacks, all positions in CSS px of the canvas: `tap(x, y)`, `pan(dx, dy)`,
   *   `zoom(factor, x, y)`,
   *   `grab(x, y)` → whether there is something to move, then `drag(x, y)` and `drop(x, y)` or `cancel()`;
   *   `point(x, y)` of a mouse, `leave()`
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

  #place({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

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

  /** The first two fingers keep hold of the two points they touched. */
  #pinch(id, at) {
    const [one, other] = [...this.#fingers.keys()];
    if (id !== one && id !== other) return;
    const before = [this.#fingers.get(one), this.#fingers.get(other)];
    this.#fingers.set(id, at);
    const after = [this.#fingers.get(one), this.#fingers.get(other)];
    const [from, to] = [middle(before), middle(after)];
    this.#does.pan(to[0] - from[0], to[1] - from[1]);
    this.#does.zoom(apart(after) / Math.max(1, apart(before)), ...to);
  }

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

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // Touchpads report pinches in smaller steps, as wheel events with Ctrl.
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.#does.zoom(Math.max(0.5, Math.min(2, factor)), ...this.#place(event));
  }
}

function middle([one, other]) {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}

function apart([one, other]) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
