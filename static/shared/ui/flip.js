/**
 * Calls a drawing function exactly when a value must change.
 *
 * A frame callback would be late by up to a frame and a plain timer by the browser's alignment, so a timer
 * wakes shortly before the time, aims again, and the last milliseconds are spent in a busy wait.
 */

/** Wake this long before the time (ms): more than browsers usually align timers to. */
const LEAD = 12;
/** Length of the busy wait (ms); once a second, so it costs half a percent at most. */
const SPIN = 5;
/** Maximum interval (ms): the time estimate changes, machines sleep. */
const LONGEST = 1_000;

export class Flip {
  #clock;
  #draw;
  /** @type {number|undefined} */
  #timer;
  /** When to draw next (server ms). @type {number|null} */
  #due = null;
  #lateness = 0;

  /**
   * @param {{at: () => number|null}} clock the server's time in ms
   * @param {(now: number|null) => number|null} draw draws the state at `now` (server ms, null while unknown) and
   *   answers in how many ms it must be called again, or null when nothing is due
   */
  constructor(clock, draw) {
    this.#clock = clock;
    this.#draw = draw;
  }

  /** Draw now and aim again: after a new board, a resumed page, a changed size. */
  poke() {
    this.#due = null;
    this.#run();
  }

  /** Return the most by which a drawing was late since the last call (ms). */
  takeLateness() {
    const most = this.#lateness;
    this.#lateness = 0;
    return most;
  }

  /** Stop drawing. */
  stop() {
    clearTimeout(this.#timer);
  }

  #run() {
    clearTimeout(this.#timer);
    let now = this.#clock.at();
    if (now !== null && this.#due !== null && now < this.#due) {
      if (this.#due - now > SPIN) return this.#aim(this.#due - now);
      while (now !== null && now < this.#due) now = this.#clock.at();
    }
    if (now !== null && this.#due !== null) this.#lateness = Math.max(this.#lateness, now - this.#due);
    const wait = this.#draw(now);
    this.#due = wait === null || now === null ? null : now + wait;
    return this.#aim(this.#due === null ? LONGEST : this.#due - (this.#clock.at() ?? this.#due));
  }

  /** @param {number} wait ms */
  #aim(wait) {
    const nap = wait > LEAD + SPIN ? wait - LEAD : wait - SPIN / 2;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, Math.min(nap, LONGEST)));
  }
}
