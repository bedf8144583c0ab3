/**
 * Chip races in one public line: which chip leaves play and when. The progress of tables is shown to staff
 * only.
 */

import { listed, number } from "../../shared/ui/format.js";
import { minutesUntil, wanted } from "../../shared/ui/race_state.js";

/** @import { DueBoard, RaceBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Reading } from "../../shared/feed/reading.js" */
/** @import { Words } from "../../shared/ui/words.js" */

/** How long before its race a chip is announced (minutes). */
const SOON = 15;

/**
 * @param {RaceBoard|undefined} race  @param {ClockWithStructure} board  @param {Reading} read  @param {Words} words
 * @returns {string} "" where no chip leaves now or soon
 */
export function raceLine(race, board, read, words) {
  if (!race || board.closed || board.winner || board.qualified) return "";
  /** @param {number} value */
  const say = (value) => number(value, words.language);
  // During play, unfinished races of single tables are not shown.
  const dealt = read.state === "running" && board.levels[read.position]?.kind === "level";
  if (race.on) return dealt ? "" : words.say("tv.race", { small: say(race.small ?? 0), big: say(race.big ?? 0) });
  // While chips are in bags, displays name the next day.
  if (read.state === "waiting" || race.bagged) return "";
  const due = wanted(race.due, read.position).map((one) => ({ ...one, minutes: minutesUntil(board.levels, read, one.at) }));
  const now = due.filter((one) => one.when === "now" && one.in_break && read.position === one.at);
  if (now.length) return words.say("tv.race_now", { chips: list(now, words, say) });
  const soon = due.filter((one) => one.when === "ahead" && one.minutes <= SOON);
  return soon.length ? words.say("tv.race_soon", { chips: list(soon, words, say), minutes: soon[0]?.minutes }) : "";
}

/** @param {Pick<DueBoard, "small">[]} chips  @param {Words} words  @param {(value: number) => string} say */
function list(chips, words, say) {
  return listed(chips.map(({ small }) => say(small)), words.language);
}
