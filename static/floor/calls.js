/** The floor's responses to a table's call: on the way, or the result of a called time. */

import { el } from "../shared/ui/dom.js";

/**
 * Return the buttons of an open call. Results of a called time can be pressed once it is over, as on the
 * table's tablet.
 * @param {object} call as in the board "floor": `call`, `kind`, `seconds`  @param {object} page see TablePanel
 * @returns {HTMLElement[]}
 */
export function answersTo(call, { words, presses, timeChecks }) {
  const button = (key, look, run, more = {}) => {
    const made = el(`button.btn${look}`, { type: "button", ...more }, words.say(key));
    made.addEventListener("click", () => run(words.say(key)));
    return made;
  };
  if (call.kind !== "time" || !call.seconds) {
    return [button("floor.answer", ".btn-primary", (label) => presses.send("table.answer", { call: call.call }, label))];
  }
  const end = (outcome, look, more) => button(`floor.time_${outcome}`, look,
    (label) => presses.send("time.end", { call: call.call, outcome }, label), { "data-outcome": outcome, ...more });
  return [el("span.call-acts", {},
    end("acted", ".btn-primary"), end("hand_dead", ".btn-danger", { "data-late": "" }),
    ...(timeChecks ? [end("check", "", { "data-late": "" })] : []), end("cancelled", ".btn-quiet", { "data-early": "" }))];
}
