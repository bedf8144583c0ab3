/** The panel beside the clock: players left, and the prizes once they are set. */

import { el, fit, flag, setText } from "../../shared/ui/dom.js";
import { forMoney, ladderRows, moneyLines, priced, whyNone } from "../../shared/ui/prizes_view.js";
import { pageAt } from "./pages.js";

/** @import { ClockView } from "../../shared/ui/clock_view.js" */
/** @import { AnyPrizes } from "../../shared/ui/prizes_view.js" */
/** @import { Words } from "../../shared/ui/words.js" */

/** How long a page of the ladder is on (ms). */
const DWELL = 8_000;
/** The first places stay while the others turn their pages. */
const FIRST = 3;

export class Side {
  #left = el("span", { "data-role": "left" });
  #of = el("small", { "data-role": "entries" });
  #playersLabel = el("dt");
  #totalLabel = el("dt");
  #total = el("dd.side-value", { "data-role": "total" });
  #totalBlock = el("div.side-block.side-total", {}, this.#totalLabel, this.#total);
  #poolLabel = el("p.side-label");
  #page = el("span.page-number");
  #pool = el("p.pool", { "data-role": "pool" });
  #note = el("p.side-note", { "data-role": "pool-note" });
  #ladder = el("ol.ladder", { "data-role": "ladder" });
  #card = el("p.side-card", { "data-role": "money" });
  #money = el("section.side-money", {}, el("div.side-head", {}, this.#poolLabel, this.#page), this.#pool, this.#note, this.#ladder, this.#card);
  /** Where the chips are shown while there are no prizes. */
  chipsPlace = el("div.side-chips");
  /** @type {{prizes: AnyPrizes, words: Words|null, rows: ReturnType<typeof ladderRows>}} */
  #read = { prizes: undefined, words: null, rows: [] };
  #shown = "";
  #room = 0;

  constructor() {
    this.element = el("aside.side", {},
      el("dl.side-field", {}, el("div.side-block", {}, this.#playersLabel,
        el("dd.side-value.players", { "data-role": "field" }, this.#left, this.#of)), this.#totalBlock),
      this.#money, this.chipsPlace);
  }

  /**
   * @param {ClockView} view  @param {AnyPrizes} prizes  @param {Words} words  @param {number} now server ms
   * @returns {number|null} ms until the ladder turns its page
   */
  draw(view, prizes, words, now) {
    setText(this.#playersLabel, view.playersLabel);
    const [left = "", of = ""] = view.players.split("\u00a0/\u00a0");
    setText(this.#left, left);
    setText(this.#of, `\u00a0/\u00a0${of}`);
    setText(this.#totalLabel, view.totalLabel);
    setText(this.#total, view.totalChips);
    if (prizes !== this.#read.prizes || words !== this.#read.words) this.#renew(prizes, words);
    this.#totalBlock.hidden = !this.#money.hidden || view.totalChips === "";
    return this.#money.hidden ? null : this.#turn(now);
  }

  /** Whether the prizes are set. */
  get pays() {
    return !this.#money.hidden;
  }

  /** The size of the screen or the room for the ladder changed. */
  resize() {
    this.#room = 0;
    this.#shown = "";
    fit(this.#pool, 0.5);
    for (const block of this.element.querySelectorAll(".side-value")) fit(/** @type {HTMLElement} */ (block), 0.5);
    fit(this.#card, 0.5);
  }

  /** @param {AnyPrizes} prizes  @param {Words} words */
  #renew(prizes, words) {
    const set = forMoney(prizes) && whyNone(prizes, words) === "";
    this.#read = { prizes, words, rows: set ? ladderRows(prizes, words) : [] };
    this.#money.hidden = !set;
    if (!set) return;
    setText(this.#poolLabel, words.say("prize.pool"));
    setText(this.#pool, priced(prizes.pool, prizes, words));
    const note = prizes.guarantee ? words.say("prize.guaranteed", { amount: priced(prizes.guarantee, prizes, words) }) : "";
    setText(this.#note, prizes.state === "open" ? words.say("prize.may_change") : note);
    const { lines, jump } = moneyLines(prizes, words);
    this.#card.replaceChildren(...lines.map((line) => el("span", {}, line)));
    this.#card.hidden = lines.length === 0;
    flag(this.#card, "jump", jump);
    this.resize();
  }

  /** Show the page of the ladder that is on. @param {number} now */
  #turn(now) {
    const { rows } = this.#read;
    if (!this.#room) this.#measure();
    const room = this.#room;
    if (!room) {
      this.#ladder.replaceChildren();
      return null;
    }
    const first = rows.length > room ? Math.min(FIRST, room - 1) : 0;
    const pages = Math.max(1, Math.ceil((rows.length - first) / (room - first)));
    const per = Math.ceil((rows.length - first) / pages);
    const page = pageAt(pages, DWELL, now);
    const key = `${page} ${pages} ${room}`;
    if (key !== this.#shown) {
      this.#shown = key;
      setText(this.#page, pages > 1 ? `${page + 1} / ${pages}` : "");
      const shown = [...rows.slice(0, first), ...rows.slice(first + page * per, first + (page + 1) * per)];
      this.#ladder.replaceChildren(...shown.map(({ places, things, cash }) => el("li.ladder-row", {},
        el("b", {}, places), el("span.ladder-things", {}, things), el("span.ladder-cash", {}, cash))));
      for (const row of this.#ladder.children) fitRow(/** @type {HTMLElement} */ (row));
    }
    return pages > 1 ? DWELL - (now % DWELL) : null;
  }

  /** Measure how many rows there is room for: in smaller type if all of them are on one page then. */
  #measure() {
    const ladder = this.#ladder;
    const { rows } = this.#read;
    flag(ladder, "things", rows.some(({ things }) => things));
    for (const dense of [false, true]) {
      flag(ladder, "dense", dense);
      const style = getComputedStyle(ladder);
      const columns = style.gridTemplateColumns.split(" ").length;
      this.#room = Math.floor(ladder.clientHeight / (parseFloat(style.fontSize) * 1.04)) * columns;
      if (rows.length <= this.#room) return;
    }
  }
}

/** Items have two lines if they need them; without room for those, their worth in the amount speaks for them. @param {HTMLElement} row */
function fitRow(row) {
  fit(row, 0.4);
  const things = /** @type {HTMLElement} */ (row.children[1]);
  flag(things, "long", things.scrollWidth > things.clientWidth);
  const cut = things.scrollWidth > things.clientWidth || things.scrollHeight > things.clientHeight;
  things.hidden = cut && row.lastElementChild?.textContent !== "";
}
