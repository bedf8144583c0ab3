/** The waiting list: called players and their deadlines, very large, then the list in order. */

import { el, fit, fitEach, fitName, flag, setText } from "../../shared/ui/dom.js";
import { duration, number } from "../../shared/ui/format.js";
import { secondsLeft, untilFlip } from "../../shared/feed/reading.js";
import { EntryStrip, sooner } from "./entry.js";
import { layOut, pageAt } from "./pages.js";
import { boxOf } from "./seats.js";

/** Maximum number of called players on a page, and its duration (ms). */
const CALLED = 4;
const CALLED_DWELL = 6_000;
/** Width of a column relative to its type size: position, name, request. */
const WIDE = 15;
const FEW = 4;
const SMALLEST = 0.05;

export class WaitingLayout {
  #parts = {};
  #foot = new EntryStrip();
  #box = null;
  #shape = "";
  #calls = "";
  #shown = "";

  constructor() {
    const parts = this.#parts;
    const part = (key, name) => (parts[key] = el(name, { "data-role": key }));
    this.element = el("section.list.waiting", { "data-layout": "waiting" },
      (parts.head = el("header.list-head", {}, part("title", "p.letters"),
        el("div.list-what", {}, part("event", "h1.event"), part("rule", "cite.list-rule")), part("page", "p.page-number"))),
      (parts.block = el("div.called", { role: "status" },
        el("p.called-head", {}, part("calling", "strong.called-word"), part("come", "span"), part("calledPage", "span.page-number")),
        part("called", "ol.called-names"))),
      part("body", "div.list-body"), part("empty", "p.list-empty"), this.#foot.element);
  }

  /**
   * Show the waiting list at `now` (server ms).
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {{registration?: object, waitingList?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { registration, waitingList }) {
    const parts = this.#parts;
    const [called, waiting] = [waitingList?.called ?? [], waitingList?.waiting ?? []];
    if (setText(parts.title, words.say("tv.waiting_list"))) fit(parts.title, 0.5);
    setText(parts.event, board.name);
    setText(parts.rule, waitingList?.rule ?? "");
    const shape = JSON.stringify([Math.min(called.length, CALLED), waiting.length === 0]);
    flag(this.element, "empty", waiting.length === 0);
    flag(this.element, "called", Math.min(called.length, CALLED) || null);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#box = null;
    }
    setText(parts.empty, waiting.length ? "" : words.say(waitingList ? "tv.nobody_waiting" : "tv.no_list"));
    const waits = [this.#foot.draw(registration, board, words, now, waitingList?.total), this.#called(called, words, now),
      this.#list(waiting, words, now)];
    fitName(parts.head, parts.event);
    return waits.reduce(sooner);
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#calls = "";
    this.#shown = "";
    this.#foot.resize();
    fit(this.#parts.title, 0.5);
    flag(this.#parts.head, "fitted", null);
  }

  #called(called, words, now) {
    const parts = this.#parts;
    setText(parts.calling, words.say("tv.called"));
    setText(parts.come, words.say("tv.come_to_the_desk"));
    const pages = Math.max(1, Math.ceil(called.length / CALLED));
    const page = pageAt(pages, CALLED_DWELL, now);
    setText(parts.calledPage, pages > 1 ? `${page + 1} / ${pages}` : "");
    const shown = called.slice(page * CALLED, (page + 1) * CALLED);
    const key = JSON.stringify(shown.map(({ booking, name }) => [booking, name]));
    if (key !== this.#calls && this.element.isConnected) {
      this.#calls = key;
      parts.called.replaceChildren(...shown.map(({ name }) =>
        el("li.called-row", {}, el("span.called-name", { dir: "auto" }, name), el("span.called-time", { role: "timer" }))));
      this.#times(shown, now);
      fitEach([...parts.called.querySelectorAll(".called-name")], 0.6, 0.3, 0.5);
    }
    const wait = this.#times(shown, now);
    return pages > 1 ? sooner(wait, CALLED_DWELL - (now % CALLED_DWELL)) : wait;
  }

  /** Remaining time of each called player. */
  #times(shown, now) {
    let wait = null;
    shown.forEach(({ until }, i) => {
      const row = this.#parts.called.children[i];
      if (!row) return;
      setText(row.lastChild, until === null ? "" : duration(secondsLeft(until - now)));
      if (until !== null) wait = sooner(wait, untilFlip(until - now));
    });
    return wait;
  }

  #list(waiting, words, now) {
    const { body, page: pageNumber } = this.#parts;
    this.#box ??= boxOf(this.element, body);
    if (!waiting.length || !this.#box) {
      setText(pageNumber, "");
      this.#shown = "";
      body.replaceChildren();
      return null;
    }
    const plan = layOut(waiting.length, this.#box, { wide: WIDE, few: FEW, smallest: SMALLEST });
    const page = pageAt(plan.pages, plan.dwell, now);
    const rows = waiting.slice(page * plan.per, (page + 1) * plan.per);
    setText(pageNumber, plan.pages > 1 ? `${page + 1} / ${plan.pages}` : "");
    const key = JSON.stringify([rows, plan, words.language]);
    if (key !== this.#shown) {
      this.#shown = key;
      this.#show(rows, plan, words);
    }
    return plan.pages > 1 ? plan.dwell - (now % plan.dwell) : null;
  }

  #show(rows, plan, words) {
    const { body } = this.#parts;
    body.style.setProperty("--columns", String(plan.columns));
    body.style.setProperty("--rows", String(plan.rows));
    body.style.setProperty("--size", `${plan.size}px`);
    const columns = [];
    for (let from = 0; from < rows.length; from += plan.rows) {
      columns.push(el("ol.column", { start: String(rows[from].position) }, ...rows.slice(from, from + plan.rows).map((one) => row(one, words))));
    }
    body.replaceChildren(...columns);
    fitEach([...body.querySelectorAll(".wait-name")], 0.82, 0.6);
  }
}

function row({ position, name, wants }, words) {
  const made = el("li.wait-row", {}, el("span.wait-place", {}, number(position, words.language)), el("span.wait-name", { dir: "auto" }, name));
  if (wants !== "entry") {
    made.append(el(`span.wants.wants-${wants}`, {}, el("i", { "aria-hidden": "true" }), el("span", {}, words.say(`tv.${wants}`))));
  }
  return made;
}
