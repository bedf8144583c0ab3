/** The chip leaders by the latest count of all stacks: rank, name, table, seat and chips. */

import { number, shortTimestamp } from "../../shared/ui/format.js";
import { placeOf } from "./results.js";

/** @import { ViewOf } from "./paged.js" */

const WANT = { wide: 17, few: 3, smallest: 0.06 };

/** @type {ViewOf} */
export function chipLeadersView({ chipLeaders }, words, now, { day_over: day }) {
  if (!chipLeaders?.rows.length || chipLeaders.at === null) return { foot: "", parts: [] };
  /** @param {number} value */
  const say = (value) => number(value, words.language);
  const rows = chipLeaders.rows.map((one) => ({
    key: `${one.name} ${one.table} ${one.seat}`, cells: [`${placeOf({ best: one.rank, worst: one.worst })}. ${one.name}`, say(one.table), say(one.seat), say(one.chips)],
  }));
  const counted = words.say("tv.counted_at", { time: shortTimestamp(chipLeaders.at, now, words.language) });
  const average = chipLeaders.average === null ? "" : words.say("tv.average_stack", { chips: say(chipLeaders.average) });
  const { shortest } = chipLeaders;
  const shared = shortest && shortest.worst > shortest.rank ? shortest.worst - shortest.rank + 1 : 0;
  const short = shortest === null ? "" : words.say(shared ? "tv.shortest_stacks" : "tv.shortest_stack", { chips: say(shortest.chips), table: say(shortest.table), count: say(shared) });
  const head = [words.say("tv.table"), words.say("tv.seat"), words.say("tv.stack")];
  // After a flight these are its last stacks: its players play on with other ones, or will.
  const title = day?.next ? words.say("tv.chip_leaders_at_end", { name: day.name }) : words.say("tv.chip_leaders");
  return { foot: [counted, average, short].filter(Boolean).join(" · "), parts: [{ kind: "chips", key: "leaders", title, head, want: WANT, rows }] };
}
