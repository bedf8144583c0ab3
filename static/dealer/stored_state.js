/** Cards that were typed at a table and not sent yet: they outlast a reload, for as long as the same ones are asked for. */

const KEY = "race-cards";

const markOf = (race, slots) => `${race.race} ${race.number} ${slots.join()}`;

/** @param {object} race  @param {number[]} slots the seat of each card  @param {Array<[string, string]>|null} cards typed so far */
export function keepCards(race, slots, cards) {
  try {
    if (cards === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ mark: markOf(race, slots), cards }));
  } catch {
    /* storage full or forbidden: they last as long as the page */
  }
}

/** @returns {Array<[string, string]>|null} what was typed of these cards before; null: nothing */
export function keptCards(race, slots) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.mark === markOf(race, slots) && Array.isArray(kept.cards) ? kept.cards : null;
  } catch {
    return null;
  }
}
