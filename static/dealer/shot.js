/** The shot clock at the table: seconds of a decision, with time banks added. */

/** @import { ShotBoard } from "../../docs/reference/boards" */
/** @import { Phase } from "./state.js" */

/** Number of final seconds with sound. */
const LAST = 5;

export class ShotClock {
  /** Number of decisions counted: seconds of a time bank belong to the decision it was used in. */
  #decision = 0;
  /** End of the decision (ms of this page); null while none is counted. @type {number|null} */
  #ends = null;

  /** Whether a decision is being counted. */
  get counts() {
    return this.#ends !== null;
  }

  /** The rest of the decision; null while none is counted. @returns {{left: number, phase: Phase}|null} */
  get count() {
    if (this.#ends === null) return null;
    const left = Math.max(0, Math.ceil((this.#ends - performance.now()) / 1_000));
    return { left, phase: left === 0 ? "up" : left <= LAST ? "countdown" : "thinking" };
  }

  /** Count a decision. @param {ShotBoard} shot */
  begin(shot) {
    this.#ends = performance.now() + shot.seconds * 1_000;
    this.#decision += 1;
  }

  /** Stop counting: the hand is over, or another count starts. */
  stop() {
    this.#ends = null;
  }

  /**
   * Use a time bank; it counts from the tap, regardless of the network. A player whose time was up gets all
   * of it from now.
   * @param {ShotBoard} shot
   * @returns {() => void} removes its seconds while the same decision is counted
   */
  add(shot) {
    const decision = this.#decision;
    const more = shot.bank_seconds * 1_000;
    if (this.#ends !== null) this.#ends = Math.max(this.#ends, performance.now()) + more;
    return () => {
      if (this.#ends !== null && this.#decision === decision) this.#ends -= more;
    };
  }
}
