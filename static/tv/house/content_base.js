/** What all contents of a cell have in common: what they are drawn from, and how large their type is. */

import { el } from "../../shared/ui/dom.js";

/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Boards } from "../boards.js" */
/** @import { EventNow } from "./event.js" */
/** @import { Row } from "./texts.js" */
/** @import { Room } from "./type.js" */

/**
 * @typedef {object} Given what a content is drawn from
 * @property {EventNow|null} event  @property {Boards} boards of the room  @property {Words} words  @property {number} now
 * @property {number} unit one hundredth of the screen's height (px), of an upright one's width
 * @property {boolean} several whether the layout shows more than one event
 */
/**
 * @typedef {object} Shown
 * @property {HTMLElement} element
 * @property {(given: Given) => boolean} empty whether it has nothing to show
 * @property {(given: Given, room: Room, row?: Row|null) => number|null} draw returns the ms until it changes; a figure's label follows its row
 */
/** @typedef {Record<string, any> & {kind: string}} Content as in the document */

/** Least size of any type, and of the label of a figure, in units: capitals of 3.5 % of the height. */
export const LEAST = 5.5;
const SIZES = /** @type {Record<string, number>} */ ({ full: 1, large: 0.75, medium: 0.55, small: 0.4 });

/** Return the largest type size of a content: a part of what fits, but never unreadable. @param {Content} content  @param {number} fits  @param {number} unit */
export function sizeOf({ size = "full" }, fits, unit) {
  return Math.max((SIZES[size] ?? 1) * fits, Math.min(fits, LEAST * unit));
}

/** @param {string} name  @param {Content} content */
export function holder(name, content) {
  return el(`div.house-${name}`, { "data-align": content.align ?? "center", "data-colour": content.colour ?? "ink" });
}
