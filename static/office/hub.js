/** The staff's start page: events with links to each remote, and server health. */

import { html } from "lit-html";
import { byId, find } from "../shared/ui/dom.js";
import { EventCards } from "../shared/ui/event_cards.js";
import { watchHealth } from "../shared/ui/health.js";
import { startPage } from "../shared/ui/page.js";
import { Attention } from "./attention.js";
import { Watch } from "./hub_simulation.js";

const DISMISSED = "first-steps-done";

/** Links of each role to an event, path and label: the first one is its main page. @type {Record<string, [string, string][]>} */
const WAYS = {
  director: [["", "page.remote"], ["floor/", "page.floor"]],
  floor: [["floor/", "page.floor"], ["", "page.remote"]],
  dealer: [["dealer/", "page.tables"], ["", "page.open_clock"]],
};

const { config, feed, time, words, commands } = startPage();
const ways = WAYS[config.role] ?? [["", "page.open_clock"]];
const main = ways.length > 1 ? "btn btn-large btn-block btn-primary" : "btn btn-large btn-block";
new EventCards({
  place: byId("events"), empty: byId("no-events"), feed, time, words, demos: true,
  footer: (tournament) => html`<div class="card-footer">${ways.map(([page, key], i) => html`<a class=${i ? "btn" : main} href="/staff/t/${tournament}/${page}">${words.say(key)}</a>`)}</div>`,
});
const lines = document.getElementById("attention-lines");
if (lines) new Attention(lines, { feed, words, kinds: config.attention });
const watch = /** @type {HTMLDetailsElement|null} */ (document.getElementById("watch"));
if (watch) new Watch(watch, words, commands, feed);
watchHealth(byId("health"), words, feed);

const steps = document.getElementById("first-steps");
if (steps) {
  steps.hidden = localStorage.getItem(DISMISSED) === "1";
  find(steps, "button").addEventListener("click", () => {
    localStorage.setItem(DISMISSED, "1");
    steps.hidden = true;
  });
}
