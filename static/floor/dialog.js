/** Small forms of the floor's page, each in a dialog: a title, fields, and one button. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { el } from "../shared/ui/dom.js";
import { View } from "../shared/ui/view.js";

/** @import { Floor } from "./floor.js" */

/** A command that takes longer than this shows that it is waiting (ms). */
const PATIENCE = 4_000;

/**
 * @typedef {{field: string, text: string}} Fault what is wrong with a field
 * @typedef {{ok?: boolean, message?: string, rule?: string}|Fault|boolean|null|undefined|void} Outcome a refusal by the
 *   server, a fault or false keep the dialog open
 * @typedef {object} FormOptions
 * @property {string} title
 * @property {string} back label of the button that closes it
 * @property {(form: Form) => unknown} body its fields, rendered again after each change of one
 * @property {(form: Form) => string} [label] of the button that submits it
 * @property {(form: Form) => Outcome|Promise<Outcome>} [submit] without it, the dialog can only be closed
 * @property {boolean} [danger]
 */

export class Form {
  #options;
  #form = /** @type {HTMLFormElement} */ (el("form.floor-form", { novalidate: "" }));
  #view;
  #busy = false;
  /** @type {Fault|null} */
  fault = null;
  /** The server's refusal. @type {{message?: string, rule?: string}|null} */
  #refusal = null;
  dialog = /** @type {HTMLDialogElement} */ (el("dialog.floor-dialog", { "aria-labelledby": "floor-dialog-title" }));

  /** Open the dialog. @param {FormOptions} options */
  constructor(options) {
    this.#options = options;
    this.#view = new View(this.#form, () => this.#template());
    this.dialog.append(el("div.dialog-header", {}, el("h2", { id: "floor-dialog-title" }, options.title)), this.#form);
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    for (const name of ["input", "change"]) this.#form.addEventListener(name, this.#view.update);
    this.update();
    // Now with the values that its fields start with.
    this.update();
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  /** The button that submits it. */
  get button() {
    return /** @type {HTMLButtonElement|null} */ (this.#form.querySelector(".dialog-actions [type=submit]"));
  }

  update = () => this.#view.updateNow();
  close = () => this.dialog.close();

  /** Return the text of a field, or the value of a choice. @param {string} name */
  value(name) {
    return String(new FormData(this.#form).get(name) ?? "").trim();
  }

  /** Return the positive number in a field; 0 if it is none. @param {string} name */
  count(name) {
    return /^[1-9]\d{0,11}$/.test(this.value(name)) ? Number(this.value(name)) : 0;
  }

  /** @param {string} name  @returns {HTMLInputElement|null} */
  input(name) {
    const found = this.#form.elements.namedItem(name);
    return /** @type {HTMLInputElement|null} */ (found instanceof RadioNodeList ? found[0] : found);
  }

  /** Write into a field. @param {string} name  @param {string} text */
  write(name, text) {
    const input = this.input(name);
    if (!input) return;
    input.value = text;
    this.update();
  }

  #template() {
    const { body, back, label, submit, danger } = this.#options;
    const { message, rule } = this.#refusal ?? {};
    // The alert is present from the start: screen readers announce text added to it.
    return html`<div class="dialog-body">${body(this)}</div>
      <div class="floor-fault" role="alert">${message ? html`<div class="notice is-bad"><p>${message} ${rule ? html`<cite class="cite">${rule}</cite>` : nothing}</p></div>` : nothing}</div>
      <div class="dialog-actions">
        <button class="btn" type="button" @click=${this.close}>${back}</button>
        ${submit ? html`<button class="btn ${danger ? "btn-danger" : "btn-primary"}" type="submit" aria-busy=${String(this.#busy)}>${label?.(this)}</button>` : nothing}
      </div>`;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const { submit } = this.#options;
    if (!submit || this.#busy) return;
    this.#busy = true;
    this.#refusal = null;
    this.fault = null;
    this.update();
    const outcome = await Promise.race([submit(this), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    this.#busy = false;
    const kept = typeof outcome === "object" && outcome && ("field" in outcome || (outcome.message && !outcome.ok));
    if (outcome !== false && !kept) return this.close();
    if (kept && "field" in outcome) this.fault = outcome;
    else if (kept) this.#refusal = outcome;
    this.update();
    if (this.fault) this.input(this.fault.field)?.focus();
    else if (kept) this.#form.querySelector(".floor-fault")?.scrollIntoView({ block: "nearest" });
  }
}

/** Open a form with a button to cancel it. @param {Floor} page  @param {Omit<FormOptions, "back">} options */
export function openForm(page, options) {
  return new Form({ ...options, back: page.say("cancel") });
}

/**
 * A labelled text field.
 * @param {Form} form  @param {string} name  @param {string} label
 * @param {{value?: string, most?: number, mode?: "numeric"|"none"|"text", rows?: number}} [options] `most` characters; `mode` "none" where a
 *   number pad replaces the on-screen keyboard; `rows` of a longer text
 */
export function field({ fault }, name, label, { value = "", most = 200, mode = "text", rows = 0 } = {}) {
  const id = `floor-${name}`;
  const wrong = fault?.field === name ? fault.text : "";
  return html`<div class="field"><label for=${id}>${label}</label>
    ${rows ? html`<textarea id=${id} name=${name} maxlength=${most} rows=${rows} autocomplete="off" .defaultValue=${value}></textarea>`
      : html`<input id=${id} name=${name} maxlength=${most} inputmode=${mode} autocomplete="off" value=${value} aria-invalid=${wrong ? "true" : nothing}>`}
    ${wrong ? html`<p class="error" role="alert">${wrong}</p>` : nothing}</div>`;
}

/**
 * A choice of large buttons.
 * @param {string} name  @param {string} legend  @param {{value: string|number, label: string, note?: string}[]} options
 * @param {string|number|null} [chosen] at first
 */
export function choice(name, legend, options, chosen = null) {
  return html`<fieldset class="floor-choice"><legend>${legend}</legend><div class="floor-choice-options">${repeat(options, ({ value }) => value, ({ value, label, note }) => html`
    <label class="floor-option"><input type="radio" name=${name} value=${value} ?checked=${value === chosen}><span>${label}${note ? html`<small>${note}</small>` : nothing}</span></label>`)}</div></fieldset>`;
}

/** A number pad for a field: no on-screen keyboard is needed. @param {Form} form  @param {string} name  @param {Floor} page */
export function pad(form, name, page) {
  /** @param {string} key */
  const press = (key) => {
    const typed = form.value(name);
    form.write(name, key === "⌫" ? typed.slice(0, -1) : `${typed}${key}`.slice(0, form.input(name)?.maxLength));
  };
  return html`<div class="floor-pad" role="group" aria-label=${page.say("pad")}>${["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"].map((key) => html`
    <button class="btn btn-large" type="button" aria-label=${key === "⌫" ? page.say("pad_back") : nothing} @click=${() => press(key)}>${key}</button>`)}</div>`;
}

/** A copy of a rule that the page was rendered with, in a template. @param {string} id */
export function ruleOf(id) {
  return /** @type {HTMLTemplateElement|null} */ (document.getElementById(id))?.content.cloneNode(true) ?? nothing;
}
