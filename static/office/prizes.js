/** The payout editor: the server checks the input as it is typed; the button saves it. */

import { html, render } from "lit-html";
import { watchParts } from "../shared/feed/event_parts.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { readJson } from "../shared/feed/request.js";
import { byId, find, setText } from "../shared/ui/dom.js";
import { showFaults } from "../shared/ui/forms.js";
import { startPage } from "../shared/ui/page.js";
import { labelled } from "../shared/ui/punctuation.js";
import { PlaceGrid } from "./prizes_grid.js";

/** @import { Services } from "../shared/ui/page.js" */

/** @typedef {Record<string, string>} Faults errors by the name of the field */
/**
 * The server's check of the form.
 * @typedef {{html?: string, faults?: Faults, ladder?: string[], left?: number|null, left_text: string, rising: number[],
 *   filled?: string[], text?: string}} Preview
 */

/** Delay after the last key before the preview is requested (ms). */
const PAUSE = 250;
const WITHIN = 8_000;

/** Request the preview of a form. @param {string} address  @param {HTMLFormElement} form  @param {Record<string, string>} more  @returns {Promise<Preview|null>} */
function check(address, form, more = {}) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return readJson(address, { body, within: WITHIN }).catch(() => null);
}

/** Replace the errors of a form's fields without moving the focus. @param {HTMLFormElement} form  @param {Faults} faults */
function point(form, faults) {
  const here = /** @type {HTMLElement|null} */ (document.activeElement);
  // Errors of the submitted form are replaced by those of the current input.
  for (const old of form.querySelectorAll("p.error[id$='-error']:not(li *, [data-fault])")) old.remove();
  showFaults(form, faults);
  here?.focus({ preventScroll: true });
}

/** Add an empty row of the same kind. @param {HTMLElement[]} lines  @param {HTMLElement} holder  @param {Element|null} before */
function another(lines, holder, before) {
  const last = lines.at(-1);
  if (!last) return;
  const line = Number(last.dataset.line);
  const copy = /** @type {HTMLElement} */ (last.cloneNode(true));
  copy.dataset.line = String(line + 1);
  for (const one of copy.querySelectorAll("[name], [id], [for], [aria-describedby]")) {
    for (const attribute of ["name", "id", "for", "aria-describedby"]) {
      const value = one.getAttribute(attribute);
      if (value) one.setAttribute(attribute, value.replace(`_${line}_`, `_${line + 1}_`));
    }
    one.removeAttribute("aria-invalid");
    if (one instanceof HTMLInputElement && one.type === "checkbox") one.checked = false;
    else if (one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement) one.value = "";
  }
  for (const error of copy.querySelectorAll(".error")) error.remove();
  const legend = copy.querySelector("legend");
  if (legend) legend.textContent = (legend.textContent ?? "").replace(/\d+/, String(lines.length + 1));
  holder.insertBefore(copy, before);
  find(copy, "input").focus();
}

/** @param {string} selector  @returns {HTMLElement[]} */
const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);

class PayoutEditor {
  #page = byId("prizes");
  #form = /** @type {HTMLFormElement} */ (byId("prizes-form"));
  #preview = byId("preview");
  #grid;
  #settable;
  #dirty;
  /** Whether the form was sent: the next page comes as its answer. */
  #isSent = false;
  #asked = 0;
  /** @type {number|undefined} */
  #timer;
  /** Amounts of the last preview, with which manual input starts. @type {string[]} */
  #ladder = [];
  #event;
  /** Field and pool of the last board. */
  #heard = "";

