/** Undo and redo of what is typed in the structure editor. Independent of the page. */

/** @import { Cells } from "./structure_grid.js" */

/** Changes of one cell within this time are one step (ms). */
const ONE_STEP = 900;
const MOST = 200;

export class History {
  /** @type {string[]} */
  #steps;
  #at = 0;
  #cell = "";
  #when = 0;

  /** @param {Cells[]} rows as the page opened with them */
  constructor(rows) {
    this.#steps = [JSON.stringify(rows)];
  }

  /** Record a change. @param {Cells[]} rows  @param {string} cell where it was typed; "" if it was not typed  @param {number} now ms */
  record(rows, cell, now) {
    const step = JSON.stringify(rows);
    if (step === this.#steps[this.#at]) return;
    const goesOn = cell !== "" && cell === this.#cell && now - this.#when < ONE_STEP && this.#at > 0;
    this.#steps.splice(goesOn ? this.#at : this.#at + 1);
    this.#steps.push(step);
    this.#steps = this.#steps.slice(-MOST);
    this.#at = this.#steps.length - 1;
    this.#cell = cell;
    this.#when = now;
  }

  /** Return the rows one step back (−1) or forth (+1); null at the end. @param {number} by  @returns {Cells[]|null} */
  step(by) {
    const found = this.#steps[this.#at + by];
    if (found === undefined) return null;
    this.#at += by;
    this.#cell = "";
    return JSON.parse(found);
  }

  /** Whether there is a step back (−1) or forth (+1). @param {number} by */
  has(by) {
    return this.#steps[this.#at + by] !== undefined;
  }
}
