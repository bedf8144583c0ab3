/** Presses that wait for the network: how many, which and for how long, and what became of them. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { duration } from "../shared/ui/format.js";

/** @import { Command, Commands } from "../shared/feed/commands.js" */
/** @import { ServerTime } from "../shared/feed/time.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** The tablet that shows the presses. @typedef {{words: Words, time: ServerTime, update: () => void, table: {chairs: {entry?: number|null, name: string}[]}|undefined}} Host */

/** How long the result stays (ms). */
const RESULT = 20_000;

export class WaitingPresses {
  #tablet;
  #commands;
  /** Ids of presses that have waited and are not answered. @type {Set<string>} */
  #open = new Set();
  #done = 0;
  #failed = 0;
  #since = -Infinity;

  /** @param {Host} tablet  @param {Commands} commands  @param {AbortSignal} signal ends it */
  constructor(tablet, commands, signal) {
    this.#tablet = tablet;
    this.#commands = commands;
    commands.addEventListener("waiting", this.#changed, { signal });
    commands.addEventListener("settled", this.#settled, { signal });
  }

  /** The waiting bust of the latest player, as on the table's board; null once its hand is complete. */
  get lastOut() {
    const found = this.#commands.waiting.findLast(({ kind }) => kind === "entry.bust" || kind === "hand.finish");
    const chair = this.#tablet.table?.chairs.find(({ entry }) => entry === found?.args.entry);
    return found && chair && found.kind === "entry.bust" ? { entry: found.args.entry, name: chair.name, at: found.pressed } : null;
  }

  /** Whether a press about an entry waits. @param {number|null} entry */
  about(entry) {
    return entry !== null && this.#commands.waiting.some(({ args }) => args.entry === entry);
  }

  /** @param {Event} event */
  #changed = (event) => {
    event.preventDefault();
    if (!this.#open.size) this.#done = this.#failed = 0;
    for (const { id } of this.#commands.waiting) this.#open.add(id);
    this.#tablet.update();
  };

  /** @param {Event} event */
  #settled = (event) => {
    const { command, answer } = /** @type {CustomEvent} */ (event).detail;
    if (!this.#open.delete(command.id)) return;
    if (answer?.ok) this.#done += 1;
    else this.#failed += 1;
    this.#since = performance.now();
    this.#tablet.update();
  };

  view() {
    const { words, time } = this.#tablet;
    const waiting = this.#commands.waiting;
    const text = waiting.length ? words.say(waiting.length === 1 ? "dealer.wait_one" : "dealer.wait", { count: waiting.length }) : this.#result;
    /** @param {Command} command */
    const row = ({ label, pressed }) => html`<li><span>${label}</span>
      <span class="figures">${pressed === null ? "" : duration(((time.at() ?? pressed) - pressed) / 1_000)}</span></li>`;
    return html`<section class="notice ${waiting.length || this.#failed ? "is-warn" : ""} dealer-waiting" id="waiting" aria-label=${words.say("dealer.waiting")} ?hidden=${!text}>
      <p role="status">${text}</p>${waiting.length ? html`<ol>${repeat(waiting, ({ id }) => id, row)}</ol>` : nothing}</section>`;
  }

  get #result() {
    if (performance.now() - this.#since > RESULT) return "";
    const count = this.#done + this.#failed;
    if (this.#failed) return this.#tablet.words.say("dealer.wait_failed", { count, failed: this.#failed });
    return this.#tablet.words.say(count === 1 ? "dealer.wait_done_one" : "dealer.wait_done", { count });
  }
}
