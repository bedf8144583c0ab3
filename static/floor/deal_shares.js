/** The shares of an open or final deal: edited by hand, agreed to one by one. */

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { find, flag, setText } from "../shared/ui/dom.js";
import { View } from "../shared/ui/view.js";
import { columnKeys, selectText } from "./deal_figures.js";
import { given, sum, waitsFor } from "./deal_state.js";

/** @import { DealBoard, DealPart, NoDeal } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Answer } from "../shared/feed/commands.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Figures } from "./deal_figures.js" */
/** @import { Drafts } from "./deal_state.js" */

/** @typedef {"deal.agree"|"deal.change"|"deal.close"|"deal.open"|"deal.void"|"deal.work_out"} DealKind */
/** Sends a command for the deal shown. @typedef {<K extends DealKind>(kind: K, args: CommandArguments[K], label: string) => Promise<Answer|null>} DealPress */

export class Shares {
  #root;
  #words;
  #figures;
  #press;
  #table;
  #views;
  /** @type {DealBoard|null} */
  #board = null;
  /** What is typed, by entry. @type {Map<number, string>} */
  #texts = new Map();
  /** Consents being sent, by entry. @type {Map<number, boolean>} */
  #sending = new Map();
  /** Whether somebody else has changed the deal while shares were typed here. */
  #theirs = false;

  /**
   * @param {HTMLElement} root the page
   * @param {{words: Words, figures: Figures, press: DealPress, signal: AbortSignal}} page
   */
  constructor(root, { words, figures, press, signal }) {
    this.#root = root;
    this.#words = words;
    this.#figures = figures;
    this.#press = press;
    this.#table = find(root, "#shares");
    this.#views = [new View(this.#table, () => (this.#board ? this.#rows(this.#board) : nothing)), new View(find(root, "#talk-changed"), () => this.#changed())];
    columnKeys(this.#table, signal);
    /** @param {string} id  @param {(button: HTMLElement) => unknown} run */
    const on = (id, run) => {
      const button = find(root, id);
      button.addEventListener("click", () => run(button), { signal });
    };
    on("#write", (button) => this.#write(button));
    on("#unwrite", () => this.#drop());
    on("#stand", (button) => this.#once(button, () => this.#press("deal.close", {}, this.#say("stand"))));
  }

  /** @param {string} key  @param {Record<string, string|number>} [values] */
  #say(key, values) {
    return this.#words.say(`deal.${key}`, values);
  }

  /** The typed shares. @returns {Drafts} */
  get #drafts() {
    return new Map([...this.#texts].map(([entry, text]) => [entry, this.#figures.read(text)]));
  }

  /** Focus the first share. */
  focus() {
    this.#table.querySelector("input")?.focus();
  }

  /** @param {DealBoard|NoDeal} board nothing is shown without a deal */
  show(board) {
    const before = this.#board;
    const deal = board.state === "none" ? null : board;
    this.#board = deal;
    find(this.#root, "#talk").hidden = !deal;
    if (deal?.state !== before?.state || deal?.deal !== before?.deal) this.#texts.clear();
    if (!deal) return;
    const same = deal.state === before?.state && entries(deal) === entries(before);
    // Other users' values never silently replace typed ones, nor the reverse.
    if (!same) this.#theirs = false;
    else if (deal.version !== before.version && this.#texts.size > 0) this.#theirs = true;
    this.#draw(deal);
  }

  #redraw() {
    if (this.#board) this.#draw(this.#board);
  }

  /** @param {number} entry  @param {string} text */
  #typed(entry, text) {
    this.#texts.set(entry, text);
    this.#redraw();
  }

  /** Write a typed share as the others. @param {number} entry */
  #tidy(entry) {
    const draft = this.#drafts.get(entry) ?? null;
    if (draft !== null) this.#texts.set(entry, this.#figures.typed(draft));
    this.#redraw();
  }

  /** Add to a share what is not assigned yet. @param {DealPart} share  @param {number} left */
  #giveRest({ entry, amount }, left) {
    this.#typed(entry, this.#figures.typed(Math.max(0, (this.#drafts.get(entry) ?? amount) + left)));
  }

  #drop() {
    this.#texts.clear();
    this.#theirs = false;
    this.#redraw();
  }

  /** @param {HTMLElement} button */
  async #write(button) {
    if (!this.#board) return;
    const { changed, left } = given(this.#board, this.#drafts);
    if (left === null) {
      /** @type {HTMLElement|null} */ (this.#table.querySelector("[aria-invalid=true]"))?.focus();
      return;
    }
    if (changed.length === 0) {
      this.#drop();
      return;
    }
    await this.#once(button, async () => {
      const answer = await this.#press("deal.change", { amounts: changed }, this.#say("write"));
      if (answer?.ok) this.#drop();
    });
  }

  /** @param {HTMLElement} button  @param {() => Promise<unknown>} run */
  async #once(button, run) {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    await run();
    button.setAttribute("aria-busy", "false");
  }

  /** @param {number} entry  @param {string} label  @param {boolean} agrees */
  async #agree(entry, label, agrees) {
    this.#sending.set(entry, agrees);
    this.#redraw();
    await this.#press("deal.agree", { entry, agrees }, label);
    this.#sending.delete(entry);
    this.#redraw();
  }

