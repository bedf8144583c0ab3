/** Results, best first, with prizes. */

import { number } from "../../shared/ui/format.js";
import { forMoney, worthOf } from "../../shared/ui/prizes_view.js";
import { FIGURE } from "./payouts.js";

/** @import { ResultRow } from "../../../docs/reference/boards" */
/** @import { AnyPrizes } from "../../shared/ui/prizes_view.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Part, ViewOf } from "./paged.js" */

/** Minimum space of a name and of an amount, relative to the type size. */
const NAME = 7.5;
const AMOUNT = 2.8;

/** "14", "14–15" for shared places. @param {Pick<ResultRow, "best"|"worst">} row */
export function placeOf({ best, worst }) {
  return best === worst ? String(best) : `${best}–${worst}`;
}

/** Width of a column that holds these places. @param {string[]} places */
export function leadOf(places) {
  return Math.max(1.6, ...places.map((text) => text.length * FIGURE + 0.1));
}

/** @type {ViewOf} */
export function resultsView({ results, prizes }, words) {
  if (!results?.rows.length) return { foot: "", parts: [] };
  const { before } = results;
  // The numbers of this day, as on the clock; those of the whole tournament are shown separately.
  const placed = results.placed - before, field = results.field - before;
  const { rows } = results;
  /** @param {number} value */
  const say = (value) => number(value, words.language);
  const open = rows.some(({ state }) => state === "open");
  const counts = { count: say(placed), field: say(field), shown: say(rows.length) };
  const whole = before ? [words.say("prize.whole_placed", { count: say(results.placed), field: say(results.field) })] : [];
  const finished = words.say(rows.length >= placed ? "prize.placed" : "prize.best_placed", counts);
  return {
    foot: open ? words.say("prize.places_may_change") : [finished, ...whole].join(" · "),
    parts: [partOf(rows, prizes, words)],
  };
}

/** @param {ResultRow[]} placed  @param {AnyPrizes} prizes  @param {Words} words  @returns {Part} */
function partOf(placed, prizes, words) {
  const money = forMoney(prizes) && placed.some((one) => one.prize || one.deal || one.worth || one.undecided) ? prizes : null;
  const won = placed.map((one) => {
    if (!money) return "";
    if (one.undecided) return words.say("prize.undecided");
    const cash = one.prize + one.deal;
    return cash || one.worth ? worthOf({ cash, worth: one.worth, things: one.things }, money, words) : "";
  });
  const rows = placed.map((one, i) => {
    const name = [one.name, ...(one.number ? [words.say(one.number > 1 ? "prize.again_number" : "prize.first_entry", { number: one.number - 1 })] : []), one.things.join(", ")].filter(Boolean).join(" · ");
    return { key: one.entry, cells: [name, placeOf(one), ...(money ? [won[i] ?? ""] : [])] };
  });
  const sum = Math.max(AMOUNT, ...won.map((text) => text.length * FIGURE)) + 0.2;
  const head = [words.say("prize.place"), ...(money ? [""] : [])];
  const lead = leadOf(placed.map(placeOf));
  const want = { wide: NAME + lead + (money ? sum + 0.4 : 0), few: 2, smallest: 0.06 };
  return { kind: money ? "placed" : "place", key: "results", title: words.say("prize.results"), head, lead, sum, want, rows };
}
