/** The buttons at the edge of the map: zoom in, zoom out, show all tables. */

import { el } from "../shared/ui/dom.js";

/** @import { Words } from "../shared/ui/words.js" */

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  plus: "M12 4v16M4 12h16",
  minus: "M4 12h16",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

/**
 * Create the buttons.
 * @param {Words} words  @param {Record<keyof typeof ICONS, () => void>} run by button
 * @param {HTMLElement} more another button, put last
 */
export function mapTools(words, run, more) {
  return el("div.floor-map-tools", { role: "group", "aria-label": words.say("map.tools") },
    tool("plus", words.say("map.zoom_in"), run.plus),
    tool("minus", words.say("map.zoom_out"), run.minus),
    tool("fit", words.say("map.fit"), run.fit), more);
}

/** A button with a line icon. @param {keyof typeof ICONS} icon  @param {string} label  @param {() => void} run */
function tool(icon, label, run) {
  const picture = document.createElementNS(SVG, "svg");
  const lines = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true" })) picture.setAttribute(key, value);
  lines.setAttribute("d", ICONS[icon]);
  picture.append(lines);
  const button = el("button.btn.btn-icon", { type: "button", "aria-label": label, title: label }, picture);
  button.addEventListener("click", run);
  return button;
}
