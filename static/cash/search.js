/** A search field for players, for dialogs: results while typing, Enter takes the first, a new name can be added. */

import { html, nothing } from "lit-html";
import { readJson } from "../shared/feed/request.js";

/** @import { FoundPerson } from "../../docs/reference/desk" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** Delay of the search after the last key (ms). */
const PAUSE = 120;
const MOST = 6;

/** @typedef {{player: number, name: string}} Chosen */

export class PlayerSearch {
  #room;
  #choose;
  #timer = 0;
  #asked = 0;
  /** The text that `#found` answers. */
  #answered = "";
  /** People found; null without a response. @type {FoundPerson[]|null} */
  #found = [];

  /** @param {CashRoom} room  @param {(chosen: Chosen) => void} choose called with the player */
  constructor(room, choose) {
    this.#room = room;
    this.#choose = choose;
  }

  /** @param {Form} form */
  template(form) {
    const text = form.value("who");
    const { say } = this.#room;
    const rows = this.#found ?? [];
    return html`<div class="field"><label for="cash-who">${say("player")}</label>
      <input id="cash-who" name="who" type="search" maxlength="80" autocomplete="off" autofocus placeholder=${say("player_how")}
        @input=${() => this.#typed(form)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, form)}></div>
      <div class="cash-found" role="status">${this.#found === null ? html`<p class="muted">${say("no_answer")}</p>` : nothing}
        ${rows.slice(0, MOST).map((one) => html`<button class="btn btn-block" type="button" data-act="choose" @click=${() => this.#choose(one)}><span>${one.name}</span><small>${[one.nickname, one.born?.slice(0, 4), one.card].filter(Boolean).join(" · ")}</small></button>`)}
        ${text.length > 1 && this.#answered === text ? html`<button class="btn btn-block" type="button" data-act="add" @click=${() => this.#add(text)}><span>${say("new_player", { name: text })}</span></button>` : nothing}</div>`;
  }

  /** @param {Form} form */
  #typed(form) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(form), PAUSE);
  }

  /** @param {Form} form */
  async #look(form) {
    const text = form.value("who");
    this.#asked += 1;
    const mine = this.#asked;
    /** @type {{rows: FoundPerson[]}|null} */
    const answer = text ? await readJson("/staff/desk/find/", { query: { q: text } }).catch(() => null) : { rows: [] };
    if (mine !== this.#asked) return;
    this.#found = answer?.rows ?? null;
    this.#answered = answer ? text : "";
    form.update();
  }

  /** Enter takes the first player found. @param {KeyboardEvent} event  @param {Form} form */
  async #key(event, form) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (this.#answered !== form.value("who")) await this.#look(form);
    const first = this.#found?.[0];
    if (first) this.#choose(first);
  }

  /** Add a new player and take them. @param {string} name */
  async #add(name) {
    const answer = await this.#room.send("player.add", { name }, this.#room.say("new_player", { name }));
    if (answer?.ok) this.#choose({ player: answer.answer.player, name });
  }
}
