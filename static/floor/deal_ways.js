/** Chip counts and the preview of each method: the upper half of a deal. */

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { readJson, RequestError } from "../shared/feed/request.js";
import { find, setText } from "../shared/ui/dom.js";
import { readChips } from "../shared/ui/money.js";
import { View } from "../shared/ui/view.js";
import { columnKeys, selectText } from "./deal_figures.js";
import { counted, METHODS, MOST_PARTS, sum, trimmed, WAYS } from "./deal_state.js";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { Figures } from "./deal_figures.js" */
/** @import { DealPlayer, DealState, Method, Way } from "./deal_state.js" */

/** The shares by one method in the order of the players, and how far one can be off; or why there are none. @typedef {{amounts?: number[], error?: string, fault?: string}} Found */
/** @typedef {{stacks: {entry: number, chips: number}[], mix: Record<Method, number>, left: number[]}} Terms */

/** Delay after the last key before the preview is requested (ms). */
const PAUSE = 250;
const WITHIN = 10_000;
/** Retry interval while the server is unreachable (ms). */
const AGAIN = 4_000;
/** @type {Record<Method, number>} */
const NO_PARTS = { icm: 0, chip_chop: 0, even: 0 };

export class Ways {
  #root;
  #words;
  #figures;
  #preview;
  #changed;
  #table;
  #views;
  /** @type {DealPlayer[]} */
  #players = [];
  /** @type {number[]} */
  #ladder = [];
  #chips = 0;
  #mix = { ...NO_PARTS, icm: 1 };
  /** The method that the others are compared with. @type {Way} */
  #reference = "icm";
  /** The typed counts, by entry. @type {Map<number, string>} */
  #counts = new Map();
  /** The entries whose counts were wrong when they were left. @type {Set<number>} */
  #wrong = new Set();
  /** The typed amounts left to play for, by place. @type {string[]} */
  #left = [];
  #filled = "";
  /** The shown preview. @type {Record<Way, Found>|null} */
  #found = null;
  /** Whether it is that of the present input. */
  #current = false;
  /** Why there is no preview. */
  #fault = "";
  /** Whether rows are being rendered: a field that is moved loses the focus. */
  #rendering = false;
  /** @type {number|undefined} */
  #timer;
  #asked = 0;
  #signal;
  /** Whether the input was edited since it was filled. */
  dirty = false;

  /**
   * @param {HTMLElement} root the page
   * @param {{words: Words, figures: Figures, preview: string, changed: () => void, signal: AbortSignal}} page `changed` is called after the input
   *   or its preview has changed
   */
  constructor(root, { words, figures, preview, changed, signal }) {
    this.#root = root;
    this.#words = words;
    this.#figures = figures;
    this.#preview = preview;
    this.#changed = changed;
    this.#signal = signal;
    this.#table = find(root, "#ways");
    const places = find(root, "#places");
    columnKeys(this.#table, signal);
    columnKeys(places, signal);
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    this.#views = [
      new View(this.#table, () => this.#rows()), new View(places, () => this.#places()), new View(find(root, "#compare"), () => this.#compare()),
      new View(find(root, "#mix"), () => html`${METHODS.map((way) => this.#part(way))}`)];
    this.#draw();
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  #say(key, values) {
    return this.#words.say(`deal.${key}`, values);
  }

  /** @param {Way} way */
  #way(way) {
    return this.#say(`way_${way}`);
  }

  /**
   * The request: chips of all players, the mix, the amount still played for; null while something is missing.
   * @returns {Terms|null}
   */
  get terms() {
    const stacks = this.#players.flatMap(({ entry }) => {
      const chips = readChips(this.#textOf(entry));
      return chips === null ? [] : [{ entry, chips }];
    });
    const left = this.#amountsLeft.filter((amount) => amount !== null);
    if (stacks.length < 2 || stacks.length < this.#players.length || left.length < this.#left.length) return null;
    return { stacks, mix: { ...this.#mix }, left: trimmed(left) };
  }

  /** Whether the mix has a result for the current input. */
  get possible() {
    return this.terms !== null && this.#current && Boolean(this.#found?.mix.amounts);
  }

  /** @param {number} entry */
  #textOf(entry) {
    return this.#counts.get(entry) ?? "";
  }

  /** The amounts left to play for, by place; null if invalid. */
  get #amountsLeft() {
    return this.#left.map((text) => this.#figures.read(text));
  }

