/** What surrounds the clock of the remote: an outage to decide about, and the displays of the event. */

import { html, nothing } from "lit-html";
import { eventsOf, programmeOf } from "../shared/feed/programme.js";
import { secondsLeft } from "../shared/feed/reading.js";
import { setText } from "../shared/ui/dom.js";
import { duration } from "../shared/ui/format.js";
import { toTheSecond } from "../shared/ui/zone.js";

/** @import { ClockStaffBoard, HouseLayoutBoard, ScreenBoard } from "../../docs/reference/boards" */
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
 * @typedef {object} Wall what is known of the room's displays
 * @property {ScreenBoard[]} screens  @property {HouseLayoutBoard[]} house layouts of the house
 * @property {boolean} known false before the server has sent them
 * @property {number[]} before events whose players have advanced to this one
 * @property {number} now server ms
 */

/**
 * Render the displays that show an event, now or in turn, by name.
 * @param {Wall} wall  @param {number} tournament  @param {boolean} linked whether each leads to its controls  @param {Words} words
 */
export function screenList({ screens, house, known, now, before }, tournament, linked, words) {
  const mine = screens.filter((one) => one.paired && eventsOf(one).includes(tournament));
  mine.sort((a, b) => a.name.localeCompare(b.name, words.language));
  if (!mine.length && !known) return nothing;
  const left = screens.filter((one) => one.paired && !mine.includes(one) && one.tournament !== null && before.includes(one.tournament)).length;
  const text = left ? words.say("remote.screens_before", { count: left }) : "";
  const elsewhere = !text ? nothing : html`<li>${linked ? html`<a href="/staff/screens/">${text}</a>` : html`<span>${text}</span>`}</li>`;
  if (!mine.length) return [html`<li class="muted">${words.say("remote.no_screens")}</li>`, elsewhere];
  const shown = mine.map((screen) => html`<li class="spread">${linked
    ? html`<a href="/staff/screens/#screen-${screen.id}">${screen.name}</a>`
    : html`<span>${screen.name}</span>`}<span class="small muted">${about(screen, house, now, words)}</span></li>`);
  return [...shown, elsewhere];
}

/** @param {ScreenBoard} screen  @param {HouseLayoutBoard[]} house  @param {number} now  @param {Words} words */
function about(screen, house, now, words) {
  const programme = programmeOf(screen, now);
  const layouts = programme?.slides.length ? programme.slides.map(({ layout }) => layout) : [programme?.layout ?? screen.layout];
  const names = layouts.map((layout) => house.find(({ id }) => layout === `house:${id}`)?.name ?? words.say(`displays.layout_${layout}`));
  const shown = [...new Set(names)].join(", ");
  const parts = [layouts.length > 1 ? words.say("remote.screen_rotation", { layouts: shown }) : shown];
  if (screen.blank) parts.push(words.say("remote.screen_dark"));
  if (screen.sound) parts.push(words.say("remote.screen_sounds"));
  if (screen.message) parts.push(`“${screen.message}”`);
  return parts.length ? parts.join(" · ") : nothing;
}
