/** The structure editor's page: the server checks the input as it is typed, and saves it as a whole. */

import { html, nothing, render } from "lit-html";
import { readJson } from "../shared/feed/request.js";
import { byId, find, setText } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { Words } from "../shared/ui/words.js";
import { Grid } from "./structure_grid.js";
import { History } from "./structure_history.js";
import { listenToKeys } from "./structure_keys.js";
import { Selection } from "./structure_selection.js";
import { expectedField, mountWhatIf } from "./structure_what_if.js";

/** @import { Answer } from "../shared/feed/commands.js" */
/** @import { RequestError } from "../shared/feed/request.js" */
/** @import { Services } from "../shared/ui/page.js" */
/** @import { Cells } from "./structure_grid.js" */

/** A row to look at; `row` counts from 1, null for the structure as a whole. @typedef {{row: number|null, field: string, text: string}} Problem */
/** @typedef {{id: number, seq: number, digest: string, locked: number, running: number|null, closed: boolean}} EventState */
/**
 * The server's check of the rows.
 * @typedef {{begins: (string|null)[], faults: Problem[], warnings: Problem[], total: string|null, expected: string|null, chart: string, levels: any[],
 *   digest: string, event: EventState|null}} Checked
 */

/** Delay after the last key before the server checks the rows (ms). */
const PAUSE = 250;
/** Poll interval of an event's progress, and of an unreachable server (ms). */
const AGAIN = 8_000;
const WITHIN = 8_000;

class StructureEditor {
  #config;
  #toasts;
  #commands;
  #words;
  #grid;
  #history;
  /** The cell that was used last, for the buttons above the table. */
  #cell = { index: 0, name: "small_blind" };
  /** The field of the structure's name; an event has none. */
  #name = /** @type {HTMLInputElement|null} */ (document.getElementById("sheet-name"));
  #structure;
  /** @type {string|null} */
  #digest;
  #dirty = false;
  #wasSaved = false;
  /** The journal entry that created the structure on this page. @type {number|null} */
  #created = null;
  /** @type {number|undefined} */
  #timer;
  #asked = 0;
  /** @type {{faults: Problem[], warnings: Problem[]}} */
  #problems = { faults: [], warnings: [] };
  /** Whether the notice reports a change by somebody else. */
  #reported = false;

  /** @param {Services} services */
  constructor({ config, toasts, commands }) {
    this.#config = config;
    this.#toasts = toasts;
    this.#commands = commands;
    this.#words = new Words(config.language, config.sheet_words);
    this.#grid = new Grid(byId("sheet"), this.#words, { fresh: config.fresh, most: config.most });
    this.#structure = config.structure;
    this.#digest = config.event?.digest ?? null;
    // Rows of a suggestion are not those that are stored.
    this.#dirty = Boolean(config.unsaved);
    this.#grid.replaceFrom(0, config.rows);
    if (config.event) this.#grid.lock(config.event.locked, config.event.running);
    this.#history = new History(this.#grid.values);
    this.#listen();
    this.#showSteps();
    this.#check();
  }

