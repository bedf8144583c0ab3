/** The room's own sounds: decoded before they are due, so that they begin on the second like the built-in ones. */

import { LAST_SECONDS } from "./cues.js";
import { fetched, playRecording, Unplayable } from "../shared/ui/recordings.js";

/** @import { Cue } from "./cues.js" */

/** Time until a sound that could not be fetched is tried again (ms). */
const AGAIN = 30_000;
/** Longest sound that is played for each of the last seconds (s). A longer one counts them down itself: it is played once. */
const LONGEST_TICK = 1.2;

export class OwnSounds {
  #context;
  #output;
  #changed;
  /** Addresses by cue. @type {Record<string, string>} */
  #addresses = {};
  /** By address; null while it is being loaded, and where it cannot be played. @type {Map<string, AudioBuffer|null>} */
  #loaded = new Map();

  /**
   * @param {AudioContext} context  @param {AudioNode} output
   * @param {() => void} changed called when a cue has another sound than before
   */
  constructor(context, output, changed) {
    this.#context = context;
    this.#output = output;
    this.#changed = changed;
  }

  /** Use these sounds. @param {Record<string, string>} addresses by cue */
  use(addresses) {
    if (JSON.stringify(addresses) === JSON.stringify(this.#addresses)) return;
    this.#addresses = addresses;
    const used = new Set(Object.values(addresses));
    for (const address of this.#loaded.keys()) if (!used.has(address)) this.#loaded.delete(address);
    for (const address of used) if (!this.#loaded.has(address)) this.#load(address);
    this.#changed();
  }

  /** Return how long the room's own sound of a cue rings, in seconds; 0 if the built-in one is played. @param {string} event */
  ringing(event) {
    return this.#soundOf(event)?.duration ?? 0;
  }

  /**
   * Put the room's own sound of a cue on the context's time line.
   * @param {Pick<Cue, "left"> & {event: string}} cue
   * @param {number} when context time in seconds at which it begins
   * @returns {(() => void)|null} cancels it; null if the built-in one is to be played
   */
  play(cue, when) {
    const sound = this.#soundOf(cue.event);
    if (!sound) return null;
    if (cue.event === "tick" && sound.duration > LONGEST_TICK && cue.left !== LAST_SECONDS) return () => {};
    return playRecording(this.#context, this.#output, sound, when);
  }

  /** @param {string} event */
  #soundOf(event) {
    return this.#loaded.get(this.#addresses[event] ?? "");
  }

  /** @param {string} address */
  async #load(address) {
    this.#loaded.set(address, null);
    try {
      const sound = await fetched(this.#context, address);
      if (!this.#loaded.has(address)) return;
      this.#loaded.set(address, sound);
      this.#changed();
    } catch (error) {
      if (error instanceof Unplayable) return;
      setTimeout(() => this.#loaded.get(address) === null && this.#load(address), AGAIN);
    }
  }
}
