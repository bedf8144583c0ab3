/**
 * A phase of the whole event on the floor's page, such as hand-for-hand or a chip race: a panel above the
 * map.
 */

import { el } from "../shared/ui/dom.js";
import { Still } from "../shared/ui/press.js";
import { number } from "../shared/ui/format.js";

/** @import { Floor } from "./floor.js" */

export class Phase {
  #place;
  #words;
  #still;
  #drawn = "";

  /**
   * @param {HTMLElement} place
   * @param {Floor} page
   * @param {string} words prefix of its text keys
   */
  constructor(place, page, words) {
    this.page = page;
    this.#place = place;
    this.#words = words;
    this.#still = new Still(place);
  }

  /** Render, as soon as no finger is on it. @param {() => void} draw */
  soon(draw) {
    this.#still.when(draw);
  }

  /**
   * Replace its parts if they have changed; the keyboard focus stays.
   * @param {string} key identifies the content  @param {boolean} shown whether it is shown
   * @param {() => HTMLElement[]} parts
   */
  put(key, shown, parts) {
    if (key === this.#drawn) return;
    const fresh = this.#drawn !== "" && shown;
    this.#drawn = key;
    this.#place.hidden = !shown;
    const focused = /** @type {HTMLElement|null} */ (this.#place.querySelector(":focus"))?.dataset.act;
    this.#place.replaceChildren(...(shown ? parts() : []));
    if (focused) /** @type {HTMLElement|null} */ (this.#place.querySelector(`[data-act="${focused}"]`))?.focus();
    if (fresh) this.#still.settle();
  }

  /** Return a text of the phase; numbers are grouped. @param {string} key  @param {Record<string, string|number|null|undefined>} values */
  say(key, values = {}) {
    const { words } = this.page;
    const grouped = Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value, words.language) : value]);
    return words.say(`${this.#words}.${key}`, Object.fromEntries(grouped));
  }

  /**
   * @param {string} act name of the command, to restore the focus
   * @param {string} label  @param {() => unknown} run  @param {string} look further classes, as ".btn-primary"
   */
  button(act, label, run, look = "") {
    const made = el(`button.btn${look}`, { type: "button", "data-act": act }, label);
    made.addEventListener("click", run);
    return made;
  }
}
