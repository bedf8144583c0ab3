/**
 * The command palette of all staff pages: go to a table, a player, a page, or give a command, by typing a few letters.
 *
 * Ctrl+K (or ⌘K) opens it on every page, "/" on the floor's, and the button in the bar everywhere.
 */

import { html, nothing, render } from "lit-html";
import { readJson } from "../feed/request.js";
import { clockServices } from "./clock_services.js";
import { byId, find } from "./dom.js";

/** @typedef {{kind: string, label: string, where: string, also?: string, address?: string, run?: () => void}} Item */
/**
 * @typedef {{tournament: number|null, pages: {label: string, where: string, address: string, also: string}[], clock: boolean, table: string,
 *   search: string, words: Record<string, string>}} PaletteConfig see web/shared/palette.py
 */

/** Pause after the last key before the server is asked (ms). */
const PAUSE = 60;
/** Shortest text for a search of players. */
const SHORTEST = 2;
const MOST = 12;

export class Palette {
  #config;
  #dialog;
  #text = "";
  #marked = 0;
  /** @type {Item[]} */
  #found = [];
  #away = false;
  /** @type {number|undefined} */
  #timer;
  /** @type {AbortController|null} */
  #asking = null;

  /** @param {HTMLDialogElement} dialog empty  @param {PaletteConfig} config */
  constructor(dialog, config) {
    this.#dialog = dialog;
    this.#config = config;
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => this.#ask(""));
  }

  open() {
    if (this.#dialog.open) return;
    this.#text = "";
    this.#marked = 0;
    this.#found = [];
    this.#draw();
    this.#dialog.showModal();
    const input = /** @type {HTMLInputElement} */ (find(this.#dialog, "input"));
    input.value = "";
    input.focus();
  }

  /** @param {string} text */
  #typed(text) {
    this.#text = text;
    this.#marked = 0;
    this.#ask(text.trim());
    this.#draw();
  }

  /** Ask the server soon; what was asked before is no longer of interest. @param {string} text */
  #ask(text) {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
    if (text.length < SHORTEST || /^\d+$/.test(text)) {
      this.#found = [];
      this.#away = false;
      return;
    }
    this.#timer = setTimeout(async () => {
      const asking = new AbortController();
      this.#asking = asking;
      try {
        const { found } = await readJson(this.#config.search, { query: { q: text, t: this.#config.tournament }, signal: asking.signal });
        if (asking.signal.aborted) return;
        this.#found = found;
        this.#away = false;
      } catch {
        if (asking.signal.aborted) return;
        this.#found = [];
        this.#away = true;
      }
      this.#draw();
    }, PAUSE);
  }

  /** @returns {Item[]} */
  #items() {
    const text = this.#text.trim().toLocaleLowerCase();
    const known = [...this.#actions(), ...this.#config.pages.map((page) => ({ kind: "page", ...page }))];
    if (!text) return known.filter(({ kind }) => kind === "page").slice(0, MOST);
    const tables = /^\d{1,5}$/.test(text) && this.#config.table ? [this.#table(text)] : [];
    const words = text.split(/\s+/);
    const matches = known
      .map((item) => ({ item, rank: rankOf(item, words) }))
      .filter(({ rank }) => rank < Infinity)
      .sort((one, other) => one.rank - other.rank);
    return [...tables, ...matches.slice(0, MOST).map(({ item }) => item), ...this.#found];
  }

  /** @param {string} number @returns {Item} */
  #table(number) {
    const { table, words } = this.#config;
    const address = table.endsWith("-") ? table + Number(number) : `${table}${Number(number)}/`;
    return { kind: "page", label: (words.table ?? "").replace("%(number)s", String(Number(number))), where: "", address };
  }

  /** @returns {Item[]} */
  #actions() {
    const { words, clock, tournament } = this.#config;
    /** @param {string} key  @param {"clock.pause"|"clock.resume"|"clock.next"} kind @returns {Item} */
    const press = (key, kind) => ({
      kind: "action", label: words[key] ?? "", where: "",
      run: () => clockServices().commands.send(kind, { tournament, label: words[key] ?? "" }),
    });
    const ofClock = clock ? [press("pause", "clock.pause"), press("resume", "clock.resume"), press("next", "clock.next")] : [];
    const logOut = () => /** @type {HTMLFormElement|null} */ (document.querySelector("#log-out"))?.requestSubmit();
    return [...ofClock, { kind: "action", label: words.log_out ?? "", where: "", run: logOut }];
  }

  /** @param {Item|undefined} item */
  #choose(item) {
    if (!item) return;
    this.#dialog.close();
    if (item.run) item.run();
    else if (item.address) location.assign(item.address);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const items = this.#items();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length) {
      event.preventDefault();
      this.#marked = (this.#marked + step + items.length) % items.length;
      this.#draw();
      this.#dialog.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#choose(items[this.#marked]);
    }
    // The page below has keys of its own.
    event.stopPropagation();
  }

  #draw() {
    const { words } = this.#config;
    const items = this.#items();
    const marked = Math.min(this.#marked, items.length - 1);
    render(html`
      <div class="palette-ask">
        <input type="text" role="combobox" aria-label=${words.title ?? ""} aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list"
          aria-activedescendant=${items.length ? `palette-${marked}` : nothing} placeholder=${words.hint ?? ""} maxlength="80" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
          @input=${(/** @type {InputEvent} */ event) => this.#typed(/** @type {HTMLInputElement} */ (event.target).value)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}>
        <button class="btn btn-quiet" type="button" @click=${() => this.#dialog.close()}>${words.close}</button>
      </div>
      <ul id="palette-list" role="listbox" aria-label=${words.title ?? ""}>${items.map((item, i) => html`<li id=${`palette-${i}`} role="option" aria-selected=${i === marked} @click=${() => this.#choose(item)}>
        <span class="palette-label">${item.label}</span><small class="palette-where">${item.where}</small><small class="palette-kind">${words[item.kind]}</small></li>`)}</ul>
      <p class="palette-none" role="status">${this.#away ? words.away : items.length ? nothing : words.nothing}</p>`, this.#dialog);
  }
}

/**
 * How well an item fits: 0 if its label begins with the text, more the later its words match; Infinity if not at all.
 * @param {Item} item  @param {string[]} words
 */
function rankOf(item, words) {
  const label = item.label.toLocaleLowerCase();
  // `also`: other words for what is on a page.
  const all = `${label} ${item.where} ${item.also ?? ""}`.toLocaleLowerCase();
  if (!words.every((word) => all.includes(word))) return Infinity;
  const at = label.indexOf(words[0] ?? "");
  if (at === 0) return 0;
  if (at > 0) return label[at - 1] === " " ? 1 : 2;
  return 3;
}

/** Whether a key belongs to a field. @param {EventTarget|null} target */
const isTyping = (target) => target instanceof Element && Boolean(target.closest("input, textarea, select, [contenteditable]"));

function start() {
  const config = document.getElementById("palette-config");
  if (!config) return;
  const palette = new Palette(byId("palette"), JSON.parse(config.textContent ?? "{}"));
  for (const button of document.querySelectorAll("[data-palette]")) button.addEventListener("click", () => palette.open());
  const onFloor = document.getElementById("floor") !== null;
  // Before the page's own keys.
  addEventListener("keydown", (event) => {
    const asked = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const slash = onFloor && event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!asked && !slash) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    palette.open();
  }, true);
}

start();
