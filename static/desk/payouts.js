/** Payouts: live search, arrow keys, and payables fetched again after changes. */

import { money, readAmount } from "../shared/ui/money.js";
import { watchParts } from "../shared/feed/event_parts.js";
import { startPage } from "../shared/ui/page.js";

const { config, feed } = startPage();
const place = document.getElementById("payouts");
const field = document.getElementById("payouts-q");
const form = document.getElementById("pay-form");
const topic = `t${config.tournament}`;
/** Boards that announce changes of payables. */
const TELLING = new Set(["payables", "results", "bounties"]);
/** Changes and letters in quick succession are one fetch (ms); timeout of a response (ms). */
const GATHER = 150;
const WITHIN = 8_000;

let waiting = null;
let again = false;
let asked = 0;
const seen = new Map();
/** The amount owed when the payment form was opened. */
const opened = place.querySelector("[data-stands]")?.dataset.stands;
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
watchParts(feed, config.tournament);

function soon() {
  waiting ??= setTimeout(() => {
    waiting = null;
    renew();
  }, GATHER);
}

/** Keep the form while a reason is being typed or a button is about to be pressed. */
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

/** The latest query counts: responses to earlier ones are dropped. */
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
  // A form opened before another clerk's payment shows a notice; its input stays.
  if (stale && stands !== undefined) stale.hidden = stands === opened;
}

setInterval(() => {
  if (!again || [...place.querySelectorAll("[data-part]")].some(inUse)) return;
  again = false;
  soon();
}, 1_000);

// --- search
// ---------------------------------------------------------------------------------------------------------
const names = () => [...place.querySelectorAll(".payouts-table tbody th a")];

field.addEventListener("input", soon);
// An empty query selects nobody: the latest result stays visible.
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

// --- payment
// --------------------------------------------------------------------------------------------------------
if (form) {
  const amount = form.elements.namedItem("amount");
  const withheld = form.elements.namedItem("withheld");
  const was = form.elements.namedItem("withheld_was");
  const places = Number(form.dataset.places);
  const percent = Number(form.dataset.percent);
  amount?.addEventListener("focus", () => amount.select());
  // Keep input typed before this script was loaded.
  if (amount && document.activeElement === amount && amount.value === amount.defaultValue) amount.select();
  amount?.addEventListener("input", () => {
    // Keep the input.
    if (!withheld || withheld.value !== was.value) return;
    const paid = readAmount(amount.value, places);
    if (paid === null) return;
    withheld.value = was.value = money(Math.floor((paid * percent) / 10_000), places, config.language);
  });
}
