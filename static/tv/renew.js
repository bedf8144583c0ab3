/**
 * Reloads a display automatically, but only if the server responds and the display is not being watched
 * closely.
 */

const MINUTE = 60_000;
/** Displays of a room spread their reloads over this span (ms). */
const SPREAD = 15_000;
/** Minimum time between reloads for the same reason (ms): two servers of different builds would never end. */
const ONCE = 10 * MINUTE;
/** Retry interval while a reload is not acceptable, or no server responds (ms). */
const AGAIN = 10_000;
/** Poll interval for changes only the page itself shows, such as a new code (ms). */
const ASK = 3_000;

export class Renewal {
  #calm;
  /** @type {ReturnType<typeof setTimeout>|null} */
  #timer = null;
  /** @type {ReturnType<typeof setTimeout>|null} */
  #asking = null;

  /** @param {() => boolean} calm whether the picture may be interrupted for a second */
  constructor(calm) {
    this.#calm = calm;
  }

  /** Reload soon. @param {string} reason a new build's name, or what else makes this page outdated  @param {number} spread over so many ms */
  soon(reason, spread = SPREAD) {
    if (this.#timer !== null || tried(reason)) return;
    const attempt = async () => {
      if (this.#calm() && (await freshConfig()) !== null) {
        sessionStorage.setItem("renewed", JSON.stringify({ reason, at: Date.now() }));
        location.reload();
        return;
      }
      this.#timer = setTimeout(attempt, AGAIN * (0.5 + Math.random()));
    };
    this.#timer = setTimeout(attempt, Math.random() * spread);
  }

  /**
   * Reload once the server would render this page for another screen or with another code.
   * @param {{screen: number|null, code: string|null}} config what the page was given
   * @param {() => boolean} wanted whether it is still of interest; asked before every question
   */
  whenPairedAnew(config, wanted) {
    if (this.#asking !== null) return;
    this.#asking = setTimeout(async () => {
      this.#asking = null;
      if (!wanted()) return;
      const fresh = await freshConfig();
      if (fresh && (fresh.screen !== config.screen || fresh.code !== config.code)) location.reload();
      else this.whenPairedAnew(config, wanted);
    }, ASK * (0.7 + Math.random() * 0.6));
  }
}

/** @param {string} reason */
function tried(reason) {
  const last = JSON.parse(sessionStorage.getItem("renewed") ?? "null");
  return last?.reason === reason && Math.abs(Date.now() - last.at) < ONCE;
}

/** Return the config the server itself, not a cache, would give this page; null without a response. */
async function freshConfig() {
  try {
    const answer = await fetch(location.href, {
      cache: "no-store",
      headers: { "X-Probe": "1" },
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok || answer.headers.has("X-From-Cache")) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return JSON.parse(page.getElementById("config")?.textContent ?? "null");
  } catch {
    return null;
  }
}
