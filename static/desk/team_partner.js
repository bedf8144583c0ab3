/** The partner of a sale, in an event for teams of two: found by name or card, then one press or Enter. */

import { html, nothing } from "lit-html";
import { readJson } from "../shared/feed/request.js";
import { byId } from "../shared/ui/dom.js";
import { textOf } from "./fields.js";

/** @import { FoundPerson } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */
/** @import { Fields } from "./fields.js" */
/** @import { Sale } from "./state.js" */

const FIELD = "desk-partner";
/** People shown below the field. */
const MOST = 5;
/** Time without a further letter before the query is sent (ms). */
const PAUSE = 150;

export class TeamPartner {
  #desk;
  #fields;
  /** @type {FoundPerson[]} */ #rows = [];
  #timer = 0;
  /** The query of the rows. */
  #shown = "";

  /** @param {Desk} desk  @param {Fields} fields */
  constructor(desk, fields) {
    this.#desk = desk;
    this.#fields = fields;
  }

  /** Whether a name or number is being typed. */
  get typed() {
    return document.activeElement?.id === FIELD && Boolean(textOf(FIELD));
  }

  /** Focus the field, if it is shown. */
  focus() {
    document.getElementById(FIELD)?.focus();
  }

  /** Forget what was found for the sale before. */
  clear() {
    this.#rows = [];
    this.#shown = "";
    clearTimeout(this.#timer);
  }

  /** The field, or the partner who was chosen. @param {Sale} sale */
  view(sale) {
    const { words } = this.#desk;
    if (!sale.board.partner_until || sale.kind !== "enter") return nothing;
    if (sale.partner) {
      const remove = () => {
        sale.partner = null;
        this.#desk.draw();
        byId(FIELD).focus();
      };
      const label = words.say("desk.remove_partner", { name: sale.partner.name });
      const { partner } = sale;
      const seen = (/** @type {Event} */ event) => {
        partner.idSeen = /** @type {HTMLInputElement} */ (event.target).checked;
      };
      return html`<p class="spread desk-partner"><span>${words.say("desk.partner")}: <strong>${sale.partner.name}</strong></span><button class="btn btn-icon btn-quiet"
        type="button" aria-label=${label} title=${label} @click=${remove}>×</button></p>
        <label class="check"><input type="checkbox" id="desk-partner-id" .checked=${partner.idSeen} @change=${seen}><span>${words.say("desk.partner_id_seen", { name: partner.name })}</span></label>`;
    }
    const hint = words.say(sale.board.partner_until === "entry" ? "desk.partner_now" : "desk.partner_later");
    return html`${this.#fields.field(FIELD, words.say("desk.partner"), { hint, enter: "partner", input: () => this.#typed(sale) })}
      ${this.#rows.length ? html`<ul class="list desk-partners">${this.#rows.map((row) => html`<li><button class="btn btn-block" type="button" data-player=${row.player}
        @click=${() => this.#choose(sale, row)}>${row.name}${row.card ? html` <small class="muted figures">${row.card}</small>` : nothing}</button></li>`)}</ul>` : nothing}`;
  }

  /** Enter in the field: choose the only one, or the holder of the card. @param {Sale} sale */
  async enter(sale) {
    const exact = await this.#find(sale);
    const row = this.#rows.find(({ player }) => player === exact) ?? (this.#rows.length === 1 ? this.#rows[0] : undefined);
    if (row) this.#choose(sale, row);
    else this.#fields.fault(FIELD, this.#desk.words.say(this.#rows.length ? "desk.partner_several" : "desk.partner_unknown"));
  }

  /** @param {Sale} sale */
  #typed(sale) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#find(sale), PAUSE);
  }

  /** @param {Sale} sale  @returns {Promise<number|null>} the player whose card has this number */
  async #find(sale) {
    clearTimeout(this.#timer);
    const text = textOf(FIELD);
    this.#shown = text;
    const found = text ? await readJson("/staff/desk/find/", { query: { q: text, t: sale.event.tournament } }).catch(() => null) : null;
    if (this.#shown !== text) return null;
    /** @type {FoundPerson[]} */
    const rows = found?.rows ?? [];
    this.#rows = rows.filter(({ player }) => player !== sale.person.player).slice(0, MOST);
    this.#desk.draw();
    return found?.exact ?? null;
  }

  /** @param {Sale} sale  @param {FoundPerson} row */
  #choose(sale, row) {
    sale.partner = { player: row.player, name: row.name, idSeen: false };
    this.clear();
    // What was said about a missing partner holds no more.
    this.#desk.till.forgive();
    this.#desk.draw();
    this.#desk.find.focus();
  }
}
