/** Times of day in the room's time zone, whatever the browser's (many TV boxes use UTC). */

const HOUR = 3_600_000;

/** The room's time zone, set by the page; undefined means the browser's own. */
const zone = () => document.documentElement.dataset.zone || undefined;

/** The language of dates: English ones name the day before the month, as on the pages. @param {string} language */
export const ofDates = (language) => language === "en" ? "en-GB" : language;

/** Format a timestamp (ms) in the room's time. Options are those of Intl.DateTimeFormat. @param {number} at  @param {string} language  @param {Intl.DateTimeFormatOptions} options */
export function inRoom(at, language, options) {
  return new Intl.DateTimeFormat(ofDates(language), { timeZone: zone(), ...options }).format(at);
}

/** A time of day to the second: "20:30:05". @param {number} at  @param {string} language */
export function toTheSecond(at, language) {
  return inRoom(at, language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/**
 * Return a timestamp's wall clock time in the room as if it were UTC, in ms: for arithmetic on days and
 * hours.
 * @param {number} at
 */
function wall(at) {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone(), hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric",
    minute: "numeric", second: "numeric",
  }).formatToParts(at);
  /** @param {Intl.DateTimeFormatPartTypes} type */
  const part = (type) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** Whether two timestamps (ms) fall on the same day in the room. @param {number} one  @param {number} other */
export function sameDay(one, other) {
  return Math.floor(wall(one) / (24 * HOUR)) === Math.floor(wall(other) / (24 * HOUR));
}

/** Format a timestamp (ms) for a date-and-time field: "2026-11-21T20:30" in the room's time. @param {number} at */
export function fieldOf(at) {
  return new Date(wall(at)).toISOString().slice(0, 16);
}

/** Parse a date-and-time field in the room's time to a timestamp (ms); NaN if invalid. @param {string} text */
export function timestampOfField(text) {
  const meant = Date.parse(`${text}Z`);
  if (Number.isNaN(meant)) return NaN;
  // The zone's offset from UTC at about that time; repeated, in case the clocks change in between.
  let at = meant;
  for (let pass = 0; pass < 2; pass += 1) at = meant - (wall(at) - Math.floor(at / 1_000) * 1_000);
  return at;
}
