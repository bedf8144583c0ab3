/** Chips that leave a table, compared with what its players have on record before the press; a difference is explained. */

import { html, nothing } from "lit-html";
import { field, openForm } from "../floor/dialog.js";
import { dealersChoice, dealersTo } from "./dealers.js";

/** @import { CashFloorTable } from "../../docs/reference/boards" */
/** @import { Answer } from "../shared/feed/commands.js" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** Refusals that ask for an explanation. */
const ASKING = new Set(["difference", "more_than_on_table"]);

export class Difference {
  #room;
  #table;
  #less;
  /** Whether the server asked for an explanation: logins without the table's money don't see the difference before. */
  #asked = false;

  /** @param {CashRoom} room  @param {CashFloorTable} table  @param {{less?: boolean}} [options] `less`: whether missing chips are a difference */
  constructor(room, table, { less = false } = {}) {
    this.#room = room;
    this.#table = table;
    this.#less = less;
  }

  /** The difference with the field for its explanation; nothing where chips add up. @param {Form} form  @param {number|null} taken chips; null while not typed */
  view(form, taken) {
    const room = this.#room;
    const has = room.money(this.#table.number)?.on_table;
    const more = has === undefined || taken === null ? 0 : taken - has;
    const differs = more > 0 || (more < 0 && this.#less);
    const price = (/** @type {number} */ amount) => room.price(amount, this.#table.currency);
    const text = more > 0 ? room.say("more_than_on_table", { amount: price(more), has: price(has ?? 0) })
      : room.say("less_than_on_table", { amount: price(-more), has: price(has ?? 0) });
    return html`<div role="status">${differs ? html`<p class="notice is-warn" data-part="difference">${text}</p>` : nothing}</div>
      ${differs || this.#asked ? field(form, "explanation", room.say("explanation")) : nothing}`;
  }

  /** The explanation as an argument. @param {Form} form */
  given(form) {
    const explanation = form.value("explanation");
    return explanation ? { explanation } : {};
  }

  /** Ask for an explanation if the server wants one. @param {Answer|null} answer */
  heard(answer) {
    if (answer && !answer.ok && ASKING.has(answer.code)) this.#asked = true;
    return answer;
  }
}

/** Close an empty table; if its chips don't add up, with an explanation. @param {CashRoom} room  @param {CashFloorTable} table */
export function closeTable(room, table) {
  const label = room.say("close_table");
  const money = room.money(table.number);
  if (money?.on_table === 0 && !table.dealers.length) return void room.send("cash_table.close", { number: table.number }, label);
  const difference = new Difference(room, table, { less: true });
  openForm(room, {
    title: room.say("close_table_number", { table: table.number }), label: () => label,
    body: (form) => html`${dealersChoice(room, table)}${difference.view(form, 0)}`,
    submit: async (form) => difference.heard(await room.ask("cash_table.close", { number: table.number, ...dealersTo(form), ...difference.given(form) }, label)),
  });
}
