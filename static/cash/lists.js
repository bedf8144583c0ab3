/** The lists of all games: called players first, then those who wait, and seated players who want another table. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { timeText } from "../shared/ui/format.js";
import { aboutEntry } from "./entry.js";
import { joinList } from "./join.js";
import { mustMoveLines } from "./must_move.js";
import { openTable } from "./open_table.js";
import { penaltiesView } from "./penalties.js";
import { atDinner, dinnerText, nextInLine } from "./place.js";
import { seatPlayer } from "./seat.js";
import { labelled } from "../shared/ui/punctuation.js";

/** @import { CashGameLine, CashListRow } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */

/** So many who wait are shown; the rest on request. */
const SHOWN = 5;
/** Games whose whole list is shown. @type {Set<number>} */
const whole = new Set();

/** @param {CashRoom} room */
export function listsView(room) {
  if (room.tables === undefined) return html`<p class="muted">${room.say("loading")}</p>`;
  if (!room.games.length) return html`<div class="empty"><strong>${room.say("no_games")}</strong>${room.may("manage_tables") ? html`<a class="btn btn-primary" href="/staff/cash/games/">${room.say("offer_game")}</a>` : nothing}</div>`;
  const busy = room.games.filter((game) => isBusy(room, game));
  const rest = room.games.filter((game) => !isBusy(room, game));
  return html`${repeat(busy, ({ game }) => game, (game) => gameList(room, game))}
    ${rest.length ? html`<section class="cash-game is-quiet"><h2>${room.say(busy.length ? "other_games" : "games")}</h2>${repeat(rest, ({ game }) => game, (game) => html`<div class="cash-rest"><strong>${game.name}</strong>${buttons(room, game)}</div>`)}</section>` : nothing}${penaltiesView(room)}`;
}

/** @param {CashRoom} room  @param {CashGameLine} game */
const isBusy = (room, game) => Boolean(game.tables.length || room.lists.some((one) => one.game === game.game));

/** @param {CashRoom} room  @param {CashGameLine} game */
function buttons(room, game) {
  return html`<div class="cash-game-acts">
    <button class="btn" type="button" data-act="join" aria-label=${labelled(room.say("put_on_list"), game.name, room.words.language)} @click=${() => joinList(room, game.game)}>${room.say("list_player")}</button>
    ${room.may("manage_tables") ? html`<button class="btn" type="button" data-act="open-table" aria-label=${room.say("open_for", { game: game.name })} @click=${() => openTable(room, game.game)}>${room.say("list_table")}</button>` : nothing}</div>`;
}

/** @param {CashRoom} room  @param {CashGameLine} game */
function gameList(room, game) {
  const here = room.lists.filter((one) => one.game === game.game);
  const called = here.filter(({ called_to }) => called_to !== null);
  const waiting = here.filter((one) => one.kind === "seat" && one.called_to === null);
  const changes = here.filter((one) => one.kind === "change" && one.called_to === null);
  const more = whole.has(game.game) ? 0 : Math.max(0, waiting.length - SHOWN);
  const open = room.tablesOf(game.game).reduce((all, one) => all + room.open(one), 0);
  const to = room.callsTo(game.game);
  const next = nextInLine(room, game.game);
  const rules = room.houseRules(game);
  return html`<section class="cash-game" data-game=${game.game} aria-labelledby=${`game-${game.game}`}>
    <header><h2 id=${`game-${game.game}`}>${game.name}</h2>
      <div class="cash-game-head"><p class="cash-game-facts"><span>${game.tables.length ? room.count("tables", game.tables.length) : room.say("interest")}</span><span>${room.count("waiting", waiting.length)}</span>${open ? html`<span class="badge is-open">${room.count("open_seats", open)}</span>` : nothing}</p>${buttons(room, game)}</div>
      ${rules.length ? html`<p class="cash-rules">${rules.join(" · ")}</p>` : nothing}</header>
    ${mustMoveLines(room, game.game)}
    <ol class="cash-list">${repeat([...called, ...waiting.slice(0, waiting.length - more), ...changes], ({ entry }) => entry, (one) => {
      const at = waiting.indexOf(one);
      return row(room, one, at < 0 ? "" : String(at + 1), one === next ? to : null);
    })}</ol>
    ${more ? html`<button class="btn btn-quiet btn-block" type="button" data-act="whole" @click=${() => {
      whole.add(game.game);
      room.draw();
    }}>${room.count("more_waiting", more)}</button>` : nothing}
    ${here.length ? nothing : html`<p class="muted cash-none">${room.say("none_waits")}</p>`}
  </section>`;
}

/** @param {CashRoom} room  @param {CashListRow} one  @param {string} place  @param {number|null} to the table for which it is this player's turn */
function row(room, one, place, to) {
  return html`<li class="cash-row" data-entry=${one.entry} data-state=${one.called_to === null ? "waiting" : "called"}>
    <span class="cash-place figures">${place || (one.called_to === null ? "⇄" : "→")}</span>
    <span class="cash-who"><strong>${one.name}</strong><small>${about(room, one)}</small></span>
    <span class="cash-acts">${one.called_to === null
      ? to === null ? nothing : html`<button class="btn btn-primary" type="button" data-act="call" @click=${() => room.send("cash_list.call", { entry: one.entry, table: to }, room.say("call_to", { name: one.name, table: to }))}>${room.say("call_there", { table: to })}</button>`
      : html`<button class="btn btn-primary" type="button" data-act="seat" @click=${() => seatCalled(room, one)}>${room.say("seat")}</button>`}
      <button class="btn btn-quiet btn-icon" type="button" data-act="more" aria-label=${room.say("more_for", { name: one.name })} @click=${() => aboutEntry(room, one.entry)}>⋯</button></span>
  </li>`;
}

/** Seat a called player at the table of the call. @param {CashRoom} room  @param {CashListRow} one */
export function seatCalled(room, one) {
  seatPlayer(room, { player: one.player, name: one.name, game: one.game, table: one.called_to });
}

/** When a player came, or until when the seat or the place is kept. @param {CashRoom} room  @param {CashListRow} one */
function about(room, one) {
  if (one.called_to !== null) {
    return html`${room.say("called_to", { table: one.called_to })} · <span class="figures" data-until=${one.until ?? 0} data-up=${room.say("time_over")}></span>${one.coming ? html` · ${room.say("coming")}` : nothing}`;
  }
  const waits = html`<span class="figures" data-since=${one.since ?? 0}></span>`;
  if (one.kind === "change") return html`${one.table === null ? room.say("wants_other") : room.say("wants_table", { table: one.table })} · ${waits}`;
  if (atDinner(one)) return html`<span class="badge" data-part="dinner">${dinnerText(room, one)}</span> · ${waits}`;
  if (one.expires !== null) return html`${room.say("call_in_until", { time: timeText(one.expires, room.words.language) })} · ${waits}`;
  return html`${room.say(`origin_${one.origin}`)} · ${waits}`;
}
