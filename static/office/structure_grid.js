/** The structure editor's table: a row per level or break, a field per cell. Independent of the server. */

import { el, setText } from "../shared/ui/dom.js";
import { fillField, heldBy, textOf } from "./structure_clipboard.js";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { Problem } from "./structure_editor.js" */

/** The cells of a row by column, as typed. @typedef {Record<string, any>} Cells */
/** @typedef {HTMLInputElement|HTMLSelectElement} Field */
/** @typedef {{index: number, name: string}} Cell */
/**
 * A row of the table: its fields and notes by column, and the row of messages below it.
 * @typedef {{tr: HTMLElement, under: HTMLElement, number: HTMLElement, begins: HTMLElement, inputs: Record<string, Field>, notes: Record<string, HTMLElement>}} Row
 */
/**
 * @typedef {{name: string, choices?: string[], prefix?: string, played?: boolean, figures?: boolean, most?: number, box?: boolean}} Column
 */

/** Columns in order; `played` ones do not apply to breaks. @type {Column[]} */
const COLUMNS = [
  { name: "kind", choices: ["level", "break"], prefix: "kind" },
  { name: "small_blind", played: true, figures: true },
  { name: "big_blind", played: true, figures: true },
  { name: "ante", played: true, figures: true },
  { name: "ante_kind", played: true, choices: ["none", "classic", "small_blind", "big_blind"], prefix: "ante" },
  { name: "duration", figures: true },
  { name: "game", played: true, most: 80 },
  { name: "family", played: true, choices: ["by_name", "flop", "draw", "stud", "mixed"], prefix: "family" },
  { name: "note", most: 80 },
  { name: "colour_up", figures: true },
  { name: "ends_day", played: true, box: true },
];
/** Cells of the running row that may still be changed. */
const OPEN_WHILE_RUNNING = new Set(["duration", "note", "colour_up", "ends_day"]);

/** @fires Grid#change something was typed, added, moved or removed  @fires Grid#removed {index, cells, called} */
export class Grid extends EventTarget {
  #words;
  #fresh;
  #most;
  #body = el("tbody");
  /** @type {Row[]} */
  #rows = [];
  #locked = 0;
  /** @type {number|null} */
  #running = null;
  #serial = 0;

