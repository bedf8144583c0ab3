/** A player at a cash table: what is known, and what can be done. */

import { html, nothing } from "lit-html";
import { openForm } from "../floor/dialog.js";
import { absenceActs, actButtons } from "./absence.js";
import { countStake, leaveTable, topUp } from "./money.js";
import { askForTable, changeSeat, changeTable } from "./moves.js";
import { givePenalty, penaltyOf, penaltyText } from "./penalties.js";
import { missedText, warnedText } from "./tables.js";

/** @import { CashFloorTable, CashSeatRow } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */

/** Show a player's seat. @param {CashRoom} room  @param {number} number  @param {number} seat */
export function aboutPlayer(room, number, seat) {
  const table = room.table(number);
  const there = table?.players.find((one) => one.seat === seat);
  if (!table || !there) return;
  const others = room.tablesOf(table.game).length > 1;
  const { say } = room;
  openForm(room, {
    title: say("name_at", { name: there.name, table: number, seat }),
    body: (form) => html`${facts(room, table, there)}${actButtons(form, [
      ...absenceActs(room, table, there),
      { act: "top-up", label: say("add_chips"), run: () => topUp(room, table, there) },
      { act: "count", label: say("count_stake"), run: () => countStake(room, table, there) },
      ...(room.emptySeats(table).length ? [{ act: "change-seat", label: say("change_seat"), run: () => changeSeat(room, table, there) }] : []),
      ...(others ? [
        { act: "change-table", label: say("change_table"), run: () => changeTable(room, table, there) },
        { act: "ask-table", label: say("ask_for_table"), run: () => askForTable(room, table, there) },
      ] : []),
      { act: "penalty", label: say("give_penalty"), run: () => givePenalty(room, there) },
      { act: "leave", label: say("leaves"), run: () => leaveTable(room, table, there) },
    ])}`,
  });
}

/** @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
function facts(room, table, there) {
  const missed = missedText(room, there);
  const penalty = penaltyOf(room, there.player);
  const warned = warnedText(room, table.number, there.seat);
  return html`<dl class="cash-facts"><div><dt>${room.say("at_table")}</dt><dd class="figures">${room.hours(there.since)}</dd></div>
    <div><dt>${room.say("stake_counted")}</dt><dd>${there.stake === null ? "–" : room.price(there.stake, table.currency)}</dd></div>
    ${there.state === "playing" ? nothing : html`<div><dt>${room.say("state")}</dt><dd>${room.say(`state_${there.state}`)}</dd></div>`}
    ${penalty ? html`<div><dt>${room.say("penalty")}</dt><dd>${penaltyText(room, penalty)} ${penalty.rule ? html`<cite class="cite">${penalty.rule}</cite>` : nothing}</dd></div>` : nothing}
    ${warned ? html`<div><dt>${room.say("penalty_warning")}</dt><dd>${warned}</dd></div>` : nothing}
    ${missed ? html`<div><dt>${room.say("blinds")}</dt><dd>${missed}</dd></div>` : nothing}</dl>`;
}
