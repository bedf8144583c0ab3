/** A dialog over the desk, drawn from a template. */

import { html } from "lit-html";
import { View } from "../shared/ui/view.js";

export class Dialog {
  #root = document.createElement("dialog");
  #view;

  /**
   * Open it.
   * @param {string} title  @param {() => unknown} content below the title
   * @param {{look?: string, closed?: () => void}} options `closed` is called when it was closed
   */
  constructor(title, content, { look = "", closed = () => {} } = {}) {
    this.#root.className = look;
    this.#root.setAttribute("aria-labelledby", "desk-dialog-title");
    this.#view = new View(this.#root, () => html`<div class="dialog-header"><h2 id="desk-dialog-title">${title}</h2></div>${content()}`);
    this.#root.addEventListener("close", () => {
      this.#root.remove();
      // Chromium leaves the caret in the removed form: typing would reach no field although one has the focus.
      const field = /** @type {HTMLElement|null} */ (document.activeElement);
      field?.blur();
      field?.focus();
      closed();
    });
    document.body.append(this.#root);
    this.draw();
    this.#root.showModal();
    // The only button of a long list is below it: focusing it would scroll to the end.
    this.#root.scrollTop = 0;
  }

  /** Whether it is still open. */
  get open() {
    return this.#root.open;
  }

  /** Render it again. */
  draw = () => this.#view.updateNow();

  /** Close it. */
  close = () => this.#root.close();
}
