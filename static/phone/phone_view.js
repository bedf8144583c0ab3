/** The template of the player's page. */

import { html, nothing } from "lit-html";
import { clockView } from "../shared/ui/clock_view.js";
import { ante, blinds, timestampText } from "../shared/ui/format.js";
import { forMoney, ladderRows } from "../shared/ui/prizes_view.js";
import { registrationLine } from "../shared/ui/registration.js";
import { noticeText, teamText } from "./answer.js";
import { roomPicture, tablePicture } from "./pictures.js";
import { prizeView } from "./prize.js";

/** @import { LevelRow, NoPrizes, OwnPrize, OwnStack, PrizesBoard, RegistrationBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Reading } from "../shared/feed/reading.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Answer, OwnState, SeenState } from "./answer.js" */
/** @import { Parts } from "./cash_card.js" */
/** @import { PushCard } from "./push_card.js" */
/** @import { RoomMap } from "./room_map.js" */

/**
 * What the page shows.
 * @typedef {object} PhoneState
 * @property {Words} words
 * @property {number|null} event
 * @property {string} name of the event
 * @property {number|null} now server time
 * @property {ClockWithStructure} [clock]
 * @property {Reading|null} read
 * @property {Answer} answer
 * @property {OwnState} [mine]
 * @property {OwnPrize|NoPrizes} [prize]
 * @property {OwnStack} [stack]
 * @property {PrizesBoard|NoPrizes} [prizes]
 * @property {RegistrationBoard} [registration]
 * @property {{event: number, name: string, other: boolean}[]} tabs events to choose from, the player's own first
 * @property {(event: number) => void} choose
 * @property {{mine: OwnState, before: SeenState}|null} banner the move to announce
 * @property {() => void} understood closes the banner
 * @property {RoomMap} map
 * @property {Actions} actions
 * @property {PushCard} push
 * @property {boolean} silent sounds need a touch first
 */

/** Number of upcoming rows shown. */
const AHEAD = 6;
/** Final states of a clock. */
const OVER = new Set(["won", "closed", "over", "day_over"]);
/** Those of an event that is over. */
const FINISHED = new Set(["won", "closed"]);
/** Times further away are shown as day and time (ms). */
const FAR = 6 * 3_600_000;

/** @param {PhoneState & Parts} state */
export function phoneView(state) {
  const { words, event, mine, actions, push, cash, now } = state;
  const alone = event === null;
  return html`
    ${tabs(state)}
    ${banner(state)}
    ${alone ? nothing : cash?.call(now)}
    ${answerSection(state)}
    ${actions.message(event)}
    ${actions.buttons(event, mine, state.registration)}
    ${cash?.card(now, alone, true)}
    ${state.stackCard?.(state)}
    ${prizeCard(state)}
    ${registration(state)}
    ${pictures(state)}
    ${clockCard(state)}
    ${levels(state)}
    ${cash?.card(now, alone, false)}
    ${ladder(state)}
    ${messages(state)}
    ${event === null ? nothing : html`<a class="btn btn-block" id="results-link" href="/results/${event}/">${words.say("page.results")}</a>`}
    ${push.card()}
    ${state.silent ? html`<button class="btn btn-quiet" type="button" id="sound">${words.say("phone.sound")}</button>` : nothing}`;
}

/** @param {PhoneState} state */
function tabs({ tabs: events, event, choose, words }) {
  const wanted = events.length > 1 || events.some((one) => one.other && one.event !== event);
  if (!wanted) return nothing;
  return html`
    <nav class="tabs" id="events" aria-label=${words.say("phone.events")}>${events.map((one) => html`
      <button class="tab ${one.other ? "is-other" : ""}" type="button" aria-pressed=${one.event === event} @click=${() => choose(one.event)}>${one.name}</button>`)}
    </nav>`;
}

/** @param {PhoneState} state */
function banner({ banner: shown, understood, words }) {
  // The region is there from the start: screen readers announce what is added to it.
  return html`
    <section class=${shown ? "banner" : "banner is-empty"} id="banner" role="alert" ?hidden=${!shown}>${shown && html`
      <h2>${words.say("phone.moved")}</h2>
      <p class="banner-text">${words.say("phone.moved_to", { table: shown.mine.table, seat: shown.mine.seat })}</p>
      <p class="banner-before">${words.say("phone.moved_from", { table: shown.before.table, seat: shown.before.seat })}</p>
      <button class="btn btn-block" type="button" id="banner-close" @click=${understood}>${words.say("phone.understood")}</button>`}
    </section>`;
}

