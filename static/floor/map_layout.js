/** Layout and hit testing of the map: pure arithmetic in units of the map. */

/** @import { Table } from "./map_tables.js" */

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{size: number, bounds: Box, room: Box|null, shelf: Box|null, digits?: number}} Layout width of a table, the bounds of everything, and
 * the rectangles of the room and of the unplaced tables; number of digits of the longest table number */

/** The room: positions from 0 to 10,000, as on the players' map. */
export const ROOM = { left: 0, top: 0, width: 10_000, height: 7_000 };
/** Height of a table by its width. */
export const FLAT = 0.62;
/** Distance of neighbours in a grid, in table widths. */
const APART = { across: 1.2, down: FLAT * 1.36 };
/** Default width of a table; a few tables far apart are larger, to be readable from afar. */
const USUAL = 900;
const LARGEST = 2_400;
const NARROWEST = 120;
/**
 * From this many tables, a grid row has a round number of them, unless tables would shrink by more than this
 * factor.
 */
const ROUND_FROM = 40;
const ROUND_WORTH = 0.92;

/**
 * Give every table its x and y: placed ones as arranged by staff, the others in a grid by number.
 * @param {Table[]} tables by number
 * @param {{shape: number, frame: boolean}} options aspect ratio of the viewport; `frame` shows the whole room,
 *   even without placed tables; otherwise only the part with tables, once all of them are placed
 * @returns {Layout}
 */
export function layOut(tables, { shape, frame }) {
  const placed = tables.filter(({ across }) => across !== null);
  if (!placed.length && !frame) {
    const columns = columnsOf(tables.length, shape);
    return { size: USUAL, bounds: grid(tables, { left: 0, top: 0, columns, size: USUAL }), room: null, shelf: null };
  }
  for (const table of placed) [table.x, table.y] = pointOf(table.across ?? 0, table.down ?? 0);
  const loose = tables.filter(({ across }) => across === null);
  const close = !frame && !loose.length;
  const size = sizeOf(tables.length, placed, close ? LARGEST : USUAL);
  const room = grown(close ? around(...placed.map(({ x, y }) => ({ left: x, top: y, width: 0, height: 0 }))) : ROOM, size * 0.75);
  if (!loose.length) return { size, bounds: room, room, shelf: null };
  const beside = shape >= ROOM.width / ROOM.height;
  const gap = size * 0.5;
  // Room for the heading of unplaced tables.
  const head = Math.max(size * 0.5, 320);
  const columns = beside
    ? Math.ceil(loose.length / Math.max(1, Math.floor((room.height - head) / (APART.down * size))))
    : Math.max(1, Math.floor(room.width / (APART.across * size)));
  const left = beside ? room.left + room.width + gap : room.left;
  const top = (beside ? room.top : room.top + room.height + gap) + head;
  const cells = grid(loose, { left, top, columns, size });
  const shelf = { left, top: top - head, width: Math.max(cells.width, 1_300), height: cells.height + head };
  return { size, bounds: around(room, shelf), room, shelf };
}

/** Convert a position 0 … 10,000 to a point of the map. @param {number} across  @param {number} down  @returns {[number, number]} */
export function pointOf(across, down) {
  return [(across / 10_000) * ROOM.width, (down / 10_000) * ROOM.height];
}

/** Convert a point of the map to a position 0 … 10,000. @param {number} x  @param {number} y  @returns {[number, number]} */
export function placeOf(x, y) {
  /** @param {number} value */
  const share = (value) => Math.max(0, Math.min(10_000, Math.round(value * 10_000)));
  return [share(x / ROOM.width), share(y / ROOM.height)];
}

/** @param {Table[]} tables  @param {{left: number, top: number, columns: number, size: number}} where  @returns {Box} */
function grid(tables, { left, top, columns, size }) {
  const [wide, high] = [APART.across * size, APART.down * size];
  tables.forEach((table, index) => {
    table.x = left + (index % columns) * wide + wide / 2;
    table.y = top + Math.floor(index / columns) * high + high / 2;
  });
  const rows = Math.ceil(tables.length / columns);
  return { left, top, width: Math.max(1, Math.min(columns, tables.length)) * wide, height: Math.max(1, rows) * high };
}

