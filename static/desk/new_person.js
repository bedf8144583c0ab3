/** The form for a new player: name, date of birth in eight digits, minimum age, and possible duplicates. */

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { readJson } from "../shared/feed/request.js";
import { byId } from "../shared/ui/dom.js";
import { Fields, faultPlace, inputOf, textOf } from "./fields.js";
import { keyButton } from "./keys.js";
import { age, birthDate } from "./state.js";
import { ageText, dayText } from "./words.js";

/** @import { Likely } from "../../docs/reference/desk" */
/** @import { Refusal } from "../shared/feed/commands.js" */
/** @import { Desk } from "./desk.js" */
/** @import { Fault, FieldOptions } from "./fields.js" */

/** Delay after the last letter before duplicates are queried (ms). */
const PAUSE = 80;
const WITHIN = 4_000;
const MOST = 3;
/** Enter within this time after a notice appeared applies to the state before it (ms). */
const BURST = 300;

/**
 * What the form knows besides the text of its fields.
 * @typedef {object} State
 * @property {string} name as typed in the search  @property {boolean} partner  @property {string} born as typed  @property {string|null} day the same, if it is valid
 * @property {string} tooYoung why that day is too recent, "" if it is not
 * @property {Likely[]} likes possible duplicates
 * @property {number} likesAt  @property {number} bareAt when they or the missing date were shown (ms); Infinity: not shown
 * @property {string} stopped the records for which adding was stopped
 * @property {string|null} young the date below the minimum age for which adding was stopped
 * @property {Fault|null} fault
 */

