/** The structure editor's page: the server checks the input as it is typed, and saves it as a whole. */

import { el, setText } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { Grid } from "./structure_grid.js";
import { listenToKeys } from "./structure_keys.js";
import { Words } from "../shared/ui/words.js";

/** Delay after the last key before the server checks the rows (ms). */
const PAUSE = 250;
/** Poll interval of an event's progress, and of an unreachable server (ms). */
const AGAIN = 8_000;

const { config, toasts, commands } = startPage({ live: false });
const words = new Words(config.language, config.sheet_words);
const $ = (id) => document.getElementById(id);
const grid = new Grid($("sheet"), words, { fresh: config.fresh, most: config.most });
const name = $("sheet-name");

let structure = config.structure;
let digest = config.event?.digest ?? null;
let dirty = false;
let wasSaved = false;
let created = null;
let timer = null;
let asked = 0;
let problems = { faults: [], warnings: [] };

/** Have the server check the rows. @returns {Promise<object|null>} its response; null if missing or outdated */
async function preview() {
  clearTimeout(timer);
  asked += 1;
  const number = asked;
  let answer = null;
  try {
    const response = await fetch(config.preview, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": /(?:^|; )room_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "" },
      body: JSON.stringify({ rows: grid.values, tournament: config.event?.id ?? null }),
      signal: AbortSignal.timeout(8_000),
    });
    if (response.redirected || response.status === 403) notice(words.say("out_of_date"));
    else if (response.ok) answer = await response.json();
    else notice((await response.json().catch(() => ({}))).message ?? words.say("offline"));
  } catch {
    notice(words.say("offline"));
  }
  if (number !== asked) return null;
  if (answer) show(answer);
  if (config.event || !answer) timer = setTimeout(preview, AGAIN);
  return answer;
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(preview, PAUSE);
}

function show(answer) {
  problems = answer;
  grid.showTimes(answer.begins);
  grid.showProblems(answer.faults, answer.warnings);
  const total = answer.total === null ? "" : words.say("total", { time: answer.total });
  const expected = answer.expected === null ? "" : ` · ${words.say("expected", { time: answer.expected })}`;
  setText($("sheet-total"), total + expected);
  showList();
  $("sheet").setAttribute("aria-busy", "false");
  showState();
  if (answer.event) meanwhile(answer.event);
  else notice("");
}

/** Show changes of the event since this page was opened. */
function meanwhile(event) {
  grid.lock(event.locked, event.running);
  if (event.closed || (event.digest !== digest && !dirty)) {
    location.reload();
    return;
  }
  if (event.digest === digest) {
    if (!$("sheet-notice").dataset.changed) notice("");
    return;
  }
  // Shown here, so that a save is an informed replacement.
  digest = event.digest;
  notice(words.say("changed"), { label: words.say("theirs"), run: () => ((dirty = false), location.reload()) });
  $("sheet-notice").dataset.changed = "yes";
}

function showList() {
  const { faults, warnings } = problems;
  const list = (kind, title, items) => items.length === 0 ? [] : [
    el(`div.notice.${kind}`, {}, el("div.stack", {}, el("strong", {}, title), el("ul", {}, ...items.map(item)))),
  ];
  $("sheet-problems").replaceChildren(
    ...list("is-bad", words.say("faults"), faults),
    ...list("is-warn", words.say("warnings"), warnings),
  );
}

function item({ row, field, text }) {
  if (row === null) return el("li", {}, text);
  const called = { row: grid.called(row - 1), text };
  const place = field ? words.say("place", { ...called, field: words.say(field) }) : words.say("place_row", called);
  const button = el("button.link", { type: "button" }, place);
  button.addEventListener("click", () => grid.focus(row - 1, field || "kind"));
  return el("li", {}, button);
}

function notice(text, button = null) {
  const place = $("sheet-notice");
  delete place.dataset.changed;
  place.hidden = text === "";
  const parts = [el("p", {}, text)];
  if (button) {
    const press = el("button.btn", { type: "button" }, button.label);
    press.addEventListener("click", button.run);
    parts.push(el("div.notice-actions", {}, press));
  }
  place.replaceChildren(...parts);
}

/** Show whether there is something to save, and what prevents it. */
function showState() {
  // An unsaved structure can be saved from the start.
  const savable = dirty || (structure === null && !config.event);
  $("sheet-save").disabled = !savable;
  const key = savable ? (name && name.value.trim() === "" ? "no_name" : "unsaved") : wasSaved ? "saved" : "unchanged";
  setText($("sheet-state"), words.say(key));
}

