/** The seat list, fetched after changes, and kept while the server is unreachable. */

/** @import { SeatingBoard } from "../../docs/reference/boards" */
/** @import { SeatRow } from "./boards.js" */

/** @typedef {{seq: number, list_seq: number, seats: SeatRow[]}} Listed the server's list */

/** Spread of the displays' requests (ms). */
const JITTER = 300;
/** Retry interval while the list is older than the board (ms). */
const SETTLE = 400;
/** Retry interval without a response (ms, varied by a third), and timeout of a request. */
const AGAIN = 3_000;
const WITHIN = 8_000;
/** A changed name moves no seat and is not announced: the list is refreshed at this interval (ms). */
const STALE = 5 * 60_000;
/** Minimum interval between stored copies for offline starts (ms). */
const KEEP_EVERY = 30_000;
const KEY = "seats";

export class SeatList {
  #base;
  #changed;
  /** @type {string|null} */
  #topic = null;
  /** @type {(SeatingBoard & {seq: number})|undefined} */
  #board;
  /** @type {Listed|null} */
  #list = null;
  #fresh = false;
  /** @type {{idle: boolean, id: ReturnType<typeof setTimeout>}|null} */
  #timer = null;
  #busy = false;
  #kept = -Infinity;

  /**
   * @param {string} base URL of topics ("/live/")
   * @param {() => void} changed called when the list has changed
   */
  constructor(base, changed) {
    this.#base = base;
    this.#changed = changed;
    addEventListener("pagehide", () => this.#keep());
  }

  /** `[[name, table, seat], …]` in alphabetical order, or null while unknown. */
  get seats() {
    return this.#list?.seats ?? null;
  }

  /**
   * Keep the list of a topic up to date with its board `seating`; null: of no topic.
   * @param {string|null} topic  @param {(SeatingBoard & {seq: number})|undefined} board
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

  /** Whether the list is as new as the board, or newer. */
  get #current() {
    if (!this.#fresh || !this.#list || !this.#board) return false;
    return this.#list.list_seq === this.#board.list_seq || this.#list.seq >= this.#board.seq;
  }

  /** Schedule a request, unless one is under way. @param {number} pause */
  #soon(pause) {
    if (this.#busy || (this.#timer !== null && !this.#timer.idle)) return;
    this.#ask(pause, false);
  }

  /** Schedule the next request, or none. @param {number|null} pause  @param {boolean} idle */
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
    const before = this.#fresh ? this.#list : null;
    if (list && !(before && list.seq < before.seq)) {
      const other = !before || list.seq !== before.seq || list.list_seq !== before.list_seq;
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
      /* storage full or forbidden: the copy is optional */
    }
  }
}

/** The seat lists of all events of which a display shows one, now or later. */
export class SeatLists {
  #base;
  #changed;
  /** @type {Map<string, SeatList>} */
  #lists = new Map();

  /** @param {string} base URL of topics  @param {() => void} changed called when a list has changed */
  constructor(base, changed) {
    this.#base = base;
    this.#changed = changed;
  }

  /** Return the list of a topic; null while unknown. @param {string} topic */
  of(topic) {
    return this.#lists.get(topic)?.seats ?? null;
  }

  /**
   * Keep the lists of these topics up to date, and no other.
   * @param {readonly string[]} topics  @param {(topic: string) => (SeatingBoard & {seq: number})|undefined} board
   * @param {(topic: string) => boolean} kept whether the boards of a topic are those of an earlier start
   */
  want(topics, board, kept) {
    for (const [topic, list] of this.#lists) if (!topics.includes(topic)) list.want(null, undefined);
    for (const topic of topics) {
      const list = this.#lists.get(topic) ?? new SeatList(this.#base, this.#changed);
      this.#lists.set(topic, list);
      list.want(topic, board(topic), kept(topic));
    }
  }
}

/** Fetch the server's list; null without a usable response. @param {string} address  @returns {Promise<Listed|null>} */
async function fetched(address) {
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(WITHIN) });
    const list = answer.ok ? await answer.json() : null;
    return Array.isArray(list?.seats) ? list : null;
  } catch {
    return null;
  }
}

/** Return the copy of a topic's list. @param {string} topic  @returns {Listed|null} */
function restored(topic) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.topic === topic && Array.isArray(kept.list?.seats) ? kept.list : null;
  } catch {
    return null;
  }
}
