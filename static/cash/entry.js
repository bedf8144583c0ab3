/** What can be done with a place on a list. */

import { html, nothing } from "lit-html";
import { openForm } from "../floor/dialog.js";
import { changeTable } from "./moves.js";
import { mustMoveText } from "./must_move.js";
import { atDinner, dinnerText } from "./place.js";
import { seatPlayer } from "./seat.js";

/** @import { CashListRow } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Kind } from "../shared/feed/commands.js" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** Show what can be done with a place on a list. @param {CashRoom} room  @param {number} entry */
export function aboutEntry(room, entry) {
  const one = room.lists.find((row) => row.entry === entry);
  if (!one) return;
  const tables = room.withSeats(one.game);
  const callable = (one.kind === "change" ? [] : tables).filter(({ number }) => number !== one.called_to);
  openForm(room, {
    title: one.name,
    body: (form) => {
      /**
       * @template {Kind} K
       * @param {string} act  @param {string} label  @param {K} kind  @param {CommandArguments[K]} args  @param {string} [note]
       */
      const button = (act, label, kind, args, note = "") => html`<button class="btn btn-block" type="button" data-act=${act} @click=${() => {
        form.close();
        room.send(kind, args, label);
      }}><span>${label}${note ? html`<small>${note}</small>` : nothing}</span></button>`;
      return html`<div class="cash-choices">
        ${one.called_to === null ? nothing : button("call-again", room.say("call_again"), "cash_list.call", { entry, table: one.called_to })}
        ${one.kind === "change" ? approve(room, one, form) : nothing}
        ${atDinner(one) ? html`<p class="notice is-warn" data-part="dinner">${dinnerText(room, one)}</p>${button("check-in", room.say("back_from_dinner"), "cash_list.check_in", { entry })}` : nothing}
        ${callable.length > 1 ? html`<p class="hint">${room.say("call_where")}</p>` : nothing}
        ${callable.map((table) => button("call", room.say("call_there", { table: table.number }), "cash_list.call", { entry, table: table.number }, [room.count("players", table.players.length), mustMoveText(room, table), table.for_list > 0 ? "" : room.say("kept_for_must_move")].filter(Boolean).join(" · ")))}
        ${tables.length && one.kind === "seat" ? html`<button class="btn btn-block" type="button" data-act="seat" @click=${() => {
          form.close();
          seatPlayer(room, { player: one.player, name: one.name, game: one.game, table: one.called_to });
        }}>${room.say("seat_now")}</button>` : nothing}
        ${one.called_to === null ? nothing : button("call-back", room.say("call_back"), "cash_list.call_back", { entry })}
        ${one.expires === null || atDinner(one) ? nothing : button("check-in", room.say("is_here"), "cash_list.check_in", { entry })}
        ${one.kind === "change" ? nothing : button("skip", room.say("skip"), "cash_list.skip", { entry })}
        ${button("leave", room.say("off_list"), "cash_list.leave", { entry })}
        <a class="btn btn-block" data-act="phone" href="/staff/room/players/${one.player}/phone/">${room.say("phone_page")}</a>
      </div>`;
    },
  });
}

/** Approve the wish of a seated player for another table. @param {CashRoom} room  @param {CashListRow} one  @param {Form} form */
function approve(room, one, form) {
  const table = room.tables?.find(({ players }) => players.some(({ player }) => player === one.player));
  const there = table?.players.find(({ player }) => player === one.player);
  if (!table || !there) return nothing;
  return html`<button class="btn btn-block" type="button" data-act="approve" @click=${() => {
    form.close();
    changeTable(room, table, there, { to: one.table });
  }}>${room.say("change_table")}</button>`;
}
