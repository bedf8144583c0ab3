/** The payout editor: the server checks the input as it is typed; the button saves it. */

import { el, setText } from "../shared/ui/dom.js";
import { showFaults } from "../shared/ui/forms.js";
import { watchParts } from "../shared/feed/event_parts.js";
import { startPage } from "../shared/ui/page.js";
import { PlaceGrid } from "./prizes_grid.js";

/** Delay after the last key before the preview is requested (ms). */
const PAUSE = 250;
/** Timeout of a response (ms). */
const WITHIN = 8_000;

const { config, feed } = startPage();
const $ = (id) => document.getElementById(id);
const page = $("prizes");
const form = $("prizes-form");
const settable = !form.querySelector("fieldset").disabled;
const envelopes = $("envelopes-form");
const grid = new PlaceGrid($("by-hand"), form.elements.amounts, form.elements.kept);

let dirty = form.querySelector(".form-errors") !== null;
let asked = 0;
let timer = null;
let ladder = [];

/** Request the preview of a form. @returns {Promise<object|null>} null without a response */
async function ask(which, more = {}) {
  const data = new FormData(which);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  try {
    const answer = await fetch(page.dataset.preview, { method: "POST", body: data, credentials: "same-origin", signal: AbortSignal.timeout(WITHIN) });
    return answer.ok && !answer.redirected ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Update the preview. @param {object} more `fill_up` also requests the remaining places */
async function preview(more = {}) {
  clearTimeout(timer);
  asked += 1;
  const number = asked;
  $("preview").setAttribute("aria-busy", "true");
  const answer = await ask(form, more);
  if (number !== asked) return null;
  $("preview").setAttribute("aria-busy", "false");
  if (answer === null) return null;
  show(answer);
  return answer;
}

function show(answer) {
  mark(answer.faults ?? {});
  const invalid = Object.keys(answer.faults ?? {}).length > 0;
  if (!answer.html || invalid) return stop(answer.faults ?? {});
  const open = $("preview").querySelector("details[open]") !== null;
  $("preview").innerHTML = answer.html;
  const more = $("preview").querySelector("details");
  if (more) more.open = open;
  if (answer.ladder?.length) ladder = answer.ladder;
  if (answer.left !== null && answer.left !== undefined) grid.show(answer);
}

/** Figures of outdated input would be misleading: show where the error is instead. */
function stop(faults) {
  const notice = $("stopped-template").content.cloneNode(true);
  const list = notice.querySelector("ul");
  for (const [name, text] of Object.entries(faults)) list.append(el("li", {}, `${labelOf(name)}${text}`));
  $("preview").replaceChildren(notice);
  grid.stop(faults.amounts ?? "");
}

/** Return the label of a field, as prefix of its error; place errors name their place. */
function labelOf(name) {
  if (name === "amounts") return "";
  const input = form.elements.namedItem(name);
  const field = input instanceof RadioNodeList ? input[0] : input;
  const legend = field?.closest("fieldset.thing-line")?.querySelector("legend")?.textContent.trim();
  const label = field?.labels?.[0]?.textContent.trim();
  return [legend, label].filter(Boolean).map((one) => `${one}: `).join("");
}

/** Show errors at their fields without moving the focus. */
function mark(faults) {
  point(form, faults);
  grid.fault(faults.amounts ?? "");
}

/** Replace the errors of a form's fields. */
function point(where, faults) {
  const here = document.activeElement;
  // Errors of the submitted form are replaced by those of the current input.
  for (const old of where.querySelectorAll("p.error[id$='-error']:not(li *, [data-fault])")) old.remove();
  showFaults(where, faults);
  here?.focus?.({ preventScroll: true });
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(preview, PAUSE);
}

function changed(event) {
  if (event.target.name !== "for_entries") {
    dirty = true;
    setText($("unsaved"), $("unsaved-text").textContent);
  }
  later();
}

/** Start manual input with the computed amounts. */
function begin(event) {
  if (event.target.name === "method" && event.target.value === "hand" && grid.empty) grid.take(ladder);
}

async function fillUp() {
  dirty = true;
  const answer = await preview({ fill_up: "yes", places: String(grid.places) });
  if (!answer?.filled) return;
  grid.take(answer.filled);
  preview();
}

/** Add an empty row of the same kind. */
function another(lines, holder, before) {
  const last = lines[lines.length - 1];
  const line = Number(last.dataset.line);
  const copy = last.cloneNode(true);
  copy.dataset.line = String(line + 1);
  for (const one of copy.querySelectorAll("[name], [id], [for], [aria-describedby]")) {
    for (const attribute of ["name", "id", "for", "aria-describedby"]) {
      const value = one.getAttribute(attribute);
      if (value) one.setAttribute(attribute, value.replace(`_${line}_`, `_${line + 1}_`));
    }
    one.removeAttribute("aria-invalid");
    if (one.type === "checkbox") one.checked = false;
    else if ("value" in one) one.value = "";
  }
  for (const error of copy.querySelectorAll(".error")) error.remove();
  const legend = copy.querySelector("legend");
  if (legend) legend.textContent = legend.textContent.replace(/\d+/, String(lines.length + 1));
  holder.insertBefore(copy, before);
  copy.querySelector("input").focus();
}

if (settable) {
  grid.dress();
  grid.addEventListener("change", () => changed({ target: form.elements.amounts }));
  form.addEventListener("input", changed);
  form.addEventListener("change", begin);
  $("for-entries")?.addEventListener("input", later);
  $("grid-fill").addEventListener("click", fillUp);
  const add = $("thing-add");
  add.hidden = false;
  add.addEventListener("click", () => another([...document.querySelectorAll(".thing-line")], $("things"), add.parentElement));
  form.addEventListener("submit", () => (dirty = false));
  addEventListener("beforeunload", (event) => dirty && event.preventDefault());
  if (!dirty) preview();
}

if (envelopes) {
  let waiting = null;
  let wanted = 0;
  const missing = async () => {
    const number = ++wanted;
    const answer = await ask(envelopes, { what: envelopes.dataset.what });
    if (!answer || number !== wanted) return;
    setText($("envelopes-missing"), answer.text);
    point(envelopes, answer.faults);
  };
  envelopes.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(missing, PAUSE);
  });
  const add = $("envelope-add");
  add.hidden = false;
  add.addEventListener("click", () => another([...document.querySelectorAll(".envelope-line")], $("envelope-lines"), null));
  missing();
}

// An entry may be sold, or the prizes locked or unlocked, while this page is open.
const topic = `t${config.tournament}`;
let heard = null;
feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || name !== "prizes" || !board) return;
  if (board.state !== page.dataset.state) {
    if (board.seq !== undefined && board.seq <= Number(page.dataset.seq)) return;
    if (dirty || document.querySelector("details.sure[open]")) $("meanwhile").hidden = false;
    else location.reload();
    return;
  }
  const now = `${board.entries} ${board.pool}`;
  if (heard !== null && heard !== now && settable) follow(board.entries);
  heard = now;
});
feed.follow(topic);
watchParts(feed, config.tournament);

/** The number of entries in the preview follows the field until it is edited. */
function follow(entries) {
  const field = $("for-entries-input");
  if (field && field.value === field.dataset.from && entries) {
    field.value = String(entries);
    field.dataset.from = field.value;
  }
  later();
}
