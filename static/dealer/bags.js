/** The end of a day at the dealer's own table: stacks are counted and sealed here, and on the next day bags are opened. */

import { html, nothing } from "lit-html";
import { number, timestampText, typedChips } from "../shared/ui/format.js";
import { Pieces } from "./pieces.js";
import { panelHead, saveLabel, stackField, stackRows, stackText } from "./stack_rows.js";

/** @import { BagRow, TableBagsBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Tablet } from "./tablet.js" */

/** @typedef {"stacks.count_table"|"bags.seal_table"|"bags.open_table"} BagPress */

export class BagsPanel {
  #tablet;
  /** @type {TableBagsBoard|null} */
  #board = null;
  /** Chips as typed, by seat. @type {Map<number, string>} */
  #typed = new Map();
  /** Whether the panel was opened or put away by hand; null: neither. @type {boolean|null} */
  #wanted = null;
  /** Whether the stacks are being corrected. */
  #again = false;

  #pieces;

  /** @param {Tablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
    this.#pieces = new Pieces(tablet);
  }

  /** @param {TableBagsBoard|null} board */
  receive(board) {
    if (board?.phase !== this.#board?.phase || board?.day !== this.#board?.day) {
      this.#typed.clear();
      this.#pieces.clear();
      this.#wanted = null;
      this.#again = false;
    }
    if (this.#again && board && board.table.counted === 0) this.#again = false;
    this.#board = board;
  }

  /** Whether the panel takes the place of the seats: not before the dealer says that the last hand is over. */
  get on() {
    const board = this.#board;
    if (!board?.ready) return false;
    if (this.#wanted !== null) return this.#wanted;
    return board.phase === "over" || (board.phase === "bagging" && board.table.counted > 0);
  }

  /** The button that opens the panel. */
  get opener() {
    const board = this.#board;
    if (!board?.ready || this.on) return nothing;
    const label = this.#say(board.phase === "bagging" ? "count_here" : "open_here");
    return html`<button class="btn btn-primary btn-large btn-block" type="button" id="bags-open" @click=${() => this.#show(true)}>${label}</button>`;
  }

  /** @param {boolean} on */
  #show(on) {
    this.#wanted = on;
    this.#tablet.update();
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  #say(key, values) {
    return this.#tablet.words.say(`bags.${key}`, values);
  }

  /** @param {number} value */
  #number(value) {
    return number(value, this.#tablet.words.language);
  }

  /** @param {boolean} hidden */
  view(hidden) {
    const board = this.#board;
    return html`<section class="dealer-bags" id="bags" data-phase=${board?.phase ?? ""} aria-label=${this.#say("title")} aria-busy=${this.#tablet.holds("bags")} ?hidden=${hidden}>
      ${board && !hidden ? html`${panelHead(this.#tablet, this.#say(board.phase === "bagging" ? "title" : "open_here"), () => this.#show(false))}${this.#body(board)}` : nothing}</section>`;
  }

  /** @param {TableBagsBoard} board */
  #body(board) {
    const { table } = board;
    if (board.phase !== "bagging") return this.#opening(board);
    if (table.counted < table.stacks || this.#again) return this.#counting(board);
    return this.#sealing(board);
  }

  /** @param {BagRow} bag  @param {string} [hint] */
  #field(bag, hint = "") {
    return stackField(this.#tablet, this.#typed, bag, { hint, wrong: this.#isWrong(bag) });
  }

  /** Whether what is typed for a seat is no number of chips. @param {BagRow} bag */
  #isWrong(bag) {
    return stackText(this.#typed, bag).trim() !== "" && this.#chips(bag) === null;
  }

  /** The chips in the field of a seat; null if none or invalid. @param {BagRow} bag */
  #chips(bag) {
    return typedChips(stackText(this.#typed, bag));
  }

  /**
   * @template {BagPress} K
   * @param {K} kind  @param {string} label  @param {Omit<CommandArguments[K], "number">} args
   */
  async #press(kind, label, args) {
    const all = /** @type {CommandArguments[K]} */ ({ number: this.#tablet.number, ...args });
    const answer = await this.#tablet.press(kind, label, all, "bags");
    if (answer?.ok) {
      this.#typed.clear();
      this.#pieces.clear();
      this.#again = false;
      this.#tablet.update();
    }
  }

  /** @param {string} label  @param {() => void} run  @param {boolean} off */
  #main(label, run, off = false) {
    return html`<button class="btn btn-primary btn-huge btn-block" type="button" id="bags-main" ?disabled=${off} @click=${run}>${label}</button>`;
  }

  /** @param {TableBagsBoard} board */
  #counting({ table, at, values }) {
    const open = table.bags.filter(({ state }) => state === "open" || (this.#again && state === "counted"));
    const typed = open.flatMap((bag) => {
      const chips = this.#chips(bag);
      return chips === null ? [] : [this.#pieces.stack(bag.seat, chips)];
    });
    const sum = typed.reduce((all, { chips }) => all + chips, 0);
    const label = saveLabel(this.#tablet, sum ? this.#number(sum) : "");
    const save = () => this.#press("stacks.count_table", label, { stacks: typed, ...(at === null ? {} : { seen: at }) });
    return html`<form @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      const empty = this.#again ? undefined : open.find((bag) => this.#chips(bag) === null);
      const field = empty && /** @type {HTMLFormElement} */ (event.currentTarget).querySelector(`[data-act^="${this.#pieces.on ? `piece-${empty.seat}-` : `stack-${empty.seat}`}"]`);
      if (field instanceof HTMLElement) field.focus();
      else if (typed.length) save();
    }}><p class="dealer-bags-how">${this.#tablet.words.say("stacks.how")}</p>${this.#pieces.toggle(values)}${stackRows(this.#tablet, table.bags, (bag) => (open.includes(bag) ? this.#pieces.on ? this.#pieces.fields(this.#typed, bag, values) : this.#field(bag, bag.chips ? this.#number(bag.chips) : "") : html`<span class="figures">${this.#number(bag.chips)}</span>`))}
      <button class="btn btn-primary btn-huge btn-block" id="bags-main">${label}</button></form>`;
  }

  /** @param {TableBagsBoard} board */
  #sealing({ table }) {
    const counted = table.bags.filter(({ state }) => state === "counted");
    const label = this.#say("seal_all", { count: counted.length });
    const again = () => {
      this.#again = true;
      this.#tablet.update();
    };
    return html`${stackRows(this.#tablet, table.bags, (bag) => html`<span class="figures">${this.#number(bag.chips)}</span>${this.#state(bag)}`)}
      ${counted.length ? html`<p class="dealer-bags-how">${this.#say("sign_first")}</p>${this.#main(label, () => this.#press("bags.seal_table", label, {}))}
        <button class="btn btn-block" type="button" @click=${again}>${this.#say("unseal")}</button>`
        : html`<p class="dealer-bags-how" role="status">${this.#say(table.handed_in === table.stacks ? "collected" : "wait_for_floor")}</p>`}`;
  }

  /** @param {BagRow} bag */
  #state({ state, number: bag, by, at }) {
    const { time, words } = this.#tablet;
    const when = at === null ? "" : timestampText(at, time.at() ?? at, words.language);
    return html`<small>${this.#say("bag", { number: bag })} · ${this.#say(`state_${state}`, { who: by, time: when })}</small>`;
  }

  /** @param {TableBagsBoard} board */
  #opening({ table }) {
    const closed = table.bags.filter(({ state }) => state === "handed_in");
    const same = closed.filter((bag) => !stackText(this.#typed, bag).trim());
    const all = this.#say(same.length === closed.length ? "open_all" : "open_others", { count: same.length });
    const label = this.#say("open");
    return html`${stackRows(this.#tablet, table.bags, (bag) => html`<span class="figures">${(bag.found ?? bag.chips) ? this.#number(bag.found ?? bag.chips) : ""}</span>${bag.state === "handed_in"
      ? html`${this.#field(bag, this.#number(bag.chips))}<button class="btn" type="button" ?disabled=${this.#isWrong(bag)} @click=${() => {
        const chips = this.#chips(bag);
        this.#press("bags.open_table", label, { seats: [bag.seat], ...(chips === null ? {} : { stacks: [{ seat: bag.seat, chips }] }) });
      }}>${label}</button>` : nothing}${this.#state(bag)}`)}
      ${same.length ? this.#main(all, () => this.#press("bags.open_table", all, { seats: same.map(({ seat }) => seat) })) : nothing}`;
  }
}
