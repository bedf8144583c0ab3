/** Long lists in pages: how many rows and columns one holds, which page is on, and from which letter to which. Pure. */

/** Type no larger than this, as a part of the shorter side of the screen; where few rows have all the room, than that. */
const LARGEST = 0.082;
const FEW_LARGEST = 0.115;
/** Height of a row, and of what stands above a column, in the size of the type. */
const ROW = 1.2;
const ABOVE = 0.9;
/** No row is higher than this, in the size of the type: further apart they are no table any more. */
const AIRY = 2.4;
/** Type that is this large is large enough for all rows to stand on one page, in place of turning it. */
const ALL = 0.055;
/** Reading speed: this long per row, and this long to find one's place (ms). */
const PER_ROW = 200;
const PER_PAGE = 3_000;
/** Letters that tell one end of a page from its neighbour, at most. */
const LETTERS = 3;

/**
 * How a list of so many rows is laid out: one page in large type where they all go; else the fewest columns, which is the largest type, with which it goes into a few
 * pages; with as many columns as stay readable where it never does.
 *
 * @param {number} count how many rows there are
 * @param {{width: number, height: number, side: number}} box room for them, and the screen's shorter side (px)
 * @param {{wide: number, few: number, smallest: number}} want width of a column in the size of its type, how many pages
 *   are few, and the smallest type as a part of the shorter side; `columns` from which on a list that does not go into
 *   one is laid out in so many, where they are readable
 * @returns {{columns: number, rows: number, size: number, pages: number, per: number, dwell: number}} `size` of the type
 *   (px), `per` rows on a page (evenly, so that none holds a single row), and for how long a page is on (ms)
 */
export function layOut(count, { width, height, side }, { wide, few, smallest, columns: apart = 1 }) {
  const whole = Math.min(LARGEST * side, width / wide, height / (count * ROW + ABOVE));
  if (count && whole >= Math.max(ALL, smallest) * side) {
    return spread({ columns: 1, pages: 1, per: count, dwell: count * PER_ROW + PER_PAGE }, count, { width, height, side }, wide);
  }
  const least = smallest * side;
  if (apart > 1 && width / apart / wide >= least) return inColumns(apart, count, { width, height, side }, wide, least);
  let found = null;
  for (let columns = 1; ; columns += 1) {
    const size = Math.min(LARGEST * side, width / columns / wide);
    if (found && size < smallest * side) break;
    const rows = Math.max(1, Math.floor((height - ABOVE * size) / (ROW * size)));
    const pages = Math.max(1, Math.ceil(count / (rows * columns)));
    found = { columns, rows, size, pages, per: Math.ceil(count / pages), dwell: rows * columns * PER_ROW + PER_PAGE };
    if (pages <= few) break;
  }
  return found.pages === 1 ? spread(found, count, { width, height, side }, wide) : found;
}

/** So many columns on the fewest pages that readable type allows, in the largest type with which they are as few. */
function inColumns(columns, count, { width, height, side }, wide, least) {
  const deepest = Math.max(1, Math.floor((height - ABOVE * least) / (ROW * least)));
  const pages = Math.max(1, Math.ceil(count / (deepest * columns)));
  const per = Math.ceil(count / pages);
  const rows = Math.max(1, Math.ceil(per / columns));
  const size = Math.max(least, Math.min(LARGEST * side, width / columns / wide, height / (rows * ROW + ABOVE)));
  // As long for a few rows more or less: a page does not turn because somebody came.
  const found = { columns, rows, size, pages, per, dwell: deepest * columns * PER_ROW + PER_PAGE };
  return pages === 1 ? spread(found, count, { width, height, side }, wide) : found;
}

/** Rows that all stand on one page have the room there is: larger type, and rows further apart. */
function spread(found, count, { width, height, side }, wide) {
  const { columns } = found;
  const deep = Math.max(1, Math.ceil(count / columns));
  const size = Math.max(found.size ?? 0, Math.min(FEW_LARGEST * side, width / columns / wide, height / (deep * ROW + ABOVE)));
  const least = Math.floor((height - ABOVE * size) / (AIRY * size));
  return { ...found, size, rows: Math.max(deep, least) };
}

/**
 * Which page is on. It follows from the server's time alone, so that the displays of a room turn together, also after
 * one of them began anew; displays that share a list stand as far apart in it as they can.
 *
 * @param {number} pages how many there are  @param {number} dwell how long each is on (ms)  @param {number} now server ms
 * @param {{index: number, of: number}} share which of how many displays of the same list this is
 */
export function pageAt(pages, dwell, now, { index, of } = { index: 0, of: 1 }) {
  return (Math.floor(now / dwell) + Math.floor((index * pages) / of)) % pages;
}

/**
 * Which letters a page holds, by as few as tell it from its neighbours: ["A", "Fe"], or one where they are the same.
 * @param {Array<[string, ...unknown[]]>} list rows in alphabetical order, the name first
 */
export function lettersOf(list, first, last) {
  const from = beginning(list[first][0], list[first - 1]?.[0]);
  let to = beginning(list[last][0], list[last + 1]?.[0]);
  // "Fe – Fi", where "Fe – F" would be true as well.
  if (plain(from).startsWith(plain(to))) to = beginning(list[last][0], "", [...from].length);
  return plain(from) === plain(to) ? [from] : [from, to];
}

/** The first letters of a name, at least so many, and as many as it takes to tell it from another one. */
function beginning(name, other = "", least = 1) {
  const [signs, others] = [name, other].map((text) => [...text.trim().normalize("NFC")]);
  let count = least;
  const same = () => plain(signs.slice(0, count).join("")) === plain(others.slice(0, count).join(""));
  while (count < LETTERS && count < signs.length && same()) count += 1;
  const [head = "", ...rest] = signs.slice(0, count);
  return (head.toLocaleUpperCase() + rest.join("")).trimEnd();
}

/** As names are sorted: accents and capitals do not count. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
