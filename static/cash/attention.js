/** What is due in the cash room, with the button that handles it. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
/** @import { CashRoom } from "./room.js" */

/** @typedef {{key: string, text: string, label: string, run: () => void}} Due */

/** @param {CashRoom} room */
export function attentionView(room) {
  const due = duties(room);
  if (!due.length) return nothing;
  return html`<ul>${repeat(due, ({ key }) => key, ({ key, text, label, run }) => html`<li data-due=${key}><span>${text}</span><button class="btn" type="button" @click=${run}>${label}</button></li>`)}</ul>`;
}

/** What is due now, the most urgent first. @param {CashRoom} room  @returns {Due[]} */
export function duties(room) {
  const now = room.now();
  const over = room.lists.filter(({ called_to, until }) => called_to !== null && until !== null && until <= now);
  return [
    ...over.map((one) => ({ key: `call-${one.entry}`, text: room.say("due_call", { name: one.name, table: one.called_to }), label: room.say("skip"), run: () => room.send("cash_list.skip", { entry: one.entry }, room.say("skip_name", { name: one.name })) })),
  ];
}
