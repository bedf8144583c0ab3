/** The form for a new event: the chosen structure fills in defaults, unless a field was edited. */

import { momentOf, showFaults } from "../shared/ui/forms.js";
import { startPage } from "../shared/ui/page.js";

const { commands } = startPage({ live: false });
const form = document.getElementById("new-event");
// On a slow network, fields may have been edited before this runs.
const touched = new Set([...form.elements].filter((one) => "defaultValue" in one && one.value !== one.defaultValue).map((one) => one.name));

form.addEventListener("input", (event) => touched.add(event.target.name));
form.addEventListener("change", (event) => event.target.name === "structure" && suggest(event.target));

function suggest(choice) {
  for (const [name, value] of [["starting_stack", choice.dataset.stack], ["chip_set", choice.dataset.chips]]) {
    if (value && !touched.has(name)) form.elements[name].value = value;
  }
}

const button = form.querySelector("[type=submit]");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = form.elements;
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const number = (text) => (text === "" ? null : Number(text));
  const answer = await commands.send("event.create", {
    label: button.textContent.trim(),
    args: {
      name: data.name.value,
      structure: number(data.structure.value),
      starting_stack: number(data.starting_stack.value),
      book: data.book.value,
      chip_set: number(data.chip_set.value),
      planned_start: momentOf(data.planned_start),
    },
  });
  button.setAttribute("aria-busy", "false");
  if (answer?.ok) location.assign(`/staff/t/${answer.answer.tournament}/`);
  else if (answer) showFaults(form, answer.code === "in_the_past" ? { planned_start: "" } : answer.fields);
});
// Enabled by this script: before, a press would have submitted the form.
button.disabled = false;
