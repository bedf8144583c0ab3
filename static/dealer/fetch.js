/** One table as the server has it, asked for again when something has changed there. */

const WITHIN = 6_000;
/** Several changes in a row are fetched once (ms). */
const PAUSE = 60;
/** After a change that may be none of this table's (ms); varied by half, so that tablets do not ask all at once. */
const LATER = 8_000;
const AGAIN = 3_000;

/** @fires TableFetch#table {table, seq}; table is null where the event has it no more */
export class TableFetch extends EventTarget {
  #address;
  #seq = -1;
  #wanted = 0;
  #timer = null;
  #due = Infinity;

  /** @param {string} address where the table is */
  constructor(address) {
    super();
    this.#address = address;
  }

  /** The journal's line the table is of; -1 before it came. */
  get seq() {
    return this.#seq;
  }

  /** The event's journal has at least this line. @param {boolean} here whether it is known to be about this table */
  reach(seq, here) {
    if (seq > this.#wanted) this.#wanted = seq;
    if (this.#wanted > this.#seq) this.#soon(here ? PAUSE : LATER * (0.5 + Math.random()));
  }

  #soon(pause) {
    const due = performance.now() + pause;
    // What is asked for sooner stays so.
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
    // An older answer that was overtaken by a newer one.
    if (found.seq < this.#seq) return;
    this.#seq = found.seq;
    this.dispatchEvent(new CustomEvent("table", { detail: found }));
    if (this.#wanted > this.#seq) this.#soon(AGAIN);
  }
}
