/** The room's events as cards with live clocks: for the lobby and for the staff's first page. */

import { el, flag, setText } from "./dom.js";
import { Flip } from "./flip.js";
import { number } from "./format.js";
import { clockView } from "./layouts/clock_view.js";
import { reading, untilFlip } from "./reading.js";
import { registrationLine } from "./registration.js";

/** The look of a clock → the badge's class and word. */
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
  closed: ["is-over", "clock.closed"],
};

/** Make a badge say a clock's look. */
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
  #empty;
  #cards = new Map();
  #flip;

  /**
   * @param {{place: HTMLElement, empty: HTMLElement, feed: import("./feed.js").Feed,
   *          time: import("./time.js").ServerTime, words: import("./words.js").Words,
   *          footer?: (tournament: number) => HTMLElement}} options `place` takes the cards, `empty` shows when there
   *   are none, `footer` makes what stands below an event
   */
  constructor({ place, empty, feed, time, words, footer = null }) {
    this.#place = place;
    this.#empty = empty;
    this.#feed = feed;
    this.#words = words;
    this.#footer = footer;
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
    const wanted = new Set(lobby.events.map((event) => event.tournament));
    for (const [id, card] of this.#cards) {
      if (wanted.has(id)) continue;
      this.#feed.leave(`t${id}`);
      card.root.remove();
      this.#cards.delete(id);
    }
    this.#place.querySelector(".skeleton")?.remove();
    this.#place.setAttribute("aria-busy", "false");
    lobby.events.forEach((event, i) => {
      if (!this.#cards.has(event.tournament)) this.#cards.set(event.tournament, this.#build(event));
      const { root } = this.#cards.get(event.tournament);
      // Only what stands elsewhere is moved: moving would take the focus out of it.
      if (this.#place.children[i] !== root) this.#place.insertBefore(root, this.#place.children[i] ?? null);
      this.#feed.follow(`t${event.tournament}`);
    });
  }

  #build(event) {
    const part = (name) => el(name);
    const card = {
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
    for (const [id, card] of this.#cards) {
      const board = this.#feed.clock(`t${id}`);
      card.root.hidden = Boolean(board?.closed);
      if (!board?.closed) open += 1;
      if (!board || now === null) continue;
      const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
      this.#fill(card, board, clockView(board, read, this.#words, now));
      setText(card.entry, registrationLine(this.#feed.board(`t${id}`, "registration"), board, read, now, this.#words));
      const left = read.state === "running" ? read.remaining : read.starts_in;
      const next = left === null ? null : untilFlip(left);
      if (next !== null) wait = Math.min(wait ?? next, next);
    }
    const known = this.#feed.board("room", "lobby") !== undefined;
    this.#empty.hidden = !known || open > 0;
    return wait;
  }

  #fill(card, board, view) {
    const words = this.#words;
    setText(card.name, board.name);
    badge(card.badge, view.state, words);
    setText(card.time, view.time || view.hands);
    setText(card.counts, view.counts);
    setText(card.level, view.level || (view.state === "break" ? words.say("clock.break") : ""));
    setText(card.blinds, [view.blinds, view.ante].filter(Boolean).join(" · "));
    const count = (value) => number(value, words.language);
    const { entries, left } = board.field;
    setText(card.field, entries ? words.say("page.players_left", { left: count(left), entries: count(entries) }) : "");
    const next = [];
    if (view.start) next.push(view.start);
    if (view.state !== "waiting") {
      if (view.next) next.push(`${words.say("clock.next")}: ${[view.next, view.nextAnte].filter(Boolean).join(" · ")}`);
      if (view.break) next.push(`${words.say("clock.next_break")} ${view.break}`);
    }
    setText(card.next, next.join(" · "));
    flag(card.root, "state", view.state);
  }
}
