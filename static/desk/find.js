/** The people column: search and selection. The focus stays in the field; arrow keys select. */

import { html, nothing } from "lit-html";
import { readJson, RequestError } from "../shared/feed/request.js";
import { find } from "../shared/ui/dom.js";
import { keyName } from "../shared/ui/keys.js";
import { View } from "../shared/ui/view.js";
import { ageText, seatText } from "./words.js";
import { quoted } from "../shared/ui/punctuation.js";

/** @import { FoundPerson } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */

/** @typedef {{rows: FoundPerson[], exact: number|null, more: boolean, similar: boolean}} Found */

/** After this time without a response, the next letter sends the query again (ms). */
const WITHIN = 4_000;
/** Retry interval after a failed query (ms). */
const AGAIN = 2_000;
const NAME = /\p{L}.*\p{L}/u;
/** Whether a text may be the name of a new player. @param {string} text */
export const mayBeName = (text) => NAME.test(text) && !/\d/.test(text) && !text.startsWith("/");
/** @type {Found} */ const NONE_FOUND = { rows: [], exact: null, more: false, similar: false };

export class Find {
  #desk;
  #input;
  #view;
  #note;
  #found = NONE_FOUND;
  /** What is said below the list. @type {unknown} */
  #says = nothing;
  #at = -1;
  /** Whether arrow keys were used since the last choice: only then Enter in the empty field chooses a player. */
  #walked = false;
  #asked = 0;
  /** @type {Promise<void>} */ #answered = Promise.resolve();
  /** @type {AbortController|null} */ #stop = null;
  /** The query that was sent last, and that of the list; null without one. @type {string|null} */
  #text = null;
  /** @type {string|null} */ #shown = null;

