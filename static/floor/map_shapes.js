/**
 * The picture of one table at any size, from a few pixels to full detail.
 *
 * The shape shows the state: solid, dashed, cornered like a stop sign, cracked, double, between two bars.
 * Signs at the edge show events, and colour is added on top. All lengths are device pixels around the table's
 * middle; `unit` is a CSS pixel.
 */

import { FLAT } from "./map_layout.js";
import { wordOf } from "./map_tables.js";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { Colours } from "./map_colours.js" */
/** @import { Shown } from "./map_tables.js" */

/** Widths (CSS px) from which a table shows its figures, and all details. */
const FIGURES = 50;
const ALL = 124;
/** Smaller numbers (CSS px) are not drawn. */
const LEAST_TYPE = 5;

/** Return the level of detail at a width in CSS px: 0 number and fill, 1 figures too, 2 everything. @param {number} width */
export function detail(width) {
  return width < FIGURES ? 0 : width < ALL ? 1 : 2;
}

/** Return the reach of signs beyond a table. @param {number} width  @param {number} unit */
export function margin(width, unit) {
  return Math.ceil(Math.max((detail(width / unit) ? 8 : 6) * unit, width * 0.06));
}

/**
 * How a table is drawn: its width, of which `unit` are one CSS px, and `digits` of the longest number: all numbers have one size.
 * @typedef {{width: number, unit: number, digits: number, colours: Colours, words: Words}} How
 * @typedef {{ctx: CanvasRenderingContext2D, w: number, h: number, unit: number, digits: number, colours: Colours, level: number}} Pen
 * @typedef {Exclude<keyof Colours, "font">} Colour
 * @typedef {{fill: Colour|null, line: Colour, ink: Colour, dashed?: boolean, thick?: boolean}} Look
 */

