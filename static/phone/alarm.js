/** Alerts of a player: vibration if supported, and sound once the page was touched. */

const PATTERN = { moved: [400, 150, 400, 150, 400], called: [400, 150, 400, 150, 400], seated: [300] };
const SOUND = { moved: "break_end", called: "break_end", seated: "level_start" };

export class Alarm {
  #context = null;
  #output = null;
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

  /** Alert. @param {"moved"|"called"|"seated"} what */
  sound(what) {
    navigator.vibrate?.(PATTERN[what]);
    if (this.audible && this.#synth) this.#synth.play(this.#context, this.#output, SOUND[what], this.#context.currentTime + 0.02);
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
