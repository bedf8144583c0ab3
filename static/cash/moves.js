/** A player changes to another seat or table, or a table is broken. */

import { html, nothing } from "lit-html";
import { choice, field, openForm, ruleOf } from "../floor/dialog.js";
import { timeText } from "../shared/ui/format.js";
import { stakeField } from "./absence.js";
import { dealersChoice, dealersTo } from "./dealers.js";
import { Difference } from "./difference.js";
import { timeDue } from "./time.js";

/** @import { CashFloorTable, CashSeatRow } from "../../docs/reference/boards" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** In this order players of a broken table get seats. */
const PRESENCE = ["playing", "away", "dinner"];

/** Change to an empty seat of the table. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function changeSeat(room, table, there) {
  const rule = ruleOf("rule-seat-change");
  /** @param {Form} form */
  const label = (form) => room.say("to_seat", { seat: form.value("to") || "–" });
  const seats = room.emptySeats(table);
  openForm(room, {
    title: room.say("change_seat_of", { name: there.name }), label,
    body: () => html`${choice("to", room.say("seat_word"), seats.map((seat) => ({ value: seat, label: String(seat) })), seats[0] ?? null)}
      ${table.button === null ? choice("owes", room.say("button_unknown"), [{ value: "", label: room.say("owes_nothing") }, { value: "big", label: room.say("posts_big_blind") }], "", { wide: true }) : nothing}
      <details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`,
    submit: (form) => {
      const args = { table: table.number, seat: there.seat, player: there.player, to: Number(form.value("to")) };
      return room.ask("cash_seat.change", table.button === null ? { ...args, owes_big_blind: form.value("owes") === "big" } : args, label(form));
    },
  });
}

/**
 * Move a player to another table of the game with the whole stake.
 * @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there
 * @param {{to?: number|null, seat?: number, cause?: "change"|"floor"|"must_move"}} [wish] the table and seat asked for, and why
 */
export function changeTable(room, table, there, { to = null, seat: at, cause = "change" } = {}) {
  const tables = room.tablesOf(table.game).filter(({ number }) => number !== table.number && room.emptySeats(/** @type {CashFloorTable} */ (room.table(number))).length);
  const wanted = tables.find(({ number }) => number === to) ?? tables[0];
  const rule = ruleOf("rule-table-change");
  /** @param {Form} form */
  const target = (form) => tables.find(({ number }) => number === Number(form.value("to"))) ?? wanted;
  /** @param {Form} form */
  const label = (form) => room.say("move_there", { table: target(form)?.number, seat: form.value("seat") || "–" });
  /** Why the player moves. @param {Form} form */
  const why = (form) => /** @type {"change"|"floor"|"must_move"} */ (cause === "must_move" ? cause : form.value("cause") || cause);
  let refused = false;
  /** Whether another player's turn is passed over; the turn may change while the form is open. @param {Form} form */
  const outOfTurn = (form) => why(form) === "must_move" && (refused || ![null, there.seat].includes(room.nextToMove(table.number)));
  const difference = new Difference(room, table);
  openForm(room, {
    title: room.say(cause === "must_move" ? "must_move_of" : "change_table_of", { name: there.name }), label,
    body: (form) => {
      const there_ = target(form);
      if (!there_) return html`<p class="notice">${room.say("no_other_seat")}</p>`;
      const seats = room.emptySeats(there_);
      return html`${choice("to", room.say("table_word"), tables.map(({ number }) => ({ value: number, label: String(number) })), there_.number, { hidden: cause === "must_move" })}
        ${choice("seat", room.say("seat_word"), seats.map((seat) => ({ value: seat, label: String(seat) })), at !== undefined && seats.includes(at) ? at : seats[0] ?? null)}
        ${stakeField(room, form, table, room.say("whole_stake"), room.plain(there.stake, table.currency))}
        ${difference.view(form, room.amount(form.value("stake"), table.currency))}
        ${cause === "must_move" ? nothing : choice("cause", room.say("why"), [{ value: "change", label: room.say("cause_change") }, { value: "floor", label: room.say("cause_floor") }, ...(there_.number === table.must_move ? [{ value: "must_move", label: room.say("must_move") }] : [])], cause, { wide: true })}
        ${outOfTurn(form) ? field(form, "reason", room.say("out_of_turn_reason")) : nothing}
        <details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`;
    },
    submit: async (form) => {
      const there_ = target(form);
      const stake = room.amount(form.value("stake"), table.currency);
      if (!there_) return false;
      if (stake === null) return { field: "stake", text: room.say("no_amount") };
      const reason = outOfTurn(form) ? form.value("reason") : "";
      const to = { to: there_.number, to_seat: Number(form.value("seat")) };
      const answer = await room.ask("cash_seat.move", { table: table.number, seat: there.seat, player: there.player, ...to, stake, cause: why(form), ...(reason ? { reason } : {}), ...difference.given(form) }, label(form));
      refused ||= answer?.ok === false && answer.code === "not_their_turn";
      return difference.heard(answer);
    },
  });
}

/** Ask for another table: the floor decides when. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function askForTable(room, table, there) {
  const tables = room.tablesOf(table.game).filter(({ number }) => number !== table.number);
  const label = room.say("ask_for_table");
  openForm(room, {
    title: room.say("change_table_of", { name: there.name }), label: () => label,
    body: () => choice("to", room.say("table_word"), [{ value: "", label: room.say("any_table") }, ...tables.map(({ number }) => ({ value: number, label: String(number) }))], ""),
    submit: (form) => room.ask("cash_list.change", { player: there.player, to: Number(form.value("to")) || null }, label),
  });
}

/**
 * Where the players of a table may go when it breaks, by seat: those who are present first, the longest in the game before
 * others, to the table with the fewest players; null for the front of the list.
 * @param {CashRoom} room  @param {CashFloorTable} table  @returns {Map<number, {to: number, seat: number}|null>}
 */
