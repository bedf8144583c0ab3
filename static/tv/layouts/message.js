/** A full-screen message, with the time left still visible. */

import { el, fitBox, setText } from "../../shared/ui/dom.js";
import { duration } from "../../shared/ui/format.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";

/** @import { Layout } from "../boards.js" */

/** @implements {Layout} */
export class MessageLayout {
  #shown = "";

  constructor() {
    this.text = el("p.message-text", { "data-role": "message" });
    this.row = el("span.message-row", {});
    this.left = el("span", { "data-role": "message-time" });
    this.time = el("p.message-time", { hidden: "" }, this.row, this.left);
    this.element = el("section.message", { "data-layout": "message", role: "status" }, this.text, this.time);
  }

  /** @type {Layout["draw"]} */
  draw(board, words, now, { message: text = "" }) {
    const read = board && !board.closed
      ? reading(board.levels, board.clock, board.planned_start, board.advance, now)
      : null;
    const row = board && read ? board.levels[read.position] : undefined;
    const shows = row !== undefined && read !== null && read.state !== "waiting";
    this.time.hidden = !shows;
    if (shows) {
      // What the figure is: it would be taken for the time of day.
      const name = row.number ? words.say("clock.level", { number: row.number }) : words.say("clock.break");
      setText(this.row, `${name} · ${words.say(read.state === "paused" ? "clock.paused" : "clock.time_left")}`);
      setText(this.left, duration(secondsLeft(read.remaining)));
    }
    if (text !== this.#shown && this.element.isConnected) {
      this.#shown = text;
      setText(this.text, text);
      fitBox(this.text);
    }
    return read?.state === "running" ? untilFlip(read.remaining) : null;
  }

  resize() {
    this.#shown = "";
  }
}
