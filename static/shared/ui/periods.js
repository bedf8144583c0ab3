/** Periods of time collection at a cash table. Pure. */

const MINUTE = 60_000;

/** The period that runs, counted from 0 at the opening, and its end. @param {{opened: number|null, time_minutes: number}} table  @param {number|null} now server ms  @returns {{number: number, ends: number}|null} */
export function periodOf({ opened, time_minutes: minutes }, now) {
  if (now === null || opened === null) return null;
  const length = minutes * MINUTE;
  const number = Math.floor(Math.max(0, now - opened) / length);
  return { number, ends: opened + (number + 1) * length };
}
