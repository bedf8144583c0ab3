/** Results, best first, with prizes. */

import { number } from "../../shared/ui/format.js";
import { forMoney, worthOf } from "../../shared/ui/prizes_view.js";
import { PagedList } from "./paged.js";
import { FIGURE } from "./payouts.js";

/** Minimum space of a name and of an amount, relative to the type size. */
const NAME = 9;
const AMOUNT = 3.6;

/** "14", "14–15" for shared places. */
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
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{results?: object, prizes?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { results, prizes }) {
    const say = (value) => number(value, words.language);
    const placed = results?.rows ?? [];
    const open = placed.some(({ state }) => state === "open");
    const title = words.say("prize.results");
    const whole = placed.length >= (results?.placed ?? 0);
    const counts = { count: say(results?.placed ?? 0), field: say(results?.field ?? 0), shown: say(placed.length) };
    const some = placed.length ? words.say(whole ? "prize.placed" : "prize.best_placed", counts) : "";
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
  const paid = forMoney(prizes) && placed.some((one) => one.prize || one.deal || one.worth || one.undecided);
  const won = placed.map((one) => {
    if (paid && one.undecided) return words.say("prize.undecided");
    const cash = one.prize + one.deal;
    return paid && (cash || one.worth) ? worthOf({ cash, worth: one.worth, things: one.things }, prizes, words) : "";
  });
  const rows = placed.map((one, i) => {
    const name = one.things.length ? `${one.name} · ${one.things.join(", ")}` : one.name;
    return { key: one.entry, cells: [name, placeOf(one), ...(paid ? [won[i]] : [])] };
  });
  const sum = Math.max(AMOUNT, ...won.map((text) => text.length * FIGURE)) + 0.2;
  const head = [words.say("prize.place"), ...(paid ? [prizes.currency] : [])];
  const lead = leadOf(placed.map(placeOf));
  const want = { wide: NAME + lead + (paid ? sum + 0.4 : 0), few: 4, smallest: 0.05 };
  return { kind: paid ? "placed" : "place", key: "results", title, head, lead, sum, want, rows };
}
