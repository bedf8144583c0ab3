/** What surrounds the clock of the remote: an outage to decide about, and the displays of the event. */

import { html, nothing } from "lit-html";
import { secondsLeft } from "../shared/feed/reading.js";
import { setText } from "../shared/ui/dom.js";
import { duration } from "../shared/ui/format.js";
import { toTheSecond } from "../shared/ui/zone.js";

/** @import { ClockStaffBoard, ScreenBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Words } from "../shared/ui/words.js" */

/**
 * Show the outage that waits for a decision; without the permission to decide the page has no place for it.
 * @param {ClockStaffBoard|undefined} staff  @param {ClockWithStructure|undefined} board  @param {Words} words
 */
export function showOutage(staff, board, words) {
  const strip = document.getElementById("outage");
  const text = document.getElementById("outage-text");
  if (!strip || !text) return;
  const outage = staff?.outage;
  const level = outage ? board?.levels[outage.position] : undefined;
  strip.hidden = !level;
  if (!outage || !level) return;
  /** @param {number|null} at */
  const when = (at) => (at === null ? "" : toTheSecond(at, words.language));
  setText(text, words.say("remote.outage", {
    from: when(outage.from), until: when(outage.until),
    entry: level.kind === "break" ? words.say("clock.break") : words.say("clock.level", { number: level.number }),
    time: duration(secondsLeft(outage.remaining)),
  }));
}

/**
 * Render the displays of an event by name.
 * @param {Iterable<ScreenBoard>} screens of the room  @param {number} tournament  @param {boolean} linked whether each leads to its
 *   controls  @param {Words} words
 */
export function screenList(screens, tournament, linked, words) {
  const mine = [...screens].filter((one) => one.paired && one.tournament === tournament);
  mine.sort((a, b) => a.name.localeCompare(b.name, words.language));
  if (!mine.length) return html`<li class="muted">${words.say("remote.no_screens")}</li>`;
  return mine.map((screen) => html`<li class="spread">${linked
    ? html`<a href="/staff/screens/#screen-${screen.id}">${screen.name}</a>`
    : html`<span>${screen.name}</span>`}<span class="small muted">${about(screen, words)}</span></li>`);
}

/** @param {ScreenBoard} screen  @param {Words} words */
function about(screen, words) {
  const parts = [words.say(`displays.layout_${screen.layout}`)];
  if (screen.blank) parts.push(words.say("remote.screen_dark"));
  if (screen.sound) parts.push(words.say("remote.screen_sounds"));
  if (screen.message) parts.push(`“${screen.message}”`);
  return parts.length ? parts.join(" · ") : nothing;
}
