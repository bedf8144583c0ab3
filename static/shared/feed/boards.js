/**
 * The boards of one topic and how much of its journal they cover. Pure: no socket, no clock. See docs/wire.md.
 */

export class Topic {
  /** Boards by name. */
  boards = new Map();
  /** The journal is covered up to and including this seq; null before the first snapshot. */
  seq = null;
  #clock;
  #cached = new Set();
  #ahead = [];

  /**
   * @param {string} name "room" or "t7"
   * @param {Record<string, object>} cached boards stored by an earlier page, used until the server's first message
   */
  constructor(name, cached = {}) {
    this.name = name;
    for (const [key, board] of Object.entries(cached)) {
      this.boards.set(key, board);
      this.#cached.add(key);
    }
    this.#assemble();
  }

  /**
   * Return the clock merged with its structure, or undefined before both are known.
   *
   * Messages may arrive out of order, so a clock may arrive before or after its structure: until they match
   * again, the last matching pair is returned.
   */
  get clock() {
    return this.#clock;
  }

  /** Whether journal entries are missing between what is covered and what has arrived. */
  get gap() {
    return this.#ahead.length > 0;
  }

  /**
   * Apply a snapshot, current or change message.
   * @returns {string[]} the names of the boards that have changed
   */
  apply(message) {
    const changed = this.#take(message.boards ?? {});
    if (message.is === "change") {
      this.#cover(message.from, message.seq);
    } else {
      if (message.is === "snapshot") changed.push(...this.#dropMissing(message));
      this.seq = Math.max(this.seq ?? message.seq, message.seq);
    }
    this.#close();
    this.#assemble();
    return changed;
  }

  /** Return all boards as plain data, for storage. */
  toJSON() {
    return Object.fromEntries(this.boards);
  }

  #take(boards) {
    const changed = [];
    for (const [name, board] of Object.entries(boards)) {
      const mine = this.boards.get(name);
      if (mine && !this.#cached.has(name) && board !== null && board.seq < mine.seq) continue;
      this.#cached.delete(name);
      if (board === null) this.boards.delete(name);
      else this.boards.set(name, board);
      changed.push(name);
    }
    return changed;
  }

  #assemble() {
    const clock = this.boards.get("clock");
    const structure = this.boards.get("structure");
    if (!clock) this.#clock = undefined;
    else if (structure && structure.digest === clock.structure) this.#clock = { ...structure, ...clock };
  }

  #dropMissing(message) {
    if (this.seq !== null && message.seq < this.seq) return [];
    const gone = [...this.boards].filter(([name, board]) =>
      !(name in message.boards) && (this.#cached.has(name) || board.seq <= message.seq));
    for (const [name] of gone) {
      this.boards.delete(name);
      this.#cached.delete(name);
    }
    return gone.map(([name]) => name);
  }

  #cover(from, to) {
    this.#ahead.push([from, to]);
  }

  #close() {
    if (this.seq === null) return;
    this.#ahead.sort((a, b) => a[0] - b[0]);
    while (this.#ahead.length && this.#ahead[0][0] <= this.seq + 1) {
      this.seq = Math.max(this.seq, this.#ahead.shift()[1]);
    }
  }
}
