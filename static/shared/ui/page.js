/** Start-up of every page with live parts. */

import { Commands } from "../feed/commands.js";
import { Feed } from "../feed/feed.js";
import { byId } from "./dom.js";
import { tellLengths } from "./lengths.js";
import { ServerTime } from "../feed/time.js";
import { showState } from "./feed_state.js";
import { Toasts } from "./toasts.js";
import { Words } from "./words.js";

/**
 * The config that a page is rendered with (`page_config` of web/tv/page.py, `staff_config` of web/office/hub.py), with
 * what the page adds to it.
 * @typedef {{build: string, socket: string, poll: string, words: Record<string, string>, language: string, me?: string,
 *   may: string[]} & Record<string, any>} PageConfig
 */

/**
 * The services of a page with live parts; `commands` only for staff.
 * @typedef {{config: PageConfig, words: Words, time: ServerTime, feed: Feed, toasts: Toasts, commands: Commands}} Services
 */

/**
 * The result of `startPage`, for parts shared by many pages; null before, and on pages without live parts.
 */
/** @type {Services|null} */
let started = null;
export const startedPage = () => started;

/**
 * Start the services of a page.
 * @param {{live?: boolean}} options `live` opens the feed
 * @returns {Services} pages that are not live, or public, have no feed or no commands, and do not use them
 */
export function startPage({ live = true } = {}) {
  const config = /** @type {PageConfig} */ (JSON.parse(byId("config").textContent ?? "{}"));
  const words = new Words(config.language, config.words);
  const time = new ServerTime();
  const toasts = new Toasts(byId("toasts"), words);
  const feed = live ? new Feed({ socket: config.socket, poll: config.poll, time }) : null;
  const commands = config.me ? new Commands({ toasts, words, time, feed, me: config.me, may: config.may }) : null;
  feed?.addEventListener("state", ({ detail }) => detail.state !== "alone" && commands?.hurry());
  if (feed) showState(feed, words);
  tellLengths(words);
  started = /** @type {Services} */ ({ config, words, time, feed, toasts, commands });
  return started;
}
