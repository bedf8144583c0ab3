/** The viewport of the map: scale and position, and their changes. */

/** @import { Box } from "./map_layout.js" */

/** @typedef {{scale: number, x: number, y: number}} Position */

/** Maximum drawn width of a table (CSS px). */
const WIDEST = { fit: 230, zoom: 420 };
/** Minimum scale relative to the fitted map. */
const OUTERMOST = 0.7;
/** Margin around a table brought into view (CSS px). */
const ROOM = 30;
/** Duration of a movement (ms). */
const GLIDE = 220;

export class View {
  width = 0;
  height = 0;
  /** CSS px per unit of the map. */
  scale = 1;
  /** The upper left corner. */
  x = 0;
  y = 0;
  /** Whether everything is shown, and kept so when the size changes. */
  fitted = true;
  /** @type {Box} */
  bounds = { left: 0, top: 0, width: 1, height: 1 };
  /** Width of a table. */
  size = 1;
  /** Margin in CSS px, and extra margins at the right, above and below. */
  free = { inset: 0, right: 0, top: 0, bottom: 0 };
  /** A movement under way. @type {{goal: Position, frame: number}|null} */
  #glide = null;
  #changed;

  /** @param {(zoomed: boolean) => void} changed called on every change, with whether the scale changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {number} x  @param {number} y  @returns {[number, number]} */
  toScreen(x, y) {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  /** @param {number} x  @param {number} y  @returns {[number, number]} */
  toMap(x, y) {
    return [x / this.scale + this.x, y / this.scale + this.y];
  }

  /**
   * Set the visible bounds.
   * @param {Box} bounds  @param {number} size  @param {{inset: number, right: number, top: number, bottom: number}} free
   */
  hold(bounds, size, free) {
    this.bounds = bounds;
    this.size = size;
    this.free = free;
  }

  get #fitting() {
    const { inset, right, top, bottom } = this.free;
    const [width, height] = [Math.max(1, this.width - 2 * inset - right), Math.max(1, this.height - 2 * inset - top - bottom)];
    return Math.min(width / this.bounds.width, height / this.bounds.height, WIDEST.fit / this.size);
  }

  /** Show all. */
  fit({ glide = false } = {}) {
    const { left, top, width, height } = this.bounds;
    const scale = this.#fitting;
    // In the middle, or as far beside the buttons as necessary.
    const beside = Math.max(0, this.free.right + this.free.inset - (this.width - width * scale) / 2) / scale;
    const edge = (this.height - height * scale) / 2 - this.free.inset;
    const down = (Math.max(0, this.free.top - edge) - Math.max(0, this.free.bottom - edge)) / scale;
    this.#go({ scale, x: left + width / 2 - this.width / 2 / scale + beside, y: top + height / 2 - this.height / 2 / scale - down }, glide);
    this.fitted = true;
  }

  /** Zoom by a factor around a point of the screen, the middle by default. @param {number} factor  @param {number} x  @param {number} y */
  zoom(factor, x = this.width / 2, y = this.height / 2, { glide = false } = {}) {
    const goal = this.#glide?.goal ?? this;
    const scale = this.#within(goal.scale * factor);
    const to = { scale, x: goal.x + x / goal.scale - x / scale, y: goal.y + y / goal.scale - y / scale };
    this.fitted = false;
    this.#go(to, glide);
  }

  /** Pan by CSS px. @param {number} dx  @param {number} dy */
  pan(dx, dy) {
    this.fitted = false;
    this.#go({ scale: this.scale, x: this.x - dx / this.scale, y: this.y - dy / this.scale }, false);
  }

  /** Bring a table's middle into view, with a margin; `closer` zooms in to a minimum width of the table. @param {number} x  @param {number} y */
  reveal(x, y, { closer = 0 } = {}) {
    const scale = Math.max(this.scale, this.#within(closer / this.size));
    const half = (this.size * this.scale) / 2;
    const edge = Math.min(half + ROOM, this.width / 3, this.height / 3);
    const [left, top] = [(x - this.x) * this.scale, (y - this.y) * this.scale];
    const right = this.width - edge - this.free.right;
    /** @param {number} value  @param {number} whole */
    const within = (value, whole) => value >= Math.min(half, whole / 3) && value <= whole - Math.min(half, whole / 3);
    const seen = within(left, this.width - this.free.right) && within(top, this.height);
    if ((seen || this.fitted) && scale === this.scale) return;
    const to = scale === this.scale
      ? [Math.max(edge, Math.min(right, left)), Math.max(edge, Math.min(this.height - edge, top))]
      : [(this.width - this.free.right) / 2, this.height / 2];
    this.fitted = false;
    this.#go({ scale, x: x - to[0] / scale, y: y - to[1] / scale }, true);
  }

  /** @param {number} scale */
  #within(scale) {
    const fitting = this.#fitting;
    return Math.max(fitting * OUTERMOST, Math.min(Math.max(fitting, WIDEST.zoom / this.size), scale));
  }

  /** Keep the middle of the viewport over the map. @param {Position} to */
  #kept({ scale, x, y }) {
    const { left, top, width, height } = this.bounds;
    const [halfWide, halfHigh] = [this.width / 2 / scale, this.height / 2 / scale];
    /** @param {number} value  @param {number} low  @param {number} high */
    const between = (value, low, high) => Math.max(low, Math.min(high, value));
    return {
      scale,
      x: between(x + halfWide, left, left + width) - halfWide,
      y: between(y + halfHigh, top, top + height) - halfHigh,
    };
  }

  /** @param {Position} to  @param {boolean} glide */
  #go(to, glide) {
    if (this.#glide) cancelAnimationFrame(this.#glide.frame);
    this.#glide = null;
    const goal = this.#kept(to);
    if (!glide || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#set(goal);
      return;
    }
    const from = { scale: this.scale, x: this.x, y: this.y };
    const start = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - start) / GLIDE);
      const eased = 1 - (1 - part) ** 3;
      const scale = from.scale * (goal.scale / from.scale) ** eased;
      // The point that is fixed while the scale changes stays fixed: progress follows the scale.
      const share = goal.scale === from.scale ? eased : (1 / scale - 1 / from.scale) / (1 / goal.scale - 1 / from.scale);
      this.#set({ scale, x: from.x + (goal.x - from.x) * share, y: from.y + (goal.y - from.y) * share });
      this.#glide = part < 1 ? { goal, frame: requestAnimationFrame(step) } : null;
    };
    this.#glide = { goal, frame: requestAnimationFrame(step) };
  }

  /** @param {Position} to */
  #set({ scale, x, y }) {
    const zoomed = scale !== this.scale;
    Object.assign(this, { scale, x, y });
    this.#changed(zoomed);
  }
}
