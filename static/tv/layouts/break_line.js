/** The line in the head of a list that says how long a break lasts, "Break ends in 8:06", that the clock is paused, or who won. */

import { el, fit, setText } from "../../shared/ui/dom.js";
import { duration } from "../../shared/ui/format.js";
import { isTimeFor } from "../../shared/feed/programme.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";

/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Words } from "../../shared/ui/words.js" */

export class BreakLine {
  #words = el("span");
  #left = el("strong");
  element = el("p.list-break", { hidden: "" }, this.#words, " ", this.#left);

  /** @param {ClockWithStructure} board  @param {Words} words  @param {number} now  @returns {number|null} ms until it changes */
  draw(board, words, now) {
    const rests = isTimeFor("break", board, now);
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const stands = read.state === "paused" && isTimeFor("running", board, now);
    const end = endOf(board, words);
    this.element.hidden = !rests && !stands && !end;
    if (end) {
      const changed = setText(this.#words, end);
      if (setText(this.#left, "") || changed) fit(this.element, 0.5);
      return null;
    }
    this.element.style.removeProperty("--fit");
    if (stands) {
      setText(this.#words, words.say("clock.paused"));
      setText(this.#left, "");
    }
    if (!rests) return null;
    setText(this.#words, read.state === "paused" ? `${words.say("clock.break")} · ${words.say("clock.paused")}` : words.say("clock.break_ends_in"));
    setText(this.#left, duration(secondsLeft(read.remaining)));
    return read.state === "running" ? untilFlip(read.remaining) : null;
  }
}

/** Say that the event or its day is over; "" while it is not. @param {ClockWithStructure} board  @param {Words} words */
function endOf({ winner, qualified, closed, day_over: day }, words) {
  if (winner) return words.say("clock.winner", { name: winner });
  if (qualified) return words.say("clock.qualified", { count: qualified.players });
  if (day) return day.name ? words.say("clock.is_over", { name: day.name }) : words.say("clock.day_over");
  return closed ? words.say("clock.closed") : "";
}
