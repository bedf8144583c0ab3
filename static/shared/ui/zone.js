/** Times of day as the room's clock on the wall has them, wherever a browser believes to be (many TV boxes live in UTC). */

const HOUR = 3_600_000;

/** The room's time zone, named by the page; undefined means the browser's own. */
const zone = () => document.documentElement.dataset.zone || undefined;

/** Format a moment (ms) in the room's time. Options are those of Intl.DateTimeFormat. */
export function inRoom(at, language, options) {
  return new Intl.DateTimeFormat(language, { timeZone: zone(), ...options }).format(at);
}

/** A time of day to the second: "20:30:05". */
export function toTheSecond(at, language) {
  return inRoom(at, language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** A moment as the room's wall clock, in milliseconds as if that were UTC: for arithmetic on days and hours. */
function wall(at) {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone(), hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric",
    minute: "numeric", second: "numeric",
  }).formatToParts(at);
  const part = (type) => Number(parts.find((one) => one.type === type).value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** Whether two moments (ms) fall on the same day in the room. */
export function sameDay(one, other) {
  return Math.floor(wall(one) / (24 * HOUR)) === Math.floor(wall(other) / (24 * HOUR));
}

/** What a date-and-time field shows for a moment (ms): "2026-11-21T20:30" in the room's time. */
export function fieldOf(at) {
  return new Date(wall(at)).toISOString().slice(0, 16);
}

/** The moment (ms) that a date-and-time field means in the room's time; NaN where it says none. */
export function momentOfField(text) {
  const meant = Date.parse(`${text}Z`);
  if (Number.isNaN(meant)) return NaN;
  // The zone's distance from UTC at about that time; once more, in case the clocks change in between.
  let at = meant;
  for (let look = 0; look < 2; look += 1) at = meant - (wall(at) - Math.floor(at / 1_000) * 1_000);
  return at;
}
