/** Check boxes for other events paid together with the selected one. */

import { el } from "../shared/ui/dom.js";
import { amountText } from "./words.js";
import { startMoment } from "../shared/ui/format.js";

const WITHIN = 6_000;

/**
 * Fetch the other events of a player; none without a response.
 * @returns {Promise<object[]>} as the parameter of `otherEvents`
 */
export async function eventsBeside(player, event) {
  try {
    const address = `/staff/desk/person/${player}/events/?t=${event}`;
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    return answer.ok ? (await answer.json()).events : [];
  } catch {
    return [];
  }
}

/**
 * @param {{tournament: number, name: string, price: number, starts_at: number|null}[]} events
 * @param {{event: object, others: object[]}} sale `others`: the ticked ones, in the order of `events`
 * @param {import("../shared/ui/words.js").Words} words  @param {() => void} changed called after every change
 */
export function otherEvents(events, sale, words, changed) {
  const ticked = new Set();
  const row = (one) => {
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      ticked[box.checked ? "add" : "delete"](one);
      sale.others = events.filter((other) => ticked.has(other));
      changed();
    });
    const when = one.starts_at === null ? "" : startMoment(one.starts_at, Date.now(), words.language);
    return el("label.check", {}, box, el("span", {}, one.name, " ", el("small.muted.figures", {}, [when, amountText(one.price, sale.event, words)].filter(Boolean).join(" · "))));
  };
  return el("div.desk-other-list", { role: "group", "aria-label": words.say("desk.other_events") }, ...events.map(row));
}
