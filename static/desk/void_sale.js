/** Refunds of the clerk's own sales: a supervisor approves with name and password at this desk. */

import { html, nothing } from "lit-html";
import { newId } from "../shared/feed/new_id.js";
import { readJson } from "../shared/feed/request.js";
import { Dialog } from "./dialog.js";
import { Fields, faultText, inputOf, textOf } from "./fields.js";
import { keyButton } from "./keys.js";
import { ENTRIES, seatedAmong, unrefunded } from "./state.js";
import { amountText, endText } from "./words.js";

/** @import { Person } from "../../docs/reference/desk" */
/** @import { Answer, Done } from "../shared/feed/commands.js" */
/** @import { Desk } from "./desk.js" */
/** @import { Fault } from "./fields.js" */
/** @import { Seated } from "./state.js" */
/** @import { Currency } from "./words.js" */

/** What is voided: a receipt, its number, event, player and amount, and the entries that end with it.
 * @typedef {Currency & {receipt: number|null, number: string, event: number|null, player: number|null, text: string, total: number, entries: {entry: number, event: number}[]}} Voided */

const WITHIN = 12_000;

/** A button for a supervisor's refund of the last sale from the clerk's own drawer to a person; nothing without one. @param {Desk} desk  @param {Person} person */
export function offerVoid(desk, { event, name, player }) {
  const { drawer, words } = desk;
  const sale = event?.receipts.find((one) => unrefunded(one).length && drawer.openSince(one.at ?? 0) && one.clerk === desk.config.name);
  if (!event || !sale) return nothing;
  const total = unrefunded(sale).reduce((sum, item) => sum + item.amount, 0);
  const { currency, places, tournament } = event;
  const entries = unrefunded(sale).flatMap(({ kind, entry }) => ENTRIES.has(kind) && entry !== null ? [{ entry, event: tournament }] : []);
  return keyButton(words.say("desk.ask_supervisor"), "f", () => askVoid(desk, { receipt: sale.receipt, number: sale.number, event: tournament, player, text: name, total, entries, currency, places }));
}

/** Ask for the approval. @param {Desk} desk  @param {Voided} line */
export function askVoid(desk, line) {
  const { words } = desk;
  /** @type {Fault|null} */ let fault = null;
  let busy = false;
  // The supervisor's login has a second factor.
  let needsCode = false;
  /** @type {Seated[]} */ let seats = [];
  // One command id for all presses of this dialog, so that a retry after a lost response changes nothing twice.
  const command = newId();
  const fields = new Fields(() => dialog.draw());
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    // The first field that is empty, rather than one message for all of them.
    const empty = ["void-reason", "void-username", "void-password"].find((id) => !textOf(id));
    if (empty) {
      fields.fault(empty, words.say(empty === "void-reason" ? "desk.void_no_reason" : "desk.void_no_supervisor"));
      return;
    }
    busy = true;
    dialog.draw();
    const [reason, username] = [textOf("void-reason"), textOf("void-username")];
    const body = { command_id: command, receipt: line.receipt, reason, username, password: inputOf("void-password").value, ...(needsCode ? { code: textOf("void-code") } : {}) };
    /** @type {(Done & {by: string})|(Answer & {ok: false})|null} */
    const answer = await readJson(`/staff/desk/${line.event}/void/`, { body, within: WITHIN }).catch((error) => error.body);
    busy = false;
    if (answer?.ok) {
      dialog.close();
      desk.actions.voided(line, answer);
      return;
    }
    fault = { text: answer?.message ?? words.say("desk.void_no_answer"), rule: answer?.rule ?? "" };
    const asks = answer?.code === "code_needed";
    if (asks) needsCode = true;
    else inputOf("void-password").value = "";
    dialog.draw();
    inputOf(asks ? "void-code" : "void-password").focus();
  };
  const dialog = new Dialog(words.say("desk.void_title", { number: line.number }), () => html`
    <form @submit=${send}>
      <div class="dialog-body">
        <p>${line.text}</p><p class="figures"><strong>${amountText(line.total, line, words)}</strong></p>
        ${line.entries.length ? html`<p class="notice is-warn">${endText(seats, words)}</p>` : nothing}
        ${fields.field("void-reason", words.say("desk.void_reason"), { name: "reason" })}
        <p class="small muted">${words.say("desk.void_who")}</p>
        ${fields.field("void-username", words.say("desk.void_name"), { name: "username" })}
        ${fields.field("void-password", words.say("desk.void_password"), { name: "password", type: "password" })}
        ${needsCode ? fields.field("void-code", words.say("desk.void_code"), { name: "code" }) : nothing}
        <div role="alert">${faultText(fault)}</div>
      </div>
      <div class="dialog-actions"><button class="btn" type="button" @click=${() => dialog.close()}>${words.say("desk.void_not_now")}</button>
        <button class="btn btn-danger" type="submit" ?disabled=${busy}>${words.say("desk.void_now")}</button></div>
    </form>`);
  inputOf("void-reason").focus();
  // The player may have moved since the sale.
  seatsOf(line).then((found) => {
    seats = found;
    dialog.draw();
  });
}

/** Return where the entries that end with a sale are seated now. @param {Voided} line  @returns {Promise<Seated[]>} */
async function seatsOf({ player, entries }) {
  const read = entries.map(async ({ entry, event }) => {
    const found = player === null ? null : await readJson(`/staff/desk/person/${player}/`, { query: { t: event } }).catch(() => null);
    return seatedAmong(found?.event ?? null, [entry]);
  });
  return (await Promise.all(read)).flat();
}
