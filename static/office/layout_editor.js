/** The editor of a layout: cells on a grid over a live preview, and what is selected beside it. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { byId, setText } from "../shared/ui/dom.js";
import { cssVars } from "../shared/ui/directives.js";
import { startPage } from "../shared/ui/page.js";
import { View } from "../shared/ui/view.js";
import { ADDS, cellValues } from "./layout_adds.js";
import { asBand, boxVars, changed, covered, freePlace, givenBack, GRID, isFree, leastRows, madeSpace } from "./layout_cells.js";
import { LayoutDocumentEdit, placesText } from "./layout_document.js";
import { cellFields, placeFields } from "./layout_fields.js";
import { pictureButton, pictureRatio } from "./layout_picture.js";
import { StoredLayout } from "./stored_layout.js";

/** @import { Services } from "../shared/ui/page.js" */
/** @import { Cell, Shape } from "../tv/house/house.js" */
/** @import { Box } from "./layout_cells.js" */
/** @import { Offers } from "./layout_fields.js" */

/** Screens by shape, in the pixels of the preview. @type {Record<Shape, [number, number]>} */
const SCREENS = { wide: [1280, 720], ultrawide: [1680, 720], upright: [720, 1280] };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class LayoutEditor {
  /** @type {Offers} */
  #offers;
  #edit;
  /** @type {Shape} */
  #shape = "wide";
  #state = "running";
  #big = false;
  /** The part that is edited; "" for the screen. */
  #part = "";
  #selected = -1;
  #note = "";
  #frame = /** @type {HTMLIFrameElement} */ (byId("layout-frame"));
  #stage = byId("layout-stage");
  #saved;
  /** The cells before one was added that took space from others, and with it. @type {{before: Cell[], after: Cell[]}|null} */
  #added = null;
  /** Whether a save is being answered, and whether the button was pressed since it was sent. */
  #saving = false;
  #pressed = false;
  #stored;
  /** @type {{from: Box, x: number, y: number, resizes: boolean}|null} */
  #drag = null;
  #views;

  /** @param {Services} services */
  constructor(services) {
    this.#offers = services.config.offers;
    this.#edit = new LayoutDocumentEdit(services.config.document);
    this.#stored = new StoredLayout(services, this.#say("save"));
    this.#saved = JSON.stringify(this.#edit.document);
    this.#views = [
      new View(byId("layout-bar"), () => this.#bar()), new View(byId("layout-grid"), () => this.#grid()), new View(byId("layout-panel"), () => this.#panel()),
    ];
    addEventListener("message", ({ data, source }) => source === this.#frame.contentWindow && data?.ready && this.#show());
    addEventListener("keydown", (event) => this.#undoKeys(event));
    addEventListener("beforeunload", (event) => this.#isChanged && event.preventDefault());
    services.commands.addEventListener("settled", (event) => {
      const { command, answer } = /** @type {CustomEvent} */ (event).detail;
      if (command.kind === "room.undo" && answer?.ok) this.#reload();
    });
    new ResizeObserver(() => this.#fit()).observe(this.#stage);
    this.#show();
  }

  get #isChanged() {
    return JSON.stringify(this.#edit.document) !== this.#saved;
  }

  /** The cells that are edited. @returns {Cell[]} */
  get #cells() {
    return this.#edit.cells(this.#shape, this.#state, this.#part);
  }

  /** @param {string} key  @param {Record<string, string|number>} [values] */
  #say(key, values = {}) {
    return (this.#offers.texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  }

  /** Draw everything again, the preview as well. */
  #show() {
    const [width, height] = SCREENS[this.#shape];
    for (const [name, value] of Object.entries({ "--ratio": `${width} / ${height}`, "--wide": width / height, "--frame-w": `${width}px`, "--frame-h": `${height}px` })) {
      this.#stage.style.setProperty(name, String(value));
    }
    this.#fit();
    // The heading and the browser's tab follow the name that is typed.
    const { name } = this.#edit.document;
    if (name && setText(byId("layout-title"), name)) document.title = document.title.replace(/^.*(?= · )/, () => name);
    this.#update();
    const shown = this.#part ? this.#edit.partAlone(this.#part) : this.#edit.document;
    this.#frame.contentWindow?.postMessage({ document: shown, state: this.#state, big: this.#big }, location.origin);
  }

  /** Draw the page around the preview again. */
  #update() {
    for (const view of this.#views) view.update();
  }

  #fit() {
    this.#stage.style.setProperty("--scale", String(this.#stage.clientWidth / SCREENS[this.#shape][0]));
  }

  /** @param {Cell[]} cells  @param {string} [typed] where a value was typed: such changes are one step */
  #put(cells, typed = "") {
    this.#note = "";
    this.#edit.setCells(this.#shape, this.#state, this.#part, cells, typed);
    this.#show();
  }

  /** @param {number} index  @param {Partial<Cell>} change  @param {string} [typed] */
  #change(index, change, typed = "") {
    this.#put(this.#cells.map((cell, at) => (at === index ? { ...cell, ...change } : cell)), typed);
  }

  /** Move or resize a cell, if its new place is free. @param {number} index  @param {Partial<Box>} change  @param {string} [typed] */
  #place(index, change, typed = "") {
    const cells = this.#cells;
    const cell = cells[index];
    const box = cell && changed({ x: cell.x, y: cell.y, w: cell.w, h: cell.h }, change, cells.filter((_one, at) => at !== index));
    if (box) {
      this.#putMoved(cells.map((one, at) => (at === index ? { ...one, ...box } : one)), typed);
      return;
    }
    const wanted = cell ? { ...cell, ...change } : null;
    const other = wanted && isFree(wanted, []) ? covered(wanted, cells, index) : -1;
    this.#showNote(other < 0 ? this.#say("outside") : this.#say("overlaps", { number: other + 1 }));
  }

  /** @param {string} note */
  #showNote(note) {
    this.#note = note;
    this.#update();
  }

  /** Remove what was said of another cell or arrangement; why the layout was not saved stays until that is mended. */
  #forgetNote() {
    if (this.#note !== this.#stored.refusal) this.#note = "";
  }

  /** Cells that made space for one that is now elsewhere get it back. @param {Cell[]} cells  @param {string} [typed] */
  #putMoved(cells, typed) {
    this.#put(this.#added ? givenBack(cells, this.#added.before, this.#added.after) : cells, typed);
  }

  /** @param {string} picture  @param {number} ratio its width as a multiple of its height */
  #addPicture(picture, ratio) {
    const { w, h } = asBand({ w: 6, h: 6 }, this.#shape, ratio);
    this.#add({ kind: "picture", picture }, w, h);
  }

  /** @param {Record<string, any>} content  @param {number} w  @param {number} h  @param {string} [background] */
  #add(content, w, h, background) {
    const cells = this.#cells;
    const wanted = { w, h, show: [/** @type {any} */ (content)] };
    const free = freePlace(wanted, cells, this.#shape);
    const made = free ? { cells, box: free } : madeSpace(wanted, cells, this.#shape);
    if (!made || !isFree(made.box, made.cells)) {
      this.#showNote(this.#say("full"));
      return;
    }
    this.#selected = made.cells.length;
    const full = content.kind === "rules" ? { ...content, texts: [this.#say("sample_rule")] } : { ...content };
    this.#added = { before: cells, after: made.cells };
    this.#put([...made.cells, { ...made.box, show: [/** @type {any} */ (full)], ...cellValues(/** @type {any} */ (content), background) }]);
  }

  /** @param {number} index */
  #remove(index) {
    const cells = this.#cells.filter((_cell, at) => at !== index);
    if (!cells.length) return;
    this.#selected = -1;
    this.#putMoved(cells);
  }

  /** @param {number} index */
  #select(index) {
    this.#selected = index;
    this.#forgetNote();
    this.#update();
  }

  /** Show something else, with no cell selected. @param {() => void} run */
  #go(run) {
    run();
    this.#selected = -1;
    this.#forgetNote();
    this.#show();
  }

  // --- the bar above ------------------------------------------------------------------------------------------------
  #bar() {
    const { shapes, states } = this.#offers;
    const parts = this.#edit.parts;
    /** @param {string} id  @param {string} value  @param {[string, string][]} options  @param {(value: string) => void} choose  @param {string} hint */
    const choice = (id, value, options, choose, hint = "") => html`<div class="field"><label for=${`layout-${id}`}>${this.#say(id)}</label>${hint ? html`<span class="hint" id=${`layout-${id}-hint`}>${hint}</span>` : nothing}
      <select id=${`layout-${id}`} aria-describedby=${hint ? `layout-${id}-hint` : nothing} @change=${(/** @type {Event} */ { target }) => choose(/** @type {HTMLSelectElement} */ (target).value)}>
        ${options.map(([key, name]) => html`<option value=${key} ?selected=${key === value}>${name}</option>`)}</select></div>`;
    return html`
      <div class="field"><label for="layout-name">${this.#say("name")}</label><input id="layout-name" maxlength="60" autocomplete="off" .value=${this.#edit.document.name}
        @change=${(/** @type {Event} */ { target }) => { this.#edit.rename(/** @type {HTMLInputElement} */ (target).value); this.#show(); }}></div>
      ${choice("shape", this.#shape, Object.entries(shapes), (value) => this.#go(() => (this.#shape = /** @type {Shape} */ (value))), this.#say("shape_hint"))}
      ${choice("state", this.#state, Object.entries(states), (value) => this.#go(() => (this.#state = value)))}
      ${parts.length ? choice("editing", this.#part, [["", this.#say("screen")], ...parts.map((name) => /** @type {[string, string]} */ ([name, this.#say("part", { name })]))], (value) => this.#go(() => (this.#part = value))) : nothing}
      <label class="check"><input type="checkbox" .checked=${this.#big} @change=${(/** @type {Event} */ { target }) => { this.#big = /** @type {HTMLInputElement} */ (target).checked; this.#show(); }}> ${this.#say("big")}</label>
      <div class="cluster">
        <button class="btn" type="button" ?disabled=${!this.#edit.has(-1)} @click=${() => this.#step(-1)}>${this.#say("undo")}</button>
        <button class="btn" type="button" ?disabled=${!this.#edit.has(1)} @click=${() => this.#step(1)}>${this.#say("redo")}</button>
        <button class="btn btn-primary" type="button" @click=${() => this.#save()}>${this.#say("save")}</button>
        <span class="hint" role="status">${this.#isChanged ? this.#say("unsaved") : this.#say("saved")}</span>
      </div>`;
  }

  /** @param {-1|1} by */
  #step(by) {
    if (!this.#edit.step(by)) return;
    this.#selected = -1;
    this.#note = "";
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #undoKeys(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    if (/** @type {HTMLElement} */ (event.target).closest("input[type=text], input:not([type]), textarea")) return;
    event.preventDefault();
    this.#step(key === "y" || event.shiftKey ? 1 : -1);
  }

  /** Save. A press while a save is being answered saves again afterwards, if anything changed meanwhile. */
  async #save() {
    this.#pressed = true;
    if (this.#saving) return;
    this.#saving = true;
    try {
      while (this.#pressed) {
        this.#pressed = false;
        await this.#saveNow();
        // The second press of a double click.
        if (!this.#isChanged || this.#note) this.#pressed = false;
      }
    } finally {
      this.#saving = false;
    }
  }

  async #saveNow() {
    const { document: layout } = this.#edit;
    const text = JSON.stringify(layout);
    const answer = await this.#stored.save(layout);
    if (answer?.ok) {
      this.#saved = text;
      // The message of the previous page has the layout's former name, and its undo would be refused.
      for (const notice of document.querySelectorAll(".notice:has(> .notice-actions)")) notice.remove();
    }
    this.#showNote(this.#stored.refusal);
  }

  async #saveAsNew() {
    const answer = await this.#stored.saveAsNew(this.#edit.document);
    if (answer?.ok) this.#saved = JSON.stringify(this.#edit.document);
    this.#showNote(this.#stored.refusal);
    if (answer?.ok) location.assign(`../${answer.answer.layout}/`);
  }

  /** Show what is stored after an undo; the editor's own undo still returns to what was edited. */
  async #reload() {
    const found = await this.#stored.read();
    if (!found || JSON.stringify(found.document) === this.#saved) return;
    this.#edit.replaceBy(found.document);
    this.#saved = JSON.stringify(found.document);
    this.#selected = -1;
    this.#show();
  }

  // --- the grid over the preview -------------------------------------------------------------------------------------
  #grid() {
    const cells = this.#cells;
    const chosen = cells[this.#selected];
    return html`${repeat(cells, (_cell, at) => at, (cell, at) => html`<button type="button" class="layout-cell" aria-pressed=${at === this.#selected}
        aria-label=${this.#say("cell", { number: at + 1, what: this.#nameOf(cell) })} ${cssVars(boxVars(cell))}
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.#grab(event, at, false)} @pointermove=${(/** @type {PointerEvent} */ event) => this.#move(event)}
        @pointerup=${() => (this.#drag = null)} @focus=${() => at !== this.#selected && this.#select(at)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.#keys(event, at)}></button>`)}
      ${chosen ? html`<div class="layout-handle" aria-hidden="true" ${cssVars(boxVars(chosen))} @pointerdown=${(/** @type {PointerEvent} */ event) => this.#grab(event, this.#selected, true)}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.#move(event)} @pointerup=${() => (this.#drag = null)}></div>` : nothing}`;
  }

  /** @param {Cell} cell */
  #nameOf({ show }) {
    const { kinds, values } = this.#offers;
    return show.map((one) => values[one.kind]?.[one[one.kind]] ?? kinds[one.kind] ?? one.kind).join(", ");
  }

  /** @param {PointerEvent} event  @param {number} index  @param {boolean} resizes */
  #grab(event, index, resizes) {
    const cell = this.#cells[index];
    if (!cell || event.button !== 0) return;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#drag = { from: { x: cell.x, y: cell.y, w: cell.w, h: cell.h }, x: event.clientX, y: event.clientY, resizes };
    if (index !== this.#selected) this.#select(index);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const { width, height } = this.#stage.getBoundingClientRect();
    const across = Math.round(((event.clientX - drag.x) / width) * GRID);
    const down = Math.round(((event.clientY - drag.y) / height) * GRID);
    const { from } = drag;
    const change = drag.resizes ? { w: from.w + across, h: from.h + down } : { x: from.x + across, y: from.y + down };
    const cell = this.#cells[this.#selected];
    if (cell && Object.entries(change).some(([name, value]) => cell[/** @type {keyof Box} */ (name)] !== value)) this.#place(this.#selected, change, `drag ${drag.x} ${drag.y}`);
  }

  /** @param {KeyboardEvent} event  @param {number} index */
  #keys(event, index) {
    const arrow = ARROWS[event.key];
    const cell = this.#cells[index];
    if (event.key === "Delete") this.#remove(index);
    else if (arrow && cell) this.#place(index, event.shiftKey ? { w: cell.w + arrow[0], h: cell.h + arrow[1] } : { x: cell.x + arrow[0], y: cell.y + arrow[1] });
    else return;
    event.preventDefault();
  }

  // --- the panel beside it --------------------------------------------------------------------------------------------
  #panel() {
    const { kinds, values } = this.#offers;
    return html`
      <p class="form-errors" role="alert" ?hidden=${!this.#note}>${this.#note}</p>
      ${this.#low()}
      ${this.#stored.isOutdated ? html`<button class="btn" type="button" @click=${() => this.#saveAsNew()}>${this.#say("save_new")}</button>` : nothing}
      ${this.#arrangement()}
      <section class="stack"><h2>${this.#say("add")}</h2><div class="layout-adds">
        ${ADDS.map(([group, key, content, w, h, background]) => html`<button class="btn" type="button" @click=${() => this.#add(content, w, h, background)}>${group === "kind" ? kinds[key] : values[group]?.[key]}</button>`)}
      </div>
        ${this.#pictureButton((picture, ratio) => this.#addPicture(picture, ratio), "layout-picture", "add_picture")}</section>
      ${this.#chosen()}`;
  }

  /** Names the cells that are too low for type that is read from afar. */
  #low() {
    if (this.#part) return nothing;
    const low = this.#cells.flatMap((cell, at) => (cell.h < leastRows(cell, this.#shape) ? [at + 1] : []));
    return low.map((number) => html`<p class="hint" data-low>${this.#say("too_low", { number })}</p>`);
  }

  /** @param {(picture: string, ratio: number) => void} use  @param {string} id  @param {string} [label] */
  #pictureButton(use, id, label) {
    return pictureButton({ use, id, label, say: (key) => this.#say(key), fail: (fault) => this.#showNote(fault) });
  }

  /** Which states the arrangement holds in, and how to have another one. */
  #arrangement() {
    if (this.#part) return nothing;
    const { shapes, states } = this.#offers;
    const { shape, own, shownAs } = this.#edit.held(this.#shape, this.#state);
    const names = (/** @type {string[]} */ some) => some.map((one) => states[one]).join(", ");
    const named = () => (shownAs.length ? this.#say("shown_as", { state: names([this.#state]), states: names(shownAs) }) : this.#say("own_states", { states: names(own) }));
    const held = own.length ? named() : this.#say(this.#edit.hasSeveral(shape) ? "otherwise" : "always");
    return html`<section class="stack">
      ${shape === this.#shape ? nothing : html`<p class="hint">${this.#say("as_shape", { shape: shapes[shape] ?? "" })}</p>
        <button class="btn" type="button" @click=${() => this.#go(() => this.#edit.ownShape(this.#shape))}>${this.#say("own_shape")}</button>`}
      <p class="hint">${held}</p>
      <div class="cluster">
        <button class="btn" type="button" ?hidden=${own.length === 1 && own.includes(this.#state)} @click=${() => this.#go(() => this.#edit.ownState(this.#shape, this.#state))}>${this.#say("own_state")}</button>
        <button class="btn btn-quiet" type="button" ?hidden=${!own.includes(this.#state)} @click=${() => this.#go(() => this.#edit.dropState(this.#shape, this.#state))}>${this.#say("drop_state")}</button>
      </div></section>`;
  }

  #chosen() {
    const index = this.#selected;
    const cell = this.#cells[index];
    if (!cell) return html`<p class="hint">${this.#say("none")}</p>`;
    return html`<section class="stack"><h2>${this.#say("cell", { number: index + 1, what: this.#nameOf(cell) })}</h2>
      ${placeFields(cell, (key, values) => this.#say(key, values), (change, fault) => { fault ? this.#showNote(fault) : this.#place(index, change); return this.#cells[index]; })}<p class="hint">${this.#say("keys")}</p>
      ${cellFields(cell, {
        offers: this.#offers, say: (key, values) => this.#say(key, values), parts: this.#edit.parts,
        change: (change, typed) => this.#change(index, change, typed), picture: (use, id) => this.#pictureButton(use, id),
      })}
      ${this.#elsewhere(cell)}
      <div><button class="btn btn-quiet" type="button" @click=${() => this.#remove(index)}>${this.#say("remove_cell")}</button></div></section>`;
  }

  /** The arrangements that lack the content of a cell, and a button that places it there. @param {Cell} cell */
  #elsewhere(cell) {
    const lacking = this.#part ? [] : this.#edit.lacking(cell, this.#state);
    if (!lacking.length) return nothing;
    const place = async () => {
      const [width, height] = SCREENS[this.#shape];
      const ratio = await pictureRatio(cell.show, (cell.w * width) / (cell.h * height));
      const full = this.#edit.placeEverywhere(cell, this.#state, ratio);
      this.#note = full.length ? this.#say("no_space_in", { places: placesText(full, this.#offers) }) : "";
      this.#show();
    };
    return html`<p class="hint">${this.#say("missing_in", { places: placesText(lacking, this.#offers) })}</p>
      <div><button class="btn" type="button" @click=${place}>${this.#say("place_there")}</button></div>`;
  }
}

new LayoutEditor(startPage());
