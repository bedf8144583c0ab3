/**
 * The live feed of a page: follows topics, keeps their boards by seq, detects gaps, and continues without the
 * server. See docs/wire.md.
 *
 * States: `live`  heartbeats arrive: the data is current
 *         `stale` no heartbeats, but polling over HTTP works: some seconds old at most
 *         `alone` the server does not respond: the clock continues locally
 */

import { Topic } from "./boards.js";
import { Connection } from "./connection.js";
import { SleepWatch } from "./time.js";

/** Without a heartbeat for this long the feed is no longer live (ms). */
const SILENCE = 12_000;
/** Time for a gap or a wrong heartbeat to resolve itself (ms). */
const PATIENCE = 1_000;
/** Retry interval for missing data (ms). */
const AGAIN = 4_000;
/** Poll interval over HTTP (ms), varied by a third. */
const POLL = 3_000;
/** Timeout of a poll (ms). */
const POLL_WITHIN = 5_000;
/** After this many heartbeats in a row below our seq, the server was restored to an older state. */
const BEHIND = 3;
/** How often the bridge to the wall clock is stored (ms). */
const KEEP_EVERY = 30_000;
/**
 * Tolerance between two clocks: a stored copy from later than now is from a machine with a wrong clock (ms).
 */
const APART = 60_000;

/** @import { AnyBoard, TopicMessage } from "./boards.js" */
/** @import { ServerTime } from "./time.js" */

/** @typedef {"live"|"stale"|"alone"} FeedState */
/** @typedef {{server?: number, seqs?: Record<string, number>, build?: string}} Heartbeat */

/** @fires Feed#board {topic, name, board}  @fires Feed#state {state}  @fires Feed#build {build}
 *  @fires Feed#seq {topic, seq}  @fires Feed#time {}  @fires Feed#refused {code, message, topic?}  @fires Feed#behind {topic} */
export class Feed {
  #events = new EventTarget();
  #time;
  #connection;
  #poll;
  /** @type {Record<string, string>} */
  #headers;
  #cache;
  /** @type {Map<string, Topic>} */
  #topics = new Map();
  /** The seq in the last heartbeat, by topic. @type {Map<string, number|null>} */
  #expected = new Map();
  /** When to ask for missing data (local ms), by topic. @type {Map<string, number>} */
  #patience = new Map();
  /** Heartbeats in a row below our seq, by topic. @type {Map<string, number>} */
  #behind = new Map();
  #heard = performance.now();
  #polled = -Infinity;
  /** @type {FeedState} */
  #state = "live";
  /** @type {number|null} */
  #polling = null;
  #sleep = new SleepWatch();
  #kept = 0;
  /** @type {Record<string, Record<string, AnyBoard>>|null} */
  #cached = null;
  #oldest;
  /** @type {number|null} */
  #heardAt = null;
  #openedAt = 0;
  /** When the server last sent `waiting` (its database does not answer), and since when polls have been answered. */
  #waitingAt = -Infinity;
  #staleAt = 0;

  /**
   * @param {{socket: string, poll: string, time: ServerTime, cache?: string, oldest?: number,
   *   token?: string}} options
   *   `socket` and `poll` are paths ("/ws/live/", "/live/"); `cache` names this page's copy in local storage,
   *   which is not shown once the last contact is longer than `oldest` ago (ms); `token` is sent with polls and
   *   when opening the socket, never in a URL
   */
  constructor({ socket, poll, time, cache = "", oldest = Infinity, token = "" }) {
    this.#oldest = oldest;
    this.#headers = token ? { Authorization: `Bearer ${token}` } : {};
    this.#time = time;
    this.#poll = poll;
    this.#cache = cache && `feed:${cache}`;
    const url = new URL(socket, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const protocols = token ? ["room", `token.${token}`] : [];
    this.#connection = new Connection(url.href, protocols, time, {
      open: () => this.#opened(),
      message: (message) => this.#take(message),
      lost: () => this.#lost(),
    });
    this.#kept = this.#restore();
    setInterval(() => this.#tick(), 1_000);
    addEventListener("online", () => this.#connection.probe());
    addEventListener("pageshow", () => this.#connection.probe());
    addEventListener("pagehide", () => this.#keep());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") {
        this.#tick();
        this.#connection.probe();
      }
    });
    this.#connection.connect();
  }

  /**
   * Call a function on events of a name, see above.
   * @param {string} name  @param {(event: CustomEvent) => void} listener
   */
  addEventListener(name, listener) {
    this.#events.addEventListener(name, /** @type {EventListener} */ (listener));
  }

  /** @param {string} name  @param {(event: CustomEvent) => void} listener */
  removeEventListener(name, listener) {
    this.#events.removeEventListener(name, /** @type {EventListener} */ (listener));
  }

