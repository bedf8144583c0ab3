/** The latest entries of an event's journal, with user, time, and undo in place. */

import { el } from "./dom.js";
import { aroundReceipts } from "./receipt_number.js";
import { toTheSecond } from "./zone.js";
import { labelled } from "./punctuation.js";

/** @import { JournalBoard, JournalRow } from "../../../docs/reference/boards" */
/** @import { LiveResource } from "../feed/live_resource.js" */
/** @import { Words } from "./words.js" */

export class RecentEntries {
  #place;
  #words;
  #may;
  #undo;
  /** @type {JournalRow[]|null} */
  #fresh = null;

  /**
   * @param {HTMLElement} place the list  @param {LiveResource} journal the topic `t7/journal`
   * @param {{words: Words, may: string[], undo: (seq: number) => void}} page `may`: the reader's permissions
   */
  constructor(place, journal, { words, may, undo }) {
    this.#place = place;
    this.#words = words;
    this.#may = may;
    this.#undo = undo;
    journal.subscribe((changed) => {
      const board = /** @type {JournalBoard|undefined} */ (journal.board("journal"));
      if (board && changed.has("journal")) this.#show(board.lines);
    });
  }

  /** Return the newest entry this login may undo, or null. */
  get newest() {
    return this.#fresh?.find((line) => this.#offers(line)) ?? null;
  }

  /** @param {JournalRow} line */
  #offers({ permission }) {
    return permission !== null && this.#may.includes("undo") && this.#may.includes(permission);
  }

  /** @param {JournalRow[]} lines */
  #show(lines) {
    this.#fresh = lines;
    const row = document.activeElement?.closest("[data-line]");
    const focused = row instanceof HTMLElement ? row.dataset.line : undefined;
    this.#place.setAttribute("aria-busy", "false");
    this.#place.replaceChildren(...(lines.length ? lines.map((line) => this.#row(line)) : [el("li.muted", {}, this.#words.say("remote.no_lines"))]));
    const button = focused && this.#place.querySelector(`[data-line="${focused}"] button`);
    if (button instanceof HTMLElement) button.focus();
  }

  /** @param {JournalRow} line */
  #row(line) {
    const words = this.#words;
    const text = words.of(line.texts);
    /** @param {number|null} at */
    const when = (at) => (at === null ? "" : toTheSecond(at, words.language));
    const about = [words.say("remote.line", { number: line.seq }), when(line.at), line.who || words.of(line.system)];
    if (line.due_at !== null && (line.at ?? 0) - line.due_at > 2_000) about.push(words.say("remote.due", { time: when(line.due_at) }));
    if (line.undone) about.push(words.say("remote.undone"));
    const row = el("li.line", { "data-line": String(line.seq) },
      el("div.line-text", {}, el("span", {}, ...aroundReceipts(text).map((part, i) => (i % 2 ? el("span.nowrap", {}, part) : part))),
        el("small.muted.figures", {}, about.join(" · "), ...(line.rule ? [" · ", el("cite.cite", {}, line.rule)] : []))));
    row.classList.toggle("is-undone", line.undone);
    if (this.#offers(line)) {
      const button = el("button.btn", { type: "button", "aria-label": labelled(words.say("page.undo"), text, words.language) }, words.say("page.undo"));
      button.addEventListener("click", () => this.#undo(line.seq));
      row.append(button);
    }
    return row;
  }
}
