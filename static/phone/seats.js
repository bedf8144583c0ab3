/** Finding a seat by name on the seat lists that the displays show: nothing here that a screen in the room does not say. */

import { el } from "../shared/ui/dom.js";

const WITHIN = 8_000;
const FROM = 2;
const MOST = 20;
const place = document.getElementById("seat-search");
const field = document.getElementById("seat-name");
const found = document.getElementById("seat-found");
/** The lists of all events, asked for when somebody begins to type, and again once they are old: players are moved. */
const FRESH = 10_000;
let lists = null;
let asked = 0;

/** Letters alone, without marks: "Müller-Lüdenscheid" is found by "muller ludenscheid". */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

async function load({ id, name }) {
  const answer = await fetch(`/live/t${id}/seats/`, { signal: AbortSignal.timeout(WITHIN) });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).seats.map(([who, table, seat]) => ({ who, table, seat, event: name, words: plain(who).split(" ") }));
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
  // Something else was typed meanwhile: that is answered by itself.
  if (field.value !== before) return;
  if (answers.some(({ status }) => status === "rejected")) lists = null;
  if (answers.length && answers.every(({ status }) => status === "rejected")) return found.replaceChildren(el("li", {}, say("away")));
  const rows = answers.flatMap(({ value }) => value ?? []);
  // Most surnames are shown by their first letter.
  const means = (word, part) => word.startsWith(part) || (word.length === 1 && part.startsWith(word));
  const fits = rows.filter(({ words }) => typed.every((part) => words.some((word) => means(word, part))));
  found.replaceChildren(...fits.slice(0, MOST).map((row) => el("li.spread", {},
    el("span", {}, el("strong", {}, row.who), el("br"), el("span.muted.small", {}, row.event)), el("strong.figures", {}, say("seat", row)))));
  if (!fits.length) found.append(el("li", {}, say("none")));
}

field?.addEventListener("input", show);
