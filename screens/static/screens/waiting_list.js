/** The waiting list of an event, fetched anew whenever the feed says that something about it is another. */

import { startPage } from "./page.js";

const { config, feed } = startPage();
const place = document.getElementById("lists");
const topic = `t${config.tournament}`;
/** Boards that tell of a change in the lists. */
const TELLING = new Set(["queue", "registration", "seating"]);
/** Several changes at once are one fetch (ms); an answer is given up after this long (ms). */
const GATHER = 150;
const WITHIN = 8_000;

let waiting = null;
let again = false;
let busy = false;
const seen = new Map();

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || !TELLING.has(name)) return;
  const first = !seen.has(name);
  const before = seen.get(name);
  seen.set(name, board?.seq);
  // The page came with what the first snapshot tells.
  if (!first && before !== board?.seq) soon();
});
feed.follow(topic);

function soon() {
  waiting ??= setTimeout(async () => {
    waiting = null;
    await renew();
  }, GATHER);
}

/** Somebody who is writing a reason, or is about to press, is not to lose it. */
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
      else place.innerHTML = text;
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
