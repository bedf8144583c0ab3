/** Registration on a display: time left, places left, and calls. */

import { el, fit, flag, setText } from "../../shared/ui/dom.js";
import { duration, number } from "../../shared/ui/format.js";
import { reading, secondsLeft, untilFlip } from "../../shared/feed/reading.js";
import { closesIn, FAR, placesLine } from "../../shared/ui/registration.js";

/** @import { RegistrationBoard, WaitingListBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Words } from "../../shared/ui/words.js" */

/**
 * @typedef {object} EntryView the sentence, split at its time; `fresh`: it closed a short while ago; ms until it changes
 * @property {string} before  @property {string} time  @property {string} after  @property {boolean} soon
 * @property {boolean} closed  @property {boolean} fresh  @property {string} places  @property {number|null} wait
 */

/** Final phase with a different look (ms). */
const SOON = 5 * 60_000;
/** How long the clock shows that registration has closed (ms). */
const NEWS = 15 * 60_000;
/** Maximum number of names in one line. */
const NAMES = 3;

/**
 * Return the registration texts of a display.
 * @param {RegistrationBoard|undefined} registration  @param {ClockWithStructure} board  @param {Words} words
 * @param {number} now server ms  @returns {EntryView}
 */
export function entryView(registration, board, words, now) {
  /** @type {EntryView} */
  const view = { before: "", time: "", after: "", soon: false, closed: false, fresh: false, places: "", wait: null };
  if (!registration || board.closed) return view;
  const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
  const left = closesIn(registration, board, read, now);
  // It never closes before the start, even if that is late.
  if (!registration.open || (left !== null && left <= 0 && read.state !== "waiting")) {
    const at = registration.closed_at ?? now;
    return { ...view, before: words.say("entry.closed"), closed: true, fresh: now - at < NEWS };
  }
  view.places = placesLine(registration, words);
  if (left === null || left <= 0 || left > FAR) return view;
  const [before = "", after = ""] = words.say("entry.closes_in", { time: "\0" }).split("\0").map((part) => part.trim());
  const runs = registration.late.ends === "time" || read.state === "running" || read.state === "waiting";
  const time = duration(secondsLeft(left));
  return { ...view, before, time, after, soon: left <= SOON, wait: runs ? untilFlip(left) : null };
}

/** Return the called players in one line; "" if there are none. @param {WaitingListBoard|undefined} waitingList  @param {Words} words */
export function calledLine(waitingList, words) {
  // Lines break between names only.
  const names = (waitingList?.called ?? []).map(({ name }) => name.replace(/\s/g, "\u00a0"));
  if (names.length === 0) return "";
  const shown = names.slice(0, NAMES).join(", ");
  const more = names.length - NAMES;
  const all = more > 0 ? words.say("tv.names_and_more", { names: shown, count: number(more, words.language) }) : shown;
  return words.say("tv.called_names", { names: all });
}

/** Return the earlier of two update times; null means never. @param {number|null} one  @param {number|null} other */
export function sooner(one, other) {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}

/** "Registration closes in 12:34", with a large time. */
export class EntryNote {
  #before = el("span.entry-words");
  #time = el("strong.entry-time");
  #after = el("span.entry-words");

  constructor() {
    this.element = el("p.entry", { "data-role": "entry", hidden: "" }, this.#before, this.#time, this.#after);
  }

  /** @param {EntryView} view  @param {boolean} wanted  @returns {boolean} whether it is shown */
  show(view, wanted = true) {
    setText(this.#before, view.before);
    setText(this.#time, view.time);
    setText(this.#after, view.after);
    flag(this.element, "soon", view.soon);
    const there = wanted && Boolean(view.before || view.time || view.after);
    this.element.hidden = !there;
    return there;
  }
}

/** The strip at the foot of a list: registration on one side, places on the other. */
export class EntryStrip {
  #note = new EntryNote();
  #places = el("p.places.entry-places", { "data-role": "places" });
  #lengths = "";

  constructor() {
    this.element = el("footer.list-foot", {}, this.#note.element, this.#places);
  }

  /** The size of the screen changed. */
  resize() {
    this.#lengths = "";
  }

  /** Render it, optionally with the number of waiting players. @param {RegistrationBoard|undefined} registration
   * @param {ClockWithStructure} board  @param {Words} words  @param {number} now  @param {number} waiting  @returns {number|null} ms until it changes */
  draw(registration, board, words, now, waiting = 0) {
    const view = entryView(registration, board, words, now);
    this.#note.show(view);
    const wait = waiting > 0 ? words.say("entry.waiting", { count: number(waiting, words.language) }) : "";
    const places = [view.places, wait].filter(Boolean).join(" · ");
    setText(this.#places, places);
    const lengths = [view.before, view.time.length, view.after, view.soon, places].join("|");
    if (lengths !== this.#lengths && this.element.isConnected) {
      this.#lengths = lengths;
      fit(this.element, 0.6);
    }
    return view.wait;
  }
}
