/** Fields of the desk's forms, and their errors: shown at the field, removed by the next input. */

import { html, nothing } from "lit-html";
import { byId } from "../shared/ui/dom.js";

/** A sentence and the number of its rule, "" without one. @typedef {{text: string, rule: string}} Fault */
/**
 * @typedef {object} FieldOptions
 * @property {string} [type]  @property {string} [name]  @property {"decimal"|"numeric"} [mode]  @property {boolean} [num] whether it is set like a number
 * @property {number} [max] longest text  @property {string} [value] at first  @property {string} [placeholder]
 * @property {string} [affix] unit after the field  @property {string} [hint] text below
 * @property {unknown} [below] template below, described by the id of the field with "-how"
 * @property {unknown} [key] template beside the label  @property {string} [enter] what Enter does in it
 * @property {boolean} [invalid]  @property {() => void} [input]  @property {() => void} [focus]  @property {(event: KeyboardEvent) => void} [keydown]  @property {(event: InputEvent) => void} [beforeinput]
 */

/** @param {string|null|undefined} text  @param {string} rule */
export const sentence = (text, rule = "") => html`<span>${text}</span>${rule ? html` <cite class="cite">${rule}</cite>` : nothing}`;

/** The place for a refusal without a field, which screen readers announce. @param {Fault|null} fault */
export const faultPlace = (fault) => html`<div class="desk-fault" role="alert">${faultText(fault)}</div>`;

/** @param {Fault|null} fault */
export const faultText = (fault) => fault ? html`<p class="notice is-bad">${sentence(fault.text, fault.rule)}</p>` : nothing;

/** Return the input of an id. @param {string} id */
export const inputOf = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** Return the trimmed text of a field. @param {string} id */
export const textOf = (id) => inputOf(id).value.trim();

export class Fields {
  #draw;
  /** @type {Map<string, Fault>} */ #faults = new Map();

  /** @param {() => void} draw renders the form again */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Show an error at a field and focus it. @param {string} id  @param {string} text  @param {string} rule  @returns {null} */
  fault(id, text, rule = "") {
    this.#faults.set(id, { text, rule });
    this.#draw();
    byId(id).focus();
    return null;
  }

  /** Remove the error of a field, or all. @param {string|null} id */
  clear(id = null) {
    const had = id === null ? this.#faults.size > 0 : this.#faults.delete(id);
    if (id === null) this.#faults.clear();
    if (had) this.#draw();
  }

  /** Whether a field has an error. @param {string} id */
  has(id) {
    return this.#faults.has(id);
  }

  /** A field with its label. @param {string} id  @param {string} label  @param {FieldOptions} options */
  field(id, label, options = {}) {
    const { affix = "", hint = "", below = nothing, key = nothing } = options;
    const input = this.input(id, options);
    return this.around(id, html`<label for=${id}>${label}${key}</label>${affix ? html`<div class="input-affix">${input}<span>${affix}</span></div>` : input}
      ${hint ? html`<p class="hint" id=${`${id}-how`}>${hint}</p>` : below}`);
  }

  /** A control of any kind with its error. @param {string} id  @param {unknown} control */
  around(id, control) {
    const fault = this.#faults.get(id);
    return html`<div class=${fault ? "field has-error" : "field"}>${control}${fault
      ? html`<p class="error desk-field-fault" id=${`${id}-fault`} role="alert">${sentence(fault.text, fault.rule)}</p>` : nothing}</div>`;
  }

  /** @param {string} id  @param {FieldOptions} options */
  input(id, { type = "text", name, mode, num = mode !== undefined, max = 120, value, placeholder, hint, below, enter, invalid = false, input = () => {}, focus, keydown, beforeinput }) {
    const fault = this.#faults.has(id);
    const about = [hint || below ? `${id}-how` : "", fault ? `${id}-fault` : ""].filter(Boolean).join(" ");
    const changed = () => {
      this.clear(id);
      input();
    };
    return html`<input id=${id} class=${num ? "num" : nothing} type=${type} name=${name ?? nothing} inputmode=${mode ?? nothing} maxlength=${type === "checkbox" ? nothing : max}
      value=${value ?? nothing} placeholder=${placeholder ?? nothing} data-enter=${enter ?? nothing} autocomplete=${type === "password" ? "new-password" : "off"} autocapitalize=${name === "username" ? "none" : nothing} spellcheck="false"
      aria-invalid=${fault || invalid ? "true" : nothing} aria-describedby=${about || nothing} @input=${changed} @focus=${focus} @keydown=${keydown} @beforeinput=${beforeinput}>`;
  }
}
