/** Places of cells on the grid of a layout: what is free, what overlaps, and how space is made. Pure. */

/** @import { Cell } from "../tv/house/house.js" */

export const GRID = 24;
/** The part of the wanted size below which a cell would show too little. */
const ENOUGH = 0.5;
/** Of the rows that a cell gets at the foot when all others move together. */
const MOST_AT_THE_FOOT = 7;

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** @param {Box} one  @param {Box} other */
export function overlap(one, other) {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

/** Whether a box lies within the grid and covers none of the cells. @param {Box} box  @param {readonly Box[]} others */
export function isFree(box, others) {
  const inside = box.x >= 0 && box.y >= 0 && box.w > 0 && box.h > 0 && box.x + box.w <= GRID && box.y + box.h <= GRID;
  return inside && !others.some((other) => overlap(box, other));
}

/** Return the first free place of a size, of the largest smaller one, down to a half; null if there is none. @param {{w: number, h: number}} size  @param {readonly Box[]} cells  @returns {Box|null} */
export function freePlace({ w, h }, cells) {
  for (const part of [1, 0.75, 0.5]) {
    const size = { w: Math.max(2, Math.round(w * part)), h: Math.max(1, Math.round(h * part)) };
    for (let y = 0; y + size.h <= GRID; y += 1) {
      for (let x = 0; x + size.w <= GRID; x += 1) {
        const box = { x, y, ...size };
        if (isFree(box, cells)) return box;
      }
    }
  }
  return null;
}

/**
 * Make space by moving all cells together: at the foot for what is wide, else beside or below one of the others, in the half of a
 * cell where most of the wanted size fits. If little of it fits anywhere, it gets the whole width at the foot.
 * @param {{w: number, h: number}} size  @param {readonly Cell[]} cells  @returns {{cells: Cell[], box: Box}|null}
 */
export function madeSpace({ w, h }, cells) {
  const best = w >= GRID ? undefined : cells.flatMap((cell) => halves(cell, { w, h })).sort((a, b) => b.fits - a.fits || b.rest - a.rest)[0];
  if (best && best.fits >= ENOUGH) return { cells: cells.map((cell) => (cell === best.cell ? best.smaller : cell)), box: best.box };
  const tall = Math.min(h, MOST_AT_THE_FOOT);
  const moved = cells.map((cell) => squeezed(cell, "y", "h", GRID - tall));
  return moved.every((cell) => cell.h > 0) ? { cells: moved, box: { x: 0, y: GRID - tall, w: GRID, h: tall } } : null;
}

/**
 * Return the two ways to put a cell of a size into a part of another one, at its right or at its foot, and how much of it fits.
 * @param {Cell} cell  @param {{w: number, h: number}} size
 */
function halves(cell, { w, h }) {
  const right = Math.min(w, Math.floor(cell.w / 2));
  const foot = Math.min(h, Math.floor(cell.h / 2));
  const ways = [
    { smaller: { ...cell, w: cell.w - right }, box: { x: cell.x + cell.w - right, y: cell.y, w: right, h: cell.h } },
    { smaller: { ...cell, h: cell.h - foot }, box: { x: cell.x, y: cell.y + cell.h - foot, w: cell.w, h: foot } },
  ];
  return ways.filter(({ box }) => box.w > 1 && box.h > 0).map(({ smaller, box }) => ({
    cell, smaller, box, fits: Math.min(1, box.w / w) * Math.min(1, box.h / h), rest: smaller.w * smaller.h,
  }));
}

/** @param {Cell} cell  @param {"x"|"y"} at  @param {"w"|"h"} long  @param {number} room  @returns {Cell} */
function squeezed(cell, at, long, room) {
  const from = Math.round((cell[at] * room) / GRID);
  const to = Math.round(((cell[at] + cell[long]) * room) / GRID);
  return { ...cell, [at]: from, [long]: to - from };
}

/** Return the first cell that a box covers, as its index; −1 for none. @param {Box} box  @param {readonly Box[]} cells  @param {number} own its own index */
export function covered(box, cells, own) {
  return cells.findIndex((cell, at) => at !== own && overlap(box, cell));
}

/** Return a moved or resized box if it is free. @param {Box} box  @param {Partial<Box>} change  @param {readonly Box[]} others  @returns {Box|null} */
export function changed(box, change, others) {
  const next = { ...box, ...change };
  return isFree(next, others) ? next : null;
}
