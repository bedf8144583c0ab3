/** Seat search by name on the public seat lists: it discloses nothing that the room's screens do not show. */

import { el } from "../shared/ui/dom.js";

const WITHIN = 8_000;
const FROM = 2;
const MOST = 20;
const place = document.getElementById("seat-search");
const field = document.getElementById("seat-name");
const found = document.getElementById("seat-found");
/** The seat lists of all events, fetched on the first input, and again once outdated: players are moved. */
const FRESH = 10_000;
let lists = null;
let asked = 0;

/** Normalise a name: "Müller-Lüdenscheid" is found by "muller ludenscheid". */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

async function load({ id, name }) {
  const answer = await fetch(`/live/t${id}/seats/`, { signal: AbortSignal.timeout(WITHIN) });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).seats.map(([who, table, seat]) => (
    { who, table, seat, event: name, words: plain(who).split(" "), short: [...who.matchAll(/(\p{L}{1,3})\./gu)].map(([, letters]) => plain(letters)) }));
}

/**
 * Return whether a name matches what was typed. Most surnames are abbreviated, so a typed surname also matches its
 * first letters, but only if another typed part matches in full: "zeller" alone would match everybody with a Z.
 * @param {{words: string[], short: string[]}} name its words, and those that are abbreviated  @param {string[]} typed
 */
function matches({ words, short }, typed) {
  const begins = (part) => words.some((word) => word.startsWith(part));
  const abbreviated = (part) => short.some((letters) => part.startsWith(letters));
  return typed.some(begins) && typed.every((part) => begins(part) || abbreviated(part));
}

function say(key, values = {}) {
  return place.dataset[key].replace(/\{(\w+)\}/g, (_all, name) => String(values[name] ?? ""));
}

async function show() {
  const typed = plain(field.value).split(" ").filter(Boolean);
  if (typed.join("").length < FROM) return found.replaceChildren();
  if (lists === null || Date.now() - asked > FRESH) {
    lists = Promise.allSettled(JSON.parse(place.dataset.events).map(load));
    asked = Date.now();
  }
  const before = field.value;
  const answers = await lists;
  // The query has changed meanwhile: the newer one is answered separately.
  if (field.value !== before) return;
  if (answers.some(({ status }) => status === "rejected")) lists = null;
  if (answers.length && answers.every(({ status }) => status === "rejected")) return found.replaceChildren(el("li", {}, say("away")));
  const rows = answers.flatMap(({ value }) => value ?? []);
  const fits = rows.filter((row) => matches(row, typed));
  found.replaceChildren(...fits.slice(0, MOST).map((row) => el("li.spread", {},
    el("span", {}, el("strong", {}, row.who), el("br"), el("span.muted.small", {}, row.event)), el("strong.figures", {}, say("seat", row)))));
  if (!fits.length) found.append(el("li", {}, say("none")));
}

field?.addEventListener("input", show);
