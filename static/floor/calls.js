/** The floor's responses to a table's call: on the way, or the result of a called time. */

import { html, nothing } from "lit-html";

/** @import { CallRow } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/**
 * The buttons of an open call. Results of a called time can be pressed once it is over, as on the table's tablet.
 * @param {CallRow} call  @param {Floor} page
 */
export function answersTo({ call, kind, seconds }, page) {
  const { presses } = page;
  if (kind !== "time" || !seconds) {
    const label = page.say("answer");
    return html`<button class="btn btn-primary" type="button" @click=${() => presses.send("table.answer", { call }, label)}>${label}</button>`;
  }
  /** @param {"acted"|"hand_dead"|"check"|"cancelled"} outcome  @param {string} look  @param {"late"|"early"|""} when */
  const end = (outcome, look, when) => {
    const label = page.say(`time_${outcome}`);
    return html`<button class="btn ${look}" type="button" data-outcome=${outcome} ?data-late=${when === "late"} ?data-early=${when === "early"}
      @click=${() => presses.send("time.end", { call, outcome }, label)}>${label}</button>`;
  };
  return html`<span class="call-acts">${end("acted", "btn-primary", "")}${end("hand_dead", "btn-danger", "late")}
    ${page.timeChecks ? end("check", "", "late") : nothing}${end("cancelled", "btn-quiet", "early")}</span>`;
}
