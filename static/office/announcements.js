/** The announcements that show now or later, with what they do at this second. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { showing } from "../shared/feed/announcements.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { byId } from "../shared/ui/dom.js";
import { timestampText } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";
import { View } from "../shared/ui/view.js";

/** @import { RoomAnnouncement } from "../../docs/reference/boards" */
/** @import { Services } from "../shared/ui/page.js" */

const SECOND = 1_000;
const MINUTE = 60_000;

/** Show the list. @param {HTMLElement} root  @param {Services} services */
function mountAnnouncements(root, { feed, words, time, commands }) {
  const room = new LiveResource(feed, "room");
  const view = new View(root, template);
  room.subscribe((changed) => {
    if (changed.size) root.setAttribute("aria-busy", "false");
    view.update();
  });
  const timer = setInterval(view.update, SECOND);

  function template() {
    const now = time.at() ?? Date.now();
    const standing = (room.board("announcements")?.announcements ?? []).filter((one) => showing(one, now));
    if (!standing.length) return html`<p class="muted">${words.say("announcements.none")}</p>`;
    return html`<ul class="list">${repeat(standing, ({ id }) => id, (one) => item(one, now))}</ul>`;
  }

  /** @param {RoomAnnouncement} one  @param {number} now */
  function item(one, now) {
    const label = words.say("announcements.remove");
    return html`<li class="spread"><span><strong>${one.text}</strong>${one.priority === "urgent" ? html` <span class="badge">${words.say("announcements.urgent")}</span>` : nothing}<br>
      <span class="hint">${[stateOf(one, now), repeats(one), endOf(one, now), placeOf(one)].filter(Boolean).join(" · ")}</span></span>
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
