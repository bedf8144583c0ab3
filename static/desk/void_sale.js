/** Void of the own last sale: a supervisor approves with name and password at this desk. */

import { csrfToken, newId } from "../shared/feed/commands.js";
import { amountText } from "./words.js";
import { el } from "../shared/ui/dom.js";

const WITHIN = 12_000;

export class Voids {
  #words;
  #done;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {(line: object, answer: object) => void} done called after the void with the response of the refund
   */
  constructor(words, done) {
    this.#words = words;
    this.#done = done;
  }

  /** Ask for the approval. @param {{receipt: number, number: string, event: number, text: string, total: number}} line */
  ask(line) {
    const say = (key, values) => this.#words.say(`desk.${key}`, values);
    const field = (name, label, attributes) => {
      const input = el("input", { id: `void-${name}`, name, required: "", maxlength: "120", ...attributes });
      return { input, place: el("div.field", {}, el("label", { for: input.id }, label), input) };
    };
    const reason = field("reason", say("void_reason"), { autocomplete: "off" });
    const username = field("username", say("void_name"), { autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const password = field("password", say("void_password"), { type: "password", autocomplete: "new-password" });
    const cancel = el("button.btn", { type: "button" }, say("void_not_now"));
    const send = el("button.btn.btn-danger", { type: "submit" }, say("void_now"));
    // Present from the start: screen readers announce text added to it.
    const fault = el("div", { role: "alert" });
    const form = el("form", {},
      el("div.dialog-body", {}, el("p", {}, line.text), el("p.figures", {}, el("strong", {}, amountText(line.total, line, this.#words))), reason.place, el("p.small.muted", {}, say("void_who")), username.place, password.place, fault),
      el("div.dialog-actions", {}, cancel, send));
    const dialog = el("dialog", { "aria-labelledby": "void-title" },
      el("div.dialog-header", {}, el("h2", { id: "void-title" }, say("void_title", { number: line.number }))), form);
    // One command id for all presses of this dialog, so that a retry after a lost response changes nothing twice.
    const command = newId();
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      // Chromium leaves the caret in the removed form: typing would reach no field although one has the focus.
      const field = document.activeElement;
      field?.blur();
      field?.focus();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (send.disabled) return;
      send.disabled = true;
      const answer = await this.#send(line, { command_id: command, receipt: line.receipt, reason: reason.input.value, username: username.input.value, password: password.input.value });
      send.disabled = false;
      password.input.value = "";
      if (answer?.ok) {
        dialog.close();
        this.#done(line, answer);
        return;
      }
      fault.replaceChildren(el("p.notice.is-bad", {}, answer?.message ?? say("void_no_answer"), ...(answer?.rule ? [" ", el("cite.cite", {}, answer.rule)] : [])));
      password.input.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    reason.input.focus();
  }

  /** @returns {Promise<object|null>} the response, or null */
  async #send(line, body) {
    try {
      const answer = await fetch(`/staff/desk/${line.event}/void/`, {
        method: "POST", credentials: "same-origin", body: JSON.stringify(body), signal: AbortSignal.timeout(WITHIN),
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      });
      return await answer.json();
    } catch {
      return null;
    }
  }
}
