/** The public page of the cash room, live: games, tables, open seats, called players and lists. */

import { html, nothing } from "lit-html";
import { LiveResource } from "../shared/feed/live_resource.js";
import { secondsLeft, untilFlip } from "../shared/feed/reading.js";
import { byId } from "../shared/ui/dom.js";
import { Flip } from "../shared/ui/flip.js";
import { duration } from "../shared/ui/format.js";
import { placesOf, price } from "../shared/ui/money.js";
import { startPublicPage } from "../shared/ui/public_page.js";
import { View } from "../shared/ui/view.js";

/** @import { CashGameLine, CashTableLine, ListedPlayer } from "../../docs/reference/boards" */

const { feed, time, words } = startPublicPage();
const room = new LiveResource(feed, "room");
/** @param {string} key  @param {Record<string, string|number|null>} [values] */
const say = (key, values) => words.say(`cash.${key}`, values);
/** @param {string} key  @param {number} count */
const counted = (key, count) => say(count === 1 ? `${key}_one` : key, { count });

function lists() {
  const games = room.board("cash_lists")?.games ?? [];
  if (!games.length) return html`<div class="empty"><strong>${say("none")}</strong><p>${say("none_how")}</p></div>`;
  return html`<div class="grid cash-games">${games.map(card)}</div>`;
}

/** @param {CashGameLine} game */
function card(game) {
  const { tables, called, waiting } = game;
  const list = waiting.length ? html`<ol class="cash-waiting">${waiting.map(({ name }) => html`<li dir="auto">${name}</li>`)}</ol>`
    : tables.length ? html`<p class="muted">${say("empty")}</p>` : nothing;
  return html`
    <section class="card" aria-labelledby="game-${game.game}">
      <div class="card-header"><h2 id="game-${game.game}">${game.name}</h2></div>
      <div class="card-body stack">
        <p class="muted">${about(game)}${game.note ? html`<br>${game.note}` : nothing}</p>
        ${tables.length ? html`<ul class="list">${tables.map(line)}</ul>` : html`<p>${counted("interested", game.total)}</p>`}
        ${called.length ? html`<ul class="list cash-called">${called.map(call)}</ul>` : nothing}
        ${list}
      </div>
    </section>`;
}

/** Buy-in, and what the game allows. @param {CashGameLine} game */
function about({ buy_in_min: least, buy_in_max: most, currency, straddle, run_it_twice: twice, collection, time_charge: charge, time_minutes: minutes }) {
  /** @param {number} amount */
  const shown = (amount) => price(amount, placesOf(currency), currency, words.language);
  const buyIn = most === null ? say("buy_in_from", { least: shown(least) }) : say("buy_in_range", { least: shown(least), most: shown(most) });
  return [buyIn, collection === "time" ? say("time_charge", { charge: shown(charge), minutes }) : "", straddle === "none" ? "" : say(`straddle_${straddle}`), twice ? say("twice") : ""].filter(Boolean).join(" · ");
}

/** @param {CashTableLine} table */
function line({ number, open }) {
  return html`<li class="spread"><span>${say("table", { number })}</span><span class=${open ? "badge is-open" : "badge"}>${open ? counted("open", open) : say("full")}</span></li>`;
}

/** @param {ListedPlayer} player */
function call({ name, table, until }) {
  const now = time.at();
  const left = until === null || now === null ? "" : duration(secondsLeft(until - now));
  return html`<li class="spread"><strong dir="auto">${name}</strong><span>${say("called", { number: table })} <span class="figures">${left}</span></span></li>`;
}

const view = new View(byId("cash-lists"), lists);
const flip = new Flip(time, (now) => {
  if (!room.known) return null;
  view.updateNow();
  const called = room.board("cash_lists")?.games.flatMap((game) => game.called) ?? [];
  const waits = called.flatMap(({ until }) => (until === null || now === null ? [] : [untilFlip(until - now) ?? []])).flat();
  return waits.length ? Math.min(...waits) : null;
});
room.subscribe(() => flip.poke());
