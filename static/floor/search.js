/** The search above the map: a number finds a table, other text a player. And the state filter. */

import { el } from "../shared/ui/dom.js";

/** Delay of the people search after the last key (ms). */
const PAUSE = 180;

export class Search {
  #input;
  #list;
  #page;
  #timer = null;
  #asked = 0;
  #states = new Set();

  /** @param {HTMLElement} root the bar  @param {object} page see TablePanel */
  constructor(root, page) {
    this.#page = page;
    this.#input = root.querySelector("#find");
    this.#list = root.querySelector("#found");
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
      if (event.key === "ArrowDown") this.#list.querySelector("button")?.focus();
    });
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (/^\d+$/.test(text)) this.#choose(Number(text));
      else this.#list.querySelector("button")?.click();
    });
    for (const button of root.querySelectorAll("[data-state]")) {
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(on));
        this.#states[on ? "add" : "delete"](button.dataset.state);
        this.#filter();
      });
    }
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
    const text = this.#input.value.trim();
    this.#page.map.filter({ text: /^\d+$/.test(text) ? text : "", states: [...this.#states] });
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#filter();
    const text = this.#input.value.trim();
    if (text.length < 2 || /^\d+$/.test(text)) this.#show(null);
    else this.#timer = setTimeout(() => this.#look(text), PAUSE);
  }

  async #look(text) {
    const mine = this.#asked;
    const found = await this.#page.asks.find(text);
    if (mine === this.#asked) this.#show(found ?? "away");
  }

  #show(found) {
    const { words } = this.#page;
    this.#list.hidden = found === null;
    if (found === null) this.#list.replaceChildren();
    else if (found === "away") this.#list.replaceChildren(el("li.muted", {}, words.say("floor.no_answer")));
    else if (!found.length) this.#list.replaceChildren(el("li.muted", {}, words.say("floor.nobody_found")));
    else this.#list.replaceChildren(...found.map((one) => {
      const where = one.table === null ? words.say("floor.no_seat") : words.say("floor.table_seat", { table: one.table, seat: one.seat });
      const button = el("button.btn.btn-block", { type: "button" }, el("span", {}, one.name), el("small.figures", {}, where));
      button.disabled = one.table === null;
      button.addEventListener("click", () => this.#choose(one.table, one.seat));
      return el("li", {}, button);
    }));
  }

  #choose(number, seat = null) {
    this.clear();
    this.#input.blur();
    this.#page.open(number, seat);
  }
}
