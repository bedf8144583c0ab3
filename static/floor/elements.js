/** Dialogs and fields as elements, for those that are not rendered from templates. */

import { el } from "../shared/ui/dom.js";
import { Form } from "./dialog.js";

/** @import { Outcome } from "./dialog.js" */
/** @import { Words } from "../shared/ui/words.js" */

/**
 * Open a form.
 * @param {{title: string, body: (Node|string)[], label: string, back: string, danger?: boolean, submit?: () => Promise<Outcome>|Outcome}} form
 * @returns {{dialog: HTMLDialogElement, close: () => void, button: HTMLButtonElement, name: (label: string) => void}}
 *   `name` changes the button's label
 */
export function ask({ title, body, label, back, danger, submit }) {
  let text = label;
  const form = new Form({ title, back, danger, submit, body: () => body, label: () => text });
  const name = (/** @type {string} */ label) => {
    text = label;
    form.update();
  };
  return { dialog: form.dialog, close: form.close, button: /** @type {HTMLButtonElement} */ (form.button), name };
}

/**
 * Create a labelled field.
 * @param {string} label  @param {Record<string, string>} attributes  @param {string} tag
 */
export function fieldOf(label, attributes, tag = "input") {
  const id = `floor-${attributes.name}`;
  const input = /** @type {HTMLInputElement} */ (el(tag, { id, autocomplete: "off", ...attributes }));
  return { field: el("div.field", {}, el("label", { for: id }, label), input), input };
}

/** Create a labelled switch. @param {string} label  @param {boolean} on  @param {Record<string, string>} attributes */
export function switchOf(label, on, attributes = {}) {
  const input = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", role: "switch", ...attributes }));
  input.checked = on;
  return { field: el("label.switch", {}, input, el("span", {}, label)), input };
}

/**
 * Create a choice of large buttons.
 * @param {string} name  @param {string} legend  @param {{value: string|number, label: string, note?: string}[]} options
 * @param {string|number|null} chosen
 * @returns {{group: HTMLElement, value: () => string|null}}
 */
export function choiceOf(name, legend, options, chosen = null) {
  const group = el("fieldset.floor-choice", {}, el("legend", {}, legend), el("div.floor-choice-options", {}, ...options.map((one) => {
    const input = /** @type {HTMLInputElement} */ (el("input", { type: "radio", name, value: String(one.value) }));
    input.checked = one.value === chosen;
    return el("label.floor-option", {}, input, el("span", {}, one.label, ...(one.note ? [el("small", {}, one.note)] : [])));
  })));
  return { group, value: () => /** @type {HTMLInputElement|null} */ (group.querySelector("input:checked"))?.value ?? null };
}

/**
 * A number pad for a field: no on-screen keyboard is needed.
 * @param {{value: string, dispatchEvent: (event: Event) => unknown}} input  @param {Words} words
 */
export function padOf(input, words) {
  const write = (/** @type {string} */ text) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"];
  return el("div.floor-pad", { role: "group", "aria-label": words.say("floor.pad") }, ...keys.map((key) => {
    const button = el("button.btn.btn-large", { type: "button" }, key);
    if (key === "⌫") button.setAttribute("aria-label", words.say("floor.pad_back"));
    button.addEventListener("click", () => write(key === "⌫" ? input.value.slice(0, -1) : `${input.value}${key}`.slice(0, 12)));
    return button;
  }));
}
