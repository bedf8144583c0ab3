/** Where the dealer of a table goes, with the login or tablet: when the table ends, or when the floor says so. */

import { html, nothing } from "lit-html";
import { choice, openForm } from "../floor/dialog.js";

/** @import { CashFloorTable } from "../../docs/reference/boards" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { Act } from "./absence.js" */
/** @import { CashRoom } from "./room.js" */

/** The other open tables, those without a dealer first. @param {CashRoom} room  @param {CashFloorTable} table */
function otherTables(room, table) {
  const others = (room.tables ?? []).filter(({ number }) => number !== table.number);
  return others.sort((a, b) => Number(hasOther(a, table)) - Number(hasOther(b, table)) || Number(b.game === table.game) - Number(a.game === table.game) || a.number - b.number);
}

/** Whether a table has a dealer other than those of the table that they leave. @param {CashFloorTable} one  @param {CashFloorTable} table */
const hasOther = (one, table) => one.dealers.some((name) => !table.dealers.includes(name));

/** What a table is like for a dealer who may go there. @param {CashRoom} room  @param {CashFloorTable} one  @param {CashFloorTable} table */
const stateOf = (room, one, table) => (hasOther(one, table) ? room.say("has_dealer") : one.dealers.length ? room.say("deals_there", { names: one.dealers.join(", ") }) : one.name);

/** The table in need of a dealer, to which the dealer goes unless the floor chooses another one. @param {CashRoom} room  @param {CashFloorTable} table */
const proposed = (room, table) => otherTables(room, table).find((one) => !hasOther(one, table) && (one.players.length || one.game === table.game));

/** Where the dealer of a table that ends goes; nothing if it has none. @param {CashRoom} room  @param {CashFloorTable} table */
export function dealersChoice(room, table) {
  if (!table.dealers.length) return nothing;
  const options = [
    ...otherTables(room, table).map((one) => ({ value: String(one.number), label: room.say("table_number", { table: one.number }), note: stateOf(room, one, table) })),
    { value: "", label: room.say("dealers_nowhere"), note: room.say("dealers_nowhere_how") },
  ];
  return choice("dealers_to", room.say("dealers_to", { names: table.dealers.join(", ") }), options, String(proposed(room, table)?.number ?? ""), { wide: true });
}

/** The chosen table as an argument. @param {Form} form */
export function dealersTo(form) {
  const to = Number(form.value("dealers_to"));
  return to ? { dealers_to: to } : {};
}

/** Send the dealer of a table to another one. @param {CashRoom} room  @param {CashFloorTable} table  @returns {Act[]} */
export function dealerActs(room, table) {
  if (!table.dealers.length || !room.may("manage_tables")) return [];
  const label = room.say("send_dealer");
  const to = proposed(room, table);
  /** @param {number|null} number  @param {string} text */
  const send = (number, text) => room.send("cash_table.send_dealer", { table: table.number, dealers_to: number }, text);
  return [{ act: "send-dealer", label, note: table.dealers.join(", "), run: () => {
    const form = openForm(room, {
      title: room.say("send_dealer_of", { table: table.number }),
      body: () => html`<div class="cash-numbers" data-wide="true">${otherTables(room, table).map((one) => html`<button class="btn ${one === to ? "btn-primary" : ""}" type="button" data-table=${one.number} @click=${() => {
        form.close();
        send(one.number, label);
      }}><strong class="figures">${one.number}</strong><small>${stateOf(room, one, table)}</small></button>`)}</div>
        <div class="cash-choices"><button class="btn btn-block" type="button" data-act="no-table" @click=${() => {
          form.close();
          send(null, label);
        }}><span>${room.say("dealers_nowhere")}<small>${room.say("dealers_nowhere_how")}</small></span></button></div>`,
    });
  } }];
}
