/** The announcements that show now or later, with what they do at this second. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { isFor, showing } from "../shared/feed/announcements.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { byId } from "../shared/ui/dom.js";
import { timestampText } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";
import { View } from "../shared/ui/view.js";
import { missingIn } from "../tv/placeholders.js";

/** @import { RoomAnnouncement, ScreenBoard } from "../../docs/reference/boards" */
/** @import { Services } from "../shared/ui/page.js" */

const SECOND = 1_000;
const MINUTE = 60_000;

/** Show the list. @param {HTMLElement} root  @param {Services} services */
function mountAnnouncements(root, { feed, words, time, commands }) {
  const room = new LiveResource(feed, "room");
  const view = new View(root, template);
  /** Events of displays that fill in placeholders. @type {Map<number, LiveResource>} */
  const events = new Map();
  room.subscribe(() => {
    if (room.board("announcements")) root.setAttribute("aria-busy", "false");
    follow();
    update();
  });
  const timer = setInterval(update, SECOND);

  /** Draw the list; until its board is here, the page says that it is loading. */
  function update() {
    if (room.board("announcements")) view.update();
  }

  const announcements = () => room.board("announcements")?.announcements ?? [];

  /** @param {RoomAnnouncement} one  @returns {ScreenBoard[]} */
  const screensOf = (one) => [...room.boardsOf("screen").values()].filter((screen) => screen.paired && isFor(one, screen));

  /** Follow the events whose clocks fill in placeholders. */
  function follow() {
    const filling = announcements().filter(({ text }) => text.includes("{"));
    const wanted = new Set(filling.flatMap(screensOf).map(({ tournament }) => tournament).filter((event) => event !== null));
    for (const [id, event] of events) {
      if (wanted.has(id)) continue;
      event.close();
      events.delete(id);
    }
    for (const id of wanted) {
      if (events.has(id)) continue;
      const event = new LiveResource(feed, `t${id}`);
      event.subscribe(update);
      events.set(id, event);
    }
  }

  /** Which displays leave it out now, for want of a value. @param {RoomAnnouncement} one  @param {number} now */
  function leftOut(one, now) {
    if (!one.text.includes("{") || (showing(one, now)?.starts ?? Infinity) > now) return nothing;
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const { name, tournament } of screensOf(one)) {
      const event = tournament === null ? undefined : events.get(tournament);
      if (event && !event.clock) continue;
      const missing = missingIn(one.text, event?.clock, words.language, now).join(" ");
      if (missing) found.set(missing, [...(found.get(missing) ?? []), name]);
    }
    return [...found].map(([missing, names]) => html`<br><span class="hint">${words.say("announcements.left_out", { displays: names.join(", "), missing })}</span>`);
  }

  function template() {
    const now = time.at() ?? Date.now();
    const standing = announcements().filter((one) => showing(one, now));
    if (!standing.length) return html`<p class="muted">${words.say("announcements.none")}</p>`;
    return html`<ul class="list">${repeat(standing, ({ id }) => id, (one) => item(one, now))}</ul>`;
  }

  /** @param {RoomAnnouncement} one  @param {number} now */
  function item(one, now) {
    const label = words.say("announcements.remove");
    return html`<li class="spread"><span><strong>${one.text}</strong>${one.priority === "urgent" ? html` <span class="badge">${words.say("announcements.urgent")}</span>` : nothing}<br>
      <span class="hint">${[stateOf(one, now), repeats(one), endOf(one, now), placeOf(one)].filter(Boolean).join(" · ")}</span>${leftOut(one, now)}</span>
      <button class="btn" type="button" @click=${() => commands.send("announcement.remove", { label, args: { announcement: one.id } })}>${label}<span class="visually-hidden">: ${one.text}</span></button></li>`;
  }

  /** @param {RoomAnnouncement} one  @param {number} now */
  function stateOf(one, now) {
    const next = showing(one, now);
    if (!next) return "";
    /** @param {number} at */
    const at = (at) => timestampText(at, now, words.language);
    if (next.starts > now) return words.say(one.starts > now ? "announcements.from" : "announcements.next", { time: at(next.starts) });
    return next.ends === null || one.every !== null ? words.say("announcements.now") : words.say("announcements.now_until", { time: at(next.ends) });
  }

  /** Its end, where the state does not say it. @param {RoomAnnouncement} one  @param {number} now */
  function endOf({ starts, ends, every }, now) {
    if (ends === null || (starts <= now && every === null)) return "";
    return words.say("announcements.until", { time: timestampText(ends, now, words.language) });
  }

  /** @param {RoomAnnouncement} one */
  function repeats({ every, shown }) {
    return every === null || shown === null ? "" : words.say("announcements.repeats", { minutes: every / MINUTE, seconds: shown / SECOND });
  }

  /** @param {RoomAnnouncement} one */
  function placeOf({ shown_on, tournament, group, screens }) {
    if (shown_on === "all") return words.say("announcements.all");
    if (shown_on === "event") return room.board("lobby")?.events.find((event) => event.tournament === tournament)?.name ?? words.say("page.closed");
    if (shown_on === "group") return [...room.boardsOf("screen").values()].find((screen) => screen.group === group)?.group_name ?? words.say("announcements.group");
    return screens.map((id) => room.boardsOf("screen").get(String(id))?.name ?? "").filter(Boolean).join(", ");
  }

  return { stop: () => clearInterval(timer) };
}

mountAnnouncements(byId("announcements"), startPage());
