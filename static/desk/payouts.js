/** Paying out: the list narrows while somebody types, arrows choose, and what is owed is fetched anew when it changes. */

import { money, readAmount } from "../shared/ui/money.js";
import { watchParts } from "../shared/feed/event_parts.js";
import { startPage } from "../shared/ui/page.js";

const { config, feed } = startPage();
const place = document.getElementById("payouts");
const field = document.getElementById("payouts-q");
const form = document.getElementById("pay-form");
const topic = `t${config.tournament}`;
/** Boards that tell of a change in what somebody is owed. */
const TELLING = new Set(["owed", "results", "bounties"]);
/** Several changes at once, or letters typed quickly, are one fetch (ms); an answer is given up after this long (ms). */
const GATHER = 150;
const WITHIN = 8_000;

let waiting = null;
let again = false;
let asked = 0;
const seen = new Map();
/** What somebody was owed when the form to pay was opened. */
const opened = place.querySelector("[data-stands]")?.dataset.stands;
const covered = Number(place.dataset.seq);

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || !TELLING.has(name)) return;
  // The page covers the journal up to the line it was made at; what came between it and the first snapshot is newer.
  const isNew = seen.has(name) ? seen.get(name) !== board?.seq : board?.seq > covered;
  seen.set(name, board?.seq);
  if (isNew) soon();
});
feed.follow(topic);
watchParts(feed, config.tournament);

function soon() {
  waiting ??= setTimeout(() => {
    waiting = null;
    renew();
  }, GATHER);
}

/** Somebody who is writing a reason, or is about to press, is not to lose it. */
const inUse = (part) => part.querySelector("details[open]") !== null || part.contains(document.activeElement);

function query() {
  const wanted = new URLSearchParams({ part: "1" });
  const state = new URLSearchParams(location.search).get("state");
  if (field.value.trim()) wanted.set("q", field.value.trim());
  if (state) wanted.set("state", state);
  if (place.dataset.entry) wanted.set("entry", place.dataset.entry);
  if (place.dataset.kind) wanted.set("kind", place.dataset.kind);
  return wanted;
}

/** The newest question counts: an answer to fewer letters is dropped. */
async function renew() {
  const number = (asked += 1);
  place.setAttribute("aria-busy", "true");
  try {
    const signal = AbortSignal.timeout(WITHIN);
    const answer = await fetch(`${place.dataset.address}?${query()}`, { cache: "no-store", signal });
    const text = answer.ok ? await answer.text() : null;
    if (number !== asked) return;
    if (text === null) again = true;
    else take(text);
  } catch {
    if (number === asked) again = true;
  }
  if (number === asked) place.removeAttribute("aria-busy");
}

function take(text) {
  const found = new DOMParser().parseFromString(text, "text/html");
  for (const part of place.querySelectorAll("[data-part]")) {
    const fresh = found.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!fresh) continue;
    if (inUse(part)) again = true;
    else part.innerHTML = fresh.innerHTML;
  }
  const stands = found.querySelector("[data-stands]")?.dataset.stands;
  const stale = document.getElementById("pay-stale");
  // A form that was opened before somebody else paid says so; what was typed there stays.
  if (stale && stands !== undefined) stale.hidden = stands === opened;
}

setInterval(() => {
  if (!again || [...place.querySelectorAll("[data-part]")].some(inUse)) return;
  again = false;
  soon();
}, 1_000);

// --- looking for somebody -------------------------------------------------------------------------------------------
const names = () => [...place.querySelectorAll(".payouts-table tbody th a")];

field.addEventListener("input", soon);
// Nothing typed means nobody: what was just done stays in view.
document.getElementById("payouts-search").addEventListener("submit", (event) => {
  if (!field.value.trim()) event.preventDefault();
});
field.addEventListener("focus", () => field.select());
place.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const all = names();
  const at = all.indexOf(document.activeElement);
  if (!step || event.altKey || (document.activeElement !== field && at < 0)) return;
  event.preventDefault();
  (all[at + step] ?? (step < 0 ? field : all[at]))?.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  field.focus();
});

// --- paying ---------------------------------------------------------------------------------------------------------
if (form) {
  const amount = form.elements.namedItem("amount");
  const withheld = form.elements.namedItem("withheld");
  const was = form.elements.namedItem("withheld_was");
  const places = Number(form.dataset.places);
  const percent = Number(form.dataset.percent);
  amount?.addEventListener("focus", () => amount.select());
  // Whoever was quicker than this script goes on typing.
  if (amount && document.activeElement === amount && amount.value === amount.defaultValue) amount.select();
  amount?.addEventListener("input", () => {
    // What somebody typed there stays.
    if (!withheld || withheld.value !== was.value) return;
    const paid = readAmount(amount.value, places);
    if (paid === null) return;
    withheld.value = was.value = money(Math.floor((paid * percent) / 10_000), places, config.language);
  });
}
