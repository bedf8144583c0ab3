/** Proposals of the rulebook: the first in full, the others in a row behind it. */

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";
import { listed } from "../shared/ui/format.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";
import { choice, field, openForm } from "./dialog.js";
import { ovalOf } from "./oval.js";
import { brief, reasons, tablesOf, wanted } from "./reasons.js";

/** @import { Form } from "./dialog.js" */
/** @import { TableBoard } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */
/** @import { Proposal } from "./reasons.js" */

const REASONS = ["reason_needs", "reason_apart", "reason_moved", "reason_card"];

export class Proposals {
  #place;
  #page;
  #still;
  #view;
  /** @type {Proposal[]} */
  #rows = [];
  /** The proposal shown in full. @type {Proposal|null} */
  #front = null;

  /** @param {HTMLElement} place  @param {Floor} page */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    this.#still = new Still(place);
    this.#view = new View(place, () => (this.#front ? keyed(this.#front.proposal, this.#card(this.#front)) : nothing));
  }

  /** @param {Proposal[]} rows of the board */
  show(rows) {
    this.#still.when(() => {
      const before = this.#front;
      this.#rows = rows;
      // The same decision with new details stays in front.
      this.#front = rows.find(({ proposal }) => proposal === before?.proposal)
        ?? rows.find((one) => one.kind === before?.kind && String(tablesOf(one)) === String(tablesOf(before))) ?? rows[0] ?? null;
      this.#place.hidden = !this.#front;
      this.#view.updateNow();
      if (this.#front && this.#front.proposal !== before?.proposal) this.#still.settle();
    });
  }

  /** Run one of its buttons by a key. @param {string} selector */
  press(selector) {
    /** @type {HTMLElement|null} */ (this.#place.querySelector(selector))?.click();
  }

  /** @param {Proposal} one */
  #bring(one) {
    this.#front = one;
    this.#view.updateNow();
  }

  /** @param {Proposal} one */
  #card(one) {
    const page = this.#page;
    const { detail, kind, proposal, rule } = one;
    const why = [...reasons(detail, page.words), ...(rule ? [html`<cite class="cite">${rule}</cite>`] : [])];
    const needs = [...detail.needs ?? []].sort((number, other) => number - other);
    const rest = this.#rows.filter((other) => other !== one);
    /** @param {string} act  @param {string} label  @param {string} key  @param {() => unknown} run  @param {string} [look] */
    const button = (act, label, key, run, look = "") => html`<button class="btn ${look}" type="button" data-act=${act} @click=${run}><span>${label}</span>${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}</button>`;
    const open = kind === "balance" && (detail.entry == null || detail.to_seat == null);
    const accept = page.say(`accept_${kind}`);
    const primary = needs.length ? needs.map((number, at) => button(`button-${number}`, page.say("button_of", { number }), at ? "" : "A", () => this.#askButton(number), "btn-primary"))
      : open ? button("accept", page.say("choose_who"), "A", () => this.#chooseAnother(one), "btn-primary")
        : button("accept", accept, "A", () => page.presses.send("proposal.accept", { proposal }, accept), "btn-primary");
    return html`<div class="proposal" data-proposal=${proposal} data-kind=${kind}>
      <div class="proposal-says">
        ${rest.length ? html`<p class="proposal-count small muted figures">${page.say("proposal_of", { at: this.#rows.indexOf(one) + 1, count: this.#rows.length })}</p>` : nothing}
        <p class="proposal-want">${wanted(one, page.words)}</p>
        <p class="proposal-why small">${why.map((text, at) => html`${at ? " · " : ""}${text}`)}</p>
        ${needs.length ? html`<p class="proposal-needs">${page.say(needs.length === 1 ? "needs_button" : "needs_buttons", { tables: listed(needs, page.words.language) })}</p>` : nothing}
      </div>
      <div class="proposal-acts">${primary}
        ${kind === "balance" && !open ? button("otherwise", page.say("otherwise"), "O", () => this.#chooseAnother(one)) : nothing}
        ${button("dismiss", page.say("dismiss"), "D", () => page.presses.send("proposal.dismiss", { proposal }, page.say("dismiss")))}
        ${button("look", page.say("look"), "", () => page.open(tablesOf(one)[0] ?? null), "btn-quiet")}
        ${rest.length ? html`<div class="proposal-others" role="group" aria-label=${page.say("more_proposals")}>${repeat(rest, (other) => other.proposal, (other) =>
          html`<button class="btn" type="button" @click=${() => this.#bring(other)}>${brief(other, page.words)}</button>`)}</div>` : nothing}
      </div></div>`;
  }

  /** Ask for the position of the button that a decision depends on. @param {number} number of the table */
  async #askButton(number) {
    const page = this.#page;
    const table = await page.readTable(number);
    openForm(page, {
      title: page.say("button_at", { number }),
      body: (form) => html`<p>${page.say("who_has_button", { number })}</p>${table ? ovalOf(table, page, { small: true, press: (seat) => {
        form.close();
        page.presses.send("table.button", { number, button: seat }, page.say("put_button"));
      } }) : html`<p class="notice is-warn">${page.say("no_answer")}</p>`}`,
    });
  }

  /** Choose another player or seat than proposed, with a reason. @param {Proposal} one */
  async #chooseAnother({ proposal, detail }) {
    const page = this.#page;
    const [from, to] = await Promise.all([detail.from, detail.to].map((number) => (number ? page.readTable(number) : null)));
    if (!from || !to) {
      page.toasts.show({ text: page.say("no_answer"), bad: true });
      return;
    }
    const { who, where } = optionsOf(from, to, detail, page);
    /** @param {Form} form */
    const label = (form) => (form.count("where") ? page.say("move_to", { table: to.number, seat: form.count("where") }) : page.say("move_there"));
    openForm(page, {
      title: page.say("otherwise_title"), label,
      body: (form) => html`
        ${choice("who", page.say("who_moves", { number: from.number }), who, detail.entry, { wrong: form.faultOf("who") })}
        ${choice("where", page.say("where_to", { number: to.number }), where, detail.to_seat ?? (where.length === 1 ? where[0].value : null), { wrong: form.faultOf("where") })}
        ${field(form, "reason", page.say("reason"))}
        <div class="floor-quick">${REASONS.map((key) => html`<button class="btn" type="button" @click=${() => form.write("reason", page.say(key))}>${page.say(key)}</button>`)}</div>`,
      submit: (form) => {
        const [entry, seat, reason] = [form.count("who"), form.count("where"), form.value("reason")];
        if (!entry || !seat) return { field: entry ? "where" : "who", text: page.say("choose_both") };
        const other = { ...(entry === detail.entry ? {} : { entry }), ...(seat === detail.to_seat ? {} : { seat }) };
        if (!Object.keys(other).length) return page.presses.ask("proposal.accept", { proposal }, label(form));
        return reason ? page.presses.ask("proposal.accept", { proposal, ...other, reason }, label(form)) : { field: "reason", text: page.say("why_otherwise") };
      },
    });
  }
}

/** The players who may move and the seats they may get. @param {TableBoard} from  @param {TableBoard} to  @param {Proposal["detail"]} detail  @param {Floor} page */
function optionsOf(from, to, detail, page) {
  const book = page.say("by_the_book");
  return {
    who: from.chairs.filter(({ entry }) => entry !== null).map(({ entry, name, seat }) => ({
      value: Number(entry), label: name, note: page.say("seat", { seat }) + (entry === detail.entry ? ` · ${book}` : "") })),
    where: to.chairs.filter(({ kind, seat }) => kind === "" && seat <= to.usual).map(({ seat }) => ({ value: seat, label: String(seat), note: seat === detail.to_seat ? book : "" })),
  };
}
