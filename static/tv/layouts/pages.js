/** Long lists in pages: rows and columns per page, the current page, and its range of letters. Pure. */

/** @import { Share } from "../boards.js" */

/** Maximum type size relative to the screen's shorter side; larger only for few rows. */
const LARGEST = 0.1;
const FEW_LARGEST = 0.14;
/** Height of a row with its line, and of a column heading, relative to the type size. */
const ROW = 1.16;
const ABOVE = 0.9;
/** Maximum height of a row relative to the type size: further apart, rows are not read as a table. */
const AIRY = 1.9;
/** Type of this size is large enough to show all rows on one page instead of turning it; on several pages, the largest. */
const ALL = 0.065;
/** Reading speed: time per row, and time to find one's place (ms). */
const PER_ROW = 200;
const PER_PAGE = 3_000;
/** Type of a name on two lines, relative to that of the list, and the height of two lines in it. */
const TWO_LEAST = 0.54;
export const TWO_LARGEST = 0.8;
export const TWO_LINES = 2.1;
/** Maximum number of letters that distinguish a page from its neighbour. */
const LETTERS = 3;

/** @typedef {{width: number, height: number, side: number}} Box room for a list, and the screen's shorter side (px) */
/**
 * @typedef {object} Want
 * @property {number} wide width of a column in the size of its type  @property {number} few how many pages are few
 * @property {number} smallest the smallest type as a part of the shorter side
 * @property {number} [columns] so many, where they are readable, for a list that does not go into one
 * @property {boolean} [headless] without headings above the columns
 * @property {boolean} [always] also for a list that does, in a box that is wider than high
 */
/**
 * @typedef {object} Plan `size` of the type (px), `per` rows on a page (evenly, so that none holds a single row), and for how
 *   long a page is on (ms)
 * @property {number} columns  @property {number} rows  @property {number} size  @property {number} pages
 * @property {number} per  @property {number} dwell
 */

/** Return the space for a list and the shorter side of the screen, also within a cell of a layout; null while not on screen.
 * @param {HTMLElement} element  @param {HTMLElement} body  @returns {Box|null} */
export function boxOf(element, body) {
  const [screen, inner] = [(element.closest(".house") ?? element).getBoundingClientRect(), body.getBoundingClientRect()];
  if (!screen.height || !inner.height) return null;
  return { width: inner.width, height: inner.height, side: Math.min(screen.width, screen.height) };
}

/**
 * Lay out a list: one page in large type if all rows fit; otherwise the fewest columns, and so the largest
 * type, with few pages; otherwise as many columns as are readable.
 * @param {number} count how many rows there are  @param {Box} box  @param {Want} want  @returns {Plan}
 */
export function layOut(count, { width, height, side }, { wide, few, smallest, columns: apart = 1, always = false, headless = false }) {
  const above = headless ? 0 : ABOVE;
  const whole = Math.min(LARGEST * side, width / wide, height / (count * ROW + above));
  if (count && whole >= Math.max(ALL, smallest) * side && !(always && count > 3 && width > height)) {
    return spread({ columns: 1, pages: 1, per: count, dwell: count * PER_ROW + PER_PAGE }, count, { width, height, side }, wide, above);
  }
  const least = smallest * side;
  if (apart > 1 && width / apart / wide >= least) return inColumns(apart, count, { width, height, side }, wide, least, above);
  for (let columns = 1, found; ; columns += 1) {
    const size = Math.min(ALL * side, width / columns / wide);
    if (found && size < least) return found.pages === 1 ? spread(found, count, { width, height, side }, wide, above) : found;
    const rows = Math.max(1, Math.floor((height - above * size) / (ROW * size)));
    const pages = Math.max(1, Math.ceil(count / (rows * columns)));
    found = { columns, rows, size, pages, per: Math.ceil(count / pages), dwell: rows * columns * PER_ROW + PER_PAGE };
    if (pages <= few) return pages === 1 ? spread(found, count, { width, height, side }, wide, above) : found;
  }
}

/**
 * Return the most columns and fewest pages of readable type, in the largest type with that number of pages.
 * @param {number} columns  @param {number} count  @param {Box} box  @param {number} wide  @param {number} least  @param {number} above  @returns {Plan}
 */
