/** Open registration on the floor's page: what it holds up, when it closes, and the button that closes it. */

import { html } from "lit-html";
import { reading } from "../shared/feed/reading.js";
import { closesIn, FAR } from "../shared/ui/registration.js";
import { Phase } from "./phase.js";

/** @import { HeldFinalTable } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */
/** @typedef {{held: HeldFinalTable, minutes: number|null}} Held */

const MINUTE = 60_000;

/**
 * The final table that only open registration holds up: a line above the proposals, which may all be needless.
 * @extends {Phase<Held>}
 */
export class HeldFinal extends Phase {
  /** @param {HTMLElement} place  @param {Floor} page */
  constructor(place, page) {
    super(place, page, "floor");
  }

  /** @override */
  get content() {
    const held = this.page.live.board("floor")?.held_final ?? null;
    return held && this.page.clock()?.clock.started ? { held, minutes: this.#minutes() } : null;
  }

  /** Minutes until registration closes by itself; null if far away or unknown. */
  #minutes() {
    const board = this.page.clock();
    const now = this.page.time.at();
    if (!board || now === null) return null;
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const left = closesIn(this.page.live.board("registration"), board, read, now);
    return left === null || left > FAR ? null : Math.ceil(left / MINUTE);
  }

  /** @override  @param {Held} content */
  template({ held, minutes }) {
    const { players, expected, seats, rule } = held;
    const { words } = this.page;
    const time = minutes === null ? "" : ` ${words.say("entry.closes_in", { time: words.say("clock.minutes", { count: minutes }) })}.`;
    return html`<p>${this.say(expected ? "held_final_expected" : "held_final", { players, expected, seats })}${time}${this.cited(rule)}</p>
      ${this.page.may("set_registration") ? this.buttons(closeRegistration(this.page)) : html`<p class="small muted">${this.say("only_directors_close")}</p>`}`;
  }
}

/** The button that closes registration; the message has its undo. @param {Floor} page */
export function closeRegistration(page) {
  const label = page.say("close_registration");
  return { act: "close-registration", label, look: "btn-primary", run: () => page.presses.send("registration.close", {}, label) };
}
