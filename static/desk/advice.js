/** What the till's column says before a sale: why there is none, and the default command. */

import { html, nothing } from "lit-html";
import { sentence } from "./fields.js";
import { keyButton } from "./keys.js";
import { hindrance, offers } from "./state.js";

/** @import { Person } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */
/** @import { Likely } from "./state.js" */

/** The label of the button for Enter. @type {Partial<Record<Likely, string>>} */
const LABELS = { in: "desk.next", wait: "desk.do_wait", waits: "desk.next", closed: "desk.next", refused: "desk.next", confirm: "desk.do_confirm_membership" };
/** What the column of the person says already. @type {Likely[]} */
const SAID = ["in", "closed"];

/** @param {Desk} desk  @param {Person} person  @param {Likely} what the likely next step */
export function advice(desk, person, what) {
  const { head, words } = desk;
  const label = LABELS[what];
  // A player who may not even join the waiting list is refused first: it would also hold for a free place.
  const refusals = what === "refused" ? [hindrance(person.event), person.event?.refused.enter] : [];
  const why = refusals.filter((one, i, all) => one && one !== all[i - 1]);
  const waits = what !== "wait" && person.event && offers(person, head.registration, desk.config.may, head.started).wait;
  return html`
    ${SAID.includes(what) ? nothing : html`<p class=${`notice is-${why.length ? "bad" : "info"}`} role="status">${why.length
      ? why.map((one) => html`${sentence(one?.message, one?.rule)} `) : words.say(`desk.likely_${what}`)}</p>`}
    ${waits ? html`<button class="btn btn-block" type="button" @click=${() => desk.actions.run("wait")}>${words.say("desk.do_wait")}</button>` : nothing}
    ${label ? keyButton(words.say(label), "Enter", () => desk.counter.proceed(), { look: "btn-primary btn-large btn-block" }) : nothing}`;
}
