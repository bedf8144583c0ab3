/** Players who are away or on a dinner break, and how they come back. */

import { html, nothing } from "lit-html";
import { field, openForm, ruleOf } from "../floor/dialog.js";
import { penaltyOf } from "./penalties.js";
import { timeText } from "../shared/ui/format.js";

/** @import { CashFloorTable, CashSeatRow, WayIn } from "../../docs/reference/boards" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** @typedef {{act: string, label: string, note?: string, rule?: string, closed?: boolean, run: () => void}} Act something that can be done, as a button; a `closed` one says why not in its note */

/** What can be done about an absence. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there  @returns {Act[]} */
export function absenceActs(room, table, there) {
  const at = { table: table.number, seat: there.seat, player: there.player };
  const { say } = room;
  const missed = there.state === "playing" ? [] : [
    ...(there.missed_small ? [] : [{ act: "missed-small", label: say("misses_small"), run: () => room.send("cash_seat.missed", { ...at, blind: /** @type {const} */ ("small") }, say("misses_small")) }]),
    { act: "missed-big", label: say("misses_big"), run: () => room.send("cash_seat.missed", { ...at, blind: /** @type {const} */ ("big") }, say("misses_big")) },
  ];
  const dinner = { act: "dinner", label: say("dinner_break"), ...noDinner(room, table, there), run: () => startDinner(room, table, there) };
  if (there.state === "dinner") return [...returns(room, table, there), ...missed];
  if (there.state === "away") return [...returns(room, table, there), ...missed, dinner];
  return [
    ...(there.posts ? returns(room, table, there) : []),
    { act: "away", label: say("goes_away"), run: () => room.send("cash_seat.away", at, say("goes_away")) },
    dinner,
  ];
}

/** Why a player can't go to dinner now. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there  @returns {Partial<Act>} */
function noDinner(room, table, there) {
  const rule = document.querySelector("#rule-dinner")?.getAttribute("data-rule") ?? "";
  if (there.dinner_taken) return { closed: true, note: room.say("dinner_taken"), rule };
  if (table.dinner_from !== null) return { closed: true, note: room.say("dinner_enough", { time: timeText(table.dinner_from, room.words.language) }), rule };
  return {};
}

/** The ways in which a player may be dealt in again, each with what it costs. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there  @returns {Act[]} */
function returns(room, table, there) {
  // The time of a penalty is sat out first.
  if (penaltyOf(room, there.player)) return [];
  const ways = room.chair(table.number, there.seat)?.ways ?? [];
  const kind = there.state === "dinner" ? "dinner.end" : "cash_seat.return";
  return ways.map((way) => {
    const label = room.say(there.state === "dinner" ? "back_from_dinner" : there.state === "away" ? "is_back" : "posts_now");
    return {
      act: `back-${way.choice}`, label, note: cost(room, table, way), rule: way.rule,
      run: () => room.send(kind, { table: table.number, seat: there.seat, player: there.player, ...(way.choice === "free" ? {} : { choice: way.choice }) }, label),
    };
  });
}

/** What a way of coming back costs. @param {CashRoom} room  @param {CashFloorTable} table  @param {WayIn} way */
function cost(room, table, { choice, big, small, alone }) {
  if (choice === "wait") return room.say("way_wait");
  if (choice === "big_blind") return room.say("way_big_blind");
  const parts = [
    big ? room.say("way_big", { amount: room.price(big, table.currency) }) : "",
    small ? room.say(alone ? "way_small_live" : "way_small", { amount: room.price(small, table.currency) }) : "",
  ].filter(Boolean);
  return parts.length ? parts.join(" + ") : room.say("way_free");
}

/** Begin a dinner break with the stake counted by floor and dealer. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function startDinner(room, table, there) {
  const label = room.say("dinner_break");
  const rule = ruleOf("rule-dinner");
  const dialog = openForm(room, {
    title: room.say("dinner_of", { name: there.name }), label: () => label,
    body: (form) => html`${stakeField(room, form, table, room.say("counted_with_dealer"), room.plain(there.stake, table.currency))}<details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`,
    submit: (form) => {
      const stake = room.amount(form.value("stake"), table.currency);
      return stake === null ? { field: "stake", text: room.say("no_amount") } : room.ask("dinner.start", { table: table.number, seat: there.seat, player: there.player, stake }, label);
    },
  });
  dialog.input("stake")?.focus();
  dialog.input("stake")?.select();
}

/** A field for a counted stake. @param {CashRoom} room  @param {Form} form  @param {CashFloorTable} table  @param {string} hint  @param {string} [value] */
export function stakeField(room, form, table, hint, value = "") {
  return field(form, "stake", room.say("stake_of", { currency: table.currency }), { mode: "decimal", most: 16, hint, value });
}

/** The buttons of things that can be done. @param {Form} form  @param {Act[]} acts */
export function actButtons(form, acts) {
  return html`<div class="cash-choices is-grid">${acts.map(({ act, label, note, rule, closed = false, run }) => html`<button class="btn btn-block" type="button" data-act=${act} ?disabled=${closed} @click=${() => {
    form.close();
    run();
  }}><span>${label}${note ? html`<small>${note}${rule ? html` <cite class="cite">${rule}</cite>` : nothing}</small>` : nothing}</span></button>`)}</div>`;
}
