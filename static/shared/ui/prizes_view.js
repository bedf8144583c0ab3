/** The texts of the prize boards, for displays and phones. Pure. */

import { price } from "./money.js";
import { number, ordinal } from "./format.js";

/** @import { NoPrizes, PrizeTier, PrizesBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "./words.js" */

/** @typedef {PrizesBoard|NoPrizes|null|undefined} AnyPrizes the board "prizes", also before it has arrived */
/** @typedef {Pick<PrizesBoard, "places"|"currency">} Currency */

/** "1 to the money", "5 to the money": the key of the singular starts with `one_`.
 * @param {string} key  @param {number} count  @param {Words} words  @param {Record<string, string|number>} values */
export function counted(key, count, words, values = {}) {
  return words.say(`prize.${count === 1 ? "one_" : ""}${key}`, { count: number(count, words.language), ...values });
}

/** Whether there is money to win: a club may play for points.
 * @param {AnyPrizes} prizes  @returns {prizes is PrizesBoard} */
export function forMoney(prizes) {
  return Boolean(prizes && prizes.state !== "none" && prizes.currency);
}

/** An amount with its currency: "CHF 1'250". @param {number} value  @param {Currency} prizes  @param {Words} words */
export function priced(value, { places, currency }, words) {
  return price(value, places, currency, words.language);
}

/** Format places with the same prize: "1", "10–12". @param {Pick<PrizeTier, "from"|"to">} tier */
export function placesOf({ from, to }) {
  return from === to ? String(from) : `${from}–${to}`;
}

/** Format the distance to the money; "" while registration is open, once one player is left, or without money prizes. @param {AnyPrizes} prizes  @param {Words} words */
export function toTheMoney(prizes, words) {
  if (!forMoney(prizes) || !prizes.money) return "";
  const { to_go: left } = prizes.money;
  if (left) return counted("to_go", left, words);
  return prizes.left > 1 ? words.say("prize.in_money") : "";
}

/**
 * Format what the next place brings: "8th €450 → 7th €600"; without the first part while nothing is certain. A line breaks
 * only before the arrow.
 * @param {PrizesBoard} prizes  @param {{certain: number, jump: number, jump_after: number}} found  @param {Words} words
 */
function step(prizes, { certain, jump, jump_after }, words) {
  /** @param {number} place  @param {number} value */
  const part = (place, value) => `${ordinal(place, words.language)}\u00a0${priced(value, prizes, words)}`;
  const next = part(prizes.left - jump_after, jump);
  return certain ? `${part(prizes.left, certain)} →\u00a0${next}` : next;
}

/**
 * Format the min-cash before the money, then the next step up.
 * @param {AnyPrizes} prizes  @param {Words} words
 * @param {boolean} whole with how many must bust until then, instead of the places
 */
export function nextJump(prizes, words, whole = false) {
  const found = forMoney(prizes) ? prizes.money : null;
  if (!forMoney(prizes) || !found || found.jump === null) return "";
  const { to_go, certain, jump, jump_after } = found;
  const amount = priced(jump, prizes, words);
  if (to_go) return words.say("prize.min_cash", { amount });
  if (whole) return counted("jump_after", jump_after, words, { amount });
  return words.say("prize.jump", { amount: step(prizes, { certain, jump, jump_after }, words) });
}

/**
 * Return the two lines about the money beside the clock: the distance to it and the min-cash, then what the next place
 * brings. One without a next step, none while registration is open.
 * @param {AnyPrizes} prizes  @param {Words} words  @returns {{lines: string[], jump: boolean}}
 */
export function moneyLines(prizes, words) {
  const found = forMoney(prizes) ? prizes.money : null;
  if (forMoney(prizes) && found && found.jump !== null && !found.to_go) {
    const { certain, jump, jump_after } = found;
    return { lines: [words.say("prize.next_jump"), step(prizes, { certain, jump, jump_after }, words)], jump: true };
  }
  return { lines: [toTheMoney(prizes, words), nextJump(prizes, words)].filter(Boolean), jump: false };
}

/** Return why no payouts are shown; "" if they are. @param {AnyPrizes} prizes  @param {Words} words */
export function whyNone(prizes, words) {
  if (!prizes) return words.say("tv.loading");
  if (prizes.state === "none") return words.say("prize.none");
  if (!prizes.currency) return words.say("prize.points");
  return prizes.tiers.length ? "" : words.say("prize.not_yet");
}

/**
 * Format a prize as one text: deal share, cash, and the worth of items, so that no place looks smaller than
 * one behind it.
 *
 * "€450", "€40 + €110", "Deal + €50"; "" for items without worth.
 * @param {{cash: number, worth?: number, deal?: boolean, things: string[]}} got
 * @param {Currency} prizes  @param {Words} words
 */
export function worthOf({ cash, worth, deal, things }, prizes, words) {
  const parts = [deal ? words.say("prize.dealt") : "", cash ? priced(cash, prizes, words) : ""].filter(Boolean);
  if (worth) return [...(parts.length ? parts : [""]), priced(worth, prizes, words)].join(" + ").trim();
  return parts.join(" + ") || (things.length ? "" : priced(cash, prizes, words));
}

/** Return the payouts as rows: left and right text, items before their amount. @param {PrizesBoard|null|undefined} prizes  @param {Words} words */
export function ladderRows(prizes, words) {
  if (!prizes) return [];
  return prizes.tiers.map((tier) => ({
    key: tier.from,
    places: placesOf(tier),
    things: tier.things.join(", "),
    cash: worthOf(tier, prizes, words),
  }));
}
