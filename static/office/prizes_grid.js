/** Typed prizes: a grid over a text area that has a line for each place. */

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { byId, find, setText } from "../shared/ui/dom.js";
import { View } from "../shared/ui/view.js";

/** A place's amount as typed, whether "Fill up the rest" leaves it, and what is wrong. @typedef {{text: string, kept: boolean, fault: string}} Place */

export class PlaceGrid {
  #holder;
  #area;
  #kept;
  #list;
  #left;
  #view;
  #changed;
  #dressed = false;
  /** @type {Place[]} */
  #places = [];

  /**
   * @param {HTMLElement} holder with #grid in it
   * @param {HTMLTextAreaElement} area the submitted field, a line for each place
   * @param {HTMLInputElement} kept "1,3"
   * @param {() => void} changed called after input
   */
  constructor(holder, area, kept, changed) {
    this.#holder = holder;
    this.#area = area;
    this.#kept = kept;
    this.#changed = changed;
    this.#list = find(holder, "#grid-places");
    this.#left = find(holder, "#grid-left");
    this.#view = new View(this.#list, () => html`${this.#places.map((place, index) => this.#row(place, index))}`);
  }

  /** Show the grid instead of the text area. */
  dress() {
    this.#dressed = true;
    this.#holder.classList.add("is-dressed");
    find(this.#holder, "#grid").hidden = false;
    this.take(this.#area.value.split("\n").map((line) => line.trim()).filter((line, i, all) => line || i < all.length - 1));
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    find(this.#holder, "#grid-add").addEventListener("click", () => this.#add());
    find(this.#holder, "#grid-less").addEventListener("click", () => this.#less());
  }

  /** The number of places, including those without an amount. */
  get places() {
    return this.#places.length;
  }

  /** Whether nothing has been typed or applied yet. */
  get empty() {
    return this.#area.value.trim() === "";
  }

  /** Set the amounts of the places, as text; kept ones stay marked. @param {string[]} amounts */
  take(amounts) {
    this.#places = amounts.map((text, index) => ({ text, kept: this.#places[index]?.kept ?? false, fault: "" }));
    this.#write();
  }

  /** Show the server's totals. @param {{left: number, left_text: string, rising: number[]}} answer */
  show({ left, left_text: text, rising }) {
    const words = byId("rises-text").textContent ?? "";
    this.#places.forEach((place, index) => {
      place.fault = rising.includes(index + 1) ? words : "";
    });
    this.#total(text, left !== 0);
  }

  /** Show that there are no totals. @param {string} text why, or "" */
  stop(text) {
    this.#total(text, true);
  }

  /** Show the error of the input ("Place 3: …") at its place. @param {string} text "" if there is none */
  fault(text) {
    const place = this.#places[Number(/\d+/.exec(text)?.[0] ?? 0) - 1];
    if (place) place.fault = text;
    this.#view.update();
  }

  /** @param {string} text  @param {boolean} off */
  #total(text, off) {
    if (!this.#dressed) return;
    setText(this.#left, text);
    this.#left.classList.toggle("is-off", off);
    this.#view.update();
  }

  /** @param {Place} place  @param {number} index */
  #row(place, index) {
    const number = String(index + 1);
    /** @param {string} [text] */
    const label = (text = "") => text.replace("{place}", number);
    const { prize, keep, keepWord } = this.#list.dataset;
    /** @param {Event} event */
    const typed = (event) => {
      event.stopPropagation();
      place.text = /** @type {HTMLInputElement} */ (event.target).value;
      place.kept = place.text.trim() !== "";
      this.#typed();
    };
    /** @param {Event} event */
    const ticked = (event) => {
      event.stopPropagation();
      place.kept = /** @type {HTMLInputElement} */ (event.target).checked;
      this.#typed();
    };
    return html`
      <li class="grid-place">
        <span class="grid-number figures" aria-hidden="true">${number}</span>
        <input class="num" inputmode="decimal" aria-label=${label(prize)} aria-describedby="place-${number}-error" aria-invalid=${place.fault ? "true" : nothing} .value=${live(place.text)} @input=${typed}>
        <label class="check"><input type="checkbox" aria-label=${label(keep)} .checked=${live(place.kept)} @input=${ticked}><span aria-hidden="true">${keepWord}</span></label>
        <p class="error" id="place-${number}-error" ?hidden=${!place.fault}>${place.fault}</p>
      </li>`;
  }

  /** Enter and the arrow keys move from place to place; the button submits the form. @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    const step = key === "Enter" || key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (!step || !(target instanceof HTMLInputElement) || target.type === "checkbox") return;
    event.preventDefault();
    this.#field([...this.#list.children].findIndex((row) => row.contains(target)) + step)?.select();
  }

  /** @param {number} index  @returns {HTMLInputElement|null} */
  #field(index) {
    return this.#list.children[index]?.querySelector("input") ?? null;
  }

  #add() {
    this.#places.push({ text: "", kept: false, fault: "" });
    this.#typed();
    this.#view.updateNow();
    this.#field(this.#places.length - 1)?.focus();
  }

  #less() {
    this.#places.pop();
    this.#typed();
  }

  #typed() {
    this.#write();
    this.#changed();
  }

  #write() {
    this.#view.update();
    this.#area.value = this.#places.map(({ text }) => text.trim()).join("\n");
    this.#kept.value = this.#places.flatMap(({ kept }, index) => (kept ? [index + 1] : [])).join(",");
  }
}
