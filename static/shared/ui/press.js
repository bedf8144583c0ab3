/** Commands of the floor's page: duplicates in flight are merged, and nothing moves under a finger. */

import { html } from "lit-html";

/** @import { CommandArguments } from "../../../docs/reference/commands" */
/** @import { Answer, Commands, Kind } from "../feed/commands.js" */
/** @import { Toasts } from "./toasts.js" */
/** @import { Words } from "./words.js" */

/** Refusals whose message has a button with the next step. */
const WITH_BUTTON = new Set(["page_out_of_date", "log_in"]);

/** @fires Presses#done {kind, answer} on success */
export class Presses extends EventTarget {
  #commands;
  #event;
  #toasts;
  /** @type {Set<string>} */
  #under = new Set();
  /** The entry of this page's latest command. @type {number|null} */
  #entry = null;

  /** @param {Commands} commands  @param {number|null} event null on a page of the room  @param {Toasts} toasts */
  constructor(commands, event, toasts) {
    super();
    this.#toasts = toasts;
    this.#commands = commands;
    this.#event = event;
  }

  /**
   * @template {Kind} K
   * @param {K} kind of the command  @param {CommandArguments[K]} args  @param {string} label as on the button
   * @param {{room?: boolean}} options `room`: a command of the room, not of the event
   * @returns {Promise<Answer|null>} the answer; null if none came, or if the same command is being sent
   */
  async send(kind, args, label, { room = false } = {}) {
    const key = `${kind} ${JSON.stringify(args)}`;
    if (this.#under.has(key)) return null;
    this.#under.add(key);
    this.#entry = "entry" in args && typeof args.entry === "number" ? args.entry : null;
    try {
      const answer = await this.#commands.send(kind, { tournament: room ? null : this.#event, args, label });
      if (answer) this.dispatchEvent(new CustomEvent(answer.ok ? "done" : "refused", { detail: { kind, answer } }));
      return answer;
    } finally {
      this.#under.delete(key);
    }
  }

  /**
   * Send a command from a dialog, which shows refusals itself while open: a message would be hidden behind
   * it.
   * @template {Kind} K
   * @param {K} kind  @param {CommandArguments[K]} args  @param {string} label
   * @param {{room?: boolean}} options see `send`
   * @returns {Promise<Answer|null>} see `send`
   */
  async ask(kind, args, label, options = {}) {
    const answer = await this.send(kind, args, label, options);
    if (answer && !answer.ok && !WITH_BUTTON.has(answer.code) && document.querySelector(".floor-dialog[open]")) this.#toasts.settle(kind);
    return answer;
  }

  /** Whether this page's latest command was about an entry: its result needs no separate message. @param {number|null} entry */
  was(entry) {
    return entry !== null && this.#entry === entry;
  }

  /** @param {number} seq */
  undo(seq) {
    return this.#commands.undo(seq, this.#event);
  }
}

/**
 * Render a part. If that replaces or moves the focused button (`data-act`), the button of the same command gets the focus.
 * @param {HTMLElement} place  @param {() => void} render
 */
export function keepFocus(place, render) {
  const act = /** @type {HTMLElement|null} */ (place.querySelector(":focus"))?.dataset.act;
  render();
  if (!act || place.contains(document.activeElement)) return;
  /** @type {HTMLElement|null} */ (place.querySelector(`[data-act="${act}"]`))?.focus();
}

/** Let times count: elements with `data-since` (ms) show how long ago that was, those with `data-until` how long it is to be, and then `data-up`.
 * @param {HTMLElement} root  @param {{at: () => number|null}} time  @param {(ms: number) => string} text */
export function countTimes(root, time, text) {
  const draw = () => {
    const now = time.at();
    if (now === null) return;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-since], [data-until]"))) {
      const { since, until, up = "" } = one.dataset;
      const shown = until === undefined ? text(Math.max(0, now - Number(since))) : Number(until) <= now ? up : text(Number(until) - now);
      if (one.textContent !== shown) one.textContent = shown;
      one.toggleAttribute("data-over", until !== undefined && Number(until) <= now);
    }
  };
  setInterval(draw, 1_000);
  return draw;
}

/** @typedef {{kind: string, at: number|null, seconds: number|null, countdown: number|null}} CountedCall */

/** When a player's time is up (server ms); null if the call counts none. @param {CountedCall} call */
function upAt({ kind, at, seconds, countdown }) {
  return kind === "time" && seconds && at !== null ? at + (seconds + (countdown ?? 0)) * 1_000 : null;
}

/** The age of a call, or the rest of a player's time; `countTimes` writes its text. @param {CountedCall} call  @param {Words} words */
export function callTime(call, words) {
  const until = upAt(call);
  return until === null ? html`<span class="figures" data-since=${call.at ?? 0}></span>`
    : html`<span class="figures" data-until=${until} data-up=${words.say("floor.time_is_up")}></span>`;
}
