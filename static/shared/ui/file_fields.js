/** File fields in the page's language: the browser's own button uses the browser's. A file that is empty or over the limit is not uploaded. */

import { el, find, setText } from "./dom.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".file"))) {
  const input = /** @type {HTMLInputElement} */ (find(place, "input"));
  const button = el("label.btn", { for: input.id, "aria-hidden": "true" }, place.dataset.choose ?? "");
  const chosen = el("output", { for: input.id });
  const fault = el("p.error", { id: `${input.id}-fault`, role: "alert" });
  const faultOfFile = () => {
    const size = input.files?.[0]?.size ?? 1;
    if (size > Number(place.dataset.most) * 2 ** 20) return place.dataset.large ?? "";
    return size ? "" : (place.dataset.empty ?? "");
  };
  const described = input.getAttribute("aria-describedby") ?? "";
  const show = () => {
    const text = faultOfFile();
    const isWrong = text !== "";
    setText(chosen, input.files?.[0]?.name ?? place.dataset.none ?? "");
    setText(fault, text);
    if (fault.hidden !== isWrong) return;
    fault.hidden = !isWrong;
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    input.setAttribute("aria-describedby", isWrong ? `${described} ${fault.id}`.trim() : described);
    place.closest(".field")?.classList.toggle("has-error", isWrong);
  };
  fault.hidden = true;
  place.classList.add("is-dressed");
  place.append(button, chosen);
  place.after(fault);
  input.addEventListener("change", () => {
    // The errors from the server are about the previous file.
    for (const error of document.querySelectorAll(`#${input.id}-error`)) error.remove();
    for (const all of input.form?.querySelectorAll(".form-errors") ?? []) all.remove();
    show();
  });
  input.form?.addEventListener("submit", (event) => {
    if (!faultOfFile()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    input.focus();
    fault.scrollIntoView({ block: "nearest" });
  });
  // A page restored by the back button keeps its choice.
  addEventListener("pageshow", show);
  show();
}
