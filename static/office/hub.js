/** The staff's start page: events with links to each remote, and server health. */

import { el } from "../shared/ui/dom.js";
import { EventCards } from "../shared/feed/events.js";
import { watchHealth } from "../shared/ui/health.js";
import { Watch } from "./hub_simulation.js";
import { startPage } from "../shared/ui/page.js";

const DISMISSED = "first-steps-done";

const { config, feed, time, words, commands } = startPage();
/** Links of each role to an event: the first one is its main page. */
const REMOTE = ["", "page.remote"];
const LOOK = ["", "page.look"];
const FLOOR = ["floor/", "page.floor"];
const WAYS = { director: [REMOTE, FLOOR], floor: [FLOOR, REMOTE], dealer: [["dealer/", "page.tables"], LOOK] };
const ways = WAYS[config.role] ?? [LOOK];
new EventCards({
  place: document.getElementById("events"), empty: document.getElementById("no-events"), feed, time, words, demos: true,
  footer: (tournament) => el("div.card-footer", {}, ...ways.map(([page, word], i) =>
    el(`a.btn${i ? "" : `.btn-large.btn-block${ways.length > 1 ? ".btn-primary" : ""}`}`, { href: `/staff/t/${tournament}/${page}` }, words.say(word)))),
});
const watch = document.getElementById("watch");
if (watch) new Watch(watch, words, commands, feed);
watchHealth(document.getElementById("health"), words, feed);

const steps = document.getElementById("first-steps");
if (steps) {
  steps.hidden = localStorage.getItem(DISMISSED) === "1";
  steps.querySelector("button").addEventListener("click", () => {
    localStorage.setItem(DISMISSED, "1");
    steps.hidden = true;
  });
}