  /** @param {string} name  @param {object} [detail] */
  #emit(name, detail = {}) {
    this.#events.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** "live", "stale" or "alone". */
  get state() {
    return this.#state;
  }

  /** Return the ms since the server last confirmed the boards, over either way. */
  get age() {
    return performance.now() - Math.max(this.#heard, this.#polled);
  }

  /**
   * Follow a topic; its boards arrive as `board` events, without a board where it no longer exists.
   * @param {string} name "room", "t7", or a part of an event: "t7/table/12"
   */
  follow(name) {
    if (this.#topics.has(name)) return;
    // Data stored by an earlier page is used at the start only. A topic followed again waits for its
    // snapshot: changes made
    // in between are unknown here.
    const topic = new Topic(name, this.#cached?.[name]);
    if (this.#cached) delete this.#cached[name];
    this.#topics.set(name, topic);
    this.#ask(topic);
    for (const board of topic.boards.keys()) this.#tell(topic, board);
    if (this.#state !== "live") this.#pollSoon(0);
  }

  /** Stop following a topic; its boards are dropped. @param {string} name */
  leave(name) {
    if (!this.#topics.delete(name)) return;
    this.#expected.delete(name);
    this.#patience.delete(name);
    this.#connection.send({ do: "leave", topic: name });
    this.#keep();
  }

  /**
   * Ask over HTTP for what this page may have missed of a topic, after a sign that it is outdated: a refused command.
   * @param {string} name
   */
  recheck(name) {
    const topic = this.#topics.get(name);
    // Without a response the next heartbeat or poll finds it.
    if (topic) this.#question(topic).catch(() => {});
  }

  /** Return the newest board of a name, or undefined. @param {string} topic  @param {string} name  @returns {any} */
  board(topic, name) {
    return this.#topics.get(topic)?.boards.get(name);
  }

  /** Return the boards of many, by the part of their name after the colon. @param {string} topic  @param {string} kind */
  boardsOf(topic, kind) {
    const found = new Map();
    for (const [name, board] of this.#topics.get(topic)?.boards ?? []) {
      if (name.startsWith(`${kind}:`)) found.set(name.slice(kind.length + 1), board);
    }
    return found;
  }

  /** Return the journal entry up to which a topic is known, or null. @param {string} topic */
  seq(topic) {
    return this.#topics.get(topic)?.seq ?? null;
  }

  /** Return the clock of a tournament's topic merged with its structure, or undefined. @param {string} topic */
  clock(topic) {
    return this.#topics.get(topic)?.clock;
  }

  /** Whether the server has sent a topic's boards since this page was loaded. @param {string} topic */
  known(topic) {
    return (this.#topics.get(topic)?.seq ?? null) !== null;
  }

  /** Whether a topic's boards were stored by an earlier page and are not confirmed by the server yet. @param {string} topic */
  kept(topic) {
    const mine = this.#topics.get(topic);
    return mine !== undefined && mine.seq === null && mine.boards.size > 0;
  }

  /** Return the time of the last contact, by this page or the one before it (server ms), or null. */
  get heardAt() {
    return this.#heardAt;
  }

  #restore() {
    if (!this.#cache) return 0;
    try {
      const kept = JSON.parse(localStorage.getItem(this.#cache) ?? "null") ?? {};
      this.#cached = kept.topics;
      if (typeof kept.bridge === "number") this.#time.restore(kept.bridge);
      if (typeof kept.heard === "number") this.#heardAt = kept.heard;
      const age = this.#heardAt === null ? NaN : (this.#time.at() ?? NaN) - this.#heardAt;
      if (this.#oldest !== Infinity && !(age > -APART && age <= this.#oldest)) this.#cached = null;
    } catch {
      this.#cached = null;
    }
    return performance.now();
  }

  #keep() {
    this.#kept = performance.now();
    if (!this.#cache || !this.#topics.size) return;
    /** @type {Record<string, Topic>} */
    const topics = {};
    for (const [name, topic] of this.#topics) topics[name] = topic;
    try {
      localStorage.setItem(this.#cache, JSON.stringify({ topics, bridge: this.#time.bridge(), heard: this.#heardAt }));
    } catch {
      /* storage full or forbidden: the copy is optional */
    }
  }

  #opened() {
    this.#openedAt = performance.now();
    for (const topic of this.#topics.values()) this.#ask(topic);
  }

  #lost() {
    // Do not wait for a timeout in the first seconds of a page: poll at once.
    if ([...this.#topics.values()].some((topic) => topic.seq === null)) this.#pollSoon(0);
  }

  /** @param {Topic} topic */
  #ask(topic) {
    this.#patience.delete(topic.name);
    this.#connection.send({ do: "follow", topic: topic.name, seq: topic.since, structure: topic.structure });
  }

  /** @param {any} message */
  #take(message) {
    if (message.is === "waiting") {
      this.#waitingAt = performance.now();
      return;
    }
    // A pong from a server without its database does not confirm any board.
    if (message.is !== "pong" || this.#waitingAt < this.#heard) this.#heardAt = this.#time.at() ?? this.#heardAt;
    switch (message.is) {
      case "snapshot":
      case "current":
      case "change":
        this.#apply(message);
        break;
      case "heartbeat":
        this.#heartbeat(message);
        break;
      case "pong":
        this.#emit("time");
        break;
      case "refused":
        this.#emit("refused", message);
        break;
      default:
    }
  }

  /** @param {TopicMessage} message */
  #apply(message) {
    const topic = this.#topics.get(message.topic);
    if (!topic) return;
    const changed = topic.apply(message);
    // The server has responded: from here on only its data counts.
    if (message.is === "snapshot") this.#cached = null;
    for (const name of changed) this.#tell(topic, name);
    this.#emit("seq", { topic: topic.name, seq: topic.seq });
    this.#weigh(topic);
    if (changed.length) this.#keep();
  }

  /** @param {Topic} topic  @param {string} name */
  #tell(topic, name) {
    const detail = { topic: topic.name, name, board: topic.boards.get(name) };
    this.#emit("board", detail);
  }

  /** @param {Heartbeat} message */
  #heartbeat(message) {
    this.#heard = performance.now();
    this.#connection.resetBackoff();
    this.#setState();
    for (const topic of this.#topics.values()) {
      const seq = message.seqs?.[topic.name];
      this.#expected.set(topic.name, seq ?? null);
      this.#weigh(topic);
      const behind = seq !== undefined && topic.seq !== null && seq < topic.seq;
      const times = behind ? (this.#behind.get(topic.name) ?? 0) + 1 : 0;
      this.#behind.set(topic.name, times);
      if (times === BEHIND) this.#emit("behind", { topic: topic.name });
    }
    if (message.build) this.#emit("build", { build: message.build });
  }

  /** Start or cancel the timer for a topic with missing data. @param {Topic} topic */
  #weigh(topic) {
    const expected = this.#expected.get(topic.name);
    const missing = topic.seq === null || topic.gap || expected === null || (expected !== undefined && expected > topic.seq);
    if (!missing) this.#patience.delete(topic.name);
    else if (!this.#patience.has(topic.name)) this.#patience.set(topic.name, performance.now() + PATIENCE);
  }

  #tick() {
    const slept = this.#sleep.check(document.visibilityState === "hidden");
    if (slept) {
      this.#time.forget(slept.slept);
      this.#connection.measure();
      this.#connection.probe();
      this.#emit("time");
    }
    const now = performance.now();
    for (const [name, until] of this.#patience) {
      if (now < until || !this.#connection.open) continue;
      const topic = this.#topics.get(name);
      if (topic) this.#ask(topic);
      this.#patience.set(name, now + AGAIN);
    }
    // A socket stays open while its server sends `waiting`, unless another server answers polls.
    const kept = this.#state === "stale" && now - this.#staleAt > AGAIN ? -Infinity : this.#waitingAt;
    if (this.#connection.open && now - Math.max(this.#heard, this.#openedAt, kept) > SILENCE) this.#connection.drop();
    this.#setState();
    if (now - this.#kept > KEEP_EVERY) this.#keep();
  }

  #setState() {
    const now = performance.now();
    /** @type {FeedState} */
    let state = "live";
    if (now - this.#heard > SILENCE) state = now - this.#polled > SILENCE ? "alone" : "stale";
    if (state === this.#state) return;
    // The server is back: skip the rest of the back-off.
    if (this.#state === "alone") this.#connection.probe();
    this.#state = state;
    if (state === "stale") this.#staleAt = now;
    if (state !== "live") this.#pollSoon(0);
    this.#emit("state", { state });
  }

  #pollSoon(pause = POLL * (2 / 3 + Math.random() * (2 / 3))) {
    if (this.#polling !== null) return;
    this.#polling = setTimeout(async () => {
      await Promise.allSettled([...this.#topics.values()].map((topic) => this.#question(topic)));
      this.#polling = null;
      this.#setState();
      const waiting = [...this.#topics.values()].some((topic) => topic.seq === null);
      if (this.#state !== "live" || waiting) this.#pollSoon();
    }, pause);
  }

  /** @param {Topic} topic */
  async #question(topic) {
    const sent = performance.now();
    const since = topic.since === null ? "" : `?seq=${topic.since}`;
    const answer = await fetch(`${this.#poll}${topic.name}/${since}`, {
      cache: "no-store",
      headers: this.#headers,
      signal: AbortSignal.timeout(POLL_WITHIN),
    });
    const received = performance.now();
    const message = await answer.json();
    if (!answer.ok) {
      this.#emit("refused", message);
      return;
    }
    this.#polled = performance.now();
    this.#time.add(sent, received, message.server);
    this.#emit("time");
    this.#take(message);
  }
}
