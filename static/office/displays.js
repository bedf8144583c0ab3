/** The displays of the room: pairing by code, and a card for each. */

import { html } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { contentOf, eventsOf, isTimeFor } from "../shared/feed/programme.js";
import { byId, find } from "../shared/ui/dom.js";
import { showFaults } from "../shared/ui/forms.js";
import { startPage } from "../shared/ui/page.js";
import { View } from "../shared/ui/view.js";
import { canEndEarly, isFor, TRIES, Triggers } from "../tv/triggers.js";
import { ScreenCard } from "./display_card.js";
import { isList, leftOut, whatIsMissing, yieldsToClock } from "./display_lists.js";

/** @import { ScreenBoard, Sent } from "../../docs/reference/boards" */
/** @import { Content } from "../shared/feed/programme.js" */
/** @import { Services } from "../shared/ui/page.js" */

/** What rotations show changes on the second; how long a display has not been seen, now and then (ms). */
const SECOND = 1_000;
const SEEN = 30_000;

class Displays {
  #services;
  #room;
  #place;
  #form;
  #view;
  /** @type {Map<number, ScreenCard>} */
  #cards = new Map();
  /** Events whose lists are shown. @type {Map<number, LiveResource>} */
  #listed = new Map();
  /** Names of events that were closed a short time ago, and of open ones, which may be closed. @type {Map<number, string>} */
  #closed;
  /** What triggers show on the displays, and in words when each fires and how long its layout stays. */
  #triggers = new Triggers(false);
  /** @type {Map<number, {when: string, duration: string}>} */
  #said;
  /** The display named by the link, until it has been scrolled to. */
  #wanted = location.hash;

  /** @param {Services} services */
  constructor(services) {
    this.#services = services;
    this.#place = byId("screens");
    this.#closed = new Map(services.config.closed);
    this.#said = new Map(services.config.triggers.map((/** @type {[number, string, string]} */ [id, when, duration]) => [id, { when, duration }]));
    this.#form = /** @type {HTMLFormElement} */ (byId("pair"));
    this.#room = new LiveResource(services.feed, "room");
    this.#view = new View(this.#place, () => this.#template(), { after: () => this.#scroll() });
    this.#room.subscribe((changed) => changed.size && this.#show(changed.has("lobby")));
    setInterval(() => this.#screens.some((screen) => screen.programmes.length || this.#triggersOf(screen).length) && this.#view.update(), SECOND);
    setInterval(this.#view.update, SEEN);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#pair();
    });
  }

