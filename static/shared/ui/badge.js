/** The state of a clock as a badge. */

import { html } from "lit-html";
import { flag, setText } from "./dom.js";

/** @import { ClockLook } from "./clock_view.js" */
/** @import { Words } from "./words.js" */

/** The state of a clock → the badge's class and text. @type {Record<ClockLook, [string, string]>} */
const BADGES = {
  waiting: ["is-waiting", "clock.not_started"],
  running: ["is-running", "page.running"],
  last_minute: ["is-running", "clock.last_minute"],
  break: ["is-running", "clock.break"],
  paused: ["is-paused", "clock.paused"],
  held: ["is-held", "clock.level_over"],
  day_over: ["is-held", "clock.day_over"],
  draw: ["is-held", "clock.stopped"],
  hands: ["is-held", "clock.last_hands"],
  over: ["is-over", "clock.structure_over"],
  won: ["is-over", "clock.closed"],
  closed: ["is-over", "clock.closed"],
};

/** The words for a clock's state. @param {ClockLook} state  @param {Words} words */
export const badgeText = (state, words) => words.say(BADGES[state][1]);

/** Render a clock's state. @param {ClockLook} state  @param {Words} words */
export function badgeOf(state, words) {
  const [name, key] = BADGES[state];
  return html`<span class="badge ${name}" data-state=${state}>${words.say(key)}</span>`;
}

/** Show a clock's state in a badge of the page. @param {HTMLElement} element  @param {ClockLook} state  @param {Words} words
 * @param {string} text if it says more than the state */
export function badge(element, state, words, text = "") {
  const [name, key] = BADGES[state];
  if (element.dataset.state !== state) element.className = `badge ${name}`;
  flag(element, "state", state);
  setText(element, text || words.say(key));
}
