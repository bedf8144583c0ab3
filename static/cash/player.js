/** A player at a cash table: what is known, and what can be done. */

import { html, nothing } from "lit-html";
import { field, openForm, ruleOf } from "../floor/dialog.js";
import { missedText } from "./tables.js";

/** @import { CashFloorTable, CashSeatRow } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */

/** Show a player's seat. @param {CashRoom} room  @param {number} number  @param {number} seat */
export function aboutPlayer(room, number, seat) {
  const table = room.table(number);
  const there = table?.players.find((one) => one.seat === seat);
  if (!table || !there) return;
  openForm(room, {
    title: room.say("name_at", { name: there.name, table: number, seat }),
    body: (form) => {
      /** @param {string} act  @param {string} label  @param {() => void} run */
      const button = (act, label, run) => html`<button class="btn btn-block" type="button" data-act=${act} @click=${() => {
        form.close();
        run();
      }}>${label}</button>`;
      return html`${facts(room, table, there)}<div class="cash-choices">
        ${button("leave", room.say("leaves"), () => leaveTable(room, table, there))}
      </div>`;
    },
  });
}

/** @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
function facts(room, table, there) {
  const missed = missedText(room, there);
  return html`<dl class="cash-facts"><div><dt>${room.say("at_table")}</dt><dd class="figures">${room.hours(there.since)}</dd></div>
    <div><dt>${room.say("stake")}</dt><dd>${there.stake === null ? "–" : room.price(there.stake, table.currency)}</dd></div>
    ${there.state === "playing" ? nothing : html`<div><dt>${room.say("state")}</dt><dd>${room.say(`state_${there.state}`)}</dd></div>`}
    ${missed ? html`<div><dt>${room.say("blinds")}</dt><dd>${missed}</dd></div>` : nothing}</dl>`;
}

/** End a player's play with the counted stake. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function leaveTable(room, table, there) {
  const label = room.say("leaves");
  const rule = ruleOf("rule-table-stakes");
  openForm(room, {
    title: room.say("leaves_name", { name: there.name }), label: () => label,
    body: (form) => html`${field(form, "stake", room.say("stake_of", { currency: table.currency }), { mode: "decimal", most: 16, hint: room.say("stake_hint") })}<details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`,
    submit: (form) => {
      const stake = room.amount(form.value("stake"), table.currency);
      return stake === null ? { field: "stake", text: room.say("no_amount") } : room.ask("cash_seat.leave", { table: table.number, seat: there.seat, stake }, label);
    },
  });
}