  /** @param {Services} services */
  constructor({ config, feed }) {
    this.#settable = !(/** @type {HTMLFieldSetElement} */ (find(this.#form, "fieldset")).disabled);
    this.#dirty = this.#form.querySelector(".form-errors") !== null;
    this.#grid = new PlaceGrid(byId("by-hand"), this.#field("amounts"), this.#field("kept"), () => this.#edited());
    if (this.#settable) this.#edit();
    this.#event = new LiveResource(feed, `t${config.tournament}`);
    this.#event.subscribe((changed) => changed.has("prizes") && this.#meanwhile());
    watchParts(feed, config.tournament);
  }

  /** @param {string} name  @returns {any} */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  #edit() {
    this.#grid.dress();
    this.#form.addEventListener("input", ({ target }) => {
      if (/** @type {HTMLInputElement} */ (target).name === "for_entries") this.#later();
      else this.#edited();
    });
    // Manual input starts with the computed amounts.
    this.#form.addEventListener("change", ({ target }) => {
      const { name, value } = /** @type {HTMLInputElement} */ (target);
      if (name === "method" && value === "hand" && this.#grid.empty) this.#grid.take(this.#ladder);
    });
    document.getElementById("for-entries")?.addEventListener("input", () => this.#later());
    byId("grid-fill").addEventListener("click", () => this.#fillUp());
    const add = byId("thing-add");
    add.hidden = false;
    add.addEventListener("click", () => another(all(".thing-line"), byId("things"), add.parentElement));
    this.#form.addEventListener("submit", () => {
      this.#dirty = false;
      this.#isSent = true;
    });
    addEventListener("beforeunload", (event) => this.#dirty && event.preventDefault());
    if (!this.#dirty) this.#check();
  }

  #edited() {
    this.#dirty = true;
    setText(byId("unsaved"), byId("unsaved-text").textContent ?? "");
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  /** Update the preview. @param {Record<string, string>} more `fill_up` also requests the remaining places */
  async #check(more = {}) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const number = this.#asked;
    this.#preview.setAttribute("aria-busy", "true");
    const answer = await check(this.#page.dataset.preview ?? "", this.#form, more);
    if (number !== this.#asked) return null;
    this.#preview.setAttribute("aria-busy", "false");
    if (answer) this.#show(answer);
    return answer;
  }

  /** @param {Preview} answer */
  #show({ html: page = "", faults = {}, ladder = [], left = null, left_text, rising }) {
    point(this.#form, faults);
    if (!page || Object.keys(faults).length) {
      this.#stop(faults);
      return;
    }
    const open = this.#preview.querySelector("details[open]") !== null;
    this.#preview.replaceChildren(...new DOMParser().parseFromString(page, "text/html").body.childNodes);
    const more = this.#preview.querySelector("details");
    if (more) more.open = open;
    if (ladder.length) this.#ladder = ladder;
    if (left !== null) this.#grid.show({ left, left_text, rising });
  }

  /** Figures of outdated input would be misleading: show where the error is instead. @param {Faults} faults */
  #stop(faults) {
    const notice = /** @type {HTMLTemplateElement} */ (byId("stopped-template")).content.cloneNode(true);
    this.#preview.replaceChildren(notice);
    render(Object.entries(faults).map(([name, text]) => html`<li>${this.#labelOf(name)}${text}</li>`), find(this.#preview, "ul"));
    this.#grid.stop(faults.amounts ?? "");
    this.#grid.fault(faults.amounts ?? "");
  }

  /** Return the label of a field, as prefix of its error; place errors name their place. @param {string} name */
  #labelOf(name) {
    if (name === "amounts") return "";
    const input = this.#field(name);
    const field = /** @type {HTMLInputElement|undefined} */ (input instanceof RadioNodeList ? input[0] : input);
    const legend = field?.closest("fieldset.thing-line")?.querySelector("legend")?.textContent?.trim();
    const label = field?.labels?.[0]?.textContent?.trim();
    return [legend, label].filter(Boolean).map((one) => labelled(String(one), "", document.documentElement.lang)).join("");
  }

  async #fillUp() {
    this.#dirty = true;
    const answer = await this.#check({ fill_up: "yes", places: String(this.#grid.places) });
    if (!answer?.filled) return;
    this.#grid.take(answer.filled);
    this.#check();
  }

  /** An entry may be sold, or the prizes locked or unlocked, while this page is open. */
  #meanwhile() {
    const board = this.#event.board("prizes");
    // The answer to what this page has sent comes as the next page.
    if (!board || this.#isSent) return;
    if (board.state !== this.#page.dataset.state) {
      if (board.seq <= Number(this.#page.dataset.seq)) return;
      if (this.#dirty || document.querySelector("details.sure[open]")) byId("meanwhile").hidden = false;
      else location.reload();
      return;
    }
    const { entries, pool } = board.state === "none" ? { entries: 0, pool: 0 } : board;
    const now = `${entries} ${pool}`;
    if (this.#heard && this.#heard !== now && this.#settable) this.#follow(entries);
    this.#heard = now;
  }

  /** The number of entries in the preview follows the field until it is edited. @param {number} entries */
  #follow(entries) {
    const field = /** @type {HTMLInputElement|null} */ (document.getElementById("for-entries-input"));
    if (field && field.value === field.dataset.from && entries) {
      field.value = String(entries);
      field.dataset.from = field.value;
    }
    this.#later();
  }
}

/** The envelopes of mystery bounties: what they lack is shown as they are typed. @param {HTMLFormElement} form  @param {string} address */
function mountEnvelopes(form, address) {
  let timer = 0;
  let wanted = 0;
  const missing = async () => {
    wanted += 1;
    const number = wanted;
    const answer = await check(address, form, { what: form.dataset.what ?? "" });
    if (!answer || number !== wanted) return;
    setText(byId("envelopes-missing"), answer.text ?? "");
    point(form, answer.faults ?? {});
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(missing, PAUSE);
  });
  const add = byId("envelope-add");
  add.hidden = false;
  add.addEventListener("click", () => another(all(".envelope-line"), byId("envelope-lines"), null));
  missing();
}

new PayoutEditor(startPage());
const envelopes = /** @type {HTMLFormElement|null} */ (document.getElementById("envelopes-form"));
if (envelopes) mountEnvelopes(envelopes, byId("prizes").dataset.preview ?? "");
