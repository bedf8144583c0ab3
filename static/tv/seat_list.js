/** Who sits where, fetched when the feed says that it is another list, and kept while the server is away. */

/** Not all displays of a house ask at once (ms). */
const JITTER = 300;
/** A list that is older than the board is asked for again after this (ms). */
const SETTLE = 400;
/** Asked again after a question without an answer (ms, varied by a third), which is given up after this long. */
const AGAIN = 3_000;
const WITHIN = 8_000;
/** A new name of somebody does not move a seat, and so is told by nobody: the list is looked at again now and then (ms). */
const STALE = 5 * 60_000;
/** The copy for a start without the server is written down at most this often (ms). */
const KEEP_EVERY = 30_000;
const KEY = "seats";

export class SeatList {
  #base;
  #changed;
  #topic = null;
  #board;
  #list = null;
  #fresh = false;
  #timer = null;
  #busy = false;
  #kept = -Infinity;

  /**
   * @param {string} base where topics are asked for ("/live/")
   * @param {() => void} changed called when there is another list
   */
  constructor(base, changed) {
    this.#base = base;
    this.#changed = changed;
    addEventListener("pagehide", () => this.#keep());
  }

  /** `[[name, table, seat], …]` in alphabetical order, or null while it is not known. */
  get seats() {
    return this.#list?.seats ?? null;
  }

  /**
   * Keep the list of a topic from now on, as its board `seating` tells; null: of none.
   * @param {string|null} topic  @param {{seq: number, list_seq: number}|undefined} board
   * @param {boolean} kept whether the boards are those of an earlier start: then its list goes with them
   */
  want(topic, board, kept = false) {
    if (topic !== this.#topic) {
      this.#keep();
      this.#topic = topic;
      this.#list = topic !== null && kept ? restored(topic) : null;
      this.#fresh = false;
      this.#ask(null);
    }
    this.#board = board;
    if (topic !== null && board && !this.#current) this.#soon(Math.random() * JITTER);
  }

  /** Whether what we have is what the board tells of, or newer. */
  get #current() {
    if (!this.#fresh) return false;
    return this.#list.list_seq === this.#board.list_seq || this.#list.seq >= this.#board.seq;
  }

  /** Ask within so long, unless that is on its way. */
  #soon(pause) {
    if (this.#busy || (this.#timer !== null && !this.#timer.idle)) return;
    this.#ask(pause, false);
  }

  /** Aim the next question, or none. */
  #ask(pause, idle = true) {
    clearTimeout(this.#timer?.id);
    this.#timer = pause === null ? null : { idle, id: setTimeout(() => this.#fetch(), pause) };
  }

  async #fetch() {
    const topic = this.#topic;
    this.#ask(null);
    this.#busy = true;
    const list = await fetched(`${this.#base}${topic}/seats/`);
    this.#busy = false;
    if (topic !== this.#topic) {
      if (this.#topic !== null && this.#board) this.#soon(0);
      return;
    }
    if (list && !(this.#fresh && list.seq < this.#list.seq)) {
      const other = !this.#fresh || list.seq !== this.#list.seq || list.list_seq !== this.#list.list_seq;
      this.#list = list;
      this.#fresh = true;
      if (performance.now() - this.#kept > KEEP_EVERY) this.#keep();
      if (other) this.#changed();
    }
    const pause = AGAIN * (2 / 3 + Math.random() * (2 / 3));
    if (!list) this.#ask(pause, false);
    else if (this.#current) this.#ask(STALE + pause);
    else this.#ask(SETTLE + Math.random() * JITTER, false); // it changed on the way
  }

  #keep() {
    if (!this.#fresh) return;
    this.#kept = performance.now();
    try {
      localStorage.setItem(KEY, JSON.stringify({ topic: this.#topic, list: this.#list }));
    } catch {
      /* storage full or forbidden: the copy is a comfort only */
    }
  }
}

/** The server's list, or null where there was no answer to use. */
async function fetched(address) {
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(WITHIN) });
    const list = answer.ok ? await answer.json() : null;
    return Array.isArray(list?.seats) ? list : null;
  } catch {
    return null;
  }
}

function restored(topic) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return kept?.topic === topic && Array.isArray(kept.list?.seats) ? kept.list : null;
  } catch {
    return null;
  }
}
