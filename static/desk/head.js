/** The head of the desk: events, their occupancy, the time until late registration closes, and links of the event. */

import { html, nothing } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading, secondsLeft } from "../shared/feed/reading.js";
import { find } from "../shared/ui/dom.js";
import { duration, number, timestampText } from "../shared/ui/format.js";
import { showToEnd } from "../shared/ui/name_end.js";
import { closesIn, placesLine } from "../shared/ui/registration.js";
import { View } from "../shared/ui/view.js";

/** @import { LobbyEvent, RegistrationBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Desk } from "./desk.js" */

/** Narrower tabs do not show the event's name (CSS pixels, times the size of letters). */
const NARROWEST = 15;
/** Storage key of the event that this desk used last. */
const KEY = "desk-event";
/** Boards whose change may change what the desk offers. */
const OFFERS = ["registration", "waiting_list"];

export class Head {
  #desk;
  #view;
  #room;
  /** Title of the page without an event. */
  #title = document.title;
  /** @type {Map<number, LiveResource>} */ #live = new Map();
  /** Open events, nearest first; null until they are known. @type {LobbyEvent[]|null} */
  #open = null;
  /** @type {number|null} */ #event = null;
  #begun = false;
  /** How many tabs fit, and whether the list of the others is open. */
  #fit = 1;
  #more = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    const { feed, root, signal } = desk;
    this.#view = new View(find(root, "#desk-head-events"), () => this.#template());
    this.#room = new LiveResource(feed, "room");
    this.#room.subscribe(() => this.#list());
    this.draw();
    const observer = new ResizeObserver(([{ contentRect, target }]) => {
      this.#fit = Math.max(1, Math.floor(contentRect.width / (NARROWEST * (parseFloat(getComputedStyle(target).fontSize) || 16))));
      this.draw();
    });
    observer.observe(find(root, "#desk-events"));
    const timer = setInterval(() => this.draw(), 1_000);
    document.addEventListener("click", ({ target }) => target instanceof Element && !target.closest(".desk-more, .desk-more-list") && this.#openMore(false), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#openMore(false), { signal });
    signal.addEventListener("abort", () => {
      observer.disconnect();
      clearInterval(timer);
      for (const live of [this.#room, ...this.#live.values()]) live.close();
    });
  }

  /** The selected event, or null. */
  get event() {
    return this.#event;
  }

  /** Its boards, or undefined. */
  get live() {
    return this.#event === null ? undefined : this.#live.get(this.#event);
  }

  /** Its registration, or undefined. */
  get registration() {
    return this.live?.board("registration");
  }

  /** The rows of its structure; empty while unknown. */
  get levels() {
    return this.live?.clock?.levels ?? [];
  }

  /** Whether play has begun. */
  get started() {
    const clock = this.live?.clock;
    const read = clock && this.#read(clock);
    return Boolean(read && read.state !== "waiting");
  }

  /** Select an event. @param {number} event */
  pick(event) {
    if (event === this.#event) return;
    this.#event = event;
    this.#more = false;
    remember(event);
    this.#follow(event);
    this.#begun = this.started;
    this.draw();
    this.#desk.picked(event);
  }

  /** Select the next event, or the previous one. @param {number} by */
  step(by) {
    const ids = (this.#open ?? []).map(({ tournament }) => tournament);
    if (ids.length) this.pick(ids[(ids.indexOf(this.#event ?? 0) + by + ids.length) % ids.length]);
  }

  /** Render the current boards. */
  draw = () => {
    this.#view.updateNow();
    const name = this.#open?.find(({ tournament }) => tournament === this.#event)?.name;
    document.title = [name, this.#title].filter(Boolean).join(" · ");
  };

  /** Links of the event and the clerk's drawer. */
  links() {
    const { drawer, words } = this.#desk;
    const prizes = this.live?.board("prizes")?.state ?? "none";
    const waiting = this.live?.board("payables")?.waiting ?? 0;
    const text = waiting ? words.say("desk.payouts_waiting", { count: number(waiting, words.language) }) : words.say("desk.payouts");
    return html`
      <a class="btn" id="desk-waiting" href="/staff/t/${this.#event}/waiting/" ?hidden=${this.live?.known && !this.registration}>${words.say("desk.waiting_list")}</a>
      <a class="btn" id="desk-payouts" aria-keyshortcuts="F2" href="/staff/t/${this.#event}/payouts/" ?hidden=${prizes === "none"}><span
        class="desk-label">${text}</span><kbd aria-hidden="true">F2</kbd></a>
      ${drawer.button()}`;
  }

  /** @param {number} event */
  #follow(event) {
    if (this.#live.has(event)) return;
    const live = new LiveResource(this.#desk.feed, `t${event}`);
    this.#live.set(event, live);
    live.subscribe((changed) => {
      const begun = this.started;
      if (event === this.#event && (OFFERS.some((name) => changed.has(name)) || begun !== this.#begun)) this.#desk.offersChanged();
      if (event === this.#event) this.#begun = begun;
      this.#desk.draw();
    });
  }

  #list() {
    const lobby = this.#room.board("lobby");
    if (!lobby) return;
    document.documentElement.style.setProperty("--room", lobby.accent);
    // A demo is selected only by its address.
    this.#open = lobby.events.filter(({ demo, tournament }) => !demo || tournament === this.#event);
    const ids = new Set(this.#open.map(({ tournament }) => tournament));
    for (const [id, live] of this.#live) {
      if (ids.has(id) || id === this.#event) continue;
      live.close();
      this.#live.delete(id);
    }
    for (const id of ids) this.#follow(id);
    if (this.#event === null && this.#open.length) this.pick(this.#usual(this.#open));
    else this.draw();
  }

  /** The event that the desk opens with: the one it used last, else the one on sale that runs or is newest, else the nearest. @param {LobbyEvent[]} open */
  #usual(open) {
    const wanted = [remembered(), this.#desk.config.on_sale];
    return wanted.find((id) => open.some(({ tournament }) => tournament === id)) ?? open[0].tournament;
  }

  /** @param {boolean} open */
  #openMore(open) {
    if (this.#more === open) return;
    this.#more = open;
    this.draw();
  }

  #template() {
    const { words } = this.#desk;
    const open = this.#open ?? [];
    const shown = open.slice(0, this.#fit);
    const picked = open.find(({ tournament }) => tournament === this.#event);
    // The selected event is always visible.
    if (picked && !shown.includes(picked)) shown[shown.length - 1] = picked;
    const rest = open.filter((event) => !shown.includes(event));
    /** @param {LobbyEvent[]} events */
    const tabs = (events) => repeat(events, ({ tournament }) => tournament, (event) => this.#tab(event));
    return html`
      <div class="desk-events" id="desk-events" role="group" aria-label=${words.say("desk.events")}>${this.#open ? tabs(shown) : html`<p class="desk-loading">${words.say("desk.loading")}</p>`}</div>
      <button class="btn desk-more" type="button" aria-expanded=${String(this.#more)} aria-controls="desk-more-list" ?hidden=${!rest.length}
        @click=${() => this.#openMore(!this.#more)}>${words.say("desk.more_events", { count: rest.length })}</button>
      <div class="desk-more-list" id="desk-more-list" ?hidden=${!this.#more || !rest.length}>${tabs(rest)}</div>`;
  }

  /** @param {LobbyEvent} event */
  #tab({ tournament, name }) {
    const { words } = this.#desk;
    const live = this.#live.get(tournament);
    const board = live?.board("registration");
    const closes = board ? this.#closes(board, live?.clock) : words.say(live?.known ? "desk.not_set_up" : "desk.loading");
    const facts = this.#facts(board, live?.clock).join(" · ");
    return html`<button class="desk-event" type="button" title=${[name, facts, closes].filter(Boolean).join("\n")} aria-pressed=${String(tournament === this.#event)} data-open=${board ? String(board.open) : nothing}
      @click=${() => this.pick(tournament)}><strong ${ref((shown) => shown && showToEnd(/** @type {HTMLElement} */ (shown), name))}></strong><span class="desk-event-facts figures">${facts}</span><span
      class="desk-closes figures">${closes}</span></button>`;
  }

  /** @param {ClockWithStructure} clock */
  #read(clock) {
    const now = this.#desk.time.at();
    return now === null ? null : reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  }

  /** @param {RegistrationBoard|undefined} board  @param {ClockWithStructure|undefined} clock */
  #facts(board, clock) {
    const { time, words } = this.#desk;
    const now = time.at();
    const facts = [];
    if (clock?.planned_start && now !== null && clock.planned_start > now && !clock.clock.started) facts.push(timestampText(clock.planned_start, now, words.language));
    // Before players advance to a later day, it has neither registration nor players.
    if (clock && (board?.open || clock.field.entries)) facts.push(this.#field(board?.open ?? false, clock.field));
    if (board?.open && board.places_left !== null) facts.push(placesLine(board, words));
    if (board?.waiting) facts.push(words.say("desk.waiting_count", { count: number(board.waiting, words.language) }));
    return facts;
  }

  /** Return the number of entries; once registration is closed, the number of players left. @param {boolean} open  @param {ClockWithStructure["field"]} field */
  #field(open, { left, entries }) {
    const { words } = this.#desk;
    if (!open) return words.say("desk.in_of", { left: number(left, words.language), entries: number(entries, words.language) });
    return words.say("desk.entries", { count: number(entries, words.language) });
  }

  /** @param {RegistrationBoard} board  @param {ClockWithStructure|undefined} clock */
  #closes(board, clock) {
    const { time, words } = this.#desk;
    if (!board.open) return words.say("desk.entry_closed");
    const read = clock ? this.#read(clock) : null;
    // A stopped clock has no time until then; before the start only an event without late registration counts down.
    const counts = board.late.ends === "time" || read?.state === "running" || (read?.state === "waiting" && board.late.closes_row === 0);
    const left = counts ? closesIn(board, clock, read, time.at() ?? 0) : null;
    if (left) return words.say("desk.closes_in", { time: duration(secondsLeft(left)) });
    const row = clock?.levels[(board.late.closes_row ?? 0) - 1];
    if (board.late.closes_row === 0) return words.say("desk.closes_with_start");
    if (!row) return words.say("desk.entry_open");
    return row.kind === "break" ? words.say("desk.closes_with_break") : words.say("desk.closes_with_level", { number: row.number });
  }
}

/** @param {number} event */
function remember(event) {
  try {
    localStorage.setItem(KEY, String(event));
  } catch {
    /* storage full or forbidden: the desk opens with the newest event on sale */
  }
}

/** @returns {number|null} */
function remembered() {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}