  /** @param {DealBoard} board */
  #draw(board) {
    const open = board.state === "open";
    const { left, changed } = given(board, this.#drafts);
    const drafted = [...this.#drafts.values()].includes(null) || changed.length > 0;
    if (!drafted) this.#theirs = false;
    find(this.#root, "#talk-changed").hidden = !this.#theirs;
    for (const view of this.#views) view.updateNow();
    const rest = this.#restText(left);
    const place = find(this.#root, "#rest");
    setText(place, rest);
    flag(place, "state", left === 0 ? "fits" : "off");
    place.hidden = !open && left === 0;
    const waits = waitsFor(board);
    /** @type {HTMLButtonElement} */
    const stand = find(this.#root, "#stand");
    stand.disabled = drafted || left !== 0 || waits.length > 0;
    find(this.#root, "#stand-foot").hidden = !open;
    setText(find(this.#root, "#stand-why"), drafted ? "" : left !== 0 ? rest : waits.length ? this.#say("waits_for", { names: waits.join(", ") }) : this.#say("ready"));
    find(this.#root, "#unwritten").hidden = !drafted;
    const places = board.played_for.flatMap((amount, at) => (amount ? [this.#say("place_amount", { place: at + 1, amount: this.#figures.price(amount) })] : []));
    setText(find(this.#root, "#plays-on"), places.length ? this.#say("left_to_play", { places: places.join(", ") }) : this.#say("all_divided"));
  }

  /** @param {number|null} left */
  #restText(left) {
    if (left === null) return this.#say("no_amount");
    return this.#say(left === 0 ? "fits" : left > 0 ? "rest" : "over", { amount: this.#figures.price(Math.abs(left)) });
  }

  #changed() {
    return this.#theirs ? html`<p>${this.#say("changed")}</p><div class="notice-actions"><button class="btn" type="button" @click=${() => this.#drop()}>${this.#say("take_theirs")}</button></div>` : nothing;
  }

  /** @param {DealBoard} board */
  #rows(board) {
    const { left, changed } = given(board, this.#drafts);
    const agrees = board.state === "open" ? "agrees" : "agreed";
    const whole = sum(board.ladder) - sum(board.played_for);
    /** @param {string} key  @param {string} text */
    const total = (key, text) => html`<td class="num" data-total=${key} data-label=${this.#say(key)}>${text}</td>`;
    return html`<thead><tr><th scope="col">${this.#say("player")}</th>${["chips", "proposed", "share"].map((key) => html`<th class="num" scope="col">${this.#say(key)}</th>`)}<th scope="col">${this.#say(agrees)}</th></tr></thead>
      <tbody>${repeat(board.shares, ({ entry }) => entry, (share) => this.#row(share, board.state === "open", left, changed.length > 0))}</tbody>
      <tfoot><tr><th scope="row">${this.#say("total")}</th>${total("chips", this.#figures.chips(sum(board.shares.map(({ stack }) => stack))))}
        ${total("proposed", this.#figures.money(sum(board.shares.map(({ proposed }) => proposed))))}${total("share", left === null ? "–" : this.#figures.money(whole - left))}${total(agrees, "")}</tr></tfoot>`;
  }

  /** @param {DealPart} share  @param {boolean} open  @param {number|null} left  @param {boolean} changed whether any share is */
  #row(share, open, left, changed) {
    const { entry, name, stack, proposed, amount } = share;
    const draft = this.#drafts.get(entry);
    const now = draft ?? amount;
    const theirs = this.#theirs && draft !== undefined && draft !== amount;
    const note = draft === null ? "" : theirs ? this.#say("theirs", { amount: this.#figures.money(amount) }) : now !== proposed ? this.#say("by_hand", { difference: this.#figures.difference(now - proposed) }) : "";
    return html`<tr><th scope="row"><span class="deal-name">${name}</span></th>
      <td class="num" data-label=${this.#say("chips")}>${this.#figures.chips(stack)}</td>
      <td class="num" data-label=${this.#say("proposed")}>${this.#figures.money(proposed)}</td>
      <td class="num deal-share" data-label=${this.#say("share")}><div class="deal-share-field">${open ? this.#field(share, draft, left) : html`<strong class="figures">${this.#figures.money(amount)}</strong>`}</div><small class="deal-difference">${note}</small>${draft === null ? html`<p class="error" id="share-${entry}-error">${this.#say("no_amount")}</p>` : nothing}</td>
      <td class="deal-agrees">${open ? this.#consent(share, changed) : html`<span>✓ ${this.#say("agreed")}</span>`}</td></tr>`;
  }

  /** @param {DealPart} share  @param {number|null|undefined} draft  @param {number|null} left */
  #field(share, draft, left) {
    const { entry, name, amount } = share;
    /** @param {Event} event */
    const typed = ({ target }) => this.#typed(entry, /** @type {HTMLInputElement} */ (target).value);
    return html`<input class="num" inputmode="decimal" maxlength="16" data-column="share" aria-label=${this.#say("share_of", { name })} aria-invalid=${draft === null ? "true" : nothing} aria-describedby=${draft === null ? `share-${entry}-error` : nothing}
        .value=${live(this.#texts.get(entry) ?? this.#figures.typed(amount))} @input=${typed} @focus=${selectText} @blur=${() => this.#tidy(entry)}>
      <button class="btn" type="button" aria-label=${this.#say("give_rest", { name })} ?hidden=${!left || (draft ?? amount) + left < 0} @click=${() => this.#giveRest(share, left ?? 0)}>${this.#say("rest_here")}</button>`;
  }

  /** @param {DealPart} share  @param {boolean} changed */
  #consent({ entry, name, agreed }, changed) {
    const label = this.#say("agrees_of", { name });
    const sending = this.#sending.get(entry);
    return html`<label class="switch"><input type="checkbox" role="switch" aria-label=${label} aria-busy=${String(sending !== undefined)} ?disabled=${changed}
      .checked=${live(sending ?? agreed)} @change=${(/** @type {Event} */ { target }) => this.#agree(entry, label, /** @type {HTMLInputElement} */ (target).checked)}><span>${this.#say("agrees")}</span></label>`;
  }
}

/** @param {DealBoard} board */
const entries = ({ shares }) => shares.map(({ entry }) => entry).join();
