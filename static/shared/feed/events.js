/** The room's events as cards with live clocks: for the lobby and the staff's start page. */

import { el, flag, setText } from "../ui/dom.js";
import { Flip } from "../ui/flip.js";
import { number } from "../ui/format.js";
import { clockView } from "../ui/clock_view.js";
import { reading, untilFlip } from "./reading.js";
import { registrationLine } from "../ui/registration.js";
import { sameDay } from "../ui/zone.js";

/** The state of a clock → the badge's class and text. */
const BADGES = {
  waiting: ["is-waiting", "clock.not_started"],
  running: ["is-running", "page.running"],
  last_minute: ["is-running", "clock.last_minute"],
  break: ["is-running", "clock.break"],
  paused: ["is-paused", "clock.paused"],
  held: ["is-held", "clock.level_over"],
  day_over: ["is-held", "clock.day_over"],
  draw: ["is-held", "clock.stopped"],
  hands: ["is-held", "clock.last_hands"],
  over: ["is-over", "clock.structure_over"],
  won: ["is-over", "clock.closed"],
  closed: ["is-over", "clock.closed"],
};

/** A text without line breaks. */
const whole = (text) => text.replaceAll(" ", "\u00a0");

/** Show a clock's state in a badge. */
export function badge(element, state, words) {
  const [name, key] = BADGES[state];
  if (element.dataset.state !== state) element.className = `badge ${name}`;
  flag(element, "state", state);
  setText(element, words.say(key));
}

export class EventCards {
  #place;
  #feed;
  #words;
  #footer;
  #demos;
  #empty;
  #later;
  #cards = new Map();
  #flip;

