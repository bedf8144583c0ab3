/** The head of the desk: events, their occupancy, and the time until late registration closes. */

import { EventTabs } from "./events.js";
import { el, flag, setText } from "../shared/ui/dom.js";
import { duration, number, startMoment } from "../shared/ui/format.js";
import { reading, secondsLeft } from "../shared/feed/reading.js";
import { placesLine } from "../shared/ui/registration.js";

/** @fires Head#picked {event: number}  @fires Head#changed {event: number} */
export class Head extends EventTarget {
  #place = document.getElementById("desk-events");
  #tabs;
  #feed;
  #time;
  #words;
  #events = new Map();
  #event = null;
  #begun = false;

  /**
   * @param {import("../shared/feed/feed.js").Feed} feed  @param {import("../shared/feed/time.js").ServerTime} time
   * @param {import("../shared/ui/words.js").Words} words
   */
  constructor(feed, time, words) {
    super();
    this.#feed = feed;
    this.#time = time;
    this.#words = words;
    this.#tabs = new EventTabs(this.#place, words);
    feed.addEventListener("board", ({ detail }) => this.#board(detail));
    setInterval(() => this.draw(), 1_000);
    feed.follow("room");
  }

  /** The selected event, or null. */
  get event() {
    return this.#event;
  }

  /** Its registration, or undefined. */
  get registration() {
    return this.#event === null ? undefined : this.#feed.board(`t${this.#event}`, "registration");
  }

  /** Its waiting list, or undefined. */
  get waitingList() {
    return this.#event === null ? undefined : this.#feed.board(`t${this.#event}`, "waiting_list");
  }

  /** The rows of its structure; empty while unknown. */
  get levels() {
    return this.#feed.clock(`t${this.#event}`)?.levels ?? [];
  }

  /** Whether play has begun. */
  get started() {
    const clock = this.#feed.clock(`t${this.#event}`);
    const now = this.#time.at();
    if (!clock || now === null) return false;
    return reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now).state !== "waiting";
  }

  /** Select an event. */
  pick(event) {
    if (event === this.#event) return;
    this.#event = event;
    this.#feed.follow(`t${event}`);
    this.draw();
    this.dispatchEvent(new CustomEvent("picked", { detail: { event } }));
  }

  /** Select the next event, or the previous one. */
  step(by) {
    const ids = [...this.#events.keys()];
    if (ids.length) this.pick(ids[(ids.indexOf(this.#event) + by + ids.length) % ids.length]);
  }

  #board({ topic, name, board }) {
    if (topic === "room" && name === "lobby" && board) this.#list(board);
    const begun = this.started;
    if (topic === `t${this.#event}` && (name === "registration" || name === "waiting_list" || begun !== this.#begun)) {
      this.#begun = begun;
      this.dispatchEvent(new CustomEvent("changed", { detail: { event: this.#event } }));
    }
    if (topic !== "room") this.draw();
  }

  #list(lobby) {
    this.#place.querySelector(".desk-loading")?.remove();
    document.documentElement.style.setProperty("--room", lobby.accent);
    // A demo is selected only by its address.
    const open = lobby.events.filter(({ state, demo, tournament }) => state !== "closed" && (!demo || tournament === this.#event));
    for (const [id, tab] of this.#events) {
      if (open.some((event) => event.tournament === id)) continue;
      this.#feed.leave(`t${id}`);
      tab.root.remove();
      this.#events.delete(id);
    }
    // In the order of the room: running events, then by start.
    const before = this.#events;
    this.#events = new Map(open.map(({ tournament }) => [tournament, before.get(tournament)]));
    for (const event of open) {
      if (!this.#events.get(event.tournament)) this.#events.set(event.tournament, this.#tab(event));
      setText(this.#events.get(event.tournament).name, event.name);
      this.#events.get(event.tournament).root.title = event.name;
      this.#feed.follow(`t${event.tournament}`);
    }
    if (this.#event === null && open.length) this.pick(open[0].tournament);
    else this.draw();
  }

  #tab(event) {
    const tab = { name: el("strong"), facts: el("span.desk-event-facts.figures"), closes: el("span.desk-closes.figures") };
    tab.root = el("button.desk-event", { type: "button" }, tab.name, tab.facts, tab.closes);
    tab.root.addEventListener("click", () => this.pick(event.tournament));
    return tab;
  }

  /** Whether the server has sent an event's registration, or that it has none. */
  #knows(event) {
    return this.#feed.known(`t${event}`);
  }

  /** Render the current boards. */
  draw() {
    const now = this.#time.at();
    this.#tabs.show([...this.#events.values()].map(({ root }) => root), this.#events.get(this.#event)?.root ?? null);
    for (const [id, tab] of this.#events) {
      const board = this.#feed.board(`t${id}`, "registration");
      tab.root.setAttribute("aria-pressed", String(id === this.#event));
      const clock = this.#feed.clock(`t${id}`);
      setText(tab.facts, this.#facts(board, clock, now).join(" · "));
      setText(tab.closes, board ? this.#closes(board, clock, now) : this.#words.say(this.#knows(id) ? "desk.not_set_up" : "desk.loading"));
      tab.root.title = tab.name.textContent;
      flag(tab.root, "open", board ? String(board.open) : null);
    }
  }

  #facts(board, clock, now) {
    const words = this.#words;
    const count = (value) => number(value, words.language);
    const facts = [];
    if (clock && now !== null && clock.planned_start > now && !clock.clock.started) facts.push(startMoment(clock.planned_start, now, words.language));
    if (clock) facts.push(this.#field(board?.open, clock.field));
    if (board?.open && board.places_left !== null) facts.push(placesLine(board, words));
    if (board?.waiting) facts.push(words.say("desk.waiting_count", { count: count(board.waiting) }));
    return facts;
  }

  /** Return the number of entries; once registration is closed, the number of players left. */
  #field(open, { left, entries }) {
    const words = this.#words;
    if (!open) return words.say("desk.in_of", { left: number(left, words.language), entries: number(entries, words.language) });
    return words.say(entries === 1 ? "desk.one_entry" : "desk.entries", { count: number(entries, words.language) });
  }

  #closes(board, clock, now) {
    const words = this.#words;
    if (!board.open) return words.say("desk.entry_closed");
    const left = clock && now !== null ? untilClose(board, clock, now) : null;
    if (left !== null) return words.say("desk.closes_in", { time: duration(secondsLeft(left)) });
    const row = clock?.levels[(board.late.closes_row ?? 0) - 1];
    if (board.late.closes_row === 0) return words.say("desk.closes_with_start");
    if (!row) return words.say("desk.entry_open");
    return row.kind === "break" ? words.say("desk.closes_with_break") : words.say("desk.closes_with_level", { number: row.number });
  }
}

/** Return the ms until registration closes; null if unknown, for example while the clock is stopped. */
function untilClose(board, clock, now) {
  const { late } = board;
  if (late.ends === "time") return late.at === null ? null : Math.max(0, late.at - now);
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  if (late.closes_row === null) return null;
  if (read.state === "waiting") return late.closes_row === 0 ? read.starts_in : null;
  if (read.state !== "running" || read.position >= late.closes_row) return null;
  let left = read.remaining;
  for (let row = read.position + 1; row < late.closes_row && row < clock.levels.length; row += 1) left += clock.levels[row].duration;
  return left;
}
