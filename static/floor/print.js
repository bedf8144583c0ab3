/** Print links for players on the move: all of them, and those of the latest break or redraw. */

import { el } from "../shared/ui/dom.js";

/** Commands that move many players; a proposal's kind tells as well. */
const SENT = { "table.break": "break", "field.redraw": "redraw" };

/**
 * @param {HTMLElement|null} place container of the links; null without the permission to print
 * @param {object} page see TablePanel
 * @returns {(count: number) => void} called with the number of players on the move
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
    // Players moved together carry the seq of their journal entry.
    latest = { kind: sent, batch: answer.seq };
    draw();
  });
  return (count) => {
    under = count;
    // Once all have arrived there is no list to print.
    if (!under) latest = null;
    draw();
  };
}