function changed() {
  dirty = true;
  showState();
  later();
}

async function save() {
  const button = $("sheet-save");
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await preview();
    if (!answer) return;
    if (answer.faults.length) {
      const [first] = answer.faults;
      grid.focus((first.row ?? 1) - 1, first.field || "kind");
      return;
    }
    const typed = JSON.stringify(grid.values);
    const done = config.event ? await saveEvent(answer) : await saveLibrary(answer);
    nameError(done?.fields?.name ?? "");
    if (done?.ok) saved(typed, answer.digest);
    else if (done) atCells(done.fields ?? {});
  } finally {
    button.removeAttribute("aria-busy");
  }
}

function saveEvent({ levels, event }) {
  return commands.send("clock.structure", {
    tournament: event === null ? null : config.event.id, args: { levels, seen: event.seq }, label: words.say("save"),
  });
}

async function saveLibrary({ levels }) {
  const args = { name: name.value.trim(), levels, structure };
  const done = await commands.send("structure.save", { args, label: words.say("save") });
  if (done?.ok && structure === null) {
    structure = done.answer.structure;
    created = done.seq;
    history.replaceState(null, "", `${config.library}${structure}/`);
  }
  if (done?.ok) setText($("sheet-title"), args.name);
  return done;
}

/** The saved values are the new baseline, whatever has been typed since. */
function saved(typed, itsDigest) {
  digest = itsDigest;
  dirty = JSON.stringify(grid.values) !== typed;
  wasSaved = true;
  showState();
  preview();
}

/** Show the errors of a refusal at their cells: "levels.3.small_blind". */
function atCells(fields) {
  const faults = Object.entries(fields).flatMap(([place, text]) => {
    const found = /^levels\.(\d+)(?:\.(\w+))?$/.exec(place);
    return found ? [{ row: Number(found[1]) + 1, field: found[2] ?? "", text }] : [];
  });
  if (faults.length === 0) return;
  problems = { ...problems, faults };
  grid.showProblems(faults, problems.warnings);
  showList();
}

function nameError(text) {
  if (!name) return;
  setText($("sheet-name-error"), text);
  $("sheet-name-error").hidden = text === "";
  name.toggleAttribute("aria-invalid", false);
  if (text) {
    name.setAttribute("aria-invalid", "true");
    name.setAttribute("aria-describedby", "sheet-name-error");
    name.focus();
  }
}

function add(index, kind = "level") {
  const at = grid.insert(index, null, kind);
  if (at === null) toasts.show({ text: words.say("most_rows", { most: config.most }), bad: true });
  else grid.focus(at, kind === "break" ? "duration" : "small_blind");
}

async function load(event) {
  event.preventDefault();
  const answer = await fetch($("library").value, { signal: AbortSignal.timeout(8_000) }).then((got) => got.json()).catch(() => null);
  if (!answer) return notice(words.say("offline"));
  const rows = answer.rows.slice(grid.firstFree);
  if (rows.length === 0) return toasts.show({ text: words.say("nothing_to_load", { name: answer.name }), bad: true });
  const before = grid.values.slice(grid.firstFree);
  grid.replaceFrom(grid.firstFree, rows);
  const back = { label: words.say("put_back"), run: () => grid.replaceFrom(grid.firstFree, before) };
  return toasts.show({ text: words.say("loaded", { name: answer.name }), button: back });
}

grid.replaceFrom(0, config.rows);
if (config.event) grid.lock(config.event.locked, config.event.running);
grid.addEventListener("change", changed);
grid.addEventListener("removed", ({ detail }) => toasts.show({
  text: words.say("removed", { row: detail.called }),
  button: { label: words.say("put_back"), run: () => grid.focus(grid.insert(detail.index, detail.cells) ?? 0) },
}));
name?.addEventListener("input", () => (nameError(""), changed()));
listenToKeys($("sheet"), grid, { add, save });
$("add-level").addEventListener("click", () => add(grid.length));
$("add-break").addEventListener("click", () => add(grid.length, "break"));
$("sheet-save").addEventListener("click", save);
$("sheet-load")?.addEventListener("submit", load);
commands.addEventListener("settled", ({ detail: { command, answer } }) => {
  if (!answer?.ok || !["undo", "room.undo"].includes(command.kind)) return;
  dirty = false;
  if (command.args.seq === created) location.assign(config.library);
  else location.reload();
});
addEventListener("beforeunload", (event) => dirty && event.preventDefault());
preview();
