/** One table as the server has it, fetched again after changes. */

const WITHIN = 6_000;
/** Several changes in a row are fetched once (ms). */
const PAUSE = 60;
/**
 * Delay after a change that may not concern this table (ms); varied by half, so that tablets do not all ask
 * at once.
 */
const LATER = 8_000;
const AGAIN = 3_000;

/** @fires TableFetch#table {table, seq}; table is null if the event no longer has it */
export class TableFetch extends EventTarget {
  #address;
  #seq = -1;
  #wanted = 0;
  #timer = null;
  #due = Infinity;

  /** @param {string} address address of the table */
  constructor(address) {
    super();
    this.#address = address;
  }

  /** Journal seq of the table; -1 before the first response. */
  get seq() {
    return this.#seq;
  }

  /**
   * Note that the event's journal has reached this seq.
   * @param {boolean} here whether it concerns this table for certain
   */
  reach(seq, here) {
    if (seq > this.#wanted) this.#wanted = seq;
    if (this.#wanted > this.#seq) this.#soon(here ? PAUSE : LATER * (0.5 + Math.random()));
  }

  #soon(pause) {
    const due = performance.now() + pause;
    // An earlier fetch stays scheduled.
    if (this.#timer !== null && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#fetch(), pause);
  }

  async #fetch() {
    this.#timer = null;
    let found;
    try {
      const answer = await fetch(this.#address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
      if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
      found = await answer.json();
    } catch {
      this.#soon(AGAIN);
      return;
    }
    // A response overtaken by a newer one.
    if (found.seq < this.#seq) return;
    this.#seq = found.seq;
    this.dispatchEvent(new CustomEvent("table", { detail: found }));
    if (this.#wanted > this.#seq) this.#soon(AGAIN);
  }
}
