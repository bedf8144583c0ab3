/**
 * What a display shows by time of day and in turn: a function of the server's time, so that displays of a group are in
 * step, also without a server. Pure. `displays/rules/programme.py` has the schedule as well (tests/data/programmes.json).
 */

import { reading } from "./reading.js";
import { timeText } from "../ui/format.js";

/** @import { ProgrammeBoard, ScreenBoard, SlideBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "./boards.js" */

/** @typedef {{layout: string, tournament: number|null}} Content a layout and its event */

const MINUTE = 60_000;
const SECOND = 1_000;

/** Return the index of the entry of a schedule that holds, or null. @param {readonly number[]} times minutes after midnight, ascending  @param {number} minute */
export function holding(times, minute) {
  if (!times.length) return null;
  const begun = times.filter((at) => at <= minute).length;
  // The last one of a day holds beyond midnight.
  return begun ? begun - 1 : times.length - 1;
}

/**
 * Return the index of the slide that is shown, and the ms until the next one; null if there are none.
 * @param {readonly number[]} seconds of each slide  @param {number} now server ms
 * @returns {[number, number]|null}
 */
export function slideAt(seconds, now) {
  let left = now % (seconds.reduce((sum, one) => sum + one, 0) * SECOND);
  for (const [index, length] of seconds.entries()) {
    if (left < length * SECOND) return [index, length * SECOND - left];
    left -= length * SECOND;
  }
  return null;
}

/** Return the minute of the day in the room. @param {number} at */
function minuteOfDay(at) {
  const [hours = 0, minutes = 0] = timeText(at, "en").split(":").map(Number);
  return hours * 60 + minutes;
}

/** Return the programme of a display that holds now; null if it has one layout all day. @param {ScreenBoard} screen  @param {number} now  @returns {ProgrammeBoard|null} */
export function programmeOf({ programmes }, now) {
  const index = programmes?.length ? holding(programmes.map(({ at }) => at), minuteOfDay(now)) : null;
  return index === null ? null : (programmes[index] ?? null);
}

/** Return the events that a display may show. @param {ScreenBoard} screen  @returns {number[]} */
export function eventsOf({ tournament, programmes }) {
  const others = (programmes ?? []).flatMap(({ slides }) => slides.map((slide) => slide.tournament));
  return [...new Set([tournament, ...others])].filter((one) => one !== null);
}

/** Return the events of which a display shows a layout, now or later. @param {ScreenBoard} screen  @param {string} layout  @returns {number[]} */
export function eventsWith({ tournament, layout: own, programmes }, layout) {
  const single = programmes?.length ? [] : [{ layout: own, tournament }];
  const turning = (programmes ?? []).flatMap((one) => (one.slides.length ? one.slides : [{ layout: one.layout, tournament }]));
  const found = [...single, ...turning].filter((one) => one.layout === layout).map((one) => one.tournament ?? tournament);
  return [...new Set(found)].filter((one) => one !== null);
}

/** Whether a slide is shown in the present state of its event. @param {SlideBoard["when"]} when  @param {ClockWithStructure|undefined} clock  @param {number} now */
export function isTimeFor(when, clock, now) {
  if (when === "always") return true;
  return clock !== undefined && stateOf(clock, now) === when;
}

/** @param {ClockWithStructure} clock  @param {number} now  @returns {SlideBoard["when"]} */
function stateOf(clock, now) {
  if (clock.closed || clock.winner || clock.day_over) return "over";
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  if (read.state === "waiting") return "before_start";
  if (read.state === "over" || read.held_for === "end_of_day") return "over";
  return clock.levels[read.position]?.kind === "break" ? "break" : "running";
}

/**
 * Return what a display shows now, and the ms until that may change.
 * @param {ScreenBoard} screen  @param {number} now server ms
 * @param {(content: Content, when: SlideBoard["when"]) => boolean} has whether a slide has something to show now
 * @returns {Content & {wait: number|null, slideMs?: number}} `slideMs`: for how long its slide has been shown in total (ms), so that
 *   a list continues with the page at which its slide last ended
 */
export function contentOf(screen, now, has) {
  const { layout, tournament } = screen;
  const programme = programmeOf(screen, now);
  if (!programme) return { layout, tournament, wait: null };
  const wait = MINUTE - (now % MINUTE);
  if (!programme.slides.length) return { layout: programme.layout, tournament, wait };
  const slides = programme.slides.map((slide) => ({ ...slide, tournament: slide.tournament ?? tournament }));
  const full = slides.filter((slide) => has(slide, slide.when));
  const [index, rest] = slideAt(full.map(({ seconds }) => seconds), now) ?? [0, wait];
  const slide = full[index];
  const turns = full.length > 1 ? Math.floor(now / SECOND / full.reduce((sum, { seconds }) => sum + seconds, 0)) : 0;
  const slideMs = slide && full.length > 1 ? { slideMs: (turns + 1) * slide.seconds * SECOND - rest } : {};
  // What has something to show changes with the clocks, which change on the second.
  return { layout: slide?.layout ?? "clock", tournament: slide ? slide.tournament : tournament, ...slideMs, wait: Math.min(rest, SECOND - (now % SECOND)) };
}
