/** Screens without a tournament: pairing, nothing chosen, a message to everybody. */

import { el, fit, fitBox, setText } from "../../shared/ui/dom.js";
import { duration } from "../../shared/ui/format.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";

/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Words } from "../../shared/ui/words.js" */

/** An unpaired screen: its code in large type, with instructions. */
export class PairLayout {
  constructor() {
    this.how = el("p.pair-how", { "data-role": "how" });
    this.code = el("p.pair-code", { "data-role": "code" });
    this.where = el("p.pair-where", { "data-role": "where" });
    this.sleep = el("p.pair-sleep", { "data-role": "sleep" });
    // For a phone's camera. A server that does not know its own address has no code.
    this.picture = /** @type {HTMLImageElement} */ (el("img.pair-qr", { alt: "", hidden: "" }));
    this.picture.onload = () => (this.picture.hidden = false);
    this.element = el("section.pair", { "data-layout": "pair" }, this.how, this.code,
      el("div.pair-ways", {}, this.picture, this.where), this.sleep);
  }

  /** @param {string} code  @param {string} address where staff enter it  @param {boolean} awake the browser keeps the screen on
   * @param {Words} words */
  draw(code, address, awake, words) {
    setText(this.how, words.say("tv.pair_how"));
    setText(this.code, code);
    this.code.setAttribute("aria-label", [...code].join(" "));
    setText(this.where, words.say("tv.pair_where", { address }));
    setText(this.sleep, awake ? "" : words.say("tv.no_wake_lock"));
    const qr = `/tv/qr.svg?code=${encodeURIComponent(code)}`;
    if (this.picture.getAttribute("src") !== qr) this.picture.src = qr;
    fit(this.code);
  }
}

/** A paired screen without a tournament, or before its board has arrived. */
export class IdleLayout {
  constructor() {
    this.name = el("h1.idle-name", { "data-role": "name" });
    this.text = el("p.idle-text", { "data-role": "text" });
    this.element = el("section.idle", { "data-layout": "idle" }, this.name, this.text);
  }

  /** @param {string} name  @param {string} text */
  draw(name, text) {
    setText(this.name, name);
    setText(this.text, text);
    fit(this.name);
  }
}

/** A full-screen message, with the time left still visible. */
export class MessageLayout {
  #shown = "";

  constructor() {
    this.text = el("p.message-text", { "data-role": "message" });
    this.row = el("span.message-row", {});
    this.left = el("span", { "data-role": "message-time" });
    this.time = el("p.message-time", { hidden: "" }, this.row, this.left);
    this.element = el("section.message", { "data-layout": "message", role: "status" }, this.text, this.time);
  }

  /**
   * @param {string} text  @param {ClockWithStructure|undefined} board  @param {Words} words  @param {number} now
   * @returns {number|null} ms until the next change
   */
  draw(text, board, words, now) {
    const read = board && !board.closed
      ? reading(board.levels, board.clock, board.planned_start, board.advance, now)
      : null;
    const row = board && read ? board.levels[read.position] : undefined;
    const shows = row !== undefined && read !== null && read.state !== "waiting";
    this.time.hidden = !shows;
    if (shows) {
      // What the figure is: it would be taken for the time of day.
      const name = row.number ? words.say("clock.level", { number: row.number }) : words.say("clock.break");
      setText(this.row, `${name} · ${words.say("clock.time_left")}`);
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
