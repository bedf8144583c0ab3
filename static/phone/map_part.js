/** The pictures under the answer: the player's table in the room, and the seat at the table. */

import { drawRoom, drawTable } from "./map.js";

/** Retry interval of a failed map request (ms). */
const AGAIN = 5_000;

export class MapPart {
  #address;
  #words;
  #tables = null;
  #asking = false;
  #drawn = "";

  constructor(address, words) {
    this.#address = address;
    this.#words = words;
  }

  /** Show a seated player's table; hidden for others. */
  show(mine) {
    const seated = mine?.state === "seated";
    document.getElementById("table-card").hidden = !seated;
    document.getElementById("map-card").hidden = !seated || !this.#tables?.length;
    if (!seated) return;
    const known = this.#tables?.some(([number]) => number === mine.table);
    if (!known) this.#ask(mine);
    const key = `${mine.table}/${mine.seat}/${mine.seats}/${this.#tables?.length ?? "-"}/${known}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const table = { table: mine.table, seat: mine.seat, seats: mine.seats };
    drawTable(document.getElementById("table-picture"), Math.max(mine.seats ?? 0, mine.seat), mine.seat, this.#words.say("phone.table_alt", table));
    if (this.#tables) drawRoom(document.getElementById("map"), this.#tables, mine.table, this.#words.say("phone.map_alt", table));
  }

  async #ask(mine) {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const answer = await fetch(this.#address);
      this.#tables = (await answer.json()).tables;
      this.show(mine);
    } catch {
      this.#tables ??= null;
    }
    setTimeout(() => (this.#asking = false), AGAIN);
  }
}
