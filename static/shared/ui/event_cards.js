/** The room's events as cards with live clocks: for the lobby and the staff's start page. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../feed/live_resource.js";
import { reading, untilFlip } from "../feed/reading.js";
import { badgeOf, badgeText } from "./badge.js";
import { clockView } from "./clock_view.js";
import { find } from "./dom.js";
import { Flip } from "./flip.js";
import { dayOfSchedule, number, timeText } from "./format.js";
import { placesOf, price } from "./money.js";
import { lateUntil, registrationParts } from "./registration.js";
import { View } from "./view.js";
import { sameDay } from "./zone.js";
import { labelled } from "./punctuation.js";

/** @import { TemplateResult } from "lit-html" */
/** @import { FieldTotals, LobbyEvent, RegistrationBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../feed/boards.js" */
/** @import { Feed } from "../feed/feed.js" */
/** @import { Reading } from "../feed/reading.js" */
/** @import { ServerTime } from "../feed/time.js" */
/** @import { ClockView } from "./clock_view.js" */
/** @import { Words } from "./words.js" */

/**
 * An event as drawn: its clock as far as it is known, and whether it starts on another day.
 * @typedef {{event: LobbyEvent, board?: ClockWithStructure, read?: Reading, view?: ClockView, entry: string[], later: boolean,
 *   facts: [string, string][], day: string, more?: [number, string, string][]}} Card
 */

/**
 * @typedef {object} EventCardsOptions
 * @property {HTMLElement} place contains the cards
 * @property {HTMLElement} empty shown if there are none
 * @property {Feed} feed
 * @property {ServerTime} time
 * @property {Words} words
 * @property {HTMLElement|null} [later] a section for events of another day
 * @property {((tournament: number) => TemplateResult)|null} [footer] the part below an event
 * @property {boolean} [demos] whether demos are shown
 * @property {Record<string, [number, string]>} [series] tournament and name there of each flight or day: each tournament has one card
 * @property {boolean} [schedule] whether price, stack and late registration are shown, and other days have headings
 */

/** Keep a text on one line. @param {string} text */
const whole = (text) => text.replaceAll(" ", "\u00a0");

/** The state of its clock now; the lobby's is older where a start came since. @param {Card} card */
const stateOf = ({ event, read }) => read?.state ?? event.state;

export class EventCards {
  #options;
  #room;
  /** @type {Map<number, LiveResource>} */
  #events = new Map();
  #flip;
  #complete = false;
  /** @type {Card[]} */
  #cards = [];
  #today;
  #later;

