/** Possible duplicates of a new player, and a date of birth that is too recent, while they are typed. Optional. */

import { el } from "../shared/ui/dom.js";

const PAUSE = 180; // ms without a key
const WITHIN = 3000; // ms for an answer

const form = document.querySelector("form[data-like]");
const place = form?.querySelector("[data-like-list]");
let timer = 0;
let asked = 0;

async function ask() {
  const query = new URLSearchParams({ name: form.elements.name.value, birth_date: form.elements.birth_date.value });
  asked += 1;
  const number = asked;
  try {
    const answer = await fetch(`${form.dataset.like}?${query}`, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    if (!answer.ok || number !== asked) return;
    const { players, under_age: underAge } = await answer.json();
    warn(underAge);
    if (place) show(players);
  } catch {
    // Without a network there is no warning; duplicates can be merged later.
  }
}

/** Show that the player is too young before the record is saved. @param {string} text "" if not */
function warn(text) {
  const note = form.querySelector("[data-under-age]");
  note.textContent = text;
  note.hidden = !text;
}

function show(found) {
  const rows = found.map((one) => {
    const about = [one.nickname && `“${one.nickname}”`, one.birth_date, one.card].filter(Boolean).join(" · ");
    const link = el("a", { href: `${place.dataset.open}${one.player}/` }, one.name);
    return el("li", {}, link, about ? el("span.muted.small", {}, ` ${about}`) : "");
  });
  place.hidden = rows.length === 0;
  place.replaceChildren(el("div.stack", {}, el("strong", {}, place.dataset.title), el("ul", {}, ...rows)));
}

form?.addEventListener("input", (event) => {
  if (!["name", "birth_date"].includes(event.target.name)) return;
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});
