/** What is heard while seconds are counted at a table: each one of the countdown once, and the end. */

import { masterOf, play } from "../shared/ui/synth.js";

export class CountSound {
  #heard = "";
  #context = null;
  #master = null;

  constructor() {
    // A browser lets a page be heard once somebody has touched it.
    addEventListener("pointerdown", () => this.#open(), { once: true });
  }

  #open() {
    this.#context ??= new AudioContext();
    this.#master ??= masterOf(this.#context);
    this.#context.resume().catch(() => {});
  }

  /** Nothing is counted any more. */
  over() {
    this.#heard = "";
  }

  /** @param {"thinking"|"countdown"|"up"} phase  @param {number} left seconds */
  hear(phase, left) {
    const key = phase === "countdown" ? `tick ${left}` : phase;
    if (key === this.#heard) return;
    const before = this.#heard;
    this.#heard = key;
    // A page that comes late says nothing of what is over.
    if (this.#context?.state !== "running" || phase === "thinking" || (phase === "up" && before === "")) return;
    play(this.#context, this.#master, phase === "up" ? "time_up" : "tick", this.#context.currentTime);
  }
}
