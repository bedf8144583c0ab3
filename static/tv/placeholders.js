/** Fills the placeholders of an announcement from the clock of a display's event. Pure. */

import { blinds, number, timeText } from "../shared/ui/format.js";
import { reading } from "../shared/feed/reading.js";

/** @import { ClockWithStructure } from "../shared/feed/boards.js" */

/**
 * Return a text with its placeholders filled; null if the event has no value for one of them.
 *
 * While the clock is paused, times are those of a clock that is resumed now.
 * @param {string} text  @param {ClockWithStructure|undefined} clock  @param {string} language  @param {number} now server ms
 */
export function filled(text, clock, language, now) {
  let missing = false;
  const whole = text.replace(/\{(\w+)\}/g, (_all, name) => {
    const value = clock ? fill(name, clock, language, now) : null;
    missing ||= value === null;
    return value ?? "";
  });
  return missing ? null : whole;
}

/** @param {string} name  @param {ClockWithStructure} clock  @param {string} language  @param {number} now  @returns {string|null} */
function fill(name, clock, language, now) {
  const { levels } = clock;
  const read = reading(levels, clock.clock, clock.planned_start, clock.advance, now);
  if (name === "event") return clock.name;
  if (name === "players_left") return number(clock.field.left, language);
  if (name === "entries") return number(clock.field.entries, language);
  if (name === "average") return clock.field.average === null ? null : number(clock.field.average, language);
  if (clock.closed || read.state === "over") return null;
  const row = levels[read.position];
  const next = read.next_level === null ? undefined : levels[read.next_level];
  if (name === "level") return row?.number ? String(row.number) : null;
  if (name === "next_level") return next?.number ? String(next.number) : null;
  if (name === "blinds") return row?.number ? blinds(row, language) : null;
  if (name === "ante") return row?.number && row.ante ? number(row.ante, language) : null;
  if (name === "next_blinds") return next ? blinds(next, language) : null;
  if (read.state === "waiting" && read.starts_in === null) return null;
  const inBreak = row?.kind === "break" && read.state !== "waiting";
  // Before the start, a break begins so much later.
  const starts = now + (read.starts_in ?? 0) + (read.next_break ?? 0);
  if (name === "next_break") return inBreak || read.next_break === null ? null : timeText(starts, language);
  if (name !== "break_end") return null;
  if (inBreak) return timeText(now + read.remaining, language);
  const coming = levels.slice(read.position).find(({ kind }) => kind === "break");
  return coming && read.next_break !== null ? timeText(starts + coming.duration, language) : null;
}