function inColumns(columns, count, { width, height, side }, wide, least, above) {
  const deepest = Math.max(1, Math.floor((height - above * least) / (ROW * least)));
  const pages = Math.max(1, Math.ceil(count / (deepest * columns)));
  const per = Math.ceil(count / pages);
  const rows = Math.max(1, Math.ceil(per / columns));
  const size = Math.max(least, Math.min(ALL * side, width / columns / wide, height / (rows * ROW + above)));
  // The same for small changes of the number of rows: a page does not turn because a row was added.
  const found = { columns, rows, size, pages, per, dwell: deepest * columns * PER_ROW + PER_PAGE };
  return pages === 1 ? spread(found, count, { width, height, side }, wide, above) : found;
}

/** Spread rows on a single page: larger type, and rows further apart.
 * @param {Omit<Plan, "size"|"rows"> & Partial<Plan>} found  @param {number} count  @param {Box} box  @param {number} wide  @param {number} above  @returns {Plan} */
function spread(found, count, { width, height, side }, wide, above) {
  const { columns } = found;
  const deep = Math.max(1, Math.ceil(count / columns));
  const size = Math.max(found.size ?? 0, Math.min(FEW_LARGEST * side, width / columns / wide, height / (deep * ROW + above)));
  const least = Math.floor((height - above * size) / (AIRY * size));
  return { ...found, size, rows: Math.max(deep, least) };
}

/**
 * Return how large a name may be on two lines in its row, relative to the type of the list.
 * @param {Plan} plan  @param {Box} box  @param {number} rows of a column  @param {boolean} headless
 */
export function twoLines(plan, box, rows, headless) {
  return Math.min(TWO_LARGEST, Math.max(TWO_LEAST, heightOfRow(plan, box, rows, headless) / TWO_LINES));
}

/** Return the height of a row, relative to the type of the list. @param {Plan} plan  @param {Box} box  @param {number} rows of a column  @param {boolean} headless */
export function heightOfRow({ size }, { height }, rows, headless) {
  return (height / size - (headless ? 0 : ABOVE)) / rows;
}

/**
 * Return the current page.
 *
 * It depends on the server's time only, so that the displays of a room turn together, also after a restart;
 * displays that share a list show pages as far apart as possible.
 * @param {number} pages how many there are  @param {number} dwell how long each is on (ms)  @param {number} now server ms
 * @param {Share} share index and number of displays of the same list
 */
export function pageAt(pages, dwell, now, { index, of } = { index: 0, of: 1 }) {
  return (Math.floor(now / dwell) + Math.floor((index * pages) / of)) % pages;
}

/**
 * Return the letters of a page, as few as distinguish it from its neighbours: ["A", "Fe"], or one if they are
 * equal.
 * @param {Array<[string, ...unknown[]]>} list rows in alphabetical order, the name first
 * @param {number} first  @param {number} last of the page
 */
export function lettersOf(list, first, last) {
  const name = list[last]?.[0] ?? "";
  const from = beginning(list[first]?.[0] ?? "", list[first - 1]?.[0]);
  let to = beginning(name, list[last + 1]?.[0]);
  // "Fe – Fi", although "Fe – F" would be correct as well.
  if (plain(from).startsWith(plain(to))) to = beginning(name, "", [...from].length);
  return plain(from) === plain(to) ? [from] : [from, to];
}

/**
 * Return the first letters of a name: at least the given number, and enough to distinguish it from another
 * name.
 * @param {string} name  @param {string} other  @param {number} least
 */
function beginning(name, other = "", least = 1) {
  const [signs, others] = [[...name.trim().normalize("NFC")], [...other.trim().normalize("NFC")]];
  let count = least;
  const same = () => plain(signs.slice(0, count).join("")) === plain(others.slice(0, count).join(""));
  while (count < LETTERS && count < signs.length && same()) count += 1;
  const [head = "", ...rest] = signs.slice(0, count);
  const shown = head.toLocaleUpperCase() + rest.join("");
  // Of "M., Petra", "M" is enough.
  return shown.replace(/[^\p{L}\p{M}\p{N}]+$/u, "") || shown.trimEnd();
}

/** Normalise a name for sorting: accents and case are ignored. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
