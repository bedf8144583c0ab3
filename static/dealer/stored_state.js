/** Unsent cards typed at a table: kept over a reload while the same cards are expected. */

const KEY = "race-cards";

const markOf = (race, slots) => `${race.race} ${race.number} ${slots.join()}`;

/** @param {object} race  @param {number[]} slots the seat of each card  @param {Array<[string, string]>|null} cards typed so far */
export function keepCards(race, slots, cards) {
  try {
    if (cards === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ mark: markOf(race, slots), cards }));
  } catch {
    /* storage full or forbidden: kept until the page is closed */
  }
}

/** @returns {Array<[string, string]>|null} cards typed before; null if none */
export function keptCards(race, slots) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.mark === markOf(race, slots) && Array.isArray(kept.cards) ? kept.cards : null;
  } catch {
    return null;
  }
}
