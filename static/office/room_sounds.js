/** Plays the sounds of displays on the room's page as a display does: the chosen file, else the room's own, else the built-in one. */

import { byId, find, setText } from "../shared/ui/dom.js";
import { decoded, fetched, playRecording, Unplayable } from "../shared/ui/recordings.js";
import { masterOf, play, ringing } from "../shared/ui/synth.js";

/** @import { SoundName } from "../shared/ui/synth.js" */
/** @typedef {"play"|"stop"|"chosen"|"too_long"|"unplayable"|"unreachable"} Text */

/** As loud as a new display: 80 % of its volume. */
const VOLUME = 0.8 ** 2;
const config = /** @type {Record<Text, string> & {most: number}} */ (JSON.parse(byId("config").textContent ?? "{}"));

class Player {
  /** @type {{context: AudioContext, master: GainNode}|null} */
  #audio = null;
  #end = () => {};

  /** The audio of the page; browsers allow it after a press. */
  async open() {
    this.#audio ??= this.#opened();
    await this.#audio.context.resume();
    return this.#audio;
  }

  #opened() {
    const context = new AudioContext();
    const master = masterOf(context);
    master.gain.value = VOLUME;
    return { context, master };
  }

  /** Stop what is playing. */
  stop() {
    this.#end();
    this.#end = () => {};
  }

  /**
   * Let a button stop what is playing until it is over.
   * @param {HTMLElement} button  @param {() => void} cancel  @param {number} seconds
   */
  began(button, cancel, seconds) {
    this.stop();
    setText(button, config.stop);
    const timer = setTimeout(() => this.stop(), seconds * 1000);
    this.#end = () => {
      clearTimeout(timer);
      cancel();
      setText(button, config.play);
    };
  }
}

const player = new Player();

for (const row of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(".own-sound"))) {
  const button = /** @type {HTMLButtonElement} */ (find(row, "[data-play]"));
  const input = /** @type {HTMLInputElement} */ (find(row, "input[type=file]"));
  const state = /** @type {HTMLElement} */ (find(row, ".own-sound-state"));
  const use = /** @type {HTMLButtonElement} */ (find(row, "[data-use]"));
  const inUse = find(row, "[data-in-use]");
  const saved = inUse.textContent ?? "";
  /** @param {string} text */
  const say = (text) => {
    state.hidden = text === "";
    setText(state, text);
  };
  const listen = async () => {
    const { context, master } = await player.open();
    const { cue, address } = row.dataset;
    const file = input.files?.[0];
    if (!file && !address) {
      const name = /** @type {SoundName} */ (cue);
      player.began(button, play(context, master, name, context.currentTime + 0.02), ringing(name));
      return;
    }
    const sound = file ? await decoded(context, await file.arrayBuffer()) : await fetched(context, address ?? "");
    if (file && sound.duration > config.most + 0.5) say(config.too_long);
    player.began(button, playRecording(context, master, sound, context.currentTime + 0.02), Math.min(sound.duration, config.most + 1));
  };
  // What the row is about to play, and whether there is anything to save.
  const show = () => {
    const isChosen = Boolean(input.files?.length);
    use.hidden = !isChosen;
    setText(inUse, isChosen ? config.chosen : saved);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    const isPlaying = button.textContent === config.stop;
    player.stop();
    if (isPlaying) return;
    say("");
    listen().catch((error) => say(error instanceof Unplayable ? config.unplayable : config.unreachable));
  });
  input.addEventListener("change", () => {
    player.stop();
    say("");
    show();
  });
  // A page restored by the back button keeps its choice.
  addEventListener("pageshow", show);
  show();
}
