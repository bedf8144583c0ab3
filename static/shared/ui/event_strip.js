/**
 * The strip of every staff page of an event: time left, level, blinds, players left, average, and clock
 * state.
 */

import { flag, setText } from "./dom.js";
import { badge } from "../feed/events.js";
import { Feed } from "../feed/feed.js";
import { Flip } from "./flip.js";
import { clockView } from "./clock_view.js";
import { startedPage } from "./page.js";
import { reading, untilFlip } from "../feed/reading.js";
import { ServerTime } from "../feed/time.js";
import { Words } from "./words.js";

/** Boards shown on the strip. */
const BOARDS = new Set(["clock", "structure"]);

class EventStrip {
  #root;
  #parts;
  #words;
  #feed;
  #topic;

  constructor(root, { config, feed, time }) {
    this.#root = root;
    this.#parts = Object.fromEntries([...root.querySelectorAll("[data-strip]")].map((part) => [part.dataset.strip, part]));
    this.#words = new Words(config.language, config.words);
    this.#feed = feed;
    this.#topic = `t${config.tournament}`;
    const flip = new Flip(time, (now) => this.#draw(now));
    feed.addEventListener("board", ({ detail: { topic, name } }) => topic === this.#topic && BOARDS.has(name) && flip.poke());
    feed.addEventListener("time", () => flip.poke());
    feed.addEventListener("state", ({ detail }) => flag(root, "alone", detail.state === "alone"));
    feed.follow(this.#topic);
    flip.poke();
  }

  #draw(now) {
    const board = this.#feed.clock(this.#topic);
    if (!board || now === null) return null;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const view = clockView(board, read, this.#words, now);
    const { time, level, blinds, players, average, badge: sign } = this.#parts;
    const waits = view.state === "waiting";
    const start = [view.startDay, view.startTime].filter(Boolean).join(", ");
    const shown = waits ? start : view.hands || view.time;
    setText(time, shown || "–");
    const counts = waits && start ? this.#words.say("clock.starts_at") : view.counts;
    time.setAttribute("aria-label", [counts, shown].filter(Boolean).join(" "));
    setText(blinds, [view.blinds, view.ante].filter(Boolean).join(" · "));
    const next = view.next && `${this.#words.say("clock.next")}: ${view.next}`;
    setText(level, [view.level || (view.state === "break" ? this.#words.say("clock.break") : ""), next].filter(Boolean).join(" · "));
    setText(players, board.field.entries ? view.players : "–");
    setText(average, [view.average || "–", view.averageBlinds].filter(Boolean).join(" · "));
    badge(sign, view.state, this.#words);
    flag(this.#root, "state", view.state);
    const left = read.state === "running" ? read.remaining : read.starts_in;
    return left === null ? null : untilFlip(left);
  }
}

/** A page with a feed shares it; on other pages the strip opens one. */
function start() {
  const root = document.getElementById("event-strip");
  if (!root) return;
  const config = JSON.parse(document.getElementById("strip-config").textContent);
  const page = startedPage();
  if (page?.feed) {
    new EventStrip(root, { config, feed: page.feed, time: page.time });
    return;
  }
  const time = new ServerTime();
  new EventStrip(root, { config, feed: new Feed({ socket: config.socket, poll: config.poll, time }), time });
}

// The page's own script runs after this one: by then it has opened its feed, or has none.
addEventListener("DOMContentLoaded", start, { once: true });
