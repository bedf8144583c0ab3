/** A bust soon after another one at a table: whether both went out in one hand is asked, never inferred. */

import { duration } from "./format.js";

/** So long after a bust one asks about the next (ms); as seating.rules.one_hand. */
const ASKED_FOR = 180_000;

/**
 * Who went out at a table so lately that the next one may do so in the same hand.
 * @param {{last_out?: {entry: number, name: string, at: number}|null}} table whole  @param {number|null} now the server's time
 * @returns {{entry: number, name: string, at: number, now: number, ago: string}|null} `ago` as "0:20"
 */
export function lastOut(table, now) {
  const last = table.last_out;
  if (!last || now === null) return null;
  return now - last.at < ASKED_FOR ? { entry: last.entry, name: last.name, at: last.at, now, ago: agoOf(last, now) } : null;
}

/** How long ago somebody went out, as "0:20". @param {{at: number}} last  @param {number} now the server's time */
export function agoOf(last, now) {
  return duration(Math.max(0, now - last.at) / 1_000);
}

/**
 * Tap whether somebody goes out in the hand of another one; a mode of the floor's panel.
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
    // Drawn anew each second: how long ago is what the answer rests on.
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
