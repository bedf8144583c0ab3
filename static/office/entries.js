/** The entries of an event: searched, filtered by status, and live from their own topic. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { byId } from "../shared/ui/dom.js";
import { number, timeText } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";
import { View } from "../shared/ui/view.js";

/** @import { EntryRow } from "../../docs/reference/boards" */
/** @import { Services } from "../shared/ui/page.js" */

/** Most rows in the page: more are found by typing. */
const MOST = 300;
const STATES = ["all", "won", "finished", "seated", "unseated", "out", "again"];
/** States at the end of an event: their buttons are shown once an entry has them. */
const ENDED = new Set(["won", "finished"]);

/** Compare without case and marks above letters. @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

export class Entries {
  #services;
  #resource;
  #list;
  #states;
  #state = "all";
  #text = "";

  /** @param {Services} services */
  constructor(services) {
    this.#services = services;
    const { feed, config } = services;
    this.#list = new View(byId("entries-list"), () => this.#table());
    this.#states = new View(byId("entries-states"), () => this.#buttons());
    this.#resource = new LiveResource(feed, `t${config.tournament}/entries`);
    this.#resource.subscribe((changed) => changed.has("entries") && this.#update());
    const input = /** @type {HTMLInputElement} */ (byId("entries-q"));
    input.addEventListener("input", () => {
      this.#text = input.value;
      this.#update();
    });
  }

  #update() {
    this.#states.update();
    this.#list.update();
  }

  /** @returns {EntryRow[]} */
  get #rows() {
    return this.#resource.board("entries")?.entries ?? [];
  }

  /** @param {EntryRow} row  @param {string} state */
  #is(row, state) {
    return state === "all" || row.state === state || (state === "again" && row.number > 1);
  }

  /** @returns {EntryRow[]} */
  #found() {
    const words = folded(this.#text).split(/\s+/).filter(Boolean);
    const rows = this.#rows.filter((row) => this.#is(row, this.#state));
    if (!words.length) return rows;
    const [only] = words;
    if (words.length === 1 && only && /^\d+$/.test(only)) return rows.filter(({ table }) => table === Number(only));
    return rows.filter((row) => {
      const name = folded(`${row.name} ${row.nickname}`);
      return words.every((word) => name.includes(word));
    });
  }

  #buttons() {
    const { words } = this.#services;
    const counted = STATES.map((state) => ({ state, count: this.#rows.filter((row) => this.#is(row, state)).length }));
    return html`${counted.filter(({ state, count }) => count || !ENDED.has(state) || state === this.#state).map(({ state, count }) => html`<button class="btn" type="button" aria-pressed=${state === this.#state} @click=${() => this.#choose(state)}>${words.say(`entries.${state}`)} <small class="figures">${this.#figure(count)}</small></button>`)}`;
  }

  /** @param {string} state */
  #choose(state) {
    this.#state = state;
    this.#update();
  }

  /** @param {number} value */
  #figure(value) {
    return number(value, this.#services.words.language);
  }

  #table() {
    const { words } = this.#services;
    const board = this.#resource.board("entries");
    const list = byId("entries-list");
    if (!board) return html`<p class="muted">…</p>`;
    list.setAttribute("aria-busy", "false");
    const found = this.#found();
    const shown = found.slice(0, MOST);
    const values = { shown: this.#figure(shown.length), all: this.#figure(board.entries.length) };
    byId("entries-count").textContent = words.say(shown.length < found.length ? "entries.narrow" : "entries.shown", values);
    if (!found.length) return html`<div class="empty"><strong>${words.say(board.entries.length ? "entries.none" : "entries.empty")}</strong></div>`;
    return html`<div class="table-wrap" tabindex="0" role="region" aria-label=${words.say("entries.name")}><table class="table table-hover cards entries-table">
      <thead><tr>${["name", "number", "state", "seat", "entered"].map((key) => html`<th scope="col">${words.say(`entries.${key}`)}</th>`)}<th scope="col"><span class="visually-hidden">${words.say("entries.record")}</span></th></tr></thead>
      <tbody>${repeat(shown, ({ entry }) => entry, (row) => this.#row(row))}</tbody></table></div>`;
  }

  /** @param {EntryRow} row */
  #row(row) {
    const { words, config } = this.#services;
    const at = `/staff/t/${config.tournament}`;
    const place = row.table === null ? "–" : words.say("entries.place", { table: row.table, seat: row.seat });
    /** A player of the entry: with a team each has a record and a phone page of their own. @type {[number, string][]} */
    const people = row.partner_player === null ? [[row.player, row.name]] : [[row.player, row.registered], [row.partner_player, row.partner]];
    // The nickname belongs to the player who registered.
    const nickname = row.nickname ? html` <span class="muted small">${row.nickname}</span>` : nothing;
    const name = people.map(([player, one], at) => html`<div>${config.closed ? one : html`<a href="/staff/desk/${config.tournament}/?player=${player}">${one}</a>`}${at ? nothing : nickname}</div>`);
    const again = row.number > 1 ? words.say("entries.again_number", { number: row.number - 1 }) : words.say("entries.first");
    return html`<tr data-state=${row.state}>
      <th scope="row" class=${people.length > 1 ? "is-team" : nothing}>${name}</th>
      <td>${again}</td>
      <td>${words.say(`entries.${row.state}`)}</td>
      <td class="figures">${row.state === "seated" && config.floor ? html`<a href="${at}/floor/#table-${row.table}">${place}</a>` : place}</td>
      <td class="figures">${row.entered_at === null ? "" : timeText(row.entered_at, words.language)}</td>
      <td class="entries-links">${people.map((one) => this.#links(one, people.length > 1))}${this.#change(row)}</td></tr>`;
  }

  /** Where the partner of a team in play is changed, until registration closes. @param {EntryRow} row */
  #change(row) {
    const { words, config } = this.#services;
    if (!config.partners || row.partner_player === null || row.out_at !== null) return nothing;
    return html`<div><a href="?entry=${row.entry}#partner">${words.say("entries.change_partner")}<span class="visually-hidden">: ${row.name}</span></a></div>`;
  }

  /** The pages of a player. @param {[number, string]} person  @param {boolean} named whether the name is shown beside them */
  #links([player, name], named) {
    const { words } = this.#services;
    const whose = html`<span class="visually-hidden">: ${name}</span>`;
    return html`<div>${named ? html`<span class="entries-whose muted small" aria-hidden="true">${name}</span>` : nothing}<a href="/staff/room/players/${player}/">${words.say("entries.record")}${whose}</a> <a href="/staff/room/players/${player}/phone/">${words.say("entries.phone")}${whose}</a></div>`;
  }
}

if (document.getElementById("entries-list")) new Entries(startPage());