export function proposedSeats(room, table) {
  const others = room.tablesOf(table.game).filter(({ number }) => number !== table.number)
    .map((one) => ({ number: one.number, players: one.players.length, free: room.emptySeats(one).slice(0, room.open(one)) }));
  // A seat is for who plays now; the list keeps the place of a player on a dinner break until it ends (St. Moritz 12).
  const players = [...table.players].sort((a, b) => PRESENCE.indexOf(a.state) - PRESENCE.indexOf(b.state) || (a.since ?? 0) - (b.since ?? 0) || a.seat - b.seat);
  return new Map(players.map(({ seat }) => {
    const [target] = others.filter(({ free }) => free.length).sort((a, b) => a.players - b.players || a.number - b.number);
    if (!target) return [seat, null];
    target.players += 1;
    return [seat, { to: target.number, seat: /** @type {number} */ (target.free.shift()) }];
  }));
}

/** Why a player is not in the seat: "dinner until 21:40". @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
function absentText(room, table, { seat, state }) {
  const until = room.chair(table.number, seat)?.until ?? null;
  return until === null ? room.say(`state_${state}`) : room.say("dinner_until", { time: timeText(until, room.words.language) });
}

/** Break a table: its players go to the proposed seats with their stakes, the rest to the front of the list. @param {CashRoom} room  @param {CashFloorTable} table */
export function breakTable(room, table) {
  const proposed = proposedSeats(room, table);
  const label = room.say("break_table");
  const difference = new Difference(room, table, { less: true });
  /** The sum of the typed stakes; null while one is missing. @param {Form} form */
  const taken = (form) => table.players.reduce((/** @type {number|null} */ sum, { seat }) => {
    const stake = room.amount(form.value(`stake-${seat}`), table.currency);
    return sum === null || stake === null ? null : sum + stake;
  }, 0);
  const places = room.tablesOf(table.game).filter(({ number }) => number !== table.number)
    .flatMap((one) => room.emptySeats(one).map((seat) => ({ value: `${one.number}-${seat}`, label: room.say("seat_at", { table: one.number, seat }) })));
  /** Where a player goes; before the dialog is drawn, as proposed. @param {Form} form  @param {number} seat */
  const goesTo = (form, seat) => {
    const to = proposed.get(seat);
    return form.input(`to-${seat}`) ? form.value(`to-${seat}`) : to ? `${to.to}-${to.seat}` : "";
  };
  const dialog = openForm(room, {
    title: room.say("break_table_number", { table: table.number }), label: () => label, danger: true,
    body: (form) => html`<p>${room.say("break_how")}</p>${table.players.some(({ state }) => state === "dinner") ? html`<p class="notice" data-part="dinners">${room.say("break_dinner")}</p>` : nothing}${timeDue(room, table, form, (seat) => `stake-${seat}`)}${table.players.map((one) => {
      const value = goesTo(form, one.seat);
      // A seat chosen for another player is not on offer. An option that goes would take the browser's choice along.
      const others = new Set(table.players.filter(({ seat }) => seat !== one.seat).map(({ seat }) => goesTo(form, seat)));
      return html`<fieldset class="cash-break"><legend>${one.seat} · ${one.name}${one.state === "playing" ? nothing : html` <span class="badge" data-part="absent">${absentText(room, table, one)}</span>`}</legend>
        <label><span class="visually-hidden">${room.say("stake_of", { currency: table.currency })}</span><input class="num" name=${`stake-${one.seat}`} inputmode="decimal" maxlength="16" autocomplete="off" placeholder=${room.say("stake")} value=${room.plain(one.stake, table.currency)} ?readonly=${one.state === "dinner" && one.stake !== null} aria-invalid=${form.faultOf(`stake-${one.seat}`) ? "true" : nothing}></label>
        <label><span class="visually-hidden">${room.say("goes_to")}</span><select name=${`to-${one.seat}`}><option value="" ?selected=${!value}>${room.say("front_of_list")}</option>${places.map((place) => html`<option value=${place.value} ?selected=${place.value === value} ?disabled=${others.has(place.value)} ?hidden=${others.has(place.value)}>${place.label}</option>`)}</select></label>
        ${form.faultOf(`stake-${one.seat}`) ? html`<p class="error" role="alert">${form.faultOf(`stake-${one.seat}`)}</p>` : nothing}</fieldset>`;
    })}${dealersChoice(room, table)}${difference.view(form, taken(form))}`,
    submit: async (form) => {
      const missing = table.players.find(({ seat }) => room.amount(form.value(`stake-${seat}`), table.currency) === null);
      if (missing) return { field: `stake-${missing.seat}`, text: room.say("no_amount") };
      const players = table.players.map(({ seat }) => {
        const [to, at] = form.value(`to-${seat}`).split("-").map(Number);
        const stake = room.amount(form.value(`stake-${seat}`), table.currency) ?? 0;
        return to && at ? { seat, stake, to, to_seat: at } : { seat, stake };
      });
      return difference.heard(await room.ask("cash_table.break", { table: table.number, players, ...dealersTo(form), ...difference.given(form) }, label));
    },
  });
  room.follow(dialog);
}
