/** Bags that are opened on the next day: the chips typed for each, the reason for a difference, and a refusal at its row. */

import { html, nothing } from "lit-html";
import { number, typedChips } from "../shared/ui/format.js";

/** @import { BagRow } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Commands } from "../shared/feed/commands.js" */
/** @import { Words } from "../shared/ui/words.js" */

/** @typedef {Partial<CommandArguments["bags.open_table"]>} Opening */
/** Makes the button that opens bags. @typedef {(label: string, args: Opening, count?: number, big?: boolean) => unknown} Button */

/** Refusals about the chips that are typed in a row. */
const AT_ROW = ["bag_differs", "no_chips", "odd_stack", "too_many_chips"];

export class BagOpening {
  #words;
  #changed;
  /** Chips typed for bags, and reasons, by seat. @type {Map<number, {chips: string, reason: string}>} */
  #typed = new Map();
  /** Why a bag was not opened, by seat. @type {Map<number, string>} */
  #refused = new Map();

  /** @param {Commands} commands  @param {Words} words  @param {() => void} changed called when something was typed or refused */
  constructor(commands, words, changed) {
    this.#words = words;
    this.#changed = changed;
    commands.addEventListener("sent", (event) => this.#sent(/** @type {CustomEvent} */ (event)));
    commands.addEventListener("refused", (event) => this.#hear(/** @type {CustomEvent} */ (event)));
  }

  /** The only seat of a command that opens one bag. @param {CustomEvent} event  @returns {number|null} */
  #seat({ detail: { command } }) {
    const seats = command.kind === "bags.open_table" ? command.args.seats : null;
    return seats?.length === 1 ? seats[0] : null;
  }

  /** Forget the refusal of an earlier try. @param {CustomEvent} event */
  #sent(event) {
    const seat = this.#seat(event);
    if (seat !== null) this.#refused.delete(seat);
  }

  /** Say at its row what is wrong with the chips, where they and a reason are typed; a message over the page would cover the row. @param {CustomEvent} event */
  #hear(event) {
    const seat = this.#seat(event);
    if (seat === null || !AT_ROW.includes(event.detail.answer.code)) return;
    event.preventDefault();
    this.#refused.set(seat, event.detail.answer.message);
    this.#changed();
  }

  /** The button for all bags that contain what the slips say. @param {BagRow[]} closed  @param {Button} button */
  all(closed, button) {
    const same = closed.filter((bag) => !this.#isWrong(bag) && this.#chips(bag) === bag.chips);
    if (!same.length) return nothing;
    return button(same.length === closed.length ? "open_all" : "open_others", { seats: same.map(({ seat }) => seat) }, same.length, true);
  }

  /** The field for the chips of a bag, and its buttons. @param {BagRow} bag  @param {Button} button  @param {{absent: boolean, accepts: boolean}} may */
  row(bag, button, may) {
    const words = this.#words;
    const { seat, number: id, chips } = bag;
    const typed = this.#typed.get(seat) ?? { chips: "", reason: "" };
    const found = this.#chips(bag);
    const isWrong = this.#isWrong(bag);
    const fault = isWrong ? words.say("bags.no_chips") : this.#refused.get(seat);
    /** @param {"chips"|"reason"} key */
    const input = (key) => (/** @type {Event} */ event) => {
      this.#typed.set(seat, { ...typed, [key]: /** @type {HTMLInputElement} */ (event.target).value });
      if (key === "chips") this.#refused.delete(seat);
      this.#changed();
    };
    const reason = typed.reason.trim();
    const stacks = found === chips ? {} : { stacks: [{ seat, chips: found }], ...(reason ? { reason } : {}) };
    // A number that can't be read opens nothing: the stack on the slip would be taken for the one that was counted.
    return html`<input class="num" inputmode="numeric" maxlength="20" aria-label=${words.say("bags.found", { number: id })} aria-invalid=${isWrong}
        aria-describedby=${fault ? `bag-fault-${id}` : nothing} placeholder=${number(chips, words.language)} .value=${typed.chips} @input=${input("chips")}>
      ${isWrong ? html`<p class="error" id=${`bag-fault-${id}`}>${fault}</p>` : nothing}
      ${may.absent && !isWrong ? button("not_here", { seats: [seat], absent: [seat], ...stacks }) : nothing}
      ${isWrong ? nothing : button("open", { seats: [seat], ...stacks })}
      ${fault && !isWrong ? html`<p class="error is-whole" id=${`bag-fault-${id}`} role="alert">${fault}</p>` : nothing}
      ${found === chips || !may.accepts ? nothing : html`<input class="bag-reason" maxlength="200" placeholder=${words.say("bags.reason")} aria-label=${words.say("bags.reason")} .value=${typed.reason} @input=${input("reason")}>`}`;
  }

  /** Whether what is typed for a bag is no number of chips. @param {BagRow} bag */
  #isWrong({ seat }) {
    const text = this.#typed.get(seat)?.chips.trim() ?? "";
    return text !== "" && typedChips(text) === null;
  }

  /** The chips typed for a bag, or those on its slip. @param {BagRow} bag */
  #chips({ seat, chips }) {
    return typedChips(this.#typed.get(seat)?.chips ?? "") ?? chips;
  }
}
