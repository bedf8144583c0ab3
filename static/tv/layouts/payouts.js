/** All payouts as a list in two columns. */

import { ladderRows, priced, toTheMoney, whyNone } from "../../shared/ui/prizes_view.js";

/** @import { ViewOf } from "./paged.js" */

/** Width of a digit relative to its type size. */
export const FIGURE = 0.46;
/** Minimum space for the name of an item. */
const THING = 5;

/** @type {ViewOf} */
export function payoutsView({ prizes }, words) {
  if (!prizes || prizes.state === "none" || whyNone(prizes, words)) return { foot: "", parts: [] };
  const all = ladderRows(prizes, words);
  const rows = all.map(({ key, places, things, cash }) => ({ key, cells: [things ? `${places} · ${things}` : places, cash] }));
  const wide = Math.max(...all.map(({ places, things, cash }) => (places.length + cash.length) * FIGURE + (things ? THING : 0))) + 1.2;
  const note = prizes.state === "open" ? words.say("prize.may_change") : "";
  const still = note || toTheMoney(prizes, words);
  return {
    note,
    foot: [words.say("prize.pool_of", { amount: priced(prizes.pool, prizes, words) }), still].filter(Boolean).join(" · "),
    parts: [{
      kind: "prize", key: "prizes", title: words.say("prize.prizes"), head: [], rows,
      want: { wide, few: 8, smallest: 0.06, columns: 2, always: true },
    }],
  };
}
