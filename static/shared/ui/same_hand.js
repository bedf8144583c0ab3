/** A bust shortly after another one at a table: whether both were in one hand is asked, never inferred. */

import { duration } from "./format.js";

/** @typedef {{entry: number, name: string, at: number, now: number, ago: string}} RecentBust `ago` as "0:20" */

/** How long after a bust the question is asked (ms); as seating.rules.one_hand. */
const ASKED_FOR = 180_000;

/**
 * Return the latest bust at a table if the next one may be in the same hand.
 * @param {{last_out?: {entry: number, name: string, at: number|null}|null}} table  @param {number|null} now the server's time
 * @returns {RecentBust|null}
 */
export function lastOut(table, now) {
  const last = table.last_out;
  if (!last || last.at === null || now === null || now - last.at >= ASKED_FOR) return null;
  return { entry: last.entry, name: last.name, at: last.at, now, ago: agoOf({ at: last.at }, now) };
}

/** Format the time since a bust, as "0:20". @param {{at: number}} last  @param {number} now the server's time */
export function agoOf(last, now) {
  return duration(Math.max(0, now - last.at) / 1_000);
}
