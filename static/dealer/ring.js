/** The seats on the dealer's tablet, from the dealer's point of view. */

import { html, nothing } from "lit-html";
import { ifDefined } from "lit-html/directives/if-defined.js";
import { repeat } from "lit-html/directives/repeat.js";
import { number } from "../shared/ui/format.js";
import { cssVars } from "../shared/ui/directives.js";
import { penaltySays, places, positionsOf, shownSeats } from "./state.js";

/** @import { ChairRow, TableBoard } from "../../docs/reference/boards" */
/** @import { TemplateResult } from "lit-html" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Text } from "./state.js" */
/** @import { Tablet } from "./tablet.js" */

/** Longer names use smaller type. */
export const LONG = 18;
/** Both names of a team, each as long: set smaller still. */
const LONGEST = 44;
/**
 * On a phone, the left and the right seat of a row are side by side, and the seat opposite has its own row.
 * @type {Record<number, string>}
 */
const NARROW = { 1: "1", 2: "1 / -1", 3: "2" };

/** Render the seats around the felt. @param {Tablet} tablet  @param {TableBoard} table  @param {TemplateResult} felt */
export function ringView(tablet, table, felt) {
  const seats = shownSeats(table);
  const { rows, odd, places: spots } = places(seats.length);
  return html`<section class="dealer-ring" id="ring" aria-label=${tablet.words.say("dealer.seats")} ?data-odd=${odd} ?data-picking=${tablet.picking !== null}
    ${cssVars({ "--rows": rows })}>
    ${repeat(seats, ({ seat }) => seat, (chair, at) => seatView(tablet, table, chair, spots[at]))}${felt}
  </section>`;
}

/** @param {Tablet} tablet  @param {TableBoard} table  @param {ChairRow} chair  @param {{row: number, column: number}} spot */
function seatView(tablet, table, chair, spot) {
  const { words, picking } = tablet;
  const name = nameOf(chair, words);
  // Once the event is won, the button, blinds, penalties and absences no longer apply.
  const won = Boolean(tablet.event.clock?.winner);
  const penalty = won ? null : penaltySays(tablet.event.board("penalties"), chair, tablet.time.at());
  const busy = tablet.holds(`entry ${chair.entry}`) || (picking === "button" && tablet.holds("table.button"));
  const about = won ? "" : [tablet.waiting.about(chair.entry) && words.say("dealer.wait_seat"), penalty && penaltyOf(penalty, words), aboutOf(chair, words, tablet.shot?.left[chair.seat])].filter(Boolean).join(" · ");
  return html`<button class="dealer-seat" type="button" data-seat=${chair.seat} data-kind=${chair.kind || "free"} ?data-coming=${chair.move !== null}
    ?data-away=${!won && chair.absent_since !== null} ?data-long=${name.length > LONG} ?data-longest=${name.length > LONGEST}
    data-penalty=${ifDefined(penalty ? (penalty[0] === "penalty.may_come_back" ? "over" : "runs") : undefined)}
    ?disabled=${picking === null && chair.kind !== "player"} aria-busy=${busy} @click=${() => tablet.tapped(chair)} ${cssVars(narrowPlace(spot))}>
    <span class="dealer-seat-head"><span class="figures">${words.say("dealer.seat", { seat: chair.seat })}</span>
      <span class="dealer-discs">${won ? nothing : positionsOf(table, chair.seat).map((position) => disc(position, words))}</span></span>
    ${namesOf(chair, name, words, !won)}${about ? html`<small class="dealer-about">${about}</small>` : nothing}
  </button>`;
}

/** The place of a seat, also on a phone. @param {{row: number, column: number}} spot */
export function narrowPlace({ row, column }) {
  return { "--row": row, "--column": column, "--narrow-row": column === 2 ? 2 : row + 2, "--narrow-column": NARROW[column] };
}

/** @param {string} name  @param {Words} words */
export const disc = (name, words) => html`<span class="dealer-disc is-${name}"><span aria-hidden="true">${words.say(`dealer.${name}_disc`)}</span>
  <span class="visually-hidden">${words.say(`dealer.${name}`)}</span></span>`;

/** The large text of a seat. @param {ChairRow} chair  @param {Words} words */
export function nameOf(chair, words) {
  return chair.kind === "player" ? chair.name : words.say(`dealer.${chair.kind || "free"}`, { name: chair.name });
}

/** The name at a seat; of a team both, first and marked who plays now. @param {ChairRow} chair  @param {string} name  @param {Words} words  @param {boolean} [marked] */
export function namesOf(chair, name, words, marked = true) {
  if (!chair.partner) return html`<strong class="dealer-name">${name}</strong>`;
  const [plays, other] = chair.partner_plays ? [chair.partner, chair.registered] : [chair.registered, chair.partner];
  return html`<span class="dealer-name dealer-team"><strong>${plays}</strong> ${marked ? html`<span class="dealer-plays">${words.say("dealer.at_seat")}</span>` : nothing} <span class="dealer-mate">${other}</span></span>`;
}

/** What a player sits out, and from when. @param {Text} text  @param {Words} words */
function penaltyOf([key, values], words) {
  const what = words.say(key, values);
  return values.waits ? words.say("penalty.from_next", { what }) : what;
}

/** Other notes on a player. @param {ChairRow} chair  @param {Words} words  @param {number|undefined} banks time banks left */
function aboutOf(chair, words, banks) {
  if (chair.kind !== "player") return "";
  const moving = chair.from_table === null ? words.say("dealer.on_the_way_here") : words.say("dealer.on_the_way", { table: chair.from_table });
  return [
    chair.move !== null && moving,
    chair.absent_since !== null && words.say("dealer.away"),
    chair.waits && words.say("dealer.waits"),
    chair.stack !== null && words.say(chair.estimated ? "dealer.about_chips" : "dealer.chips", { count: number(chair.stack, words.language) }),
    banks !== undefined && words.say("dealer.banks_left", { count: banks }),
  ].filter(Boolean).join(" · ");
}
