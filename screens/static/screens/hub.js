/** The staff's first page: the events with the way into each remote, and what is wrong with the server. */

import { el } from "./dom.js";
import { EventCards } from "./events.js";
import { watchHealth } from "./health.js";
import { Watch } from "./hub_watch.js";
import { startPage } from "./page.js";

const DISMISSED = "first-steps-done";

const { config, feed, time, words, commands } = startPage();
const steers = config.may.includes("run_clock");
new EventCards({
  place: document.getElementById("events"), empty: document.getElementById("no-events"), feed, time, words,
  footer: (tournament) => el("div.card-footer", {},
    el(`a.btn.btn-large.btn-block${steers ? ".btn-primary" : ""}`, { href: `/staff/t/${tournament}/` },
      words.say(steers ? "page.remote" : "page.look"))),
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
