/** The feed and the commands for the clock of an event's page: the page's own, or new ones on pages without live parts. */

import { Commands } from "../feed/commands.js";
import { Feed } from "../feed/feed.js";
import { byId } from "./dom.js";
import { startedPage } from "./page.js";
import { ServerTime } from "../feed/time.js";
import { Toasts } from "./toasts.js";
import { Words } from "./words.js";

/**
 * @typedef {{tournament: number, language: string, socket: string, poll: string, me: string, may: string[],
 *   words: Record<string, string>}} StripConfig see web/templatetags/event_strip.py
 * @typedef {{config: StripConfig, words: Words, feed: Feed, time: ServerTime, commands: Commands}} ClockServices
 */

/** @type {ClockServices|null} */
let made = null;

/** @returns {ClockServices} the same for all parts of a page */
export function clockServices() {
  made ??= make();
  return made;
}

/** @returns {ClockServices} */
function make() {
  const config = /** @type {StripConfig} */ (JSON.parse(byId("strip-config").textContent ?? "{}"));
  const words = new Words(config.language, config.words);
  const page = startedPage();
  if (page?.feed && page.commands) return { config, words, feed: page.feed, time: page.time, commands: page.commands };
  // A page without a feed may have started the rest: its commands and this feed share the server's time.
  const time = page?.time ?? new ServerTime();
  const feed = page?.feed ?? new Feed({ socket: config.socket, poll: config.poll, time });
  const toasts = page?.toasts ?? new Toasts(byId("toasts"), words);
  const commands = page?.commands ?? new Commands({ toasts, words, time, feed, me: config.me, may: config.may });
  return { config, words, feed, time, commands };
}
