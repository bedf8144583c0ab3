/** The stage of a display: one layout at a time, with a short fade in between, and drift against burn-in. */

/** @typedef {{element: HTMLElement, resize?: () => void}} Shown what a stage shows */

/** Duration of a layout's fade-out; as --calm in the tokens (ms). */
const FADE = 200;
/** The picture moves by at most this many pixels each way, one step a minute. */
const DRIFT = 4;
const STEP = 60_000;

export class Stage {
  #root;
  /** @type {Shown|null} */
  #current = null;

  /**
   * @param {HTMLElement} root
   * @param {() => void} redraw called when the room for the picture changed, before the browser shows it
   */
  constructor(root, redraw) {
    this.#root = root;
    let step = 0;
    setInterval(() => {
      step += 1;
      root.style.setProperty("--drift-x", `${Math.round(DRIFT * Math.sin(step / 5))}px`);
      root.style.setProperty("--drift-y", `${Math.round(DRIFT * Math.cos(step / 7))}px`);
    }, STEP);
    new ResizeObserver(() => {
      this.#current?.resize?.();
      redraw();
    }).observe(root);
  }

  /** Whether nothing has been shown yet. */
  get empty() {
    return this.#current === null;
  }

  /** Show a layout. The previous one fades out. @param {Shown} layout  @returns {boolean} whether it is new */
  show(layout) {
    if (layout === this.#current) return false;
    const before = this.#current?.element;
    this.#current = layout;
    layout.element.classList.remove("leaving");
    this.#root.append(layout.element);
    layout.resize?.();
    if (before) {
      before.classList.add("leaving");
      setTimeout(() => before.classList.contains("leaving") && before.remove(), FADE + 20);
    }
    return true;
  }
}
