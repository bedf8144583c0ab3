/** Proposals of the rulebook: the first in full, the others in a row behind it. */

import { el, setText } from "../shared/ui/dom.js";
import { ask, choiceOf, fieldOf } from "./dialog.js";
import { Oval } from "./oval.js";
import { listed } from "../shared/ui/format.js";
import { Still } from "../shared/ui/press.js";
import { brief, reasons, tablesOf, wanted } from "./reasons.js";

export class Proposals {
  #place;
  #page;
  #still;
  #rows = [];
  #front = null;
  #drawn = "";

  /** @param {HTMLElement} place  @param {object} page see TablePanel */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    this.#still = new Still(place);
  }

  /** The proposal shown in full, or null. */
  get first() {
    return this.#rows.find(({ proposal }) => proposal === this.#front) ?? this.#rows[0] ?? null;
  }

  show(rows) {
    this.#still.when(() => {
      const before = this.first;
      this.#rows = rows;
      // The same decision with new details stays in front.
      if (before && !rows.some(({ proposal }) => proposal === before.proposal)) {
        this.#front = rows.find((one) => one.kind === before.kind && String(tablesOf(one)) === String(tablesOf(before)))?.proposal ?? null;
      }
      this.#draw(false);
    });
  }

  #draw(own) {
    const { first } = this;
    const rest = this.#rows.filter((one) => one !== first);
    const key = JSON.stringify([first, rest.map(({ proposal }) => proposal)]);
    if (key === this.#drawn) return;
    const other = !this.#drawn.startsWith(`[{"proposal":${first?.proposal},`);
    this.#drawn = key;
    this.#place.hidden = first === null;
    this.#front = first?.proposal ?? null;
    const focused = this.#place.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    this.#place.replaceChildren(...(first ? [this.#card(first, rest)] : []));
    if (focused) this.#place.querySelector(`[data-act="${focused}"]`)?.focus();
    if (first && other && !own) this.#still.settle();
  }

  #others(rest) {
    const { words } = this.#page;
    return el("div.proposal-others", { role: "group", "aria-label": words.say("floor.more_proposals") }, ...rest.map((one) => {
      const button = el("button.btn", { type: "button" }, brief(one, words));
      button.addEventListener("click", () => {
        this.#front = one.proposal;
        this.#draw(true);
      });
      return button;
    }));
  }

  #card(one, rest) {
    const { words } = this.#page;
    const why = reasons(one.detail, words);
    const button = (act, name, label, key, run) => {
      const made = el(`button.btn${act}`, { type: "button", "data-act": name }, el("span", {}, label), ...(key ? [el("kbd", { "aria-hidden": "true" }, key)] : []));
      made.addEventListener("click", run);
      return made;
    };
    const say = (key, values) => words.say(`floor.${key}`, values);
    const needs = [...one.detail.needs ?? []].sort((number, other) => number - other);
    const open = one.kind === "balance" && !needs.length && (one.detail.entry === null || one.detail.to_seat === null);
    const first = needs.length
      ? needs.map((number) => button(".btn-primary", `button-${number}`, say("button_at", { number }), number === needs[0] ? "A" : "", () => this.#askButton(number)))
      : [open ? button(".btn-primary", "accept", say("choose_who"), "A", () => this.otherwise(one)) : button(".btn-primary", "accept", say(`accept_${one.kind}`), "A", () => this.#accept(one))];
    return el("div.proposal", { "data-proposal": String(one.proposal), "data-kind": one.kind },
      el("div.proposal-says", {},
        el("p.proposal-want", {}, wanted(one, words)),
        el("p.proposal-why.small", {}, ...why.flatMap((text, index) => (index ? [" · ", text] : [text])), ...(one.rule ? [why.length ? " · " : "", el("cite.cite", {}, one.rule)] : [])),
        ...(needs.length ? [el("p.proposal-needs", {}, say(needs.length === 1 ? "needs_button" : "needs_buttons", { tables: listed(needs, words.language) }))] : [])),
      el("div.proposal-acts", {}, ...first,
        ...(one.kind === "balance" && !open ? [button("", "otherwise", say("otherwise"), "O", () => this.otherwise(one))] : []),
        button("", "dismiss", say("dismiss"), "D", () => this.#page.presses.send("proposal.dismiss", { proposal: one.proposal }, say("dismiss"))),
        button(".btn-quiet", "look", say("look"), "", () => this.#page.open(tablesOf(one)[0] ?? null)),
        ...(rest.length ? [this.#others(rest)] : [])));
  }

  #accept(one) {
    return this.#page.presses.send("proposal.accept", { proposal: one.proposal }, this.#page.words.say(`floor.accept_${one.kind}`));
  }

  /** Run a proposal's button by its key. */
  press(name) {
    this.#place.querySelector(`[data-act="${name}"]`)?.click();
  }

  pressFirst() {
    this.#place.querySelector(".proposal-acts .btn-primary")?.click();
  }

  /** Ask for the position of the button that a decision depends on. */
  async #askButton(number) {
    const { asks, words, presses } = this.#page;
    const say = (key, values) => words.say(`floor.${key}`, values);
    const found = await asks.table(number);
    const body = [el("p", {}, say("who_has_button", { number }))];
    let form = null;
    if (found?.table) {
      const oval = new Oval(words, (seat) => {
        form.close();
        presses.send("table.button", { number, button: seat }, say("put_button"));
      }, { small: true });
      oval.show(found.table);
      body.push(oval.element);
    } else body.push(el("p.notice.is-warn", {}, say("no_answer")));
    form = ask({ title: say("button_at", { number }), body, back: say("cancel"), label: "" });
  }

  /** Choose another player or seat than proposed, with a reason. */
  async otherwise(one) {
    const { asks, words, presses } = this.#page;
    const { detail } = one;
    const say = (key, values) => words.say(`floor.${key}`, values);
    const [from, to] = await Promise.all([asks.table(detail.from), asks.table(detail.to)]);
    if (!from?.table || !to?.table) {
      this.#page.toasts.show({ text: say("no_answer"), bad: true });
      return;
    }
    const people = from.table.chairs.filter(({ entry }) => entry !== null);
    const free = to.table.chairs.filter(({ kind, seat }) => kind === "" && seat <= to.table.usual);
    const who = choiceOf("who", say("who_moves", { number: detail.from }), people.map((chair) => ({
      value: chair.entry, label: chair.name, note: say("seat", { seat: chair.seat }) + (chair.entry === detail.entry ? ` · ${say("by_the_book")}` : ""),
    })), detail.entry);
    const where = choiceOf("where", say("where_to", { number: detail.to }), free.map((chair) => ({
      value: chair.seat, label: String(chair.seat), note: chair.seat === detail.to_seat ? say("by_the_book") : "",
    })), detail.to_seat ?? (free.length === 1 ? free[0].seat : null));
    const { field, input } = fieldOf(say("reason"), { name: "reason", maxlength: "200", required: "" });
    const quick = el("div.floor-quick", {}, ...["reason_needs", "reason_apart", "reason_moved", "reason_card"].map((key) => {
      const button = el("button.btn", { type: "button" }, say(key));
      button.addEventListener("click", () => ((input.value = say(key)), input.focus()));
      return button;
    }));
    const fault = el("p.error", { role: "alert", hidden: "" });
    const tell = (text) => {
      setText(fault, text);
      fault.hidden = false;
      return false;
    };
    const label = () => (where.value() ? say("move_to", { table: detail.to, seat: where.value() }) : say("move_there"));
    const dialog = ask({
      title: say("otherwise_title"), back: say("cancel"), label: label(), body: [who.group, where.group, field, quick, fault],
      submit: () => {
        fault.hidden = true;
        const entry = Number(who.value());
        const seat = Number(where.value());
        if (!entry || !seat) return tell(say("choose_both"));
        const same = entry === detail.entry && seat === detail.to_seat;
        if (!same && !input.value.trim()) {
          input.focus();
          return tell(say("why_otherwise"));
        }
        const args = { proposal: one.proposal, ...(entry === detail.entry ? {} : { entry }), ...(seat === detail.to_seat ? {} : { seat }) };
        return presses.ask("proposal.accept", same ? { proposal: one.proposal } : { ...args, reason: input.value.trim() }, label());
      },
    });
    where.group.addEventListener("change", () => dialog.name(label()));
  }
}