/** Return the drawing context of a canvas. @param {HTMLCanvasElement} canvas */
export function contextOf(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** @type {Record<string, Look>} */
const LOOKS = {
  playing: { fill: "surface", line: "lineStrong", ink: "ink" },
  empty: { fill: null, line: "lineStrong", ink: "ink3" },
  reserve: { fill: null, line: "lineStrong", ink: "ink3", dashed: true },
  paused: { fill: "warnSoft", line: "warn", ink: "ink" },
  halted: { fill: "badSoft", line: "bad", ink: "ink", thick: true },
  hand_for_hand: { fill: "accentSoft", line: "accent", ink: "ink" },
  breaking: { fill: "warnSoft", line: "warn", ink: "ink" },
};

/**
 * @param {CanvasRenderingContext2D} ctx with its origin in the table's middle
 * @param {Shown} table  @param {How} how
 */
export function drawTable(ctx, table, { width, unit, digits, colours, words }) {
  const pen = { ctx, w: width, h: width * FLAT, unit, digits, colours, level: detail(width / unit) };
  const look = LOOKS[table.main];
  body(pen, table, look);
  if (pen.level === 2) everything(pen, table, look, words);
  else if (pen.level === 1) figures(pen, table, look);
  else number(pen, table, look, { y: 0, most: 0.66 });
  marks(pen, table);
}

/** Draw a simplified table, when there is no time for more. @param {CanvasRenderingContext2D} ctx  @param {Shown} table  @param {How} how */
export function drawShape(ctx, table, { width, colours }) {
  ctx.fillStyle = colours[LOOKS[table.main].fill ?? "surface2"];
  ctx.fill(outline(table.main, width, width * FLAT));
}

/** Return the outline of a shape.  @returns {Path2D} @param {string} main  @param {number} w  @param {number} h */
export function outline(main, w, h) {
  const path = new Path2D();
  if (main === "halted") {
    const cut = h * 0.3;
    const [x, y] = [w / 2, h / 2];
    const corners = [[-x + cut, -y], [x - cut, -y], [x, -y + cut], [x, y - cut], [x - cut, y], [-x + cut, y], [-x, y - cut], [-x, -y + cut]];
    for (const [across, down] of corners) path.lineTo(across, down);
    path.closePath();
  } else {
    path.roundRect(-w / 2, -h / 2, w, h, h * 0.42);
  }
  return path;
}

/** @param {Pen} pen  @param {Shown} table  @param {Look} look */
function body(pen, table, look) {
  const { ctx, w, h, unit, colours } = pen;
  const path = outline(table.main, w, h);
  const line = (look.thick ? 2 : 1) * unit * (pen.level ? 1.25 : 1);
  if (look.fill) {
    ctx.fillStyle = colours[look.fill];
    ctx.fill(path);
  }
  gauge(pen, table, path);
  ctx.strokeStyle = colours[look.line];
  ctx.lineWidth = line;
  ctx.setLineDash(look.dashed ? [Math.max(2.5 * unit, w * 0.05), Math.max(2 * unit, w * 0.035)] : []);
  ctx.stroke(path);
  ctx.setLineDash([]);
  if (table.main === "hand_for_hand") {
    const gap = Math.max(2.5 * unit, h * 0.08);
    ctx.stroke(outline(table.main, w - 2 * gap, h - 2 * gap));
  }
  if (table.main === "paused") {
    ctx.fillStyle = colours.warn;
    const thick = Math.max(2 * unit, w * 0.035);
    for (const side of [-1, 1]) ctx.fillRect(side * w * 0.41 - thick / 2, -h * 0.23, thick, h * 0.46);
  }
  if (table.main === "breaking") crack(pen);
}

/** Draw the occupancy as a bar from the left; at close range the dots show it. @param {Pen} pen  @param {Shown} table  @param {Path2D} path */
function gauge({ ctx, w, level, colours }, table, path) {
  const seated = table.players + table.ghosts;
  if (!seated || !table.seats) return;
  const share = level === 2 ? 1 : Math.min(1, seated / table.seats);
  const colour = table.main === "playing" || table.main === "hand_for_hand" ? colours.accent : table.main === "halted" ? colours.bad : colours.warn;
  ctx.globalAlpha = 0.17;
  ctx.fillStyle = colour;
  if (share < 1) {
    // A hard-stopped gradient is cheaper than clipping.
    const bar = ctx.createLinearGradient(-w / 2, 0, w / 2, 0);
    bar.addColorStop(share, colour);
    bar.addColorStop(share, "transparent");
    ctx.fillStyle = bar;
  }
  ctx.fill(path);
  ctx.globalAlpha = 1;
}

/** A breaking table is in two parts, along a jagged line. @param {Pen} pen */
function crack({ ctx, w, h, unit, colours }) {
  const path = new Path2D();
  const x = w * 0.37;
  const step = w * 0.045;
  path.moveTo(x + step, -h * 0.62);
  path.lineTo(x - step * 0.5, -h * 0.14);
  path.lineTo(x + step * 0.7, h * 0.12);
  path.lineTo(x - step, h * 0.62);
  const wide = Math.max(2 * unit, w * 0.022);
  ctx.lineJoin = "miter";
  ctx.strokeStyle = colours.warn;
  ctx.lineWidth = wide + 2 * unit;
  ctx.save();
  ctx.clip(outline("breaking", w + unit, h + unit));
  ctx.stroke(path);
  ctx.restore();
  ctx.globalCompositeOperation = "destination-out";
  ctx.lineWidth = wide;
  ctx.stroke(path);
  ctx.globalCompositeOperation = "source-over";
}

/**
 * Draw a text around the middle of a line, shrunk to fit a width.
 * @param {Pen} pen  @param {string} string
 * @param {{x?: number, y: number, size: number, wide: number, ink?: Colour, weight?: number, least?: number, like?: string}} how `like` is the text that has to fit, if several share one size
 */
function text({ ctx, unit, colours }, string, { x = 0, y, size, wide, ink = "ink", weight = 400, least = 0, like = string }) {
  let fitting = size;
  ctx.font = `${weight} ${fitting}px ${colours.font}`;
  const measured = ctx.measureText(like).width;
  if (measured > wide) {
    fitting = (size * wide) / measured;
    if (fitting < least * unit) return;
    ctx.font = `${weight} ${fitting}px ${colours.font}`;
  }
  ctx.fillStyle = colours[ink];
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  // Digits have no descenders: their middle is the middle of their height.
  ctx.fillText(string, x, y + fitting * 0.36);
}

/** @param {Pen} pen  @param {Shown} table  @param {Look} look  @param {{y: number, most: number}} where */
function number(pen, table, look, { y, most }) {
  const { w, h, digits } = pen;
  const free = table.main === "paused" || table.main === "breaking" ? 0.7 : 0.82;
  const like = "8".repeat(Math.max(digits, String(table.number).length));
  text(pen, String(table.number), { x: aside(pen, table), y: y * h, size: most * h, wide: w * free, ink: look.ink, weight: 700, least: LEAST_TYPE, like });
}

/** Return the middle of a table's text: a crack takes its room at the right. @param {Pen} pen  @param {Shown} table */
function aside({ w }, table) {
  return table.main === "breaking" ? -w * 0.06 : 0;
}

/** @param {Shown} table */
function seated(table) {
  return `${table.players + table.ghosts}/${table.seats}`;
}

/** @param {Pen} pen  @param {Shown} table  @param {Look} look */
function figures(pen, table, look) {
  const { w, h } = pen;
  number(pen, table, look, { y: -0.14, most: 0.46 });
  text(pen, seated(table), { x: aside(pen, table), y: h * 0.26, size: Math.max(h * 0.25, 10 * pen.unit), wide: w * 0.6, ink: "ink2" });
}

/** @param {Pen} pen  @param {Shown} table  @param {Look} look  @param {Words} words */
function everything(pen, table, look, words) {
  const { ctx, w, h, unit, colours } = pen;
  number(pen, table, look, { y: -0.23, most: 0.34 });
  text(pen, seated(table), { x: aside(pen, table), y: h * 0.03, size: h * 0.155, wide: w * 0.6, ink: "ink2", weight: 600 });
  pips(pen, table, h * 0.185);
  const x = aside(pen, table);
  const size = Math.max(h * 0.115, 10.5 * unit);
  const wide = w * (x ? 0.58 : table.button === null ? 0.76 : 0.68);
  ctx.font = `400 ${size}px ${colours.font}`;
  const states = status(table, words);
  const both = states.slice(0, 2).join(" · ");
  const line = ctx.measureText(both).width <= wide ? both : states[0];
  text(pen, line, { x, y: h * 0.35, size, wide, ink: "ink2", least: 7 });
}

/** Return further texts, most important first. @param {Shown} table  @param {Words} words */
function status(table, words) {
  const states = [...table.states].filter((state) => state !== "playing" && state !== "proposed").map((state) => wordOf(state, table, words));
  if (!states.length) states.push(table.hands && !table.idleKey ? words.say("map.hand", { number: table.hands + 1 }) : wordOf("playing", table, words));
  if (table.away) states.push(words.say("map.away", { count: table.away }));
  return states;
}

/** A dot per seat: full if taken, with a hole if unclaimed, empty if free. @param {Pen} pen  @param {Shown} table  @param {number} y */
function pips(pen, table, y) {
  const { ctx, w, h, unit, colours } = pen;
  const middle = aside(pen, table);
  const count = Math.min(table.seats, 14);
  const apart = Math.min(h * 0.105, (w * 0.66) / Math.max(1, count));
  const radius = apart * 0.33;
  ctx.lineWidth = Math.max(unit, radius * 0.34);
  for (let i = 0; i < count; i += 1) {
    ctx.beginPath();
    ctx.arc(middle + (i - (count - 1) / 2) * apart, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = ctx.strokeStyle = i < table.players + table.ghosts ? colours.ink2 : colours.lineStrong;
    if (i < table.players) ctx.fill();
    ctx.stroke();
  }
}

/** Draw the signs of a table, each with its own place at the edge and its own shape. @param {Pen} pen  @param {Shown} table */
function marks(pen, table) {
  const { w, h, unit, level } = pen;
  const r = Math.max((level ? 7.5 : 3.4) * unit, Math.min(26 * unit, w * 0.07));
  // At the rounded corners.
  const [x, y] = [w / 2 - h * 0.12, h / 2 - h * 0.1];
  // On small tables signs are outside, where they cover no figure.
  if (table.states.has("waiting")) coming(pen, -w / 2 + r * (level ? 0.2 : -0.35), 0, r * (level ? 1 : 0.85), level ? table.underWay : 0);
  if (table.states.has("short")) shortSign(pen, w / 2 + r * (level ? -0.2 : 0.4), 0, r * (level ? 1 : 0.85));
  if (table.states.has("proposed")) diamond(pen, -x, -y, r);
  if (table.states.has("called")) call(pen, x, -y, r);
  if (level && table.button !== null) button(pen, x, y, r, table.button);
}

/** Fill a shape, with a rim in the page's colour that separates it from the background. @param {Pen} pen  @param {Path2D} path  @param {Colour} fill */
function sign({ ctx, unit, colours }, path, fill) {
  ctx.lineJoin = "round";
  ctx.strokeStyle = colours.surface;
  ctx.lineWidth = 2 * unit;
  ctx.stroke(path);
  ctx.fillStyle = colours[fill];
  ctx.fill(path);
}

/** A triangle pointing down: fewer players than there should be. @param {Pen} pen  @param {number} x  @param {number} y  @param {number} r */
function shortSign(pen, x, y, r) {
  const path = new Path2D();
  path.moveTo(x - r, y - r * 0.75);
  path.lineTo(x + r, y - r * 0.75);
  path.lineTo(x, y + r * 0.75);
  path.closePath();
  sign(pen, path, "warn");
}

/** A diamond: something is proposed. @param {Pen} pen  @param {number} x  @param {number} y  @param {number} r */
function diamond(pen, x, y, r) {
  const path = new Path2D();
  path.moveTo(x, y - r * 1.1);
  path.lineTo(x + r * 1.1, y);
  path.lineTo(x, y + r * 1.1);
  path.lineTo(x - r * 1.1, y);
  path.closePath();
  sign(pen, path, "accent");
}

/** A disc with an exclamation mark: the floor is called. @param {Pen} pen  @param {number} x  @param {number} y  @param {number} r */
function call(pen, x, y, r) {
  const path = new Path2D();
  path.arc(x, y, r, 0, 2 * Math.PI);
  sign(pen, path, "bad");
  const { ctx, colours } = pen;
  ctx.fillStyle = colours.onBad;
  ctx.fillRect(x - r * 0.16, y - r * 0.62, r * 0.32, r * 0.72);
  ctx.fillRect(x - r * 0.16, y + r * 0.28, r * 0.32, r * 0.32);
}

/** An arrow into the table: players are on the way, with their number if there is room. @param {Pen} pen  @param {number} x  @param {number} y  @param {number} r  @param {number} count */
function coming(pen, x, y, r, count) {
  const { ctx, colours } = pen;
  const wide = count ? r * 1.5 : 0;
  const path = new Path2D();
  path.moveTo(x - r, y - r * 0.85);
  path.lineTo(x + wide + r * 0.35, y - r * 0.85);
  path.lineTo(x + wide + r * 1.25, y);
  path.lineTo(x + wide + r * 0.35, y + r * 0.85);
  path.lineTo(x - r, y + r * 0.85);
  path.closePath();
  sign(pen, path, "accent");
  if (!count) return;
  ctx.font = `700 ${r * 1.35}px ${colours.font}`;
  ctx.fillStyle = colours.onAccent;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(`+${count}`, x + wide * 0.5 + r * 0.05, y + r * 0.49);
}

/** The dealer button: a disc with a double rim, and its seat number. @param {Pen} pen  @param {number} x  @param {number} y  @param {number} r  @param {number} seat */
function button(pen, x, y, r, seat) {
  const { ctx, unit, colours } = pen;
  ctx.beginPath();
  ctx.arc(x, y, r * 1.15, 0, 2 * Math.PI);
  ctx.fillStyle = colours.surface;
  ctx.fill();
  ctx.strokeStyle = colours.ink;
  ctx.lineWidth = Math.max(unit, r * 0.14);
  ctx.stroke();
  if (r > 6 * unit) {
    ctx.beginPath();
    ctx.arc(x, y, r * 0.88, 0, 2 * Math.PI);
    ctx.lineWidth = Math.max(0.75 * unit, r * 0.07);
    ctx.stroke();
  }
  ctx.font = `700 ${r * 1.15}px ${colours.font}`;
  ctx.fillStyle = colours.ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(String(seat), x, y + r * 0.42);
}
