/**
 * The reading of a clock at a given time: the same function as the server's, so that all screens change
 * together and continue without a server. All values are milliseconds; positions count from 0. See
 * docs/wire.md, "The reading".
 */

/** @import { ChipColours, LevelRow, StoredClock } from "../../../docs/reference/boards" */

/** @typedef {Pick<LevelRow, "kind"|"duration"|"ends_day">} Row what the reading needs of a row of the structure */
/** @typedef {"waiting"|"running"|"paused"|"held"|"over"} ReadState */
/** @typedef {"announcement"|"end_of_day"|null} HeldFor */

/**
 * A clock at a time.
 * @typedef {object} Reading
 * @property {ReadState} state
 * @property {number} position of the row
 * @property {number} remaining ms of the row
 * @property {number} elapsed ms of the row
 * @property {number|null} starts_in ms, while waiting for a planned start
 * @property {number|null} next_level position
 * @property {number|null} next_break ms until it; 0 during a break
 * @property {HeldFor} held_for
 */

/**
 * Return a clock at a time.
 * @param {readonly Row[]} levels the structure, breaks included
 * @param {StoredClock} clock
 * @param {number|null} plannedStart server time, or null
 * @param {"auto"|"announced"} advance who ends a level: the clock, or the floor's announcement
 * @param {number} now server time
 * @returns {Reading}
 */
export function reading(levels, clock, plannedStart, advance, now) {
  if (!clock.started) {
    if (plannedStart === null || plannedStart > now) {
      const wait = plannedStart === null ? null : plannedStart - now;
      return result(levels, "waiting", clock.position, clock.elapsed, wait, null);
    }
    clock = { ...clock, started: true, running: true, anchor: plannedStart };
  }
  let position = clock.position;
  let elapsed = clock.elapsed + (clock.running ? now - (clock.anchor ?? now) : 0);
  while (clock.running && elapsed >= levels[position].duration) {
    const duration = levels[position].duration;
    if (position === levels.length - 1) return result(levels, "over", position, duration, null, null);
    const held = heldFor(levels[position], advance);
    if (held) return result(levels, "held", position, duration, null, held);
    elapsed -= duration;
    position += 1;
  }
  return result(levels, clock.running ? "running" : "paused", position, elapsed, null, null);
}

/** @param {Row} level  @param {"auto"|"announced"} advance  @returns {HeldFor} */
export function heldFor(level, advance) {
  if (level.ends_day) return "end_of_day";
  return advance === "announced" && level.kind === "level" ? "announcement" : null;
}

/**
 * @param {readonly Row[]} levels  @param {ReadState} state  @param {number} position  @param {number} elapsed
 * @param {number|null} startsIn  @param {HeldFor} held  @returns {Reading}
 */
function result(levels, state, position, elapsed, startsIn, held) {
  const remaining = levels[position].duration - elapsed;
  return {
    state,
    position,
    remaining,
    elapsed,
    starts_in: startsIn,
    next_level: nextLevel(levels, position),
    next_break: nextBreak(levels, position, remaining),
    held_for: held,
  };
}

/** @param {readonly Row[]} levels  @param {number} position  @returns {number|null} */
function nextLevel(levels, position) {
  for (let i = position + 1; i < levels.length; i += 1) if (levels[i].kind === "level") return i;
  return null;
}

/** @param {readonly Row[]} levels  @param {number} position  @param {number} remaining  @returns {number|null} */
function nextBreak(levels, position, remaining) {
  if (levels[position].kind === "break") return 0;
  let until = remaining;
  for (let i = position + 1; i < levels.length; i += 1) {
    if (levels[i].kind === "break") return until;
    until += levels[i].duration;
  }
  return null;
}

/** Return whole seconds left as shown: a digit changes on the second's own boundary, 0 shows at zero. @param {number} remaining ms */
export function secondsLeft(remaining) {
  return Math.max(0, Math.ceil(remaining / 1000));
}

/** Return the ms until secondsLeft() changes: 1 … 1000, or null at zero. @param {number} remaining ms */
export function untilFlip(remaining) {
  if (remaining <= 0) return null;
  return remaining % 1000 || 1000;
}

/**
 * Return the chips in play at a position: a chip leaves once the position is past its colour-up, or its race
 * is over.
 * @param {readonly ChipColours[]} chips  @param {readonly LevelRow[]} levels  @param {number} position
 * @param {readonly number[]} [raced] the chips whose race is over
 */
export function chipsInPlay(chips, levels, position, raced = []) {
  const gone = new Set([...raced, ...levels.slice(0, position).flatMap((level) => level.colour_up)]);
  return chips.filter((chip) => !gone.has(chip.value));
}
