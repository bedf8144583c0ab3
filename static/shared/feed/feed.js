/**
 * The live feed of a page: follows topics, keeps their boards by seq, notices what is missing, and goes on without the
 * server. See docs/wire.md.
 *
 * States: `live`  heartbeats come: what is shown is current
 *         `stale` no heartbeats, but asking over HTTP works: at most some seconds old
 *         `alone` the server does not answer at all: the clock runs on by itself
 */

import { Topic } from "./boards.js";
import { Line } from "./line.js";
import { SleepWatch } from "./time.js";

/** Without a heartbeat for this long the screen is on its own (ms). */
const SILENCE = 12_000;
/** A gap or a wrong heartbeat may close by itself for this long (ms). */
const PATIENCE = 1_000;
/** Asking again for what is still missing (ms). */
const AGAIN = 4_000;
/** Pause between two questions over HTTP (ms), each varied by a third. */
const POLL = 3_000;
/** A question over HTTP is given up after this long (ms). */
const POLL_WITHIN = 5_000;
/** This many heartbeats in a row below what we have: the server was put back to an older state. */
const BEHIND = 3;
/** How often the cache takes down the bridge to the wall clock (ms). */
const KEEP_EVERY = 30_000;
/** Two clocks of one moment may be apart by so much: a copy from later than now is of a machine with a wrong clock (ms). */
const APART = 60_000;

/** @fires Feed#board {topic, name, board}  @fires Feed#state {state}  @fires Feed#build {build}
 *  @fires Feed#time {}  @fires Feed#refused {code, message}  @fires Feed#behind {topic} */
export class Feed extends EventTarget {
  #time;
  #line;
  #poll;
  #headers;
  #cache;
  #topics = new Map();
  #expected = new Map();
  #patience = new Map();
  #behind = new Map();
  #heard = performance.now();
  #polled = -Infinity;
  #state = "live";
  #polling = null;
  #sleep = new SleepWatch();
  #kept = 0;
  #cached = null;
  #oldest;
  #heardAt = null;
  #openedAt = 0;

  /**
   * @param {{socket: string, poll: string, time: import("./time.js").ServerTime, cache?: string, oldest?: number,
   *   token?: string}} options
   *   `socket` and `poll` are paths ("/ws/live/", "/live/"); `cache` names this page's copy in local storage, which is
   *   not shown once the server was last heard longer than `oldest` ago (ms); `token` is shown when asking over HTTP
   *   and when opening the socket, never in an address
   */
  constructor({ socket, poll, time, cache = "", oldest = Infinity, token = "" }) {
    super();
    this.#oldest = oldest;
    this.#headers = token ? { Authorization: `Bearer ${token}` } : {};
    this.#time = time;
    this.#poll = poll;
    this.#cache = cache && `feed:${cache}`;
    const url = new URL(socket, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const protocols = token ? ["room", `token.${token}`] : [];
    this.#line = new Line(url.href, protocols, time, {
      open: () => this.#opened(),
      message: (message) => this.#take(message),
      lost: () => this.#lost(),
    });
    this.#kept = this.#restore();
    setInterval(() => this.#tick(), 1_000);
    addEventListener("online", () => this.#line.probe());
    addEventListener("pageshow", () => this.#line.probe());
    addEventListener("pagehide", () => this.#keep());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") {
        this.#tick();
        this.#line.probe();
      }
    });
    this.#line.connect();
  }

  /** "live", "stale" or "alone". */
  get state() {
    return this.#state;
  }

