/** The page of triggers: what the form says as a sentence, and tests on this computer or on a display. */

import { readHtml } from "../shared/feed/request.js";
import { filled } from "../tv/placeholders.js";
import { byId, find, setText } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { fetched, playRecording } from "../shared/ui/recordings.js";
import { masterOf, play, SCORES } from "../shared/ui/synth.js";
import { sampleEvents } from "./layout_samples.js";

/** @import { SoundName } from "../shared/ui/synth.js" */
/** @import { Services } from "../shared/ui/page.js" */

/** Delay after the last key before the sentence is read (ms). */
const PAUSE = 200;
/** How long a message is shown on this computer (ms). */
const SHOWN = 8_000;
/** Offered as the time of a layout for a number of players left (s). */
const OFFERED = "30";
/** As loud as a new display: 80 % of its volume. */
const VOLUME = 0.8 ** 2;

/** Keep the sentence of the form up to date. @param {HTMLElement} page */
function followForm(page) {
  const form = /** @type {HTMLFormElement} */ (find(page, "#trigger"));
  const place = find(page, "#sentence");
  let timer = 0;
  let asked = 0;
  const when = /** @type {HTMLSelectElement} */ (find(form, "[name=when]"));
  const only = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-only]"));
  const needs = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-needs]"));
  // What a condition does not have is hidden, and not sent.
  const fit = () => {
    for (const part of only) {
      part.hidden = !(part.dataset.only ?? "").split(" ").includes(when.value);
      for (const field of /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (part.querySelectorAll("input, select"))) field.disabled = part.hidden;
    }
    // How long something is shown is asked once there is something to show; a fault beside it stays in sight.
    for (const part of needs) {
      const { value } = /** @type {HTMLInputElement} */ (form.elements.namedItem(part.dataset.needs ?? ""));
      part.hidden = (part.dataset.value ? value !== part.dataset.value : value === "") && !part.querySelector(".error:not([hidden])");
    }
  };
  fit();
  form.addEventListener("input", fit);
  // A number of players left lasts until the end of the event, so that a new trigger offers an end.
  const seconds = /** @type {HTMLInputElement} */ (find(form, "[name=layout_seconds]"));
  const isNew = !(/** @type {HTMLInputElement} */ (form.elements.namedItem("trigger")).value);
  let offers = isNew && !seconds.value;
  seconds.addEventListener("input", () => { offers = false; });
  when.addEventListener("input", () => {
    if (offers) seconds.value = when.value === "players_left" ? OFFERED : "";
  });
  const ask = async () => {
    asked += 1;
    const number = asked;
    /** @type {Record<string, string>} */
    const query = {};
    for (const [name, value] of new FormData(form)) query[name] = typeof value === "string" ? value : value.name;
    delete query.csrfmiddlewaretoken;
    const text = await readHtml(page.dataset.sentence ?? "", { query }).catch(() => null);
    if (text !== null && number === asked) setText(place, text);
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
}

/** Return a text with placeholders as displays show it, with the values of a sample event. @param {string} text */
function withSamples(text) {
  const now = Date.now();
  return filled(text, sampleEvents("running", false, now)(1)?.board, document.documentElement.lang, now) ?? text;
}

class Tests {
  #services;
  #shown;
  #place;
  /** @type {{context: AudioContext, master: GainNode}|null} */
  #audio = null;
  #cancel = () => {};
  #timer = 0;

  /** @param {HTMLElement} page  @param {Services} services */
  constructor(page, services) {
    this.#services = services;
    this.#shown = /** @type {HTMLElement} */ (find(page, "#test-shown"));
    this.#place = /** @type {HTMLSelectElement} */ (find(page, "#test-on"));
    byId("test-place").hidden = false;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll("[data-test]"))) {
      button.hidden = false;
      button.addEventListener("click", () => this.#test(button));
    }
  }

  /** @param {HTMLButtonElement} button */
  #test(button) {
    const label = button.firstChild?.textContent ?? "";
    if (this.#place.value) {
      const args = { trigger: Number(button.dataset.test), screen: Number(this.#place.value) };
      this.#services.commands.send("trigger.test", { label, args });
      return;
    }
    const { sound = "" } = button.dataset;
    const message = withSamples(button.dataset.message ?? "");
    const spoken = withSamples(button.dataset.spoken ?? "");
    this.#say(message || spoken);
    this.#play(sound).catch(() => this.#say(/** @type {{unreachable: string}} */ (/** @type {unknown} */ (this.#services.config)).unreachable));
    if (spoken && "speechSynthesis" in window) {
      const speech = new SpeechSynthesisUtterance(spoken);
      speech.lang = document.documentElement.lang;
      setTimeout(() => speechSynthesis.speak(speech), sound ? 1_500 : 0);
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#shown.hidden = text === "";
    setText(this.#shown, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#shown.hidden = true; }, SHOWN);
  }

  /** @param {string} sound name or address */
  async #play(sound) {
    this.#cancel();
    this.#cancel = () => {};
    if (!sound || sound === "silence") return;
    if (!this.#audio) {
      const context = new AudioContext();
      this.#audio = { context, master: masterOf(context) };
      this.#audio.master.gain.value = VOLUME;
    }
    const { context, master } = this.#audio;
    await context.resume();
    const recording = sound in SCORES ? null : await fetched(context, sound);
    const when = context.currentTime + 0.02;
    this.#cancel = recording ? playRecording(context, master, recording, when) : play(context, master, /** @type {SoundName} */ (sound), when);
  }
}

const page = byId("triggers");
followForm(page);
const services = startPage();
if (page.querySelector("#test-on")) new Tests(page, services);
