/** The shot clock at the table: seconds of a decision, time banks, and the end of the time. */

import { CountSound } from "./sounds.js";
import { el, flag, setText } from "../shared/ui/dom.js";

/** Update interval while it counts (ms). */
const OFTEN = 100;
/** Number of final seconds with sound. */
const LAST = 5;

export class ShotClock {
  #start;
  #place;
  #words;
  #choose;
  #changed;
  #shot = null;
  /** Number of decisions counted: seconds of a time bank belong to the decision it was used in. */
  #decision = 0;
  /** End of the decision (ms of this page); null while none is counted. */
  #ends = null;
  #timer = null;
  #parts = {};
  #sound = new CountSound();

  /**
   * @param {HTMLButtonElement} start
   * @param {HTMLElement} place element of the countdown
   * @param {import("../shared/ui/words.js").Words} words
   * @param {() => void} choose starts or ends choosing who uses a time bank
   * @param {() => void} changed called when a count starts or ends
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
   * Show the state of the shot clock.
   * @param {{seconds: number, bank_seconds: number, left: Record<string, number>}|null} shot
   * @param {boolean} called whether a player's time was called: then only that time counts
   * @param {boolean} choosing whether the next tap chooses who uses a time bank
   */
  show(shot, called, choosing) {
    this.#shot = shot;
    if (!shot || called) this.stop();
    this.#start.hidden = !shot || called || this.#ends !== null;
    if (shot) setText(this.#start, this.#words.say("dealer.shot_start", { seconds: shot.seconds }));
    this.#parts.bank.setAttribute("aria-pressed", String(choosing));
    // Without time banks left, none can be used.
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

  /** Whether a decision is being counted. */
  get counts() {
    return this.#ends !== null;
  }

  /** Stop counting: the hand is over, or another count starts. */
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
   * Use a time bank; it counts from the tap, regardless of the network. A player whose time was up gets all
   * of it from now.
   * @returns {() => void} removes its seconds while the same decision is counted
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
