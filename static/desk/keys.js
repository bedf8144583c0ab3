/** Keys of the desk: a button's key works in any field. Letters need Alt, so that the next name can be typed at any time. */

import { html, nothing } from "lit-html";
import { keyName } from "../shared/ui/keys.js";
import { Dialog } from "./dialog.js";

/** @import { Words } from "../shared/ui/words.js" */

/** A key that was pressed, and when (ms, as `performance.now()`). @typedef {{key: string, code: string, altKey: boolean, at: number}} Pressed */
/** @typedef {{look?: string, hint?: unknown, pressed?: boolean|null, tab?: string}} ButtonOptions `look`: further classes; `pressed` makes a toggle */

/** Return the label of a key. @param {string} key */
export const face = (key) => (key.length === 1 ? `Alt ${key.toUpperCase()}` : keyName(key));

/**
 * A button with its key beside it.
 * @param {string} label  @param {string} key one letter (with Alt), a key's name, or "" for none
 * @param {() => unknown} run  @param {ButtonOptions} options
 */
export const keyButton = (label, key, run, { look = "", hint = null, pressed = null, tab } = {}) => html`
  <button class=${`btn ${look}`.trim()} type="button" data-key=${key || nothing} aria-keyshortcuts=${(key.length === 1 ? `Alt+${key.toUpperCase()}` : key) || nothing}
    aria-pressed=${pressed === null ? nothing : String(pressed)} tabindex=${tab ?? nothing} @click=${() => run()}><span
    class="desk-label" title=${label}>${label}${hint === null ? nothing : html`<small>${hint}</small>`}</span>${key ? html`<kbd aria-hidden="true">${face(key)}</kbd>` : nothing}</button>`;

/** Return the pressed letter, also on keyboards that compose a character with Alt. @param {{key: string, code: string}} pressed */
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return code.startsWith("Key") ? code.slice(3).toLowerCase() : "";
}

/** Type a key into the focused field, as the browser would. @param {string} key */
function type(key) {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.type === "checkbox") return;
  if (key.length === 1) field.setRangeText(key, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  else if (key === "Backspace") field.value = field.value.slice(0, -1);
  else field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  if (key.length === 1 || key === "Backspace") field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Two Enters closer than this are one: a bouncing key, or a scanner that sends Enter twice (ms). */
const BOUNCE = 50;
const openDialog = () => document.querySelector("dialog[open]");

/** @param {Element} one  @returns {one is HTMLButtonElement} */
const usable = (one) => one instanceof HTMLButtonElement && !one.disabled && one.checkVisibility();

export class DeskKeys {
  #words;
  /** @type {Record<string, {label: string, run: (at: number) => unknown}>} */ #named;
  #steer;
  #help;
  #held = 0;
  /** @type {Pressed[]} */ #ahead = [];
  #entered = -Infinity;

  /**
   * @param {Words} words
   * @param {Record<string, {label: string, run: (at: number) => unknown}>} named keys without a button, by name; `at` is
   *   when it was pressed
   * @param {{steer: (key: string) => void, help: [string, string][], signal: AbortSignal}} typing `steer` is called before
   *   each letter is typed and may move the focus; `help`: further keys for the help, with descriptions
   */
  constructor(words, named, { steer, help, signal }) {
    this.#words = words;
    this.#steer = steer;
    this.#help = help;
    this.#named = { ...named, F1: { label: words.say("keys.list"), run: () => this.#list() } };
    // Before any field receives it: keys typed ahead must not land in the wrong field.
    addEventListener("keydown", (event) => this.#pressed(event), { capture: true, signal });
  }

  /**
   * Hold keys pressed before a promise is settled, then replay them in order: typing is quicker than the
   * network.
   * @template T  @param {Promise<T>} promise  @returns {Promise<T>} the same
   */
  hold(promise) {
    this.#held += 1;
    const release = () => {
      this.#held -= 1;
      this.#replay();
    };
    promise.then(release, release);
    return promise;
  }

  /** Replay keys pressed before the script was loaded. @param {Pressed[]} kept */
  early(kept) {
    this.#ahead.push(...kept);
    this.#replay();
  }

  /** Drop held keys: the user has to read something first. */
  forget() {
    this.#ahead = [];
  }

  /** Open the list of all active keys. */
  #list() {
    const buttons = [...document.querySelectorAll("[data-key]")].filter(usable).filter(({ dataset }) => dataset.key?.length === 1);
    const rows = [
      ...this.#help, ...Object.entries(this.#named).map(([key, { label }]) => [face(key), label]),
      ...buttons.map((one) => [face(one.dataset.key ?? ""), one.querySelector(".desk-label")?.getAttribute("title") ?? ""]),
    ];
    new Dialog(this.#words.say("keys.title"), () => html`
      <div class="dialog-body"><dl class="keys">${rows.map(([key, label]) => html`<dt><kbd>${key}</kbd></dt><dd>${label}</dd>`)}</dl></div>
      <form class="dialog-actions" method="dialog"><button class="btn" type="submit">${this.#words.say("page.close")}</button></form>`);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.isComposing || !event.isTrusted) return;
    if (event.key === "Enter") {
      const since = event.timeStamp - this.#entered;
      this.#entered = event.timeStamp;
      if (since < BOUNCE) return event.preventDefault();
    }
    const open = openDialog();
    const key = { key: event.key, code: event.code, altKey: event.altKey, at: event.timeStamp };
    if (this.#held && !open) {
      if (event.key === "Escape") this.forget();
      else if (!event.repeat) this.#ahead.push(key);
      event.preventDefault();
    } else if (event.altKey ? this.#button(key) : this.#named[event.key] && !open) {
      event.preventDefault();
      // A key held down counts once.
      if (!event.repeat) this.#press(key);
    } else if (!event.altKey && !open) this.#steer(event.key);
  }

  /** @param {Pressed} key  @returns {boolean} whether it was handled */
  #press(key) {
    if (key.altKey) this.#button(key)?.click();
    else this.#named[key.key]?.run(key.at);
    return key.altKey || key.key in this.#named;
  }

  #replay() {
    while (!this.#held && this.#ahead.length) {
      const key = /** @type {Pressed} */ (this.#ahead.shift());
      if (this.#press(key)) continue;
      this.#steer(key.key);
      type(key.key);
    }
  }

  /** Return the button of a letter, in the open dialog if there is one. @param {Pressed} key */
  #button(key) {
    const letter = letterOf(key);
    return letter ? [...(openDialog() ?? document).querySelectorAll(`[data-key="${letter}"]`)].find(usable) : undefined;
  }
}
