/** The seats and the felt of a cash table, from the dealer's point of view. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { cssVars } from "../shared/ui/directives.js";
import { discsOf, lacksCashButton, seatsOf } from "./cash_state.js";
import { disc, LONG, narrowPlace } from "./ring.js";
import { places } from "./state.js";

/** @import { CashChair, CashTableBoard } from "../../docs/reference/boards" */
/** @import { TemplateResult } from "lit-html" */
/** @import { CashTablet } from "./cash_tablet.js" */

/** @param {CashTablet} tablet  @param {CashTableBoard} table  @param {TemplateResult} felt */
export function cashRing(tablet, table, felt) {
  const seats = seatsOf(table);
  const { rows, odd, places: spots } = places(seats.length);
  return html`<section class="dealer-ring" id="ring" aria-label=${tablet.words.say("dealer.seats")} ?data-odd=${odd} ?data-picking=${tablet.picking !== null}
    ${cssVars({ "--rows": rows })}>
    ${repeat(seats, ([seat]) => seat, ([seat, chair], at) => seatView(tablet, table, seat, chair, spots[at]))}${felt}
  </section>`;
}

/** @param {CashTablet} tablet  @param {CashTableBoard} table  @param {number} seat  @param {CashChair|undefined} chair  @param {{row: number, column: number}} spot */
function seatView(tablet, table, seat, chair, spot) {
  const { words, picking } = tablet;
  const name = chair?.name ?? words.say("dealer.free");
  const about = chair ? tablet.notes(chair).join(" · ") : "";
  const off = picking === "change" ? chair !== undefined : picking === null && chair === undefined;
  return html`<button class="dealer-seat" type="button" data-seat=${seat} data-kind=${chair ? "player" : "free"} ?data-away=${chair !== undefined && chair.state !== "playing"}
    ?data-owes=${chair !== undefined && chair.posts !== ""} ?data-lost=${chair?.place_lost ?? false} ?data-long=${name.length > LONG}
    ?disabled=${off} aria-busy=${tablet.holds(`seat ${seat}`)} @click=${() => tablet.tapped(seat, chair)} ${cssVars(narrowPlace(spot))}>
    <span class="dealer-seat-head"><span class="figures">${words.say("dealer.seat", { seat })}</span>
      <span class="dealer-discs">${discsOf(table, seat, chair).map((position) => disc(position, words))}</span></span>
    <strong class="dealer-name">${name}</strong>${about ? html`<small class="dealer-about">${about}</small>` : nothing}
  </button>`;
}

/** The middle of the table: the hand, and what is special about it. @param {CashTablet} tablet  @param {CashTableBoard} table */
export function cashFelt(tablet, table) {
  const { words, picking } = tablet;
  const alone = table.chairs.find(({ seat }) => seat === table.alone);
  const next = table.chairs.find(({ seat }) => seat === table.next_must_move);
  const hint = picking === "button" ? words.say("dealer.tap_button") : picking === "change" ? tablet.say("tap_free") : lacksCashButton(table) ? words.say("dealer.button_unknown") : "";
  const rules = [table.straddle !== "none" && tablet.say(`straddle_${table.straddle}`), table.run_it_twice && tablet.say("run_it_twice"), table.note].filter(Boolean);
  return html`<div class="dealer-felt" id="felt">
    <p class="dealer-leaves" data-part="alone" role="status" ?hidden=${!alone}>${alone ? tablet.say("posts_alone", { name: alone.name }) : ""}</p>
    <p class="dealer-hand figures" data-part="hand">${words.say("dealer.hand", { number: table.hand })}</p>
    <button class="btn btn-primary btn-huge btn-block" type="button" id="hand-over" aria-busy=${tablet.holds("hand")} @click=${() => tablet.finishHand()}>${words.say("dealer.hand_over")}</button>
    <p class="dealer-hint" data-part="hint" role="status" ?hidden=${!hint}>${hint}</p>
    <p data-part="must-move" ?hidden=${!next}>${next ? tablet.say("must_move", { name: next.name, table: table.must_move }) : ""}</p>
    <p class="small muted dealer-last" data-part="rules" ?hidden=${!rules.length}>${rules.join(" · ")}</p>
  </div>`;
}
