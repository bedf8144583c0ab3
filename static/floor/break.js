/** Table breaks and redraws: the consequences are shown before the confirmation, from the current state. */

import { html, nothing } from "lit-html";
import { field, openForm } from "./dialog.js";

/** @import { MapBoard } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/** Return the number of seats missing at the other tables in play. Paused tables take no players. @param {MapBoard["tables"]} rows  @param {number} number */
export function seatsMissing(rows, number) {
  const players = rows.find(([one]) => one === number)?.[2] ?? 0;
  const others = rows.filter(([one, , here, , state]) => one !== number && here && state !== "paused");
  return Math.max(0, players - others.reduce((free, [, seats, here, ghosts]) => free + Math.max(0, seats - here - ghosts), 0));
}

/** Open a form that stays current. @param {Floor} page  @param {Parameters<typeof openForm>[1]} options */
function openLive(page, options) {
  const form = openForm(page, { danger: true, ...options });
  form.dialog.addEventListener("close", page.live.subscribe(form.update));
}

/** Return the singular or plural text. @param {Floor} page  @param {string} one  @param {string} some  @param {number} count */
const counted = (page, one, some, count) => page.say(count === 1 ? one : some, { count });

/** Break a table: all its players draw new seats elsewhere. @param {Floor} page  @param {number} number */
export function breakTable(page, number) {
  const label = page.say("break_now");
  openLive(page, {
    title: page.say("break_table", { number }), label: () => label,
    body: (form) => {
      const players = page.rows().find(([one]) => one === number)?.[2] ?? 0;
      const missing = seatsMissing(page.rows(), number);
      return html`<p>${players ? page.say("break_says", { count: players }) : page.say("break_no_players", { number })}</p>
        <div role="status">${missing ? html`<p class="notice is-warn">${counted(page, "seat_missing", "seats_missing", missing)}</p>` : nothing}</div>
        ${field(form, "reason", page.say("reason_why"))}`;
    },
    submit: (form) => page.presses.ask("table.break", { number, reason: form.value("reason") }, label),
  });
}

/** The current number of players. @param {Floor} page */
function sitting(page) {
  const rows = page.rows().filter(([, , players]) => players);
  const count = rows.reduce((sum, [, , players]) => sum + players, 0);
  return html`<p class="figures">${page.say("sitting_now", { players: page.say("some_players", { count }), tables: page.say("some_tables", { count: rows.length }) })}</p>`;
}

/** Redraw the remaining players for the final table. @param {Floor} page */
export function drawFinalTable(page) {
  const label = page.say("final_now");
  openLive(page, {
    title: page.say("final_table"), label: () => label, body: () => html`<p>${page.say("final_says")}</p>${sitting(page)}`,
    submit: () => page.presses.ask("field.redraw", { tables: 1 }, label),
  });
}

/** Redraw all seats at a given number of tables. @param {Floor} page */
export function drawAnew(page) {
  const label = page.say("redraw_now");
  openLive(page, {
    title: page.say("redraw"), label: () => label,
    body: (form) => html`<p>${page.say("redraw_says")}</p>${sitting(page)}${field(form, "tables", page.say("how_many_tables"), { mode: "numeric", most: 4 })}`,
    submit: (form) => {
      const tables = form.count("tables");
      return tables ? page.presses.ask("field.redraw", { tables }, label) : { field: "tables", text: page.say("no_number") };
    },
  });
}
