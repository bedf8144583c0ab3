/** The tables of the room, as staff have placed them: read when a player is first seated. */

import { readJson } from "../shared/feed/request.js";

/** @import { PlacedTable } from "./pictures.js" */

/** Retry interval of a failed request, or of a table that is not known yet (ms). */
const AGAIN = 5_000;

export class RoomMap {
  #address;
  #changed;
  /** @type {PlacedTable[]|null} */
  #tables = null;
  #asking = false;

  /** @param {string} address  @param {() => void} changed called when the tables have arrived */
  constructor(address, changed) {
    this.#address = address;
    this.#changed = changed;
  }

  /** Return the tables; null before they are known. A table that is missing makes it read them again. @param {number} number */
  tablesWith(number) {
    if (!this.#tables?.some(([one]) => one === number)) this.#read();
    return this.#tables;
  }

  async #read() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      /** @type {{tables: PlacedTable[]}} */
      const { tables } = await readJson(this.#address);
      this.#tables = tables;
      this.#changed();
    } catch {
      // Without a network there is no map; the next rendering tries again.
    }
    setTimeout(() => {
      this.#asking = false;
    }, AGAIN);
  }
}
