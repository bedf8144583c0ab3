/** The waiting list of an event, fetched again after changes. */

import { countTimes } from "../shared/ui/press.js";
import { duration } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";

const { config, feed, time } = startPage();
const place = document.getElementById("lists");
/** Remaining time of held seats. */
const count = countTimes(place, time, (ms) => duration(ms / 1_000));
const topic = `t${config.tournament}`;
/** Boards that announce changes of the lists. */
const TELLING = new Set(["waiting_list", "registration", "seating"]);
/** Several changes are one fetch (ms); timeout of a response (ms). */
const GATHER = 150;
const WITHIN = 8_000;

let waiting = null;
let again = false;
let busy = false;
const seen = new Map();
const covered = Number(place.dataset.seq);

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || !TELLING.has(name)) return;
  // The page covers the journal up to the entry it was rendered at; changes between it and the first snapshot
  // are newer.
  const isNew = seen.has(name) ? seen.get(name) !== board?.seq : board?.seq > covered;
  seen.set(name, board?.seq);
  if (isNew) soon();
});
feed.follow(topic);

function soon() {
  waiting ??= setTimeout(async () => {
    waiting = null;
    await renew();
  }, GATHER);
}

/** Keep the form while a reason is being typed or a button is about to be pressed. */
const inUse = () => place.querySelector("details[open]") !== null || place.contains(document.activeElement);

async function renew() {
  if (busy || inUse()) {
    again = true;
    return;
  }
  busy = true;
  try {
    const answer = await fetch(place.dataset.address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    if (answer.ok) {
      const text = await answer.text();
      if (inUse()) again = true;
      else {
        place.innerHTML = text;
        count();
      }
    }
  } catch {
    again = true;
  }
  busy = false;
}

setInterval(() => {
  if (!again || inUse()) return;
  again = false;
  soon();
}, 1_000);
