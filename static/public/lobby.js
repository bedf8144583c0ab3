/** The public start page: today's events, live. */

import { html } from "lit-html";
import { byId } from "../shared/ui/dom.js";
import { EventCards } from "../shared/ui/event_cards.js";
import { startPublicPage } from "../shared/ui/public_page.js";

const { config, feed, time, words } = startPublicPage();
new EventCards({
  place: byId("events"), empty: byId("no-events"), later: byId("later"), feed, time, words, schedule: true, series: config.series,
  footer: (tournament) => html`
    <div class="card-footer">
      <a class="btn" href="/events/${tournament}/">${words.say("page.event")}</a>
      <a class="btn to-results" href="/results/${tournament}/">${words.say("page.results")}</a>
    </div>`,
});
