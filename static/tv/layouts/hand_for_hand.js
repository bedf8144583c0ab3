/** Hand-for-hand in one line: the hand, and the tables still playing. */

import { number } from "../../shared/ui/format.js";

/** Up to this many tables are listed by number; above it, only their count is shown. */
const NUMBERS = 8;

/** @param {object|undefined} board the board  @returns {string} "" outside of hand-for-hand */
export function handForHandLine(board, words) {
  if (!board?.on) return "";
  const say = (value) => number(value, words.language);
  const hand = board.hand ? words.say("tv.round_hand", { hand: say(board.hand) }) : words.say("tv.round");
  return `${hand} · ${standing(board, words, say)}`;
}

function standing({ tables, playing, turned_up: turnedUp, over }, words, say) {
  if (over) return words.say("tv.round_over");
  // The first one is being resolved, or waits for it.
  const now = tables.some(([, state]) => state === "resolving");
  if (!playing) return words.say(now ? "tv.round_turned_up" : "tv.round_next_up", { table: say(turnedUp[0]) });
  if (playing > NUMBERS) return words.say("tv.round_many", { count: say(playing) });
  const numbers = tables.filter(([, state]) => state === "playing").map(([one]) => say(one)).join(", ");
  return words.say(playing === 1 ? "tv.round_one" : "tv.round_some", { tables: numbers });
}
