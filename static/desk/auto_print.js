/** Automatic print after a sale: a setting of this browser, off by default. */

import { find } from "../shared/ui/dom.js";

/** @import { Desk } from "./desk.js" */
/** @import { RecentAction } from "./verbs.js" */

const ON = "desk-auto-print";
const PRINTED = "desk-auto-printed";
const MOST = 50;

export class AutoPrint {
  #desk;

  /** @param {Desk} desk */
  constructor(desk) {
    const { root, signal } = desk;
    this.#desk = desk;
    /** @type {HTMLInputElement} */ const box = find(root, "#desk-auto-print");
    box.checked = read(ON) === true;
    box.addEventListener("change", () => {
      keep(ON, box.checked);
      desk.find.focus();
    }, { signal });
    // Other tabs of this browser share the setting.
    addEventListener("storage", ({ key }) => {
      if (key === ON) box.checked = read(ON) === true;
    }, { signal });
  }

  /** Print a confirmed sale once in this browser, also if its response arrives again after a reload. @param {RecentAction} line */
  settled(line) {
    if (!line.sold || line.receipt === null || read(ON) !== true) return;
    /** @type {number[]} */ const printed = read(PRINTED) ?? [];
    if (printed.includes(line.receipt)) return;
    // Without a stored record, a reload could print twice.
    if (keep(PRINTED, [line.receipt, ...printed].slice(0, MOST))) this.#desk.prints.line(line, false);
  }
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key  @param {unknown} value  @returns {boolean} whether it could be stored */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
