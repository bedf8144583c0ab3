/** Commands of the floor's page: duplicates in flight are merged, and nothing moves under a finger. */

import { el } from "./dom.js";

/** Refusals whose message has a button with the next step. */
const WITH_BUTTON = new Set(["page_out_of_date", "log_in"]);

/** @fires Presses#done {kind, answer} on success */
export class Presses extends EventTarget {
  #commands;
  #event;
  #toasts;
  #under = new Set();
  /** The entry of this page's latest command. */
  #entry = null;

  /** @param {import("../feed/commands.js").Commands} commands  @param {number} event  @param {import("./toasts.js").Toasts} toasts */
  constructor(commands, event, toasts) {
    super();
    this.#toasts = toasts;
    this.#commands = commands;
    this.#event = event;
  }

  /**
   * @param {string} kind of the command  @param {object} args  @param {string} label as on the button
   * @param {{room?: boolean}} options `room`: a command of the room, not of the event
   * @returns {Promise<object|null>} the answer; null if none came, or if the same command is being sent
   */
  async send(kind, args, label, { room = false } = {}) {
    const key = `${kind} ${JSON.stringify(args)}`;
    if (this.#under.has(key)) return null;
    this.#under.add(key);
    this.#entry = args.entry ?? null;
    try {
      const answer = await this.#commands.send(kind, { tournament: room ? null : this.#event, args, label });
      if (answer?.ok) this.dispatchEvent(new CustomEvent("done", { detail: { kind, answer } }));
      return answer;
    } finally {
      this.#under.delete(key);
    }
  }

  /**
   * Send a command from a dialog, which shows refusals itself while open: a message would be hidden behind
   * it.
   * @returns {Promise<object|null>} see `send`
   */
  async ask(kind, args, label) {
    const answer = await this.send(kind, args, label);
    if (answer && !answer.ok && !WITH_BUTTON.has(answer.code) && document.querySelector(".floor-dialog[open]")) this.#toasts.settle(kind);
    return answer;
  }

  /** Whether this page's latest command was about an entry: its result needs no separate message. */
  was(entry) {
    return entry !== null && this.#entry === entry;
  }

  undo(seq) {
    return this.#commands.undo(seq, this.#event);
  }
}

/** How long new controls under a finger ignore presses (ms). */
const SETTLES = 500;

/** Keeps an area stable while in use: changes wait until no finger is down in it. */
export class Still {
  #place;
  #rest;
  #timer = null;
  #down = false;
  #waiting = null;

  /**
   * @param {HTMLElement} place
   * @param {number} rest delay after a finger is lifted (ms): its click comes first, and in a list the next tap
   *   aims at the present rows
   */
  constructor(place, rest = 50) {
    this.#place = place;
    this.#rest = rest;
    place.addEventListener("pointerdown", () => {
      clearTimeout(this.#timer);
      this.#down = true;
    });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => {
        if (!this.#down) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#up(), this.#rest);
      });
    }
  }

  #up() {
    this.#down = false;
    const work = this.#waiting;
    this.#waiting = null;
    work?.();
  }

  /** Whether a finger is down in it, or was until just now. */
  get down() {
    return this.#down;
  }

  /** Run a change now, or once the finger is up; of several only the last one. */
  when(work) {
    if (this.#down) this.#waiting = work;
    else work();
  }

  /** Disable buttons added by others' changes for a short time. */
  settle(part = this.#place) {
    part.classList.add("is-fresh");
    setTimeout(() => part.classList.remove("is-fresh"), SETTLES);
  }
}

/** Let times count: elements with `data-since` (ms) show how long ago that was, those with `data-until` how long it is to be, and then `data-up`. */
export function countTimes(root, time, text) {
  const draw = () => {
    const now = time.at();
    if (now === null) return;
    for (const one of root.querySelectorAll("[data-since], [data-until]")) {
      const { since, until, up } = one.dataset;
      const shown = until === undefined ? text(Math.max(0, now - Number(since))) : Number(until) <= now ? up : text(Number(until) - now);
      if (one.textContent !== shown) one.textContent = shown;
      one.toggleAttribute("data-over", until !== undefined && Number(until) <= now);
    }
  };
  setInterval(draw, 1_000);
  return draw;
}

/** Format the age of a call, or the rest of a player's time. @param {object} call */
export function timeOfCall({ kind, at, seconds, countdown }, words) {
  const counts = kind === "time" && seconds;
  return el("span.figures", counts ? { "data-until": String(at + (seconds + countdown) * 1_000), "data-up": words.say("floor.time_is_up") } : { "data-since": String(at) });
}
