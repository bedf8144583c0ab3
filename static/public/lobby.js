/** The public start page: today's events, live. */

import { el } from "../shared/ui/dom.js";
import { EventCards } from "../shared/feed/events.js";
import { startPage } from "../shared/ui/page.js";

const { feed, time, words } = startPage();
new EventCards({
  place: document.getElementById("events"), empty: document.getElementById("no-events"), later: document.getElementById("later"), feed, time, words,
  footer: (tournament) => el("div.card-footer", {},
    el("a.btn", { href: `/events/${tournament}/` }, words.say("page.event")),
    el("a.btn.to-results", { href: `/results/${tournament}/` }, words.say("page.results"))),
});
