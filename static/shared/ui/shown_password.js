/** A box below each field for a new password that shows what is typed: the password is asked for once. */

import { el } from "./dom.js";

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-show]"))) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", autocomplete: "off" }));
  const show = () => (input.type = box.checked ? "text" : "password");
  box.addEventListener("change", show);
  // Browsers keep what is sent from a text field, and propose it again.
  input.form?.addEventListener("submit", () => {
    box.checked = false;
    show();
  });
  addEventListener("pageshow", show);
  input.after(el("label.check", {}, box, input.dataset.show ?? ""));
}
