/** The people column: search and selection. The focus stays in the field; arrow keys select. */

import { getJson, LoggedOut, loginAddress } from "./fetch.js";
import { el, setText } from "../shared/ui/dom.js";
import { ageText } from "./words.js";

/** After this time without a response, the next letter sends the query again (ms). */
const WITHIN = 4_000;
/** Retry interval after a failed query (ms). */
const AGAIN = 2_000;
/** A valid name of a new player. */
const NAME = /\p{L}.*\p{L}/u;

/** @fires Find#moved {player: number|null}  @fires Find#chosen {player: number}  @fires Find#unknown {name: string}
 *  @fires Find#claims {} whether Enter belongs to this list may have changed */
export class Find extends EventTarget {
  #input = document.getElementById("desk-q");
  #list = document.getElementById("desk-results");
  #note = document.getElementById("desk-found");
  #words;
  #event = null;
  #rows = [];
  #exact = null;
  #at = -1;
  /**
   * Whether arrow keys were used since the last choice: only then Enter in the empty field chooses a player.
   */
  #walked = false;
  #asked = 0;
  #answered = Promise.resolve();
  #stop = null;
  #text = null;
  /** The query of the current list. */
  #shown = null;

  /** @param {import("../shared/ui/words.js").Words} words */
  constructor(words) {
    super();
    this.#words = words;
    this.#input.addEventListener("input", () => {
      this.#tell();
      this.look();
    });
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#choose(Number(option.dataset.at));
    });
  }

  /** The current query. */
  get text() {
    return this.#input.value.trim();
  }

  /** Whether Enter chooses a player of this list: with a query, or after an arrow key. */
  get claims() {
    return Boolean(this.text) || this.#walked;
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("claims"));
  }

  /** Focus the search field. */
  focus() {
    this.#input.focus();
  }

  /** Empty the field; the list shows expected players. */
  clear() {
    this.#input.value = "";
    this.#walked = false;
    this.#text = null;
    this.#tell();
    this.look();
  }

  /** Switch to another event. */
  show(event) {
    this.#event = event;
    this.#text = null;
    this.look();
  }

  /** Query again after a change, keeping the marked row. */
  again() {
    this.#text = null;
    this.look(this.#at);
  }

  /** Query the current text. */
  look(at = 0) {
    if (this.#text === this.text) return;
    this.#text = this.text;
    this.#asked += 1;
    this.#answered = this.#ask(this.#asked, at);
  }

  async #ask(number, at) {
    this.#stop?.abort();
    this.#stop = new AbortController();
    const query = new URLSearchParams({ q: this.#text });
    if (this.#event !== null) query.set("t", this.#event);
    try {
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(WITHIN)]);
      const found = await getJson(`/staff/desk/find/?${query}`, signal);
      if (number !== this.#asked) return;
      this.#shown = query.get("q");
      this.#take(found, at);
    } catch (error) {
      // Another letter was typed: its own query is under way.
      if (number === this.#asked) this.#failed(error, number);
    }
  }

  /** No response: clear the outdated list; the query is repeated automatically. */
  #failed(error, number) {
    this.#text = null;
    this.#rows = [];
    this.#exact = null;
    this.#shown = null;
    this.#list.replaceChildren();
    const words = this.#words;
    if (error instanceof LoggedOut) {
      this.#note.replaceChildren(words.say("desk.logged_out"), " ", el("a", { href: loginAddress() }, words.say("page.log_in")));
      return;
    }
    setText(this.#note, words.say("desk.find_failed"));
    setTimeout(() => number === this.#asked && this.look(), AGAIN);
  }

  #take({ rows, exact, more, similar }, at) {
    this.#rows = rows;
    this.#exact = exact;
    const options = rows.map((row, i) => this.#option(row, i));
    if (this.#mayBeNew()) options.push(this.#newOption(rows.length));
    this.#list.replaceChildren(...options);
    const words = this.#words;
    const none = !rows.length && !this.text ? words.say("desk.nobody_expected") : "";
    setText(this.#note, more ? words.say("desk.more_found") : similar ? words.say("desk.similar_names") : none);
    // Enter after an unknown name adds a new player; a similar name is chosen with an arrow key.
    const isNew = options.length > rows.length;
    if (similar && at === 0 && isNew) at = options.length - 1;
    // Among expected players, none is preselected before an arrow key is used.
    if ((!this.text && !this.#walked) || (similar && at === 0 && !isNew)) this.#mark(-1);
    else this.#mark(Math.min(Math.max(0, at), Math.max(0, options.length - 1)));
  }

  #mayBeNew() {
    return NAME.test(this.text) && !/\d/.test(this.text) && !this.text.startsWith("/") && this.#exact === null;
  }

  #option(row, i) {
    const words = this.#words;
    const about = [row.nickname && `“${row.nickname}”`, row.born && ageText(row.born, words), row.card].filter(Boolean);
    const flags = row.flags.map((flag) => el(`span.desk-flag.is-${flag}`, {}, words.say(`desk.flag_${flag}`)));
    return el("li", { role: "option", id: `desk-option-${i}`, "data-at": i, "data-player": row.player },
      el("span.desk-who", {}, el("strong.desk-cut", { title: row.name }, row.name), el("small.desk-cut", { title: about.join(" · ") }, about.join(" · ")), ...flags),
      el("span.desk-stand", { "data-state": row.state }, this.#standing(row)), el("kbd", { "aria-hidden": "true" }, "Enter"));
  }

  #standing(row) {
    const words = this.#words;
    if (row.state === "in" && row.table !== null) return words.say("desk.at_seat", { table: row.table, seat: row.seat });
    return row.state ? words.say(`desk.state_${row.state}`) : "";
  }

  #newOption(i) {
    const text = this.#words.say("desk.new_person", { name: this.text });
    return el("li.desk-new", { role: "option", id: `desk-option-${i}`, "data-at": i },
      el("span.desk-who", {}, el("span.desk-cut", { title: text }, text)), el("kbd", { "aria-hidden": "true" }, "Enter"));
  }

  #mark(at) {
    this.#at = at;
    const options = [...this.#list.children];
    for (const [i, option] of options.entries()) option.setAttribute("aria-selected", String(i === at));
    options[at]?.scrollIntoView({ block: "nearest" });
    if (options[at]) this.#input.setAttribute("aria-activedescendant", options[at].id);
    else this.#input.removeAttribute("aria-activedescendant");
    this.dispatchEvent(new CustomEvent("moved", { detail: { player: this.#rows[at]?.player ?? null } }));
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = this.#list.children.length;
    if (!step || !count || event.altKey) return;
    event.preventDefault();
    this.#walked = true;
    this.#tell();
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
    this.look();
    // A changed board repeats the query: the list is valid once the newest query is answered.
    for (let answered = null; answered !== this.#answered; await answered) answered = this.#answered;
    if (this.#shown !== this.text) {
      // The list is outdated: no player is chosen or added before the server has responded.
      setText(this.#note, this.#words.say("desk.find_away"));
      return true;
    }
    if (!this.#list.children.length) return Boolean(this.text);
    const exact = this.#rows.findIndex((row) => row.player === this.#exact);
    this.#choose(exact >= 0 ? exact : this.#at);
    return true;
  }

  /**
   * Return the player whose card has exactly this number.
   * @returns {Promise<string|null>} their name; null if unknown or without a response
   */
  async holder(number) {
    const query = new URLSearchParams({ q: number });
    try {
      const answer = await fetch(`/staff/desk/find/?${query}`, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
      const { rows, exact } = await answer.json();
      return rows.find((row) => row.player === exact)?.name ?? null;
    } catch {
      return null;
    }
  }

  /** Offer a new player with the typed name. */
  unknown() {
    this.dispatchEvent(new CustomEvent("unknown", { detail: { name: this.text } }));
  }

  #choose(at) {
    this.#walked = false;
    const row = this.#rows[at];
    if (!row) {
      this.unknown();
      return;
    }
    this.#input.value = "";
    this.#tell();
    this.dispatchEvent(new CustomEvent("chosen", { detail: { player: row.player } }));
    this.look();
    if (this.#text === "") this.#mark(-1);
  }
}
