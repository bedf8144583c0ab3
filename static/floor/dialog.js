/** Small forms of the floor's page, each in a dialog: a title, fields, and one button. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { el } from "../shared/ui/dom.js";
import { View } from "../shared/ui/view.js";

/** What forms need of their page. @typedef {{say: (key: string, values?: Record<string, string|number|null|undefined>) => string}} Page */

/** A command that takes longer than this shows that it is waiting (ms). */
const PATIENCE = 4_000;

/**
 * @typedef {{field: string, text: string}} Fault what is wrong with a field
 * @typedef {{ok?: boolean, message?: string, rule?: string, fields?: Record<string, string>}|Fault|boolean|null|undefined|void} Outcome a refusal by the
 *   server, a fault or false keep the dialog open
 * @typedef {object} FormOptions
 * @property {string} title
 * @property {string} back label of the button that closes it
 * @property {(form: Form) => unknown} body its fields, rendered again after each change of one
 * @property {(form: Form) => string} [label] of the button that submits it
 * @property {(form: Form) => Outcome|Promise<Outcome>} [submit] without it, the dialog can only be closed
 * @property {boolean|((form: Form) => boolean)} [danger] whether the button is red
 * @property {number} [patience] how long the dialog stays open while `submit` is unanswered (ms)
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

  /** Return the values of the ticked boxes of a name. @param {string} name */
  values(name) {
    return new FormData(this.#form).getAll(name).map(String);
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

  /** Return what is wrong with a field, or "". @param {string} name */
  faultOf(name) {
    return this.fault?.field === name ? this.fault.text : "";
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
    const red = typeof danger === "function" ? danger(this) : danger;
    // The alert is present from the start: screen readers announce text added to it.
    return html`<div class="dialog-body">${body(this)}</div>
      <div class="floor-fault" role="alert">${message ? html`<div class="notice is-bad"><p>${message} ${rule ? html`<cite class="cite">${rule}</cite>` : nothing}</p></div>` : nothing}</div>
      <div class="dialog-actions">
        <button class="btn" type="button" @click=${this.close}>${back}</button>
        ${submit ? html`<button class="btn ${red ? "btn-danger" : "btn-primary"}" type="submit" aria-busy=${String(this.#busy)}>${label?.(this)}</button>` : nothing}
      </div>`;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const { submit, patience = PATIENCE } = this.#options;
    if (!submit || this.#busy) return;
    this.#busy = true;
    this.#refusal = null;
    this.fault = null;
    this.update();
    const outcome = await Promise.race([submit(this), new Promise((resolve) => setTimeout(resolve, patience))]);
    this.#busy = false;
    const kept = typeof outcome === "object" && outcome && ("field" in outcome || (outcome.message && !outcome.ok));
    if (outcome !== false && !kept) return this.close();
    if (kept && "field" in outcome) this.fault = outcome;
    else if (kept) this.#refusal = outcome;
    this.update();
    if (this.fault) this.input(this.fault.field)?.focus();
    else if (kept) this.#leadTo("fields" in outcome ? outcome.fields ?? {} : {});
  }

  /** Show the refusal, and put the cursor in the field that it is about. @param {Record<string, string>} fields */
  #leadTo(fields) {
    this.#form.querySelector(".floor-fault")?.scrollIntoView({ block: "nearest" });
    const name = Object.keys(fields).find((one) => this.input(one));
    if (name) this.input(name)?.focus();
  }
}

/** Open a form with a button to cancel it. @param {Page} page  @param {Omit<FormOptions, "back">} options */
export function openForm(page, options) {
  return new Form({ ...options, back: page.say("cancel") });
}

/** @param {string} text  @returns {unknown} an error at its field; nothing without a text */
const errorOf = (text) => (text ? html`<p class="error" role="alert">${text}</p>` : nothing);

/** A proposed value that was edited is typed. @param {InputEvent} event */
const accept = ({ currentTarget }) => delete /** @type {HTMLInputElement} */ (currentTarget).dataset.proposed;

/**
 * A labelled text field.
 * @param {Form} form  @param {string} name  @param {string} label
 * @param {{value?: string, most?: number, mode?: "numeric"|"decimal"|"none"|"text", rows?: number, type?: "text"|"date", placeholder?: string, hint?: string, hidden?: boolean, proposed?: boolean}} [options]
 *   `most` characters; a `proposed` value is replaced by the first digit of a number pad; `mode` "none" where a number pad replaces the on-screen keyboard; `rows` of a longer text; `hint` below it; a
 *   `hidden` one keeps its text
 */
export function field(form, name, label, { value = "", most = 200, mode = "text", rows = 0, type = "text", placeholder = "", hint = "", hidden = false, proposed = false } = {}) {
  const id = `floor-${name}`;
  const wrong = form.faultOf(name);
  return html`<div class="field" ?hidden=${hidden}><label for=${id}>${label}</label>
    ${rows ? html`<textarea id=${id} name=${name} maxlength=${most} rows=${rows} autocomplete="off" .defaultValue=${value}></textarea>`
      : html`<input id=${id} type=${type === "text" ? nothing : type} name=${name} maxlength=${most} inputmode=${mode} autocomplete="off" placeholder=${placeholder || nothing} value=${value} data-proposed=${proposed ? "" : nothing} @input=${accept} aria-invalid=${wrong ? "true" : nothing}>`}
    ${hint ? html`<p class="hint">${hint}</p>` : nothing}${errorOf(wrong)}</div>`;
}

/**
 * A choice of large buttons.
 * @param {string} name  @param {string} legend  @param {{value: string|number, label: string, note?: string}[]} options
 * @param {string|number|null} [chosen] at first
 * @param {{wide?: boolean, hidden?: boolean, wrong?: string}} [more] `wide` for long labels; a `hidden` one keeps its value; `wrong` is an error
 */
export function choice(name, legend, options, chosen = null, { wide = false, hidden = false, wrong = "" } = {}) {
  return html`<fieldset class="floor-choice ${wide ? "is-wide" : ""}" ?hidden=${hidden}><legend>${legend}</legend><div class="floor-choice-options">${repeat(options, ({ value }) => value, ({ value, label, note }) => html`
    <label class="floor-option"><input type="radio" name=${name} value=${value} ?checked=${value === chosen}><span>${label}${note ? html`<small>${note}</small>` : nothing}</span></label>`)}</div>${errorOf(wrong)}</fieldset>`;
}

/**
 * A number pad for a field: no on-screen keyboard is needed.
 * @param {Form} form  @param {string|(() => string)} name of the field; a function where it may be one of several  @param {Page} page
 */
export function pad(form, name, page) {
  /** @param {string} key */
  const press = (key) => {
    const into = typeof name === "function" ? name() : name;
    const input = form.input(into);
    const typed = key !== "⌫" && input?.dataset.proposed !== undefined ? "" : form.value(into);
    delete input?.dataset.proposed;
    form.write(into, key === "⌫" ? typed.slice(0, -1) : `${typed}${key}`.slice(0, input?.maxLength));
  };
  return html`<div class="floor-pad" role="group" aria-label=${page.say("pad")}>${["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"].map((key) => html`
    <button class="btn btn-large" type="button" aria-label=${key === "⌫" ? page.say("pad_back") : nothing} @click=${() => press(key)}>${key}</button>`)}</div>`;
}

/** A copy of a rule that the page was rendered with, in a template. @param {string} id */
export function ruleOf(id) {
  return /** @type {HTMLTemplateElement|null} */ (document.getElementById(id))?.content.cloneNode(true) ?? nothing;
}
