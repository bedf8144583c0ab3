/**
 * A second tap of the same finger is not meant for what the first one brought there. For a moment after a press, controls
 * that were not under the finger before take none; those that were are pressed again as often as somebody likes, and keys
 * do what they always do.
 */

/** After a press this long what comes under the finger is looked at (ms), and takes no press for so long from then on. */
const WATCHED = 600;
const SETTLES = 500;
/** A second tap lands within this distance of the first (CSS px); the place is looked at in these steps. */
const AROUND = 60;
const STEP = 20;
/** A control that has moved by more than this is another one for the finger (CSS px). */
const MOVED = 12;
const CONTROLS = "a[href], button, canvas, input, label, select, summary, textarea";

export class Guard {
  #at = null;
  #before = new Map();
  #fresh = new Map();
  #timer = null;
  #observer = new MutationObserver(() => this.#look());

  /** Guards the whole page, dialogs and messages too. */
  constructor() {
    addEventListener("pointerdown", (event) => event.isPrimary && this.#down(event), { capture: true });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, (event) => event.isPrimary && this.#up(), { capture: true });
    }
  }

  #down({ clientX, clientY }) {
    this.#at = [clientX, clientY];
    this.#before = new Map([...this.#near()].map((control) => [control, control.getBoundingClientRect()]));
    clearTimeout(this.#timer);
    // What a press brings is seen before the next event: no tap comes between.
    this.#observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open", "data-panel", "data-loading"] });
  }

  #up() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#observer.disconnect(), WATCHED);
  }

  /** The controls that a finger at that place may hit. */
  #near() {
    const found = new Set();
    const [x, y] = this.#at;
    for (let right = -AROUND; right <= AROUND; right += STEP) {
      for (let down = -AROUND; down <= AROUND; down += STEP) {
        const control = document.elementFromPoint(x + right, y + down)?.closest(CONTROLS);
        if (control) found.add(control);
      }
    }
    return found;
  }

  #look() {
    for (const control of this.#near()) {
      const was = this.#before.get(control);
      const is = was && control.getBoundingClientRect();
      if (!is || Math.hypot(is.left - was.left, is.top - was.top) > MOVED) this.#settle(control);
    }
  }

  #settle(control) {
    control.classList.add("is-unmeant");
    clearTimeout(this.#fresh.get(control));
    this.#fresh.set(control, setTimeout(() => {
      this.#fresh.delete(control);
      control.classList.remove("is-unmeant");
    }, SETTLES));
  }
}
