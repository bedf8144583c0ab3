/** Sounds of a countdown at a table: each second of the countdown once, and the end. */

import { masterOf, play } from "../shared/ui/synth.js";

export class CountSound {
  #heard = "";
  /** @type {AudioContext|null} */
  #context = null;
  /** @type {ReturnType<typeof masterOf>|null} */
  #master = null;

  constructor() {
    // Browsers allow sound only after a touch on the page.
    addEventListener("pointerdown", () => this.#open(), { once: true });
  }

  #open() {
    this.#context ??= new AudioContext();
    this.#master ??= masterOf(this.#context);
    this.#context.resume().catch(() => {});
  }

  /** Stop. */
  over() {
    this.#heard = "";
  }

  /** @param {"thinking"|"countdown"|"up"} phase  @param {number} left seconds */
  hear(phase, left) {
    const key = phase === "countdown" ? `tick ${left}` : phase;
    if (key === this.#heard) return;
    const before = this.#heard;
    this.#heard = key;
    // A page loaded late is silent about the past.
    if (this.#context?.state !== "running" || !this.#master || phase === "thinking" || (phase === "up" && before === "")) return;
    play(this.#context, this.#master, phase === "up" ? "time_up" : "tick", this.#context.currentTime);
  }
}
