/** The waiting list: called players and their deadlines, very large, then the list in order. */

import { el, fit, fitEach, fitName, flag, setText } from "../../shared/ui/dom.js";
import { duration, number } from "../../shared/ui/format.js";
import { secondsLeft, untilFlip } from "../../shared/feed/reading.js";
import { EntryStrip, sooner } from "./entry.js";
import { fitNames, partsOf } from "./long_names.js";
import { boxOf, layOut, pageAt } from "./pages.js";

/** @import { CalledPlayer, WaitingPlayer } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Layout } from "../boards.js" */
/** @import { Box, Plan } from "./pages.js" */

/** Maximum number of called players on a page, and its duration (ms). */
const CALLED = 4;
const CALLED_DWELL = 6_000;
/** Width of a column relative to its type size: position, name, request. */
const WANT = { wide: 11, few: 4, smallest: 0.06, headless: true };

/** @implements {Layout} */
export class WaitingLayout {
  #title = el("p.letters");
  #event = el("h1.event");
  #number = el("p.page-number");
  #head = el("header.list-head", {}, this.#title, this.#event, this.#number);
  #calling = el("strong.called-word");
  #come = el("span");
  #calledNumber = el("span.page-number");
  #called = el("ol.called-names");
  #body = el("div.list-body");
  #foot = new EntryStrip();
  element = el("section.list.waiting", { "data-layout": "waiting" }, this.#head,
    el("div.called", { role: "status" }, el("p.called-head", {}, this.#calling, this.#come, this.#calledNumber), this.#called),
    this.#body, this.#foot.element);
  /** @type {Box|null} */
  #box = null;
  #shape = "";
  #calls = "";
  #shown = "";

  /** @type {NonNullable<Layout["empty"]>} */
  empty(_board, _words, _now, { waitingList }) {
    return !waitingList?.called.length && !waitingList?.waiting.length;
  }

  /** @type {Layout["draw"]} */
  draw(board, words, now, { registration, waitingList }) {
    const [called, waiting] = [waitingList?.called ?? [], waitingList?.waiting ?? []];
    if (setText(this.#title, words.say("tv.waiting_list"))) fit(this.#title, 0.5);
    setText(this.#event, board.name);
    const shape = JSON.stringify([Math.min(called.length, CALLED), waiting.length === 0]);
    flag(this.element, "empty", waiting.length === 0);
    flag(this.element, "called", Math.min(called.length, CALLED) || null);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#box = null;
    }
    const waits = [this.#foot.draw(registration, board, words, now, waitingList?.total), this.#call(called, words, now),
      this.#list(waiting, words, now)];
    fitName(this.#head, this.#event);
    return waits.reduce(sooner);
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#calls = "";
    this.#shown = "";
    this.#foot.resize();
    fit(this.#title, 0.5);
    flag(this.#head, "fitted", null);
  }

  /** @param {CalledPlayer[]} called  @param {Words} words  @param {number} now */
  #call(called, words, now) {
    setText(this.#calling, words.say("tv.called"));
    setText(this.#come, words.say("tv.come_to_the_desk"));
    const pages = Math.max(1, Math.ceil(called.length / CALLED));
    const page = pageAt(pages, CALLED_DWELL, now);
    setText(this.#calledNumber, pages > 1 ? `${page + 1} / ${pages}` : "");
    const shown = called.slice(page * CALLED, (page + 1) * CALLED);
    const key = JSON.stringify(shown.map(({ booking, name }) => [booking, name]));
    if (key !== this.#calls && this.element.isConnected) {
      this.#calls = key;
      this.#called.replaceChildren(...shown.map(({ name }) =>
        el("li.called-row", {}, el("span.called-name", { dir: "auto" }, name), el("span.called-time", { role: "timer" }))));
      this.#times(shown, now);
      fitEach([.../** @type {NodeListOf<HTMLElement>} */ (this.#called.querySelectorAll(".called-name"))], 0.6, 0.5, 0.5);
    }
    const wait = this.#times(shown, now);
    return pages > 1 ? sooner(wait, CALLED_DWELL - (now % CALLED_DWELL)) : wait;
  }

  /** Remaining time of each called player. @param {CalledPlayer[]} shown  @param {number} now */
  #times(shown, now) {
    /** @type {number|null} */
    let wait = null;
    shown.forEach(({ until }, i) => {
      const time = this.#called.children[i]?.lastElementChild;
      if (!time) return;
      setText(time, until === null ? "" : duration(secondsLeft(until - now)));
      if (until !== null) wait = sooner(wait, untilFlip(until - now));
    });
    return wait;
  }

  /** @param {WaitingPlayer[]} waiting  @param {Words} words  @param {number} now */
  #list(waiting, words, now) {
    const [body, pageNumber] = [this.#body, this.#number];
    this.#box ??= boxOf(this.element, body);
    if (!waiting.length || !this.#box) {
      setText(pageNumber, "");
      this.#shown = "";
      body.replaceChildren();
      return null;
    }
    const plan = layOut(waiting.length, this.#box, WANT);
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

  /** @param {WaitingPlayer[]} rows  @param {Plan} plan  @param {Words} words */
  #show(rows, plan, words) {
    const body = this.#body;
    // On several pages as on one, rows have the whole height.
    const deep = plan.pages > 1 ? Math.ceil(plan.per / plan.columns) : plan.rows;
    const sizes = { "--columns": plan.columns, "--size": `${plan.size}px`, "--rows": deep };
    for (const [name, value] of Object.entries(sizes)) body.style.setProperty(name, String(value));
    const columns = [];
    for (let from = 0; from < rows.length; from += deep) {
      columns.push(el("ol.column", { start: String(rows[from]?.position) }, ...rows.slice(from, from + deep).map((one) => row(one, words))));
    }
    body.replaceChildren(...columns);
    fitNames(body, ".wait-name", plan, this.#box, deep, true);
  }
}

/** @param {WaitingPlayer} one  @param {Words} words */
function row({ position, name, wants }, words) {
  const made = el("li.wait-row", {}, el("span.wait-place", {}, number(position, words.language)), el("span.wait-name", { dir: "auto" }, ...partsOf(name)));
  if (wants !== "entry") {
    made.append(el(`span.wants.wants-${wants}`, {}, el("i", { "aria-hidden": "true" }), el("span", {}, words.say(`tv.${wants}`))));
  }
  return made;
}
