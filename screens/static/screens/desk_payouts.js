/** The way to where prizes are paid: at the desk's head, once the event says how it pays. */

import { setText } from "./dom.js";
import { number } from "./format.js";

/** Keep the way up to date. @param {import("./feed.js").Feed} feed  @param {import("./desk_head.js").Head} head */
export function showPayouts(feed, head, words) {
  const show = () => {
    const link = document.getElementById("desk-payouts");
    const state = feed.board(`t${head.event}`, "prizes")?.state ?? "none";
    const waiting = feed.board(`t${head.event}`, "owed")?.waiting ?? 0;
    link.hidden = state === "none";
    link.href = `/staff/t/${head.event}/payouts/`;
    const text = waiting ? words.say("desk.payouts_waiting", { count: number(waiting, words.language) }) : words.say("desk.payouts");
    setText(link.querySelector(".desk-label"), text);
  };
  feed.addEventListener("board", ({ detail: { topic, name } }) => {
    if (topic === `t${head.event}` && (name === "owed" || name === "prizes")) show();
  });
  head.addEventListener("picked", show);
}
