/** Sums and differences of a deal: plain data in, plain data out. Amounts in minor units. Pure. */

/** @import { DealBoard, NoDeal } from "../../docs/reference/boards" */

/** @typedef {"icm"|"chip_chop"|"even"} Method */
/** @typedef {Method|"mix"} Way */
/** A player in play; without a table and seat, or not counted: null. @typedef {{entry: number, name: string, table: number|null, seat: number|null, stack: number|null}} DealPlayer */
/**
 * The starting point of a deal, as web.floor.deal.state_of gives it: the prizes that the players would divide, the chips in play,
 * what prevents a deal, and how the event ended.
 * @typedef {{seq: number, currency: string, places: number, players: DealPlayer[], left: number, chips: number, ladder: number[],
 *   hindrance: {code: string, message: string, rule: string}|null, over: boolean, outcome: string, closed: boolean, divided: boolean, paid: boolean}} DealState
 */
/** The shares that are typed, by entry; null if invalid. @typedef {Map<number, number|null>} Drafts */

/** The methods in the order of their columns; the mix is the deal itself. @type {Method[]} */
export const METHODS = ["icm", "chip_chop", "even"];
/** @type {Way[]} */
export const WAYS = [...METHODS, "mix"];
/** Maximum parts of one method in a mix. */
export const MOST_PARTS = 99;

/** @param {(number|null)[]} amounts unknown amounts count as 0 */
export const sum = (amounts) => amounts.reduce((/** @type {number} */ all, one) => all + (one ?? 0), 0);

/** Return the total to be divided. @param {DealBoard} board */
export const toWin = (board) => sum(board.ladder) - sum(board.played_for);

/**
 * Return the shares including typed changes.
 * @param {DealBoard} board  @param {Drafts} drafts
 * @returns {{left: number|null, changed: {entry: number, amount: number}[]}} `left` is not distributed, negative
 *   if too much is; null while an input is invalid
 */
export function given(board, drafts) {
  const amounts = board.shares.map(({ entry, amount }) => drafts.get(entry) ?? (drafts.has(entry) ? null : amount));
  const changed = board.shares.flatMap(({ entry, amount }) => {
    const draft = drafts.get(entry) ?? amount;
    return draft === amount ? [] : [{ entry, amount: draft }];
  });
  return { left: amounts.includes(null) ? null : toWin(board) - sum(amounts), changed };
}

/** Return the names of players who have not agreed. @param {DealBoard} board */
export const waitsFor = (board) => board.shares.filter(({ agreed }) => !agreed).map(({ name }) => name);

/**
 * Compare the counted chips with those in play.
 * @param {(number|null)[]} counts null if not counted  @param {number} chips in play
 * @returns {{missing: number, total: number, difference: number}} `difference` is negative if chips are missing
 */
export function counted(counts, chips) {
  const total = sum(counts);
  return { missing: counts.filter((one) => one === null).length, total, difference: total - chips };
}

/** Drop zeros at the end: places that are not played for are left out. @param {number[]} amounts */
export function trimmed(amounts) {
  const last = amounts.findLastIndex((one) => one > 0);
  return amounts.slice(0, last + 1);
}

/**
 * Return the players in row order, with the chips counted for an open deal.
 * @param {DealPlayer[]} players in play  @param {DealBoard|NoDeal} board
 */
export function withStacks(players, board) {
  const stacks = new Map((board.state === "none" ? [] : board.shares).map(({ entry, stack }) => [entry, stack]));
  return players.map((one) => ({ ...one, stack: stacks.get(one.entry) ?? one.stack }));
}
