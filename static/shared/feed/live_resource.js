/**
 * One topic of the feed as a page uses it: its boards, how old they are, and a call after each change.
 *
 * Several resources may follow the same topic; it is followed until the last of them is closed.
 */

/** @import { Boards } from "../../../docs/reference/boards" */
/** @import { Feed } from "./feed.js" */

/** How many resources follow a topic, by feed. @type {WeakMap<Feed, Map<string, number>>} */
const FOLLOWING = new WeakMap();

/** Count a resource of a topic in or out. @param {Feed} feed  @param {string} topic  @param {1|-1} change  @returns {number} its resources now */
function count(feed, topic, change) {
  const counts = FOLLOWING.get(feed) ?? new Map();
  FOLLOWING.set(feed, counts);
  const now = (counts.get(topic) ?? 0) + change;
  counts.set(topic, now);
  return now;
}

export class LiveResource {
  #feed;
  #topic;
  /** @type {Set<(changed: Set<string>) => void>} */
  #listeners = new Set();
  /** Names of boards that have changed since the listeners were called. @type {Set<string>} */
  #changed = new Set();
  #planned = false;
  #closed = false;
  /** @type {Set<{seq: number, resolve: () => void}>} */
  #waiting = new Set();

  /**
   * Follow a topic.
   * @param {Feed} feed of the page  @param {string} topic "room", "t7", or that of a table
   */
  constructor(feed, topic) {
    this.#feed = feed;
    this.#topic = topic;
    feed.addEventListener("board", this.#hear);
    feed.addEventListener("state", this.#plan);
    feed.addEventListener("seq", this.#arrive);
    if (count(feed, topic, 1) === 1) feed.follow(topic);
  }

  get topic() {
    return this.#topic;
  }

  /**
   * Return the newest board of a name, or undefined before it has arrived.
   * @template {keyof Boards} K
   * @param {K} name
   * @returns {Boards[K]|undefined}
   */
  board(name) {
    return this.#feed.board(this.#topic, name);
  }

  /** Return the boards of many by the part of their name after the colon, "screen" for "screen:5".
   * @template {keyof Boards} K  @param {K} kind  @returns {Map<string, Boards[K]>} */
  boardsOf(kind) {
    return this.#feed.boardsOf(this.#topic, kind);
  }

  /** Return the clock merged with its structure, or undefined. */
  get clock() {
    return this.#feed.clock(this.#topic);
  }

  /** The journal entry up to which the boards are known; null before the server's first message. */
  get seq() {
    return this.#feed.seq(this.#topic);
  }

  /** Whether the server has sent the boards since this page was loaded. */
  get known() {
    return this.#feed.known(this.#topic);
  }

  /** Milliseconds since the server last confirmed the boards. */
  get age() {
    return this.#feed.age;
  }

  /** "live", "stale" or "alone"; see feed.js. */
  get state() {
    return this.#feed.state;
  }

  /**
   * Call a function after changes of the boards or of the state, once for all that arrive together.
   * @param {(changed: Set<string>) => void} listener gets the names of the boards that changed
   * @returns {() => void} ends the subscription
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    this.#plan();
    return () => this.#listeners.delete(listener);
  }

  /**
   * Wait until the boards include a journal entry: then a pressed button shows its result.
   * @param {number} seq of the entry  @param {number} within longest wait (ms)
   * @returns {Promise<void>}
   */
  reached(seq, within) {
    if ((this.seq ?? -1) >= seq) return Promise.resolve();
    return new Promise((resolve) => {
      const entry = {
        seq,
        resolve: () => {
          clearTimeout(timer);
          this.#waiting.delete(entry);
          resolve();
        },
      };
      const timer = setTimeout(() => entry.resolve(), within);
      this.#waiting.add(entry);
    });
  }

  /** Ask for what may have been missed, after a sign that the boards are outdated; see feed.js. */
  recheck() {
    this.#feed.recheck(this.#topic);
  }

  /** Stop following. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    this.#feed.removeEventListener("board", this.#hear);
    this.#feed.removeEventListener("state", this.#plan);
    this.#feed.removeEventListener("seq", this.#arrive);
    for (const one of [...this.#waiting]) one.resolve();
    if (!count(this.#feed, this.#topic, -1)) this.#feed.leave(this.#topic);
  }

  /** @param {CustomEvent} event */
  #hear = (event) => {
    const { topic, name } = event.detail;
    if (topic !== this.#topic) return;
    this.#changed.add(name);
    this.#plan();
  };

  /** @param {CustomEvent} event */
  #arrive = (event) => {
    const { topic, seq } = event.detail;
    if (topic !== this.#topic) return;
    for (const one of [...this.#waiting]) if (seq >= one.seq) one.resolve();
  };

  #plan = () => {
    if (this.#planned || this.#closed) return;
    this.#planned = true;
    // One message brings many boards: render once for all of them.
    queueMicrotask(() => {
      this.#planned = false;
      const changed = this.#changed;
      this.#changed = new Set();
      for (const listener of [...this.#listeners]) listener(changed);
    });
  };
}
