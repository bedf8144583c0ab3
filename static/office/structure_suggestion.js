/** The page that suggests a structure, and updates it while sliders move. */

import { readHtml } from "../shared/feed/request.js";
import { byId, find } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";

/** Delay after the last change before the structure is requested (ms). */
const PAUSE = 150;
/** Timeout of a response (ms). */
const WITHIN = 8_000;

class SuggestionPage {
  /** @type {HTMLFormElement} */
  #form;
  #shown;
  #address;
  #asked = 0;
  #timer = 0;

  /** @param {HTMLElement} form  @param {HTMLElement} shown where the suggestion is shown  @param {string} address */
  constructor(form, shown, address) {
    this.#form = /** @type {HTMLFormElement} */ (form);
    this.#shown = shown;
    this.#address = address;
    form.addEventListener("input", ({ target }) => this.#changed(target));
  }

  /** @param {EventTarget|null} target */
  #changed(target) {
    if (target instanceof HTMLInputElement) this.#mirror(target);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Keep the slider and its number the same. @param {HTMLInputElement} input */
  #mirror(input) {
    const name = input.dataset.for;
    if (name) /** @type {HTMLInputElement} */ (this.#form.elements.namedItem(name)).value = input.value;
    else if (/^\d+$/.test(input.value)) {
      const slider = this.#form.querySelector(`[data-for="${input.name}"]`);
      if (slider instanceof HTMLInputElement) slider.value = input.value;
    }
  }

  async #ask() {
    this.#asked += 1;
    const number = this.#asked;
    this.#shown.setAttribute("aria-busy", "true");
    const query = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(this.#form)));
    /** @type {string|null} */
    let html = null;
    try {
      html = await readHtml(this.#address, { query, within: WITHIN });
    } catch {
      // What is shown stays; the next change asks again.
    }
    if (number !== this.#asked) return;
    this.#shown.setAttribute("aria-busy", "false");
    if (html === null) return;
    const scrolled = this.#shown.querySelector(".table-wrap")?.scrollLeft ?? 0;
    this.#shown.innerHTML = html;
    const table = this.#shown.querySelector(".table-wrap");
    if (table) table.scrollLeft = scrolled;
    // A reload shows the same again.
    history.replaceState(null, "", `?${new URLSearchParams(query)}`);
  }
}

const { config } = startPage({ live: false });
new SuggestionPage(byId("suggestion-form"), find(document.body, "#suggestion"), config.preview);
