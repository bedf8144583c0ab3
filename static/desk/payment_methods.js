/** Links to an event's own pages at the desk's head: payouts, once they are set up, and the waiting list. */

import { setText } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";

/** The link to payouts, once they are set up. All letters are taken by commands; this has its own key. */
export function goToPayouts() {
  const link = document.getElementById("desk-payouts");
  if (!link.hidden) link.click();
}

/**
 * Keep the links up to date.
 * @param {import("../shared/feed/feed.js").Feed} feed
 * @param {import("./head.js").Head} head
 */
export function showWays(feed, head, words) {
  const show = () => {
    const list = document.getElementById("desk-waiting");
    list.hidden = !feed.board(`t${head.event}`, "registration");
    list.href = `/staff/t/${head.event}/waiting/`;
    const link = document.getElementById("desk-payouts");
    const state = feed.board(`t${head.event}`, "prizes")?.state ?? "none";
    const waiting = feed.board(`t${head.event}`, "payables")?.waiting ?? 0;
    link.hidden = state === "none";
    link.href = `/staff/t/${head.event}/payouts/`;
    const text = waiting ? words.say("desk.payouts_waiting", { count: number(waiting, words.language) }) : words.say("desk.payouts");
    setText(link.querySelector(".desk-label"), text);
  };
  feed.addEventListener("board", ({ detail: { topic, name } }) => {
    if (topic === `t${head.event}` && ["payables", "prizes", "registration"].includes(name)) show();
  });
  head.addEventListener("picked", show);
}
