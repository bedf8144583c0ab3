/** Hand-for-hand in one line: the tables still playing. */

import { number } from "../../shared/ui/format.js";

/** @import { HandForHandBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */

/** Up to this many tables are listed by number; above it, only their count is shown. */
const NUMBERS = 8;

/** @param {HandForHandBoard|undefined} board  @param {Words} words  @returns {string} "" outside of hand-for-hand */
export function handForHandLine(board, words) {
  if (!board?.on) return "";
  const { tables, playing, turned_up: turnedUp, over } = board;
  /** @param {number} value */
  const say = (value) => number(value, words.language);
  if (over) return words.say("tv.hand_for_hand_over");
  // The first one is being resolved, or waits for it.
  const now = tables.some(([, state]) => state === "resolving");
  if (!playing) return words.say(now ? "tv.hand_for_hand_turned_up" : "tv.hand_for_hand_next_up", { table: say(turnedUp[0] ?? 0) });
  if (playing > NUMBERS) return words.say("tv.hand_for_hand_many", { count: say(playing) });
  const numbers = tables.filter(([, state]) => state === "playing").map(([one]) => say(one)).join(", ");
  return words.say(playing === 1 ? "tv.hand_for_hand_one" : "tv.hand_for_hand_some", { tables: numbers });
}
