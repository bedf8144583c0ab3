/** Forms about a seat, its player, or a table's note. */

import { html, nothing } from "lit-html";
import { typedChips } from "../shared/ui/format.js";
import { field, openForm, pad, ruleOf } from "./dialog.js";

/** @import { Fault, Form } from "./dialog.js" */
/** @import { ChairRow, PersonRow, TableBoard } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/** Count a player's chips. The number pad replaces the on-screen keyboard, which would cover it. @param {Floor} page  @param {ChairRow} chair */
export function countChips(page, { entry, name }) {
  const label = page.say("count_chips");
  openForm(page, {
    title: page.say("chips_of", { name }), label: () => label,
    body: (form) => html`${field(form, "chips", page.say("chips"), { mode: "none", most: 12 })}${pad(form, "chips", page)}`,
    submit: (form) => {
      const chips = typedChips(form.value("chips"));
      return chips === null ? { field: "chips", text: page.say("no_number") } : page.presses.ask("stack.count", { entry: Number(entry), chips }, label);
    },
  });
}

/** Fields for a table and a seat. @param {Form} form  @param {Floor} page  @param {number|""} [table] */
const whereFields = (form, page, table = "") => html`<div class="fields floor-where">
  ${field(form, "table", page.say("table_number"), { value: String(table), mode: "numeric", most: 6 })}${field(form, "seat", page.say("seat_number"), { mode: "numeric", most: 2 })}</div>`;

/** Return the entered table and seat, or what is wrong. @param {Form} form  @param {Floor} page  @returns {Fault|{table: number, seat: number}} */
function whereOf(form, page) {
  const wrong = ["table", "seat"].find((name) => !form.count(name));
  return wrong ? { field: wrong, text: page.say("no_number") } : { table: form.count("table"), seat: form.count("seat") };
}

/** Move a player by seat number. @param {Floor} page  @param {ChairRow} chair */
export function giveSeat(page, { entry, name }) {
  /** @param {Form} form */
  const label = (form) => {
    const to = whereOf(form, page);
    return "field" in to ? page.say("move_there") : page.say("move_to", to);
  };
  openForm(page, {
    title: page.say("seat_for", { name }), label, body: (form) => whereFields(form, page),
    submit: (form) => {
      const to = whereOf(form, page);
      return "field" in to ? to : page.presses.ask("seat.give", { entry: Number(entry), ...to }, label(form));
    },
  });
}

/** Resolve play in the wrong seat. @param {Floor} page  @param {ChairRow} chair  @param {number} number of the table */
export function wrongSeat(page, { entry, name, seat }, number) {
  const label = page.say("put_right");
  const rule = ruleOf("rule-wrong-seat");
  openForm(page, {
    title: page.say("wrong_seat_of", { name }), label: () => label,
    body: (form) => html`${rule}<p>${page.say("belongs", { table: number, seat })}</p><p>${page.say("where_played")}</p>${whereFields(form, page, number)}
      <label class="switch"><input type="checkbox" role="switch" name="changed" value="on"><span>${page.say("stack_changed")}</span></label>`,
    submit: (form) => {
      const to = whereOf(form, page);
      return "field" in to ? to : page.presses.ask("seat.put_right", { entry: Number(entry), ...to, stack_changed: form.value("changed") === "on" }, label);
    },
  });
}

/** Seat a player without a seat, or restore one of the latest busts. @param {Floor} page  @param {{table: number, seat: number}} at */
export function seatSomebody(page, at) {
  const found = page.people?.board("people");
  /** @param {string} title  @param {PersonRow[]} rows  @param {"seat.give"|"entry.reinstate"} kind  @param {Form} form */
  const people = (title, rows, kind, form) => (rows.length ? html`<h3>${title}</h3><ul class="floor-people">${rows.map((one) => html`<li>
    <button class="btn btn-block" type="button" @click=${() => {
      form.close();
      page.presses.send(kind, { entry: one.entry, ...at }, one.name);
    }}><span>${one.name}${one.out ? html`<small>${page.say("sat_at", { table: one.table ?? "–", seat: one.seat ?? "–" })}</small>` : nothing}</span></button></li>`)}</ul>` : nothing);
  openForm(page, {
    title: page.say("seat_at", at),
    body: (form) => (found ? html`${people(page.say("without_seat"), found.unseated, "seat.give", form)}
      ${found.more ? html`<p class="muted">${page.say("more_people", { count: found.more })}</p>` : nothing}
      ${found.unseated.length ? nothing : html`<p class="muted">${page.say("all_seated")}</p>`}
      ${people(page.say("out_by_mistake"), found.out, "entry.reinstate", form)}` : html`<p class="notice is-warn">${page.say("no_answer")}</p>`),
  });
}

/** Write a table's note. @param {Floor} page  @param {TableBoard} table */
export function writeNote(page, { number, note }) {
  const label = page.say("note_it");
  openForm(page, {
    title: page.say("note_to", { number }), label: () => label, body: (form) => field(form, "note", page.say("note"), { value: note, rows: 2 }),
    submit: (form) => page.presses.ask("table.note", { number, note: form.value("note") }, label),
  });
}
