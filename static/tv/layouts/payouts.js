/** All payouts as a list, in pages if it is long. */

import { ladderRows, priced, toTheMoney, whyNone } from "../../shared/ui/prizes_view.js";
import { PagedList } from "./paged.js";

/** Width of a digit relative to its type size. */
export const FIGURE = 0.7;
/** Minimum space for the name of an item. */
const THING = 6.5;

/** The ladder as a part of a list. @param {string} title */
export function ladderPart(prizes, words, title) {
  const all = ladderRows(prizes, words);
  const rows = all.map(({ key, places, things, cash }) => ({ key, cells: [things ? `${places} · ${things}` : places, cash] }));
  const wide = Math.max(...all.map(({ places, things, cash }) => (places.length + cash.length) * FIGURE + (things ? THING : 0)));
  return { kind: "prize", key: "prizes", title, head: [prizes.currency], want: { wide: wide + 1.2, few: 8, smallest: 0.05 }, rows };
}

export class PayoutsLayout {
  #list = new PagedList("payouts");

  get element() {
    return this.#list.element;
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{prizes?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { prizes }) {
    const none = whyNone(prizes, words);
    const still = prizes?.state === "open" ? words.say("prize.may_change") : toTheMoney(prizes, words);
    const pool = none ? "" : words.say("prize.pool_of", { amount: priced(prizes.pool, prizes, words) });
    return this.#list.draw({
      event: board.name,
      title: words.say("prize.prizes"),
      empty: none,
      foot: [pool, none ? "" : still].filter(Boolean).join(" · "),
      parts: none ? [] : [ladderPart(prizes, words, words.say("prize.prizes"))],
    }, words, now);
  }

  resize() {
    this.#list.resize();
  }
}
