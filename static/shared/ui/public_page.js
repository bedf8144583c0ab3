/** Start-up of a live page without commands, for guests: it loads half of what a staff page does. */

import { Feed } from "../feed/feed.js";
import { ServerTime } from "../feed/time.js";
import { byId } from "./dom.js";
import { showState } from "./feed_state.js";
import { Words } from "./words.js";

/** Start the services of a public page from its config (`page_config` of web/tv/page.py). */
export function startPublicPage() {
  const config = JSON.parse(byId("config").textContent ?? "{}");
  const words = new Words(config.language, config.words);
  const time = new ServerTime();
  const feed = new Feed({ socket: config.socket, poll: config.poll, time });
  showState(feed, words);
  return { config, words, time, feed };
}
