/** What the boards of prizes say, as plain strings: for displays and phones alike. Pure. */

import { money, price } from "./money.js";
import { number } from "./format.js";

/** "1 to the money", "5 to the money": the key for one has `one_` before it. */
export function counted(key, count, words, values = {}) {
  return words.say(`prize.${count === 1 ? "one_" : ""}${key}`, { count: number(count, words.language), ...values });
}

/** Whether there is any money to be won: a club may play for points. */
export function forMoney(prizes) {
  return Boolean(prizes && prizes.state !== "none" && prizes.currency);
}

/** An amount of the board's currency: "1'250.00". */
export function amount(value, { places }, words) {
  return money(value, places, words.language);
}

/** An amount with its currency: "CHF 1'250.00". */
export function priced(value, { places, currency }, words) {
  return price(value, places, currency, words.language);
}

/** The places that get the same: "1", "10–12". */
export function placesOf({ from, to }) {
  return from === to ? String(from) : `${from}–${to}`;
}

/** How far it is to the money; "" while people still come in, or where none is to be won. */
export function toTheMoney(prizes, words) {
  if (!forMoney(prizes) || !prizes.money) return "";
  const { to_go: left } = prizes.money;
  return left ? counted("to_go", left, words) : words.say("prize.in_money");
}

/** The min-cash before the money, then the next step up. @param {boolean} whole with how many must bust until then */
export function nextJump(prizes, words, whole = false) {
  const found = forMoney(prizes) && prizes.money;
  if (!found || found.jump === null) return "";
  const values = { amount: amount(found.jump, prizes, words) };
  if (found.to_go) return words.say("prize.min_cash", values);
  return whole ? counted("jump_after", found.jump_after, words, values) : words.say("prize.jump", values);
}

/** One quiet line: pool, how far to the money, the next jump; "" where there is nothing to tell. */
export function moneyLine(prizes, words) {
  if (!forMoney(prizes) || !prizes.pool) return "";
  const pool = words.say("prize.pool_of", { amount: priced(prizes.pool, prizes, words) });
  const parts = [pool, toTheMoney(prizes, words), nextJump(prizes, words)].filter(Boolean);
  // It is broken between its parts only.
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
}

/** Why no ladder is shown; "" where one is. */
export function whyNone(prizes, words) {
  if (!prizes) return words.say("tv.loading");
  if (prizes.state === "none") return words.say("prize.none");
  if (!prizes.currency) return words.say("prize.points");
  return prizes.tiers.length ? "" : words.say("prize.not_yet");
}

/**
 * What somebody gets as one text: the share of a deal, cash, and what the things that come with it are worth, so that no
 * place looks smaller than one behind it. "450.00", "40.00 + 110.00", "Deal + 50.00"; "" for things of no worth alone.
 * @param {{cash: number, worth?: number, deal?: boolean, things: string[]}} got
 */
export function worthOf({ cash, worth, deal, things }, prizes, words) {
  const parts = [deal ? words.say("prize.dealt") : "", cash ? amount(cash, prizes, words) : ""].filter(Boolean);
  if (worth) return [...(parts.length ? parts : [""]), amount(worth, prizes, words)].join(" + ").trim();
  return parts.join(" + ") || (things.length ? "" : amount(cash, prizes, words));
}

/** The ladder as rows: what stands at the left and what at the right, things before the amount they come with. */
export function ladderRows(prizes, words) {
  return (prizes?.tiers ?? []).map((tier) => ({
    key: tier.from,
    places: placesOf(tier),
    things: tier.things.join(", "),
    cash: worthOf(tier, prizes, words),
  }));
}
