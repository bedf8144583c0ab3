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
const CHANGES = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["hidden", "open", "data-panel", "data-loading"] };

/** What a control does: a button with another label is another one, but a seat stays the same seat. @param {Element} control */
const meaning = (control) => (control.matches(".chair") ? "" : control.textContent);

export class Guard {
  /** Where the finger is. */
  #at = { x: 0, y: 0 };
  /** The controls that were below it, with their places and meanings. @type {Map<Element, {box: DOMRect, means: string|null}>} */
  #before = new Map();
  /** @type {Map<Element, number>} */
  #fresh = new Map();
  #timer = 0;
  #observer = new MutationObserver(() => this.#settleMoved());

  /** Guard the whole page, including dialogs and messages. @param {AbortSignal} signal */
  constructor(signal) {
    addEventListener("pointerdown", (event) => event.isPrimary && this.#down(event), { capture: true, signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(name, (event) => event.isPrimary && this.#up(), { capture: true, signal });
    }
    signal.addEventListener("abort", () => this.#observer.disconnect());
  }

  /** @param {PointerEvent} event */
  #down({ clientX: x, clientY: y }) {
    this.#at = { x, y };
    this.#before = new Map([...this.#near()].map((control) => [control, { box: control.getBoundingClientRect(), means: meaning(control) }]));
    clearTimeout(this.#timer);
    // The result of a press is in place before the next event: no tap comes between.
    this.#observer.observe(document.body, CHANGES);
  }

  #up() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#observer.disconnect(), WATCHED);
  }

  /** Return the controls a finger may hit. @returns {Set<Element>} */
  #near() {
    const found = new Set();
    const { x, y } = this.#at;
    for (let right = -AROUND; right <= AROUND; right += STEP) {
      for (let down = -AROUND; down <= AROUND; down += STEP) {
        const control = document.elementFromPoint(x + right, y + down)?.closest(CONTROLS);
        if (control) found.add(control);
      }
    }
    return found;
  }

  #settleMoved() {
    for (const control of this.#near()) {
      const was = this.#before.get(control);
      const { left, top } = control.getBoundingClientRect();
      if (!was || was.means !== meaning(control) || Math.hypot(left - was.box.left, top - was.box.top) > MOVED) this.#settle(control);
    }
  }

  /** @param {Element} control */
  #settle(control) {
    control.classList.add("is-unmeant");
    clearTimeout(this.#fresh.get(control));
    this.#fresh.set(control, setTimeout(() => {
      this.#fresh.delete(control);
      control.classList.remove("is-unmeant");
    }, SETTLES));
  }
}
