/** The bounty leaderboard; with mystery bounties, the remaining envelopes as well. */

import { number } from "../../shared/ui/format.js";
import { priced } from "../../shared/ui/prizes_view.js";

/** @import { BountiesBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Part, ViewOf } from "./paged.js" */

const WANT = { wide: 9.5, few: 3, smallest: 0.06 };
const WITH_MONEY = { wide: 13, few: 3, smallest: 0.06 };
const VALUES = { wide: 8, few: 3, smallest: 0.06 };

/** @type {ViewOf} */
export function bountyView({ bounties }, words) {
  return bounties ? { foot: footOf(bounties, words), parts: [...leadersOf(bounties, words), ...valuesOf(bounties, words)] } : { foot: "", parts: [] };
}

/** @param {BountiesBoard} bounties  @param {Words} words */
function footOf(bounties, words) {
  const envelopes = bounties.values.reduce((sum, [, count]) => sum + count, 0);
  if (bounties.kind === "mystery" && envelopes) {
    return words.say("prize.envelope_count", { count: number(envelopes, words.language) });
  }
  return bounties.currency && bounties.in_play ? words.say("prize.in_play", { amount: priced(bounties.in_play, bounties, words) }) : "";
}

/** @param {BountiesBoard} bounties  @param {Words} words  @returns {Part[]} */
function leadersOf(bounties, words) {
  if (!bounties.leaders.length) return [];
  const money = Boolean(bounties.currency) && bounties.leaders.some(({ won }) => won);
  const points = !money && bounties.leaders.some((one) => one.points !== one.knockouts);
  /** @param {number} value */
  const say = (value) => number(value, words.language);
  const rows = bounties.leaders.map((one, i) => ({
    key: `${one.name} ${i}`,
    cells: [one.name, say(one.knockouts), ...(money ? [priced(one.won, bounties, words)] : points ? [say(one.points)] : [])],
  }));
  const more = money ? [""] : points ? [words.say("prize.points_won")] : [];
  const head = [words.say("prize.knockouts"), ...more];
  const kind = more.length ? "leader-won" : "leader";
  return [{ kind, key: "leaders", title: words.say("prize.leaders"), head, want: more.length ? WITH_MONEY : WANT, rows }];
}

/** The values still in envelopes, highest first. @param {BountiesBoard} bounties  @param {Words} words  @returns {Part[]} */
function valuesOf(bounties, words) {
  if (!bounties.values.length) return [];
  const rows = [...bounties.values].sort((a, b) => b[0] - a[0]).map(([value, count]) => ({
    key: value, cells: [priced(value, bounties, words), number(count, words.language)],
  }));
  return [{ kind: "value", key: "values", title: words.say("prize.envelopes"), head: [words.say("prize.count")], want: VALUES, rows }];
}
