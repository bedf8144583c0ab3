/** The ranking of the season in which the event counts: place, name and points. */

import { number } from "../../shared/ui/format.js";
import { placeOf } from "./results.js";

/** @import { ViewOf } from "./paged.js" */

const WANT = { wide: 11, few: 3, smallest: 0.06 };

/** @type {ViewOf} */
export function seasonRankingView({ seasonRanking }, words) {
  if (!seasonRanking?.rows.length) return { foot: "", parts: [] };
  const rows = seasonRanking.rows.map((one) => ({
    key: one.name, cells: [`${placeOf(one)}. ${one.name}`, number(one.points, words.language)],
  }));
  // The ranking covers many tournaments, not only the display's event.
  return { foot: "", name: "", parts: [{ kind: "leader", key: "season", title: seasonRanking.season, head: [words.say("prize.points_won")], want: WANT, rows }] };
}
