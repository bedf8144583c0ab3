/** Tables in play with free seats. */

import { number } from "../../shared/ui/format.js";
import { PagedList } from "./paged.js";

const WANT = { wide: 10.5, few: 4, smallest: 0.05 };

export class FreeLayout {
  #list = new PagedList("free");

  get element() {
    return this.#list.element;
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{free?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { free }) {
    const say = (value) => number(value, words.language);
    const rows = (free?.tables ?? []).map(([table, seats, players]) => ({
      key: table, cells: [`${words.say("tv.table")} ${table}`, say(seats), say(players)],
    }));
    const title = words.say("tv.free_seats");
    const some = free?.chairs === 1 ? "tv.one_free" : free?.total === 1 ? "tv.free_at_one" : "tv.free_count";
    return this.#list.draw({
      event: board.name,
      title,
      empty: words.say(free ? "tv.no_free_seats" : "tv.loading"),
      foot: rows.length ? words.say(some, { seats: say(free.chairs), tables: say(free.total) }) : "",
      parts: rows.length ? [{ kind: "free", key: "free", title, head: [words.say("tv.free"), words.say("tv.players")], want: WANT, rows }] : [],
    }, words, now);
  }

  resize() {
    this.#list.resize();
  }
}
