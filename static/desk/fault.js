/** Errors, shown at their field or beside the person. Screen readers announce them. */

import { el } from "../shared/ui/dom.js";

/**
 * Show an error at a field and focus it. The next input removes the error.
 * @param {HTMLInputElement} input within a `.field`, with an id  @param {string} text  @param {string} rule or ""
 */
export function faultAt(input, text, rule = "") {
  clearFault(input);
  const message = el("p.error.desk-field-fault", { id: `${input.id}-fault`, role: "alert" });
  const field = input.closest(".field");
  field.append(message);
  field.classList.add("has-error");
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", [input.getAttribute("aria-describedby"), message.id].filter(Boolean).join(" "));
  // The live region exists before its text: only then it is announced.
  message.append(...sentence(text, rule));
  input.addEventListener("input", () => clearFault(input), { once: true });
  input.focus();
}

/** Remove the error of a field. */
export function clearFault(input) {
  const message = document.getElementById(`${input.id}-fault`);
  if (!message) return;
  message.closest(".field").classList.remove("has-error");
  message.remove();
  input.removeAttribute("aria-invalid");
  const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== message.id);
  if (others.length) input.setAttribute("aria-describedby", others.join(" "));
  else input.removeAttribute("aria-describedby");
}

/** A text with the number of its rule. */
export function sentence(text, rule = "") {
  return [el("span", {}, text), ...(rule ? [" ", el("cite.cite", {}, rule)] : [])];
}

/** The place for refusals without a field. */
export class Fault {
  /** Add this to the page before any message is shown. */
  root = el("div.desk-fault", { role: "alert" });

  /** @param {string} text  @param {string} rule or "" */
  tell(text, rule = "") {
    this.root.replaceChildren(el("p.notice.is-bad", {}, ...sentence(text, rule)));
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** Clear the message. */
  clear() {
    this.root.replaceChildren();
  }
}
