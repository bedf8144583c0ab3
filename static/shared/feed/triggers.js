/**
 * When triggers of displays fire by the clock: the same function as the server's, so that displays fire on the second and
 * without a server. Pure; times are server ms. `displays/rules/triggers.py`, tests/data/firings.json.
 */

import { heldFor } from "./reading.js";

/** @import { LateEntry, RegistrationBoard, TriggerBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "./boards.js" */

/** @typedef {Pick<TriggerBoard, "when"|"before"|"number">} Condition */
/** @typedef {Pick<ClockWithStructure, "levels"|"clock"|"planned_start"|"advance">} Clock */
/** @typedef {Pick<RegistrationBoard, "open"|"closed_at"> & {late: Pick<LateEntry, "at"|"closes_row">}} Registration */
/** @typedef {{cause: string, at: number, once: boolean}} Firing its cause names what it fires for, once: "level_end:3"; `once`: it does not
 *   fire again if its time moves */
/** @typedef {{position: number, start: number, end: number}} Span a row of the structure on the time line */

/** The rows from the current one on, as far as the clock runs by itself. @param {Clock} board  @returns {Span[]} */
function spansOf({ levels, clock, planned_start: planned, advance }) {
  const anchor = clock.started ? clock.anchor : planned;
  if (anchor === null || anchor === undefined) return [];
  let start = anchor - clock.elapsed;
  /** @type {Span[]} */
  const found = [];
  for (const [position, level] of levels.entries()) {
    if (position < clock.position) continue;
    const end = start + level.duration;
    found.push({ position, start, end });
    if (position < levels.length - 1 ? heldFor(level, advance) : true) break;
    start = end;
  }
  return found;
}

/**
 * Return when a trigger fires by the clock as it stands, in order; times before the last press are left out. Conditions
 * that no clock tells in advance (players left, bubble, …) have none.
 * @param {Condition} condition  @param {Clock} board  @param {Registration|undefined} registration  @returns {Firing[]}
 */
export function firings(condition, board, registration) {
  const spans = spansOf(board);
  const { when } = condition;
  if (when === "registration_closes") return closing(condition, registration, spans);
  if (when === "level_start" || when === "break_start") return starts(condition, board, spans);
  return when === "level_end" || when === "break_end" ? ends(condition, board, spans) : [];
}

/** Whether a condition is about a row. @param {Condition} condition  @param {Clock["levels"][number]|undefined} level */
export function concerns({ when, number }, level) {
  return level !== undefined && when.startsWith(`${level.kind}_`) && (number === null || level.number === number);
}

/** @param {Condition} condition  @param {Clock} board  @param {Span[]} spans  @returns {Firing[]} */
function starts(condition, { levels, clock }, spans) {
  // A row of which time had passed at the last press has begun before.
  const begun = spans.filter(({ position }) => position > clock.position || clock.elapsed === 0);
  return begun.filter(({ position, start }) => start - condition.before >= (clock.anchor ?? 0) && concerns(condition, levels[position]))
    .map(({ position, start }) => ({ cause: `${condition.when}:${position}`, at: start - condition.before, once: false }));
}

/** @param {Condition} condition  @param {Clock} board  @param {Span[]} spans  @returns {Firing[]} */
function ends(condition, { levels, clock, advance }, spans) {
  const { when, before } = condition;
  /** @type {Firing[]} */
  const found = [];
  const last = clock.position - 1;
  const ended = levels[last];
  const [first] = spans;
  // The row on screen has begun at the last press, so the one before ended with it.
  if (!before && first && ended && clock.started && clock.elapsed === 0 && concerns(condition, ended) && !heldFor(ended, advance)) {
    found.push({ cause: `${when}:${last}`, at: first.start, once: true });
  }
  for (const { position, end } of spans) {
    const level = levels[position];
    const at = end - before;
    if (!level || !concerns(condition, level) || at < (clock.anchor ?? 0) || level.duration <= before) continue;
    found.push({ cause: `${when}:${position}`, at, once: position === clock.position && clock.elapsed >= level.duration });
  }
  return found;
}

/** @param {Condition} condition  @param {Registration|undefined} registration  @param {Span[]} spans  @returns {Firing[]} */
function closing({ before }, registration, spans) {
  if (!registration) return [];
  const { open, closed_at: closed, late } = registration;
  const at = open ? (late.at ?? spans.find(({ position }) => position === late.closes_row)?.start ?? null) : closed;
  return at === null || (!open && before) ? [] : [{ cause: "registration", at: at - before, once: false }];
}
