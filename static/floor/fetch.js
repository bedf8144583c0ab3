/** Requests of the floor's page besides its boards: one table, people. */

/** Timeout of a response (ms). */
const WITHIN = 6_000;

async function asked(address) {
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

export class Asks {
  #base;

  /** @param {number} event */
  constructor(event) {
    this.#base = `/staff/t/${event}/floor/`;
  }

  /** @returns {Promise<{seq: number, table: object|null}|null>} null without a response */
  table(number) {
    return asked(`${this.#base}tables/${number}/`);
  }

  /**
   * Fetch players without a seat, and the latest busts.
   * @returns {Promise<{unseated: object[], more: number, out: object[]}|null>}
   */
  people() {
    return asked(`${this.#base}people/`);
  }

  /** Fetch the proposed penalty for a player. @returns {Promise<object|null>} as penalties.services.proposals gives it */
  penalty(entry) {
    return asked(`${this.#base}penalty/${entry}/`);
  }

  /** @returns {Promise<object[]|null>} players in play whose name, nickname or card matches */
  async find(text) {
    return (await asked(`${this.#base}people/?q=${encodeURIComponent(text)}`))?.found ?? null;
  }
}
