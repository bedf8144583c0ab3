/** Forms whose answer is a command: what the server says of a field stands at that field. */

import { el } from "./dom.js";
import { fieldOf, momentOfField } from "./zone.js";

/** Show the sentences of a refusal at the fields they concern, and put the cursor into the first of them. */
export function showFaults(form, fields = {}) {
  for (const old of form.querySelectorAll(".error[data-fault]")) old.remove();
  for (const marked of form.querySelectorAll("[aria-invalid]")) marked.removeAttribute("aria-invalid");
  let first = null;
  for (const [name, text] of Object.entries(fields)) {
    const input = form.elements.namedItem(name);
    const field = input instanceof RadioNodeList ? input[0] : input;
    if (!field) continue;
    field.setAttribute("aria-invalid", "true");
    if (text) field.closest(".field, fieldset")?.append(el("p.error", { "data-fault": name }, text));
    first ??= field;
  }
  first?.focus();
}

/** A date and time of the room as an input has it ("2026-11-21T20:00") in ms since 1970, or null when empty or wrong. */
export function momentOf(input) {
  const at = momentOfField(input.value);
  return Number.isFinite(at) ? at : null;
}

/** The other way: ms since 1970 as an input of date and time wants it. */
export function localInput(at) {
  return fieldOf(at);
}
