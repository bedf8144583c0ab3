/** Beside the table: players moving here, calls of the dealer, and the button. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { nameOf } from "./ring.js";
import { callOf, comers, dealtTo, handForHandOf, lacksButton, timedPlayer } from "./state.js";

/** @import { CallRow, ChairRow, TableBoard } from "../../docs/reference/boards" */
/** @import { Tablet } from "./tablet.js" */

/** @param {Tablet} tablet  @param {TableBoard} table */
export function sideView(tablet, table) {
  const { words, picking } = tablet;
  const lacks = picking === null && lacksButton(table);
  const day = tablet.event.clock?.day_over;
  const winner = tablet.event.clock?.winner;
  // After the last hand there is nothing to count, to bag or to deal.
  /** @type {CallRow["kind"][]} */
  const calls = day || winner ? ["floor"] : ["time", "all_in", "floor", "count"];
  return html`<aside class="dealer-side" aria-label=${words.say("dealer.side")}>
    ${tablet.waiting.view()}${winner ? nothing : [tablet.bags.opener, tablet.stacks.opener]}${comingView(tablet, table)}
    <div class="dealer-presses" id="presses">
      ${calls.map((kind) => callView(tablet, table, kind))}
      <button ?hidden=${Boolean(winner)} class="btn ${lacks ? "btn-primary" : ""}" type="button" id="put-button" ?disabled=${dealtTo(table) < 2} aria-busy=${tablet.holds("table.button")}
        @click=${() => tablet.pick(picking ?? "button")}>${words.say(picking ? "dealer.not_now" : lacks ? "dealer.put_button" : "dealer.move_button")}</button>
    </div>
  </aside>`;
}

/** @param {Tablet} tablet  @param {TableBoard} table  @param {CallRow["kind"]} kind */
function callView(tablet, table, kind) {
  const { words, picking } = tablet;
  const open = callOf(table, kind);
  // The next tap chooses the player.
  const asks = kind === "time" && !open;
  const who = kind === "time" && open ? timedPlayer(table) : undefined;
  // An all-in is waiting already, and hand-for-hand has no second hand to wait with.
  const waits = !["", "playing"].includes(handForHandOf(tablet.event.board("hand_for_hand"), tablet.number));
  const off = !open && ((kind === "all_in" && waits) || ((kind === "all_in" || kind === "time") && tablet.dealPending));
  return html`<button class="btn two-lines" type="button" data-call=${kind} ?disabled=${off} aria-busy=${tablet.holds(`call ${kind}`)}
    aria-pressed=${Boolean(open) || (asks && picking === "time")} @click=${() => tablet.call(kind)}
    ><span>${words.say(open ? `dealer.called_${kind}` : `dealer.call_${kind}`)}${who ? `: ${nameOf(who, words)}` : ""}</span
    ><small>${open ? words.say("dealer.was_here") : asks ? words.say("dealer.time_how") : ""}</small></button>`;
}

/** @param {Tablet} tablet  @param {TableBoard} table */
function comingView(tablet, table) {
  const { words, number } = tablet;
  const found = comers(table);
  if (!found.length) return nothing;
  const all = words.say("dealer.all_here", { count: found.length });
  const here = words.say("dealer.is_here");
  /** @param {ChairRow} one */
  const row = (one) => {
    const name = nameOf(one, words);
    const key = one.from_table === null || one.from_table === number ? "dealer.arrives_new" : "dealer.arrives";
    return html`<li><span>${words.say(key, { name, from: one.from_table, seat: one.seat })}</span>
      <button class="btn btn-primary" type="button" aria-label="${name}: ${here}" aria-busy=${tablet.holds(`move ${one.move}`)}
        @click=${() => tablet.press("move.arrive", here, { move: one.move ?? 0 }, `move ${one.move}`)}>${here}</button></li>`;
  };
  return html`<ul class="dealer-coming" id="coming" aria-label=${words.say("dealer.coming")}>
    ${found.length > 1 ? html`<li><button class="btn btn-block" type="button" aria-busy=${tablet.holds("moves.arrive")}
      @click=${() => tablet.press("moves.arrive", all, { number }, "moves.arrive")}>${all}</button></li>` : nothing}
    ${repeat(found, ({ move }) => move, row)}
  </ul>`;
}
