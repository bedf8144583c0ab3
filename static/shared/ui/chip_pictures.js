/** Chips drawn beside their values, updated while their colours are chosen. */

import { disc } from "./chips.js";

const language = document.documentElement.lang;

function draw(place, { value, face, edge }) {
  const colours = /^#[0-9a-f]{6}$/i.test(face) && /^#[0-9a-f]{6}$/i.test(edge);
  place.hidden = !colours || !value;
  if (!place.hidden) place.replaceChildren(disc({ value, face, edge }, language));
}

for (const place of document.querySelectorAll(".chip-pic:not(.is-live)")) {
  draw(place, { ...place.dataset, value: Number(place.dataset.value) });
}

/** Return the typed value, with or without thousands separators. */
function figure(text) {
  return /^\d{1,3}(['’., ]\d{3})+$|^\d{1,13}$/.test(text.trim()) ? Number(text.replace(/\D/g, "")) : 0;
}

const rows = document.getElementById("chip-rows");
if (rows) {
  const redraw = (row) => draw(row.querySelector(".chip-pic"), {
    value: figure(row.querySelector("[name=value]").value),
    face: row.querySelector("[name=face]").value,
    edge: row.querySelector("[name=edge]").value,
  });
  rows.addEventListener("input", (event) => redraw(event.target.closest("li")));
  for (const row of rows.children) redraw(row);

  const { most } = JSON.parse(document.getElementById("config").textContent);
  const more = document.getElementById("more-chips");
  more.hidden = rows.children.length >= most;
  more.addEventListener("click", () => {
    const row = rows.lastElementChild.cloneNode(true);
    const number = rows.children.length + 1;
    for (const input of row.querySelectorAll("input")) {
      const label = row.querySelector(`label[for="${input.id}"]`);
      input.id = `${input.name}-${number}`;
      if (label) label.htmlFor = input.id;
      input.removeAttribute("aria-invalid");
    }
    row.querySelector(".error")?.remove();
    row.querySelector("[name=value]").value = "";
    rows.append(row);
    redraw(row);
    more.hidden = rows.children.length >= most;
    row.querySelector("[name=value]").focus();
  });
}
