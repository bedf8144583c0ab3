/** New seats of a broken table's players: name, table and seat, until all moves are confirmed. */

import { el } from "./dom.js";

/** Kinds of seats of players, present or expected. */
const PEOPLE = new Set(["player", "unclaimed", "ghost"]);

/** Whether a table is broken and its players are on the move. @param {object|null} table from the server */
export function sendsAway(table) {
  return Boolean(table?.sent?.length) && !table.chairs.some(({ kind }) => PEOPLE.has(kind));
}

export class SentList {
  #words;
  #tick;
  #key = "";
  #list = el("ol.sent-rows");
  element;

  /**
   * @param {import("./words.js").Words} words with the sentences "sent.…"
   * @param {((row: object, label: string) => void)|null} tick confirms a move; null if that is done at the new
   *   table
   */
  constructor(words, tick = null) {
    this.#words = words;
    this.#tick = tick;
    this.element = el("section.sent-list", { hidden: "", "aria-label": words.say("sent.title") },
      el("h2", {}, words.say("sent.title")), el("p.sent-how", {}, words.say("sent.how")), this.#list);
  }

  /** @param {object|null} table from the server @returns {boolean} whether anything is shown */
  show(table) {
    const shown = sendsAway(table);
    this.element.hidden = !shown;
    const key = shown ? JSON.stringify(table.sent) : "";
    if (key !== this.#key) this.#list.replaceChildren(...(shown ? table.sent.map((row) => this.#row(row)) : []));
    this.#key = key;
    return shown;
  }

  #row(row) {
    const where = this.#words.say("sent.seat", { table: row.table, seat: row.seat });
    const parts = [el("span.sent-name", {}, row.name), el("strong.figures", {}, where)];
    if (this.#tick) {
      const label = this.#words.say("sent.arrived", { name: row.name });
      const button = el("button.btn.btn-icon", { type: "button", "aria-label": label }, "✓");
      button.addEventListener("click", () => this.#tick(row, label));
      parts.push(button);
    }
    return el("li", {}, ...parts);
  }
}
