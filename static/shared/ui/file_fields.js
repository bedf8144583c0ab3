/** Fields for files in the page's own language: a browser's own button speaks the browser's. */

import { el, setText } from "./dom.js";

for (const place of document.querySelectorAll(".file")) {
  const input = place.querySelector("input");
  const button = el("label.btn", { for: input.id, "aria-hidden": "true" }, place.dataset.choose);
  const chosen = el("output", { for: input.id });
  const show = () => setText(chosen, input.files[0]?.name ?? place.dataset.none);
  place.classList.add("is-dressed");
  place.append(button, chosen);
  input.addEventListener("change", show);
  // A page that is gone back to keeps its choice.
  addEventListener("pageshow", show);
  show();
}
