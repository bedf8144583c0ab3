/** What a display announces now: the room's announcements and its event's own. Pure. */

import { shownOn } from "../shared/feed/announcements.js";
import { filled } from "./placeholders.js";

/** @import { AnnouncementsBoard, ScreenBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */

/** @typedef {{key: string, at: number, text: string}} Spoken a text to read aloud once, and when its showing began */
/**
 * @typedef {object} Announced
 * @property {string} urgent fills the screen; "" for none
 * @property {string} normal above the layout, or in its own place on the clock; "" for none
 * @property {Spoken[]} aloud
 * @property {number|null} wait ms until that changes
 */

/** Times within texts change on the minute (ms). */
const MINUTE = 60_000;

/**
 * Return what a display announces at `now` (server ms). The event's own announcement counts as a normal one that began
 * when it was announced. `event` is the clock of what is shown, where that is another event's.
 * @param {ScreenBoard|undefined} screen  @param {AnnouncementsBoard|undefined} board  @param {ClockWithStructure|undefined} clock
 * @param {string} language  @param {number|null} now  @param {ClockWithStructure|undefined} event  @returns {Announced}
 */
export function announced(screen, board, clock, language, now, event = clock) {
  const own = event && !event.closed ? event.announcement : null;
  if (!screen?.paired || now === null) return { urgent: "", normal: own?.text ?? "", aloud: [], wait: null };
  const { shown, wait } = shownOn(board?.announcements ?? [], screen, now);
  const texts = shown.map(({ announcement: { id, priority, text, spoken }, since }) => ({
    urgent: priority === "urgent", at: since, key: `announcement:${id}:${since}`,
    text: filled(text, clock, language, now), spoken: filled(spoken || text, clock, language, now),
  }));
  const urgent = texts.find((one) => one.urgent && one.text !== null);
  const normal = texts.find((one) => !one.urgent && one.text !== null);
  const aloud = texts.flatMap(({ key, at, text, spoken }) => (text === null || spoken === null ? [] : [{ key, at, text: spoken }]));
  const ownIsNewer = own && (!normal || (own.at ?? 0) > normal.at);
  const filling = shown.some(({ announcement: { text } }) => text.includes("{"));
  return {
    urgent: urgent?.text ?? "", normal: (ownIsNewer ? own.text : normal?.text) ?? "", aloud,
    wait: filling ? Math.min(wait ?? MINUTE, MINUTE - (now % MINUTE)) : wait,
  };
}
