/**
 * Keys of the desk: a button's key works in any field. Letters need Alt, so that the next name can be typed
 * at any time.
 */

import { el } from "../shared/ui/dom.js";
import { keyName } from "../shared/ui/keys.js";

/** Return the label of a key. */
function face(key) {
  return key.length === 1 ? `Alt ${key.toUpperCase()}` : keyName(key);
}

/**
 * Create a button with its key beside it.
 * @param {string} label  @param {string} key one letter (with Alt), or a key's name
 * @param {() => void} run  @param {{look?: string, hint?: string}} options `look`: further classes (".btn-primary")
 */
export function keyed(label, key, run, { look = "", hint = "" } = {}) {
  const shortcut = key.length === 1 ? `Alt+${key.toUpperCase()}` : key;
  const button = el(`button.btn${look}`, { type: "button", "data-key": key, "aria-keyshortcuts": shortcut },
    el("span.desk-label", { title: label }, label, ...(hint ? [el("small", {}, hint)] : [])),
    el("kbd", { "aria-hidden": "true" }, face(key)));
  button.addEventListener("click", run);
  return button;
}

/** Return the pressed letter, also on keyboards that compose a character with Alt. */
function letterOf(event) {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : "";
}

/** Type a key into the focused field, as the browser would. */
function type(key) {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.type === "checkbox") return;
  if (key.length === 1) field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  else if (key === "Backspace") field.value = field.value.slice(0, -1);
  else field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  if (key.length === 1 || key === "Backspace") field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Two Enters closer than this are one: a bouncing key, or a scanner that sends Enter twice (ms). */
const BOUNCE = 50;

export class DeskKeys {
  #words;
  #named;
  #steer;
  #help;
  #dialog = null;
  #held = 0;
  #ahead = [];
  #entered = -Infinity;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {Record<string, {label: string, run: (at: number) => void}>} named keys without a button, by name;
   *   `at` is when
   *   it was pressed (ms, as `performance.now()`)
   * @param {{steer: (key: string) => void, help: [string, string][]}} typing `steer` is called before each letter
   *   is typed and may move the focus; `help`: further keys for the help, with descriptions
   */
  constructor(words, named, { steer = () => {}, help = [] } = {}) {
    this.#words = words;
    this.#steer = steer;
    this.#help = help;
    this.#named = { ...named, F1: { label: words.say("keys.list"), run: () => this.list() } };
    // Before any field receives it: keys typed ahead must not land in the wrong field.
    addEventListener("keydown", (event) => this.#pressed(event), true);
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

  /**
   * Replay keys pressed before the script was loaded.
   * @param {{key: string, code: string, altKey: boolean, at: number}[]} kept
   */
  early(kept) {
    this.#ahead.push(...kept);
    this.#replay();
  }

  /** Drop held keys: the user has to read something first. */
  forget() {
    this.#ahead = [];
  }

  /** Open the list of all active keys. */
  list() {
    this.#dialog?.remove();
    this.#dialog = this.#build();
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    // The only button is below the list: focusing it would scroll to the end.
    this.#dialog.scrollTop = 0;
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.isComposing || !event.isTrusted) return;
    if (event.key === "Enter") {
      const since = event.timeStamp - this.#entered;
      this.#entered = event.timeStamp;
      if (since < BOUNCE) {
        event.preventDefault();
        return;
      }
    }
    const open = document.querySelector("dialog[open]");
    if (this.#held && !open) {
      if (event.key === "Escape") this.#ahead = [];
      else if (!event.repeat) this.#ahead.push({ key: event.key, code: event.code, altKey: event.altKey, at: event.timeStamp });
      event.preventDefault();
      return;
    }
    if (event.altKey ? this.#button(letterOf(event), open ?? document) : this.#named[event.key] && !open) {
      event.preventDefault();
      // A key held down counts once.
      if (!event.repeat) this.#press({ key: event.key, code: event.code, altKey: event.altKey, at: event.timeStamp });
    } else if (!event.altKey && !open) this.#steer(event.key);
  }

  /** @returns {boolean} whether the key was handled */
  #press(key) {
    if (key.altKey) {
      const button = this.#button(letterOf(key), document.querySelector("dialog[open]") ?? document);
      button?.click();
      return true;
    }
    const named = this.#named[key.key];
    named?.run(key.at);
    return Boolean(named);
  }

  #replay() {
    while (!this.#held && this.#ahead.length) {
      const key = this.#ahead.shift();
      if (this.#press(key)) continue;
      this.#steer(key.key);
      type(key.key);
    }
  }

  #button(letter, within) {
    if (!letter) return null;
    const found = [...within.querySelectorAll(`[data-key="${letter}"]`)];
    return found.find((button) => !button.disabled && button.checkVisibility()) ?? null;
  }

  #build() {
    const buttons = [...document.querySelectorAll("[data-key]")].filter((one) => one.dataset.key.length === 1 && !one.disabled && one.checkVisibility());
    const rows = [
      ...this.#help,
      ...Object.entries(this.#named).map(([key, { label }]) => [face(key), label]),
      ...buttons.map((one) => [face(one.dataset.key), one.querySelector(".desk-label").firstChild.textContent]),
    ];
    const close = el("button.btn", { type: "submit" }, this.#words.say("page.close"));
    return el("dialog", { "aria-labelledby": "keys-title" },
      el("div.dialog-header", {}, el("h2", { id: "keys-title" }, this.#words.say("keys.title"))),
      el("div.dialog-body", {}, el("dl.keys", {}, ...rows.flatMap(([key, label]) =>
        [el("dt", {}, el("kbd", {}, key)), el("dd", {}, label)]))),
      el("form.dialog-actions", { method: "dialog" }, close));
  }
}
