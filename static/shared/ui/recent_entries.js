/** The latest entries of an event's journal, with user, time, and undo in place. */

import { el } from "./dom.js";
import { toTheSecond } from "./zone.js";

const WITHIN = 6_000;
/** Several changes in a row are one fetch (ms). */
const PAUSE = 120;

export class RecentEntries {
  #place;
  #address;
  #words;
  #undo;
  #seq = -1;
  #wanted = 0;
  #timer = null;
  #fresh = null;

  /**
   * @param {HTMLElement} place the list  @param {string} address URL of the entries
   * @param {import("./words.js").Words} words  @param {(seq: number) => void} undo
   */
  constructor(place, address, words, undo) {
    this.#place = place;
    this.#address = address;
    this.#words = words;
    this.#undo = undo;
  }

  /** Return the newest entry this login may undo, or null. */
  get newest() {
    return this.#fresh?.find((line) => line.undoable) ?? null;
  }

  /** Note that the journal has reached this seq. */
  reach(seq) {
    if (seq <= this.#wanted) return;
    this.#wanted = seq;
    this.#soon(PAUSE);
  }

  #soon(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fetch(), pause);
  }

  async #fetch() {
    let found;
    try {
      const answer = await fetch(this.#address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
      if (!answer.ok) return;
      found = await answer.json();
    } catch {
      this.#soon(3_000);
      return;
    }
    if (found.seq < this.#seq) return;
    this.#seq = found.seq;
    this.#show(found.lines);
  }

  #show(lines) {
    this.#fresh = lines;
    const focused = document.activeElement?.closest?.("[data-line]")?.dataset.line;
    this.#place.setAttribute("aria-busy", "false");
    this.#place.replaceChildren(...(lines.length ? lines.map((line) => this.#row(line)) : [el("li.muted", {}, this.#words.say("remote.no_lines"))]));
    if (focused) this.#place.querySelector(`[data-line="${focused}"] button`)?.focus();
  }

  #row(line) {
    const words = this.#words;
    const when = (at) => toTheSecond(at, words.language);
    const about = [words.say("remote.line", { number: line.seq }), when(line.at), line.who];
    if (line.due_at !== null && line.at - line.due_at > 2_000) about.push(words.say("remote.due", { time: when(line.due_at) }));
    if (line.undone) about.push(words.say("remote.undone"));
    const row = el("li.line", { "data-line": String(line.seq) },
      el("div.line-text", {}, el("span", {}, line.text),
        el("small.muted.figures", {}, about.join(" · "), ...(line.rule ? [" · ", el("cite.cite", {}, line.rule)] : []))));
    row.classList.toggle("is-undone", line.undone);
    if (line.undoable) {
      const button = el("button.btn", { type: "button", "aria-label": `${words.say("page.undo")}: ${line.text}` }, words.say("page.undo"));
      button.addEventListener("click", () => this.#undo(line.seq));
      row.append(button);
    }
    return row;
  }
}
