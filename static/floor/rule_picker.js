/** The rule behind a ruling: picked from the search results, or typed freely. */

import { html, nothing } from "lit-html";
import { readJson } from "../shared/feed/request.js";
import { labelled } from "../shared/ui/punctuation.js";

/** @import { Form } from "./dialog.js" */
/** @import { Floor } from "./floor.js" */

/** A rule as the finder gives it. @typedef {{citation: string, number: string, title: string, says: string}} FoundRule */

/** Delay of the search after the last key (ms); maximum number of results; timeout of a response (ms). */
const PAUSE = 130;
const SHOWN = 5;
const WITHIN = 8_000;
const NAME = "ruling-rule";

export class RulePicker {
  #page;
  #say;
  #book;
  /** @type {FoundRule|null} */
  #picked = null;
  /** The first result of the latest search: a bare number gets its book from it. @type {FoundRule|null} */
  #first = null;
  /** The results of the latest search; null without one, "away" without a response. @type {FoundRule[]|"away"|null} */
  #found = null;
  #timer = 0;
  #asked = 0;

  /** @param {Floor} page  @param {(key: string, values?: Record<string, string>) => string} say */
  constructor(page, say) {
    this.#page = page;
    this.#say = say;
    const link = /** @type {HTMLAnchorElement|null} */ (document.getElementById("rules-link"));
    this.#book = link && new URL(link.href).searchParams.get("book");
  }

  /** Return the citation of the picked rule, or the typed text. @param {Form} form */
  value(form) {
    return this.#picked?.citation ?? this.#typed(form);
  }

  /** The typed text; a bare number gets its book, once the finder knows it. @param {Form} form */
  #typed(form) {
    const text = form.value(NAME);
    return this.#first?.number.toLowerCase() === text.toLowerCase() ? this.#first.citation : text;
  }

  /** @param {Form} form */
  view(form) {
    const picked = this.#picked;
    // Without a pick, the typed text is stored.
    const typed = picked ? "" : this.#typed(form);
    /** Enter takes the first rule: the ruling itself is saved by its button. @param {KeyboardEvent} event */
    const key = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (Array.isArray(this.#found) && this.#found.length) this.#pick(this.#found[0], form);
    };
    const away = this.#say("rule_away", { rule: picked?.citation ?? "" });
    return html`<div class="ruling-rule">
      <div class="field" ?hidden=${picked !== null}><label for="floor-${NAME}">${this.#say("rule")}</label>
        <input id="floor-${NAME}" name=${NAME} type="search" maxlength="80" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
          @input=${() => this.#plan(form)} @keydown=${key}></div>
      <p class="small muted" ?hidden=${!typed}>${typed ? this.#say("as_typed", { rule: typed }) : ""}</p>
      <ul class="ruling-found" aria-live="polite">${this.#results(form)}</ul>
      <p class="ruling-chosen" ?hidden=${!picked}>${picked ? html`<span>${labelled(this.#say("rule_chosen"), "", this.#page.words.language)}<cite class="rules-cite">${picked.citation}</cite> ${picked.title}</span>
        <button class="btn btn-icon" type="button" aria-label=${away} @click=${() => this.#pick(null, form)}>×</button>` : nothing}</p></div>`;
  }

  /** @param {Form} form */
  #results(form) {
    const found = this.#found;
    if (found === null) return nothing;
    if (found === "away" || !found.length) return html`<li class="muted">${found === "away" ? this.#page.say("no_answer") : this.#say("nothing")}</li>`;
    return found.slice(0, SHOWN).map((one) => html`<li><button class="btn btn-block" type="button" @click=${() => this.#pick(one, form)}>
      <span><cite class="rules-cite">${one.citation}</cite> ${one.title}<small>${one.says}</small></span></button></li>`);
  }

  /** @param {FoundRule|null} one  @param {Form} form */
  #pick(one, form) {
    this.#picked = one;
    this.#found = null;
    if (one) form.update();
    else form.write(NAME, "");
    /** @type {HTMLElement|null} */ (one ? form.dialog.querySelector(".ruling-chosen button") : form.input(NAME))?.focus();
  }

  /** @param {Form} form */
  #plan(form) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(form), PAUSE);
  }

  /** @param {Form} form */
  async #search(form) {
    this.#asked += 1;
    const number = this.#asked;
    const question = form.value(NAME);
    /** @type {{found: FoundRule[]}|null} */
    const answer = question ? await readJson("/staff/rules/found/", { query: { q: question, book: this.#book, as: "json" }, within: WITHIN }).catch(() => null) : null;
    if (number !== this.#asked || this.#picked) return;
    this.#first = answer?.found[0] ?? null;
    this.#found = question ? answer?.found ?? "away" : null;
    form.update();
  }
}
