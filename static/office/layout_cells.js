/** Places of cells on the grid of a layout: what is free, what overlaps, and how space is made. Pure. */

/** @import { Cell } from "../tv/house/house.js" */

export const GRID = 24;

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

/** Return the first free place of a size, of the largest smaller one, down to a third; null if there is none. @param {{w: number, h: number}} size  @param {readonly Box[]} cells  @returns {Box|null} */
export function freePlace({ w, h }, cells) {
  for (const part of [1, 0.75, 0.5, 0.34]) {
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
 * Make space by moving all cells together: at the foot for what is wide, else at the right of the largest cell.
 * @param {{w: number, h: number}} size  @param {readonly Cell[]} cells  @returns {{cells: Cell[], box: Box}|null}
 */
export function madeSpace({ w, h }, cells) {
  if (w >= GRID) {
    const moved = cells.map((cell) => squeezed(cell, "y", "h", GRID - h));
    return moved.every((cell) => cell.h > 0) ? { cells: moved, box: { x: 0, y: GRID - h, w: GRID, h } } : null;
  }
  const largest = [...cells].sort((a, b) => b.w * b.h - a.w * a.h)[0];
  if (!largest || largest.w < 4) return null;
  const taken = Math.min(w, Math.max(2, Math.floor(largest.w * 0.4)));
  const box = { x: largest.x + largest.w - taken, y: largest.y, w: taken, h: Math.min(h, largest.h) };
  return { cells: cells.map((cell) => (cell === largest ? { ...cell, w: cell.w - taken } : cell)), box: { ...box, h: largest.h } };
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