  /**
   * Show the players in play and the prizes to divide. Input for players still in play is kept.
   * @param {Pick<DealState, "players"|"ladder"|"chips">} state
   * @param {{mix?: Record<string, number>|null, left?: number[]|null, fresh?: boolean}} deal how it is divided; `fresh` drops the input
   */
  fill({ players, ladder, chips }, { mix = null, left = null, fresh = false } = {}) {
    const given = JSON.stringify([players, ladder, chips]);
    if (!fresh && given === this.#filled) return;
    this.#filled = given;
    const before = fresh ? new Map() : this.#counts;
    this.#counts = new Map(players.map(({ entry, stack }) => [entry, this.#countOf(entry, stack, before)]));
    if (fresh) this.#wrong.clear();
    // Amounts are in the order of the players.
    if (fresh || orderOf(players) !== orderOf(this.#players)) this.#found = null;
    this.#players = players;
    this.#chips = chips;
    this.#ladder = ladder;
    if (fresh) this.#left = [];
    this.#left = ladder.map((_prize, at) => (left ? left[at] ? this.#figures.typed(left[at]) : "" : this.#left[at] ?? ""));
    if (mix) this.#mix = { ...NO_PARTS, ...mix };
    if (fresh) this.dirty = false;
    this.#ask(0);
  }

  /**
   * Return the text of a count: what was typed, or what was counted elsewhere.
   * @param {number} entry  @param {number|null} stack  @param {Map<number, string>} before
   */
  #countOf(entry, stack, before) {
    const typed = before.get(entry) ?? "";
    const field = document.activeElement;
    const inUse = before.has(entry) && field instanceof HTMLInputElement && this.#table.contains(field) && field.dataset.entry === String(entry);
    return typed.trim() || inUse || stack === null ? typed : this.#figures.chips(stack);
  }

  /** Render all; a field that is moved keeps the cursor. */
  #draw() {
    const field = document.activeElement;
    const held = field instanceof HTMLInputElement && this.#table.contains(field) ? { field, start: field.selectionStart, end: field.selectionEnd } : null;
    this.#rendering = true;
    for (const view of this.#views) view.updateNow();
    if (held && held.field !== document.activeElement && held.field.isConnected) {
      held.field.focus();
      held.field.setSelectionRange(held.start, held.end);
    }
    this.#rendering = false;
    this.#table.setAttribute("aria-busy", String(!this.#current));
    this.#showCounted();
    this.#showPlayedFor();
    this.#showNote();
  }

  #rows() {
    const base = this.#found?.[this.#reference].amounts ?? null;
    const { total } = this.#sums;
    return html`<thead><tr><th scope="col">${this.#say("player")}</th><th class="num" scope="col">${this.#say("chips")}</th>
      ${WAYS.map((way) => html`<th class="num" scope="col" data-way=${way}>${this.#way(way)}</th>`)}</tr></thead>
      <tbody>${repeat(this.#players, ({ entry }) => entry, (player, at) => this.#row(player, at, base))}</tbody>
      <tfoot><tr><th scope="row">${this.#say("total")}</th><td class="num figures" data-label=${this.#say("chips")}>${this.#figures.chips(total)}</td>
      ${WAYS.map((way) => html`<td class="num figures" data-way=${way} data-label=${this.#way(way)}>${this.#totalOf(way)}</td>`)}</tr></tfoot>`;
  }

  /** @param {Way} way */
  #totalOf(way) {
    const amounts = this.#found?.[way].amounts;
    return amounts ? this.#figures.money(sum(amounts)) : "–";
  }

  /** @param {DealPlayer} player  @param {number} at in the order of the amounts  @param {number[]|null} base amounts to compare with */
  #row({ entry, name, table, seat }, at, base) {
    /** @param {Event} event */
    const typed = ({ target }) => {
      this.#counts.set(entry, /** @type {HTMLInputElement} */ (target).value);
      this.#typed();
    };
    return html`<tr><th scope="row"><span class="deal-name">${name}</span>${table === null ? nothing : html`<small class="muted">${this.#say("seat", { table, seat })}</small>`}</th>
      <td class="num deal-count"><input class="num" inputmode="numeric" maxlength="16" data-column="chips" data-entry=${entry} aria-label=${this.#say("chips_of", { name })}
        aria-invalid=${this.#wrong.has(entry) ? "true" : nothing} .value=${live(this.#textOf(entry))} @input=${typed} @focus=${selectText} @blur=${() => this.#tidy(entry)}></td>
      ${WAYS.map((way) => {
        const amount = this.#found?.[way].amounts?.[at];
        const apart = amount !== undefined && base !== null && way !== this.#reference ? this.#figures.difference(amount - base[at]) : "";
        return html`<td class="num" data-way=${way} data-label=${this.#way(way)}><span class="deal-amount">${amount === undefined ? "–" : this.#figures.money(amount)}</span><small class="deal-difference">${apart}</small></td>`;
      })}</tr>`;
  }

  /** Write a typed count as the others, or mark it as wrong. @param {number} entry */
  #tidy(entry) {
    if (this.#rendering) return;
    const text = this.#textOf(entry);
    const read = readChips(text);
    if (read !== null) this.#counts.set(entry, this.#figures.chips(read));
    this.#wrong[read === null && text.trim() ? "add" : "delete"](entry);
    this.#draw();
  }

  #places() {
    const left = this.#amountsLeft;
    return html`${this.#ladder.map((prize, at) => {
      const id = `left-${at + 1}`;
      /** @param {Event} event */
      const typed = ({ target }) => {
        this.#left[at] = /** @type {HTMLInputElement} */ (target).value;
        this.#typed();
      };
      return html`<div class="field"><label for=${id}>${this.#say("place", { place: at + 1 })}</label>
        <input class="num" id=${id} inputmode="decimal" maxlength="16" data-column="left" aria-describedby="${id}-prize" aria-invalid=${left[at] === null ? "true" : nothing}
          .value=${live(this.#left[at])} @input=${typed}>
        ${left[at] === null ? html`<p class="error" id="${id}-prize">${this.#say("no_amount")}</p>` : html`<span class="hint figures" id="${id}-prize">${this.#say("prize", { amount: this.#figures.price(prize) })}</span>`}</div>`;
    })}`;
  }

  #compare() {
    /** @param {Way} way */
    const choose = (way) => {
      this.#reference = way;
      this.#draw();
    };
    return html`${WAYS.map((way) => html`<button class="btn" type="button" data-way=${way} aria-pressed=${String(way === this.#reference)} @click=${() => choose(way)}>${this.#way(way)}</button>`)}`;
  }

  /** The parts of a method in the mix. @param {Method} way */
  #part(way) {
    const parts = this.#mix[way];
    /** @param {number} by  @param {"parts_less"|"parts_more"} key  @param {string} sign */
    const step = (by, key, sign) => html`<button class="btn btn-icon" type="button" aria-label=${this.#say(key, { way: this.#way(way) })} @click=${() => this.#setMix({ ...this.#mix, [way]: parts + by })}>${sign}</button>`;
    return html`<div class="deal-part ${parts ? "is-part" : ""}" data-part=${way}><span class="deal-part-name">${this.#way(way)}</span>${step(-1, "parts_less", "−")}<output class="figures">${parts}</output>${step(1, "parts_more", "+")}
      <button class="btn" type="button" @click=${() => this.#setMix({ ...NO_PARTS, [way]: 1 })}>${this.#say("way_alone", { way: this.#way(way) })}</button></div>`;
  }

  /** @param {Record<Method, number>} mix */
  #setMix(mix) {
    for (const way of METHODS) this.#mix[way] = Math.min(MOST_PARTS, Math.max(0, mix[way]));
    this.#typed();
  }

  #typed() {
    this.dirty = true;
    this.#ask(PAUSE);
  }

  /** Ask for the preview of the input. @param {number} pause ms */
  #ask(pause) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#current = false;
    this.#draw();
    this.#timer = setTimeout(() => this.#read(), pause);
    this.#changed();
  }

  async #read() {
    const { terms } = this;
    const number = this.#asked;
    /** @type {{ways?: Record<Way, Found>, message?: string}|null} */
    const answer = terms && await readJson(this.#preview, { body: terms, within: WITHIN, signal: this.#signal }).catch((error) => (error instanceof RequestError ? error.body : null));
    if (number !== this.#asked || this.#signal.aborted) return;
    this.#found = answer?.ways ?? null;
    this.#current = true;
    this.#fault = !terms || this.#found ? "" : answer?.message ?? this.#say("no_answer");
    if (terms && answer === null) this.#timer = setTimeout(() => this.#read(), AGAIN);
    this.#draw();
    this.#changed();
  }

  /** Chips that are counted too many, negative if some are missing; 0 until all stacks are counted. */
  get difference() {
    const { missing, difference } = this.#sums;
    return missing ? 0 : difference;
  }

  get #sums() {
    return counted(this.#players.map(({ entry }) => readChips(this.#textOf(entry))), this.#chips);
  }

  #showCounted() {
    const { missing, total, difference } = this.#sums;
    const { chips } = this.#figures;
    const key = difference === 0 ? "counted_all" : difference < 0 ? "counted_less" : "counted_more";
    const place = find(this.#root, "#counted");
    setText(place, missing ? this.#say("count_missing", { count: missing }) : this.#say(key, { total: chips(total), difference: chips(Math.abs(difference)), chips: chips(this.#chips) }));
    place.classList.toggle("is-off", missing > 0 || difference !== 0);
    place.classList.toggle("is-apart", this.difference !== 0);
  }

  #showPlayedFor() {
    const left = this.#amountsLeft;
    const { price } = this.#figures;
    const text = left.includes(null) ? this.#say("no_amount")
      : this.#say(sum(left) ? "played_for" : "nothing_left", { amount: price(sum(left)), rest: price(sum(this.#ladder) - sum(left)) });
    setText(find(this.#root, "#played-for"), text);
  }

  /** Why methods have no result, and how far shares can be off. */
  #showNote() {
    const found = this.#found;
    const faults = new Set(WAYS.map((way) => found?.[way].fault).filter((fault) => fault !== undefined));
    const reasons = [...faults].map((why) => {
      const ways = WAYS.filter((way) => found?.[way].fault === why);
      return ways.length === WAYS.length ? why : this.#say("cannot", { way: ways.map((way) => this.#way(way)).join(", "), why });
    });
    const error = found?.icm.error ? [this.#say("error", { error: found.icm.error })] : [];
    const note = find(this.#root, "#ways-note");
    setText(note, this.#fault || [...reasons, ...error].join(" "));
    note.classList.toggle("is-wrong", Boolean(this.#fault) || reasons.length > 0);
  }

  /** Focus the first missing count, or the first one. */
  focus() {
    const fields = /** @type {HTMLInputElement[]} */ ([...this.#table.querySelectorAll("input")]);
    (fields.find((field) => readChips(field.value) === null) ?? fields[0])?.focus();
  }
}

/** The players in their order. @param {DealPlayer[]} players */
const orderOf = (players) => players.map(({ entry }) => entry).join();
