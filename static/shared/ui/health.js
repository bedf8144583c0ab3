/** A strip that names missing parts of the server. */

import { el } from "./dom.js";

/** Poll interval while all is well, and while something is missing (ms). */
const EVERY = 30_000;
const SOON = 3_000;
const WITHIN = 6_000;

/**
 * @param {HTMLElement} strip hidden while all is well  @param {import("./words.js").Words} words
 * @param {import("../feed/feed.js").Feed} feed when its state changes, the strip polls at once
 */
export function watchHealth(strip, words, feed) {
  let timer = null;
  let asked = 0;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.visibilityState === "visible" ? look() : again()), strip.hidden ? EVERY : SOON);
  };
  const look = async () => {
    clearTimeout(timer);
    asked += 1;
    const number = asked;
    const missing = await missingParts();
    if (number !== asked) return;
    strip.hidden = missing.length === 0;
    const key = missing.join(" ");
    // Changed only with the content: screen readers read it aloud.
    if (strip.dataset.missing !== key) strip.replaceChildren(el("strong", {}, words.say("health.title")), ...missing.map((part) => el("p", {}, words.say(`health.${part}`))));
    strip.dataset.missing = key;
    again();
  };
  feed.addEventListener("state", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  look();
}

async function missingParts() {
  try {
    const answer = await fetch("/health/", { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    const { parts } = await answer.json();
    return Object.keys(parts).filter((part) => !parts[part].ok);
  } catch {
    return ["server"];
  }
}