  get #submitButton() {
    return /** @type {HTMLButtonElement} */ (find(this.#form, "[type=submit]"));
  }

  get #screens() {
    const { words } = this.#services;
    return [...this.#room.boardsOf("screen").values()].filter((board) => board?.paired)
      .sort((a, b) => a.name.localeCompare(b.name, words.language) || a.id - b.id);
  }

  /** @returns {[number, string][]} */
  get #events() {
    return (this.#room.board("lobby")?.events ?? []).map((event) => [event.tournament, event.name]);
  }

  /** Events that displays can show: those of the lobby, and those that were closed a short time ago. @returns {[number, string][]} */
  get #shown() {
    const events = this.#events;
    const over = this.#services.words.say("page.closed");
    const closed = [...this.#closed].filter(([id]) => !events.some(([open]) => open === id));
    return [...events, ...closed.map(([id, name]) => /** @type {[number, string]} */ ([id, `${name} (${over})`]))];
  }

  /** @param {boolean} lobby whether the events have changed */
  #show(lobby) {
    this.#place.setAttribute("aria-busy", "false");
    byId("no-screens").hidden = this.#screens.length > 0;
    this.#follow();
    for (const [id, name] of this.#events) this.#closed.set(id, name);
    this.#view.update();
    if (lobby) this.#offer();
  }

  /**
   * Follow the events of which a display shows a list, to know which lists are empty and yield to the clock, and those that are closed:
   * the lobby does not name them any more.
   */
  #follow() {
    const lobby = this.#room.board("lobby");
    const open = new Set(lobby?.events.map(({ tournament }) => tournament));
    const wanted = new Set(this.#screens.flatMap((screen) => {
      const lists = isList(screen.layout) || screen.programmes.length > 0 || this.#triggersOf(screen).length > 0;
      return eventsOf(screen).filter((event) => lists || (lobby && !open.has(event)));
    }));
    for (const [id, event] of this.#listed) {
      if (wanted.has(id)) continue;
      event.close();
      this.#listed.delete(id);
    }
    for (const id of wanted) {
      if (this.#listed.has(id)) continue;
      const event = new LiveResource(this.#services.feed, `t${id}`);
      event.subscribe(() => this.#view.update());
      this.#listed.set(id, event);
    }
  }

  /** The event to which the players of an event have advanced; null for none. @param {number|null} tournament */
  #next(tournament) {
    return tournament === null ? null : (this.#listed.get(tournament)?.clock?.day_over?.next_event ?? null);
  }

  /** Whether a list has no rows. @param {Content} content */
  #yields({ tournament, layout }) {
    return tournament !== null && yieldsToClock(layout, this.#listed.get(tournament), this.#services.words, this.#time, this.#room);
  }

  /** The key of what it does not show. @param {Content} content */
  #missing({ tournament, layout }) {
    return tournament === null ? "" : whatIsMissing(layout, this.#listed.get(tournament), this.#services.words, this.#time, this.#room);
  }

  get #time() {
    return this.#services.time.at() ?? Date.now();
  }

  /** What a display shows at this second. @param {ScreenBoard} board */
  #content(board) {
    const now = this.#time;
    return contentOf(board, now, (content, when) => {
      const clock = content.tournament === null ? undefined : this.#listed.get(content.tournament)?.clock;
      return isTimeFor(when, clock, now) && (clock !== undefined || content.layout === "cash_lists" || content.layout.startsWith("house:")) && !this.#yields(content);
    });
  }

  /** The triggers that may show a layout on a display: switched on, or tried on it. @param {ScreenBoard} screen */
  #triggersOf(screen) {
    const all = this.#room.board("triggers")?.triggers ?? [];
    return all.filter((one) => one.layout && ((one.on && isFor(one, screen)) || one.id === screen.test?.trigger));
  }

  /** The layout that a trigger shows on a display now, when that one fires and how long it stays; null if none does. @param {ScreenBoard} screen */
  #triggered(screen) {
    const event = screen.tournament === null ? undefined : this.#listed.get(screen.tournament);
    const boards = { prizes: event?.board("prizes"), eliminations: event?.board("eliminations"), registration: event?.board("registration") };
    const { layout, by } = this.#triggers.at(screen, this.#triggersOf(screen), event?.clock, boards, this.#time, this.#time);
    // A layout without anything to show is not shown.
    if (by === null || this.#yields({ tournament: screen.tournament, layout })) return null;
    const trigger = this.#triggersOf(screen).find(({ id }) => id === by);
    // A trial ends by itself.
    const isTried = screen.test?.trigger === by && this.#time - screen.test.at < TRIES;
    return { layout, when: "", duration: "", ...this.#said.get(by), endTrigger: trigger?.on && !isTried && canEndEarly(trigger) ? trigger : null };
  }

  #template() {
    const health = this.#room.boardsOf("screen_health");
    const house = this.#room.board("house_layouts")?.layouts ?? [];
    return html`${repeat(this.#screens, ({ id }) => id, (board) => {
      const content = this.#content(board);
      return this.#card(board).card(board, this.#shown, {
        found: location.hash === `#screen-${board.id}`, yields: this.#yields(content), missing: this.#missing(content), content, known: eventsOf(board).every((id) => this.#listed.get(id)?.clock), now: this.#time,
        triggered: this.#triggered(board),
        leftOut: leftOut(board, (id) => this.#listed.get(id), this.#services.words, this.#time, this.#room),
        health: health.get(String(board.id)), house, next: this.#next(board.tournament), nameOf: (id) => this.#listed.get(id)?.clock?.name, build: this.#services.config.build,
      });
    })}`;
  }

  /** @param {Sent<ScreenBoard>} board */
  #card(board) {
    const { words, config, commands } = this.#services;
    const card = this.#cards.get(board.id) ?? new ScreenCard(board, {
      words, languages: config.languages, changed: this.#view.update,
      press: (kind, label, args) => commands.send(/** @type {any} */ (kind), { label, args }),
    });
    this.#cards.set(board.id, card);
    return card;
  }

  #scroll() {
    const card = this.#wanted && document.getElementById(this.#wanted.slice(1));
    if (!card) return;
    this.#wanted = "";
    card.scrollIntoView({ block: "center" });
  }

  /** Offer the events of the lobby; the choice stays as long as there is such an event. */
  #offer() {
    const select = /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem("tournament"));
    const [none] = select.options;
    const chosen = select.value;
    select.replaceChildren(...(none ? [none] : []), ...this.#events.map(([id, name]) => new Option(name, String(id))));
    select.value = chosen;
  }

  async #pair() {
    const { commands } = this.#services;
    const form = this.#form;
    /** @param {string} name */
    const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    const button = this.#submitButton;
    const code = field("code");
    const name = field("name");
    if (button.getAttribute("aria-busy") === "true") return;
    if (!code.value.trim()) {
      showFaults(form, { code: "" });
      return;
    }
    button.setAttribute("aria-busy", "true");
    const tournament = field("tournament").value;
    const answer = await commands.send("display.pair", {
      label: button.textContent ?? "",
      args: {
        code: code.value,
        name: name.value.trim() || `TV ${code.value.trim().toUpperCase()}`,
        tournament: tournament === "" ? null : Number(tournament),
        layout: /** @type {any} */ (field("layout").value),
      },
    });
    button.setAttribute("aria-busy", "false");
    if (answer?.ok) {
      showFaults(form);
      code.value = "";
      name.value = "";
      history.replaceState(null, "", location.pathname);
      code.focus();
    } else if (answer) {
      showFaults(form, answer.code === "unknown_code" ? { code: "" } : answer.fields);
    }
  }
}

new Displays(startPage());
