/** What is due in the cash room, with the button that handles it. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { mustMoveActs } from "./must_move.js";
import { nextInLine } from "./place.js";
import { aboutPlayer } from "./player.js";

/** @import { CashFloorTable } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */

/** @typedef {{key: string, text: string, label: string, run: () => void, until?: number, since?: number}} Due `until`: a time that counts down; `since`: one that counts up */

/** @param {CashRoom} room */
export function attentionView(room) {
  const due = duties(room);
  if (!due.length) return nothing;
  return html`<ul>${repeat(due, ({ key }) => key, ({ key, text, label, run, until, since }) => html`<li data-due=${key}><span>${text}${since === undefined ? nothing : html` <span class="figures" data-since=${since}></span>`}${until === undefined ? nothing : html` <span class="figures" data-until=${until} data-up=${room.say("over")}></span>`}</span><button class="btn" type="button" @click=${run}>${label}</button></li>`)}</ul>`;
}

/** What is due now, the most urgent first. @param {CashRoom} room  @returns {Due[]} */
export function duties(room) {
  const now = room.now();
  const tables = room.tables ?? [];
  const over = room.lists.filter(({ called_to, until }) => called_to !== null && until !== null && until <= now);
  return [
    ...tables.filter(({ floor_called }) => floor_called !== null).map(({ number, floor_called }) => ({ key: `floor-${number}`, text: room.say("due_floor", { table: number }), since: floor_called ?? 0, label: room.say("call_answered"), run: () => room.send("cash_table.answer_call", { table: number }, room.say("call_answered")) })),
    ...over.map((one) => ({ key: `call-${one.entry}`, text: room.say("due_call", { name: one.name, table: one.called_to }), label: room.say("skip"), run: () => room.send("cash_list.skip", { entry: one.entry }, room.say("skip_name", { name: one.name })) })),
    ...tables.flatMap((table) => absent(room, table, now)),
    ...room.kept.map((one) => {
      const stake = room.price(one.stake, one.currency);
      const run = () => room.send("dinner.hand_out", { dinner: one.dinner }, room.say("hand_out_to", { name: one.name }));
      return { key: `kept-${one.dinner}`, text: room.say("due_kept", { name: one.name, table: one.table, stake }), label: room.say("hand_out"), run };
    }),
    ...tables.flatMap((table) => mustMoveActs(room, table).map(({ label, run }) => ({ key: `must-${table.number}`, text: label, label: room.say("move"), run }))),
    ...room.games.flatMap(({ game }) => {
      const to = room.callsTo(game);
      const first = nextInLine(room, game);
      return to === null || !first ? [] : [{ key: `open-${game}`, text: room.say("due_seat", { table: to, name: first.name }), label: room.say("call"), run: () => room.send("cash_list.call", { entry: first.entry, table: to }, room.say("call_to", { name: first.name, table: to })) }];
    }),
  ];
}

/** Dinner breaks that end soon, and absent players whose place is no longer kept. @param {CashRoom} room  @param {CashFloorTable} table  @param {number} now  @returns {Due[]} */
function absent(room, table, now) {
  return table.players.flatMap((one) => {
    const chair = room.chair(table.number, one.seat);
    const open = () => aboutPlayer(room, table.number, one.seat);
    const at = { name: one.name, table: table.number, seat: one.seat };
    if (one.state === "dinner" && chair?.until && chair.until - now <= room.remindsFor) return [{ key: `dinner-${one.player}`, text: room.say("due_dinner", at), label: room.say("look"), run: open, until: chair.until }];
    return one.state === "away" && chair?.place_lost ? [{ key: `place-${one.player}`, text: room.say("due_place", at), label: room.say("look"), run: open }] : [];
  });
}
