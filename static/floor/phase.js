/**
 * A phase of the whole event on the floor's page, such as hand-for-hand or a chip race: a panel above the
 * map.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { number } from "../shared/ui/format.js";
import { keepFocus } from "../shared/ui/press.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";

/** @import { Floor } from "./floor.js" */

/**
 * A button: its command, its label, and its accessible name where the label does not say enough.
 * @typedef {{act: string, label: string, spoken?: string, look?: string, off?: boolean, run: () => unknown}} PhaseButton
 */

/** @template {object} Content what is shown */
export class Phase {
  #place;
  #words;
  #still;
  #view;
  /** @type {Content|null} */
  #content = null;
  /** The content as text: a rendering of the same content is no change. @type {string|null} */
  #shown = null;

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
    this.#view = new View(place, () => (this.#content ? this.template(this.#content) : nothing));
  }

  /** What is to be shown; null while the phase is neither on nor due. @returns {Content|null} */
  get content() {
    return null;
  }

  /** Return the template of the content. @param {Content} _content  @returns {unknown} */
  template(_content) {
    return nothing;
  }

  /** Render as soon as no finger is on it. What has changed ignores presses for a moment. */
  draw() {
    this.#still.when(() => {
      const { content } = this;
      const before = this.#shown;
      this.#content = content;
      this.#shown = JSON.stringify(content, (name, value) => (name === "seq" ? undefined : value));
      this.#place.hidden = content === null;
      keepFocus(this.#place, () => this.#view.updateNow());
      if (before !== null && content !== null && this.#shown !== before) this.#still.settle();
    });
  }

  /** Return a text of the phase; numbers are grouped. @param {string} key  @param {Record<string, string|number|null|undefined>} values */
  say(key, values = {}) {
    const { words } = this.page;
    const grouped = Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value, words.language) : value]);
    return words.say(`${this.#words}.${key}`, Object.fromEntries(grouped));
  }

  /** Buttons: an element stays with its command. @param {PhaseButton[]} buttons */
  buttons(...buttons) {
    return repeat(buttons, ({ act }) => act, ({ act, label, spoken, look = "", off = false, run }) => html`
      <button class="btn ${look}" type="button" data-act=${act} aria-label=${spoken ?? nothing} ?disabled=${off} @click=${run}>${label}</button>`);
  }

  /** The cited rule after a sentence. @param {string} rule "" for none */
  cited(rule) {
    return rule ? html` · <cite class="cite">${rule}</cite>` : nothing;
  }
}
