/** Buttons stay pressed until this screen shows the result of their command. */

/** @import { Kind } from "./state.js" */

/** Maximum wait for the board (ms). */
const BOARD_WITHIN = 2_000;

/** @typedef {{seq: number}} Wait `seq`: the journal entry that the board must have reached */

export class Busy {
  #changed;
  /** @type {Map<Kind, Wait>} */
  #waits = new Map();

  /** @param {() => void} changed called when a command begins or ends */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether a command is under way. @param {Kind|null} kind */
  has(kind) {
    return kind !== null && this.#waits.has(kind);
  }

  /**
   * Begin a command.
   * @param {Kind} kind
   * @returns {(seq: number, now: number) => void} call it with the journal entry that the command wrote, 0 for none, and with
   *   the one that the board has reached
   */
  begin(kind) {
    const wait = { seq: Infinity };
    this.#waits.set(kind, wait);
    this.#changed();
    return (seq, now) => {
      wait.seq = seq;
      setTimeout(() => this.#end(kind, wait), BOARD_WITHIN);
      this.reached(now);
    };
  }

  /** The board has reached a journal entry. @param {number} seq */
  reached(seq) {
    for (const [kind, wait] of this.#waits) if (wait.seq <= seq) this.#end(kind, wait);
  }

  /** @param {Kind} kind  @param {Wait} wait */
  #end(kind, wait) {
    if (this.#waits.get(kind) === wait) this.#waits.delete(kind);
    this.#changed();
  }
}
