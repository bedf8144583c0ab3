/**
 * When announcements show: the same function as the server's, so that all displays change together and go on without a
 * server. Pure; times are server ms. `displays/rules/announcements.py`, tests/data/showings.json.
 */

/** @import { RoomAnnouncement } from "../../../docs/reference/boards" */

/** @typedef {Pick<RoomAnnouncement, "starts"|"ends"|"every"|"shown">} Times */
/** @typedef {{starts: number, ends: number|null}} Showing its end is null until the announcement is removed */
/** @typedef {{id: number, tournament: number|null, group?: number|null}} Shows what a display shows */

/**
 * Return the showing that is on at a time, else the next one; null if there is none any more.
 * @param {Times} times  @param {number} now  @returns {Showing|null}
 */
export function showing({ starts: first, ends: last, every, shown }, now) {
  if (every === null || shown === null) return last !== null && now >= last ? null : { starts: first, ends: last };
  let starts = first + Math.floor(Math.max(0, now - first) / every) * every;
  if (now >= starts + shown) starts += every;
  const ends = starts + shown;
  if (last === null) return { starts, ends };
  return Math.max(starts, now) >= last ? null : { starts, ends: Math.min(ends, last) };
}

/** Whether an announcement is for a display. @param {RoomAnnouncement} announcement  @param {Shows} screen */
export function isFor({ shown_on, tournament, group, screens }, screen) {
  if (shown_on === "event") return screen.tournament === tournament;
  if (shown_on === "group") return screen.group === group;
  return shown_on === "all" || screens.includes(screen.id);
}

/**
 * Return the announcements that a display shows now, the most important first: urgent ones before others, and of these
 * the one whose showing began last. A repeated one so interrupts one that stands, which then returns.
 * @param {readonly RoomAnnouncement[]} announcements  @param {Shows} screen  @param {number} now
 * @returns {{shown: {announcement: RoomAnnouncement, since: number}[], wait: number|null}} `wait`: ms until that changes
 */
export function shownOn(announcements, screen, now) {
  const shown = [];
  let wait = Infinity;
  for (const announcement of announcements) {
    const next = isFor(announcement, screen) ? showing(announcement, now) : null;
    if (!next) continue;
    const on = next.starts <= now;
    if (on) shown.push({ announcement, since: next.starts });
    wait = Math.min(wait, (on ? (next.ends ?? Infinity) : next.starts) - now);
  }
  shown.sort((a, b) => rank(b.announcement) - rank(a.announcement) || b.since - a.since || b.announcement.id - a.announcement.id);
  return { shown, wait: wait === Infinity ? null : wait };
}

/** @param {RoomAnnouncement} announcement */
const rank = ({ priority }) => (priority === "urgent" ? 1 : 0);
