/** Periods of time collection at a cash table. Pure. */

const MINUTE = 60_000;

/** The period that runs, counted from 0 at the opening, and its end. @param {{opened: number|null, time_minutes: number}} table  @param {number|null} now server ms  @returns {{number: number, ends: number}|null} */
export function periodOf({ opened, time_minutes: minutes }, now) {
  if (now === null || opened === null) return null;
  const length = minutes * MINUTE;
  const number = Math.floor(Math.max(0, now - opened) / length);
  return { number, ends: opened + (number + 1) * length };
}

/**
 * Who has paid the period that runs: `open` have not, of whom `due` are in their seats; null while the time is not known.
 * @template {{state: string, paid_period: number|null}} T
 * @param {{opened: number|null, time_minutes: number, chairs: T[]}} table  @param {number|null} now server ms
 */
export function payersOf(table, now) {
  const period = periodOf(table, now);
  if (!period) return null;
  const open = table.chairs.filter((one) => one.paid_period !== period.number);
  return { ...period, starts: period.ends - table.time_minutes * MINUTE, open, due: open.filter(({ state }) => state === "playing"), paid: table.chairs.filter((one) => one.paid_period === period.number) };
}
