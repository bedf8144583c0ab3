/** The form for a new event: the server suggests what was not edited, and previews the event as it is typed. */

import { readJson } from "../shared/feed/request.js";
import { byId, el, find } from "../shared/ui/dom.js";
import { showFaults } from "../shared/ui/forms.js";
import { startPage } from "../shared/ui/page.js";

/** @typedef {HTMLInputElement|HTMLSelectElement} Field */
/**
 * The answer of the server: values of the fields that were not edited, hints and choices by field, the preview (a
 * message if a field is wrong), and errors by field.
 * @typedef {{values: Record<string, string>, hints: Record<string, string>, choices: Record<string, [string, string][]>,
 *            html: string, faults: Record<string, string>}} Suggestions
 */

/** Delay after the last key before the preview is requested (ms). */
const PAUSE = 250;
/** Timeout of a response (ms). */
const WITHIN = 8_000;

/** The boxes of the room's free tables: "table-7". */
const TABLE = "table-";

export class NewEvent {
  /** @type {HTMLFormElement} */
  #form;
  #preview;
  #address;
  /** Fields that were edited. @type {Set<string>} */
  #touched;
  #asked = 0;
  #timer = 0;

  /** @param {HTMLElement} page with the form, `#preview`, and the preview's address in `data-preview` */
  constructor(page) {
    this.#form = /** @type {HTMLFormElement} */ (find(page, "form"));
    this.#preview = find(page, "#preview");
    this.#address = page.dataset.preview ?? "";
    this.#touched = new Set(this.#field("touched")?.value.split(",").filter(Boolean));
    // On a slow network, fields may have been edited before this runs.
    for (const one of this.#form.elements) {
      if ((one instanceof HTMLInputElement && one.type !== "hidden") || one instanceof HTMLSelectElement) this.#edited(one) && this.#touched.add(one.name);
    }
    this.#form.addEventListener("input", ({ target }) => this.#changed(/** @type {Field} */ (target)));
  }

  /** @param {string} name  @returns {Field|null} */
  #field(name) {
    const field = this.#form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
  }

  /** @param {Field} field */
  #edited(field) {
    if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.defaultSelected && !one.selected);
    return field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }

  /** @param {Field} field */
  #changed(field) {
    // The number of tables and the choice of tables exclude each other: the last edit counts.
    if (field.name.startsWith(TABLE)) this.#touched.delete("tables");
    else if (field.name === "tables") this.#chooseNoTables();
    if (field.name !== "name" && !field.name.startsWith(TABLE)) this.#touched.add(field.name);
    const touched = this.#field("touched");
    if (touched) touched.value = [...this.#touched].join(",");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  #chooseNoTables() {
    for (const one of this.#form.elements) if (one instanceof HTMLInputElement && one.name.startsWith(TABLE)) one.checked = false;
  }

  async #ask() {
    this.#asked += 1;
    const number = this.#asked;
    this.#preview.setAttribute("aria-busy", "true");
    /** @type {Suggestions|null} */
    let answer = null;
    try {
      answer = await readJson(this.#address, { body: new FormData(this.#form), within: WITHIN });
    } catch {
      // The page stays as it is; the server checks everything when the form is sent.
    }
    if (number !== this.#asked) return;
    this.#preview.setAttribute("aria-busy", "false");
    if (answer) this.#show(answer);
  }

  /** @param {Suggestions} answer */
  #show({ values, hints, choices, html, faults }) {
    for (const [name, options] of Object.entries(choices)) this.#choose(name, options);
    for (const [name, value] of Object.entries(values)) if (!this.#touched.has(name)) this.#fill(name, value);
    for (const [name, hint] of Object.entries(hints)) this.#hint(name, hint);
    const here = document.activeElement;
    showFaults(this.#form, faults);
    if (here instanceof HTMLElement) here.focus({ preventScroll: true });
    this.#preview.innerHTML = html;
  }

  /** @param {string} name  @param {[string, string][]} options value and label */
  #choose(name, options) {
    const select = this.#field(name);
    const key = JSON.stringify(options);
    if (!(select instanceof HTMLSelectElement) || select.dataset.key === key) return;
    const chosen = select.value;
    select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    select.dataset.key = key;
    if (options.some(([value]) => value === chosen)) select.value = chosen;
  }

  /** @param {string} name  @param {string} value */
  #fill(name, value) {
    const field = this.#field(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value !== "";
    else if (field && field.value !== value) field.value = value;
  }

  /** @param {string} name  @param {string} text */
  #hint(name, text) {
    const field = this.#field(name);
    const place = field?.closest(".field");
    // The hint of a switch says what is free, and does not depend on other fields.
    if (!field || !place || field.type === "checkbox") return;
    let hint = place.querySelector(".hint");
    if (!hint && text) {
      hint = el("p.hint", { id: `${field.id}-hint` });
      field.after(hint);
      field.setAttribute("aria-describedby", hint.id);
    }
    if (hint && hint.textContent !== text) hint.textContent = text;
  }
}

startPage({ live: false });
new NewEvent(byId("new-event"));