  /**
   * @param {HTMLElement} root where the table goes
   * @param {Words} words
   * @param {{fresh: Cells, most: number}} options `fresh`: cells of a first row; `most`: so many rows at most
   */
  constructor(root, words, { fresh, most }) {
    super();
    this.#words = words;
    this.#fresh = fresh;
    this.#most = most;
    const columns = ["number", "begins", ...COLUMNS.map((column) => column.name), "row_actions"];
    const head = el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, words.say(name))));
    root.replaceChildren(el("table.table.table-dense.sheet", {}, el("thead", {}, head), this.#body));
    this.#body.addEventListener("input", () => this.#typed());
    this.#body.addEventListener("click", (event) => this.#clicked(event));
  }

  get length() {
    return this.#rows.length;
  }

  /** First row that may be removed, moved or preceded by a new row. */
  get firstFree() {
    return this.#running === null ? 0 : this.#running + 1;
  }

  /** Return all rows for the server. Values hidden by a break are left out, and reappear with the kind. @returns {Cells[]} */
  get values() {
    return this.#rows.map(({ inputs }) => {
      const paused = inputs.kind?.value === "break";
      return Object.fromEntries(COLUMNS.map(({ name, played, box, choices }) => {
        const input = /** @type {Field} */ (inputs[name]);
        if (box) return [name, !paused && input instanceof HTMLInputElement && input.checked];
        if (paused && played) return [name, choices?.[0] ?? ""];
        return [name, input.value];
      }));
    });
  }

  /** Replace the rows from an index on. @param {number} index  @param {Cells[]} rows */
  replaceFrom(index, rows) {
    for (const row of this.#rows.splice(index)) this.#drop(row);
    for (const cells of rows) this.#add(this.#rows.length, cells);
    this.#settle();
  }

  /** Show these rows; rows that have begun only take what may still be changed. @param {Cells[]} rows */
  restore(rows) {
    rows.slice(0, this.firstFree).forEach((cells, index) => {
      for (const [name, input] of Object.entries(this.#rows[index]?.inputs ?? {})) if (!input.disabled) fillField(input, cells[name]);
    });
    this.replaceFrom(this.firstFree, rows.slice(this.firstFree));
  }

  /**
   * Put a block of cells right of and below a cell, with new rows at the end; cells that are fixed stay.
   * @param {{index: number, name: string}} cell  @param {string[][]} block  @returns {boolean} whether all rows had room
   */
  paste({ index, name }, block) {
    const first = COLUMNS.findIndex((column) => column.name === name);
    const fits = block.every((texts, below) => {
      const at = index + below;
      if (at >= this.#rows.length && at >= this.#most) return false;
      if (at >= this.#rows.length) this.#add(at, this.#like(at, "level"));
      texts.forEach((text, right) => {
        const column = COLUMNS[first + right];
        const input = column && this.#rows[at]?.inputs[column.name];
        // The kind comes first and decides which cells the row has.
        this.#dress();
        if (input && !input.disabled) fillField(input, text);
      });
      return true;
    });
    this.#settle();
    return fits;
  }

  /** Take the value of the cell above. @param {{index: number, name: string}} cell */
  fillFromAbove({ index, name }) {
    const above = this.#rows.slice(0, index).reverse().find(({ inputs, tr }) => tr.className !== "is-break" || !inputs[name]?.disabled);
    const [input, from] = [this.#rows[index]?.inputs[name], above?.inputs[name]];
    if (!input || !from || input.disabled) return;
    fillField(input, heldBy(from));
    this.#settle();
  }

  /** Put the value of a cell into that column of all rows of the same kind below. @param {{index: number, name: string}} cell */
  fillDown({ index, name }) {
    const from = this.#rows[index]?.inputs;
    if (!from?.[name]) return;
    for (const { inputs } of this.#rows.slice(index + 1)) {
      const input = inputs[name];
      if (input && !input.disabled && inputs.kind?.value === from.kind?.value) fillField(input, heldBy(from[name]));
    }
    this.#settle();
  }

  /** Add a copy of the row before, or these cells; null at the maximum. 
   * @param {number} index  @param {Cells|null} cells  @param {"level"|"break"} kind  @returns {number|null} its index */
  insert(index, cells = null, kind = "level") {
    if (this.#rows.length >= this.#most) return null;
    const at = Math.min(Math.max(index, this.firstFree), this.#rows.length);
    this.#add(at, cells ?? this.#like(at, kind));
    this.#settle();
    return at;
  }

  /** Remove a row; the event `removed` allows undo. @param {number} index */
  remove(index) {
    if (index < this.firstFree || index >= this.#rows.length) return;
    const cells = this.values[index];
    const called = this.called(index);
    for (const row of this.#rows.splice(index, 1)) this.#drop(row);
    this.#settle();
    this.dispatchEvent(new CustomEvent("removed", { detail: { index, cells, called } }));
  }

  /** Return the name of a row as shown beside it: "Level 6", "Break after level 5". @param {number} index */
  called(index) {
    const levels = this.#rows.slice(0, index + 1).filter(({ inputs }) => inputs.kind?.value !== "break").length;
    if (this.#rows[index]?.inputs.kind?.value !== "break") return this.#words.say("row.level", { number: levels });
    return this.#words.say(levels ? "row.break" : "row.break_first", { number: levels });
  }

  /** @param {Row} row */
  #drop({ tr, under }) {
    tr.remove();
    under.remove();
  }

  /** Move a row up (−1) or down (+1). @param {number} index  @param {number} by  @returns {number} its new index */
  move(index, by) {
    const to = index + by;
    if (index < this.firstFree || to < this.firstFree || to >= this.#rows.length) return index;
    const [row] = this.#rows.splice(index, 1);
    if (!row) return index;
    this.#rows.splice(to, 0, row);
    const focused = document.activeElement;
    this.#body.insertBefore(row.tr, this.#rows[to + 1]?.tr ?? null);
    if (row.under.isConnected) row.tr.after(row.under);
    if (focused instanceof HTMLElement && row.tr.contains(focused)) focused.focus();
    this.#settle();
    return to;
  }

  /** Focus a cell, or the next editable one of the row. @param {number} index  @param {string} name */
  focus(index, name = "small_blind") {
    const row = this.#rows[index];
    if (!row) return;
    const first = COLUMNS.findIndex((column) => column.name === name);
    const order = [...COLUMNS.slice(first), ...COLUMNS.slice(0, first)];
    const input = order.map((column) => row.inputs[column.name]).find((one) => !one?.disabled);
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === "text") input.select();
  }

  /** Return the cell of an element. @param {EventTarget|null} element  @returns {{index: number, name: string}|null} */
  place(element) {
    if (!(element instanceof HTMLElement)) return null;
    const index = this.#rows.findIndex(({ tr }) => tr.contains(element));
    return index < 0 ? null : { index, name: element.dataset.name ?? "" };
  }

  /**
   * Focus the nearest editable cell, up or down (`rows`) or sideways (`columns`).
   * @param {{index: number, name: string}} cell  @param {{rows?: number, columns?: number}} by
   */
  step({ index, name }, { rows = 0, columns = 0 }) {
    if (rows) {
      for (let at = index + rows; this.#rows[at]; at += rows) {
        if (this.#rows[at]?.inputs[name]?.disabled) continue;
        this.focus(at, name);
        return;
      }
      return;
    }
    const from = COLUMNS.findIndex((column) => column.name === name);
    for (let at = from + columns; COLUMNS[at]; at += columns) {
      const to = COLUMNS[at]?.name ?? "";
      if (this.#rows[index]?.inputs[to]?.disabled) continue;
      this.focus(index, to);
      return;
    }
  }

  /** Return the cell beside one, fixed ones included; at the edge the cell itself. @param {Cell} cell  @param {{rows: number, columns: number}} by  @returns {Cell} */
  beside({ index, name }, { rows, columns }) {
    const column = COLUMNS.findIndex((one) => one.name === name) + columns;
    return { index: Math.min(Math.max(index + rows, 0), this.#rows.length - 1), name: COLUMNS[Math.min(Math.max(column, 0), COLUMNS.length - 1)]?.name ?? name };
  }

  /** Return the texts of a block of cells, between two of its corners. @param {Cell} from  @param {Cell} to  @returns {string[][]} */
  block(from, to) {
    return this.#between(from, to).map((fields) => fields.map((field) => (field.disabled && field.closest(".is-break") ? "" : textOf(field))));
  }

  /** Mark a block of cells; none without corners. @param {Cell|null} from  @param {Cell|null} to  @returns {number} how many cells */
  mark(from, to) {
    for (const cell of this.#body.querySelectorAll(".is-chosen")) cell.classList.remove("is-chosen");
    const fields = from && to ? this.#between(from, to).flat() : [];
    for (const field of fields) field.closest("td")?.classList.add("is-chosen");
    return fields.length;
  }

  /** @param {Cell} from  @param {Cell} to  @returns {Field[][]} */
  #between(from, to) {
    const places = [from, to].map(({ name }) => COLUMNS.findIndex((column) => column.name === name)).sort((one, other) => one - other);
    const names = COLUMNS.slice(places[0], (places[1] ?? 0) + 1).map((column) => column.name);
    const rows = this.#rows.slice(Math.min(from.index, to.index), Math.max(from.index, to.index) + 1);
    return rows.map(({ inputs }) => names.map((name) => /** @type {Field} */ (inputs[name])));
  }

  /** Set the progress of an event: rows before `locked` are fixed, row `running` is mostly fixed. @param {number} locked  @param {number|null} running */
  lock(locked, running) {
    this.#locked = locked;
    this.#running = running;
    this.#dress();
  }

  /** Show when each row begins. @param {(string|null)[]} begins */
  showTimes(begins) {
    this.#rows.forEach((row, index) => setText(row.begins, begins[index] ?? "–"));
  }

  /** Show errors and warnings at their cells. @param {Problem[]} faults  @param {Problem[]} warnings */
  showProblems(faults, warnings) {
    for (const { inputs, notes, under } of this.#rows) {
      under.remove();
      for (const { name } of COLUMNS) {
        const note = notes[name];
        if (note) setText(note, "");
        if (note) note.className = "";
        inputs[name]?.removeAttribute("aria-invalid");
        inputs[name]?.removeAttribute("aria-describedby");
      }
    }
    for (const { row, field, text } of warnings) this.#note(row, field, text, "odd");
    for (const { row, field, text } of faults) this.#note(row, field, text, "error");
  }

  /** @param {number|null} number  @param {string} field  @param {string} text  @param {"odd"|"error"} kind */
  #note(number, field, text, kind) {
    const row = this.#rows[(number ?? 0) - 1];
    const note = row?.notes[field || "kind"];
    const input = row?.inputs[field || "kind"];
    if (!row || !note || !input) return;
    if (note.className !== kind) setText(note, field ? this.#words.say("place_field", { field: this.#words.say(field), text }) : text);
    note.className = kind;
    if (!row.under.isConnected) row.tr.after(row.under);
    input.setAttribute("aria-describedby", note.id);
    if (kind === "error") input.setAttribute("aria-invalid", "true");
  }

  /** @param {number} index  @param {"level"|"break"} kind  @returns {Cells} */
  #like(index, kind) {
    const before = this.values.slice(0, index).reverse();
    if (kind === "break") {
      const last = before.find((cells) => cells.kind === "break");
      return { ...this.#fresh, kind, duration: last?.duration ?? "10:00", small_blind: "", big_blind: "" };
    }
    const last = before.find((cells) => cells.kind === "level") ?? this.#fresh;
    return { ...last, note: "", colour_up: "", ends_day: false };
  }

  /** @param {number} index  @param {Cells} cells */
  #add(index, cells) {
    /** @type {Row} */
    const row = { inputs: {}, notes: {}, number: el("th", { scope: "row" }), begins: el("td.num.muted"), tr: el("tr"), under: el("tr.sheet-under") };
    this.#serial += 1;
    const columns = COLUMNS.map((column) => this.#cell(row, column, cells[column.name], this.#serial));
    const actions = el("td.sheet-actions", {}, ...[["move_up", "↑"], ["move_down", "↓"], ["insert", "+"], ["remove", "×"]].map(([what = "", sign = ""]) =>
      el("button.btn.btn-icon", { type: "button", "data-do": what, tabindex: "-1" }, sign)));
    row.tr.append(row.number, row.begins, ...columns, actions);
    // Messages of a row are in a row of their own, which exists only when needed.
    row.under.append(el("td", { colspan: String(COLUMNS.length + 3) }, ...Object.values(row.notes)));
    this.#body.insertBefore(row.tr, this.#rows[index]?.tr ?? null);
    this.#rows.splice(index, 0, row);
  }

  /** @param {Row} row  @param {Column} column  @param {any} value  @param {number} serial */
  #cell(row, column, value, serial) {
    const { name } = column;
    const input = /** @type {Field} */ (column.choices ? this.#select(column) : el("input", { type: column.box ? "checkbox" : "text", autocomplete: "off" }));
    if (column.box && input instanceof HTMLInputElement) input.checked = Boolean(value);
    else input.value = value ?? "";
    if (column.figures) input.classList.add("num");
    if (column.most && input instanceof HTMLInputElement) input.maxLength = column.most;
    input.dataset.name = name;
    row.inputs[name] = input;
    row.notes[name] = el("p", { id: `note-${serial}-${name}` });
    /** @type {Record<string, string>} */
    const about = { "data-label": this.#words.say(name), "data-column": name, ...(column.played ? { "data-played": "" } : {}) };
    return el("td", about, input);
  }

  /** @param {Column} column */
  #select({ choices = [], prefix }) {
    return el("select", {}, ...choices.map((key) => el("option", { value: key }, this.#words.say(`${prefix}.${key}`))));
  }

  #typed() {
    this.#dress();
    this.dispatchEvent(new CustomEvent("change"));
  }

  /** @param {Event} event */
  #clicked({ target }) {
    const button = /** @type {HTMLElement|null} */ (target instanceof Element ? target.closest("button[data-do]") : null);
    const place = this.place(button);
    if (!button || !place) return;
    const { index } = place;
    const what = button.dataset.do;
    if (what === "insert") this.focus(this.insert(index + 1) ?? index);
    else if (what === "remove") this.remove(index);
    else this.move(index, what === "move_up" ? -1 : 1);
  }

  #settle() {
    this.#dress();
    this.dispatchEvent(new CustomEvent("change"));
  }

  /** Update numbers, labels, and editable cells after a change. */
  #dress() {
    /** @param {string} key  @param {Record<string, string|number>} [values] */
    const say = (key, values) => this.#words.say(key, values);
    let number = 0;
    this.#rows.forEach(({ tr, inputs, number: head }, index) => {
      const paused = inputs.kind?.value === "break";
      number += paused ? 0 : 1;
      const running = index === this.#running;
      const past = index < this.#locked;
      setText(head, `${paused ? say("kind.break") : number}${running ? ` – ${say("running")}` : past ? ` – ${say("locked")}` : ""}`);
      tr.className = [paused && "is-break", running && "is-current", past && "is-past"].filter(Boolean).join(" ");
      for (const { name, played } of COLUMNS) {
        const input = /** @type {Field} */ (inputs[name]);
        input.disabled = past || (running && !OPEN_WHILE_RUNNING.has(name)) || (paused && Boolean(played));
        input.setAttribute("aria-label", say("cell", { field: say(name), row: this.called(index) }));
      }
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (tr.querySelectorAll("button[data-do]"))) {
        const what = button.dataset.do ?? "";
        button.setAttribute("aria-label", say(what, { row: this.called(index) }));
        button.title = button.getAttribute("aria-label") ?? "";
        const fixed = index < this.firstFree;
        const edge = (what === "move_up" && index <= this.firstFree) || (what === "move_down" && index + 1 >= this.#rows.length);
        button.disabled = what === "insert" ? past || this.#rows.length >= this.#most : fixed || edge;
      }
    });
  }
}
