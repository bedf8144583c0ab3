/**
 * The place for pending decisions: proposals, hand-for-hand, a chip race; one in front, the others behind
 * tabs. It is one line while nothing is pending, and grows with a long proposal.
 */

import { html } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { find } from "../shared/ui/dom.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";

/** By how much a button may move under a finger without notice (CSS pixels). */
const NOTICED = 24;

export class Decisions {
  #place;
  #parts;
  #below;
  #still;
  #page;
  #none;
  #view;
  /** @type {HTMLElement|null} */
  #chosen = null;
  /** @type {HTMLElement|null} */
  #front = null;

  /**
   * @param {HTMLElement} page
   * @param {HTMLElement} place its parts are shown by their `hidden` attribute, in order of priority
   * @param {HTMLElement[]} below the parts that move when the first decision comes or the last one goes
   */
  constructor(page, place, below) {
    this.#place = place;
    this.#below = below;
    this.#page = new Still(page);
    this.#none = find(place, ".now-none").textContent;
    this.#parts = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".now-parts > section")]);
    this.#still = new Still(place);
    this.#view = new View(find(place, "#now-tabs"), () => html`${repeat(this.#shown, ({ id }) => id, (part) => html`
      <button class="btn" type="button" aria-pressed=${String(part === this.#front)} @click=${() => this.#choose(part)}>${part.getAttribute("aria-label")}</button>`)}`);
    const observer = new MutationObserver(() => this.#update(false));
    for (const part of this.#parts) observer.observe(part, { attributes: true, attributeFilter: ["hidden"] });
    this.#update(false);
    /** @type {DOMRectReadOnly|null} */
    let before = null;
    new ResizeObserver(([{ contentRect }]) => {
      // A width of its own means that the page was turned.
      if (before?.width === contentRect.width && Math.abs(before.height - contentRect.height) > NOTICED) this.#settleBelow();
      before = contentRect;
    }).observe(place);
  }

  get #shown() {
    return this.#parts.filter((part) => !part.hidden);
  }

  /** Bring a part to the front as soon as no finger is on the strip. @param {HTMLElement} part */
  bring(part) {
    this.#still.when(() => this.#choose(part, false));
  }

  /** @param {HTMLElement} part  @param {boolean} own whether this login pressed its tab */
  #choose(part, own = true) {
    this.#chosen = part;
    this.#update(own);
  }

  /** @param {boolean} own */
  #update(own) {
    const shown = this.#shown;
    if (this.#chosen && !shown.includes(this.#chosen)) this.#chosen = null;
    const before = this.#front;
    this.#front = this.#chosen ?? shown[0] ?? null;
    this.#page.when(() => this.#resize());
    for (const part of this.#parts) part.toggleAttribute("data-behind", part !== this.#front);
    find(this.#place, "#now-tabs").hidden = shown.length < 2;
    this.#view.updateNow();
    if (this.#front && this.#front !== before && !own) this.#still.settle(this.#front);
  }

  /** Set the text that is shown while nothing is pending. @param {string} text */
  setEmptyText(text) {
    this.#none = text;
    this.#page.when(() => this.#resize());
  }

  /** Grow for a decision, or shrink to one line. The parts that move ignore presses for a moment. */
  #resize() {
    const none = find(this.#place, ".now-none");
    const any = this.#front !== null;
    if (any === this.#place.hasAttribute("data-any") && none.textContent === this.#none) return;
    this.#place.toggleAttribute("data-any", any);
    none.textContent = this.#none;
    this.#settleBelow();
  }

  /** Let the parts that move ignore presses for a moment. */
  #settleBelow() {
    for (const part of this.#below) this.#still.settle(part);
  }
}
