/** Public texts of an event's registration: closing time and places left. Pure. */

import { duration, number, timestampText } from "./format.js";
import { secondsLeft } from "../feed/reading.js";

/** @import { RegistrationBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../feed/boards.js" */
/** @import { Reading } from "../feed/reading.js" */
/** @import { Words } from "./words.js" */

const MINUTE = 60_000;
/** No countdown beyond this time (ms). */
export const FAR = 12 * 60 * MINUTE;
/** Countdown to the second below this time (ms). */
const SECONDS_BELOW = 10 * MINUTE;

/**
 * Return the time until registration closes, by the current clock.
 * @param {RegistrationBoard|undefined} registration the board
 * @param {ClockWithStructure|undefined} board the event's clock with its structure
 * @param {Reading|null} read its reading at `now`
 * @param {number} now server time
 * @returns {number|null} ms, or null if unknown or closed
 */
export function closesIn(registration, board, read, now) {
  if (!registration?.open) return null;
  const { late } = registration;
  if (late.ends === "time") return Math.max(0, (late.at ?? now) - now);
  const { closes_row: last } = late;
  if (!board || !read || last === null || board.day_over) return null;
  /** @param {number} from */
  const sum = (from) => board.levels.slice(from, last).reduce((total, level) => total + level.duration, 0);
  if (read.state === "waiting") return read.starts_in === null ? null : read.starts_in + sum(0);
  return read.position >= last ? 0 : read.remaining + sum(read.position + 1);
}

/** Describe the places left, and the reserved ones; "" without a capacity. @param {Pick<RegistrationBoard, "places_left"> & {kept?: number}} registration  @param {Words} words */
export function placesLine({ places_left: places, kept = 0 }, words) {
  if (places === null || places === undefined) return "";
  const count = number(kept, words.language);
  if (places === 0) return kept ? words.say(kept === 1 ? "entry.full_one_kept" : "entry.full_kept", { count }) : words.say("entry.full");
  const free = places === 1 ? words.say("entry.one_place") : words.say("entry.places", { count: number(places, words.language) });
  return kept ? words.say(kept === 1 ? "entry.one_kept" : "entry.kept", { places: free, count }) : free;
}

/** Describe registration in a short line, "" if none is set up. Arguments as `closesIn`.
 * @param {RegistrationBoard|undefined} registration  @param {ClockWithStructure|undefined} board  @param {Reading|null} read
 * @param {number} now  @param {Words} words */
export function registrationLine(registration, board, read, now, words) {
  return registrationParts(registration, board, read, now, words).join(" · ");
}

/** Describe registration in a few words each, none if none is set up. Arguments as `closesIn`.
 * @param {RegistrationBoard|undefined} registration  @param {ClockWithStructure|undefined} board  @param {Reading|null} read
 * @param {number} now  @param {Words} words */
export function registrationParts(registration, board, read, now, words) {
  if (!registration) return [];
  if (!registration.open) return [words.say("entry.closed")];
  const parts = [];
  const left = closesIn(registration, board, read, now);
  if (left !== null && left > 0 && left <= FAR) {
    const shown = left < SECONDS_BELOW ? duration(secondsLeft(left)) : words.say("clock.minutes", { count: Math.ceil(left / MINUTE) });
    parts.push(words.say("entry.closes_in", { time: shown }));
  }
  const places = placesLine(registration, words);
  if (places) parts.push(places);
  if (registration.waiting > 0) parts.push(words.say("entry.waiting", { count: number(registration.waiting, words.language) }));
  return parts;
}

/**
 * Describe when late registration ends: "21:30", "level 7"; "" if it closes with the start.
 * @param {RegistrationBoard} registration  @param {ClockWithStructure} board  @param {number} now  @param {Words} words
 */
export function lateUntil({ late }, board, now, words) {
  if (late.at !== null) return timestampText(late.at, now, words.language);
  const last = late.closes_row ?? 0;
  const level = board.levels.slice(last).find(({ kind }) => kind === "level")?.number ?? null;
  if (!last || level === null) return "";
  return words.say("entry.level_starts", { level });
}
