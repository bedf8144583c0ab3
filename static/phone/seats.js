/** Seat search by name on the public seat lists: it discloses nothing that the room's screens do not show. */

import { html, render } from "lit-html";
import { readJson } from "../shared/feed/request.js";
import { byId } from "../shared/ui/dom.js";

/** @typedef {{who: string, table: number, seat: number, event: string, words: string[], short: string[]}} Seated `short`: abbreviated words */

const WITHIN = 8_000;
/** Letters from which the lists are searched. */
const FROM = 2;
const MOST = 20;
/** The lists are read on the first input, and again once this old: players are moved (ms). */
const FRESH = 10_000;

/** Normalise a name: "Müller-Lüdenscheid" is found by "muller ludenscheid". @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** @param {{id: number, name: string}} event  @returns {Promise<Seated[]>} */
async function load({ id, name }) {
  /** @type {{seats: [string, number, number][]}} */
  const { seats } = await readJson(`/live/t${id}/seats/`, { within: WITHIN });
  return seats.map(([who, table, seat]) => (
    { who, table, seat, event: name, words: plain(who).split(" "), short: [...who.matchAll(/(\p{L}{1,3})\./gu)].map(([, letters]) => plain(letters ?? "")) }));
}

/**
 * Return whether a name matches what was typed. Most surnames are abbreviated, so a typed surname also matches its
 * first letters, but only if another typed part matches in full: "zeller" alone would match everybody with a Z.
 * @param {Seated} name  @param {string[]} typed
 */
function matches({ words, short }, typed) {
  /** @param {string} part */
  const begins = (part) => words.some((word) => word.startsWith(part));
  /** @param {string} part */
  const abbreviated = (part) => short.some((letters) => part.startsWith(letters));
  return typed.some(begins) && typed.every((part) => begins(part) || abbreviated(part));
}

/** @param {HTMLElement} place with the texts and the events  @param {HTMLInputElement} field  @param {HTMLElement} found the list */
export function mountSeatSearch(place, field, found) {
  /** @type {Promise<PromiseSettledResult<Seated[]>[]>|null} */
  let lists = null;
  let asked = 0;

  /** @param {string} key  @param {Record<string, string|number>} values */
  const say = (key, values = {}) => (place.dataset[key] ?? key).replace(/\{(\w+)\}/g, (_all, name) => String(values[name] ?? ""));

  /** @param {Seated[]} rows  @param {string} note shown without rows */
  const show = (rows, note) => render(rows.length || !note ? rows.slice(0, MOST).map((row) => html`
    <li class="spread"><span><strong>${row.who}</strong><br><span class="muted small">${row.event}</span></span><strong class="figures">${say("seat", { table: row.table, seat: row.seat })}</strong></li>`)
    : html`<li>${note}</li>`, found);

  const search = async () => {
    const typed = plain(field.value).split(" ").filter(Boolean);
    if (typed.join("").length < FROM) {
      show([], "");
      return;
    }
    if (lists === null || Date.now() - asked > FRESH) {
      lists = Promise.allSettled(JSON.parse(place.dataset.events ?? "[]").map(load));
      asked = Date.now();
    }
    const before = field.value;
    const answers = await lists;
    // The query has changed meanwhile: the newer one is answered separately.
    if (field.value !== before) return;
    const rows = answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (answers.some(({ status }) => status === "rejected")) lists = null;
    const away = answers.length > 0 && answers.every(({ status }) => status === "rejected");
    show(rows.filter((row) => matches(row, typed)), say(away ? "away" : "none"));
  };
  field.addEventListener("input", search);
  // What was typed before this script was loaded, or left in the field by "back".
  search();
}

mountSeatSearch(byId("seat-search"), byId("seat-name"), byId("seat-found"));
