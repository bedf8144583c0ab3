/** Forms that send commands: the server's errors are shown at their fields. */

import { el } from "./dom.js";
import { fieldOf, timestampOfField } from "./zone.js";

/** Show the errors of a refusal at their fields, and focus the first of them.
 * @param {HTMLFormElement} form  @param {Record<string, string>} fields error by the name of the field */
export function showFaults(form, fields = {}) {
  for (const old of form.querySelectorAll(".error[data-fault]")) old.remove();
  for (const marked of form.querySelectorAll("[aria-invalid]")) marked.removeAttribute("aria-invalid");
  /** @type {HTMLElement|null} */
  let first = null;
  for (const [name, text] of Object.entries(fields)) {
    const input = form.elements.namedItem(name);
    const field = input instanceof RadioNodeList ? input[0] : input;
    if (!(field instanceof HTMLElement)) continue;
    field.setAttribute("aria-invalid", "true");
    if (text) field.closest(".field, fieldset")?.append(el("p.error", { "data-fault": name }, text));
    first ??= field;
  }
  first?.focus();
}

/**
 * Parse a date and time input in the room's time ("2026-11-21T20:00") to ms since 1970; null if empty or
 * invalid.
 * @param {{value: string}} input
 */
export function timestampOf(input) {
  const at = timestampOfField(input.value);
  return Number.isFinite(at) ? at : null;
}

/** Format ms since 1970 for a date and time input. @param {number} at */
export function localInput(at) {
  return fieldOf(at);
}
