/** The legend of the map: each shape and sign with its label. */

import { el } from "../shared/ui/dom.js";
import { contextOf, drawTable } from "./map_shapes.js";
import { STATES } from "./map_tables.js";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { Colours } from "./map_colours.js" */

/** States with a shape of their own; the others are signs at the edge. */
const SHAPES = new Set(["playing", "empty", "breaking", "halted", "hand_for_hand", "paused", "reserve"]);
const PICTURE = { width: 84, height: 56, table: 62 };

/** Create the legend and its button. @param {Words} words  @param {() => Colours} colours as they are when it opens */
export function legend(words, colours) {
  const rows = [...STATES, "button"].map((state) => {
    const canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { "aria-hidden": "true", width: String(PICTURE.width * 2), height: String(PICTURE.height * 2) }));
    return { state, canvas, row: el("li", {}, canvas, el("span", {}, words.say(`map.state_${state}`))) };
  });
  const list = el("div.floor-map-signs", { id: "floor-map-signs", popover: "" },
    el("h2", {}, words.say("map.signs")), el("ul.floor-map-rows", {}, ...rows.map(({ row }) => row)));
  list.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") for (const { state, canvas } of rows) draw(canvas, state, words, colours());
  });
  return { list, button: el("button.btn.btn-icon", { type: "button", popovertarget: list.id, "aria-label": words.say("map.signs") }, "?") };
}

/** @param {HTMLCanvasElement} canvas  @param {string} state  @param {Words} words  @param {Colours} colours */
function draw(canvas, state, words, colours) {
  const ctx = contextOf(canvas);
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  ctx.save();
  ctx.translate(canvas.width / 2, canvas.height / 2);
  const main = SHAPES.has(state) ? state : "playing";
  const here = state === "empty" || state === "reserve" ? 0 : state === "short" ? 5 : 8;
  const table = {
    number: 7, seats: 9, players: here, ghosts: 0, main, states: new Set([main, state]), calls: 0, away: 0, hands: 0,
    underWay: state === "waiting" ? 2 : 0, button: state === "button" ? 3 : null,
    idleKey: "",
  };
  drawTable(ctx, table, { width: PICTURE.table * 2, unit: 2, digits: 1, colours, words });
  ctx.restore();
}
