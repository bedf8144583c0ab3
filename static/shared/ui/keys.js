/** Keyboard shortcuts of a page, and the list of them that `?` opens. */

import { el } from "./dom.js";

const OFF = "keys-off";
const TYPING = "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]";

/** Names printed on keys, where they differ from KeyboardEvent.key. */
/** @type {Record<string, Record<string, string>>} */
const PRINTED = {
  en: { PageDown: "PgDn", PageUp: "PgUp" },
  de: { PageDown: "Bild ↓", PageUp: "Bild ↑" },
  fr: { Enter: "Entrée", PageDown: "Page ↓", PageUp: "Page ↑" },
  it: { Enter: "Invio", PageDown: "Pag ↓", PageUp: "Pag ↑" },
};

/** Return the name printed on a key. @param {string} key as in KeyboardEvent.key */
export const keyName = (key) => key === "Escape" ? "Esc" : PRINTED[document.documentElement.lang.slice(0, 2)]?.[key] ?? key;

export class Keys {
  /** @type {Map<string, {label: string, run: () => void}>} */
  #keys = new Map();
  #words;
  /** @type {HTMLDialogElement|null} */
  #dialog = null;

  /** @param {import("./words.js").Words} words */
  constructor(words) {
    this.#words = words;
    addEventListener("keydown", (event) => this.#pressed(event));
    this.add("?", words.say("keys.list"), () => this.list());
  }

  /** Whether shortcuts are switched off in this browser: they interfere with speech input. */
  get off() {
    try {
      return localStorage.getItem(OFF) === "1";
    } catch {
      return false;
    }
  }

  /**
   * @param {string} key as in KeyboardEvent.key, letters small
   * @param {string} label what it does
   * @param {() => void} run
   */
  add(key, label, run) {
    this.#keys.set(key, { label, run });
  }

  /** Open the list. */
  list() {
    this.#dialog ??= this.#build();
    if (!this.#dialog.open) this.#dialog.showModal();
    // The button is below the list: focusing it would scroll to the end.
    this.#dialog.scrollTop = 0;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TYPING) || document.querySelector("dialog[open], :popover-open")) return;
    // A focused button keeps its own space bar and Enter.
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, summary, input, label")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = this.#keys.get(key);
    if (!found || (this.off && key !== "?")) return;
    event.preventDefault();
    found.run();
  }

  #build() {
    const rows = [...this.#keys].flatMap(([key, { label }]) =>
      [el("dt", {}, el("kbd", {}, key === " " ? this.#words.say("keys.space") : keyName(key))), el("dd", {}, label)]);
    const close = el("button.btn", { type: "submit" }, this.#words.say("page.close"));
    const on = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
    on.checked = !this.off;
    on.addEventListener("change", () => {
      try {
        localStorage.setItem(OFF, on.checked ? "0" : "1");
      } catch {
        /* the setting is then lost on a reload */
      }
    });
    const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "keys-title" },
      el("div.dialog-header", {}, el("h2", { id: "keys-title" }, this.#words.say("keys.title"))),
      el("div.dialog-body", {}, el("dl.keys", {}, ...rows), el("label.switch", {}, on, this.#words.say("keys.on"))),
      el("form.dialog-actions", { method: "dialog" }, close)));
    document.body.append(dialog);
    return dialog;
  }
}
