/** Which arrangement of a layout a screen shows. Pure. */

/** @import { LayoutDocument, Shape } from "./house.js" */

/** Which shapes stand in for one that a layout lacks. @type {Record<Shape, Shape[]>} */
const SHAPES = { wide: ["wide", "ultrawide", "upright"], ultrawide: ["ultrawide", "wide", "upright"], upright: ["upright", "wide", "ultrawide"] };
/** From this ratio of width to height on, a screen is ultra-wide. */
const ULTRAWIDE = 2.05;

/** @param {number} width  @param {number} height  @returns {Shape} */
export function shapeOf(width, height) {
  return width < height ? "upright" : width / height >= ULTRAWIDE ? "ultrawide" : "wide";
}

/**
 * Return the arrangement of a screen, and the shape that it belongs to: the first that names one of the states of its event,
 * else the last.
 * @param {LayoutDocument} layout  @param {Shape} shape  @param {string[]} states
 */
export function arrangementOf(layout, shape, states) {
  const own = SHAPES[shape].find((one) => layout.shapes[one]?.length) ?? shape;
  const found = layout.shapes[own] ?? [];
  const at = found.findIndex((one) => !one.states?.length || one.states.some((state) => states.includes(state)));
  return { arrangement: found[at] ?? found.at(-1) ?? { cells: [] }, at, shape: own };
}