  /** @param {EventCardsOptions} options */
  constructor(options) {
    this.#options = options;
    const { place, later, feed, time } = options;
    this.#today = new View(place, () => this.#list(later ? (card) => !card.later : () => true));
    this.#later = later ? new View(find(later, ".events"), () => this.#list((card) => card.later)) : null;
    this.#flip = new Flip(time, (now) => this.#draw(now));
    this.#room = new LiveResource(feed, "room");
    this.#room.subscribe((changed) => changed.has("lobby") && this.#follow());
    feed.addEventListener("time", () => this.#flip.poke());
  }

  /** Stop following the events. */
  stop() {
    this.#flip.stop();
    this.#room.close();
    for (const one of this.#events.values()) one.close();
  }

  /** Follow the events of the lobby, and no others. */
  #follow() {
    const lobby = this.#room.board("lobby");
    if (!lobby) return;
    document.documentElement.style.setProperty("--room", lobby.accent);
    const wanted = new Set(this.#listed().map(({ tournament }) => tournament));
    for (const [id, resource] of this.#events) {
      if (wanted.has(id)) continue;
      resource.close();
      this.#events.delete(id);
    }
    for (const id of wanted) {
      if (this.#events.has(id)) continue;
      const resource = new LiveResource(this.#options.feed, `t${id}`);
      resource.subscribe(() => this.#flip.poke());
      this.#events.set(id, resource);
    }
    this.#options.place.setAttribute("aria-busy", "false");
    this.#flip.poke();
  }

  #listed() {
    return (this.#room.board("lobby")?.events ?? []).filter(({ demo }) => this.#options.demos || !demo);
  }

  /** @param {number|null} now  @returns {number|null} ms until a figure changes */
  #draw(now) {
    const { empty, later } = this.#options;
    if (!this.#room.board("lobby")) return null;
    // The lobby's first view has the same cards without clocks: it stays until all of them are known.
    if (!this.#complete && this.#listed().some(({ tournament }) => !this.#events.get(tournament)?.clock)) return null;
    this.#complete = true;
    this.#cards = this.#oneOfEach(this.#listed().map((event) => this.#card(event, now)).filter(({ board }) => !board?.closed), now);
    this.#today.updateNow();
    this.#later?.updateNow();
    const waiting = this.#cards.filter((card) => card.later).length;
    if (later) later.hidden = waiting === 0;
    empty.hidden = this.#cards.length > waiting;
    const waits = this.#cards.flatMap(({ read }) => {
      const left = read?.state === "running" ? read.remaining : read?.starts_in;
      const next = left === null || left === undefined ? null : untilFlip(left);
      return next === null ? [] : [next];
    });
    return waits.length ? Math.min(...waits) : null;
  }

  /**
   * One card for all flights and days of a tournament: that of the event in play, else the first one. As in
   * web/public/event_cards.py.
   * @param {Card[]} cards  @param {number|null} now
   */
  #oneOfEach(cards, now) {
    const { series = {} } = this.#options;
    /** @param {Card} card */
    const partOf = ({ event }) => series[event.tournament] ?? null;
    return cards.flatMap((card) => {
      const part = partOf(card);
      const group = part ? cards.filter((one) => partOf(one)?.[0] === part[0]) : [card];
      const front = group.find((one) => stateOf(one) !== "waiting") ?? group[0];
      if (card !== front) return [];
      const others = group.filter((one) => one !== card);
      return [others.length ? { ...card, more: others.map((one) => /** @type {[number, string, string]} */ ([one.event.tournament, partOf(one)?.[1] ?? "", this.#when(one, now)])) } : card];
    });
  }

  /** When an event starts, or how it stands. @param {Card} card  @param {number|null} now */
  #when(card, now) {
    const { words } = this.#options;
    const { event, board, view } = card;
    if (stateOf(card) !== "waiting") return view ? badgeText(view.state, words) : "";
    const at = board?.planned_start ?? event.planned_start;
    if (at === null) return words.say("clock.no_start");
    const time = timeText(at, words.language);
    return now === null || sameDay(at, now) ? time : `${dayOfSchedule(at, words.language)}, ${time}`;
  }

  /** @param {LobbyEvent} event  @param {number|null} now  @returns {Card} */
  #card(event, now) {
    const resource = this.#events.get(event.tournament);
    const board = resource?.clock;
    if (!board || now === null) return { event, board, entry: [], later: false, facts: [], day: "" };
    const { words, later, schedule } = this.#options;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const start = board.planned_start;
    /** @type {RegistrationBoard|undefined} */
    const registration = resource.board("registration");
    return {
      event, board, read,
      view: clockView(board, read, words, now),
      entry: registrationParts(registration, board, read, now, words),
      later: Boolean(later) && read.state === "waiting" && start !== null && !sameDay(start, now),
      facts: schedule && registration ? this.#facts(registration, board, now) : [],
      day: start === null ? "" : dayOfSchedule(start, words.language),
    };
  }

  /**
   * What a guest decides by: label and text of each fact.
   * @param {RegistrationBoard} registration  @param {ClockWithStructure} board  @param {number} now  @returns {[string, string][]}
   */
  #facts(registration, board, now) {
    const { words } = this.#options;
    const { currency, open, price: amount } = registration;
    const until = open ? lateUntil(registration, board, now, words) : "";
    /** @type {[string, string][]} */
    const facts = [
      ["entry.buy_in", currency && amount ? price(amount, placesOf(currency), currency, words.language) : ""],
      ["entry.stack", number(board.field.starting_stack, words.language)],
      ["entry.late", until],
      ["entry.for", registration.partner_until ? words.say("entry.two_players") : ""],
    ];
    return facts.filter(([, text]) => text).map(([key, text]) => [words.say(key), text]);
  }

  /** @param {(card: Card) => boolean} which */
  #list(which) {
    const cards = this.#cards.filter(which);
    return html`${repeat(cards, ({ event }) => event.tournament, (card, i) => html`
      ${this.#options.schedule && card.later && card.day !== cards[i - 1]?.day ? html`<h3 class="event-day">${card.day}</h3>` : nothing}
      ${this.#article(card)}`)}`;
  }

  /** @param {Card} card */
  #article({ event, board, view, entry, facts, more = [] }) {
    const { footer } = this.#options;
    return html`
      <article class="card event" data-tournament=${event.tournament} data-state=${view?.state ?? nothing}>
        <div class="card-header"><h3>${board?.name ?? event.name}</h3>${view ? badgeOf(view.state, this.#options.words) : html`<span class="badge"></span>`}</div>
        <div class="card-body">
          ${this.#body(board, view)}
          ${facts.length ? html`<dl class="event-facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd class="figures">${text}</dd></div>`)}</dl>` : nothing}
          <p class="event-entry">${entry.map((text) => html`<span>${text}</span>`)}</p>
          ${more.length ? html`<ul class="event-more">${more.map(([id, name, when]) => html`<li><a href="/events/${id}/">${name}</a> <span class="figures">${when}</span></li>`)}</ul>` : nothing}
        </div>
        ${footer?.(event.tournament) ?? nothing}
      </article>`;
  }

  /** @param {ClockWithStructure} [board]  @param {ClockView} [view] */
  #body(board, view) {
    const { words } = this.#options;
    if (!board || !view) return html`<p class="event-field"></p>`;
    const waits = view.state === "waiting";
    const untimed = waits && !view.startTime;
    const counts = waits ? [view.startTime && words.say("clock.starts_at"), view.startDay].filter(Boolean).join(" · ") : view.counts;
    const until = waits && view.startIn ? `${words.say("clock.starts_in")} ${view.startIn}` : "";
    const level = until || view.level;
    // Before play the ante's place shows the day, which is shown above already.
    // A break is named by the badge and above the figure already, unless it has a name of its own.
    const named = view.state === "break" && view.blinds === words.say("clock.break") ? "" : view.blinds;
    const figures = (waits ? [view.blinds] : [named, view.ante]).filter(Boolean);
    // A winner's name has as many lines as it needs.
    const stakes = (view.state === "won" ? figures : figures.map(whole)).join(" · ");
    return html`
      <div class="event-now">
        <div class="event-figure">
          <p class="event-counts">${counts}</p>
          <p class="event-time figures" data-words=${untimed ? "true" : nothing}>${waits ? view.startTime || words.say("clock.no_start") : view.time || view.hands}</p>
        </div>
        <div class="event-what"><p class="event-level">${level}</p><p class="event-blinds figures">${stakes}</p></div>
      </div>
      <p class="event-field">${this.#field(board.field, waits || view.state === "won")}</p>
      <p class="event-next muted">${waits ? "" : this.#next(view)}</p>`;
  }

  /** @param {ClockView} view */
  #next(view) {
    const { words } = this.#options;
    const next = [view.next, view.nextAnte].filter(Boolean).map(whole).join(" · ");
    return [
      view.next && labelled(words.say("clock.next"), next, words.language),
      view.break && `${words.say("clock.next_break")} ${view.break}`,
    ].filter(Boolean).join(" · ");
  }

  /**
   * Return the number of entries, or of those who advanced from earlier stages; during play with the number of players left.
   * @param {FieldTotals} field  @param {boolean} idle before play, or after it
   */
  #field({ entries, left, teams, advanced }, idle) {
    const { words } = this.#options;
    /** @param {number} value */
    const count = (value) => number(value, words.language);
    if (!entries) return "";
    if (idle) return words.say(!advanced ? "page.entries" : teams ? "page.teams_advanced" : "page.players_advanced", { count: count(entries) });
    return words.say(teams ? "page.teams_left" : "page.players_left", { left: count(left), entries: count(entries) });
  }
}
