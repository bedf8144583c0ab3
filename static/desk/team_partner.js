/**
 * The partner of a sale or of a place on the waiting list, in an event for teams of two: found by name or card, then one press or Enter, or taken when the
 * clerk goes on; a new player is added from here.
 */

import { html, nothing } from "lit-html";
import { readJson } from "../shared/feed/request.js";
import { byId } from "../shared/ui/dom.js";
import { labelled } from "../shared/ui/punctuation.js";
import { textOf } from "./fields.js";
import { mayBeName } from "./find.js";
import { sharedUntil } from "./state.js";

/** @import { FoundPerson } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */
/** @import { Fields } from "./fields.js" */
/** @import { Team } from "./state.js" */

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
  /** The query of the rows, and whether their names are only similar to it. */
  #shown = "";
  #similar = false;
  /** Whether the query finds the buyer, who cannot be their own partner. */
  #buyer = false;

  /** @param {Desk} desk  @param {Fields} fields */
  constructor(desk, fields) {
    this.#desk = desk;
    this.#fields = fields;
  }

  /** Whether a name or number is being typed. */
  get typed() {
    return document.activeElement?.id === FIELD && Boolean(textOf(FIELD));
  }

  /** Whether a name or number stands in the field, and no player has been taken for it. */
  get pending() {
    return Boolean(document.getElementById(FIELD) && textOf(FIELD));
  }

  /** Focus the field, if it is shown. */
  focus() {
    document.getElementById(FIELD)?.focus();
  }

  /** Forget what was found for the sale before. */
  clear() {
    this.#rows = [];
    this.#shown = "";
    this.#similar = this.#buyer = false;
    clearTimeout(this.#timer);
  }

  /** The field, or the partner who was chosen. @param {Team} sale */
  view(sale) {
    const { words } = this.#desk;
    const until = sharedUntil(sale);
    if (!until) return nothing;
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
      return html`<p class="spread desk-partner"><span>${labelled(words.say("desk.partner"), "", words.language)}<strong>${sale.partner.name}</strong></span><button class="btn btn-icon btn-quiet"
        type="button" aria-label=${label} title=${label} @click=${remove}>×</button></p>
        ${this.#desk.till.sale === sale ? html`<label class="check"><input type="checkbox" id="desk-partner-id" .checked=${partner.idSeen} @change=${seen}><span>${words.say("desk.partner_id_seen", { name: partner.name })}</span></label>` : nothing}`;
    }
    const stays = sale.kind === "enter" && sale.event.team_of === null && !sale.others.some((one) => one.partner_until) ? sale.event.team_with : "";
    if (stays) return html`<p class="desk-partner">${labelled(words.say("desk.partner"), "", words.language)}<strong>${stays}</strong> <small class="muted">${words.say("desk.partner_stays")}</small></p>`;
    const hint = words.say(until === "entry" ? "desk.partner_now" : "desk.partner_later");
    const add = mayBeName(this.#shown) && !(this.#buyer && !this.#rows.length) ? html`<button class="btn btn-block desk-cut" type="button" id="desk-partner-new" title=${this.#shown}
      @click=${() => this.#desk.addPartner(this.#shown)}>${words.say("desk.new_person", { name: this.#shown })}</button>` : nothing;
    const left = (/** @type {FocusEvent} */ event) => this.#left(sale, event);
    return html`<div class="desk-partner-field" @focusout=${left}>${this.#fields.field(FIELD, words.say("desk.partner"), { hint, enter: "partner", input: () => this.#typed(sale) })}
      ${this.#rows.length ? html`<ul class="list desk-partners">${this.#rows.map((row) => html`<li><button class="btn btn-block" type="button" data-player=${row.player}
        @click=${() => this.choose(sale, row)}>${row.name}${this.#about(row)}</button></li>`)}</ul>` : nothing}${add}</div>`;
  }

  /** The number of a card, and whether the player is in the event already. @param {FoundPerson} row */
  #about({ card, state }) {
    const about = [state === "in" && this.#desk.words.say("desk.state_in"), card].filter(Boolean).join(" · ");
    return about ? html` <small class="muted figures">${about}</small>` : nothing;
  }

  /**
   * Enter in the field, or the sale: take the only one, or the holder of the card. An unknown name opens the form for a
   * new player.
   * @param {Team} sale  @returns {Promise<boolean>} whether a player was taken
   */
  async enter(sale) {
    const { words } = this.#desk;
    const row = await this.#only(sale);
    if (row) this.choose(sale, row);
    // Taken when the field was left.
    if (sale.partner) return true;
    if (row || !this.pending) return false;
    if (!this.#rows.length && this.#buyer) this.#fields.fault(FIELD, words.say("desk.partner_same"));
    else if (!this.#rows.length && this.#shown === textOf(FIELD) && mayBeName(this.#shown)) this.#desk.addPartner(this.#shown);
    else this.#fields.fault(FIELD, words.say(!this.#rows.length ? "desk.partner_unknown" : this.#similar ? "desk.partner_similar" : "desk.partner_several"));
    return false;
  }

  /** The clerk goes on: take the player whose name or number was typed, if there is only one. @param {Team} sale  @param {FocusEvent} event */
  async #left(sale, event) {
    const inside = event.relatedTarget instanceof Node && /** @type {Node} */ (event.currentTarget).contains(event.relatedTarget);
    if (inside || !this.pending) return;
    const row = await this.#only(sale);
    if (row && row.state !== "in" && this.pending && this.#desk.team === sale) this.#take(sale, row);
  }

  /** Return the holder of the typed card, or the only player of the typed name. @param {Team} sale */
  async #only(sale) {
    const exact = await this.#find(sale);
    return this.#rows.find(({ player }) => player === exact) ?? (this.#rows.length === 1 && !this.#similar ? this.#rows[0] : undefined);
  }

  /** @param {Team} sale */
  #typed(sale) {
    clearTimeout(this.#timer);
    // What belongs to an earlier try: the refusal without a partner, and the form for a new player.
    this.#desk.till.forgive();
    this.#desk.dropPartnerForm();
    this.#desk.draw();
    this.#timer = window.setTimeout(() => this.#find(sale), PAUSE);
  }

  /** @param {Team} sale  @returns {Promise<number|null>} the player whose card has this number */
  async #find(sale) {
    clearTimeout(this.#timer);
    const text = textOf(FIELD);
    if (!text) this.#rows = [];
    const found = text ? await readJson("/staff/desk/find/", { query: { q: text, t: sale.event.tournament } }).catch(() => null) : null;
    // More was typed meanwhile, or the partner was taken.
    if (!this.#holds(text)) return null;
    this.#shown = found || !text ? text : "";
    this.#similar = Boolean(found?.similar);
    /** @type {FoundPerson[]} */
    const rows = found?.rows ?? [];
    this.#rows = rows.filter(({ player }) => player !== sale.person.player).slice(0, MOST);
    this.#buyer = !found?.similar && rows.some(({ player }) => player === sale.person.player);
    this.#desk.draw();
    return found?.exact ?? null;
  }

  /** Whether the field still holds a text. @param {string} text */
  #holds(text) {
    return Boolean(document.getElementById(FIELD)) && textOf(FIELD) === text;
  }

  /**
   * Take a player as the partner; the cursor returns to the search.
   * @param {Team} sale  @param {Pick<FoundPerson, "player"|"name"> & {state?: string}} row
   */
  choose(sale, row) {
    const { words } = this.#desk;
    const why = row.player === sale.person.player ? words.say("desk.partner_same") : row.state === "in" ? words.say("desk.partner_in", { name: row.name }) : "";
    if (why) {
      this.#desk.draw();
      this.#fields.fault(FIELD, why);
      return;
    }
    this.#take(sale, row);
    this.#desk.find.focus();
  }

  /** @param {Team} sale  @param {Pick<FoundPerson, "player"|"name">} row */
  #take(sale, row) {
    sale.partner = { player: row.player, name: row.name, idSeen: false };
    this.clear();
    // What was said about a missing partner holds no more.
    this.#desk.till.forgive();
    this.#fields.clear(FIELD);
    this.#desk.draw();
  }
}
