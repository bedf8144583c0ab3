/**
 * One socket to the server that is either open and responsive, or being reopened: back-off with jitter, an
 * open timeout, and application pings, because a half-open connection looks healthy to the browser for
 * minutes.
 */

/** First and longest pause between two attempts (ms). */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** Timeout of an attempt to open (ms). */
const OPEN_WITHIN = 8_000;
/** A ping unanswered for this long means a dead connection (ms); less after a possible interruption. */
const ANSWER_WITHIN = 8_000;
const PROBE_WITHIN = 3_000;
/** How often to ping (ms) until this many were sent since opening: quickly, then twice a second; slowly in the end. On a
 *  restless connection, where the server's time is not yet known to SHARP ms, some more in between. */
const QUICK = { until: 10, every: 80 };
const MIDDLE = { until: 40, every: 500 };
const RESTLESS = { until: 120, every: 250 };
const SLOW = { every: 20_000 };
const SHARP = 8;

export class Connection {
  #url;
  #protocols;
  #time;
  #handlers;
  /** @type {WebSocket|null} */
  #socket = null;
  #failures = 0;
  /** Timers: of the next attempt, of an attempt, of the next ping, of an unanswered ping. @type {number|undefined} */
  #retry;
  /** @type {number|undefined} */
  #opening;
  /** @type {number|undefined} */
  #pinging;
  /** @type {number|undefined} */
  #answering;
  /** When each unanswered ping was sent, by its number. @type {Map<number, number>} */
  #pings = new Map();
  #sentPings = 0;
  #nextPing = 0;
  #number = 0;

  /**
   * @param {string} url of the socket
   * @param {string[]} protocols offered to the server: the one it chooses, and the token
   * @param {import("./time.js").ServerTime} time receives every answered ping
   * @param {{open: () => void, message: (message: any) => void, lost: () => void}} handlers
   */
  constructor(url, protocols, time, handlers) {
    this.#url = url;
    this.#protocols = protocols;
    this.#time = time;
    this.#handlers = handlers;
  }

  /** Whether messages can be sent. */
  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Open at once, unless open or opening. */
  connect() {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    /** @type {WebSocket} */
    let socket;
    try {
      socket = new WebSocket(this.#url, this.#protocols);
    } catch {
      this.#again();
      return;
    }
    this.#socket = socket;
    this.#opening = setTimeout(() => this.drop(), OPEN_WITHIN);
    /** @template {Event} E @param {(event: E) => void} handler @returns {(event: E) => void} */
    const mine = (handler) => (event) => {
      if (this.#socket === socket) handler(event);
    };
    socket.onopen = mine(() => {
      clearTimeout(this.#opening);
      this.#handlers.open();
      this.measure();
    });
    socket.onmessage = mine((/** @type {MessageEvent} */ event) => this.#hear(event.data));
    socket.onclose = mine(() => this.drop());
  }

  /** Drop this connection without a close handshake, and retry after a pause. */
  drop() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#opening);
    clearTimeout(this.#pinging);
    clearTimeout(this.#answering);
    this.#answering = undefined;
    this.#pings.clear();
    socket?.close();
    this.#handlers.lost();
    this.#again();
  }

  /** The server is healthy: the next loss starts with the shortest pause again. */
  resetBackoff() {
    this.#failures = 0;
  }

  /** Check the connection now after a possible interruption (page shown again, network back). */
  probe() {
    if (this.open) {
      this.#ping(PROBE_WITHIN);
    } else if (!this.#socket) {
      this.#failures = 0;
      this.connect();
    }
  }

  /**
   * Measure the time: quickly at first, unless it is well known already (a thousand screens may be coming
   * back).
   */
  measure() {
    this.#sentPings = this.#time.width > SHARP ? 0 : MIDDLE.until;
    this.#pace();
  }

  /** Send a message if open; the caller repeats important ones after the next open. @param {object} message */
  send(message) {
    if (this.open) this.#socket?.send(JSON.stringify(message));
  }

  #again() {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 10);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), pause * (0.5 + Math.random() / 2));
  }

  /** @param {string} data */
  #hear(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message.is === "pong") this.#pong(message);
    else this.#handlers.message(message);
    // A hidden page's timers are throttled, its messages are not: they keep the pings on time.
    if (performance.now() > this.#nextPing + 1_000) this.#pace();
  }

  #pace() {
    clearTimeout(this.#pinging);
    if (!this.open) return;
    this.#ping(ANSWER_WITHIN);
    this.#sentPings += 1;
    const pace = this.#time.width > SHARP ? [QUICK, MIDDLE, RESTLESS] : [QUICK, MIDDLE];
    const pause = (pace.find(({ until }) => this.#sentPings < until) ?? SLOW).every;
    this.#nextPing = performance.now() + pause;
    this.#pinging = setTimeout(() => this.#pace(), pause);
  }

  /** @param {number} within ms */
  #ping(within) {
    this.#number += 1;
    this.#pings.set(this.#number, performance.now());
    this.send({ do: "ping", n: this.#number });
    if (this.#answering !== undefined && within >= ANSWER_WITHIN) return;
    clearTimeout(this.#answering);
    this.#answering = setTimeout(() => this.drop(), within);
  }

  /** @param {{n: number, server: number}} message */
  #pong(message) {
    const received = performance.now();
    clearTimeout(this.#answering);
    this.#answering = undefined;
    const sent = this.#pings.get(message.n);
    if (sent === undefined) return;
    this.#pings.delete(message.n);
    this.#time.add(sent, received, message.server);
    this.#handlers.message(message);
  }
}
