/**
 * Estimate of the server's time from pings, independent of this machine's wall clock while the server
 * responds.
 *
 * All values are milliseconds. "Local" is performance.now(); "server" is milliseconds since 1970 by the
 * server.
 */

/** Maximum drift between two quartz clocks: an old bound is widened by this part of its age. */
const DRIFT = 100e-6;
/** Older bounds are less precise than later ones (ms). */
const KEEP = 300_000;
/** A small difference is corrected at this rate (ms per ms), so that no digit jumps. */
const SLEW = 0.005;
/** A difference from here on is corrected at once. */
const JUMP = 250;
/** The first bounds are rough: until this many have come, each better estimate is applied at once. */
const SETTLING = 20;

/** The server's clock, bounded from both sides by every answered ping. */
export class ServerTime {
  #now;
  /** @type {{low: number, high: number, at: number}[]} */
  #samples = [];
  #settling = SETTLING;
  /** @type {number} */
  #target = 0;
  /** @type {number|null} */
  #offset = null;
  #offsetAt = 0;
  #width = Infinity;

  /** @param {() => number} now the local monotonic clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Whether any estimate exists, measured or bridged. */
  get known() {
    return this.#offset !== null;
  }

  /** Width of the interval that holds the offset, in ms: Infinity while nothing is measured. */
  get width() {
    return this.#width;
  }

  /**
   * Add one answered ping.
   * @param {number} sent local time before sending
   * @param {number} received local time at the answer
   * @param {number} server the server's whole milliseconds when it answered
   */
  add(sent, received, server) {
    if (!(received >= sent) || !Number.isFinite(server)) return;
    this.#samples.push({ low: server - received, high: server - sent + 1, at: received });
    this.#samples = this.#samples.filter((sample) => received - sample.at <= KEEP);
    const bounds = this.#intersect(received);
    this.#width = bounds.high - bounds.low;
    this.#aim((bounds.low + bounds.high) / 2, received);
  }

  /**
   * Return the server's time now, or at a local time; null while unknown. Never runs backwards by slewing.
   */
  at(local = this.#now()) {
    if (this.#offset === null) return null;
    this.#slew(local);
    return local + this.#offset;
  }

  /**
   * Drop all bounds: the local clock may have stopped meanwhile. The next responses are applied at once.
   * @param {number} slept ms by which the local clock seems to have stood still; holds until the server answers
   */
  forget(slept = 0) {
    this.#samples = [];
    this.#width = Infinity;
    this.#settling = SETTLING;
    if (this.#offset === null) return;
    this.#offset += slept;
    this.#target = this.#offset;
  }

  /**
   * Return the server's time minus this machine's wall clock, stored for a reload without a server; null if
   * unknown.
   * @param {number} wall this machine's wall clock (ms)
   */
  bridge(wall = Date.now()) {
    const server = this.at();
    return server === null ? null : server - wall;
  }

  /** Use a stored bridge after a reload. The first measured response replaces it at once. @param {number} bridge  @param {number} wall */
  restore(bridge, wall = Date.now()) {
    if (this.#offset !== null || !Number.isFinite(bridge)) return;
    const local = this.#now();
    this.#offset = this.#target = wall + bridge - local;
    this.#offsetAt = local;
  }

  /**
   * Newest first; bounds that contradict newer ones (the server's clock was set) are dropped with all older
   * ones.
   * @param {number} local
   */
  #intersect(local) {
    let low = -Infinity;
    let high = Infinity;
    for (let i = this.#samples.length - 1; i >= 0; i -= 1) {
      const sample = this.#samples[i];
      const slack = (local - sample.at) * DRIFT;
      const nextLow = Math.max(low, sample.low - slack);
      const nextHigh = Math.min(high, sample.high + slack);
      if (nextLow > nextHigh) {
        this.#samples.splice(0, i + 1);
        break;
      }
      low = nextLow;
      high = nextHigh;
    }
    return { low, high };
  }

  /** @param {number} target  @param {number} local */
  #aim(target, local) {
    if (this.#offset !== null) this.#slew(local);
    this.#target = target;
    const rough = this.#settling > 0;
    if (rough) this.#settling -= 1;
    if (this.#offset === null || rough || Math.abs(target - this.#offset) >= JUMP) {
      this.#offset = target;
      this.#offsetAt = local;
    }
  }

  /** @param {number} local */
  #slew(local) {
    if (this.#offset === null) return;
    const room = Math.max(0, local - this.#offsetAt) * SLEW;
    const away = this.#target - this.#offset;
    this.#offset += Math.sign(away) * Math.min(Math.abs(away), room);
    this.#offsetAt = Math.max(this.#offsetAt, local);
  }
}

/** Two clocks may differ by this much before it counts as sleep (ms). */
const APART = 1_000;
/** Timers of a visible page that are this late mean that the machine was asleep (ms). */
const GAP = 5_000;

/**
 * Detects that the machine slept. performance.now() stops in a suspended machine on some systems and
 * continues on others, so both signs count: wall and local clock apart, or a gap between two checks.
 */
export class SleepWatch {
  #now;
  #wall;
  #lastNow;
  #lastWall;

  constructor(now = () => performance.now(), wall = () => Date.now()) {
    this.#now = now;
    this.#wall = wall;
    this.#lastNow = now();
    this.#lastWall = wall();
  }

  /**
   * Compare with the last check; call about once a second.
   * @param {boolean} hidden a hidden page's timers are throttled by the browser: gaps are ignored
   * @returns {{slept: number}|null} null when all is well; `slept` is how long the local clock stood still (ms)
   */
  check(hidden = false) {
    const now = this.#now();
    const wall = this.#wall();
    const ran = now - this.#lastNow;
    const apart = wall - this.#lastWall - ran;
    this.#lastNow = now;
    this.#lastWall = wall;
    if (Math.abs(apart) > APART) return { slept: Math.max(0, apart) };
    if (ran > GAP && !hidden) return { slept: 0 };
    return null;
  }
}
