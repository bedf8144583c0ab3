/** Pictures under the answer: the room with one table marked, and a table with one seat marked. */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;

function shape(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

/**
 * Return the drawn position of each table: as placed by staff, or in rows by number if any is not placed.
 * @param {[number, number|null, number|null, number][]} tables number, across, down (0 … 10000), seats
 * @returns {{places: {number: number, x: number, y: number}[], size: number, height: number}} in units of the drawing,
 *   which is 1000 wide; `size` is the space for a table
 */
export function placesOf(tables) {
  const placed = tables.length > 0 && tables.every(([, across, down]) => across !== null && down !== null);
  if (placed) {
    const size = Math.min(170, Math.max(44, 640 / Math.sqrt(tables.length)));
    const within = (share, whole) => size / 2 + (share / 10_000) * (whole - size);
    const height = 700;
    const places = tables.map(([number, across, down]) => ({ number, x: within(across, WIDTH), y: within(down, height) }));
    return { places, size, height };
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

/** The room, with `mine` (a table's number) marked. */
export function drawRoom(svg, tables, mine, label) {
  const { places, size, height } = placesOf(tables);
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${Math.max(height, size)}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const marked = places.filter(({ number }) => number === mine);
  const others = places.filter(({ number }) => number !== mine);
  svg.replaceChildren(...[...others, ...marked].map(({ number, x, y }) => {
    const group = shape("g", { class: number === mine ? "spot is-mine" : "spot" });
    const width = size * 0.86;
    const high = width * 0.62;
    group.append(
      shape("rect", { x: x - width / 2, y: y - high / 2, width, height: high, rx: high / 2 }),
      shape("text", { x, y, "font-size": high * (number === mine ? 0.62 : 0.5) }, String(number)),
    );
    return group;
  }));
}

/** Draw a table seen from above, the dealer at the bottom, seat 1 to the dealer's left, then clockwise. */
export function drawTable(svg, seats, mine, label) {
  svg.setAttribute("viewBox", "0 0 320 200");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const chairs = [];
  for (let seat = 0; seat <= seats; seat += 1) {
    const angle = Math.PI / 2 + (seat / (seats + 1)) * 2 * Math.PI;
    // Along a stadium rather than an ellipse, so that no seat overlaps the felt.
    const across = Math.cos(angle);
    const down = Math.sin(angle);
    const x = 160 + 138 * Math.sign(across) * Math.abs(across) ** 0.72;
    const y = 100 + 78 * Math.sign(down) * Math.abs(down) ** 0.72;
    const kind = seat === 0 ? "chair is-dealer" : seat === mine ? "chair is-mine" : "chair";
    const group = shape("g", { class: kind });
    group.append(
      shape("circle", { cx: x, cy: y, r: seat === mine ? 20 : 14 }),
      shape("text", { x, y, "font-size": seat === mine ? 22 : 14 }, seat === 0 ? "D" : String(seat)),
    );
    chairs.push(group);
  }
  const felt = shape("rect", { class: "felt", x: 52, y: 52, width: 216, height: 96, rx: 48 });
  svg.replaceChildren(felt, ...chairs);
}

/** Retry interval of a failed map request (ms). */
const AGAIN = 5_000;

export class MapPart {
  #address;
  #words;
  #tables = null;
  #asking = false;
  #drawn = "";

  constructor(address, words) {
    this.#address = address;
    this.#words = words;
  }

  /** Show a seated player's table; hidden for others. */
  show(mine) {
    const seated = mine?.state === "seated";
    document.getElementById("table-card").hidden = !seated;
    document.getElementById("map-card").hidden = !seated || !this.#tables?.length;
    if (!seated) return;
    const known = this.#tables?.some(([number]) => number === mine.table);
    if (!known) this.#ask(mine);
    const key = `${mine.table}/${mine.seat}/${mine.seats}/${this.#tables?.length ?? "-"}/${known}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const table = { table: mine.table, seat: mine.seat, seats: mine.seats };
    drawTable(document.getElementById("table-picture"), Math.max(mine.seats ?? 0, mine.seat), mine.seat, this.#words.say("phone.table_alt", table));
    if (this.#tables) drawRoom(document.getElementById("map"), this.#tables, mine.table, this.#words.say("phone.map_alt", table));
  }

  async #ask(mine) {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const answer = await fetch(this.#address);
      this.#tables = (await answer.json()).tables;
      this.show(mine);
    } catch {
      this.#tables ??= null;
    }
    setTimeout(() => (this.#asking = false), AGAIN);
  }
}
