/**
 * Short messages over a page: results with undo, refusals with their rule. Only their buttons can be pressed:
 * controls below a message stay usable.
 */

import { el } from "./dom.js";

/** How long a message stays (ms): successes, and messages to be read. */
const GOOD = 5_000;
const BAD = 12_000;

/** @import { Words } from "./words.js" */

/** @typedef {{close: () => void, toast: HTMLElement, bad: boolean, about: string, timer: number|null}} Toast */

export class Toasts {
  #root;
  #words;
  /** @type {Toast[]} */
  #shown = [];
  /** How long a success with a button stays (ms). */
  undoStays = GOOD;

  /** @param {HTMLElement} root the list's place  @param {Words} words */
  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    // Two live regions that exist from the start: screen readers announce text added to them.
    this.#root.replaceChildren(el("div.toast-region", { role: "alert" }), el("div.toast-region", { role: "status" }));
  }

  /**
   * Show a message.
   * @param {{text: string, rule?: string, bad?: boolean, stays?: boolean, long?: boolean,
   *          button?: {label: string, run: () => void}|null, link?: {label: string, address: string}|null, about?: string}} message `about` is the kind of command,
   *   `long` a success that takes longer to read
   * @returns {{close: () => void}} closes it
   */
  show({ text, rule = "", bad = false, stays = false, long = false, button = null, link = null, about = "" }) {
    const toast = el("div.toast", {}, el("span.toast-text", {}, text, ...(rule ? [" ", el("cite.toast-rule", {}, rule)] : [])));
    toast.classList.toggle("is-bad", bad);
    /** @type {Toast} */
    const entry = { close: () => this.#close(entry), toast, bad, about, timer: null };
    if (link) toast.append(el("a.btn", { href: link.address }, link.label));
    if (button) toast.append(this.#button(button.label, () => {
      entry.close();
      button.run();
    }));
    const close = this.#button("×", entry.close);
    close.classList.add("btn-icon");
    close.setAttribute("aria-label", this.#words.say("page.close"));
    toast.append(close);
    if (!stays) this.#expire(entry, bad || long ? BAD : button ? this.undoStays : GOOD);
    this.#root.children[bad ? 0 : 1].append(toast);
    this.#shown.push(entry);
    // One success and one error at a time: messages cover controls.
    const older = this.#shown.filter((one) => one !== entry && one.timer !== null && one.bad === bad && !stays);
    for (const one of older) one.close();
    return entry;
  }

  /** After a successful command of this kind, close errors of earlier ones. @param {string} about */
  settle(about) {
    for (const one of this.#shown.filter(({ bad, about: its }) => bad && its === about)) one.close();
  }

  /** @param {string} label  @param {() => void} run */
  #button(label, run) {
    const button = el("button.btn", { type: "button" }, label);
    button.addEventListener("click", run);
    return button;
  }

  /** A message under the pointer or with the focus stays open. @param {Toast} entry  @param {number} time ms */
  #expire(entry, time) {
    const start = () => {
      clearTimeout(entry.timer ?? undefined);
      entry.timer = setTimeout(() => entry.toast.matches(":hover, :focus-within") ? start() : entry.close(), time);
    };
    start();
  }

  /** @param {Toast} entry */
  #close(entry) {
    clearTimeout(entry.timer ?? undefined);
    entry.toast.remove();
    this.#shown = this.#shown.filter((one) => one !== entry);
  }
}
