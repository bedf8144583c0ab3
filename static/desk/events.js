/** The row of events at the desk's head: as many as fit, nearest first; the rest behind a button. */

import { el, setText } from "../shared/ui/dom.js";

/** Narrower tabs do not show the event's name (CSS pixels, times the size of letters). */
const NARROWEST = 13;

export class EventTabs {
  #place;
  #words;
  #rest = el("div.desk-more-list", { id: "desk-more-list", hidden: "" });
  #more;
  #tabs = [];
  #picked = null;

  /** @param {HTMLElement} place container of the row  @param {import("../shared/ui/words.js").Words} words */
  constructor(place, words) {
    this.#place = place;
    this.#words = words;
    this.#more = el("button.btn.desk-more", { type: "button", "aria-expanded": "false", "aria-controls": "desk-more-list", hidden: "" });
    this.#more.addEventListener("click", () => this.#open(this.#rest.hidden));
    this.#place.after(this.#more, this.#rest);
    new ResizeObserver(() => this.#arrange()).observe(place);
    document.addEventListener("click", ({ target }) => !this.#more.contains(target) && !this.#rest.contains(target) && this.#open(false));
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#open(false));
  }

  /**
   * Show these events.
   * @param {HTMLElement[]} tabs in their order
   * @param {HTMLElement|null} picked is always visible
   */
  show(tabs, picked) {
    if (picked === this.#picked && tabs.length === this.#tabs.length && tabs.every((tab, i) => tab === this.#tabs[i])) return;
    if (picked !== this.#picked) this.#open(false);
    this.#tabs = tabs;
    this.#picked = picked;
    this.#arrange();
  }

  #arrange() {
    const em = parseFloat(getComputedStyle(this.#place).fontSize) || 16;
    const fit = Math.max(1, Math.floor(this.#place.clientWidth / (NARROWEST * em)));
    const shown = this.#tabs.slice(0, fit);
    if (this.#picked && this.#tabs.length > fit && !shown.includes(this.#picked)) shown[shown.length - 1] = this.#picked;
    const hidden = this.#tabs.filter((tab) => !shown.includes(tab));
    place(this.#place, shown);
    place(this.#rest, hidden);
    this.#more.hidden = !hidden.length;
    if (!hidden.length) this.#open(false);
    setText(this.#more, this.#words.say("desk.more_events", { count: hidden.length }));
  }

  #open(open) {
    this.#rest.hidden = !open;
    this.#more.setAttribute("aria-expanded", String(open));
  }
}

/** Order children, moving only misplaced ones: a move would lose the focus. */
function place(parent, children) {
  children.forEach((child, i) => {
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
  });
}
