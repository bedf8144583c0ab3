/** The stacks of the dealer's table, one row each: the count of all stacks and the bags look and work the same. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { nameOf } from "./ring.js";

/** @import { Tablet } from "./tablet.js" */

/** @typedef {{seat: number, reported: number|null}} Stack */

/** The head of a panel, with the way back to the seats. @param {Tablet} tablet  @param {string} title  @param {() => void} away */
export function panelHead(tablet, title, away) {
  return html`<div class="dealer-bags-head"><h2>${title}</h2>
    <button class="btn btn-quiet" type="button" data-act="to-the-seats" @click=${away}>${tablet.words.say("bags.to_the_seats")}</button></div>`;
}

/**
 * A row for each stack: seat, player, and what stands at its end.
 * @template {{seat: number, state?: string}} S
 * @param {Tablet} tablet  @param {S[]} stacks  @param {(stack: S) => unknown} last
 */
export function stackRows(tablet, stacks, last) {
  const { table, words } = tablet;
  /** @param {number} seat */
  const name = (seat) => {
    const chair = table?.chairs.find((one) => one.seat === seat);
    return html`<span class="figures dealer-bag-seat">${seat}</span><strong class="dealer-bag-name">${chair ? nameOf(chair, words) : ""}</strong>`;
  };
  return html`<ul class="dealer-bag-rows">${repeat(stacks, ({ seat }) => seat, (stack) => html`<li class=${stack.state ? `is-${stack.state}` : ""}>${name(stack.seat)}${last(stack)}</li>`)}</ul>`;
}

/** What was typed for a seat, or what its player has entered on their phone. @param {Map<number, string>} typed  @param {Stack} stack */
export const stackText = (typed, { seat, reported }) => typed.get(seat) ?? (reported === null ? "" : String(reported));

/**
 * The field of a stack.
 * @param {Tablet} tablet  @param {Map<number, string>} typed by seat; what is typed is kept there
 * @param {Stack} stack  @param {{hint?: string, wrong?: boolean}} [look]
 */
export function stackField(tablet, typed, stack, { hint = "", wrong = false } = {}) {
  const { seat, reported } = stack;
  const input = (/** @type {Event} */ { target }) => {
    typed.set(seat, /** @type {HTMLInputElement} */ (target).value);
    tablet.update();
  };
  return html`<input class="num" inputmode="numeric" maxlength="20" data-act="stack-${seat}" aria-label=${tablet.words.say("bags.chips_of", { seat })} aria-invalid=${wrong} placeholder=${hint}
    .value=${stackText(typed, stack)} @input=${input}>${reported !== null && !typed.has(seat) ? html`<small>${tablet.words.say("stacks.by_player")}</small>` : nothing}`;
}

/** The text of the button that saves the stacks, with their sum. @param {Tablet} tablet  @param {string} sum in words; "" for none */
export const saveLabel = ({ words }, sum) => sum ? words.say("stacks.save_sum", { chips: sum }) : words.say("stacks.save");
