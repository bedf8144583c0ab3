/**
 * Guard against double taps: a second tap must not hit what the first one revealed.
 *
 * For a short time after a press, controls that were not under the finger before ignore taps. Controls that
 * were there can be pressed repeatedly, and keys are not affected.
 */

/**
 * Time after a press in which new controls under the finger are detected (ms), and during which they then
 * ignore presses.
 */
const WATCHED = 600;
const SETTLES = 500;
/** A second tap lands within this distance of the first (CSS px); the area is sampled in these steps. */
const AROUND = 60;
const STEP = 20;
/** A control that has moved by more than this counts as a different one (CSS px). */
const MOVED = 12;
const CONTROLS = "a[href], button, canvas, input, label, select, summary, textarea";

export class Guard {
  #at = null;
  #before = new Map();
  #fresh = new Map();
  #timer = null;
  #observer = new MutationObserver(() => this.#look());

  /** Guard the whole page, including dialogs and messages. */
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
    // The result of a press is in place before the next event: no tap comes between.
    this.#observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open", "data-panel", "data-loading"] });
  }

  #up() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#observer.disconnect(), WATCHED);
  }

  /** Return the controls a finger may hit at a point. */
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