  /**
   * @param {{place: HTMLElement, empty: HTMLElement, feed: import("./feed.js").Feed,
   *          time: import("./time.js").ServerTime, words: import("../ui/words.js").Words,
   *          later?: HTMLElement|null, footer?: (tournament: number) => HTMLElement, demos?: boolean}} options
   *   `place` contains the cards, `empty` is shown if there are none, `later` is a section for events of another
   *   day, `footer` creates the part below an event, `demos`: whether demos are shown
   */
  constructor({ place, empty, feed, time, words, later = null, footer = null, demos = false }) {
    this.#later = later;
    this.#place = place;
    this.#empty = empty;
    this.#feed = feed;
    this.#words = words;
    this.#footer = footer;
    this.#demos = demos;
    this.#flip = new Flip(time, (now) => this.#draw(now));
    feed.addEventListener("board", ({ detail }) => this.#changed(detail));
    feed.addEventListener("time", () => this.#flip.poke());
    feed.follow("room");
  }

  #changed({ topic, name }) {
    if (topic === "room" && name === "lobby") this.#list(this.#feed.board("room", "lobby"));
    if (["clock", "structure", "lobby", "registration"].includes(name)) this.#flip.poke();
  }

  #list(lobby) {
    if (!lobby) return;
    document.documentElement.style.setProperty("--room", lobby.accent);
    const events = lobby.events.filter(({ demo }) => this.#demos || !demo);
    const wanted = new Set(events.map((event) => event.tournament));
    for (const [id, card] of this.#cards) {
      if (wanted.has(id)) continue;
      this.#feed.leave(`t${id}`);
      card.root.remove();
      this.#cards.delete(id);
    }
    this.#place.querySelector(".skeleton")?.remove();
    this.#place.setAttribute("aria-busy", "false");
    const before = this.#cards;
    this.#cards = new Map(events.map((event) => [event.tournament, before.get(event.tournament) ?? this.#build(event)]));
    this.#arrange();
    for (const event of events) this.#feed.follow(`t${event.tournament}`);
  }

  /** Put each card in order into the section of its day. */
  #arrange() {
    const cards = [...this.#cards.values()];
    const places = this.#later ? [[this.#place, false], [this.#later.querySelector(".events"), true]] : [[this.#place, null]];
    for (const [parent, later] of places) {
      cards.filter((card) => later === null || card.later === later).forEach(({ root }, i) => {
        // Move only misplaced cards: a move would lose the focus.
        if (parent.children[i] !== root) parent.insertBefore(root, parent.children[i] ?? null);
      });
    }
  }

  #build(event) {
    const part = (name) => el(name);
    const card = {
      // Whether it starts on another day.
      later: false,
      name: part("h3"), badge: part("span.badge"), level: part("p.event-level"), counts: part("p.event-counts"), time: part("p.event-time.figures"),
      blinds: part("p.event-blinds.figures"), field: part("p.event-field"), next: part("p.event-next.muted"), entry: part("p.event-entry"),
    };
    setText(card.name, event.name);
    card.root = el("article.card.event", { "data-tournament": String(event.tournament) },
      el("div.card-header", {}, card.name, card.badge),
      el("div.card-body", {}, el("div.event-now", {}, el("div.event-figure", {}, card.counts, card.time), el("div.event-what", {}, card.level, card.blinds)),
        card.field, card.next, card.entry));
    if (this.#footer) card.root.append(this.#footer(event.tournament));
    return card;
  }

  #draw(now) {
    let wait = null;
    let open = 0;
    let later = 0;
    let moved = false;
    for (const [id, card] of this.#cards) {
      const board = this.#feed.clock(`t${id}`);
      card.root.hidden = Boolean(board?.closed);
      if (!board || now === null) {
        if (!board?.closed) open += 1;
        continue;
      }
      const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
      const other = Boolean(this.#later) && read.state === "waiting" && board.planned_start !== null && !sameDay(board.planned_start, now);
      moved ||= other !== card.later;
      card.later = other;
      if (!board.closed && other) later += 1;
      else if (!board.closed) open += 1;
      this.#write(card, board, clockView(board, read, this.#words, now));
      setText(card.entry, registrationLine(this.#feed.board(`t${id}`, "registration"), board, read, now, this.#words));
      const left = read.state === "running" ? read.remaining : read.starts_in;
      const next = left === null ? null : untilFlip(left);
      if (next !== null) wait = Math.min(wait ?? next, next);
    }
    if (moved) this.#arrange();
    if (this.#later) this.#later.hidden = later === 0;
    const known = this.#feed.board("room", "lobby") !== undefined;
    this.#empty.hidden = !known || open > 0;
    return wait;
  }

  /** Return the number of entries; once the event has started, the number of players left. */
  #field({ entries, left }, waiting) {
    const words = this.#words;
    const count = (value) => number(value, words.language);
    if (!entries) return "";
    if (waiting) return words.say(entries === 1 ? "page.one_entry" : "page.entries", { count: count(entries) });
    return words.say("page.players_left", { left: count(left), entries: count(entries) });
  }

  #write(card, board, view) {
    const words = this.#words;
    setText(card.name, board.name);
    badge(card.badge, view.state, words);
    const waits = view.state === "waiting";
    setText(card.time, waits ? view.startTime || words.say("clock.no_start") : view.time || view.hands);
    flag(card.time, "words", waits && !view.startTime ? "true" : null);
    setText(card.counts, waits ? [view.startTime && words.say("clock.starts_at"), view.startDay].filter(Boolean).join(" · ") : view.counts);
    const until = waits && view.startIn ? `${words.say("clock.starts_in")} ${view.startIn}` : "";
    setText(card.level, until || view.level || (view.state === "break" ? words.say("clock.break") : ""));
    // Before play the ante's place shows the day, which is shown above already.
    // A line breaks between blinds and ante, not within them.
    const stakes = (waits ? [view.blinds] : [view.blinds, view.ante]).filter(Boolean);
    setText(card.blinds, stakes.map(whole).join(" · "));
    setText(card.field, this.#field(board.field, view.state === "waiting"));
    const next = [];
    if (!waits) {
      if (view.next) next.push(`${words.say("clock.next")}: ${[view.next, view.nextAnte].filter(Boolean).map(whole).join(" · ")}`);
      if (view.break) next.push(`${words.say("clock.next_break")} ${view.break}`);
    }
    setText(card.next, next.join(" · "));
    flag(card.root, "state", view.state);
  }
}
