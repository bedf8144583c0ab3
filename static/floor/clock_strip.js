/**
 * The fixed place for pending decisions: proposals, hand-for-hand, a chip race; one in front, the others
 * behind tabs.
 */

import { el } from "../shared/ui/dom.js";
import { Still } from "../shared/ui/press.js";

export class Now {
  #place;
  #tabs;
  #parts;
  #still;
  #chosen = null;
  #front = null;

  /** @param {HTMLElement} place its parts are shown by their `hidden` attribute, in order of priority */
  constructor(place) {
    this.#place = place;
    this.#tabs = place.querySelector("#now-tabs");
    this.#parts = [...place.querySelectorAll(".now-parts > section")];
    this.#still = new Still(place);
    const observer = new MutationObserver(() => this.#draw(false));
    for (const part of this.#parts) observer.observe(part, { attributes: true, attributeFilter: ["hidden"] });
    this.#draw(false);
  }

  /** Bring a part to the front as soon as no finger is on the strip. */
  bring(part) {
    this.#still.when(() => {
      this.#chosen = part;
      this.#draw(false);
    });
  }

  #draw(own) {
    const shown = this.#parts.filter((part) => !part.hidden);
    if (!shown.includes(this.#chosen)) this.#chosen = null;
    const front = this.#chosen ?? shown[0] ?? null;
    const other = front !== this.#front;
    this.#front = front;
    this.#place.toggleAttribute("data-any", front !== null);
    for (const part of this.#parts) part.toggleAttribute("data-behind", part !== front);
    const focused = this.#tabs.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    this.#tabs.hidden = shown.length < 2;
    this.#tabs.replaceChildren(...shown.map((part) => this.#tab(part, part === front)));
    if (focused) this.#tabs.querySelector(`[data-part="${focused}"]`)?.focus();
    if (front && other && !own) this.#still.settle(front);
  }

  #tab(part, pressed) {
    const button = el("button.btn", { type: "button", "data-part": part.id, "aria-pressed": String(pressed) }, part.getAttribute("aria-label"));
    button.addEventListener("click", () => {
      this.#chosen = part;
      this.#draw(true);
    });
    return button;
  }
}
