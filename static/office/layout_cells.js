/** Places of cells on the grid of a layout: what is free, what overlaps, and how space is made. Pure. */

/** @import { Cell, Shape } from "../tv/house/house.js" */

export const GRID = 24;
/** The part of the wanted size below which a cell would show too little. */
const ENOUGH = 0.5;
/** Of the rows that a cell gets at the foot when all others move together. */
const MOST_AT_THE_FOOT = 7;
/** Rows that type needs on a wide and on an upright screen, by kind of content. Pictures may be of any size. @type {Record<string, [number, number]>} */
const LEAST_ROWS = { field: [2, 1], text: [2, 1], ticker: [2, 1], chips: [2, 1], rules: [3, 2], list: [6, 4], part: [8, 4] };

/** Width of a screen as a multiple of its height. @type {Record<Shape, number>} */
const SCREEN_RATIOS = { wide: 16 / 9, ultrawide: 21 / 9, upright: 9 / 16 };
/** Pictures that are at least this many times as wide as high stand in a band, not in a column. */
const FLAT = 3;
/** Rows of such a band. */
const MOST_OF_A_BAND = 3;

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** Whether a box is flat on a screen. @param {Pick<Box, "w"|"h">} box  @param {Shape} shape */
export function isFlat({ w, h }, shape) {
  return (SCREEN_RATIOS[shape] * w) / h >= FLAT;
}

/**
 * Return what a flat picture wants instead of its size: a band of the whole width, so that it does not stand alone in a column.
 * @template {Pick<Cell, "w"|"h">} Wanted
 * @param {Wanted} wanted  @param {Shape} shape  @param {number} ratio width of the picture as a multiple of its height; 0 if it is not flat  @returns {Wanted}
 */
export function asBand(wanted, shape, ratio) {
  if (ratio < FLAT) return wanted;
  const rows = Math.max(2, Math.ceil((GRID * SCREEN_RATIOS[shape]) / ratio));
  return { ...wanted, w: GRID, h: Math.min(wanted.h, rows, MOST_OF_A_BAND) };
}

