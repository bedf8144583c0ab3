/** One cash table: its game with house rules, who sits there since when, and what can be done with it. */

import { html, nothing } from "lit-html";
import { openForm } from "../floor/dialog.js";
import { actButtons } from "./absence.js";
import { dealerActs } from "./dealers.js";
import { closeTable } from "./difference.js";
import { moneyActs, moneyFacts } from "./money.js";
import { breakTable } from "./moves.js";
import { kindActs, mustMoveActs, mustMoveText, turnText } from "./must_move.js";
import { missedText, warnedText } from "./tables.js";
import { timeLine } from "./time.js";

/** @import { CashRoom } from "./room.js" */

/** Show a table. @param {CashRoom} room  @param {number} number */
export function aboutTable(room, number) {
  const table = room.table(number);
  if (!table) return;
  const rules = room.houseRules(room.game(table.game));
  const kind = mustMoveText(room, table);
  openForm(room, {
    title: room.say("table_number", { table: number }),
    body: (form) => html`<p><strong>${table.name}</strong> · ${room.buyIn(table)}</p>
      ${kind ? html`<p class="cash-must-note"><strong>${kind}</strong>${table.must_move === null ? nothing : html`<span>${turnText(room, table)}</span>`}</p>` : nothing}
      ${rules.length ? html`<p class="cash-rules">${rules.join(" · ")}</p>` : nothing}
      ${table.players.length ? html`<table class="table table-dense cash-roster"><thead><tr><th scope="col" class="num">${room.say("seat_word")}</th><th scope="col">${room.say("player")}</th><th scope="col" class="num">${room.say("in_game")}</th><th scope="col" class="num">${room.say("stake")}</th></tr></thead>
        <tbody>${table.players.map((one) => html`<tr><td class="num">${one.seat}</td><th scope="row">${one.name} <small class="muted">${[one.state === "playing" ? "" : room.say(`state_${one.state}`), warnedText(room, number, one.seat), missedText(room, one)].filter(Boolean).join(" · ")}</small></th><td class="num figures">${room.hours(one.since)}</td><td class="num">${one.stake === null ? "–" : room.price(one.stake, table.currency)}</td></tr>`)}</tbody></table>` : html`<p class="muted">${room.say("table_empty")}</p>`}
      ${moneyFacts(room, table)}${timeLine(room, table)}
      ${actButtons(form, [
        ...mustMoveActs(room, table),
        ...moneyActs(room, table),
        ...kindActs(room, table),
        ...dealerActs(room, table),
        ...(table.players.length ? [{ act: "break", label: room.say("break_table"), run: () => breakTable(room, table) }] : []),
        ...(room.may("manage_tables") && !table.players.length ? [{ act: "close", label: room.say("close_table"), run: () => closeTable(room, table) }] : []),
      ])}`,
  });
}