export class NewPerson {
  #desk;
  #fields;
  /** @type {State|null} */ #state = null;
  /** @type {number|undefined} */ #timer;
  #asked = 0;
  /** The answer to the latest query for duplicates; null without a response. @type {Promise<Likely[]|null>} */
  #liked = Promise.resolve([]);
  #adding = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#fields = new Fields(desk.draw);
  }

  /** Open the form. @param {string} name as typed  @param {boolean} partner whether the player is the partner of a sale */
  open(name, partner = false) {
    this.#state = { name, partner, born: "", day: null, tooYoung: "", likes: [], likesAt: Infinity, bareAt: Infinity, stopped: "", young: null, fault: null };
    this.#fields.clear();
    this.#desk.draw();
    byId(name ? "desk-new-born" : "desk-new-name").focus();
    this.#changed();
  }

  /** The form. */
  template() {
    return this.#state ? keyed(this.#state, this.#template(this.#state)) : nothing;
  }

  /**
   * Handle Enter in the form: add, unless something is missing.
   *
   * Possible duplicates and warnings about the date of birth must have been shown before.
   * @param {number} at when it was pressed (ms, as `performance.now()`)
   */
  async add(at = performance.now()) {
    if (this.#adding || !this.#state) return;
    this.#adding = true;
    try {
      await this.#check(this.#state, at);
    } finally {
      this.#adding = false;
    }
  }

  /** Show a refusal at its fields, or at the button. @param {Refusal} answer */
  refused({ code, message, rule, fields }) {
    const state = this.#state;
    if (!state) return;
    if (code === "under_age") {
      state.tooYoung = message;
      state.young = state.day;
      this.#fields.fault("desk-new-born", this.#desk.words.say("desk.young_again"));
      return;
    }
    const known = Object.entries(fields ?? {}).map(([name, text]) => [`desk-new-${name === "birth_date" ? "born" : name}`, text]).filter(([id]) => document.getElementById(id));
    for (const [id, text] of known.reverse()) {
      // A hidden field cannot take the focus.
      byId(id).closest("details")?.setAttribute("open", "");
      this.#fields.fault(id, text);
    }
    if (!known.length) this.#tell(state, message, rule);
  }

  /** @param {State} state  @param {number} at */
  async #check(state, at) {
    const { words } = this.#desk;
    const { day } = state;
    const name = textOf("desk-new-name");
    if (!name) return this.#fields.fault("desk-new-name", words.say("desk.name_missing"));
    // Shown once, at the field. The expected format stays.
    if (state.born && day === null) return this.#fields.fault("desk-new-born", words.say("desk.no_day"));
    const found = await this.#known();
    // The form was closed or reopened meanwhile, or is still being filled in.
    if (state !== this.#state || !this.#desk.adding || day !== state.day) return undefined;
    if (found === null) return this.#tell(state, words.say("desk.likes_away"));
    // The same birthday with nearly the same name is seldom a second person: stop the first attempt to add.
    const shown = found.map((one) => one.player).join();
    const twin = day !== null && found.some((one) => one.birth_date === day) && state.stopped !== shown;
    if (twin) state.stopped = shown;
    if (twin || (found.length && at < state.likesAt + BURST)) return this.#tell(state, words.say("desk.likes_first"));
    if (day === null && at < state.bareAt + BURST) {
      state.bareAt = performance.now();
      return this.#fields.fault("desk-new-born", words.say("desk.no_birth", { name }));
    }
    if (state.tooYoung && state.young !== day) {
      state.young = day;
      return this.#fields.fault("desk-new-born", words.say("desk.young_again"));
    }
    const [card, nickname, email, phone] = ["card", "nickname", "email", "phone"].map((one) => textOf(`desk-new-${one}`));
    const consent = inputOf("desk-new-contact_consent").checked;
    return this.#desk.addPerson({ under_age: day !== null && state.young === day, name, birth_date: day, card, nickname, email, phone, contact_consent: consent });
  }

  /** @param {State} state  @param {string} text  @param {string} rule */
  #tell(state, text, rule = "") {
    state.fault = { text, rule };
    this.#desk.draw();
  }

  /** @param {State} state */
  #template(state) {
    const { words } = this.#desk;
    const { day, fault, likes, name, tooYoung } = state;
    const wrong = state.born.length >= 8 && !day;
    const dayNote = day ? words.say("desk.born_age", { day: dayText(day, words.language), age: age(day, this.#desk.now()) })
      : words.say(wrong ? "desk.no_day" : "desk.birth_how");
    /** @param {string} id  @param {string} key  @param {FieldOptions} options */
    const field = (id, key, options = {}) => this.#fields.field(`desk-new-${id}`, words.say(key), { name: id, enter: "add", input: () => this.#changed(), ...options });
    return html`
      <header class="desk-name"><h2>${words.say(state.partner ? "desk.new_partner" : "desk.new_title")}</h2></header>
      ${field("name", "desk.name", { value: written(name) })}
      ${field("born", "desk.birth_digits", { mode: "numeric", num: false, max: 10, invalid: wrong, below: wrong && this.#fields.has("desk-new-born") ? undefined : html`<p class="hint" role="status" id="desk-new-born-how">${dayNote}</p>` })}
      <p class="notice is-warn" role="status" ?hidden=${!tooYoung}>${tooYoung}</p>
      <div class="desk-likes" role="status">${likes.length ? html`<p><strong>${words.say("desk.likely")}</strong></p>${likes.map((one, i) => keyButton(one.name, "abc"[i], () => this.#desk.takeFromForm(one.player, one.name), {
        look: "btn-block", hint: [one.birth_date && ageText(one.birth_date, words), one.card].filter(Boolean).join(" · ") }))}` : nothing}</div>
      <div class="fields">${field("card", "desk.card", { max: 40 })}${field("nickname", "desk.nickname", { max: 60 })}</div>
      <details><summary>${words.say("desk.email_and_phone")}</summary>
        ${field("email", "desk.email", { type: "email", max: 254 })}${field("phone", "desk.phone", { type: "tel", max: 40, placeholder: "+49 170 1234567" })}
        ${this.#fields.around("desk-new-contact_consent", html`<label class="switch">${this.#fields.input("desk-new-contact_consent", { type: "checkbox", name: "contact_consent", enter: "add" })} ${words.say("desk.contact_consent")}</label>`)}</details>
      ${faultPlace(fault)}
      ${keyButton(words.say(state.partner ? "desk.add_partner" : "desk.add_person"), "Enter", () => this.add(), { look: "btn-primary btn-block" })}
      ${keyButton(words.say("desk.back"), "Escape", () => this.#desk.closeForm())}`;
  }

  #changed() {
    const state = this.#state;
    if (!state) return;
    state.born = textOf("desk-new-born");
    const day = birthDate(state.born, this.#desk.now());
    // The note belongs to the date that was typed before.
    if (day !== state.day) state.tooYoung = "";
    state.day = day;
    state.fault = null;
    state.bareAt = Infinity;
    this.#desk.draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#findSimilar(), PAUSE);
  }

  /** Query possible duplicates now. */
  #findSimilar() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#liked = this.#likes();
  }

  /** Return possible duplicates of the current input, or null without a response. */
  async #known() {
    if (this.#timer !== undefined || (await this.#liked) === null) this.#findSimilar();
    // Later input queries again.
    for (let answer = null; answer !== this.#liked; await answer) answer = this.#liked;
    return this.#liked;
  }

  /** @returns {Promise<Likely[]|null>} */
  async #likes() {
    const state = this.#state;
    this.#asked += 1;
    const number = this.#asked;
    if (!state || !document.getElementById("desk-new-name")) return [];
    /** @type {{players: Likely[], under_age: string}|null} */
    const answer = await readJson("/staff/players/like/", { query: { name: textOf("desk-new-name"), birth_date: state.day }, within: WITHIN }).catch(() => null);
    if (!answer) return null;
    const found = answer.players.slice(0, MOST);
    if (number !== this.#asked || state !== this.#state) return found;
    const same = found.map((one) => one.player).join() === state.likes.map((one) => one.player).join();
    if (!found.length) state.likesAt = Infinity;
    else if (state.likesAt === Infinity || !same) state.likesAt = performance.now();
    state.likes = found;
    state.tooYoung = answer.under_age;
    this.#desk.draw();
    return found;
  }
}

/** Capitalise a name typed in lower case only: "anna de boer" → "Anna De Boer". @param {string} name */
function written(name) {
  const tidy = name.replace(/\s+/g, " ").trim();
  if (tidy !== tidy.toLowerCase()) return tidy;
  return tidy.replace(/(^|[\s\-’'])(\p{Ll})/gu, (_whole, before, letter) => before + letter.toUpperCase());
}
