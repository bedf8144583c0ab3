/**
 * Plays a tournament's cues: on one screen of the event (set by the board), in one window of the machine, on
 * the audio clock so that the sound matches the display; never late and never twice. Speaks if requested.
 */

import { cues, LAST_SECONDS, playable } from "./cues.js";
import { number } from "../shared/ui/format.js";
import { onlyOne } from "./onlyone.js";
import { masterOf, play, ringing, SCORES } from "../shared/ui/synth.js";

/** @import { LookBoard, ScreenBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { ServerTime } from "../shared/feed/time.js" */
/** @import { SoundName } from "../shared/ui/synth.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Announced, Spoken } from "./announced.js" */
/** @import { Cue } from "./cues.js" */
/** @import { OwnSounds } from "./own_sounds.js" */
/** @import { TriggerCue } from "./triggers.js" */

/** @typedef {Omit<Cue, "event"> & {event: string, late?: number, mute?: boolean, hush?: boolean}} AnyCue a cue of the clock or of a trigger; `late`: how
 *   late it may start (ms); `mute`, `hush`: a trigger sounds or speaks in its place */

/** How far ahead cues are scheduled on the audio clock (ms): further if the browser throttles timers. */
const AHEAD = 2_500;
const AHEAD_HIDDEN = 65_000;
/** A scheduled sound is rescheduled when its time changed by more than this (ms). */
const MOVED = 8;
/** Time until the part that plays the room's own sounds is loaded again, if it could not be (ms). */
const AGAIN = 10_000;
/** A display that learns of an announcement later than this does not read it aloud (ms). */
const STALE = 10_000;
/** A trigger takes the place of a cue that is not further away than this (ms). */
const SAME_SECOND = 1_000;
/** The sound of a trigger that only takes the place of the clock's. */
const SILENCE = "silence";
const MEMORY = "sounds:played";

export class Sounds {
  #time;
  #hint;
  /** @type {{context: AudioContext, master: GainNode}|null} */
  #audio = null;
  /** @type {(() => void)|null} */
  #release = null;
  #held = false;
  /** @type {Map<string, AnyCue & {cancel: () => void}>} */
  #planned = new Map();
  /** The first of the last seconds, which may be a whole countdown. @type {(AnyCue & {cancel: () => void})|null} */
  #counted = null;
  /** Loaded once the room has sounds of its own. @type {OwnSounds|null} */
  #own = null;
  #loading = false;
  /** @type {ScreenBoard|null} */
  #screen = null;
  /** @type {ClockWithStructure|null} */
  #board = null;
  /** @type {LookBoard|null} */
  #look = null;
  /** @type {Words|null} */
  #words = null;
  /** Of triggers. @type {TriggerCue[]} */
  #triggered = [];
  /** Addresses of their files. @type {string[]} */
  #files = [];

  /**
   * @param {ServerTime} time
   * @param {(needed: boolean) => void} hint shows or hides "tap once to allow sound"
   */
  constructor(time, hint) {
    this.#time = time;
    this.#hint = hint;
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => this.#resume());
    addEventListener("pagehide", () => this.tick());
  }

