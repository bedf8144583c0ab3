/** Chips drawn as discs in their real colours, seen from above: face, edge spots, inlay, value. */

import { number } from "./format.js";

/** @import { ChipColours } from "../../../docs/reference/boards" */

const SVG = "http://www.w3.org/2000/svg";
const SPOTS = 6;
const EDGE = 43;

/**
 * One chip.
 * @param {ChipColours} chip as on the structure board; colours as #rrggbb
 * @param {string} language for the value's grouping
 * @param {boolean} inside whether the value is written on it
 * @returns {SVGSVGElement} 100 × 100 units, labelled with its value
 */
export function disc(chip, language, inside = true) {
  const text = number(chip.value, language);
  const svg = node("svg", { viewBox: "0 0 100 100", class: "chip", role: "img", "aria-label": text });
  const around = 2 * Math.PI * EDGE;
  const spot = around / SPOTS;
  svg.append(
    node("circle", { cx: 50, cy: 50, r: 49, fill: chip.face }),
    node("circle", {
      cx: 50, cy: 50, r: EDGE, fill: "none", stroke: chip.edge, "stroke-width": 12,
      "stroke-dasharray": `${spot * 0.36} ${spot * 0.64}`, transform: "rotate(-100 50 50)",
    }),
    // The rim keeps a dark chip visible on a dark wall and a white one on a white page.
    node("circle", { cx: 50, cy: 50, r: 48.5, fill: "none", stroke: rim(chip.face), "stroke-width": 1.5 }),
    node("circle", { cx: 50, cy: 50, r: 34, fill: chip.face, stroke: chip.edge, "stroke-width": 1.6 }),
  );
  if (!inside) return svg;
  const label = node("text", {
    x: 50, y: 50, fill: ink(chip.face), "text-anchor": "middle", "dominant-baseline": "central",
    "font-size": Math.min(30, 98 / Math.max(3, text.length)), "font-weight": 700,
  });
  label.textContent = text;
  svg.append(label);
  return svg;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name  @param {Record<string, string|number>} attributes  @returns {SVGElementTagNameMap[T]}
 */
function node(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Relative luminance of #rrggbb, 0 … 1. @param {string} colour */
export function luminance(colour) {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} face */
function ink(face) {
  return luminance(face) > 0.18 ? "#000000" : "#ffffff";
}

/** @param {string} face */
function rim(face) {
  return luminance(face) > 0.18 ? "rgb(0 0 0 / .35)" : "rgb(255 255 255 / .45)";
}
