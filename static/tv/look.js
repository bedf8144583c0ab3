/** The room's identity on the wall: colour, theme, background, logo and sponsor, from the board `look`. */

import { luminance } from "../shared/ui/chips.js";
import { flag } from "../shared/ui/dom.js";

/** @import { LookBoard } from "../../docs/reference/boards" */

/** Hues that would be read as the alert's amber (degrees). */
const AMBER = /** @type {const} */ ([25, 68]);

/**
 * Apply a room's look to the page.
 * @param {Pick<LookBoard, "theme"|"background">|undefined} look
 */
export function applyLook(look) {
  const root = document.documentElement;
  flag(root, "theme", look?.theme ?? "room");
  flag(root, "background", Boolean(look?.background));
  if (look?.background) root.style.setProperty("--tv-picture", `url("${look.background}")`);
  else root.style.removeProperty("--tv-picture");
}

/** Use the room's colour: exact on surfaces, with an ink that is readable on it. @param {string} colour "#rrggbb" */
export function applyColour(colour) {
  const root = document.documentElement;
  root.style.setProperty("--room", colour);
  const { hue, chroma } = shadeOf(colour);
  root.style.setProperty("--tv-on-room", luminance(colour) > 0.179 ? "#000000" : "#ffffff");
  // The last minute must not look like the room's own colour.
  flag(root, "alert", chroma > 0.25 && hue >= AMBER[0] && hue <= AMBER[1] ? "white" : null);
}

/** Return hue (degrees) and chroma (0 … 1) of a colour. @param {string} colour "#rrggbb" */
export function shadeOf(colour) {
  const [r, g, b] = /** @type {[number, number, number]} */ ([1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255));
  const [most, chroma] = [Math.max(r, g, b), Math.max(r, g, b) - Math.min(r, g, b)];
  let hue = 0;
  if (chroma && most === r) hue = (((g - b) / chroma) + 6) % 6;
  else if (chroma && most === g) hue = (b - r) / chroma + 2;
  else if (chroma) hue = (r - g) / chroma + 4;
  return { hue: hue * 60, chroma };
}