  /** Milliseconds since the server last said anything about the boards, over either way. */
  get age() {
    return performance.now() - Math.max(this.#heard, this.#polled);
  }

  /** Follow a topic from now on; its boards arrive as `board` events. */
  follow(name) {
    if (this.#topics.has(name)) return;
    // What an earlier page kept is good for the start of this one. Whoever comes back to a topic waits for its snapshot:
    // what was pressed while it was not followed is known to nobody here.
    const topic = new Topic(name, this.#cached?.[name]);
    if (this.#cached) delete this.#cached[name];
    this.#topics.set(name, topic);
    this.#ask(topic);
    for (const board of topic.boards.keys()) this.#tell(topic, board);
    if (this.#state !== "live") this.#pollSoon(0);
  }

  /** No longer follow a topic; its boards are forgotten. */
  leave(name) {
    if (!this.#topics.delete(name)) return;
    this.#expected.delete(name);
    this.#patience.delete(name);
    this.#line.send({ do: "leave", topic: name });
    this.#keep();
  }

  /** The newest board of a name, or undefined. */
  board(topic, name) {
    return this.#topics.get(topic)?.boards.get(name);
  }

  /** The clock of a tournament's topic together with its structure, or undefined. */
  clock(topic) {
    return this.#topics.get(topic)?.clock;
  }

  /** Whether the server has said what there is on a topic since this page was loaded. */
  known(topic) {
    return (this.#topics.get(topic)?.seq ?? null) !== null;
  }

  /** Whether what there is on a topic was kept by an earlier page, and the server has not yet said how it stands now. */
  kept(topic) {
    const mine = this.#topics.get(topic);
    return mine !== undefined && mine.seq === null && mine.boards.size > 0;
  }

  /** When the server was last heard, by this page or the one before it (server ms), or null. */
  get heardAt() {
    return this.#heardAt;
  }

  #restore() {
    if (!this.#cache) return 0;
    try {
      const kept = JSON.parse(localStorage.getItem(this.#cache)) ?? {};
      this.#cached = kept.topics;
      if (typeof kept.bridge === "number") this.#time.restore(kept.bridge);
      if (typeof kept.heard === "number") this.#heardAt = kept.heard;
      const age = this.#heardAt === null ? NaN : this.#time.at() - this.#heardAt;
      if (this.#oldest !== Infinity && !(age > -APART && age <= this.#oldest)) this.#cached = null;
    } catch {
      this.#cached = null;
    }
    return performance.now();
  }

  #keep() {
    this.#kept = performance.now();
    if (!this.#cache || !this.#topics.size) return;
    const topics = {};
    for (const [name, topic] of this.#topics) topics[name] = topic;
    try {
      localStorage.setItem(this.#cache, JSON.stringify({ topics, bridge: this.#time.bridge(), heard: this.#heardAt }));
    } catch {
      /* storage full or forbidden: the copy is a comfort only */
    }
  }

  #opened() {
    this.#openedAt = performance.now();
    for (const topic of this.#topics.values()) this.#ask(topic);
  }

  #lost() {
    // The first seconds of a page are no time to wait for silence: ask the other way at once.
    if ([...this.#topics.values()].some((topic) => topic.seq === null)) this.#pollSoon(0);
  }

  #ask(topic) {
    this.#patience.delete(topic.name);
    this.#line.send({ do: "follow", topic: topic.name, seq: topic.seq });
  }

  #take(message) {
    this.#heardAt = this.#time.at() ?? this.#heardAt;
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
        this.dispatchEvent(new CustomEvent("time"));
        break;
      case "refused":
        this.dispatchEvent(new CustomEvent("refused", { detail: message }));
        break;
      default:
    }
  }

  #apply(message) {
    const topic = this.#topics.get(message.topic);
    if (!topic) return;
    const changed = topic.apply(message);
    // The server speaks: from here on it alone says how things stand.
    if (message.is === "snapshot") this.#cached = null;
    for (const name of changed) this.#tell(topic, name);
    this.#weigh(topic);
    if (changed.length) this.#keep();
  }

  #tell(topic, name) {
    const detail = { topic: topic.name, name, board: topic.boards.get(name) };
    this.dispatchEvent(new CustomEvent("board", { detail }));
  }

  #heartbeat(message) {
    this.#heard = performance.now();
    this.#line.proven();
    this.#setState();
    for (const topic of this.#topics.values()) {
      const seq = message.seqs?.[topic.name];
      this.#expected.set(topic.name, seq ?? null);
      this.#weigh(topic);
      const behind = seq !== undefined && topic.seq !== null && seq < topic.seq;
      const times = behind ? (this.#behind.get(topic.name) ?? 0) + 1 : 0;
      this.#behind.set(topic.name, times);
      if (times === BEHIND) this.dispatchEvent(new CustomEvent("behind", { detail: { topic: topic.name } }));
    }
    if (message.build) this.dispatchEvent(new CustomEvent("build", { detail: { build: message.build } }));
  }

  /** Start or end the patience with a topic in which something is missing. */
  #weigh(topic) {
    const expected = this.#expected.get(topic.name);
    const missing = topic.seq === null || topic.gap || expected === null || expected > topic.seq;
    if (!missing) this.#patience.delete(topic.name);
    else if (!this.#patience.has(topic.name)) this.#patience.set(topic.name, performance.now() + PATIENCE);
  }

  #tick() {
    const slept = this.#sleep.check(document.visibilityState === "hidden");
    if (slept) {
      this.#time.forget(slept.slept);
      this.#line.measure();
      this.#line.probe();
      this.dispatchEvent(new CustomEvent("time"));
    }
    const now = performance.now();
    for (const [name, until] of this.#patience) {
      if (now < until || !this.#line.open) continue;
      this.#ask(this.#topics.get(name));
      this.#patience.set(name, now + AGAIN);
    }
    if (this.#line.open && now - Math.max(this.#heard, this.#openedAt) > SILENCE) this.#line.drop();
    this.#setState();
    if (now - this.#kept > KEEP_EVERY) this.#keep();
  }

  #setState() {
    const now = performance.now();
    let state = "live";
    if (now - this.#heard > SILENCE) state = now - this.#polled > SILENCE ? "alone" : "stale";
    if (state === this.#state) return;
    // The server is back: no need to wait for the pause that its absence has earned.
    if (this.#state === "alone") this.#line.probe();
    this.#state = state;
    if (state !== "live") this.#pollSoon(0);
    this.dispatchEvent(new CustomEvent("state", { detail: { state } }));
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

  async #question(topic) {
    const sent = performance.now();
    const since = topic.seq === null ? "" : `?seq=${topic.seq}`;
    const answer = await fetch(`${this.#poll}${topic.name}/${since}`, {
      cache: "no-store",
      headers: this.#headers,
      signal: AbortSignal.timeout(POLL_WITHIN),
    });
    const received = performance.now();
    const message = await answer.json();
    if (!answer.ok) {
      this.dispatchEvent(new CustomEvent("refused", { detail: message }));
      return;
    }
    this.#polled = performance.now();
    this.#time.add(sent, received, message.server);
    this.dispatchEvent(new CustomEvent("time"));
    this.#take(message);
  }
}
