/** The open tables as cards: a cell for each seat. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { mustMoveText } from "./must_move.js";
import { openTable } from "./open_table.js";
import { penaltyOf } from "./penalties.js";
import { aboutPlayer } from "./player.js";
import { seatSomebody } from "./seat.js";
import { aboutTable } from "./table.js";
import { timeLine } from "./time.js";

/** @import { CashFloorTable, CashSeatRow } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */

/** @param {CashRoom} room */
export function tablesView(room) {
  const { tables } = room;
  if (tables === undefined) return html`<p class="muted">${room.say("loading")}</p>`;
  if (!tables.length) return html`<div class="empty"><strong>${room.say("no_tables")}</strong><p>${room.say(room.games.length ? "no_tables_how" : "no_games")}</p>
    ${room.games.length && room.may("manage_tables") ? html`<button class="btn btn-primary" type="button" @click=${() => openTable(room)}>${room.say("open_a_table")}</button>` : nothing}
    ${!room.games.length && room.may("manage_tables") ? html`<a class="btn btn-primary" href="/staff/cash/games/">${room.say("offer_game")}</a>` : nothing}</div>`;
  return html`<div class="cash-grid">${repeat(tables, ({ number }) => number, (table) => tableCard(room, table))}</div>`;
}

/** @param {CashRoom} room  @param {CashFloorTable} table */
function tableCard(room, table) {
  const open = room.open(table);
  const kept = room.calledTo(table.number);
  const more = [room.timeCharge(room.game(table.game)), mustMoveText(room, table)].filter(Boolean).join(" · ");
  const seats = Array.from({ length: table.seats }, (_one, at) => at + 1);
  return html`<article class="cash-table" data-table=${table.number}>
    <button class="cash-table-head" type="button" data-act="table" @click=${() => aboutTable(room, table.number)}>
      <span class="cash-table-number figures">${table.number}</span>
      <span class="cash-table-game"><strong>${table.name}</strong><small>${room.buyIn(table)}</small>${more ? html`<small class="cash-table-more">${more}</small>` : nothing}</span><span class="badge ${open ? "is-open" : ""}">${open ? room.count("open_seats", open) : room.say("full")}</span>
    </button>
    ${table.floor_called === null ? nothing : html`<p class="cash-kept" data-part="call">${room.say("calls_floor")} <span class="figures" data-since=${table.floor_called}></span></p>`}${timeLine(room, table)}${kept ? html`<p class="cash-kept">${room.count("kept", kept)}</p>` : nothing}
    <div class="cash-seats" data-columns=${table.seats > 9 ? 4 : 3}>${repeat(seats, (seat) => seat, (seat) => seatCell(room, table, seat))}</div>
  </article>`;
}

/** @param {CashRoom} room  @param {CashFloorTable} table  @param {number} seat */
function seatCell(room, table, seat) {
  const there = table.players.find((one) => one.seat === seat);
  const button = table.button === seat ? html`<abbr class="cash-disc" title=${room.say("button")}>D</abbr>` : nothing;
  if (!there) return html`<button class="cash-seat" type="button" data-kind="open" data-seat=${seat} @click=${() => seatSomebody(room, table.number, seat)}><span class="cash-seat-number figures">${seat}</span><span class="cash-seat-name">${room.say("open")}</span>${button}</button>`;
  return html`<button class="cash-seat" type="button" data-kind=${there.state} data-seat=${seat} title=${there.name} @click=${() => aboutPlayer(room, table.number, seat)}><span class="cash-seat-number figures">${seat}</span><span class="cash-seat-name">${there.name}</span>
    ${notesOf(room, table.number, there)}${button}</button>`;
}

/** What is to be known of a player at a glance. @param {CashRoom} room  @param {number} table  @param {CashSeatRow} there */
function notesOf(room, table, there) {
  const penalty = penaltyOf(room, there.player);
  const until = penalty?.until ?? room.chair(table, there.seat)?.until ?? null;
  const since = until !== null ? html` <span class="figures" data-until=${until} data-up=${room.say("over")}></span>`
    : there.away_since === null ? nothing : html` <span class="figures" data-since=${there.away_since}></span>`;
  const state = there.state === "playing" ? nothing : html`<span>${room.say(penalty ? "state_penalty" : `state_${there.state}`)}${since}</span>`;
  const missed = missedText(room, there);
  const warned = warnedText(room, table, there.seat);
  if (state === nothing && !missed && !warned) return nothing;
  return html`<small class="cash-seat-note">${state}${warned ? html`<span class="cash-missed">${warned}</span>` : nothing}${missed ? html`<span class="cash-missed">${missed}</span>` : nothing}</small>`;
}

/** How often the player in a seat was warned since they sit in the room; "" for never. @param {CashRoom} room  @param {number} table  @param {number} seat */
export function warnedText(room, table, seat) {
  const times = room.chair(table, seat)?.warnings ?? 0;
  return times ? room.count("warned", times) : "";
}

/** Missed blinds and what is to be posted, in short. @param {CashRoom} room  @param {CashSeatRow} there */
export function missedText(room, { missed_small: small, missed_big: big, posts }) {
  if (posts) return room.say(`posts_${posts}`);
  if (big) return room.count("missed_bigs", big);
  return small ? room.say("missed_small") : "";
}
