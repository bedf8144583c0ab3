/**
 * The boards of one topic and how much of its journal they cover. Pure: no socket, no clock. See docs/wire.md.
 */

/** @import { Boards, ClockBoard, Sent, StructureBoard } from "../../../docs/reference/boards" */

/** @typedef {Sent<ClockBoard> & StructureBoard} ClockWithStructure */
/** @typedef {{ seq: number } & Record<string, any>} AnyBoard */
/**
 * A message of the feed about a topic; `from` is the first journal entry that a change covers, `unchanged` are the
 * versions of boards that a snapshot leaves out because this client had them when it asked.
 * @typedef {{is: "snapshot"|"current"|"change", topic: string, seq: number, from?: number, unchanged?: Record<string, string>, boards?: Record<string, AnyBoard|null>}} TopicMessage
 */

export class Topic {
  /** Boards by name. @type {Map<string, AnyBoard>} */
  boards = new Map();
  /** The journal is covered up to and including this seq; null before the first snapshot. @type {number|null} */
  seq = null;
  /** @type {ClockWithStructure|undefined} */
  #clock;
  /** @type {Set<string>} */
  #cached = new Set();
  /**
   * Boards that no longer exist: the seq of the message that said so. A late message must not bring one back.
   * @type {Map<string, number>}
   */
  #gone = new Map();
  /** @type {[number, number][]} */
  #ahead = [];
  /** A snapshot left out a board that this page did not have any more. */
  #incomplete = false;

  /**
   * @param {string} name "room", "t7", or a part of an event: "t7/table/12"
   * @param {Record<string, AnyBoard>} cached boards stored by an earlier page, used until the server's first message
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

  /** Return the version of the structure that the server has sent to this page, or undefined. */
  get structure() {
    return this.since === null ? undefined : this.boards.get("structure")?.version;
  }

  /** Return the seq to ask from; null if everything is needed. */
  get since() {
    return this.#incomplete ? null : this.seq;
  }

  /** Whether journal entries are missing between what is covered and what has arrived, or a board that was left out. */
  get gap() {
    return this.#ahead.length > 0 || this.#incomplete;
  }

  /**
   * Apply a snapshot, current or change message.
   * @param {TopicMessage} message
   * @returns {string[]} the names of the boards that have changed
   */
  apply(message) {
    const unchanged = Object.entries(message.unchanged ?? {});
    // It may have changed since this page asked.
    if (unchanged.some(([name, version]) => this.boards.get(name)?.version !== version)) {
      this.#incomplete = true;
      return [];
    }
    if (message.is === "snapshot") this.#incomplete = false;
    const changed = this.#take(message.boards ?? {}, message.seq);
    if (message.is === "change") {
      this.#cover(message.from ?? message.seq, message.seq);
    } else {
      for (const [name] of unchanged) this.#confirm(name, message.seq);
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

  /** @param {Record<string, AnyBoard|null>} boards  @param {number} at seq of the message */
  #take(boards, at) {
    const changed = [];
    for (const [name, board] of Object.entries(boards)) {
      const mine = this.#cached.has(name) ? undefined : this.boards.get(name);
      const seq = board === null ? at : board.seq;
      if (seq < (mine?.seq ?? this.#gone.get(name) ?? 0)) continue;
      this.#cached.delete(name);
      if (board === null) {
        this.boards.delete(name);
        this.#gone.set(name, seq);
      } else {
        this.boards.set(name, board);
        this.#gone.delete(name);
      }
      changed.push(name);
    }
    return changed;
  }

  /** A board is still valid at this seq: no late message may replace it. @param {string} name  @param {number} at */
  #confirm(name, at) {
    const board = this.boards.get(name);
    if (board) this.boards.set(name, { ...board, seq: Math.max(board.seq, at) });
  }

  #assemble() {
    const clock = /** @type {Boards["clock"]|undefined} */ (this.boards.get("clock"));
    const structure = /** @type {Boards["structure"]|undefined} */ (this.boards.get("structure"));
    if (!clock) this.#clock = undefined;
    else if (structure && structure.digest === clock.structure) this.#clock = { ...structure, ...clock };
  }

  /** @param {TopicMessage} message */
  #dropMissing(message) {
    if (this.seq !== null && message.seq < this.seq) return [];
    const gone = [...this.boards].filter(([name, board]) =>
      !(name in (message.boards ?? {})) && !(name in (message.unchanged ?? {})) && (this.#cached.has(name) || board.seq <= message.seq));
    for (const [name] of gone) {
      this.boards.delete(name);
      this.#gone.set(name, message.seq);
      this.#cached.delete(name);
    }
    return gone.map(([name]) => name);
  }

  /** @param {number} from  @param {number} to */
  #cover(from, to) {
    this.#ahead.push([from, to]);
  }

  #close() {
    if (this.seq === null) return;
    this.#ahead.sort((a, b) => a[0] - b[0]);
    let next = this.#ahead[0];
    while (next && next[0] <= this.seq + 1) {
      this.seq = Math.max(this.seq, next[1]);
      this.#ahead.shift();
      next = this.#ahead[0];
    }
  }
}
