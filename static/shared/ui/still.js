/** Holds changes of a part of the page while a finger is down on it: what is pressed does not move away. */

/** How long new controls under a finger ignore presses (ms). */
const SETTLES = 500;

/** Keeps an area stable while in use: changes wait until no finger is down in it. */
export class Still {
  #place;
  #rest;
  /** @type {number|undefined} */
  #timer;
  #down = false;
  /** @type {(() => void)|null} */
  #waiting = null;

  /**
   * @param {HTMLElement} place
   * @param {number} rest delay after a finger is lifted (ms): its click comes first, and in a list the next tap
   *   aims at the present rows
   */
  constructor(place, rest = 50) {
    this.#place = place;
    this.#rest = rest;
    place.addEventListener("pointerdown", () => {
      clearTimeout(this.#timer);
      this.#down = true;
    });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => {
        if (!this.#down) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#up(), this.#rest);
      });
    }
  }

  #up() {
    this.#down = false;
    const work = this.#waiting;
    this.#waiting = null;
    work?.();
  }

  /** Whether a finger is down in it, or was until just now. */
  get down() {
    return this.#down;
  }

  /** Run a change now, or once the finger is up; of several only the last one. @param {() => void} work */
  when(work) {
    if (this.#down) this.#waiting = work;
    else work();
  }

  /** Disable buttons added by others' changes for a short time. @param {Element} part */
  settle(part = this.#place) {
    part.classList.add("is-fresh");
    setTimeout(() => part.classList.remove("is-fresh"), SETTLES);
  }
}
