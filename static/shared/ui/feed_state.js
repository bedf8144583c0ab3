/** Says on a page whether it is cut off from the server. */

/** @import { Feed } from "../feed/feed.js" */
/** @import { Words } from "./words.js" */

/** Show that the page is cut off from the server, and hide it again afterwards. @param {Feed} feed  @param {Words} words */
export function showState(feed, words) {
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
