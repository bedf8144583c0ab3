/** Commands for the player whose seat was tapped. */

import { el, setText } from "../shared/ui/dom.js";
import { nameOf } from "./ring.js";
import { typedChips } from "../shared/ui/format.js";
import { agoOf, lastOut } from "../shared/ui/same_hand.js";

/** A second tap meant for the seat must not hit a button that opened under the finger (ms). */
const SETTLE = 350;

export class PlayerPanel {
  #dialog;
  #words;
  #press;
  #stacksDecide;
  #bounties;
  #opened = 0;
  #entry = null;

  /**
   * @param {HTMLDialogElement} dialog  @param {import("../shared/ui/words.js").Words} words
   * @param {(kind: string, label: string, args: object) => void} press
   * @param {() => boolean} bounties whether a bust asks who won the chips
   * @param {boolean} stacksDecide whether the stack at the start of the hand ranks players who bust in one hand
   */
  constructor(dialog, words, press, stacksDecide, bounties) {
    this.#bounties = bounties;
    this.#stacksDecide = stacksDecide;
    this.#dialog = dialog;
    this.#words = words;
    this.#press = press;
    dialog.addEventListener("close", () => (this.#entry = null));
    dialog.addEventListener("click", (event) => {
      // A tap outside closes the dialog.
      if (event.target === dialog) this.close();
      if (event.target.closest("button") && performance.now() - this.#opened < SETTLE) event.stopPropagation();
    }, true);
  }

  /** The entry shown, or null while closed. */
  get entry() {
    return this.#entry;
  }

  /**
   * @param {object} chair
   * @param {object} table the whole table
   * @param {boolean} timed whether a call for time is open
   * @param {number|null} now the server's time
   */
  open(chair, table, timed, now) {
    const words = this.#words;
    this.#entry = chair.entry;
    this.#opened = performance.now();
    const winners = new Set();
    const others = table.chairs.filter((one) => one.kind === "player" && one.entry !== chair.entry && one.move === null);
    const stack = this.#field("stack", "dealer.stack", true);
    const bust = (more) => {
      const began = stack.chips();
      if (began === undefined) return;
      // The first press asks who won the chips; a second one records that nobody saw it.
      if (this.#bounties() && others.length && !winners.size && asked.hidden) {
        asked.hidden = false;
        if (out.length === 1) out[0].textContent = words.say("dealer.out_unknown");
        won.scrollIntoView({ block: "nearest" });
        return;
      }
      this.#done("entry.bust", words.say("dealer.out_of", { name: nameOf(chair, words) }), { entry: chair.entry, knocked_out_by: [...winners], ...(began === null ? {} : { stack: began }), ...more });
    };
    const out = this.#out(lastOut(table, now), bust);
    const together = el("div.dealer-together", {}, ...stack.parts);
    const asked = el("p.notice.is-warn.dealer-asked", { role: "alert", hidden: "" }, words.say("dealer.name_hunter"));
    const won = el("fieldset.dealer-won", {}, el("legend", {}, words.say(this.#bounties() ? "dealer.won_bounty" : "dealer.won_by")), asked,
      el("div.dealer-knockouts", {}, ...others.map((one) => this.#hunter(one, winners))));
    const away = chair.absent_since === null;
    const kind = away ? "seat.absent" : "seat.back";
    const goes = words.say(away ? "dealer.go_away" : "dealer.come_back");
    const time = words.say(timed ? "dealer.called_time" : "dealer.call_time");
    const rest = el("div.dealer-others", {},
      this.#button("btn", time, () => this.#done("table.call", time, { kind: "time", seat: chair.seat }), timed),
      this.#button("btn", goes, () => this.#done(kind, goes, { entry: chair.entry })));
    this.#dialog.replaceChildren(
      el("div.dialog-header", {},
        el("h2", { id: "player-name" }, nameOf(chair, words)),
        el("span.muted.figures", {}, words.say("dealer.seat", { seat: chair.seat }))),
      el("div.dialog-body", {}, ...out, ...(others.length ? [won] : []), ...(others.length && this.#stacksDecide ? [together] : []), rest, this.#chips(chair)),
      el("form.dialog-actions", { method: "dialog" }, el("button.btn", { type: "submit" }, words.say("page.close"))));
    this.#dialog.showModal();
    // The browser would focus "Out", and Enter would press it.
    this.#dialog.querySelector(".dialog-actions button").focus({ preventScroll: true });
    this.#dialog.scrollTop = 0;
  }

  /** Close the dialog. */
  close() {
    if (this.#dialog.open) this.#dialog.close();
  }

  #done(kind, label, args) {
    this.close();
    this.#press(kind, label, args);
  }

  #button(tag, label, run, off = false) {
    const button = el(`button.${tag}`, { type: "button" }, label);
    button.disabled = off;
    button.addEventListener("click", run);
    return button;
  }

  /** The bust buttons; shortly after another bust, they ask whether it was the same hand. */
  #out(last, bust) {
    const words = this.#words;
    const button = (key, more) => this.#button("btn.btn-danger.btn-huge.btn-block.dealer-out", words.say(key), () => bust(more));
    if (!last) return [button("dealer.out", {})];
    return [
      this.#asks(last),
      button("dealer.same_hand", { same_hand: last.entry }), button("dealer.different_hand", {}),
    ];
  }

  /** Show the question, with its seconds updated while it is on the page. */
  #asks(last) {
    const since = performance.now();
    const line = el("p.dealer-same-hand.figures");
    const say = () => setText(line, this.#words.say("dealer.same_hand_as", { ...last, ago: agoOf(last, last.now + performance.now() - since) }));
    say();
    const timer = setInterval(() => (line.isConnected && this.#dialog.open ? say() : clearInterval(timer)), 1_000);
    return line;
  }

  #hunter(chair, winners) {
    const button = el("button.btn", { type: "button", "aria-pressed": "false" }, `${chair.seat} · ${nameOf(chair, this.#words)}`);
    button.addEventListener("click", () => {
      if (!winners.delete(chair.entry)) winners.add(chair.entry);
      button.setAttribute("aria-pressed", String(winners.has(chair.entry)));
    });
    return button;
  }

  /**
   * A field for chips.
   * @param {boolean} optional whether it may stay empty
   * @returns {{parts: Node[], chips: () => number|null|undefined}} `chips` is null if optional and empty, and
   *   undefined if invalid; the error is then shown
   */
  #field(id, label, optional = false) {
    const words = this.#words;
    const input = el("input", { id, name: id, inputmode: "numeric", autocomplete: "off", maxlength: "16", "aria-describedby": `${id}-error` });
    const error = el("p.error", { id: `${id}-error`, role: "alert", hidden: "" });
    const chips = () => {
      const typed = input.value.trim();
      if (optional && !typed) return null;
      const count = typedChips(typed);
      if (count !== null) return count;
      error.textContent = words.say("dealer.no_chips");
      error.hidden = false;
      input.setAttribute("aria-invalid", "true");
      input.focus();
      return undefined;
    };
    return { parts: [el("label", { for: id }, words.say(label)), input, error], chips };
  }

  #chips(chair) {
    const words = this.#words;
    const { parts: [label, input, error], chips } = this.#field("chips", "dealer.count_chips");
    const form = el("form.dealer-chips", {}, label, input, el("button.btn", { type: "submit" }, words.say("dealer.note_chips")), error);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const counted = chips();
      if (counted !== undefined) this.#done("stack.count", words.say("dealer.count_chips"), { entry: chair.entry, chips: counted });
    });
    return form;
  }
}
