/** Time collection at a table: whether it is due in the period that runs, and who pays. */

import { html, nothing } from "lit-html";
import { openForm } from "../floor/dialog.js";
import { timeText } from "../shared/ui/format.js";
import { payersOf } from "../shared/ui/periods.js";

/** @import { CashFloorTable } from "../../docs/reference/boards" */
/** @import { Act } from "./absence.js" */
/** @import { CashRoom } from "./room.js" */

/** So many players who have not paid are named. */
const NAMED = 3;

/** The period that runs with who has paid it; null where no time is collected, or nobody sits. @param {CashRoom} room  @param {CashFloorTable} table */
function periodAt(room, table) {
  const board = room.dealt(table.number);
  return board?.collection === "time" && board.chairs.length ? payersOf(board, room.now()) : null;
}

/** Whether time is due at a table, or has been collected until when; nothing where none is collected. @param {CashRoom} room  @param {CashFloorTable} table */
export function timeLine(room, table) {
  const time = periodAt(room, table);
  if (!time) return nothing;
  const until = { time: timeText(time.ends, room.words.language) };
  const names = time.due.length > NAMED ? room.count("players", time.due.length) : time.due.map(({ name }) => name).join(", ");
  const left = time.paid.length ? absentOf(room, time) : [];
  const text = !time.due.length ? room.say("time_all", until) : time.paid.length ? room.say("time_open", { ...until, names }) : room.say("time_none", until);
  return html`<p class="cash-time" data-part="time" ?data-due=${time.due.length > 0}>${[text, left.length ? room.say("time_absent", { names: left.join(", ") }) : ""].filter(Boolean).join(" · ")}</p>`;
}

/** Players who are not charged unless they are named, because they are not in their seats: "Hans Huber (away)". @param {CashRoom} room  @param {{open: {name: string, state: string}[]}} time */
const absentOf = (room, { open }) => open.filter(({ state }) => state !== "playing").map(({ name, state }) => `${name} (${room.say(`state_${state}`)})`);

/**
 * What players who go still owe for the period that runs, with a button that collects it; nothing if all have paid.
 * @param {CashRoom} room  @param {CashFloorTable} table  @param {import("../floor/dialog.js").Form} form
 * @param {(seat: number) => string} stake the field with the stake of a seat, from which the charge is taken
 * @param {number} [seat] only of this player, also if absent
 */
export function timeDue(room, table, form, stake, seat) {
  const time = periodAt(room, table);
  const charge = room.dealt(table.number)?.time_charge ?? 0;
  const due = (seat === undefined ? time?.due : time?.open.filter((one) => one.seat === seat)) ?? [];
  if (!time || !due.length) return nothing;
  const sum = room.price(charge * due.length, table.currency);
  const collect = async () => {
    const answer = await room.send("cash_table.collect_time", { table: table.number, seats: due.map((one) => one.seat), period: time.number }, room.say("collect_time"));
    if (!answer?.ok) return;
    for (const one of due) {
      const typed = room.amount(form.value(stake(one.seat)), table.currency);
      if (typed !== null) form.write(stake(one.seat), room.plain(Math.max(0, typed - charge), table.currency));
    }
  };
  return html`<div class="notice is-warn" data-part="unpaid"><p>${room.say("time_unpaid", { time: timeText(time.ends, room.words.language), sum, names: due.map(({ name }) => name).join(", ") })}</p>
    <button class="btn" type="button" data-act="collect" @click=${collect}>${room.say("collect_now", { sum })}</button></div>`;
}

/** Collect time: who pays is shown before, and who paid and who did not afterwards. @param {CashRoom} room  @param {CashFloorTable} table  @returns {Act[]} */
export function timeActs(room, table) {
  const time = periodAt(room, table);
  if (!time) return [];
  const label = room.say("collect_time");
  const late = time.open.filter(({ state }) => state !== "playing").length;
  if (!time.open.length) return [];
  return [{ act: "time", label, note: time.due.length ? [room.count("time_due", time.due.length), late ? room.count("time_away", late) : ""].filter(Boolean).join(" · ") : room.count("time_late", late), run: () => collectTime(room, table) }];
}

/** @param {CashRoom} room  @param {CashFloorTable} table */
function collectTime(room, table) {
  const time = periodAt(room, table);
  const charge = room.dealt(table.number)?.time_charge ?? 0;
  if (!time) return;
  /** Why a player is not ticked, or came after the period began. @param {{seat: number, state: string}} chair */
  const note = ({ seat, state }) => {
    const since = table.players.find((one) => one.seat === seat)?.since ?? 0;
    return state !== "playing" ? room.say(`state_${state}`) : since > time.starts ? room.say("time_since", { time: timeText(since, room.words.language) }) : "";
  };
  /** @param {import("../floor/dialog.js").Form} form */
  const label = (form) => room.say("collect_sum", { sum: room.price(charge * form.values("seats").length, table.currency), count: form.values("seats").length });
  openForm(room, {
    title: room.say("time_until", { table: table.number, time: timeText(time.ends, room.words.language) }), label,
    body: () => html`<fieldset class="floor-choice is-wide"><legend>${room.say("time_pays", { charge: room.price(charge, table.currency) })}</legend><div class="floor-choice-options">${time.open.map((one) => html`
        <label class="floor-option"><input type="checkbox" name="seats" value=${one.seat} ?checked=${one.state === "playing"}><span>${one.seat} · ${one.name}${note(one) ? html`<small>${note(one)}</small>` : nothing}</span></label>`)}</div></fieldset>
      ${time.paid.length ? html`<p>${room.say("time_paid", { names: time.paid.map(({ name }) => name).join(", ") })}</p>` : nothing}
      <p class="hint">${room.say("time_how")}</p>`,
    submit: (form) => {
      const seats = form.values("seats").map(Number);
      return seats.length ? room.ask("cash_table.collect_time", { table: table.number, seats, period: time.number }, room.say("collect_time")) : undefined;
    },
  });
}
