/** New seats of a broken table's players: name, table and seat, until all moves are confirmed. */

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { el } from "./dom.js";

/** @import { Words } from "./words.js" */

/** @typedef {{move: number, entry: number, name: string, table: number, seat: number}} SentRow */
/** @typedef {{sent: SentRow[], chairs: {kind: string}[]}} SendingTable */

/** Kinds of seats of players, present or expected. */
const PEOPLE = new Set(["player", "unclaimed", "ghost"]);

/** Whether a table is broken and its players are on the move. @param {SendingTable|null|undefined} table */
export function sendsAway(table) {
  return Boolean(table?.sent?.length) && !table?.chairs.some(({ kind }) => PEOPLE.has(kind));
}

/**
 * Render the list; nothing unless the table is broken.
 * @param {SendingTable|null|undefined} table  @param {Words} words with the sentences "sent.…"
 * @param {((row: SentRow, label: string) => void)|null} tick confirms a move; null if that is done at the new table
 */
export function sentList(table, words, tick = null) {
  if (!table || !sendsAway(table)) return nothing;
  /** @param {SentRow} row */
  const button = (row) => {
    const label = words.say("sent.arrived", { name: row.name });
    return html`<button class="btn btn-icon" type="button" aria-label=${label} @click=${() => tick?.(row, label)}>✓</button>`;
  };
  return html`<section class="sent-list" aria-label=${words.say("sent.title")}>
    <h2>${words.say("sent.title")}</h2><p class="sent-how">${words.say("sent.how")}</p>
    <ol class="sent-rows">${repeat(table.sent, ({ move }) => move, (row) => html`<li><span class="sent-name">${row.name}</span>
      <strong class="figures">${words.say("sent.seat", { table: row.table, seat: row.seat })}</strong>${tick ? button(row) : nothing}</li>`)}</ol>
  </section>`;
}

/** The list in an element of its own, for pages that are not rendered from templates. */
export class SentList {
  #words;
  #tick;
  element = el("div", { hidden: "" });

  /** @param {Words} words  @param {((row: SentRow, label: string) => void)|null} tick see `sentList` */
  constructor(words, tick = null) {
    this.#words = words;
    this.#tick = tick;
  }

  /** @param {SendingTable|null|undefined} table  @returns {boolean} whether anything is shown */
  show(table) {
    render(sentList(table, this.#words, this.#tick), this.element);
    // An empty element would take a place in the tablet's grid.
    this.element.hidden = !sendsAway(table);
    return !this.element.hidden;
  }
}
