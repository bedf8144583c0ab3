/** The latest eliminations, newest first; near the end, the remaining players with seats and chips. */

import { number, shortTimestamp } from "../../shared/ui/format.js";
import { leadOf, placeOf } from "./results.js";

/** @import { EliminationsBoard, ResultsBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Part, ViewOf } from "./paged.js" */

const WANT = { wide: 12, few: 2, smallest: 0.06 };
const WITH_PLACE = { wide: 14, few: 2, smallest: 0.06 };
const WITH_CHIPS = { wide: 15.5, few: 2, smallest: 0.06 };

/** Width of the column of times without days, and of a letter, in em. The column has one width in all rows. */
const TIME = 1.8;
const OF_LETTER = 0.5;

/** @type {ViewOf} */
export function eliminationsView({ eliminations, results }, words, now) {
  if (!eliminations) return { foot: "", parts: [] };
  const { left, last, busts, teams } = eliminations;
  return {
    foot: left > 1 ? words.say(`tv.${teams ? "teams_" : ""}left`, { count: number(left, words.language) }) : "",
    // One player alone has won, or waits for others to register: there is no final table.
    parts: [...(last.length > 1 ? lastPlayers(last, words) : []), ...lastOut(busts, placesIn(results), words, now)],
  };
}

/** Return the places of recently eliminated players, by entry. @param {ResultsBoard|undefined} results */
function placesIn(results) {
  return new Map((results?.rows ?? []).map((one) => [one.entry, placeOf(one)]));
}

/** @param {EliminationsBoard["busts"]} busts  @param {Map<number, string>} places  @param {Words} words  @param {number} now  @returns {Part[]} */
function lastOut(busts, places, words, now) {
  if (!busts.length) return [];
  const placed = busts.some(([, , , entry]) => places.has(entry));
  /** @param {EliminationsBoard["busts"][number]} bust */
  const place = ([, , , entry]) => Number.parseInt(places.get(entry) ?? "", 10);
  // Of players who busted in the same hand, the better place comes first.
  const sorted = busts.every((one) => !Number.isNaN(place(one))) ? busts.toSorted((a, b) => place(a) - place(b)) : busts;
  const rows = sorted.map(([name, table, at, entry]) => ({
    key: entry,
    cells: [name, ...(placed ? [places.get(entry) ?? ""] : []), table === null ? "–" : String(table), at === null ? "" : shortTimestamp(at, now, words.language)],
  }));
  const longest = Math.max(...rows.map(({ cells }) => cells.at(-1)?.length ?? 0));
  const sum = longest > "23:59".length ? longest * OF_LETTER : TIME;
  const want = placed ? WITH_PLACE : WANT;
  const head = [...(placed ? [words.say("prize.place")] : []), words.say("tv.table"), words.say("tv.out_at")];
  const lead = leadOf([...places.values()]);
  return [{ kind: placed ? "outed" : "out", key: "out", title: words.say("tv.last_out"), head, lead, sum, want: { ...want, wide: want.wide + sum - TIME }, rows }];
}

/** @param {EliminationsBoard["last"]} last  @param {Words} words  @returns {Part[]} */
function lastPlayers(last, words) {
  const [first] = last;
  if (!first) return [];
  const chips = last.some(([, , , stack]) => stack !== null);
  const oneTable = last.every(([, table]) => table !== null && table === first[1]);
  /** @param {number|null} value */
  const say = (value) => (value === null ? "–" : number(value, words.language));
  const rows = last.map(([name, table, seat, stack]) => ({
    key: `${name} ${table} ${seat}`, cells: [name, say(table), say(seat), ...(chips ? [say(stack)] : [])],
  }));
  const head = [words.say("tv.table"), words.say("tv.seat"), ...(chips ? [words.say("tv.stack")] : [])];
  const title = words.say(oneTable ? "tv.final_table" : "tv.last_players");
  return [{ kind: chips ? "chips" : "to", key: "last", title, head, want: chips ? WITH_CHIPS : WANT, rows }];
}
