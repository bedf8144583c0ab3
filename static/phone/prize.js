/** The texts of a player's prize card: winnings, remaining prizes, bounties. Pure. */

import { forMoney, nextJump, priced, toTheMoney } from "../shared/ui/prizes_view.js";

/** @import { NoPrizes, OwnPrize } from "../../docs/reference/boards" */
/** @import { AnyPrizes } from "../shared/ui/prizes_view.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { OwnState } from "./answer.js" */

/** @typedef {{lead: string, rows: [string, string][], notes: string[], targets: string[]}} PrizeTexts `lead` is the main line */

/** States of players who can still win a prize. */
const PLAYING = new Set(["seated", "entered"]);

/**
 * Return the texts of the card.
 * @param {OwnState} mine the player's own board of the event  @param {OwnPrize|NoPrizes|undefined} own their board `prize`
 * @param {AnyPrizes} prizes the event's board of that name  @param {Words} words
 * @returns {PrizeTexts}
 */
export function prizeView(mine, own, prizes, words) {
  /** @param {string} key  @param {Record<string, string>} [values] */
  const say = (key, values) => words.say(`phone.${key}`, values);
  /** @type {PrizeTexts} */
  const view = { lead: "", rows: [], notes: [], targets: [] };
  if (!own || !("bounty_targets" in own)) return view;
  view.targets = own.bounty_targets;
  if (!own.currency) return view;
  const done = own.state === "in" || mine.state === "out";
  const playing = PLAYING.has(mine.state) && !done;
  if (playing && forMoney(prizes)) {
    const certain = prizes.money?.certain ?? 0;
    view.lead = certain ? say(own.of_team ? "at_least_team" : "at_least", { amount: priced(certain, prizes, words) }) : toTheMoney(prizes, words);
    const jump = nextJump(prizes, words, true);
    if (jump && (certain || prizes.money?.to_go === 0)) view.notes.push(own.of_team ? say("team_jump", { text: jump }) : jump);
  }
  for (const key of /** @type {const} */ (["prize", "deal", "bounty"])) if (own[key]) view.rows.push([say(`your_${key}`), priced(own[key], own, words)]);
  // The share of a team's player is said of what the team has won, not of the bounty on the team, nor of what it may win.
  if (own.of_team && (view.rows.length || own.things?.length)) view.notes.unshift(say("team_part"));
  if (playing && own.own_bounty) view.rows.push([say(own.of_team ? "team_bounty" : "own_bounty"), priced(own.own_bounty, own, words)]);
  for (const thing of own.things ?? []) view.rows.push([say("your_thing"), thing]);
  if (own.undecided) view.notes.push(say("undecided"));
  const won = own.prize + own.deal + own.bounty;
  if (own.outstanding > 0) view.notes.push(say("collect", { amount: priced(own.outstanding, own, words) }));
  // A bust was undone after the prizes were paid: the excess is known only once the player has busted again.
  else if (own.outstanding < 0 && playing) return view;
  else if (own.outstanding < 0) view.notes.push(say("overpaid", { amount: priced(-own.outstanding, own, words) }));
  else if (won && !own.undecided) view.notes.push(say("all_paid"));
  else if (own.things?.length) view.notes.push(say("collect_thing"));
  return view;
}
