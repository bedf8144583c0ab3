/** A player's prize card: winnings, remaining prizes, bounties, and the payouts. */

import { el, setText } from "../shared/ui/dom.js";
import { forMoney, ladderRows, nextJump, priced, toTheMoney } from "../shared/ui/prizes_view.js";

/** States of players who can still win a prize. */
const PLAYING = new Set(["seated", "entered"]);

/**
 * Return the texts of the card. Pure.
 * @param {object} mine the player's own board of the event  @param {object|undefined} own their board `prize`
 * @param {object|undefined} prizes the event's board of that name  @param {import("../shared/ui/words.js").Words} words
 * @returns {{lead: string, rows: [string, string][], notes: string[], hunt: string[]}} `lead` is the main line
 */
export function prizeView(mine, own, prizes, words) {
  const say = (key, values) => words.say(`phone.${key}`, values);
  const view = { lead: "", rows: [], notes: [], hunt: own?.hunt ?? [] };
  if (!own || !own.currency) return view;
  const done = own.state === "in" || mine.state === "out";
  const playing = PLAYING.has(mine.state) && !done;
  if (playing && forMoney(prizes)) {
    const certain = prizes.money?.certain ?? 0;
    view.lead = certain ? say("at_least", { amount: priced(certain, prizes, words) }) : toTheMoney(prizes, words);
    const jump = nextJump(prizes, words, true);
    if (jump && (certain || prizes.money.to_go === 0)) view.notes.push(jump);
  }
  for (const key of ["prize", "deal", "bounty"]) if (own[key]) view.rows.push([say(`your_${key}`), priced(own[key], own, words)]);
  if (playing && own.head) view.rows.push([say("your_head"), priced(own.head, own, words)]);
  for (const thing of own.things ?? []) view.rows.push([say("your_thing"), thing]);
  if (own.undecided) view.notes.push(say("undecided"));
  const won = own.prize + own.deal + own.bounty;
  if (own.owed > 0) view.notes.push(say("collect", { amount: priced(own.owed, own, words) }));
  else if (own.owed < 0) view.notes.push(say("overpaid", { amount: priced(-own.owed, own, words) }));
  else if (won && !own.undecided) view.notes.push(say("all_paid"));
  else if (own.things?.length) view.notes.push(say("collect_thing"));
  return view;
}

export class PrizePart {
  #words;
  #shown = "";

  constructor(words) {
    this.#words = words;
  }

  /** @param {object|undefined} mine  @param {object|undefined} own  @param {object|undefined} prizes see prizeView */
  show(mine, own, prizes) {
    const view = mine ? prizeView(mine, own, prizes, this.#words) : { lead: "", rows: [], notes: [], hunt: [] };
    const ladder = forMoney(prizes) ? ladderRows(prizes, this.#words) : [];
    const key = JSON.stringify([view, ladder]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#card(view);
    this.#list("hunt", view.hunt.map((name) => el("li.row", {}, el("span.row-text", { dir: "auto" }, name))));
    this.#list("ladder", ladder.map(({ places, things, cash }) => el("li.row", {},
      el("span.row-name", {}, places), el("span.row-text", {}, things), el("span.row-amount", {}, cash))));
  }

  #card({ lead, rows, notes }) {
    document.getElementById("prize-card").hidden = !lead && !rows.length && !notes.length;
    const place = document.getElementById("prize-lead");
    place.hidden = !lead;
    setText(place, lead);
    const facts = document.getElementById("prize-rows");
    facts.hidden = rows.length === 0;
    facts.replaceChildren(...rows.map(([label, text]) => el("div.row", {}, el("dt.row-text", {}, label), el("dd.row-amount", {}, text))));
    document.getElementById("prize-notes").replaceChildren(...notes.map((text) => el("p", {}, text)));
  }

  #list(name, rows) {
    document.getElementById(`${name}-card`).hidden = rows.length === 0;
    document.getElementById(name).replaceChildren(...rows);
  }
}
