/** Alerts of a player: vibration if supported, and sound once the page was touched. */

/** @import { SoundName } from "../shared/ui/synth.js" */
/** @typedef {"moved"|"called"|"seated"} Alert */

/** @type {Record<Alert, number[]>} */
const PATTERN = { moved: [400, 150, 400, 150, 400], called: [400, 150, 400, 150, 400], seated: [300] };
/** @type {Record<Alert, SoundName>} */
const SOUND = { moved: "break_end", called: "break_end", seated: "level_start" };

export class Alarm {
  /** @type {AudioContext|null} */
  #context = null;
  /** @type {AudioNode|null} */
  #output = null;
  /** @type {typeof import("../shared/ui/synth.js")|null} */
  #synth = null;
  #changed;

  /** @param {() => void} changed called when sound became possible, or no longer is */
  constructor(changed) {
    this.#changed = changed;
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => this.#wake());
  }

  /** Whether a sound would be heard. */
  get audible() {
    return this.#context?.state === "running";
  }

  /** Alert. @param {Alert} what */
  sound(what) {
    navigator.vibrate?.(PATTERN[what]);
    if (this.#context && this.#output && this.#synth && this.audible) this.#synth.play(this.#context, this.#output, SOUND[what], this.#context.currentTime + 0.02);
  }

  async #wake() {
    if (!("AudioContext" in window)) return;
    this.#context ??= this.#open();
    if (this.#context.state === "suspended") await this.#context.resume().catch(() => {});
    this.#synth ??= await import("../shared/ui/synth.js").catch(() => null);
    if (this.#synth && !this.#output) this.#output = this.#synth.masterOf(this.#context);
    this.#changed();
  }

  #open() {
    const context = new AudioContext();
    context.onstatechange = () => this.#changed();
    return context;
  }
}
