/** The clock on the player's page: time left, blinds, what comes next. */

import { el, flag, setText } from "../shared/ui/dom.js";
import { ante, blinds, startMoment } from "../shared/ui/format.js";
import { clockView } from "../shared/ui/clock_view.js";
import { reading, secondsLeft, untilFlip } from "../shared/feed/reading.js";

/** Number of upcoming rows shown. */
const AHEAD = 6;

/** Final states of a clock. */
const OVER = new Set(["won", "closed", "over"]);

/** Times further away are shown as day and time (ms). */
const FAR = 6 * 3_600_000;

/** "in 20 min", "in 1 h 10 min", "Saturday, 20:00"; minutes are rounded up. */
function inTime(ms, now, words) {
  if (ms > FAR) return startMoment(now + ms, now, words.language);
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return words.say("phone.in_minutes", { minutes });
  return words.say("phone.in_hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export class ClockPart {
  #words;
  #place = document.getElementById("clock");
  #levels = document.getElementById("levels");
  #listed = "";

  constructor(words) {
    this.#words = words;
  }

  /** Render the clock at a time. @returns {number|null} ms until a figure changes */
  draw(board, now) {
    this.#place.hidden = !board || now === null;
    if (this.#place.hidden) return null;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const view = clockView(board, read, this.#words, now);
    flag(this.#place, "state", view.state);
    const planned = [this.#words.say("clock.starts_at"), view.startDay, view.startIn && `${this.#words.say("clock.starts_in")} ${view.startIn}`];
    const word = view.state === "waiting" && view.startTime ? planned : [view.word, view.note];
    this.#say("clock-word", word.filter(Boolean).join(" · "));
    const waits = view.state === "waiting";
    // Empty without a planned start: the line above says so.
    this.#say("clock-time", waits ? view.startTime : view.hands || view.time);
    this.#say("clock-level", [view.level, view.game].filter(Boolean).join(" · "));
    this.#say("clock-blinds", [view.blinds, view.ante].filter(Boolean).join(" · "));
    this.#say("clock-break", view.break ? `${this.#words.say("clock.next_break")} ${view.break}` : "");
    this.#say("clock-players", board.field.entries ? `${this.#words.say("clock.players")} ${view.players}` : "");
    this.#say("clock-message", view.announcement);
    this.#list(board, read, now, OVER.has(view.state));
    const left = read.state === "waiting" ? read.starts_in : read.remaining;
    return read.state === "running" || (read.state === "waiting" && left !== null) ? untilFlip(left) : null;
  }

  #say(id, text) {
    const element = document.getElementById(id);
    element.hidden = !text;
    setText(element, text);
  }

  /** Render the next rows with their times; only when the row or the minute changes. */
  #list(board, read, now, isOver) {
    const rows = isOver ? [] : board.levels.slice(read.position + 1, read.position + 1 + AHEAD);
    const minute = Math.ceil(secondsLeft(read.remaining) / 60);
    const key = `${board.digest ?? board.structure}:${isOver}:${read.position}:${minute}:${this.#words.language}`;
    if (key === this.#listed) return;
    this.#listed = key;
    document.getElementById("levels-card").hidden = rows.length === 0;
    // Times are unknown for an event that is started by hand.
    const known = read.state !== "waiting" || read.starts_in !== null;
    let until = read.remaining + (read.state === "waiting" ? read.starts_in ?? 0 : 0);
    this.#levels.replaceChildren(...rows.map((row) => {
      const item = this.#row(row, known ? inTime(until, now, this.#words) : "");
      until += row.duration;
      return item;
    }));
  }

  #row(row, time) {
    const say = (name, values) => this.#words.say(name, values);
    const isBreak = row.kind === "break";
    const name = isBreak ? say("clock.break") : String(row.number);
    const text = isBreak ? row.note : [blinds(row, this.#words.language), ante(row, this.#words.language, this.#words)].filter(Boolean).join(" · ");
    return el(isBreak ? "li.row.is-break" : "li.row", {},
      el("span.row-name", {}, name),
      el("span.row-text", {}, text),
      el("span.row-time", {}, time));
  }
}
