/** The way to paper for those who are under way: all of them, and those of the break or redraw that was just pressed. */

import { el } from "../shared/ui/dom.js";

/** What sends many off at once; of a proposal its kind says so. */
const SENT = { "table.break": "break", "field.redraw": "redraw" };

/**
 * @param {HTMLElement|null} place where the links stand; null for those who may not print
 * @param {object} page see TablePanel
 * @returns {(count: number) => void} told how many are under way
 */
export function printLinks(place, page) {
  if (!place) return () => {};
  const { words, presses } = page;
  const { address } = place.dataset;
  let latest = null;
  let under = 0;
  const draw = () => {
    place.hidden = under === 0;
    place.replaceChildren(
      el("a.btn", { href: address, target: "_blank" }, words.say("floor.print_moves")),
      ...(latest ? [el("a.btn", { href: `${address}?batch=${latest.batch}`, target: "_blank" }, words.say(`floor.print_${latest.kind}`))] : []));
  };
  presses.addEventListener("done", ({ detail: { kind, answer } }) => {
    const sent = SENT[kind] ?? (kind === "proposal.accept" ? answer.answer?.kind : null);
    if (!["break", "redraw"].includes(sent) || answer.repeated) return;
    // Those who are sent off together carry the number of the line that sent them.
    latest = { kind: sent, batch: answer.seq };
    draw();
  });
  return (count) => {
    under = count;
    // Once everybody has arrived there is no list of theirs to print.
    if (!under) latest = null;
    draw();
  };
}