/** @param {PhoneState} state */
function answerSection({ answer: { look, title, big, note }, name, mine, registration: board, words }) {
  const length = big.reduce((sum, { text }) => sum + text.length, 0);
  const team = mine ? teamText(look === "out" ? { ...mine, state: "out" } : mine, board, words) : "";
  return html`
    <section class="answer" id="answer" data-look=${look} ?data-moving=${mine?.state === "seated" && Boolean(mine.move)} aria-labelledby="answer-title" aria-live="polite">
      <p class="answer-event" id="answer-event">${name}</p>
      <h2 class="answer-title" id="answer-title">${title}</h2>
      <dl class="answer-big" id="answer-big" data-length=${length} ?hidden=${!big.length}>${big.map(({ label, text }) => html`<div class="figure"><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>
      <p class="answer-note" id="answer-note">${note}</p>
      ${team ? html`<p class="answer-note" id="answer-team">${team}</p>` : nothing}
    </section>`;
}

/** @param {PhoneState} state */
function prizeCard({ mine, prize, prizes, words }) {
  if (!mine) return nothing;
  const { lead, rows, notes, targets } = prizeView(mine, prize, prizes, words);
  const card = !lead && !rows.length && !notes.length ? nothing : html`
    <section class="card" id="prize-card" aria-labelledby="prize-title">
      <h2 id="prize-title">${words.say("phone.prizes")}</h2>
      <p class="prize-lead" id="prize-lead" ?hidden=${!lead}>${lead}</p>
      <dl class="rows" id="prize-rows" ?hidden=${!rows.length}>${rows.map(([label, text]) => html`<div class="row"><dt class="row-text">${label}</dt><dd class="row-amount">${text}</dd></div>`)}</dl>
      <div class="prize-notes" id="prize-notes">${notes.map((text) => html`<p>${text}</p>`)}</div>
    </section>`;
  const listed = !targets.length ? nothing : html`
    <section class="card" id="targets-card" aria-labelledby="targets-title">
      <h2 id="targets-title">${words.say("phone.targets")}</h2>
      <ul class="rows" id="targets">${targets.map((name) => html`<li class="row"><span class="row-text" dir="auto">${name}</span></li>`)}</ul>
    </section>`;
  return [card, listed];
}

/** @param {PhoneState} state */
function registration({ mine, registration: board, clock, read, now, words }) {
  // Seated players do not need it, and once the event is over there is nothing to register for.
  const over = clock && read && now !== null && FINISHED.has(clockView(clock, read, words, now).state);
  const text = now === null || over || mine?.state === "seated" ? "" : registrationLine(board, clock, read, now, words);
  const team = board?.partner_until && !mine?.entry ? words.say("phone.for_teams") : "";
  return text || team ? html`<p class="quiet" id="registration">${[text, team].filter(Boolean).join(" · ")}</p>` : nothing;
}

/** @param {PhoneState} state */
function pictures({ answer: { look }, mine, map, words }) {
  // A winner still has a seat.
  if (look !== "seated" || !mine?.table || !mine.seat) return nothing;
  const { table, seat, seats } = mine;
  const tables = map.tablesWith(table);
  return html`
    <section class="card" id="table-card">${tablePicture(Math.max(seats ?? 0, seat), seat, words.say("phone.table_alt", { table, seat, seats }))}</section>
    ${tables?.length ? html`
    <section class="card" id="map-card" aria-labelledby="map-title">
      <h2 id="map-title">${words.say("phone.map")}</h2>
      ${roomPicture(tables, table, words.say("phone.map_alt", { table, seat, seats }))}
    </section>` : nothing}`;
}

/** @param {PhoneState} state */
function clockCard({ clock: board, read, now, words }) {
  if (!board || !read || now === null) return nothing;
  const view = clockView(board, read, words, now);
  const waits = view.state === "waiting";
  const planned = [words.say("clock.starts_at"), view.startDay, view.startIn && `${words.say("clock.starts_in")} ${view.startIn}`];
  const night = view.state === "day_over";
  const word = waits && view.startTime ? planned : [view.word, night && view.startTime ? view.counts : view.note];
  // Without a planned start the time is empty: the line above says so.
  /** @type {[string, string][]} */
  const lines = [
    ["clock-word", word.filter(Boolean).join(" · ")],
    ["clock-time", waits || night ? view.startTime : view.hands || view.time],
    ["clock-blinds", [view.blinds, view.ante].filter(Boolean).join(" · ")],
  ];
  /** @type {[string, string][]} */
  const facts = [
    ["clock-level", [view.level, view.game].filter(Boolean).join(" · ")],
    ["clock-break", view.break ? `${words.say("clock.next_break")} ${view.break}` : ""],
    ["clock-players", board.field.entries ? `${view.playersLabel} ${view.players}` : ""],
  ];
  return html`
    <section class="card clock" id="clock" data-state=${view.state} aria-labelledby="clock-title">
      <h2 id="clock-title">${words.say("phone.clock")}</h2>
      ${lines.map(([id, text]) => (text ? html`<p class=${id} id=${id}>${text}</p>` : nothing))}
      <p class="quiet">${facts.map(([id, text]) => (text ? html`<span id=${id}>${text}</span> ` : nothing))}</p>
      ${view.announcement ? html`<p class="clock-message" id="clock-message">${view.announcement}</p>` : nothing}
    </section>`;
}

/** @param {PhoneState} state */
function levels({ clock: board, read, now, words }) {
  if (!board || !read || now === null || OVER.has(clockView(board, read, words, now).state)) return nothing;
  const rows = board.levels.slice(read.position + 1, read.position + 1 + AHEAD);
  if (!rows.length) return nothing;
  // Times are unknown for an event that is started by hand.
  const known = read.state !== "waiting" || read.starts_in !== null;
  let until = read.remaining + (read.state === "waiting" ? read.starts_in ?? 0 : 0);
  return html`
    <section class="card" id="levels-card" aria-labelledby="levels-title">
      <h2 id="levels-title">${words.say("phone.levels")}</h2>
      <ol class="rows" id="levels">${rows.map((row) => {
        const shown = levelRow(row, known ? inTime(until, now, words) : "", words);
        until += row.duration;
        return shown;
      })}</ol>
    </section>`;
}

/** @param {LevelRow} row  @param {string} time  @param {Words} words */
function levelRow(row, time, words) {
  const pause = row.kind === "break";
  const text = pause ? row.note : [blinds(row, words.language), ante(row, words.language, words)].filter(Boolean).join(" · ");
  return html`<li class=${pause ? "row is-break" : "row"}><span class="row-name">${pause ? words.say("clock.break") : row.number}</span><span class="row-text">${text}</span><span class="row-time">${time}</span></li>`;
}

/** "in 20 min", "in 1 h 10 min", "Saturday, 20:00"; minutes are rounded up. @param {number} ms  @param {number} now  @param {Words} words */
function inTime(ms, now, words) {
  if (ms > FAR) return timestampText(now + ms, now, words.language);
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return words.say("phone.in_minutes", { minutes });
  return words.say("phone.in_hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** @param {PhoneState} state */
function ladder({ prizes, words }) {
  const rows = forMoney(prizes) ? ladderRows(prizes, words) : [];
  if (!rows.length) return nothing;
  return html`
    <details class="card fold" id="ladder-card">
      <summary>${words.say("phone.ladder")}</summary>
      <ol class="rows" id="ladder">${rows.map(({ places, things, cash }) => html`<li class="row"><span class="row-name">${places}</span><span class="row-text">${things}</span><span class="row-amount">${cash}</span></li>`)}</ol>
    </details>`;
}

/** @param {PhoneState} state */
function messages({ mine, now, words }) {
  const notices = mine?.notices ?? [];
  if (!notices.length) return nothing;
  return html`
    <section class="card" id="news-card" aria-labelledby="news-title">
      <h2 id="news-title">${words.say("phone.messages")}</h2>
      <ul class="rows" id="news">${notices.map((notice) => html`<li class="row"><span class="row-text">${noticeText(notice, words)}</span><span class="row-time">${timestampText(notice.at ?? 0, now ?? notice.at ?? 0, words.language)}</span></li>`)}</ul>
    </section>`;
}
