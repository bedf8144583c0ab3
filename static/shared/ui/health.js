/** A strip that names missing parts of the server. */

import { html, render } from "lit-html";
import { readJson, RequestError } from "../feed/request.js";

/** @import { Feed } from "../feed/feed.js" */
/** @import { Words } from "./words.js" */

/** Poll interval while all is well, and while something is missing (ms). */
const EVERY = 30_000;
const SOON = 3_000;

/**
 * @param {HTMLElement} strip hidden while all is well  @param {Words} words
 * @param {Feed} feed when its state changes, the strip polls at once
 */
export function watchHealth(strip, words, feed) {
  /** @type {number|undefined} */
  let timer;
  let asked = 0;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.visibilityState === "visible" ? check() : again()), strip.hidden ? EVERY : SOON);
  };
  const check = async () => {
    clearTimeout(timer);
    asked += 1;
    const number = asked;
    const missing = await missingParts();
    if (number !== asked) return;
    strip.hidden = missing.length === 0;
    render(missing.length ? html`<strong>${words.say("health.title")}</strong>${missing.map((part) => html`<p>${words.say(`health.${part}`)}</p>`)}` : "", strip);
    again();
  };
  feed.addEventListener("state", check);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());
  check();
}

/** @typedef {{parts?: Record<string, {ok: boolean}>}|null} Health */

/** @returns {Promise<string[]>} */
async function missingParts() {
  /** @type {Health} */
  const health = await readJson("/health/").catch((error) => (error instanceof RequestError ? error.body : null));
  const parts = health?.parts;
  return parts ? Object.keys(parts).filter((part) => !parts[part]?.ok) : ["server"];
}
