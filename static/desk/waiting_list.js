/** The waiting list of an event, fetched anew whenever the feed says that something about it is another. */

import { countTimes } from "../shared/ui/press.js";
import { duration } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";

const { config, feed, time } = startPage();
const place = document.getElementById("lists");
/** How long a seat is still held. */
const count = countTimes(place, time, (ms) => duration(ms / 1_000));
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
const covered = Number(place.dataset.seq);

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || !TELLING.has(name)) return;
  // The page covers the journal up to the line it was made at; what came between it and the first snapshot is newer.
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
