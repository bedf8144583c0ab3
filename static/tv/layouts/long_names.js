/** Long names in the rows of a list: on two lines, in rows that take height from the others of their column. */

import { el, fitEach, fitLines } from "../../shared/ui/dom.js";
import { heightOfRow, TWO_LARGEST, TWO_LINES, twoLines } from "./pages.js";

/** @import { Box, Plan } from "./pages.js" */

/** Least height of the other rows, relative to the type of the list: what one line takes. */
const LEAST_ROW = 1.08;
/** Least size of a name on two lines, of the size that its row allows. */
const SMALLEST = 0.8;
/** Least size of the names of a team, one on each line. */
const SMALLEST_OF_TEAM = 0.5;

/** Return the parts of a name: on two lines, a team has one line for each player. @param {string} name  @returns {(string|HTMLElement)[]} */
export function partsOf(name) {
  const [one, ...others] = name.split(" / ");
  if (others.length !== 1) return [name];
  return [el("span.of-team", {}, `${one} /`), " ", el("span.of-team", {}, others[0])];
}

/**
 * Fit the names of a page.
 * @param {HTMLElement} body of the list  @param {string} selector of its names  @param {Plan} plan  @param {Box|null} box
 * @param {number} rows of a column  @param {boolean} headless whether its columns have no headings
 */
export function fitNames(body, selector, plan, box, rows, headless) {
  const names = /** @type {HTMLElement[]} */ ([...body.querySelectorAll(selector)]);
  const long = box ? twoLines(plan, box, rows, headless) : 0;
  body.style.setProperty("--long", String(long));
  fitEach(names, 0.82, Math.max(0.6, long));
  raise(body, names, plan, box, rows, headless, long);
  for (const name of names) if (name.dataset.long !== undefined) fitTeam(name);
}

/**
 * Give the rows of long names height from the others of their column.
 * @param {HTMLElement} body  @param {HTMLElement[]} names  @param {Plan} plan  @param {Box|null} box  @param {number} rows  @param {boolean} headless
 * @param {number} long size of a name on two lines without it
 */
function raise(body, names, plan, box, rows, headless, long) {
  if (!box || long >= TWO_LARGEST) return;
  const row = heightOfRow(plan, box, rows, headless);
  for (const column of body.querySelectorAll(".column")) {
    const own = names.filter((name) => column.contains(name));
    const longer = own.filter(({ dataset }) => dataset.long !== undefined);
    const tall = tallRow(row, rows, longer.length);
    if (tall <= row) continue;
    const other = (row * rows - tall * longer.length) / (rows - longer.length);
    const heights = Array.from({ length: rows }, (_row, at) => (own[at]?.dataset.long === undefined ? other : tall));
    const holder = /** @type {HTMLElement} */ (column.querySelector("tbody") ?? column);
    holder.style.setProperty("grid-template-rows", heights.map((height) => `minmax(0, ${height.toFixed(3)}fr)`).join(" "));
    for (const name of longer) {
      name.style.setProperty("--long", String(Math.min(TWO_LARGEST, tall / TWO_LINES)));
      fitLines(name, SMALLEST);
    }
  }
}

/** Shrink the names of a team on two lines until each fits its own. @param {HTMLElement} name */
function fitTeam(name) {
  const parts = /** @type {HTMLElement[]} */ ([...name.querySelectorAll(".of-team")]);
  const set = Number(name.style.getPropertyValue("--fit")) || 1;
  const factor = set * Math.min(1, ...parts.map((part) => (part.clientWidth * 0.99) / part.scrollWidth));
  if (factor < set) name.style.setProperty("--fit", Math.max(SMALLEST_OF_TEAM, factor).toFixed(3));
}

/**
 * Return the height of the rows of long names, relative to the type of the list.
 * @param {number} row height of a row if all are equally high  @param {number} rows of the column
 * @param {number} count how many of them have a long name
 */
export function tallRow(row, rows, count) {
  if (!count || count >= rows || row <= LEAST_ROW) return row;
  return Math.min(TWO_LARGEST * TWO_LINES, row + ((rows - count) * (row - LEAST_ROW)) / count);
}
