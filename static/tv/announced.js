/** What a display announces now: the room's announcements and its event's own. Pure. */

import { shownOn } from "../shared/feed/announcements.js";
import { sooner } from "./layouts/entry.js";
import { filled } from "./placeholders.js";
import { inTurn } from "./turns.js";

/** @import { AnnouncementsBoard, ScreenBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */

/** @import { Carried, TriggerCue } from "./triggers.js" */

/** @typedef {{key: string, at: number, text: string, after?: number}} Spoken a text to read aloud once, when its showing began, and after how many s it is read */
/**
 * @typedef {object} Announced
 * @property {string} urgent fills the screen; "" for none
 * @property {string} normal above the layout, or in its own place on the clock; "" for none
 * @property {Spoken[]} aloud
 * @property {TriggerCue[]} [cues] the sounds of triggers
 * @property {string[]} [files] addresses of sounds that triggers may need
 * @property {number|null} wait ms until that changes
 */

/** @type {Pick<Carried, "messages"|"aloud"|"cues"|"files">} */
const NOTHING = { messages: [], aloud: [], cues: [], files: [] };
/** Times within texts change on the minute (ms). */
const MINUTE = 60_000;

/**
 * Return what a display announces at `now` (server ms). The event's own announcement counts as a normal one that began
 * when it was announced. `event` is the clock of what is shown, where that is another event's; `carried`: of triggers.
 * @param {ScreenBoard|undefined} screen  @param {AnnouncementsBoard|undefined} board  @param {ClockWithStructure|undefined} clock
 * @param {string} language  @param {number|null} now  @param {ClockWithStructure|undefined} event
 * @param {Pick<Carried, "messages"|"aloud"|"cues"|"files">} carried  @returns {Announced}
 */
export function announced(screen, board, clock, language, now, event = clock, carried = NOTHING) {
  const own = event && !event.closed ? event.announcement : null;
  if (!screen?.paired || now === null) return { urgent: "", normal: own?.text ?? "", aloud: [], wait: null };
  const { shown, wait } = shownOn(board?.announcements ?? [], screen, now);
  const fill = (/** @type {string} */ text) => filled(text, clock, language, now);
  const texts = shown.map(({ announcement: { id, priority, text, spoken }, since }) => ({
    urgent: priority === "urgent", at: since, key: `announcement:${id}:${since}`, text: fill(text), spoken: fill(spoken || text),
  }));
  const messages = carried.messages.map(({ text, priority, at, ends }) => ({ urgent: priority === "urgent", at, ends, text: fill(text) }));
  // The newest first, of announcements and messages of triggers.
  /** @type {{urgent: boolean, at: number, ends?: number, text: string|null}[]} */
  const all = [...texts, ...messages].filter(({ text }) => text !== null).sort((a, b) => b.at - a.at);
  const { text: urgent, wait: urgentWait } = inTurn(all.filter((one) => one.urgent), now);
  const { text: normal, wait: normalWait } = inTurn(all.filter((one) => !one.urgent), now);
  const waits = [wait, urgentWait, normalWait].reduce(sooner, null);
  const aloud = texts.flatMap(({ key, at, text, spoken }) => (text === null || spoken === null ? [] : [{ key, at, text: spoken }]));
  for (const one of carried.aloud) {
    const text = fill(one.text);
    if (text !== null) aloud.push({ ...one, text });
  }
  const ownIsNewer = own && (!normal || (own.at ?? 0) > normal.at);
  const filling = [...shown.map(({ announcement }) => announcement), ...carried.messages].some(({ text }) => text.includes("{"));
  return {
    urgent: urgent?.text ?? "", normal: (ownIsNewer ? own.text : normal?.text) ?? "", aloud, cues: carried.cues, files: carried.files,
    wait: filling ? Math.min(waits ?? MINUTE, MINUTE - (now % MINUTE)) : waits,
  };
}
