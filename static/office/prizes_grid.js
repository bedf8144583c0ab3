/** Typed prizes: a grid over a text area that has a line for each place. */

import { setText } from "../shared/ui/dom.js";

/** @fires PlaceGrid#change after input */
export class PlaceGrid extends EventTarget {
  #holder;
  #area;
  #kept;
  #list;
  #dressed = false;

  /**
   * @param {HTMLElement} holder with #grid in it
   * @param {HTMLTextAreaElement} area the submitted field, a line for each place
   * @param {HTMLInputElement} kept "1,3"
   */
  constructor(holder, area, kept) {
    super();
    this.#holder = holder;
    this.#area = area;
    this.#kept = kept;
    this.#list = holder.querySelector("#grid-places");
  }

  /** Show the grid instead of the text area. */
  dress() {
    this.#dressed = true;
    this.#holder.classList.add("is-dressed");
    this.#holder.querySelector("#grid").hidden = false;
    this.take(this.#area.value.split("\n").map((line) => line.trim()).filter((line, i, all) => line || i < all.length - 1));
    this.#list.addEventListener("input", (event) => this.#typed(event));
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#holder.querySelector("#grid-add").addEventListener("click", () => this.#add());
    this.#holder.querySelector("#grid-less").addEventListener("click", () => this.#less());
  }

  /** The number of places, including those without an amount. */
  get places() {
    return this.#list.children.length;
  }

  /** Whether nothing has been typed or applied yet. */
  get empty() {
    return this.#area.value.trim() === "";
  }

  /** Set the amounts of the places, as text; kept ones stay marked. */
  take(amounts) {
    while (this.#list.children.length > amounts.length) this.#list.lastElementChild.remove();
    while (this.#list.children.length < amounts.length) this.#list.append(this.#place(this.#list.children.length + 1));
    amounts.forEach((text, i) => (this.#input(i).value = text));
    this.#write();
  }

  /** Show the server's totals. @param {{left: number, left_text: string, rising: number[]}} answer */
  show({ left, left_text: text, rising }) {
    if (!this.#dressed) return;
    const says = this.#holder.querySelector("#grid-left");
    setText(says, text);
    says.classList.toggle("is-off", left !== 0);
    const words = document.getElementById("rises-text").textContent;
    [...this.#list.children].forEach((row, i) => this.#mark(row, rising.includes(i + 1) ? words : ""));
  }

  /** Show that there are no totals. @param {string} text why, or "" */
  stop(text) {
    if (!this.#dressed) return;
    const says = this.#holder.querySelector("#grid-left");
    setText(says, text);
    says.classList.add("is-off");
  }

  /** Return the error of the input ("Place 3: …"), or "". */
  fault(text) {
    if (!this.#dressed || !text) return;
    const place = Number(/\d+/.exec(text)?.[0] ?? 0);
    const row = this.#list.children[place - 1];
    if (row) this.#mark(row, text);
  }

  #mark(row, text) {
    const error = row.querySelector(".error");
    setText(error, text);
    error.hidden = text === "";
    row.querySelector("input").toggleAttribute("aria-invalid", false);
    if (text) row.querySelector("input").setAttribute("aria-invalid", "true");
  }

  #place(number) {
    const row = document.getElementById("place-template").content.firstElementChild.cloneNode(true);
    row.querySelector(".grid-number").textContent = String(number);
    for (const input of row.querySelectorAll("[data-label]")) {
      input.setAttribute("aria-label", input.dataset.label.replace("{place}", String(number)));
    }
    const error = row.querySelector(".error");
    error.id = `place-${number}-error`;
    row.querySelector("input").setAttribute("aria-describedby", error.id);
    return row;
  }

  #input(i) {
    return this.#list.children[i].querySelector("input");
  }

  #tick(row) {
    return row.querySelector("[type=checkbox]");
  }

  #typed(event) {
    event.stopPropagation();
    const row = event.target.closest("li");
    if (event.target.type !== "checkbox") this.#tick(row).checked = event.target.value.trim() !== "";
    this.#changed();
  }

  /** Enter and the arrow keys move from place to place; the button submits the form. */
  #key(event) {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target.type === "checkbox") return;
    event.preventDefault();
    const next = this.#list.children[[...this.#list.children].indexOf(event.target.closest("li")) + step];
    next?.querySelector("input").select();
  }

  #add() {
    this.#list.append(this.#place(this.#list.children.length + 1));
    this.#changed();
    this.#list.lastElementChild.querySelector("input").focus();
  }

  #less() {
    this.#list.lastElementChild?.remove();
    this.#changed();
  }

  #changed() {
    this.#write();
    this.dispatchEvent(new Event("change"));
  }

  #write() {
    const rows = [...this.#list.children];
    this.#area.value = rows.map((row) => row.querySelector("input").value.trim()).join("\n");
    this.#kept.value = rows.flatMap((row, i) => (this.#tick(row).checked ? [i + 1] : [])).join(",");
  }
}