  /** @param {Desk} desk */
  constructor(desk) {
    const { root, signal } = desk;
    this.#desk = desk;
    /** @type {HTMLInputElement} */
    this.#input = find(root, "#desk-q");
    this.#view = new View(find(root, "#desk-results"), () => this.#template());
    this.#note = new View(find(root, "#desk-found"), () => html`${this.#says}`);
    this.#input.addEventListener("input", () => {
      this.#desk.counter.mark();
      this.search();
    }, { signal });
    this.#input.addEventListener("keydown", (event) => this.#key(event), { signal });
    signal.addEventListener("abort", () => this.#stop?.abort());
  }

  /** The current query. */
  get text() {
    return this.#input.value.trim();
  }

  /** Whether Enter chooses a player of this list: with a query, or after an arrow key. */
  get claims() {
    return Boolean(this.text) || this.#walked;
  }

  /** Focus the search field. */
  focus() {
    this.#input.focus();
  }

  /** Empty the field; the list shows expected players. */
  clear() {
    this.#input.value = "";
    this.#walked = false;
    this.#desk.counter.mark();
    this.again(0);
  }

  /** Query again after a change, keeping the marked row. @param {number} at the row */
  again(at = this.#at) {
    this.#text = null;
    this.search(at);
  }

  /** Query again for another event: what was said of the players of the one before does not hold. */
  another() {
    this.#tell(nothing);
    this.again(0);
  }

  /** Query the current text. @param {number} at the row to be marked */
  search(at = 0) {
    if (this.#text === this.text) return;
    this.#text = this.text;
    this.#asked += 1;
    this.#answered = this.#ask(this.#asked, this.text, at);
  }

  /** @param {number} number  @param {string} text  @param {number} at */
  async #ask(number, text, at) {
    this.#stop?.abort();
    this.#stop = new AbortController();
    try {
      /** @type {Found} */
      const found = await readJson("/staff/desk/find/", { query: { q: text, t: this.#desk.head.event }, signal: this.#stop.signal, within: WITHIN });
      if (number !== this.#asked) return;
      this.#shown = text;
      this.#take(found, at);
    } catch (error) {
      // Another letter was typed: its own query is under way.
      if (number === this.#asked && !this.#desk.signal.aborted) this.#failed(error, number);
    }
  }

  /** No response: clear the outdated list; the query is repeated automatically. @param {unknown} error  @param {number} number */
  #failed(error, number) {
    const { words } = this.#desk;
    this.#text = this.#shown = null;
    this.#found = NONE_FOUND;
    const out = error instanceof RequestError && error.status === 403;
    this.#tell(out ? html`${words.say("desk.logged_out")} ${this.#desk.loginLink()}` : words.say("desk.find_failed"));
    this.#view.updateNow();
    if (!out) setTimeout(() => number === this.#asked && this.search(), AGAIN);
  }

  /** @param {unknown} text */
  #tell(text) {
    this.#says = text;
    this.#note.updateNow();
  }

  /** @param {Found} found  @param {number} at */
  #take(found, at) {
    const { words } = this.#desk;
    const { rows, more, similar } = found;
    this.#found = found;
    this.#tell(more ? words.say("desk.more_found") : similar ? words.say("desk.similar_names")
      // Until the list of events has loaded, say nothing about expected players.
      : !rows.length && !this.text && this.#desk.head.event !== null ? words.say("desk.none_expected") : nothing);
    const last = rows.length - (this.#mayBeNew ? 0 : 1);
    // Enter after an unknown name adds a new player; a similar name is chosen with an arrow key.
    const first = similar && at === 0;
    // Among expected players, none is preselected before an arrow key is used.
    if ((!this.text && !this.#walked) || (first && !this.#mayBeNew)) this.#mark(-1);
    else this.#mark(first ? last : Math.min(Math.max(0, at), Math.max(0, last)));
  }

  /** Whether the query may be the name of a new player, who is then offered below the others. */
  get #mayBeNew() {
    return mayBeName(this.#shown ?? "") && this.#found.exact === null;
  }

  #template() {
    const { rows } = this.#found;
    const text = this.#desk.words.say("desk.new_person", { name: this.#shown });
    return html`${rows.map((row, i) => this.#option(row, i))}${this.#mayBeNew ? html`
      <li class="desk-new" role="option" id="desk-option-${rows.length}" aria-selected=${String(this.#at === rows.length)} @click=${() => this.#choose(rows.length)}>
        <span class="desk-who"><span class="desk-cut" title=${text}>${text}</span></span><kbd aria-hidden="true">${keyName("Enter")}</kbd></li>` : nothing}`;
  }

  /** @param {FoundPerson} row  @param {number} i */
  #option(row, i) {
    const { words } = this.#desk;
    const about = [row.nickname && quoted(row.nickname, words.language), row.born && ageText(row.born, words), row.card, row.with_partner && words.say("desk.with_partner", { name: row.with_partner })].filter(Boolean).join(" · ");
    const stand = row.state === "in" && row.table !== null ? seatText(row, words) : row.state ? words.say(`desk.state_${row.state}`) : "";
    return html`<li role="option" id="desk-option-${i}" data-player=${row.player} aria-selected=${String(this.#at === i)} @click=${() => this.#choose(i)}>
      <span class="desk-who"><strong class="desk-cut" title=${row.name}>${row.name}</strong><small class="desk-cut" title=${about}>${about}</small>${row.flags.map((flag) => html`<span
        class="desk-flag is-${flag}">${words.say(`desk.flag_${flag}`)}</span>`)}</span>
      <span class="desk-stand" data-state=${row.state}>${stand}</span><kbd aria-hidden="true">${keyName("Enter")}</kbd></li>`;
  }

  /** @param {number} at */
  #mark(at) {
    this.#at = at;
    this.#view.updateNow();
    const option = document.getElementById(`desk-option-${at}`);
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.#input.setAttribute("aria-activedescendant", option.id);
    else this.#input.removeAttribute("aria-activedescendant");
    this.#desk.moved(this.#found.rows[at]?.player ?? null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const count = this.#found.rows.length + (this.#mayBeNew ? 1 : 0);
    if (!step || !count || event.altKey) return;
    event.preventDefault();
    this.#walked = true;
    this.#desk.counter.mark();
    this.#mark(this.#at < 0 ? (step > 0 ? 0 : count - 1) : (this.#at + step + count) % count);
  }

  /**
   * Handle Enter in the field.
   *
   * Waits for the response to the query: a scanner is quicker than the network.
   * @returns {Promise<boolean>} whether a player was chosen
   */
  async enter() {
    if (!this.claims) return false;
    // A failed query is repeated.
    this.search();
    // A changed board repeats the query: the list is valid once the newest query is answered.
    for (let answered = null; answered !== this.#answered; await answered) answered = this.#answered;
    if (this.#shown !== this.text) {
      // The list is outdated: no player is chosen or added before the server has responded.
      this.#tell(this.#desk.words.say("desk.find_away"));
      return true;
    }
    if (!this.#found.rows.length && !this.#mayBeNew) return Boolean(this.text);
    const exact = this.#found.rows.findIndex((row) => row.player === this.#found.exact);
    this.#choose(exact >= 0 ? exact : this.#at);
    return true;
  }

  /**
   * Return the player whose card has exactly this number.
   * @param {string} number
   * @returns {Promise<string|null>} their name; null if unknown or without a response
   */
  async holder(number) {
    /** @type {Found} */
    const { rows, exact } = await readJson("/staff/desk/find/", { query: { q: number }, within: WITHIN }).catch(() => NONE_FOUND);
    return rows.find((row) => row.player === exact)?.name ?? null;
  }

  /** @param {number} at */
  #choose(at) {
    this.#walked = false;
    const row = this.#found.rows[at];
    if (!row) return this.#desk.unknown(this.text);
    this.#input.value = "";
    this.#desk.counter.mark();
    this.#desk.choose(row.player);
    this.search();
    if (this.#text === "") this.#mark(-1);
  }
}
