/** Messages of triggers that fired at the same moment take turns, so that each is seen. Pure; times are server ms. */

const SECOND = 1_000;
/** How long one of several messages is shown before the next (ms). */
const TURN = 8 * SECOND;
/** How long a message is shown at most after an urgent one of the same moment, which covers it (ms). */
const AFTER = 30 * SECOND;

/** @param {{at: number}} one  @param {{at: number}} other */
const together = (one, other) => Math.abs(one.at - other.at) <= SECOND;

/**
 * Return the messages, with a later end for the normal ones that an urgent one covers.
 * @template {{priority: "normal"|"urgent", at: number, ends: number}} T  @param {readonly T[]} messages  @returns {T[]}
 */
export function afterUrgent(messages) {
  return messages.map((one) => {
    const urgent = one.priority === "urgent" ? [] : messages.filter((other) => other.priority === "urgent" && together(one, other));
    const covered = Math.max(...urgent.map(({ ends }) => ends));
    return urgent.length ? { ...one, ends: Math.max(one.ends, covered + Math.min(one.ends - one.at, AFTER)) } : one;
  });
}

/**
 * Return which of the texts is shown now: the newest, or one of the messages of triggers of its moment in turn, those that
 * end first before the others. `wait`: ms until that changes, if no text ends before.
 * @template {{at: number, ends?: number}} T  @param {readonly T[]} texts the newest first; only messages of triggers have an end
 * @param {number} now  @returns {{text: T|undefined, wait: number|null}}
 */
export function inTurn(texts, now) {
  const newest = texts[0];
  if (newest?.ends === undefined) return { text: newest, wait: null };
  const time = (/** @type {T} */ { ends = 0, at }) => ends - at;
  const group = texts.filter((one) => one.ends !== undefined && together(one, newest)).sort((a, b) => time(a) - time(b));
  if (group.length < 2) return { text: newest, wait: null };
  // Each has its turn before it ends.
  const turn = Math.max(SECOND, Math.min(TURN, ...group.map((one, before) => time(one) / (before + 1))));
  const passed = now - newest.at;
  return { text: group[Math.floor(passed / turn) % group.length], wait: turn - (passed % turn) };
}
