/** File fields in the page's language: the browser's own button uses the browser's. */

import { el, find, setText } from "./dom.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".file"))) {
  const input = /** @type {HTMLInputElement} */ (find(place, "input"));
  const button = el("label.btn", { for: input.id, "aria-hidden": "true" }, place.dataset.choose ?? "");
  const chosen = el("output", { for: input.id });
  const show = () => setText(chosen, input.files?.[0]?.name ?? place.dataset.none ?? "");
  place.classList.add("is-dressed");
  place.append(button, chosen);
  input.addEventListener("change", show);
  // A page restored by the back button keeps its choice.
  addEventListener("pageshow", show);
  show();
}