  #listen() {
    const grid = this.#grid;
    grid.addEventListener("change", () => this.#changed());
    grid.addEventListener("removed", (event) => {
      const { index, cells, called } = /** @type {CustomEvent} */ (event).detail;
      const back = () => grid.focus(grid.insert(index, cells) ?? 0);
      this.#toasts.show({ text: this.#words.say("removed", { row: called }), button: { label: this.#words.say("put_back"), run: back } });
    });
    this.#name?.addEventListener("input", () => {
      this.#nameError("");
      this.#changed();
    });
    const full = () => this.#toasts.show({ text: this.#words.say("most_rows", { most: this.#config.most }), bad: true });
    const selection = new Selection(byId("sheet"), grid, (cells) => setText(byId("sheet-chosen"), cells > 1 ? this.#words.say("chosen", { count: cells }) : ""));
    listenToKeys(byId("sheet"), grid, selection, { add: (index) => this.#add(index), save: () => this.#save(), step: (by) => this.#step(by), full });
    byId("sheet").addEventListener("focusin", ({ target }) => {
      const place = grid.place(target);
      if (place?.name) this.#cell = place;
    });
    byId("sheet-undo").addEventListener("click", () => this.#step(-1));
    byId("sheet-redo").addEventListener("click", () => this.#step(1));
    byId("sheet-fill").addEventListener("click", () => {
      grid.fillDown(this.#cell);
      grid.focus(this.#cell.index, this.#cell.name);
    });
    byId("add-level").addEventListener("click", () => this.#add(grid.length));
    byId("add-break").addEventListener("click", () => this.#add(grid.length, "break"));
    byId("sheet-save").addEventListener("click", () => this.#save());
    document.getElementById("sheet-load")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#load();
    });
    document.getElementById("what-if-expected")?.addEventListener("input", () => this.#check());
    const whatIf = document.getElementById("what-if");
    if (whatIf) mountWhatIf(whatIf, grid, (text, undo) => this.#toasts.show({ text, button: { label: this.#words.say("put_back"), run: undo } }));
    this.#commands.addEventListener("settled", (event) => {
      const { command, answer } = /** @type {CustomEvent} */ (event).detail;
      if (!answer?.ok || !["undo", "room.undo"].includes(command.kind)) return;
      this.#dirty = false;
      if (command.args.seq === this.#created) location.assign(this.#config.library);
      else location.reload();
    });
    addEventListener("beforeunload", (event) => this.#dirty && event.preventDefault());
  }

  /** Have the server check the rows. @returns {Promise<Checked|null>} its response; null if missing or outdated */
  async #check() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const number = this.#asked;
    /** @type {Checked|null} */
    let answer = null;
    try {
      const body = { rows: this.#grid.values, tournament: this.#config.event?.id ?? null, expected: expectedField() };
      answer = await readJson(this.#config.preview, { body, within: WITHIN });
    } catch (error) {
      const { status, body } = /** @type {RequestError} */ (error);
      this.#notice(status === 403 ? this.#words.say("out_of_date") : body?.message ?? this.#words.say("offline"));
    }
    if (number !== this.#asked) return null;
    if (answer) this.#show(answer);
    if (this.#config.event || !answer) this.#timer = setTimeout(() => this.#check(), AGAIN);
    return answer;
  }

  /** @param {Checked} answer */
  #show(answer) {
    const words = this.#words;
    this.#problems = answer;
    this.#grid.showTimes(answer.begins);
    this.#grid.showProblems(answer.faults, answer.warnings);
    const total = answer.total === null ? "" : words.say("total", { time: answer.total });
    const expected = answer.expected === null ? "" : ` · ${words.say("expected", { time: answer.expected })}`;
    setText(byId("sheet-total"), total + expected);
    const chart = byId("sheet-chart");
    chart.hidden = answer.chart === "";
    find(chart, "div").innerHTML = answer.chart;
    this.#showList();
    byId("sheet").setAttribute("aria-busy", "false");
    this.#showState();
    if (answer.event) this.#meanwhile(answer.event);
    else this.#notice("");
  }

  /** Show changes of the event since this page was opened. @param {EventState} event */
  #meanwhile(event) {
    this.#grid.lock(event.locked, event.running);
    if (event.closed || (event.digest !== this.#digest && !this.#dirty)) {
      location.reload();
      return;
    }
    if (event.digest === this.#digest) {
      if (!this.#reported) this.#notice("");
      return;
    }
    // Shown here, so that a save is an informed replacement.
    this.#digest = event.digest;
    this.#notice(this.#words.say("changed"), {
      label: this.#words.say("theirs"),
      run: () => {
        this.#dirty = false;
        location.reload();
      },
    });
    this.#reported = true;
  }

  #showList() {
    const words = this.#words;
    /** @param {string} look  @param {string} title  @param {Problem[]} problems */
    const list = (look, title, problems) => (problems.length ? html`
      <div class="notice ${look}"><div class="stack"><strong>${words.say(title)}</strong><ul>${problems.map((one) => html`<li>${this.#item(one)}</li>`)}</ul></div></div>` : nothing);
    const { faults, warnings } = this.#problems;
    render([list("is-bad", "faults", faults), list("is-warn", "warnings", warnings)], byId("sheet-problems"));
  }

  /** @param {Problem} problem */
  #item({ row, field, text }) {
    if (row === null) return text;
    const called = { row: this.#grid.called(row - 1), text };
    const place = field ? this.#words.say("place", { ...called, field: this.#words.say(field) }) : this.#words.say("place_row", called);
    return html`<button class="link" type="button" @click=${() => this.#grid.focus(row - 1, field || "kind")}>${place}</button>`;
  }

  /** @param {string} text "" for none  @param {{label: string, run: () => void}|null} button */
  #notice(text, button = null) {
    const place = byId("sheet-notice");
    this.#reported = false;
    place.hidden = text === "";
    render(html`<p>${text}</p>${button ? html`<div class="notice-actions"><button class="btn" type="button" @click=${button.run}>${button.label}</button></div>` : nothing}`, place);
  }

  /** Show whether there is something to save, and what prevents it. */
  #showState() {
    // An unsaved structure can be saved from the start.
    const savable = this.#dirty || (this.#structure === null && !this.#config.event);
    /** @type {HTMLButtonElement} */ (byId("sheet-save")).disabled = !savable;
    const key = savable ? (this.#name?.value.trim() === "" ? "no_name" : "unsaved") : this.#wasSaved ? "saved" : "unchanged";
    setText(byId("sheet-state"), this.#words.say(key));
  }

  /** Go one step back (−1) or forth (+1) in what was typed. @param {number} by */
  #step(by) {
    const rows = this.#history.step(by);
    if (!rows) return;
    const { index, name } = this.#cell;
    this.#grid.restore(rows);
    this.#grid.focus(Math.min(index, this.#grid.length - 1), name);
  }

  #showSteps() {
    for (const [id, by] of /** @type {[string, number][]} */ ([["sheet-undo", -1], ["sheet-redo", 1]])) {
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = !this.#history.has(by);
    }
  }

  #changed() {
    const active = document.activeElement instanceof HTMLInputElement ? this.#grid.place(document.activeElement) : null;
    this.#history.record(this.#grid.values, active ? `${active.index}/${active.name}` : "", performance.now());
    this.#showSteps();
    this.#dirty = true;
    this.#showState();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  async #save() {
    const button = byId("sheet-save");
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      const answer = await this.#check();
      if (!answer) return;
      const [first] = answer.faults;
      if (first) {
        this.#grid.focus((first.row ?? 1) - 1, first.field || "kind");
        return;
      }
      const typed = JSON.stringify(this.#grid.values);
      const done = this.#config.event ? await this.#saveEvent(answer) : await this.#saveLibrary(answer);
      const fields = done && !done.ok ? done.fields : {};
      this.#nameError(fields.name ?? "");
      if (done?.ok) this.#saved(typed, answer.digest);
      else if (done) this.#atCells(fields);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  /** @param {Checked} answer */
  #saveEvent({ levels, event }) {
    return this.#commands.send("clock.structure", {
      tournament: this.#config.event.id, args: { levels, seen: event?.seq ?? null }, label: this.#words.say("save"),
    });
  }

  /** @param {Checked} answer  @returns {Promise<Answer|null>} */
  async #saveLibrary({ levels }) {
    const args = { name: this.#name?.value.trim() ?? "", levels, structure: this.#structure };
    const done = await this.#commands.send("structure.save", { args, label: this.#words.say("save") });
    if (done?.ok && this.#structure === null) {
      this.#structure = done.answer.structure;
      this.#created = done.seq;
      history.replaceState(null, "", `${this.#config.library}${this.#structure}/`);
    }
    if (done?.ok) setText(byId("sheet-title"), args.name);
    return done;
  }

  /** The saved values are the new baseline, whatever has been typed since. @param {string} typed  @param {string} digest */
  #saved(typed, digest) {
    this.#digest = digest;
    this.#dirty = JSON.stringify(this.#grid.values) !== typed;
    this.#wasSaved = true;
    this.#showState();
    this.#check();
  }

  /** Show the errors of a refusal at their cells: "levels.3.small_blind". @param {Record<string, string>} fields */
  #atCells(fields) {
    const faults = Object.entries(fields).flatMap(([place, text]) => {
      const found = /^levels\.(\d+)(?:\.(\w+))?$/.exec(place);
      return found ? [{ row: Number(found[1]) + 1, field: found[2] ?? "", text }] : [];
    });
    if (faults.length === 0) return;
    this.#problems = { ...this.#problems, faults };
    this.#grid.showProblems(faults, this.#problems.warnings);
    this.#showList();
  }

  /** @param {string} text */
  #nameError(text) {
    if (!this.#name) return;
    const error = byId("sheet-name-error");
    setText(error, text);
    error.hidden = text === "";
    this.#name.removeAttribute("aria-invalid");
    if (!text) return;
    this.#name.setAttribute("aria-invalid", "true");
    this.#name.setAttribute("aria-describedby", error.id);
    this.#name.focus();
  }

  /** @param {number} index  @param {"level"|"break"} kind */
  #add(index, kind = "level") {
    const at = this.#grid.insert(index, null, kind);
    if (at === null) this.#toasts.show({ text: this.#words.say("most_rows", { most: this.#config.most }), bad: true });
    else this.#grid.focus(at, kind === "break" ? "duration" : "small_blind");
  }

  /** Replace the free rows by those of a structure of the library. */
  async #load() {
    const words = this.#words;
    const address = /** @type {HTMLSelectElement} */ (byId("library")).value;
    /** @type {{name: string, rows: Cells[]}|null} */
    const answer = await readJson(address, { within: WITHIN }).catch(() => null);
    if (!answer) {
      this.#notice(words.say("offline"));
      return;
    }
    const free = this.#grid.firstFree;
    const rows = answer.rows.slice(free);
    if (rows.length === 0) {
      this.#toasts.show({ text: words.say("nothing_to_load", { name: answer.name }), bad: true });
      return;
    }
    const before = this.#grid.values.slice(free);
    this.#grid.replaceFrom(free, rows);
    const back = { label: words.say("put_back"), run: () => this.#grid.replaceFrom(free, before) };
    this.#toasts.show({ text: words.say("loaded", { name: answer.name }), button: back });
  }
}

new StructureEditor(startPage({ live: false }));
