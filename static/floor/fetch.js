/** What the floor's page asks the server for besides its boards: one table, people. */

/** An answer is given up after this long (ms). */
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

  /** @returns {Promise<{seq: number, table: object|null}|null>} null where no answer came */
  table(number) {
    return asked(`${this.#base}tables/${number}/`);
  }

  /** Who has no seat and who went out last. @returns {Promise<{unseated: object[], more: number, out: object[]}|null>} */
  people() {
    return asked(`${this.#base}people/`);
  }

  /** What is proposed for somebody who is to be penalised. @returns {Promise<object|null>} as penalties.services.proposals gives it */
  penalty(entry) {
    return asked(`${this.#base}penalty/${entry}/`);
  }

  /** @returns {Promise<object[]|null>} people in play whose name, nickname or card fits */
  async find(text) {
    return (await asked(`${this.#base}people/?q=${encodeURIComponent(text)}`))?.found ?? null;
  }
}
