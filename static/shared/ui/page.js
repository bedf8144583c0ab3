/** Start-up of every page with live parts. */

import { Commands } from "../feed/commands.js";
import { Feed } from "../feed/feed.js";
import { tellLengths } from "./lengths.js";
import { ServerTime } from "../feed/time.js";
import { Toasts } from "./toasts.js";
import { Words } from "./words.js";

/**
 * The result of `startPage`, for parts shared by many pages; null before, and on pages without live parts.
 */
let started = null;
export const startedPage = () => started;

/**
 * @param {{live?: boolean}} options `live` opens the feed
 * @returns {{config: object, words: Words, time: ServerTime, feed: Feed|null, toasts: Toasts, commands: Commands|null}}
 *   `commands` is null for the public
 */
export function startPage({ live = true } = {}) {
  const config = JSON.parse(document.getElementById("config").textContent);
  const words = new Words(config.language, config.words);
  const time = new ServerTime();
  const toasts = new Toasts(document.getElementById("toasts"), words);
  const feed = live ? new Feed({ socket: config.socket, poll: config.poll, time }) : null;
  const commands = config.me ? new Commands({ toasts, words, time, feed, me: config.me, may: config.may }) : null;
  feed?.addEventListener("state", ({ detail }) => detail.state !== "alone" && commands?.hurry());
  if (feed) showState(feed, words);
  tellLengths(words);
  started = { config, words, time, feed, toasts, commands };
  return started;
}

/** Show that the page is cut off from the server, and hide it again afterwards. */
function showState(feed, words) {
  const sign = document.getElementById("feed-state");
  if (!sign) return;
  const show = () => {
    sign.hidden = feed.state === "live";
    const text = feed.state === "live" ? "" : words.say(`page.${feed.state}`);
    if (sign.textContent !== text) sign.textContent = text;
  };
  feed.addEventListener("state", show);
  show();
}
