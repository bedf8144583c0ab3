/** The search above the map: a number finds a table, other text a player. And the state filter. */

import { html, nothing } from "lit-html";
import { find } from "../shared/ui/dom.js";
import { View } from "../shared/ui/view.js";

/** @import { FoundPerson } from "./fetch.js" */
/** @import { Floor } from "./floor.js" */

/** Delay of the people search after the last key (ms). */
const PAUSE = 180;

export class Search {
  #page;
  #root;
  /** @type {HTMLInputElement} */
  #input;
  #view;
  #timer = 0;
  #asked = 0;
  /** The people found; "away" without a response, null without a search. @type {FoundPerson[]|"away"|null} */
  #found = null;

  /** @param {HTMLElement} root the bar  @param {Floor} page */
  constructor(root, page) {
    this.#page = page;
    this.#root = root;
    this.#input = find(root, "#find");
    const list = find(root, "#found");
    this.#view = new View(list, () => this.#template(), { after: () => (list.hidden = this.#found === null) });
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.clear();
      if (key === "ArrowDown") list.querySelector("button")?.focus();
    });
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#number) this.#choose(Number(this.#number));
      else list.querySelector("button")?.click();
    });
    for (const button of this.#states) {
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        this.#filter();
      });
    }
  }

  /** The buttons that filter by state. */
  get #states() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.#root.querySelectorAll("[data-state]"));
  }

  get #text() {
    return this.#input.value.trim();
  }

  /** The typed table number, or "". */
  get #number() {
    return /^\d+$/.test(this.#text) ? this.#text : "";
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  clear() {
    this.#input.value = "";
    this.#typed();
  }

  #filter() {
    const states = [...this.#states].filter((button) => button.getAttribute("aria-pressed") === "true").map(({ dataset }) => dataset.state ?? "");
    this.#page.map.filter({ text: this.#number, states });
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#filter();
    if (this.#text.length < 2 || this.#number) this.#show(null);
    else this.#timer = setTimeout(() => this.#find(this.#text), PAUSE);
  }

  /** @param {string} text */
  async #find(text) {
    const mine = this.#asked;
    const found = await this.#page.asks.find(text);
    if (mine === this.#asked) this.#show(found ?? "away");
  }

  /** @param {FoundPerson[]|"away"|null} found */
  #show(found) {
    this.#found = found;
    this.#view.updateNow();
  }

  #template() {
    const found = this.#found;
    if (found === null) return nothing;
    if (found === "away" || !found.length) return html`<li class="muted">${this.#page.say(found === "away" ? "no_answer" : "no_player_found")}</li>`;
    return html`${found.map(({ name, table, seat }) => html`<li>
      <button class="btn btn-block" type="button" ?disabled=${table === null} @click=${() => table !== null && this.#choose(table, seat)}>
        <span>${name}</span><small class="figures">${table === null ? this.#page.say("no_seat") : this.#page.say("table_seat", { table, seat })}</small>
      </button></li>`)}`;
  }

  /** @param {number} number  @param {number|null} [seat] */
  #choose(number, seat = null) {
    this.clear();
    this.#input.blur();
    this.#page.open(number, seat);
  }
}
