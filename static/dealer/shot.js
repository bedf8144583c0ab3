/** The shot clock, counted at the table: the seconds of a decision, what a time bank adds, and that the time is up. */

import { CountSound } from "./sounds.js";
import { el, flag, setText } from "../shared/ui/dom.js";

/** Looked at so often while it counts (ms). */
const OFTEN = 100;
/** So many of the last seconds are heard. */
const LAST = 5;

export class ShotClock {
  #start;
  #place;
  #words;
  #choose;
  #changed;
  #shot = null;
  /** How many decisions were counted: seconds of a time bank belong to the one it was used in. */
  #decision = 0;
  /** When the decision is over (ms of this page); null while none is counted. */
  #ends = null;
  #timer = null;
  #parts = {};
  #sound = new CountSound();

  /**
   * @param {HTMLButtonElement} start  @param {HTMLElement} place where it counts  @param {import("../shared/ui/words.js").Words} words
   * @param {() => void} choose the next tap says who uses a time bank, or no more
   * @param {() => void} changed it counts a decision now, or none any more
   */
  constructor(start, place, words, choose, changed) {
    this.#changed = changed;
    this.#start = start;
    this.#place = place;
    this.#words = words;
    this.#choose = choose;
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
        (parts.bank = button("bank", "", () => this.#choose())),
        button("stop", ".btn-quiet", () => this.stop())));
  }

  /**
   * The shot clock as it stands.
   * @param {{seconds: number, bank_seconds: number, left: Record<string, number>}|null} shot
   * @param {boolean} called whether a player's time was called: then that one counts
   * @param {boolean} choosing whether the next tap says who uses a time bank
   */
  show(shot, called, choosing) {
    this.#shot = shot;
    if (!shot || called) this.stop();
    this.#start.hidden = !shot || called || this.#ends !== null;
    if (shot) setText(this.#start, this.#words.say("dealer.shot_start", { seconds: shot.seconds }));
    this.#parts.bank.setAttribute("aria-pressed", String(choosing));
    // With nobody's left there is none to be used.
    this.#parts.bank.disabled = !Object.values(shot?.left ?? {}).some((left) => left > 0);
  }

  #begin() {
    if (!this.#shot) return;
    this.#ends = performance.now() + this.#shot.seconds * 1_000;
    this.#start.hidden = true;
    this.#place.hidden = false;
    this.#sound.over();
    this.#timer ??= setInterval(() => this.#draw(), OFTEN);
    this.#decision += 1;
    this.#draw();
    this.#changed();
  }

  /** Whether a decision is counted now. */
  get counts() {
    return this.#ends !== null;
  }

  /** Nothing is counted any more: the hand is over, or something else is. */
  stop() {
    const counted = this.counts;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#ends = null;
    this.#place.hidden = true;
    this.#start.hidden = !this.#shot;
    this.#sound.over();
    if (counted) this.#changed();
  }

  #draw() {
    const left = Math.max(0, Math.ceil((this.#ends - performance.now()) / 1_000));
    const phase = left === 0 ? "up" : left <= LAST ? "countdown" : "thinking";
    setText(this.#parts.left, String(left));
    setText(this.#parts.says, phase === "up" ? this.#words.say("dealer.shot_up") : "");
    flag(this.#place, "phase", phase);
    this.#sound.hear(phase, left);
  }

  /**
   * Somebody uses a time bank; it counts from the tap, whatever the network does. Whose time was up by then has all of it
   * from now.
   * @returns {() => void} takes its seconds off again, as long as the same decision is counted
   */
  add() {
    const decision = this.#decision;
    const more = this.#shot.bank_seconds * 1_000;
    this.#lengthen(Math.max(0, performance.now() - this.#ends) + more);
    return () => {
      if (this.counts && this.#decision === decision) this.#lengthen(-more);
    };
  }

  #lengthen(ms) {
    this.#ends += ms;
    this.#sound.over();
    this.#draw();
  }
}
