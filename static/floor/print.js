/** Print links for players on the move: all of them, and those of the latest break or redraw. */

import { html, nothing, render } from "lit-html";

/** @import { Floor } from "./floor.js" */

/** Commands that move many players; a proposal's kind tells as well. @type {Record<string, string>} */
const SENT = { "table.break": "break", "field.redraw": "redraw" };

export class PrintLinks {
  #place;
  #page;
  #count = 0;
  /** Players moved together carry the seq of their journal entry. @type {{kind: string, batch: number}|null} */
  #latest = null;

  /** @param {HTMLElement|null} place container of the links; null without the permission to print  @param {Floor} page */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    page.presses.addEventListener("done", (event) => {
      const { kind, answer } = /** @type {CustomEvent} */ (event).detail;
      const sent = SENT[kind] ?? (kind === "proposal.accept" ? answer.answer?.kind : null);
      if (answer.repeated || (sent !== "break" && sent !== "redraw")) return;
      this.#latest = { kind: sent, batch: answer.seq };
      this.#draw();
    });
  }

  /** @param {number} count players on the move */
  show(count) {
    this.#count = count;
    // Once all have arrived there is no list to print.
    if (!count) this.#latest = null;
    this.#draw();
  }

  #draw() {
    if (!this.#place) return;
    const { address } = this.#place.dataset;
    this.#place.hidden = !this.#count;
    render(html`<a class="btn" href=${String(address)} target="_blank">${this.#page.say("print_moves")}</a>
      ${this.#latest ? html`<a class="btn" href="${address}?batch=${this.#latest.batch}" target="_blank">${this.#page.say(`print_${this.#latest.kind}`)}</a>` : nothing}`, this.#place);
  }
}
