/** A bust shortly after another one at a table: whether both were in one hand is asked, never inferred. */

import { duration } from "./format.js";

/** How long after a bust the question is asked (ms); as seating.rules.one_hand. */
const ASKED_FOR = 180_000;

/**
 * Return the latest bust at a table if the next one may be in the same hand.
 * @param {{last_out?: {entry: number, name: string, at: number}|null}} table whole  @param {number|null} now the server's time
 * @returns {{entry: number, name: string, at: number, now: number, ago: string}|null} `ago` as "0:20"
 */
export function lastOut(table, now) {
  const last = table.last_out;
  if (!last || now === null) return null;
  return now - last.at < ASKED_FOR ? { entry: last.entry, name: last.name, at: last.at, now, ago: agoOf(last, now) } : null;
}

/** Format the time since a bust, as "0:20". @param {{at: number}} last  @param {number} now the server's time */
export function agoOf(last, now) {
  return duration(Math.max(0, now - last.at) / 1_000);
}

/**
 * Ask by tap whether a bust was in the same hand as another; a mode of the floor's panel.
 * @param {{entry: number, name: string, at: number, now: number}} last  @param {(more: object) => void} send with arguments of the bust
 * @param {() => number|null} now the server's time
 */
export function sameHandMode(panel, words, victim, last, send, now) {
  const say = (key, values) => words.say(`floor.${key}`, values);
  return {
    kind: "same_hand",
    fits: () => false,
    tap: () => {},
    marks: ({ entry }) => (entry === victim.entry ? "out" : null),
    // Updated each second: the answer depends on the time since.
    get says() {
      return say("same_hand_as", { ...last, ago: agoOf(last, now() ?? last.now) });
    },
    acts: [
      { name: "same", label: say("same_hand"), danger: true, run: () => send({ same_hand: last.entry }) },
      { name: "different", label: say("different_hand"), danger: true, key: "x", run: () => send({}) },
      { name: "cancel", label: say("cancel"), run: () => panel.choose(victim.entry) },
    ],
  };
}
