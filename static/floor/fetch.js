/** What the floor's page looks up over HTTP besides its boards: people by name, proposed penalties. */

import { readJson } from "../shared/feed/request.js";

/**
 * What penalties.services.proposals proposes for a player: number of orbits; players at the table and hands per orbit, null where
 * the button decides; number of earlier penalties in this event, and in all events with the newest of them.
 * @typedef {{orbits: number|null, players: number|null, hands: number|null, earlier: number, ever: number,
 *   last: {event: string, kind: string, count: number|null, reason: string, at: number}[]}} PenaltyProposal
 */
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

  /** Look up the proposed penalty for a player. @param {number} entry  @returns {Promise<PenaltyProposal|null>} */
  penalty(entry) {
    return this.#read(`penalty/${entry}/`);
  }

  /** Find players in play by name, nickname or card. @param {string} text  @returns {Promise<FoundPerson[]|null>} */
  async find(text) {
    return (await this.#read("people/", { q: text }))?.found ?? null;
  }
}
