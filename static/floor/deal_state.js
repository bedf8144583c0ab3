/** Sums and differences of a deal: from plain data to plain data. Amounts in minor units. Pure. */

/** The ways to divide, in the order of their columns; the mix is what the deal is. */
export const METHODS = ["icm", "chip_chop", "even"];
export const WAYS = [...METHODS, "mix"];
/** More parts of one way make no finer mix that anybody talks about. */
export const MOST_PARTS = 99;

/** @param {(number|null)[]} amounts what is not known counts as nothing */
export const sum = (amounts) => amounts.reduce((all, one) => all + (one ?? 0), 0);

/** What is to be divided altogether. */
export const toWin = (board) => sum(board.ladder) - sum(board.played_for);

/**
 * Shares as they would be with what somebody has typed.
 * @param {object} board "deal"  @param {Map<number, number|null>} drafts by entry; null is no amount
 * @returns {{left: number|null, changed: {entry: number, amount: number}[]}} `left` is not given out, negative where too
 *   much is; null while something typed is no amount
 */
export function given(board, drafts) {
  const amounts = board.shares.map(({ entry, amount }) => (drafts.has(entry) ? drafts.get(entry) : amount));
  const changed = board.shares
    .filter(({ entry, amount }) => drafts.has(entry) && drafts.get(entry) !== null && drafts.get(entry) !== amount)
    .map(({ entry }) => ({ entry, amount: drafts.get(entry) }));
  return { left: amounts.includes(null) ? null : toWin(board) - sum(amounts), changed };
}

/** Names of those who have not agreed. */
export const waitsFor = (board) => board.shares.filter(({ agreed }) => !agreed).map(({ name }) => name);

/**
 * How many chips were counted, against those in play.
 * @param {(number|null)[]} counts null where nothing was counted
 * @returns {{missing: number, total: number, difference: number}} `difference` is negative where chips are missing
 */
export function counted(counts, chips) {
  const total = sum(counts);
  return { missing: counts.filter((one) => one === null).length, total, difference: total - chips };
}

/** Amounts without the zeros at the end: places for which nothing is played are not named. */
export function trimmed(amounts) {
  const last = amounts.findLastIndex((one) => one > 0);
  return amounts.slice(0, last + 1);
}

/**
 * Players in the rows' order, with the chips counted for a deal that is talked about.
 * @param {{entry: number, stack: number|null}[]} players in play  @param {object} board "deal"
 */
export function withStacks(players, board) {
  const stacks = new Map((board.shares ?? []).map(({ entry, stack }) => [entry, stack]));
  return players.map((one) => ({ ...one, stack: stacks.get(one.entry) ?? one.stack }));
}
