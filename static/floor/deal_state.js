/** Sums and differences of a deal: plain data in, plain data out. Amounts in minor units. Pure. */

/** The methods in the order of their columns; the mix is the deal itself. */
export const METHODS = ["icm", "chip_chop", "even"];
export const WAYS = [...METHODS, "mix"];
/** Maximum parts of one method in a mix. */
export const MOST_PARTS = 99;

/** @param {(number|null)[]} amounts unknown amounts count as 0 */
export const sum = (amounts) => amounts.reduce((all, one) => all + (one ?? 0), 0);

/** Return the total to be divided. */
export const toWin = (board) => sum(board.ladder) - sum(board.played_for);

/**
 * Return the shares including typed changes.
 * @param {object} board "deal"  @param {Map<number, number|null>} drafts by entry; null if invalid
 * @returns {{left: number|null, changed: {entry: number, amount: number}[]}} `left` is not distributed, negative
 *   if too much is; null while an input is invalid
 */
export function given(board, drafts) {
  const amounts = board.shares.map(({ entry, amount }) => (drafts.has(entry) ? drafts.get(entry) : amount));
  const changed = board.shares
    .filter(({ entry, amount }) => drafts.has(entry) && drafts.get(entry) !== null && drafts.get(entry) !== amount)
    .map(({ entry }) => ({ entry, amount: drafts.get(entry) }));
  return { left: amounts.includes(null) ? null : toWin(board) - sum(amounts), changed };
}

/** Return the names of players who have not agreed. */
export const waitsFor = (board) => board.shares.filter(({ agreed }) => !agreed).map(({ name }) => name);

/**
 * Compare the counted chips with those in play.
 * @param {(number|null)[]} counts null if not counted
 * @returns {{missing: number, total: number, difference: number}} `difference` is negative if chips are missing
 */
export function counted(counts, chips) {
  const total = sum(counts);
  return { missing: counts.filter((one) => one === null).length, total, difference: total - chips };
}

/** Drop zeros at the end: places that are not played for are left out. */
export function trimmed(amounts) {
  const last = amounts.findLastIndex((one) => one > 0);
  return amounts.slice(0, last + 1);
}

/**
 * Return the players in row order, with the chips counted for an open deal.
 * @param {{entry: number, stack: number|null}[]} players in play  @param {object} board "deal"
 */
export function withStacks(players, board) {
  const stacks = new Map((board.shares ?? []).map(({ entry, stack }) => [entry, stack]));
  return players.map((one) => ({ ...one, stack: stacks.get(one.entry) ?? one.stack }));
}
