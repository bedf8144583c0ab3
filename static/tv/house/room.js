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
  return boxes;
}
