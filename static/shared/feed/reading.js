/**
 * The reading of a clock at a given time: the same function as the server's, so that all screens change
 * together and continue without a server. All values are milliseconds; positions count from 0. See
 * docs/wire.md, "The reading".
 */

/**
 * @param {Array<{kind: string, duration: number, ends_day: boolean}>} levels the structure, breaks included
 * @param {{started: boolean, running: boolean, position: number, elapsed: number, anchor: number|null}} clock
 * @param {number|null} plannedStart server time, or null
 * @param {"auto"|"announced"} advance who ends a level: the clock, or the floor's announcement
 * @param {number} now server time
 * @returns {{state: string, position: number, remaining: number, elapsed: number, starts_in: number|null,
 *            next_level: number|null, next_break: number|null, held_for: string|null}}
 */
export function reading(levels, clock, plannedStart, advance, now) {
  if (!clock.started) {
    if (plannedStart === null || plannedStart > now) {
      return result(levels, "waiting", 0, 0, plannedStart === null ? null : plannedStart - now, null);
    }
    clock = { started: true, running: true, position: 0, elapsed: 0, anchor: plannedStart };
  }
  let position = clock.position;
  let elapsed = clock.elapsed + (clock.running ? now - clock.anchor : 0);
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

function heldFor(level, advance) {
  if (level.ends_day) return "end_of_day";
  return advance === "announced" && level.kind === "level" ? "announcement" : null;
}

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

function nextLevel(levels, position) {
  for (let i = position + 1; i < levels.length; i += 1) if (levels[i].kind === "level") return i;
  return null;
}

function nextBreak(levels, position, remaining) {
  if (levels[position].kind === "break") return 0;
  let until = remaining;
  for (let i = position + 1; i < levels.length; i += 1) {
    if (levels[i].kind === "break") return until;
    until += levels[i].duration;
  }
  return null;
}

/** Return whole seconds left as shown: a digit changes on the second's own boundary, 0 shows at zero. */
export function secondsLeft(remaining) {
  return Math.max(0, Math.ceil(remaining / 1000));
}

/** Return the ms until secondsLeft() changes: 1 … 1000, or null at zero. */
export function untilFlip(remaining) {
  if (remaining <= 0) return null;
  return remaining % 1000 || 1000;
}

/**
 * Return the chips in play at a position: a chip leaves once the position is past its colour-up, or its race
 * is over.
 * @param {number[]} [raced] the chips whose race is over
 */
export function chipsInPlay(chips, levels, position, raced = []) {
  const gone = new Set([...raced, ...levels.slice(0, position).flatMap((level) => level.colour_up)]);
  return chips.filter((chip) => !gone.has(chip.value));
}
