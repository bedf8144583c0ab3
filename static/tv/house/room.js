/** The room of the cells of an arrangement: cells with nothing to show leave theirs to their neighbours. Pure. */

/** @typedef {{x: number, y: number, w: number, h: number}} Box on the grid */

/** The sides of a box: where a neighbour touches it, along which axis it lies, and how it grows. */
const SIDES = /** @type {const} */ ([
  { axis: "y", size: "h", touches: (/** @type {Box} */ one, /** @type {Box} */ other) => other.x + other.w === one.x, grow: (/** @type {Box} */ { w }, /** @type {Box} */ other) => { other.w += w; } },
  { axis: "x", size: "w", touches: (/** @type {Box} */ one, /** @type {Box} */ other) => other.y + other.h === one.y, grow: (/** @type {Box} */ { h }, /** @type {Box} */ other) => { other.h += h; } },
  { axis: "y", size: "h", touches: (/** @type {Box} */ one, /** @type {Box} */ other) => other.x === one.x + one.w, grow: (/** @type {Box} */ { x, w }, /** @type {Box} */ other) => { other.x = x; other.w += w; } },
  { axis: "x", size: "w", touches: (/** @type {Box} */ one, /** @type {Box} */ other) => other.y === one.y + one.h, grow: (/** @type {Box} */ { y, h }, /** @type {Box} */ other) => { other.y = y; other.h += h; } },
]);

/**
 * Return the boxes of cells. An empty cell that gives its room away gives it to the cells on its left, else above, on its
 * right or below, if they have the whole of that side and no more.
 * @param {(Box & {gives_room?: boolean})[]} cells  @param {boolean[]} empty  @returns {Box[]}
 */
export function boxesOf(cells, empty) {
  const boxes = cells.map(({ x, y, w, h }) => ({ x, y, w, h }));
  const giving = cells.flatMap((cell, at) => (cell.gives_room && empty[at] ? [at] : []));
  const gone = new Set();
  // Two empty cells become one if neither finds a neighbour that shows something.
  const give = (/** @type {(at: number) => boolean} */ takes) => giving.some((at) => !gone.has(at) && giveAway(at, takes));
  /** @param {number} at  @param {(at: number) => boolean} takes */
  const giveAway = (at, takes) => {
    const one = /** @type {Box} */ (boxes[at]);
    for (const { axis, size, touches, grow } of SIDES) {
      const end = one[axis] + one[size];
      const beside = boxes.flatMap((other, index) => (index !== at && !gone.has(index) && touches(one, other) && other[axis] < end && other[axis] + other[size] > one[axis] ? [{ other, index }] : []));
      const fits = beside.every(({ other, index }) => takes(index) && other[axis] >= one[axis] && other[axis] + other[size] <= end);
      if (!fits || beside.reduce((sum, { other }) => sum + other[size], 0) !== one[size]) continue;
      gone.add(at);
      for (const { other } of beside) grow(one, other);
      return true;
    }
    return false;
  };
  while (give((at) => !empty[at]) || give((at) => giving.includes(at)));
  // What is gone shows nothing, wherever it is.
  if (gone.size) for (const along of /** @type {const} */ (["y", "x"])) evenOut(cells, boxes, gone, along);
  return boxes;
}

/**
 * Cells of one size in a column or a row stay of one size: they share what any of them was given.
 * @param {Box[]} cells as in the document  @param {Box[]} boxes changed  @param {Set<number>} gone  @param {"x"|"y"} along
 */
function evenOut(cells, boxes, gone, along) {
  const [long, across, wide] = along === "y" ? /** @type {const} */ (["h", "x", "w"]) : /** @type {const} */ (["w", "y", "h"]);
  const alike = (/** @type {Box|undefined} */ one, /** @type {Box|undefined} */ other) => one?.[across] === other?.[across] && one?.[wide] === other?.[wide];
  const left = boxes.flatMap((_box, at) => (gone.has(at) ? [] : [at])).sort((one, other) => (boxes[one]?.[along] ?? 0) - (boxes[other]?.[along] ?? 0));
  while (left.length) {
    const run = [/** @type {number} */ (left.shift())];
    for (const at of [...left]) {
      const [last, next] = [/** @type {number} */ (run.at(-1)), at].map((index) => /** @type {[Box, Box]} */ ([cells[index], boxes[index]]));
      if (!last || !next || !alike(last[0], next[0]) || !alike(last[1], next[1])) continue;
      if (last[0][long] !== next[0][long] || last[1][along] + last[1][long] !== next[1][along]) continue;
      run.push(at);
      left.splice(left.indexOf(at), 1);
    }
    const own = run.map((at) => /** @type {Box} */ (boxes[at]));
    const [start, each] = [own[0]?.[along] ?? 0, own.reduce((sum, box) => sum + box[long], 0) / own.length];
    own.forEach((box, at) => Object.assign(box, { [along]: start + at * each, [long]: each }));
  }
}
