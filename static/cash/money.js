/** Chips of a player: added, counted, or taken home. And what the house collects at a table. */

import { html, nothing } from "lit-html";
import { choice, field, openForm, ruleOf } from "../floor/dialog.js";
import { stakeField } from "./absence.js";
import { Difference } from "./difference.js";
import { SOURCES } from "./seat.js";
import { timeActs, timeDue } from "./time.js";
import { labelled } from "../shared/ui/punctuation.js";

/** @import { CashFloorTable, CashSeatRow } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */
/** @import { Act } from "./absence.js" */

/** Choose where chips come from. @param {CashRoom} room */
export const sourceChoice = (room) => choice("source", room.say("paid"), SOURCES.map((value) => ({ value, label: room.say(`source_${value}`), note: room.say(`source_${value}_how`) })), "cage", { wide: true });

/** Add chips between hands. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function topUp(room, table, there) {
  const label = room.say("add_chips");
  const rule = ruleOf("rule-table-stakes");
  const dialog = openForm(room, {
    title: room.say("add_chips_of", { name: there.name }), label: () => label,
    body: (form) => html`${field(form, "amount", room.say("amount_of", { currency: table.currency }), { mode: "decimal", most: 16 })}
      ${stakeField(room, form, table, room.say("stake_before"))}${sourceChoice(room)}<details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`,
    submit: (form) => {
      const amount = room.amount(form.value("amount"), table.currency);
      if (!amount) return { field: "amount", text: room.say("no_amount") };
      const stake = form.value("stake") ? room.amount(form.value("stake"), table.currency) : undefined;
      if (stake === null) return { field: "stake", text: room.say("no_amount") };
      const source = SOURCES.find((one) => one === form.value("source")) ?? "cage";
      return room.ask("cash_seat.top_up", { table: table.number, seat: there.seat, player: there.player, amount, source, ...(stake === undefined ? {} : { stake }) }, label);
    },
  });
  dialog.input("amount")?.focus();
}

/** Record a counted stake. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function countStake(room, table, there) {
  const label = room.say("count_stake");
  openForm(room, {
    title: room.say("count_stake_of", { name: there.name }), label: () => label,
    body: (form) => stakeField(room, form, table, ""),
    submit: (form) => {
      const stake = room.amount(form.value("stake"), table.currency);
      return stake === null ? { field: "stake", text: room.say("no_amount") } : room.ask("cash_seat.count", { table: table.number, seat: there.seat, player: there.player, stake }, label);
    },
  });
}

/** End a player's play with the counted stake. @param {CashRoom} room  @param {CashFloorTable} table  @param {CashSeatRow} there */
export function leaveTable(room, table, there) {
  const label = room.say("leaves");
  const rule = ruleOf("rule-table-stakes");
  const difference = new Difference(room, table);
  const dialog = openForm(room, {
    title: room.say("leaves_name", { name: there.name }), label: () => label,
    body: (form) => html`${timeDue(room, table, form, () => "stake", there.seat)}${stakeField(room, form, table, room.say("stake_hint"))}
      ${difference.view(form, room.amount(form.value("stake"), table.currency))}
      ${choice("paid", room.say("paid_from"), [{ value: "cage", label: room.say("paid_by_cage") }, { value: "drawer", label: room.say("from_drawer") }], "cage")}
      <details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`,
    submit: async (form) => {
      const stake = room.amount(form.value("stake"), table.currency);
      if (stake === null) return { field: "stake", text: room.say("no_amount") };
      const args = { table: table.number, seat: there.seat, player: there.player, stake, from_drawer: form.value("paid") === "drawer" };
      return difference.heard(await room.ask("cash_seat.leave", { ...args, ...difference.given(form) }, label));
    },
  });
  room.follow(dialog);
  dialog.input("stake")?.focus();
}

/** What the house collects, and chips between the tray and the cage. @param {CashRoom} room  @param {CashFloorTable} table  @returns {Act[]} */
export function moneyActs(room, table) {
  const money = room.money(table.number);
  if (!money) return [];
  const { say } = room;
  const waiting = money.on_way.map(({ money: key, kind, amount, asked }) => ({
    act: `confirm-${kind}`, label: say(`confirm_${kind}`), note: [room.price(amount, table.currency), asked && say("asked_by", { name: asked })].filter(Boolean).join(" · "), run: () => room.send("cash_money.confirm", { money: key }, say(`confirm_${kind}`)),
  }));
  return [
    ...waiting,
    ...timeActs(room, table),
    { act: "drop", label: say(dropLabel(room, table)), run: () => countDrop(room, table) },
    { act: "tray", label: say("tray"), note: say("tray_has", { amount: room.price(money.tray, table.currency) }), run: () => moveTray(room, table) },
  ];
}

/** The label of the button that records drops: a table paid by time has no rake. @param {CashRoom} room  @param {CashFloorTable} table */
const dropLabel = (room, table) => (room.game(table.game)?.collection === "rake" ? "count_drop" : "count_jackpot");

/** Record rake or jackpot drop. @param {CashRoom} room  @param {CashFloorTable} table */
function countDrop(room, table) {
  const key = dropLabel(room, table);
  const label = room.say(key);
  const raked = key === "count_drop";
  const dialog = openForm(room, {
    title: labelled(label, room.say("table_number", { table: table.number }), room.words.language), label: () => label,
    body: (form) => html`${raked ? choice("kind", room.say("what"), [{ value: "rake", label: room.say("rake") }, { value: "jackpot", label: room.say("jackpot") }], "rake") : nothing}
      ${field(form, "amount", room.say("amount_of", { currency: table.currency }), { mode: "decimal", most: 16 })}`,
    submit: (form) => {
      const amount = room.amount(form.value("amount"), table.currency);
      const kind = raked && form.value("kind") !== "jackpot" ? "rake" : "jackpot";
      return amount ? room.ask("cash_table.drop", { table: table.number, kind, amount }, label) : { field: "amount", text: room.say("no_amount") };
    },
  });
  dialog.input("amount")?.focus();
}

const KINDS = /** @type {const} */ (["fill", "credit", "float"]);

/** Ask for a fill or a credit, or record the tray's float. @param {CashRoom} room  @param {CashFloorTable} table */
function moveTray(room, table) {
  const label = room.say("tray");
  openForm(room, {
    title: room.say("tray_at", { table: table.number }), label: () => label,
    body: (form) => html`${choice("kind", room.say("what"), KINDS.map((value) => ({ value, label: room.say(`tray_${value}`) })), "fill")}
      ${field(form, "amount", room.say("amount_of", { currency: table.currency }), { mode: "decimal", most: 16 })}`,
    submit: (form) => {
      const amount = room.amount(form.value("amount"), table.currency);
      const kind = KINDS.find((one) => one === form.value("kind")) ?? "fill";
      return amount ? room.ask("cash_table.tray", { table: table.number, kind, amount }, label) : { field: "amount", text: room.say("no_amount") };
    },
  });
}

/** The money of a table in figures. @param {CashRoom} room  @param {CashFloorTable} table */
export function moneyFacts(room, table) {
  const money = room.money(table.number);
  if (!money) return nothing;
  /** @param {string} key  @param {number} amount */
  const fact = (key, amount) => html`<div><dt>${room.say(key)}</dt><dd>${room.price(amount, table.currency)}</dd></div>`;
  return html`<dl class="cash-facts">${fact("on_table", money.on_table)}${fact("tray_word", money.tray)}${money.rake ? fact("rake", money.rake) : nothing}${money.time ? fact("time_word", money.time) : nothing}${money.jackpot ? fact("jackpot", money.jackpot) : nothing}</dl>`;
}
