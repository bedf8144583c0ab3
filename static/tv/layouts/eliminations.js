/** The latest eliminations, newest first; near the end, the remaining players with seats and chips. */

import { moment, number } from "../../shared/ui/format.js";
import { PagedList } from "./paged.js";
import { leadOf, placeOf } from "./results.js";

const WANT = { wide: 16, few: 4, smallest: 0.05 };
const WITH_PLACE = { wide: 18.5, few: 4, smallest: 0.05 };
const WITH_CHIPS = { wide: 21, few: 4, smallest: 0.046 };

export class EliminationsLayout {
  #list = new PagedList("eliminations");

  get element() {
    return this.#list.element;
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{eliminations?: object, results?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { eliminations, results }) {
    const left = eliminations?.left ?? 0;
    return this.#list.draw({
      event: board.name,
      title: words.say("tv.last_out"),
      empty: words.say(eliminations ? "tv.nobody_out" : "tv.loading"),
      foot: left ? words.say(left === 1 ? "tv.one_left" : "tv.left", { count: number(left, words.language) }) : "",
      parts: eliminations ? [lastPlayers(eliminations.last, words), lastOut(eliminations.busts, placesIn(results), words, now)].filter(Boolean) : [],
    }, words, now);
  }

  resize() {
    this.#list.resize();
  }
}

/** Return the places of recently eliminated players, by entry. */
function placesIn(results) {
  return new Map((results?.rows ?? []).map((one) => [one.entry, placeOf(one)]));
}

function lastOut(busts, places, words, now) {
  if (!busts.length) return null;
  const lead = leadOf([...places.values()]);
  const placed = busts.some(([, , , entry]) => places.has(entry));
  const rows = busts.map(([name, table, at, entry]) => ({
    key: entry,
    cells: [name, ...(placed ? [places.get(entry) ?? ""] : []), table === null ? "–" : String(table), moment(at, now, words.language)],
  }));
  const head = [...(placed ? [words.say("prize.place")] : []), words.say("tv.table"), words.say("tv.out_at")];
  return { kind: placed ? "outed" : "out", key: "out", title: words.say("tv.last_out"), head, lead, want: placed ? WITH_PLACE : WANT, rows };
}

function lastPlayers(last, words) {
  if (!last.length) return null;
  const chips = last.some(([, , , stack]) => stack !== null);
  const oneTable = last.every(([, table]) => table !== null && table === last[0][1]);
  const rows = last.map(([name, table, seat, stack]) => ({
    key: `${name} ${table} ${seat}`,
    cells: [name, table === null ? "–" : String(table), seat === null ? "–" : String(seat),
      ...(chips ? [stack === null ? "–" : number(stack, words.language)] : [])],
  }));
  const head = [words.say("tv.table"), words.say("tv.seat"), ...(chips ? [words.say("tv.stack")] : [])];
  const title = words.say(oneTable ? "tv.final_table" : "tv.last_players");
  return { kind: chips ? "chips" : "to", key: "last", title, head, want: chips ? WITH_CHIPS : WANT, rows };
}
