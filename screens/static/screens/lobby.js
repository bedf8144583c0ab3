/** The first page: today's events, followed live by anybody. */

import { EventCards } from "./events.js";
import { startPage } from "./page.js";

const { feed, time, words } = startPage();
new EventCards({
  place: document.getElementById("events"), empty: document.getElementById("no-events"), feed, time, words,
});
