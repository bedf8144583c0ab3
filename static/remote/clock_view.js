/** The clock of the remote: the same values as on the displays, and the state of each button. */

import { html } from "lit-html";
import { badge } from "../shared/ui/badge.js";
import { clockView } from "../shared/ui/clock_view.js";
import { byId, find, flag, setText } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";
import { View } from "../shared/ui/view.js";
import { blocked, mainPress, rowText, shown } from "./state.js";

/** @import { ClockStaffBoard, LevelRow, RegistrationBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Reading } from "../shared/feed/reading.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { MainPress } from "./state.js" */

/** Parts that show a text of the view with the same name. */
const TEXTS = /** @type {const} */ (["event", "level", "counts", "blinds", "ante", "rule"]);

export class ClockFace {
  #root;
  #words;
  /** Elements of the page by their `data-part`. @type {Map<string, HTMLElement>} */
  #parts = new Map();
  #mainButton = /** @type {HTMLButtonElement|null} */ (document.getElementById("main-press"));
  /** @type {MainPress} */
  #press = { kind: null, key: "" };
  /** @type {View|null} */
  #rows = null;
  /** @type {readonly LevelRow[]} */
  #levels = [];

  /** @param {HTMLElement} root  @param {Words} words */
  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    for (const part of this.#all("[data-part]")) this.#parts.set(part.dataset.part ?? "", part);
    const rows = document.getElementById("rows");
    if (rows) {
      this.#rows = new View(rows, () => this.#levels.map((level, i) => html`<option value=${i}>${rowText(level, words)}</option>`));
    }
  }

  /** The command of the main button. */
  get press() {
    return this.#press;
  }

  /** Whether the main button exists: without the permission to run the clock there is none. */
  get mainButton() {
    return this.#mainButton;
  }

  /** @param {string} selector  @returns {HTMLElement[]} */
  #all(selector) {
    return [...this.#root.querySelectorAll(selector)].map((one) => /** @type {HTMLElement} */ (one));
  }

  /** @param {string} name  @param {string} text */
  #text(name, text) {
    const part = this.#parts.get(name);
    if (part) setText(part, text);
  }

  /** @param {string} name  @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#parts.get(name));
  }

  /**
   * Render the clock at a time.
   * @param {ClockWithStructure} board  @param {ClockStaffBoard|undefined} staff  @param {Reading} read  @param {number} now
   * @param {RegistrationBoard|undefined} registration
   */
  draw(board, staff, read, now, registration) {
    const view = clockView(board, read, this.#words, now);
    this.#text("time", view.time || view.hands || "–");
    flag(this.#root, "loading", false);
    flag(this.#root, "hours", view.time.length > 5);
    flag(this.#root, "state", view.state);
    const ended = view.state === "won" || view.state === "closed";
    for (const fact of this.#all("[data-fact]")) fact.hidden = ended;
    this.#part("time").hidden = ended && !view.time;
    badge(this.#part("badge"), view.state, this.#words);
    for (const name of TEXTS) this.#text(name, view[name] ?? "");
    // A planned start is one sentence here; the figure below counts down to it.
    const word = view.start || view.word;
    this.#text("word", word);
    this.#text("note", view.start ? "" : view.note);
    this.#text("next", [view.next, view.nextAnte].filter(Boolean).join(" · "));
    this.#text("break", view.break);
    for (const fact of this.#all("[data-fact=break]")) fact.hidden = ended || !view.break;
    this.#text("average", [view.average, view.averageBlinds.replace(" ", "\u00a0")].filter(Boolean).join(" · ") || "–");
    // The badge shows the state already: the band adds further information.
    this.#part("band").hidden = !word || (view.word === this.#part("badge").textContent && !view.note && !view.rule);
    this.#part("announcement").hidden = !view.announcement;
    this.#text("announcement", view.announcement);
    for (const name of /** @type {const} */ (["left", "entries"])) this.#text(name, number(board.field[name], this.#words.language));
    this.#offer(board, staff, read, registration);
  }

  /** @param {ClockWithStructure} board  @param {ClockStaffBoard|undefined} staff  @param {Reading} read  @param {RegistrationBoard|undefined} registration */
  #offer(board, staff, read, registration) {
    const visible = shown(board, read, staff, registration);
    flag(this.#root, "counted", visible.by_desk ? "desk" : "hand");
    for (const part of this.#all("[data-show]")) part.hidden = !visible[part.dataset.show ?? ""];
    for (const [kind, off] of Object.entries(blocked(board, read))) {
      for (const button of this.#all(`[data-do="${kind}"]`)) /** @type {HTMLButtonElement} */ (button).disabled = off;
    }
    for (const button of this.#all("[data-count]")) {
      const { entries, left } = board.field;
      const value = button.dataset.count === "left" ? left : Math.min(entries, left);
      const off = button.dataset.by === "-1" ? value === 0 : button.dataset.count === "left" && left >= entries;
      /** @type {HTMLButtonElement} */ (button).disabled = board.closed || off;
    }
    if (this.#mainButton) this.#offerSteps(this.#mainButton, board, staff, read);
  }

  /** @param {HTMLButtonElement} main  @param {ClockWithStructure} board  @param {ClockStaffBoard|undefined} staff  @param {Reading} read */
  #offerSteps(main, board, staff, read) {
    const words = this.#words;
    this.#press = mainPress(board, read);
    main.disabled = this.#press.kind === null || (Boolean(board.deal_pending) && !board.closed);
    // Few reopen a closed event: its button is none that is pressed by mistake.
    main.classList.toggle("btn-primary", !board.closed);
    main.classList.toggle("btn-huge", !board.closed);
    find(main, "kbd").hidden = board.closed;
    this.#text("main", words.say(this.#press.key, this.#press.values));
    const waits = read.state === "waiting";
    /** @param {number} position */
    const row = (position) => {
      const level = waits ? undefined : board.levels[position];
      return level ? rowText(level, words) : "";
    };
    this.#text("previous-row", row(read.position - 1) || words.say("remote.nothing_before"));
    this.#text("next-row", row(read.position + 1) || (waits ? "" : words.say("remote.nothing_after")));
    this.#text("announce-rule", board.advance_rule);
    for (const button of this.#all('[data-do="clock.last_hand"]')) button.setAttribute("aria-pressed", String(board.last_hand === read.position));
    const way = board.advance === "auto" ? "remote.way_auto" : "remote.way_announced";
    this.#text("way", words.say("remote.way_now", { way: words.say(way) }));
    for (const button of this.#all("[data-way]")) button.setAttribute("aria-pressed", String(button.dataset.way === staff?.way));
    this.#list(board.levels, read.position);
  }

  /**
   * Render the rows to go to; a row that somebody is choosing stays chosen.
   * @param {readonly LevelRow[]} levels  @param {number} position of the clock
   */
  #list(levels, position) {
    if (!this.#rows) return;
    const select = /** @type {HTMLSelectElement} */ (byId("rows"));
    const moved = select.dataset.position !== String(position);
    if (levels === this.#levels && !moved) return;
    const chosen = select.value;
    this.#levels = levels;
    this.#rows.updateNow();
    select.dataset.position = String(position);
    select.value = document.activeElement === select && chosen ? chosen : String(position);
  }
}
