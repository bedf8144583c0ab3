/** What is wrong, told where it has to be put right: at its field, or beside the person. Screen readers speak it. */

import { el } from "../shared/ui/dom.js";

/**
 * Say what is wrong with a field, and put the cursor there. The next letter takes it back.
 * @param {HTMLInputElement} input within a `.field`, with an id  @param {string} text  @param {string} rule or ""
 */
export function faultAt(input, text, rule = "") {
  clearFault(input);
  const told = el("p.error.desk-field-fault", { id: `${input.id}-fault`, role: "alert" });
  const field = input.closest(".field");
  field.append(told);
  field.classList.add("has-error");
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", [input.getAttribute("aria-describedby"), told.id].filter(Boolean).join(" "));
  // The region is there before its words are: only then they are spoken.
  told.append(...sentence(text, rule));
  input.addEventListener("input", () => clearFault(input), { once: true });
  input.focus();
}

/** Nothing is wrong with a field any more. */
export function clearFault(input) {
  const told = document.getElementById(`${input.id}-fault`);
  if (!told) return;
  told.closest(".field").classList.remove("has-error");
  told.remove();
  input.removeAttribute("aria-invalid");
  const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== told.id);
  if (others.length) input.setAttribute("aria-describedby", others.join(" "));
  else input.removeAttribute("aria-describedby");
}

/** A sentence and the rule it rests on. */
export function sentence(text, rule = "") {
  return [el("span", {}, text), ...(rule ? [" ", el("cite.cite", {}, rule)] : [])];
}

/** A place for what was refused altogether. */
export class Fault {
  /** To be put into the page, once, before anything is told. */
  root = el("div.desk-fault", { role: "alert" });

  /** @param {string} text  @param {string} rule or "" */
  tell(text, rule = "") {
    this.root.replaceChildren(el("p.notice.is-bad", {}, ...sentence(text, rule)));
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** It is over, or about somebody else. */
  clear() {
    this.root.replaceChildren();
  }
}
