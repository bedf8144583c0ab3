/** What the floor's page looks up over HTTP besides its boards: people by name, proposed penalties. */

import { readJson } from "../shared/feed/request.js";

/** @typedef {{player: number, name: string, table: number|null, seat: number|null}} FoundPerson */

export class Asks {
  #base;

  /** @param {number} event */
  constructor(event) {
    this.#base = `/staff/t/${event}/floor/`;
  }

  /** @param {string} path  @param {Record<string, string>} [query]  @returns {Promise<any>} null without a response */
  #read(path, query) {
    return readJson(`${this.#base}${path}`, { query }).catch(() => null);
  }

  /** Look up the proposed penalty for a player, as penalties.services.proposals gives it. @param {number} entry */
  penalty(entry) {
    return this.#read(`penalty/${entry}/`);
  }

  /** Find players in play by name, nickname or card. @param {string} text  @returns {Promise<FoundPerson[]|null>} */
  async find(text) {
    return (await this.#read("people/", { q: text }))?.found ?? null;
  }
}
