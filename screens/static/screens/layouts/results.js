/** Who finished where, the best first, with what they have won. */

import { number } from "../format.js";
import { amount, forMoney } from "../prizes_view.js";
import { PagedList } from "./paged.js";
import { FIGURE } from "./payouts.js";

/** A name has at least so much room, in the size of its type; an amount so much. */
const NAME = 9;
const AMOUNT = 6.6;

/** "14", "14–15" for those who share. */
export function placeOf({ best, worst }) {
  return best === worst ? String(best) : `${best}–${worst}`;
}

/** Width of a column that holds these places. */
export function leadOf(places) {
  return Math.max(2, ...places.map((text) => text.length * FIGURE + 0.1));
}

export class ResultsLayout {
  #list = new PagedList("results");

  get element() {
    return this.#list.element;
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../words.js").Words} words
   * @param {number} now server ms  @param {{results?: object, prizes?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { results, prizes }) {
    const say = (value) => number(value, words.language);
    const placed = results?.rows ?? [];
    const open = placed.some(({ state }) => state === "open");
    const title = words.say("prize.results");
    const some = placed.length ? words.say("prize.placed", { count: say(results.placed), field: say(results.field) }) : "";
    return this.#list.draw({
      event: board.name,
      title,
      empty: words.say(results ? "prize.nobody_placed" : "tv.loading"),
      foot: open ? words.say("prize.places_may_change") : some,
      parts: placed.length ? [partOf(placed, title, prizes, words)] : [],
    }, words, now);
  }

  resize() {
    this.#list.resize();
  }
}

function partOf(placed, title, prizes, words) {
  const paid = forMoney(prizes) && placed.some((one) => one.prize || one.deal);
  const rows = placed.map((one) => {
    const won = one.prize + one.deal;
    const name = one.things.length ? `${one.name} · ${one.things.join(", ")}` : one.name;
    return { key: one.entry, cells: [name, placeOf(one), ...(paid ? [won ? amount(won, prizes, words) : ""] : [])] };
  });
  const head = [words.say("prize.place"), ...(paid ? [prizes.currency] : [])];
  const lead = leadOf(placed.map(placeOf));
  const want = { wide: NAME + lead + (paid ? AMOUNT : 0), few: 4, smallest: 0.05 };
  return { kind: paid ? "placed" : "place", key: "results", title, head, lead, want, rows };
}
