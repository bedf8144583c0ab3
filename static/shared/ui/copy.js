/**
 * Buttons that copy a field. Pages of the room are seldom a "secure context", so the legacy API is used as
 * well.
 */

import { byId } from "./dom.js";

/** @param {HTMLInputElement} input */
async function copy(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.addEventListener("click", async () => {
    // A field that could not be copied stays selected, for manual copying.
    if (await copy(byId(button.dataset.copy ?? ""))) button.textContent = button.dataset.done ?? "";
  });
}
