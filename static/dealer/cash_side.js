/** Beside a cash table: blinds that pass absent players in this hand, money, and the button. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { lacksCashButton } from "./cash_state.js";

/** @import { CashChair, CashTableBoard } from "../../docs/reference/boards" */
/** @import { CashTablet } from "./cash_tablet.js" */

/** @param {CashTablet} tablet  @param {CashTableBoard} table */
export function cashSide(tablet, table) {
  const { words, picking } = tablet;
  const lacks = picking === null && lacksCashButton(table);
  const key = picking ? "dealer.not_now" : lacks ? "dealer.put_button" : "dealer.move_button";
  return html`<aside class="dealer-side" aria-label=${tablet.say("side")}>
    ${tablet.waiting.view()}${missedView(tablet, table)}
    <div class="dealer-money" id="money">${tablet.money.view(table)}</div>
    <div class="dealer-presses" id="presses">
      <button class="btn ${lacks ? "btn-primary" : ""}" type="button" id="put-button" aria-busy=${tablet.holds("button")}
        @click=${() => tablet.pick(picking ?? "button", tablet.change)}>${words.say(key)}</button>
      ${callButton(tablet, table)}
    </div>
  </aside>`;
}

/** Call the floor; while the call is open, the same button says that somebody came. @param {CashTablet} tablet  @param {CashTableBoard} table */
function callButton(tablet, table) {
  const { words } = tablet;
  const open = table.floor_called !== null;
  const label = words.say(open ? "dealer.called_floor" : "dealer.call_floor");
  const press = () => tablet.press(open ? "cash_table.answer_call" : "cash_table.call_floor", label, { table: table.number }, "call");
  return html`<button class="btn two-lines" type="button" data-act="call-floor" aria-busy=${tablet.holds("call")} ?data-open=${open} aria-pressed=${open} @click=${press}><span>${label}</span>${open ? html`<small>${words.say("dealer.was_here")}</small>` : nothing}</button>`;
}

/** One tap for each blind that passes an absent player now. @param {CashTablet} tablet  @param {CashTableBoard} table */
function missedView(tablet, table) {
  const due = table.chairs.filter(({ misses }) => misses !== "");
  if (!due.length) return nothing;
  /** @param {CashChair} chair */
  const row = (chair) => {
    const blind = chair.misses === "big" ? "big" : "small";
    return html`<li><button class="btn btn-primary btn-block two-lines" type="button" data-missed=${chair.seat} aria-busy=${tablet.holds(`seat ${chair.seat}`)} @click=${() => tablet.missed(chair, blind)}
      ><span>${tablet.say(`missed_${blind}`)}</span><small>${chair.seat} · ${chair.name}</small></button></li>`;
  };
  return html`<ul class="dealer-missed" id="missed" aria-label=${tablet.say("passes")}>${repeat(due, ({ seat }) => seat, row)}</ul>`;
}
