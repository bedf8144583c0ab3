/** The displays of the room: pairing by code, and a card for each. */

import { showFaults } from "../shared/ui/forms.js";
import { startPage } from "../shared/ui/page.js";
import { ScreenCard } from "./display_card.js";

const { config, words, feed, commands } = startPage();
const place = document.getElementById("screens");
const empty = document.getElementById("no-screens");
const cards = new Map();
const boards = new Map();

const press = (kind, label, args) => commands.send(kind, { label, args });
const events = () => (feed.board("room", "lobby")?.events ?? []).map((event) => [event.tournament, event.name]);

feed.addEventListener("board", ({ detail: { topic, name, board } }) => {
  if (topic !== "room") return;
  if (name.startsWith("screen:")) {
    if (board?.paired) boards.set(name, board);
    else boards.delete(name);
  }
  show();
});

/** Cards stay in place while somebody uses them: only new and renamed ones are moved. */
function show() {
  const all = [...boards.values()].sort((a, b) => a.name.localeCompare(b.name, words.language) || a.id - b.id);
  for (const [id, card] of cards) {
    if (all.some((board) => board.id === id)) continue;
    card.root.remove();
    cards.delete(id);
  }
  place.querySelector(".skeleton")?.remove();
  place.setAttribute("aria-busy", "false");
  all.forEach((board, i) => {
    if (!cards.has(board.id)) cards.set(board.id, new ScreenCard(board.id, { words, languages: config.languages, press }));
    const card = cards.get(board.id);
    if (place.children[i] !== card.root && !card.root.contains(document.activeElement)) place.insertBefore(card.root, place.children[i] ?? null);
    card.show(board, events());
  });
  empty.hidden = all.length > 0;
  fillEvents();
  if (location.hash) find(location.hash);
}

/** Scroll once to the display named by a link. */
let found = "";
function find(hash) {
  if (found === hash) return;
  const card = document.getElementById(hash.slice(1));
  if (!card) return;
  found = hash;
  card.scrollIntoView({ block: "center" });
  card.classList.add("is-found");
}

const form = document.getElementById("pair");

/** Return the default event: the only one, or the first. */
function fillEvents() {
  const select = form.elements.tournament;
  const wanted = events();
  const key = JSON.stringify(wanted);
  if (select.dataset.key === key) return;
  const first = select.dataset.key === undefined;
  const chosen = select.value;
  select.replaceChildren(select.options[0], ...wanted.map(([id, name]) => new Option(name, String(id))));
  select.dataset.key = key;
  select.value = first && wanted.length ? String(wanted[0][0]) : chosen;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { code, name, tournament, layout } = form.elements;
  const button = form.querySelector("[type=submit]");
  if (button.getAttribute("aria-busy") === "true") return;
  if (!code.value.trim()) {
    showFaults(form, { code: "" });
    return;
  }
  button.setAttribute("aria-busy", "true");
  const args = {
    code: code.value,
    name: name.value.trim() || `TV ${code.value.trim().toUpperCase()}`,
    tournament: tournament.value === "" ? null : Number(tournament.value),
    layout: layout.value,
  };
  const answer = await press("display.pair", button.textContent, args);
  button.setAttribute("aria-busy", "false");
  if (answer?.ok) {
    showFaults(form);
    code.value = "";
    name.value = "";
    history.replaceState(null, "", location.pathname);
    code.focus();
  } else if (answer) {
    showFaults(form, answer.code === "unknown_code" ? { code: "" } : answer.fields);
  }
});

feed.follow("room");
// Enabled by this script: before, a press would have submitted the form.
form.querySelector("[type=submit]").disabled = false;