  /** Use the screen's board, the clock's board, the language and the room's look; null for none.
   * @param {ScreenBoard|null} screen  @param {ClockWithStructure|null} board  @param {Words} words
   * @param {LookBoard|null} look */
  update(screen, board, words, look) {
    this.#screen = screen;
    this.#board = board;
    this.#words = words;
    this.#look = look;
    // A display without an event reads the room's announcements.
    const wanted = Boolean(screen?.sound);
    if (wanted && !this.#release) {
      this.#release = onlyOne("room-sound", (held) => {
        this.#held = held;
        if (held) this.#open();
        this.tick();
      });
    } else if (!wanted && this.#release) {
      this.#release();
      this.#release = null;
    }
    this.#turn();
    this.#prepare();
    this.tick();
  }

  /** Schedule new cues, cancel outdated ones, record played ones, read announcements aloud. Call at every tick and change.
   * @param {Announced} [said] what is announced now */
  tick(said) {
    const now = this.#time.at();
    if (now === null) return;
    if (said) {
      this.#triggered = said.cues ?? [];
      this.#files = said.files ?? [];
      this.#prepare();
    }
    const state = this.#release && this.#held ? this.#audio?.context.state : undefined;
    const loud = this.#screen && this.#screen.volume > 0 && !this.#screen.blank;
    this.#hint(Boolean(loud && state === "suspended"));
    this.#settle(now);
    const ahead = document.visibilityState === "hidden" ? AHEAD_HIDDEN : AHEAD;
    const due = state === "running" ? this.#cues(now).filter((cue) => cue.at - now < ahead) : [];
    /** @param {AnyCue} plan */
    const holds = (plan) => due.some((cue) => cue.key === plan.key && cue.mute === plan.mute && Math.abs(cue.at - plan.at) <= MOVED);
    for (const [key, plan] of this.#planned) {
      if (holds(plan)) continue;
      plan.cancel();
      this.#planned.delete(key);
    }
    // A countdown that takes several seconds ends with its level, and when the clock is paused.
    if (this.#counted && !holds(this.#counted)) {
      this.#counted.cancel();
      this.#counted = null;
    }
    for (const cue of due) {
      if (!this.#planned.has(cue.key) && playable(cue, now, remembered(), cue.late)) this.#plan(cue, now);
    }
    if (said) this.#read(said.aloud, now);
  }

  /** The cues of the clock and of triggers, which take the place of those of the same second. @param {number} now  @returns {AnyCue[]} */
  #cues(now) {
    const own = (this.#board ? cues(this.#board, now) : []).map((cue) => {
      const same = this.#triggered.filter(({ at }) => Math.abs(at - cue.at) <= SAME_SECOND);
      return { ...cue, mute: same.some(({ event }) => event !== ""), hush: same.some(({ speaks }) => speaks) };
    });
    return [...own, ...this.#triggered.filter(({ event }) => event !== "").map((cue) => ({ ...cue, hush: true }))];
  }

  /** Read announcements aloud, each showing once. @param {Spoken[]} texts  @param {number} now */
  #read(texts, now) {
    if (!this.#screen?.speech || !this.#held || !this.#release) return;
    for (const { key, at, text, after } of texts) {
      if (now - at > STALE || key in remembered()) continue;
      remember(key, at);
      this.#utter(text, after ?? 0);
    }
  }

  #open() {
    if (this.#audio) return;
    const context = new AudioContext({ latencyHint: "interactive" });
    this.#audio = { context, master: masterOf(context) };
    this.#turn();
    context.onstatechange = () => this.tick();
    this.#prepare();
  }

  /** Have the room's own sounds ready before they are due. */
  #prepare() {
    /** @type {Record<string, string>} */
    const addresses = { ...this.#look?.sounds };
    // A file of a trigger is its own name.
    for (const file of this.#files) addresses[file] = file;
    if (this.#own) this.#own.use(addresses);
    else if (this.#audio && Object.keys(addresses).length > 0) this.#loadOwn(this.#audio);
  }

  /** @param {{context: AudioContext, master: GainNode}} audio */
  async #loadOwn({ context, master }) {
    if (this.#loading) return;
    this.#loading = true;
    const loaded = await import("./own_sounds.js").catch(() => null);
    this.#loading = false;
    if (loaded) this.#own = new loaded.OwnSounds(context, master, () => this.#replan());
    if (loaded) this.#prepare();
    else setTimeout(() => this.#prepare(), AGAIN);
  }

  /** Schedule again what has not begun, with the sounds of now. */
  #replan() {
    const now = this.#time.at() ?? 0;
    for (const [key, plan] of this.#planned) {
      if (plan.at <= now) continue;
      plan.cancel();
      this.#planned.delete(key);
    }
    this.tick();
  }

  /** Turn to the volume of the screen. */
  #turn() {
    if (this.#audio) this.#audio.master.gain.value = ((this.#screen?.volume ?? 0) / 100) ** 2;
  }

  #resume() {
    if (this.#audio?.context.state === "suspended") this.#audio.context.resume();
  }

  /** @param {AnyCue} cue  @param {number} now */
  #plan(cue, now) {
    if (!this.#audio) return;
    const { context, master } = this.#audio;
    const when = onContext(context, cue.at - now);
    const cancel = cue.mute || cue.event === SILENCE ? () => {} : (this.#own?.play(cue, when) ?? play(context, master, soundOf(cue.event), when));
    this.#planned.set(cue.key, { ...cue, cancel });
    if (cue.at <= now) this.#settle(now);
  }

  /** Record a played cue across reloads and windows, and speak its text. @param {number} now */
  #settle(now) {
    for (const [key, plan] of this.#planned) {
      if (plan.at > now) continue;
      this.#planned.delete(key);
      remember(key, plan.at);
      if (plan.event === "tick" && plan.left === LAST_SECONDS) this.#counted = plan;
      if (this.#screen?.speech && !plan.hush && now - plan.at < 1_000) this.#speak(plan);
    }
  }

  /** @param {AnyCue} plan */
  #speak(plan) {
    if (!this.#board || !this.#words) return;
    this.#utter(announcement(plan, this.#board, this.#words), this.#own?.ringing(plan.event) || Math.min(2.2, ringing(soundOf(plan.event))));
  }

  /** @param {string} text  @param {number} after s */
  #utter(text, after) {
    if (!text || !this.#words || !this.#screen || !("speechSynthesis" in window)) return;
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = this.#words.language;
    speech.volume = Math.min(1, this.#screen.volume / 100);
    setTimeout(() => speechSynthesis.speak(speech), after * 1000);
  }
}

/** Return a built-in sound, the one in place of a file that is not loaded. @param {string} event  @returns {SoundName} */
function soundOf(event) {
  return event in SCORES ? /** @type {SoundName} */ (event) : "gong";
}

/** Return the context time (s) of a sound that must start in `wait` ms. @param {AudioContext} context  @param {number} wait */
function onContext(context, wait) {
  const stamp = context.getOutputTimestamp?.();
  const here = context.currentTime;
  let then = here + wait / 1000 - (context.outputLatency || 0);
  const at = stamp?.performanceTime ?? 0;
  if (at > 0 && performance.now() - at < 1_000) then = (stamp.contextTime ?? 0) + (performance.now() + wait - at) / 1000;
  return Math.max(here, then);
}

/**
 * Return the spoken text of a cue, or "".
 * @param {Pick<AnyCue, "event"|"position">} cue  @param {ClockWithStructure} board  @param {Words} words
 */
export function announcement(cue, board, words) {
  if (cue.event === "tick") return "";
  if (cue.event === "one_minute") return words.say("speech.one_minute");
  const held = cue.event === "level_end" && (board.advance === "announced" || board.levels[cue.position]?.ends_day);
  if (held) return words.say("speech.level_over");
  const level = board.levels[cue.event === "level_start" ? cue.position : cue.position + 1];
  if (!level) return words.say("speech.level_over");
  if (level.kind === "break") return words.say("speech.break", { time: Math.max(1, Math.round(level.duration / 60_000)) });
  // Plain digits: a voice reads 1000 as a number, with the language's own grouping.
  /** @param {number} value */
  const bare = (value) => number(value, "en").replaceAll(",", "");
  const levelText = words.say("speech.level", {
    number: level.number, small: bare(level.small_blind), big: bare(level.big_blind),
  });
  const ante = level.ante_kind === "none" || !level.ante ? "" : words.say("speech.ante", { amount: bare(level.ante) });
  return `${levelText} ${ante}`.trim();
}

/** @type {Record<string, number>} */
let memory = {};

/** Due times of played cues by key: by any window of this machine, before and after reloads. */
function remembered() {
  try {
    return { ...memory, ...JSON.parse(localStorage.getItem(MEMORY) ?? "{}") };
  } catch {
    return memory;
  }
}

/** @param {string} key  @param {number} at */
function remember(key, at) {
  const newest = Object.entries({ ...remembered(), [key]: at }).sort((a, b) => b[1] - a[1]).slice(0, 100);
  memory = Object.fromEntries(newest);
  try {
    localStorage.setItem(MEMORY, JSON.stringify(memory));
  } catch {
    // Storage full or forbidden: this window still remembers.
  }
}
