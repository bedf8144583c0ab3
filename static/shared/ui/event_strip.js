/**
 * The strip of every staff page of an event: time left, level, blinds, players left, average, and clock
 * state, with a button that pauses and resumes for those who run the clock.
 */

import { LiveResource } from "../feed/live_resource.js";
import { reading, untilFlip } from "../feed/reading.js";
import { badge } from "./badge.js";
import { clockServices } from "./clock_services.js";
import { clockView } from "./clock_view.js";
import { find, flag, setText } from "./dom.js";
import { timestampText } from "./format.js";
import { Flip } from "./flip.js";
import { showEventName } from "./name_end.js";

/** @import { ClockServices } from "./clock_services.js" */

/** The command of the button in each state of the clock; there is none in the others. @type {Record<string, string>} */
const PRESS = { running: "pause", last_minute: "pause", break: "pause", paused: "resume" };

/** Most characters of a figure that fits beside the others: "10,000 / 20,000", "100,000 · 25 BB". */
const USUAL = 15;

export class EventStrip {
  #root;
  #services;
  #event;
  #press;

  /** @param {HTMLElement} root  @param {ClockServices} services */
  constructor(root, services) {
    const { config, feed, time } = services;
    this.#root = root;
    this.#services = services;
    this.#press = /** @type {HTMLButtonElement|null} */ (root.querySelector(".strip-press"));
    this.#press?.addEventListener("click", () => this.#pressed());
    this.#event = new LiveResource(feed, `t${config.tournament}`);
    const flip = new Flip(time, (now) => this.#draw(now));
    this.#event.subscribe(() => {
      flag(root, "alone", feed.state === "alone");
      flip.poke();
    });
    feed.addEventListener("time", () => flip.poke());
    flip.poke();
  }

  #pressed() {
    const { config, commands, words } = this.#services;
    const press = this.#press?.dataset.press;
    if (!press) return;
    const kind = press === "pause" ? "clock.pause" : "clock.resume";
    if (commands.pending(kind, config.tournament)) return;
    commands.send(kind, { tournament: config.tournament, label: words.say(`strip.${press}`) });
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (find(this.#root, `[data-strip="${name}"]`));
  }

  /** @param {number|null} now  @returns {number|null} ms until a figure changes */
  #draw(now) {
    const { words } = this.#services;
    const board = this.#event.clock;
    if (!board || now === null) return null;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const view = clockView(board, read, words, now);
    const waits = view.state === "waiting" || (view.state === "day_over" && view.startTime !== "");
    const nextDay = view.startTime && board.day_over ? board.day_over.next_start : null;
    const start = nextDay !== null && view.state === "day_over" ? timestampText(nextDay, now, words.language) : [view.startDay, view.startTime].filter(Boolean).join(", ");
    // On a day that is over, no time is left in its level.
    const shown = waits || board.day_over ? start : view.hands || view.time;
    const time = this.#part("time");
    setText(time, shown || "–");
    const counts = waits && start ? words.say("clock.starts_at") : view.counts;
    time.setAttribute("aria-label", [counts, shown].filter(Boolean).join(" "));
    setText(this.#part("blinds"), view.blinds);
    const row = view.level || (view.state === "break" ? words.say("clock.break") : "");
    // During a break, the word “Break” replaces the blinds.
    setText(this.#part("level"), [row === view.blinds ? "" : row, view.ante].filter(Boolean).join(" · "));
    setText(this.#part("next"), view.next);
    flag(this.#root, "next", Boolean(view.next));
    setText(this.#part("field"), view.playersLabel);
    setText(this.#part("players"), board.field.entries ? view.players : "–");
    const average = [view.average || "–", view.averageBlinds].filter(Boolean).join(" · ");
    setText(this.#part("average"), average);
    flag(this.#root, "long", Math.max(view.blinds.length, average.length) > USUAL);
    // A long average is hidden if it does not fit, which leaves the line to the level.
    flag(this.#root, "longBlinds", view.blinds.length > USUAL);
    badge(this.#part("badge"), view.state, words, board.day_over ? view.word : board.deal_pending ? words.say("clock.deal_pending") : "");
    flag(this.#root, "state", view.state);
    flag(this.#root, "nextDay", view.state === "day_over" && nextDay !== null);
    this.#offer(board.closed ? "" : (PRESS[view.state] ?? ""));
    const left = read.state === "running" ? read.remaining : read.starts_in;
    return left === null ? null : untilFlip(left);
  }

  /** @param {string} press "pause", "resume" or "" */
  #offer(press) {
    const button = this.#press;
    if (!button) return;
    button.hidden = press === "";
    if (!press || button.dataset.press === press) return;
    button.dataset.press = press;
    const label = this.#services.words.say(`strip.${press}`);
    button.title = label;
    setText(/** @type {HTMLElement} */ (find(button, ".visually-hidden")), label);
  }
}

function start() {
  const root = document.getElementById("event-strip");
  if (root) new EventStrip(root, clockServices());
  showEventName();
}

// The page's own script runs after this one: by then it has opened its feed, or has none.
addEventListener("DOMContentLoaded", start, { once: true });
