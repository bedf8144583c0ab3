/** Fills the placeholders of an announcement from the clock of a display's event. Pure. */

import { blinds, number, timeText } from "../shared/ui/format.js";
import { reading } from "../shared/feed/reading.js";

/** @import { LevelRow } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */

/**
 * Return a text with its placeholders filled; null if the event has no value for one of them.
 *
 * While the clock is paused, times are those of a clock that is resumed now.
 * @param {string} text  @param {ClockWithStructure|undefined} clock  @param {string} language  @param {number} now server ms
 */
export function filled(text, clock, language, now) {
  const { whole, missing } = read(text, clock, language, now);
  return missing.length ? null : whole;
}

/** Return the placeholders of a text, in braces, for which the event has no value. @param {string} text  @param {ClockWithStructure|undefined} clock  @param {string} language  @param {number} now */
export const missingIn = (text, clock, language, now) => read(text, clock, language, now).missing;

/** @param {string} text  @param {ClockWithStructure|undefined} clock  @param {string} language  @param {number} now */
function read(text, clock, language, now) {
  /** @type {Set<string>} */
  const missing = new Set();
  const whole = text.replace(/\{(\w+)\}/g, (all, name) => {
    const value = clock ? fill(name, clock, language, now) : null;
    if (value === null) missing.add(all);
    // The parts of "75 / 150" stay on one line.
    return (name === "event" ? value : value?.replaceAll(" ", "\u00a0")) ?? "";
  });
  return { whole, missing: [...missing] };
}

/** @param {string} name  @param {ClockWithStructure} clock  @param {string} language  @param {number} now  @returns {string|null} */
function fill(name, clock, language, now) {
  const { levels } = clock;
  const read = reading(levels, clock.clock, clock.planned_start, clock.advance, now);
  if (name === "event") return clock.name;
  if (name === "players_left") return number(clock.field.left, language);
  if (name === "entries") return number(clock.field.entries, language);
  if (name === "average") return clock.field.average === null ? null : number(clock.field.average, language);
  // The clock of an event that has been won is only paused: it still has levels left.
  if (clock.closed || clock.winner || clock.qualified || read.state === "over") return null;
  const row = levels[read.position];
  const next = read.next_level === null ? undefined : levels[read.next_level];
  if (name === "level") return row?.number ? String(row.number) : null;
  if (name === "next_level") return next?.number ? String(next.number) : null;
  if (name === "blinds") return row?.number ? blinds(row, language) : null;
  if (name === "ante") return row?.number && row.ante ? number(row.ante, language) : null;
  if (name === "next_blinds") return next ? blinds(next, language) : null;
  if (read.state === "waiting" && read.starts_in === null) return null;
  // Between two days, the start of the next levels is unknown.
  if (clock.day_over || read.held_for === "end_of_day") return null;
  const inBreak = row?.kind === "break" && read.state !== "waiting";
  // Before the start, a break begins so much later.
  const starts = now + (read.starts_in ?? 0) + (read.next_break ?? 0);
  if (name === "next_break" && inBreak) return breakAfter(levels, read.position, now + read.remaining, language);
  if (name === "next_break") return read.next_break === null ? null : timeText(starts, language);
  if (name !== "break_end") return null;
  if (inBreak) return timeText(now + read.remaining, language);
  const coming = levels.slice(read.position).find(({ kind }) => kind === "break");
  return coming && read.next_break !== null ? timeText(starts + coming.duration, language) : null;
}

/** The start of the break after the one at a position. @param {readonly LevelRow[]} levels  @param {number} position  @param {number} ends server ms  @param {string} language */
function breakAfter(levels, position, ends, language) {
  const between = levels.slice(position + 1);
  const length = between.findIndex(({ kind }) => kind === "break");
  return length < 0 ? null : timeText(between.slice(0, length).reduce((at, { duration }) => at + duration, ends), language);
}
