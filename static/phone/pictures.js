/** Pictures under the answer: the room with one table marked, and a table with one seat marked. */

import { html, svg } from "lit-html";

/** @typedef {[number: number, across: number|null, down: number|null, seats: number]} PlacedTable position 0 … 10000 */

const WIDTH = 1000;
const HEIGHT = 700;

/**
 * Return the drawn position of each table: as placed by staff, or in rows by number if any is not placed.
 * @param {PlacedTable[]} tables
 * @returns {{places: {number: number, x: number, y: number}[], size: number, height: number}} in units of the drawing,
 *   which is 1000 wide; `size` is the space for a table
 */
export function placesOf(tables) {
  const placed = tables.flatMap(([number, across, down]) => (across === null || down === null ? [] : [{ number, across, down }]));
  if (tables.length > 0 && placed.length === tables.length) {
    const size = Math.min(170, Math.max(44, 640 / Math.sqrt(tables.length)));
    /** @param {number} share  @param {number} whole */
    const within = (share, whole) => size / 2 + (share / 10_000) * (whole - size);
    return { places: placed.map(({ number, across, down }) => ({ number, x: within(across, WIDTH), y: within(down, HEIGHT) })), size, height: HEIGHT };
  }
  const columns = Math.max(1, Math.min(tables.length, Math.ceil(Math.sqrt(tables.length * 1.4))));
  const size = WIDTH / Math.max(columns, 4);
  const sorted = tables.map(([number]) => number).sort((a, b) => a - b);
  const left = (WIDTH - size * columns) / 2;
  const places = sorted.map((number, index) => ({
    number, x: left + size * (index % columns) + size / 2, y: size * Math.floor(index / columns) + size / 2,
  }));
  return { places, size, height: size * Math.ceil(sorted.length / columns) };
}

/** The room, with `mine` (a table's number) marked. @param {PlacedTable[]} tables  @param {number} mine  @param {string} label */
export function roomPicture(tables, mine, label) {
  const { places, size, height } = placesOf(tables);
  const width = size * 0.86;
  const high = width * 0.62;
  // The marked table is drawn last, above its neighbours.
  const ordered = [...places].sort((a, b) => Number(a.number === mine) - Number(b.number === mine));
  return html`
    <svg class="map" id="map" viewBox="0 0 ${WIDTH} ${Math.max(height, size)}" role="img" aria-label=${label}>${ordered.map(({ number, x, y }) => svg`
      <g class=${number === mine ? "spot is-mine" : "spot"}>
        <rect x=${x - width / 2} y=${y - high / 2} width=${width} height=${high} rx=${high / 2} />
        <text x=${x} y=${y} font-size=${high * (number === mine ? 0.62 : 0.5)}>${number}</text>
      </g>`)}
    </svg>`;
}

/**
 * A table seen from above, the dealer at the bottom, seat 1 to the dealer's left, then clockwise.
 * @param {number} seats  @param {number} mine  @param {string} label
 */
export function tablePicture(seats, mine, label) {
  return html`
    <svg class="table-picture" id="table-picture" viewBox="0 0 320 200" role="img" aria-label=${label}>
      <rect class="felt" x="52" y="52" width="216" height="96" rx="48" />${Array.from({ length: seats + 1 }, (_, seat) => chair(seat, seats, seat === mine))}
    </svg>`;
}

/** @param {number} seat 0 for the dealer  @param {number} seats  @param {boolean} mine */
function chair(seat, seats, mine) {
  const angle = Math.PI / 2 + (seat / (seats + 1)) * 2 * Math.PI;
  // Along a stadium rather than an ellipse, so that no seat overlaps the felt.
  /** @param {number} centre  @param {number} reach  @param {number} part */
  const at = (centre, reach, part) => centre + reach * Math.sign(part) * Math.abs(part) ** 0.72;
  const x = at(160, 138, Math.cos(angle));
  const y = at(100, 78, Math.sin(angle));
  return svg`
    <g class=${seat === 0 ? "chair is-dealer" : mine ? "chair is-mine" : "chair"}>
      <circle cx=${x} cy=${y} r=${mine ? 20 : 14} />
      <text x=${x} y=${y} font-size=${mine ? 22 : 14}>${seat || "D"}</text>
    </g>`;
}
