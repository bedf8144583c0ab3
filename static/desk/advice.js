/** What the till's column says before a sale: why there is none, and the default command. */

import { el } from "../shared/ui/dom.js";
import { sentence } from "./fault.js";
import { keyed } from "./keys.js";
import { hindrance } from "./state.js";

const LABELS = { in: "desk.next", wait: "desk.do_wait", waits: "desk.next", closed: "desk.next", refused: "desk.next", confirm: "desk.do_confirm_membership" };

/**
 * Return the notice and the buttons.
 * @param {string} what the likely next step, as `likely` in state.js returns it
 * @param {object} person
 * @param {{words: import("../shared/ui/words.js").Words, waits: boolean, wait: () => void, proceed: () => void}} ways
 *   `waits`: whether the person may join the waiting list instead
 * @returns {Node[]}
 */
export function advice(what, person, { words, waits, wait, proceed }) {
  const label = LABELS[what];
  const refused = person.event?.refused ?? {};
  // A player who may not even join the waiting list is refused first: it would also hold for a free place.
  const why = what === "refused" ? [hindrance(person.event), refused.enter].filter((one, i, all) => one && one !== all[i - 1]) : [];
  const notice = el(`p.notice.is-${why.length ? "bad" : "info"}`, { role: "status" },
    ...(why.length ? why.flatMap((one) => [...sentence(one.message, one.rule), " "]) : [words.say(`desk.likely_${what}`)]));
  const list = el("button.btn.btn-block", { type: "button" }, words.say("desk.do_wait"));
  list.addEventListener("click", wait);
  const go = label ? [keyed(words.say(label), "Enter", proceed, { look: ".btn-primary.btn-large.btn-block" })] : [];
  return [notice, ...(what !== "wait" && waits ? [list] : []), ...go];
}
