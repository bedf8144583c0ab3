/** The clock with the payouts beside it: pool, distance to the money, next step. */

import { el, flag } from "../../shared/ui/dom.js";
import { counted, nextJump, priced, toTheMoney, whyNone } from "../../shared/ui/prizes_view.js";
import { ClockLayout } from "./clock.js";
import { sooner } from "./entry.js";
import { PagedList } from "./paged.js";
import { ladderPart } from "./payouts.js";

export class PrizesLayout {
  #clock = new ClockLayout();
  #list = new PagedList("ladder");

  constructor() {
    this.element = el("section.with-prizes", { "data-layout": "prizes" },
      el("div.half.half-clock", {}, this.#clock.element), el("div.half.half-prizes", {}, this.#list.element));
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{prizes?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { prizes, ...more }) {
    const flip = this.#clock.draw(board, words, now, more);
    const none = whyNone(prizes, words);
    const part = none ? null : ladderPart(prizes, words, priced(prizes.pool, prizes, words));
    flag(this.#list.element.querySelector(".list-head"), "pool", none ? null : words.say("prize.pool"));
    const turn = this.#list.draw({
      event: none ? "" : toTheMoney(prizes, words) || counted("paid", prizes.paid, words),
      title: words.say("prize.prizes"),
      empty: none,
      foot: none ? "" : nextJump(prizes, words),
      parts: part ? [part] : [],
    }, words, now);
    return sooner(flip, turn);
  }

  resize() {
    this.#clock.resize();
    this.#list.resize();
  }
}
