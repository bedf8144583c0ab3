/** Unsent cards typed at a table: kept over a reload while the same cards are expected. */

/** @import { Card } from "../shared/ui/race_state.js" */

const KEY = "race-cards";

/** @param {{race: number, number: number}} race  @param {number[]} slots */
const markOf = (race, slots) => `${race.race} ${race.number} ${slots.join()}`;

/** @param {{race: number, number: number}} race  @param {number[]} slots the seat of each card  @param {Card[]|null} cards typed so far */
export function keepCards(race, slots, cards) {
  try {
    if (cards === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ mark: markOf(race, slots), cards }));
  } catch {
    /* storage full or forbidden: kept until the page is closed */
  }
}

/** Return the cards typed before; null if none. @param {{race: number, number: number}} race  @param {number[]} slots  @returns {Card[]|null} */
export function keptCards(race, slots) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.mark === markOf(race, slots) && Array.isArray(kept.cards) ? kept.cards : null;
  } catch {
    return null;
  }
}
