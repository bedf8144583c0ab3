/** Small forms of the floor's page, each in a dialog: a title, fields, and one button. */

import { el, setText } from "../shared/ui/dom.js";

/** A command that takes longer than this shows that it is waiting (ms). */
const PATIENCE = 4_000;

/**
 * Open a form.
 * @param {{title: string, body: (Node|string)[], label: string, back: string, danger?: boolean,
 *          submit?: () => Promise<object|boolean|null|void>|object|boolean|null|void,
 *          news?: EventTarget, renew?: () => void}} form `submit` runs on the button, and keeps the dialog open
 *   by returning false or the server's refusal, which is shown; without it the button only closes the dialog.
 *   `renew` is called with every "news" event while it is open
 * @returns {{dialog: HTMLDialogElement, close: () => void, button: HTMLButtonElement|null, name: (label: string) => void}}
 *   `name` changes the button's label
 */
export function ask({ title, body, label, back, danger = false, submit = null, news = null, renew = () => {} }) {
  const cancel = el("button.btn", { type: "button" }, back);
  const button = submit ? el(`button.btn.${danger ? "btn-danger" : "btn-primary"}`, { type: "submit" }, label) : null;
  // Present from the start: screen readers announce text added to it.
  const fault = el("div.floor-fault", { role: "alert" });
  const form = el("form.floor-form", { novalidate: "" },
    el("div.dialog-body", {}, ...body), fault, el("div.dialog-actions", {}, cancel, ...(button ? [button] : [])));
  const dialog = el("dialog.floor-dialog", { "aria-labelledby": "floor-dialog-title" },
    el("div.dialog-header", {}, el("h2", { id: "floor-dialog-title" }, title)), form);
  const close = () => dialog.close();
  cancel.addEventListener("click", close);
  dialog.addEventListener("close", () => {
    news?.removeEventListener("news", renew);
    dialog.remove();
  });
  news?.addEventListener("news", renew);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!submit || button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    fault.replaceChildren();
    const answer = await Promise.race([submit(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    button.setAttribute("aria-busy", "false");
    if (answer === false) return;
    if (!answer?.message || answer.ok) return close();
    fault.append(el("div.notice.is-bad", {}, el("p", {}, answer.message, ...(answer.rule ? [" ", el("cite.cite", {}, answer.rule)] : []))));
    fault.scrollIntoView({ block: "nearest" });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close, button, name: (text) => setText(button, text) };
}

/** Create a labelled field. @returns {{field: HTMLElement, input: HTMLInputElement|HTMLTextAreaElement}} */
export function fieldOf(label, attributes = {}, tag = "input") {
  const id = `floor-${attributes.name}`;
  const input = el(tag, { id, autocomplete: "off", ...attributes });
  return { field: el("div.field", {}, el("label", { for: id }, label), input), input };
}

/** Create a labelled switch. */
export function switchOf(label, on, attributes = {}) {
  const input = el("input", { type: "checkbox", role: "switch", ...attributes });
  input.checked = on;
  return { field: el("label.switch", {}, input, el("span", {}, label)), input };
}

/**
 * Create a choice of large buttons. @param {{value: string|number, label: string, note?: string}[]} options
 * @returns {{group: HTMLElement, value: () => string|null}}
 */
export function choiceOf(name, legend, options, chosen = null) {
  const group = el("fieldset.floor-choice", {}, el("legend", {}, legend), el("div.floor-choice-options", {}, ...options.map((one) => {
    const input = el("input", { type: "radio", name, value: String(one.value) });
    input.checked = one.value === chosen;
    return el("label.floor-option", {}, input, el("span", {}, one.label, ...(one.note ? [el("small", {}, one.note)] : [])));
  })));
  return { group, value: () => group.querySelector("input:checked")?.value ?? null };
}

/** A number pad for a field: no on-screen keyboard is needed. */
export function padOf(input, words) {
  const write = (text) => {
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
