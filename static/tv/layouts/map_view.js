/** Positions of the table tiles on a display: as in the room, or in rows. Pure. */

/** Width of a tile and distance to the next one, relative to its height. */
const WIDE = 1.4;
const GAP = 0.12;
/** Maximum and minimum height of a tile, relative to the screen's shorter side. */
const HIGHEST = 0.42;
const LOWEST = 0.085;
/** Maximum number of tables on one picture of the room. */
const ON_A_PLAN = 150;
/** Reading speed: time per tile, and time to find one's place (ms). */
const PER_TILE = 120;
const PER_PAGE = 3_000;

/** @import { Box } from "./pages.js" */

/** @typedef {[number, number]} Point from left and top */
/**
 * @typedef {object} TilePlan
 * @property {number} height of a tile (px)  @property {number} pages  @property {number} per how many stand on a page
 * @property {number} dwell how long a page is on (ms)
 * @property {(index: number, count: number) => Point} at where the tile of that index on a page of so many stands (px)
 */

/**
 * @param {Array<[number|null, number|null]>} places of the tables from left and top, in hundredths of a percent of the room
 * @param {Box} box room for tiles
 * @returns {TilePlan}
 */
export function layOutTiles(places, box) {
  return planned(places, box) ?? inRows(places.length, box);
}

/** As in the room, if all are placed and none would overlap. @param {Array<[number|null, number|null]>} places
 * @param {Box} box  @returns {TilePlan|null} */
function planned(places, box) {
  const set = places.flatMap(([across, down]) => (across === null || down === null ? [] : [[across, down]]));
  if (places.length > ON_A_PLAN || set.length < places.length) return null;
  // The tables of one event may be in a corner of the room: crop to them, as large as possible.
  const across = stretched(set.map(([x = 0]) => x));
  const down = stretched(set.map(([, y = 0]) => y));
  /** @param {number} height  @returns {Point[]} */
  const at = (height) => across.map((x, i) => [x * (box.width - height * WIDE), (down[i] ?? 0) * (box.height - height)]);
  /** @param {number} height */
  const free = (height) => {
    const points = at(height);
    const [x, y] = [height * (WIDE + GAP), height * (1 + GAP)];
    return points.every(([left, top], i) => points.slice(i + 1).every(([l, t]) => Math.abs(l - left) >= x || Math.abs(t - top) >= y));
  };
  let [low, high] = [LOWEST * box.side, HIGHEST * box.side];
  if (!free(low)) return null;
  for (let i = 0; i < 8; i += 1) {
    const middle = (low + high) / 2;
    if (free(middle)) low = middle;
    else high = middle;
  }
  const points = at(low);
  return { height: low, pages: 1, per: places.length, dwell: PER_PAGE, at: (index) => points[index] ?? [0, 0] };
}

/** Scale values to fractions between their minimum and maximum; 0.5 if all are equal. @param {number[]} values */
function stretched(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (most > least ? (value - least) / (most - least) : 0.5));
}

/** In rows by number, as large as fits one page; on several pages if they would be too small. @param {number} count  @param {Box} box
 * @returns {TilePlan} */
function inRows(count, box) {
  /** @param {number} height */
  const fits = (height) => {
    const columns = Math.max(1, Math.floor((box.width + height * GAP) / (height * (WIDE + GAP))));
    const rows = Math.max(1, Math.floor((box.height + height * GAP) / (height * (1 + GAP))));
    return { columns, rows, all: columns * rows };
  };
  let [low, high] = [LOWEST * box.side, HIGHEST * box.side];
  if (fits(high).all >= count) low = high;
  for (let i = 0; i < 10 && fits(low).all >= count && high - low > 0.5; i += 1) {
    const middle = (low + high) / 2;
    if (fits(middle).all >= count) low = middle;
    else high = middle;
  }
  const { columns, all } = fits(low);
  const pages = Math.max(1, Math.ceil(count / all));
  const per = Math.ceil(count / pages);
  /** @param {number} index  @param {number} shown  @returns {Point} */
  const at = (index, shown) => {
    const rows = Math.ceil(shown / columns);
    const wide = low * (Math.min(columns, shown) * (WIDE + GAP) - GAP);
    const high = low * (rows * (1 + GAP) - GAP);
    return [
      (box.width - wide) / 2 + (index % columns) * low * (WIDE + GAP),
      Math.max(0, (box.height - high) / 2) + Math.floor(index / columns) * low * (1 + GAP),
    ];
  };
  return { height: low, pages, per, dwell: per * PER_TILE + PER_PAGE, at };
}

/** Return the state of a table as seen from afar: "halted", "paused", "reserve", "full" or "open".
 * @param {string} state  @param {number} seats  @param {number} players */
export function stateSeenFromAfar(state, seats, players) {
  if (state !== "open") return state;
  return players >= seats ? "full" : "open";
}
