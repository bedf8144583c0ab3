/** The bounty leaderboard; with mystery bounties, the remaining envelopes as well. */

import { number } from "../../shared/ui/format.js";
import { amount, priced } from "../../shared/ui/prizes_view.js";
import { PagedList } from "./paged.js";

const WANT = { wide: 12, few: 3, smallest: 0.05 };
const WITH_MONEY = { wide: 17, few: 3, smallest: 0.05 };
const VALUES = { wide: 10, few: 3, smallest: 0.05 };

export class BountyLeaderboardLayout {
  #list = new PagedList("bounty_leaderboard");

  get element() {
    return this.#list.element;
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{bounties?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { bounties }) {
    return this.#list.draw({
      event: board.name,
      title: words.say("prize.hunters"),
      empty: words.say(bounties ? "prize.no_heads" : "tv.loading"),
      foot: bounties ? footOf(bounties, words) : "",
      parts: bounties ? [huntersOf(bounties, words), valuesOf(bounties, words)].filter(Boolean) : [],
    }, words, now);
  }

  resize() {
    this.#list.resize();
  }
}

function footOf(bounties, words) {
  const envelopes = bounties.values.reduce((sum, [, count]) => sum + count, 0);
  if (bounties.kind === "mystery" && envelopes) {
    return words.say(envelopes === 1 ? "prize.one_envelope" : "prize.envelope_count", { count: number(envelopes, words.language) });
  }
  return bounties.currency && bounties.in_play ? words.say("prize.in_play", { amount: priced(bounties.in_play, bounties, words) }) : "";
}

function huntersOf(bounties, words) {
  if (!bounties.hunters.length) return null;
  const money = Boolean(bounties.currency) && bounties.hunters.some(({ won }) => won);
  const points = !money && bounties.hunters.some((one) => one.points !== one.knockouts);
  const say = (value) => number(value, words.language);
  const rows = bounties.hunters.map((one, i) => ({
    key: `${one.name} ${i}`,
    cells: [one.name, say(one.knockouts), ...(money ? [amount(one.won, bounties, words)] : points ? [say(one.points)] : [])],
  }));
  const more = money ? [bounties.currency] : points ? [words.say("prize.points_won")] : [];
  const head = [words.say("prize.knockouts"), ...more];
  const kind = more.length ? "hunted" : "hunter";
  return { kind, key: "hunters", title: words.say("prize.hunters"), head, want: more.length ? WITH_MONEY : WANT, rows };
}

/** The values still in envelopes, highest first. */
function valuesOf(bounties, words) {
  if (!bounties.values.length) return null;
  const rows = [...bounties.values].sort((a, b) => b[0] - a[0]).map(([value, count]) => ({
    key: value, cells: [amount(value, bounties, words), number(count, words.language)],
  }));
  const title = words.say("prize.envelopes");
  return { kind: "value", key: "values", title, head: [words.say("prize.count")], want: VALUES, rows };
}