/** @param {Box} one  @param {Box} other */
export function overlap(one, other) {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

/** Whether a box lies within the grid and covers none of the cells. @param {Box} box  @param {readonly Box[]} others */
export function isFree(box, others) {
  const inside = box.x >= 0 && box.y >= 0 && box.w > 0 && box.h > 0 && box.x + box.w <= GRID && box.y + box.h <= GRID;
  return inside && !others.some((other) => overlap(box, other));
}

/**
 * Return the first free place of a size, of the largest smaller one, down to a half; null if there is none.
 * @param {Pick<Cell, "w"|"h"|"show">} wanted  @param {readonly Box[]} cells  @param {Shape} shape  @returns {Box|null}
 */
export function freePlace(wanted, cells, shape) {
  const { w, h } = wanted;
  for (const part of [1, 0.75, 0.5]) {
    const size = { w: Math.max(2, Math.round(w * part)), h: Math.max(leastRows(wanted, shape), Math.round(h * part)) };
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
 * Least number of rows of a cell: type is as large as a display promises, capitals of 3.5 % of the height. An upright screen has
 * higher rows. A cell of several contents needs what the largest does.
 * @param {Pick<Cell, "show">} cell  @param {Shape} shape
 */
export function leastRows({ show }, shape) {
  const [wide, upright] = [0, 1].map((at) => Math.max(...show.map(({ kind }) => LEAST_ROWS[kind]?.[at] ?? 1)));
  return /** @type {number} */ (shape === "upright" ? upright : wide);
}

/**
 * Make space by moving all cells together: at the foot for what is wide, else beside or below one of the others, in the half of a
 * cell where most of the wanted size fits. If little of it fits anywhere, it gets the whole width at the foot. The space comes
 * from the highest cells, no cell becomes too low for its type, and a list keeps its width, which its letters depend on.
 * @param {Pick<Cell, "w"|"h"|"show">} wanted  @param {readonly Cell[]} cells  @param {Shape} shape  @returns {{cells: Cell[], box: Box}|null}
 */
export function madeSpace(wanted, cells, shape) {
  const { w, h } = wanted;
  const least = leastRows(wanted, shape);
  const ways = w >= GRID ? [] : cells.flatMap((cell) => halves(cell, { w, h }))
    .filter(({ cell, smaller, box }) => box.h >= least && smaller.h >= Math.min(cell.h, leastRows(cell, shape)));
  const best = ways.sort((a, b) => b.fits - a.fits || b.rest - a.rest)[0];
  if (best && best.fits >= ENOUGH) return { cells: cells.map((cell) => (cell === best.cell ? best.smaller : cell)), box: best.box };
  const moved = movedUp(cells, Math.max(least, Math.min(h, MOST_AT_THE_FOOT)), shape);
  return moved.rows >= least ? { cells: moved.cells, box: { x: 0, y: GRID - moved.rows, w: GRID, h: moved.rows } } : null;
}

/**
 * Free rows at the foot, one by one: each time the row of the grid is left out whose cells have most to spare.
 * @param {readonly Cell[]} cells  @param {number} wanted rows  @param {Shape} shape  @returns {{cells: Cell[], rows: number}}
 */
function movedUp(cells, wanted, shape) {
  let moved = [...cells];
  let rows = 0;
  while (rows < wanted) {
    const spare = Array.from({ length: GRID - rows }, (_none, row) => Math.min(...moved.filter((cell) => cell.y <= row && row < cell.y + cell.h)
      .map((cell) => (cell.h > leastRows(cell, shape) ? cell.h / leastRows(cell, shape) : 0))));
    const most = Math.max(...spare);
    if (most <= 0) break;
    // The lowest of equal rows: what stands above it stays where it is.
    const row = spare.lastIndexOf(most);
    moved = moved.map((cell) => (row < cell.y ? { ...cell, y: cell.y - 1 } : row < cell.y + cell.h ? { ...cell, h: cell.h - 1 } : cell));
    rows += 1;
  }
  return { cells: moved, rows };
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
  const isList = cell.show.some(({ kind }) => kind === "list");
  return ways.filter(({ smaller, box }) => box.w > 1 && box.h > 0 && !(isList && smaller.w < cell.w)).map(({ smaller, box }) => ({
    cell, smaller, box, fits: Math.min(1, box.w / w) * Math.min(1, box.h / h), rest: smaller.w * smaller.h,
  }));
}

/**
 * Give cells back the space that a new one took from them, as far as it does not need it any more: one after the other, since
 * some can only grow when the cells below them are back in their places.
 * @param {Cell[]} cells  @param {readonly Cell[]} before the cells before it was added  @param {readonly Cell[]} after and with it
 * @returns {Cell[]}
 */
export function givenBack(cells, before, after) {
  const given = before.reduce((now, whole, at) => {
    const smaller = after[at];
    const own = now.findIndex((cell) => smaller && cell.show === smaller.show && isSame(cell, smaller));
    const free = own >= 0 && !isSame(whole, now[own]) && isFree(whole, now.filter((_cell, index) => index !== own));
    return free ? now.map((cell, index) => (index === own ? { ...cell, x: whole.x, y: whole.y, w: whole.w, h: whole.h } : cell)) : now;
  }, cells);
  return given === cells ? cells : givenBack(given, before, after);
}

/** @param {Box} one  @param {Box|undefined} other */
function isSame(one, other) {
  return one.x === other?.x && one.y === other.y && one.w === other.w && one.h === other.h;
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

/** A box as properties of a style. @param {Box} box  @returns {Record<string, string>} */
export function boxVars({ x, y, w, h }) {
  return { "--x": String(x), "--y": String(y), "--w": String(w), "--h": String(h) };
}
