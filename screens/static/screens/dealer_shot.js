/** The shot clock, counted at the table: the seconds of a decision, what a time bank adds, and that the time is up. */

import { CountSound } from "./dealer_heard.js";
import { nameOf } from "./dealer_ring.js";
import { el, flag, setText } from "./dom.js";

/** Looked at so often while it counts (ms). */
const OFTEN = 100;
/** So many of the last seconds are heard. */
const LAST = 5;

export class ShotClock {
  #start;
  #place;
  #words;
  #useBank;
  #table = null;
  #shot = null;
  /** When the decision is over (ms of this page); null while none is counted. */
  #ends = null;
  #timer = null;
  #parts = {};
  #sound = new CountSound();

  /**
   * @param {HTMLButtonElement} start  @param {HTMLElement} place where it counts  @param {import("./words.js").Words} words
   * @param {(seat: number, label: string) => Promise<object|null>} useBank
   */
  constructor(start, place, words, useBank) {
    this.#start = start;
    this.#place = place;
    this.#words = words;
    this.#useBank = useBank;
    start.addEventListener("click", () => this.#begin());
    this.#build();
  }

  #build() {
    const parts = this.#parts;
    const button = (key, look, run) => {
      const made = el(`button.btn${look}`, { type: "button", "data-shot": key }, this.#words.say(`dealer.shot_${key}`));
      made.addEventListener("click", run);
      return made;
    };
    this.#place.replaceChildren(
      (parts.left = el("p.dealer-shot-left.figures", { role: "timer" })),
      (parts.says = el("p.dealer-shot-says", { role: "status" })),
      el("div.dealer-time-acts", {},
        button("again", ".btn-primary", () => this.#begin()),
        (parts.bank = button("bank", "", () => this.#choose(parts.seats.hidden))),
        button("stop", ".btn-quiet", () => this.stop())),
      (parts.seats = el("div.dealer-time-acts", { role: "group", "aria-label": this.#words.say("dealer.shot_whose"), hidden: "" })));
  }

  /**
   * The table as it stands.
   * @param {object} table  @param {{seconds: number, bank_seconds: number, left: Record<string, number>}|null} shot
   * @param {boolean} called whether a player's time was called: then that one counts
   */
  show(table, shot, called) {
    this.#table = table;
    this.#shot = shot;
    if (!shot || called) this.stop();
    this.#start.hidden = !shot || called || this.#ends !== null;
    if (shot) setText(this.#start, this.#words.say("dealer.shot_start", { seconds: shot.seconds }));
    if (this.#ends !== null && !this.#parts.seats.hidden) this.#choose(true);
  }

  #begin() {
    if (!this.#shot) return;
    this.#ends = performance.now() + this.#shot.seconds * 1_000;
    this.#start.hidden = true;
    this.#place.hidden = false;
    this.#choose(false);
    this.#sound.over();
    this.#timer ??= setInterval(() => this.#draw(), OFTEN);
    this.#draw();
  }

  /** Nothing is counted any more: the hand is over, or something else is. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#ends = null;
    this.#place.hidden = true;
    this.#start.hidden = !this.#shot;
    this.#sound.over();
  }

  #draw() {
    const left = Math.max(0, Math.ceil((this.#ends - performance.now()) / 1_000));
    const phase = left === 0 ? "up" : left <= LAST ? "countdown" : "thinking";
    setText(this.#parts.left, String(left));
    setText(this.#parts.says, phase === "up" ? this.#words.say("dealer.shot_up") : "");
    flag(this.#place, "phase", phase);
    this.#sound.hear(phase, left);
  }

  /** Whose time bank it is: each player with as many as they have left. */
  #choose(on) {
    const { seats, bank } = this.#parts;
    seats.hidden = !on;
    bank.setAttribute("aria-expanded", String(on));
    if (!on) return;
    const key = JSON.stringify(this.#shot.left);
    if (seats.dataset.key === key) return;
    seats.dataset.key = key;
    seats.replaceChildren(...Object.entries(this.#shot.left).map(([seat, left]) => {
      const chair = this.#table.chairs.find((one) => one.seat === Number(seat));
      const name = chair ? nameOf(chair, this.#words) : "–";
      const button = el("button.btn.two-lines", { type: "button", "data-bank": seat }, el("span", {}, `${seat} · ${name}`), el("small.figures", {}, String(left)));
      button.disabled = left === 0;
      button.addEventListener("click", () => this.#take(Number(seat), name));
      return button;
    }));
  }

  async #take(seat, name) {
    this.#choose(false);
    const seconds = this.#shot.bank_seconds;
    const answer = await this.#useBank(seat, this.#words.say("dealer.shot_bank_of", { name }));
    if (!answer?.ok || this.#ends === null) return;
    // Whose time was up when it was taken has all of it from now.
    this.#ends = Math.max(this.#ends, performance.now()) + seconds * 1_000;
    this.#sound.over();
    this.#draw();
  }
}