/** Return the number of tables per row for the largest size. @param {number} count  @param {number} shape */
function columnsOf(count, shape) {
  /** @param {number} step */
  const best = (step) => {
    let found = { columns: 1, scale: 0 };
    for (let columns = step; columns < count + step; columns += step) {
      const rows = Math.ceil(count / columns);
      const scale = Math.min(shape / (columns * APART.across), 1 / (rows * APART.down));
      if (scale > found.scale) found = { columns, scale };
    }
    return found;
  };
  const [any, round] = [best(1), best(5)];
  return count > ROUND_FROM && round.scale > any.scale * ROUND_WORTH ? round.columns : any.columns;
}

/** Return the largest width with which the tables fit into the room and most placed ones do not overlap. @param {number} count  @param {Table[]} placed  @param {number} most */
function sizeOf(count, placed, most) {
  const wanted = Math.min(most, 0.78 * Math.sqrt((ROOM.width * ROOM.height) / (Math.max(1, count) * FLAT)));
  const gaps = placed.map((one) => placed.reduce((least, other) => one === other ? least
    : Math.min(least, Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y) / FLAT)), Infinity));
  const tight = gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.2)] ?? Infinity;
  // In steps, so that tables do not change size whenever one is moved.
  const steps = Math.floor(Math.log2(Math.max(NARROWEST, Math.min(wanted, tight * 0.88)) / NARROWEST) * 4);
  return NARROWEST * 2 ** (steps / 4);
}

/** @param {Box} box  @param {number} by  @returns {Box} */
function grown({ left, top, width, height }, by) {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}

/** @param {Box[]} those  @returns {Box} */
function around(...those) {
  /** @param {(box: Box) => number} edge */
  const least = (edge) => those.reduce((found, one) => Math.min(found, edge(one)), Infinity);
  const [left, top] = [least((one) => one.left), least((one) => one.top)];
  const [right, bottom] = [-least((one) => -one.left - one.width), -least((one) => -one.top - one.height)];
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Return the table at a point: the one under it, else the nearest that is not dimmed.
 * @param {Table[]} tables  @param {number} size  @param {number} x  @param {number} y  @param {number} reach reach of a finger
 */
export function tableAt(tables, size, x, y, reach) {
  /** @type {Table|null} */
  let found = null;
  let least = Infinity;
  for (const table of tables) {
    const [dx, dy] = [Math.abs(table.x - x), Math.abs(table.y - y)];
    const on = dx <= size / 2 && dy <= (size * FLAT) / 2;
    if (!on && (table.dim || dx > reach || dy > reach)) continue;
    const far = Math.hypot(dx, dy / FLAT) - (on ? size : 0) + (table.dim ? size / 2 : 0);
    if (far < least) [found, least] = [table, far];
  }
  return found;
}

/**
 * Return the next table in a direction: the nearest within 45° of it, else the nearest on that side.
 * @param {Table[]} tables  @param {{x: number, y: number}} from
 * @param {[number, number]} way [1, 0] is right, [0, 1] is down
 */
export function neighbour(tables, from, [right, down]) {
  /** @type {Table|null} */
  let found = null;
  let least = Infinity;
  for (const table of tables) {
    const [dx, dy] = [table.x - from.x, (table.y - from.y) / FLAT];
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down - dy * right);
    if (table === from || along <= 0) continue;
    const cost = along + 2 * aside + (aside > along ? 1e6 : 0);
    if (cost < least) [found, least] = [table, cost];
  }
  return found;
}

/**
 * Return where a moved table snaps to: aligned with others it is nearly aligned with.
 * @param {Table[]} tables  @param {number} number of the moved table  @param {number} x  @param {number} y  @param {number} near snapping distance
 * @returns {{x: number, y: number, lines: {x?: number, y?: number}[]}} with its alignment lines
 */
export function snapped(tables, number, x, y, near) {
  /** @param {number} value  @param {"x"|"y"} key */
  const to = (value, key) => tables.reduce((best, table) => {
    if (table.number === number || table.across === null) return best;
    return Math.abs(table[key] - value) < Math.abs(best - value) ? table[key] : best;
  }, Infinity);
  const [column, row] = [to(x, "x"), to(y, "y")];
  const inColumn = Math.abs(column - x) <= near;
  const inRow = Math.abs(row - y) <= near;
  return {
    x: inColumn ? column : x, y: inRow ? row : y,
    lines: [...(inColumn ? [{ x: column }] : []), ...(inRow ? [{ y: row }] : [])],
  };
}
