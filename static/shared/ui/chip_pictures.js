/** Chips drawn beside their values, updated while their colours are chosen. */

import { disc } from "./chips.js";
import { byId, find } from "./dom.js";

/** @import { ChipColours } from "../../../docs/reference/boards" */

const language = document.documentElement.lang;

/** @param {HTMLElement} place  @param {ChipColours} chip */
function draw(place, { value, face, edge }) {
  const colours = /^#[0-9a-f]{6}$/i.test(face) && /^#[0-9a-f]{6}$/i.test(edge);
  place.hidden = !colours || !value;
  if (!place.hidden) place.replaceChildren(disc({ value, face, edge }, language));
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chip-pic:not(.is-live)"))) {
  const { value, face = "", edge = "" } = place.dataset;
  draw(place, { value: Number(value), face, edge });
}

/** Return the typed value, with or without thousands separators. @param {string} text */
function figure(text) {
  return /^\d{1,3}(['’., ]\d{3})+$|^\d{1,13}$/.test(text.trim()) ? Number(text.replace(/\D/g, "")) : 0;
}

const rows = document.getElementById("chip-rows");
if (rows) {
  /** @param {Element} row  @param {string} name  @returns {HTMLInputElement} */
  const field = (row, name) => find(row, `[name=${name}]`);
  /** @param {Element} row */
  const redraw = (row) => draw(find(row, ".chip-pic"), {
    value: figure(field(row, "value").value), face: field(row, "face").value, edge: field(row, "edge").value,
  });
  rows.addEventListener("input", ({ target }) => {
    const row = target instanceof Element && target.closest("li");
    if (row) redraw(row);
  });
  for (const row of rows.children) redraw(row);

  const { most } = JSON.parse(byId("config").textContent ?? "{}");
  const more = byId("more-chips");
  more.hidden = rows.children.length >= most;
  more.addEventListener("click", () => {
    const row = /** @type {HTMLElement} */ (rows.lastElementChild?.cloneNode(true));
    const number = rows.children.length + 1;
    for (const input of row.querySelectorAll("input")) {
      const label = /** @type {HTMLLabelElement|null} */ (row.querySelector(`label[for="${input.id}"]`));
      input.id = `${input.name}-${number}`;
      if (label) label.htmlFor = input.id;
      input.removeAttribute("aria-invalid");
    }
    row.querySelector(".error")?.remove();
    field(row, "value").value = "";
    rows.append(row);
    redraw(row);
    more.hidden = rows.children.length >= most;
    field(row, "value").focus();
  });
}
