/** The clock of the remote: the same values as on the displays, and the state of each button. */

import { flag, setText } from "../shared/ui/dom.js";
import { badge } from "../shared/ui/badge.js";
import { number } from "../shared/ui/format.js";
import { clockView } from "../shared/ui/clock_view.js";
import { blocked, mainPress, rowText, shown } from "./state.js";

export class Face {
  #root;
  #words;
  #parts = {};
  #mainPress;
  #rows = "";
  #press = { kind: null };

  /** @param {HTMLElement} root  @param {import("../shared/ui/words.js").Words} words */
  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    for (const part of root.querySelectorAll("[data-part]")) this.#parts[part.dataset.part] = part;
    this.#mainPress = document.getElementById("main-press");
  }

  /** The command of the main button: `{kind, key, values}`. */
  get press() {
    return this.#press;
  }

  /** Render the clock at a time; cheap if nothing has changed. */
  draw(board, staff, read, now, registration) {
    const view = clockView(board, read, this.#words, now);
    setText(this.#parts.time, view.time || view.hands || "–");
    flag(this.#root, "loading", false);
    flag(this.#root, "hours", view.time.length > 5);
    flag(this.#root, "state", view.state);
    const ended = view.state === "won" || view.state === "closed";
    for (const fact of this.#root.querySelectorAll('[data-fact="next"], [data-fact="break"]')) fact.hidden = ended;
    badge(this.#parts.badge, view.state, this.#words);
    for (const name of ["event", "level", "counts", "blinds", "ante", "rule", "next"]) setText(this.#parts[name], view[name] ?? "");
    // A planned start is one sentence here; the figure below counts down to it.
    setText(this.#parts.word, view.start || view.word);
    setText(this.#parts.note, view.start ? "" : view.note);
    setText(this.#parts.break, view.break || "–");
    setText(this.#parts.average, [view.average, view.averageBlinds.replace(" ", "\u00a0")].filter(Boolean).join(" · ") || "–");
    // The badge shows the state already: the band adds further information.
    this.#parts.band.hidden = !this.#parts.word.textContent || (view.word === this.#parts.badge.textContent && !view.note && !view.rule);
    this.#parts.announcement.hidden = !view.announcement;
    setText(this.#parts.announcement, view.announcement);
    this.#count(board);
    this.#offer(board, staff, read, registration);
  }

  #count({ field }) {
    for (const name of ["left", "entries"]) {
      if (this.#parts[name]) setText(this.#parts[name], number(field[name], this.#words.language));
    }
  }

  #offer(board, staff, read, registration) {
    const visible = shown(board, read, staff, registration);
    flag(this.#root, "counted", visible.by_desk ? "desk" : "hand");
    for (const part of this.#root.querySelectorAll("[data-show]")) part.hidden = !visible[part.dataset.show];
    for (const [kind, off] of Object.entries(blocked(board, read))) {
      for (const button of this.#root.querySelectorAll(`[data-do="${kind}"]`)) button.disabled = off;
    }
    for (const button of this.#root.querySelectorAll("[data-count]")) {
      const { entries, left } = board.field;
      const value = button.dataset.count === "left" ? left : Math.min(entries, left);
      button.disabled = board.closed || (button.dataset.by === "-1" ? value === 0 : button.dataset.count === "left" && left >= entries);
    }
    if (this.#mainPress) this.#steer(board, staff, read);
  }

  #steer(board, staff, read) {
    this.#press = mainPress(board, read);
    this.#mainPress.disabled = this.#press.kind === null;
    setText(this.#parts.main, this.#words.say(this.#press.key, this.#press.values));
    const row = (position) => (board.levels[position] && read.state !== "waiting" ? rowText(board.levels[position], this.#words) : "");
    setText(this.#parts["previous-row"], row(read.position - 1) || this.#words.say("remote.nothing_before"));
    setText(this.#parts["next-row"], row(read.position + 1) || (read.state === "waiting" ? "" : this.#words.say("remote.nothing_after")));
    setText(this.#parts["announce-rule"], board.advance_rule);
    const lastHand = this.#root.querySelector('[data-do="clock.last_hand"]');
    lastHand.setAttribute("aria-pressed", String(board.last_hand === read.position));
    const way = board.advance === "auto" ? "remote.way_auto" : "remote.way_announced";
    setText(this.#parts.way, this.#words.say("remote.way_now", { way: this.#words.say(way) }));
    for (const button of this.#root.querySelectorAll("[data-way]")) {
      button.setAttribute("aria-pressed", String(button.dataset.way === staff?.way));
    }
    this.#list(board, read);
  }

  /** Render the rows to go to; only on changes, so that an open list stays open. */
  #list(board, read) {
    const key = JSON.stringify([board.levels, read.position]);
    if (key === this.#rows) return;
    this.#rows = key;
    const select = document.getElementById("rows");
    const chosen = select.value;
    select.replaceChildren(...board.levels.map((level, i) => new Option(rowText(level, this.#words), String(i))));
    select.value = document.activeElement === select && chosen ? chosen : String(read.position);
  }
}
