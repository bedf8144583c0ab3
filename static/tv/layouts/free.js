/** Tables in play with free seats. */

import { number } from "../../shared/ui/format.js";

/** @import { ViewOf } from "./paged.js" */

const WANT = { wide: 8, few: 4, smallest: 0.06 };

/** @type {ViewOf} */
export function freeView({ free }, words, _now, board) {
  if (!free?.tables.length) return { foot: "", parts: [] };
  /** @param {number} value */
  const say = (value) => number(value, words.language);
  const some = free.seats === 1 ? "tv.one_free" : free.total === 1 ? "tv.free_at_one" : "tv.free_count";
  const rows = free.tables.map(([table, seats, players]) => ({
    key: table, cells: [`${words.say("tv.table")} ${table}`, say(seats), say(players)],
  }));
  const head = [words.say("tv.free"), words.say(board.field.teams ? "clock.teams" : "tv.players")];
  return {
    foot: words.say(some, { seats: say(free.seats), tables: say(free.total) }),
    parts: [{ kind: "free", key: "free", title: words.say("tv.free_seats"), head, want: WANT, rows }],
  };
}
