/** The window through which the map is seen: scale and place, and how both change. */

/** A table is never drawn wider than this (CSS px), by a fit or by somebody. */
const WIDEST = { fit: 230, zoom: 420 };
/** How much smaller than fitting the map can be made. */
const OUTERMOST = 0.7;
/** Room around what is brought into sight (CSS px). */
const ROOM = 30;
/** How long the window takes to another place (ms). */
const GLIDE = 220;

export class View {
  width = 0;
  height = 0;
  /** CSS px by unit of the map. */
  scale = 1;
  /** What lies in the upper left corner. */
  x = 0;
  y = 0;
  /** Whether it shows all, and goes on doing so when its size changes. */
  fitted = true;
  #glide = null;
  #changed;

  /** @param {(zoomed: boolean) => void} changed told of every change, and whether the scale is another */
  constructor(changed) {
    this.#changed = changed;
  }

  toScreen(x, y) {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  toMap(x, y) {
    return [x / this.scale + this.x, y / this.scale + this.y];
  }

  /**
   * What may be seen.
   * @param {{left: number, top: number, width: number, height: number}} bounds
   * @param {number} size width of a table
   * @param {{inset: number, right: number, top: number, bottom: number}} free CSS px that stay free around, and besides at the right, above and below
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
    // In the middle, or as far beside the buttons as they need.
    const beside = Math.max(0, this.free.right + this.free.inset - (this.width - width * scale) / 2) / scale;
    const edge = (this.height - height * scale) / 2 - this.free.inset;
    const down = (Math.max(0, this.free.top - edge) - Math.max(0, this.free.bottom - edge)) / scale;
    this.#go({ scale, x: left + width / 2 - this.width / 2 / scale + beside, y: top + height / 2 - this.height / 2 / scale - down }, glide);
    this.fitted = true;
  }

  /** Zoom by a factor around a point of the screen, the middle by default. */
  zoom(factor, x = this.width / 2, y = this.height / 2, { glide = false } = {}) {
    const goal = this.#glide?.goal ?? this;
    const scale = this.#within(goal.scale * factor);
    const to = { scale, x: goal.x + x / goal.scale - x / scale, y: goal.y + y / goal.scale - y / scale };
    this.fitted = false;
    this.#go(to, glide);
  }

  /** Move what is seen by so many CSS px. */
  pan(dx, dy) {
    this.fitted = false;
    this.#go({ scale: this.scale, x: this.x - dx / this.scale, y: this.y - dy / this.scale }, false);
  }

  /** Bring a table's middle into sight, with some room around; `closer` zooms in until a table is so wide. */
  reveal(x, y, { closer = 0 } = {}) {
    const scale = Math.max(this.scale, this.#within(closer / this.size));
    const half = (this.size * this.scale) / 2;
    const edge = Math.min(half + ROOM, this.width / 3, this.height / 3);
    const [left, top] = [(x - this.x) * this.scale, (y - this.y) * this.scale];
    const right = this.width - edge - this.free.right;
    const within = (value, whole) => value >= Math.min(half, whole / 3) && value <= whole - Math.min(half, whole / 3);
    const seen = within(left, this.width - this.free.right) && within(top, this.height);
    if ((seen || this.fitted) && scale === this.scale) return;
    const to = scale === this.scale
      ? [Math.max(edge, Math.min(right, left)), Math.max(edge, Math.min(this.height - edge, top))]
      : [(this.width - this.free.right) / 2, this.height / 2];
    this.fitted = false;
    this.#go({ scale, x: x - to[0] / scale, y: y - to[1] / scale }, true);
  }

  #within(scale) {
    const fitting = this.#fitting;
    return Math.max(fitting * OUTERMOST, Math.min(Math.max(fitting, WIDEST.zoom / this.size), scale));
  }

  /** The middle of the window stays over the map. */
  #kept({ scale, x, y }) {
    const { left, top, width, height } = this.bounds;
    const [halfWide, halfHigh] = [this.width / 2 / scale, this.height / 2 / scale];
    const between = (value, low, high) => Math.max(low, Math.min(high, value));
    return {
      scale,
      x: between(x + halfWide, left, left + width) - halfWide,
      y: between(y + halfHigh, top, top + height) - halfHigh,
    };
  }

  #go(to, glide) {
    cancelAnimationFrame(this.#glide?.frame);
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
      // What does not move while the scale changes stays where it is: the share of the way follows the scale.
      const share = goal.scale === from.scale ? eased : (1 / scale - 1 / from.scale) / (1 / goal.scale - 1 / from.scale);
      this.#set({ scale, x: from.x + (goal.x - from.x) * share, y: from.y + (goal.y - from.y) * share });
      if (part < 1) this.#glide.frame = requestAnimationFrame(step);
      else this.#glide = null;
    };
    this.#glide = { goal, frame: requestAnimationFrame(step) };
  }

  #set({ scale, x, y }) {
    const zoomed = scale !== this.scale;
    Object.assign(this, { scale, x, y });
    this.#changed(zoomed);
  }
}
