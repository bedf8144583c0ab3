/** A player's called time at the table: countdown, sound in the last seconds, result. */

import { CountSound } from "./sounds.js";
import { nameOf } from "./ring.js";
import { callOf, countOf, timedPlayer } from "./state.js";
import { el, flag, setText } from "../shared/ui/dom.js";

/** Update interval while a time runs (ms). */
const OFTEN = 100;

export class TimeCount {
  #place;
  #words;
  #time;
  #end;
  #checks;
  #table = null;
  #timer = null;
  #parts = {};
  #sound = new CountSound();

  /**
   * @param {HTMLElement} place  @param {import("../shared/ui/words.js").Words} words  @param {{at: () => number|null}} time
   * @param {(call: number, outcome: string, label: string) => void} end
   * @param {boolean} checks whether it is a check when the time is up and nobody has bet
   */
  constructor(place, words, time, end, checks) {
    this.#place = place;
    this.#words = words;
    this.#time = time;
    this.#end = end;
    this.#checks = checks;
    this.#build();
  }

  #build() {
    const parts = this.#parts;
    const button = (outcome, look) => {
      const label = this.#words.say(`dealer.time_${outcome}`);
      const made = el(`button.btn${look}`, { type: "button", "data-outcome": outcome }, label);
      made.addEventListener("click", () => {
        const call = this.#table && callOf(this.#table, "time");
        if (call) this.#end(call.call, outcome, label);
      });
      return (parts[outcome] = made);
    };
    this.#place.replaceChildren(
      (parts.who = el("p.dealer-time-who")),
      (parts.left = el("p.dealer-time-left.figures", { role: "timer" })),
      (parts.says = el("p.dealer-time-says", { role: "status" })),
      el("div.dealer-time-acts", {}, button("acted", ".btn-primary"), button("hand_dead", ".btn-danger"), button("check", ""), button("cancelled", ".btn-quiet")));
  }

  /** Show the current table. */
  show(table) {
    this.#table = table;
    const counts = Boolean(table && callOf(table, "time")?.seconds);
    this.#place.hidden = !counts;
    if (counts && this.#timer === null) this.#timer = setInterval(() => this.#draw(), OFTEN);
    if (!counts && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
      this.#sound.over();
    }
    if (counts) this.#draw();
  }

  #draw() {
    const call = this.#table && callOf(this.#table, "time");
    const now = this.#time.at();
    if (!call || now === null) return;
    const parts = this.#parts;
    const { left, phase } = countOf(call, now);
    const who = timedPlayer(this.#table);
    setText(parts.who, this.#words.say("dealer.time_of", { name: who ? nameOf(who, this.#words) : "–" }));
    setText(parts.left, String(left));
    setText(parts.says, phase === "up" ? this.#words.say("dealer.time_up") : phase === "countdown" ? this.#words.say("dealer.time_countdown") : "");
    flag(this.#place, "phase", phase);
    for (const outcome of ["acted", "cancelled"]) parts[outcome].hidden = phase === "up" && outcome === "cancelled";
    parts.hand_dead.hidden = phase !== "up";
    parts.check.hidden = phase !== "up" || !this.#checks;
    this.#sound.hear(phase, left);
  }
}
