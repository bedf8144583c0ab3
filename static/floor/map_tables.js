/** The tables of the map: their rows, marks, and descriptions. */

/** @import { MapBoard } from "../../docs/reference/boards" */
/** @import { Words } from "../shared/ui/words.js" */

/** All states of a table, as `FloorMap.filter` takes them. Text keys are "map.state_…". */
export const STATES = [
  "playing", "empty", "short", "waiting", "breaking", "halted", "hand_for_hand", "paused", "reserve", "proposed", "called",
];
/** States of the board that take precedence over "playing". */
const STANDING = new Set(["paused", "reserve", "halted"]);
/** Texts of tables at which no hand is played any more. */
const ENDED = new Set(["clock.closed", "clock.day_over"]);
/** Marks set by the page. */
const MARKS = ["proposed", "breaking", "short", "waiting", "hand_for_hand"];
/** @type {Set<number>} */
const NONE = new Set();

/** @typedef {MapBoard["tables"][number]} Row */
/** @typedef {Partial<Record<string, Set<number>>>} Marks tables by the marks that the page sets */
/** @typedef {{text: string, states: Set<string>}} Wanted beginning of a number; any of STATES */

/**
 * @typedef {object} Table
 * @property {number} number
 * @property {Row} row of the board
 * @property {[number|null, number|null]|null} own position of the board at the time of a local move
 * @property {number} seats @property {number} players @property {number} ghosts @property {number|null} button
 * @property {number} hands @property {number} calls @property {number} underWay @property {number} away see the board
 * @property {string} main the state that determines the shape
 * @property {Set<string>} states all states, including `main`
 * @property {number|null} across @property {number|null} down position set by staff, 0 … 10,000
 * @property {number} x @property {number} y drawn position, in units of the map
 * @property {string} far @property {string} near keys of its pictures, small and detailed
 * @property {string} idleKey key of the text shown instead of "Playing"; "" while hands are played
 * @property {boolean} dim whether a filter excludes it
 */

/** What a picture shows. @typedef {Pick<Table, "number"|"seats"|"players"|"ghosts"|"button"|"hands"|"calls"|"underWay"|"away"|"main"|"states"|"idleKey">} Shown */

export class Tables {
  /** @type {Table[]} by number */
  list = [];
  /** The visible ones. @type {Table[]} */
  shown = [];
  /** Numbers of the hidden ones. @type {Set<number>} */
  left = new Set();
  /** @type {Map<number, Table>} */
  #known = new Map();
  /** @type {Record<string, Set<number>>} */
  #marks = Object.fromEntries(MARKS.map((mark) => [mark, NONE]));
  #idleKey = "";

  /** @param {number|null} number  @returns {Table|undefined} */
  get(number) {
    return number === null ? undefined : this.#known.get(number);
  }

  /**
   * Apply the rows of the board.
   * @param {Row[]} rows
   * @returns {{changed: number[], moved: boolean, others: boolean}} the changed tables; whether any was moved;
   *   whether tables were added or removed
   */
  show(rows) {
    const changed = [];
    let moved = false;
    let others = false;
    for (const row of rows) {
      let table = this.#known.get(row[0]);
      if (table && same(table.row, row)) continue;
      if (!table) {
        table = /** @type {Table} */ ({ number: row[0], own: null, x: 0, y: 0, dim: false });
        this.#known.set(row[0], table);
        others = true;
      }
      moved = take(table, row) || moved;
      this.#describe(table);
      changed.push(table.number);
    }
    if (rows.length !== this.#known.size) {
      const here = new Set(rows.map(([number]) => number));
      for (const number of [...this.#known.keys()]) if (!here.has(number)) this.#known.delete(number);
      others = true;
    }
    if (others) this.list = [...this.#known.values()].sort((a, b) => a.number - b.number);
    if (others) this.leave(this.left);
    return { changed, moved: moved || others, others };
  }

  /** Hide these tables. @param {Set<number>} numbers */
  leave(numbers) {
    this.left = numbers;
    this.shown = this.list.filter(({ number }) => !numbers.has(number));
  }

  /**
   * Set the marks.
   * @param {Marks} marks  @param {string} idleKey see `Table`
   * @returns {number[]} the changed tables
   */
  mark(marks, idleKey) {
    const before = this.#marks;
    const idleChanged = idleKey !== this.#idleKey;
    this.#idleKey = idleKey;
    this.#marks = Object.fromEntries(MARKS.map((mark) => [mark, new Set(marks[mark] ?? NONE)]));
    const touched = this.list.filter(({ number }) => idleChanged || MARKS.some((mark) => before[mark].has(number) !== this.#marks[mark].has(number)));
    for (const table of touched) this.#describe(table);
    return touched.map(({ number }) => number);
  }

  /** Move a table locally: it stays there until the board has a newer position. @param {number} number  @param {number|null} across  @param {number|null} down */
  place(number, across, down) {
    const table = this.#known.get(number);
    if (!table) return;
    table.own = [table.row[5], table.row[6]];
    [table.across, table.down] = [across, down];
  }

  /** Return a refused table to the board's position. @param {number} number */
  putBack(number) {
    const table = this.#known.get(number);
    if (!table?.own) return;
    table.own = null;
    [table.across, table.down] = [table.row[5], table.row[6]];
  }

  /** @param {Table} table */
  #describe(table) {
    const [number, seats, players, ghosts, state, , , button, hands, calls, underWay, away] = table.row;
    const marks = this.#marks;
    const seated = players + ghosts;
    // Once no hands are played any more, neither absent players nor the button are shown.
    const idle = ENDED.has(this.#idleKey);
    Object.assign(table, { seats, players, ghosts, button: idle ? null : button, hands, calls, underWay, away: idle ? 0 : away });
    const played = marks.hand_for_hand.has(number) ? "hand_for_hand" : seated ? "playing" : "empty";
    table.main = marks.breaking.has(number) ? "breaking" : STANDING.has(state) ? state : played;
    table.states = new Set([table.main]);
    if (STANDING.has(state)) table.states.add(state);
    if (marks.short.has(number)) table.states.add("short");
    if (marks.waiting.has(number) || underWay) table.states.add("waiting");
    if (marks.proposed.has(number)) table.states.add("proposed");
    if (calls) table.states.add("called");
    table.idleKey = this.#idleKey;
    table.far = `${[...table.states].join()} ${table.idleKey} ${players} ${ghosts} ${seats}`;
    table.near = `${table.far} ${button} ${hands} ${underWay} ${away} ${calls}`;
  }
}

/** @param {Row} one  @param {Row} other */
function same(one, other) {
  for (let i = 0; i < one.length || i < other.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

/** Apply a table's new row. @returns {boolean} whether it was moved @param {Table} table  @param {Row} row */
function take(table, row) {
  const { across, down, own } = table;
  table.row = row;
  // A row from before the local move still has the old position.
  if (own && own[0] === row[5] && own[1] === row[6]) return false;
  table.own = null;
  [table.across, table.down] = [row[5], row[6]];
  return across !== table.across || down !== table.down;
}

/** Whether a table matches the filter. @param {Table} table  @param {Wanted} wanted */
export function fits(table, { text, states }) {
  if (text && !String(table.number).startsWith(text)) return false;
  return !states.size || [...table.states].some((state) => states.has(state));
}

/** Return the label of a table's state, with the number of players on the way if known. @param {string} state  @param {Shown} table  @param {Words} words */
export function wordOf(state, table, words) {
  if (state === "waiting" && table.underWay) return words.say("map.coming", { count: table.underWay });
  if (state === "playing" && table.idleKey) return words.say(table.idleKey);
  return words.say(`map.state_${state}`);
}

/** Describe a table in one sentence, for screen readers. @param {Table} table  @param {Words} words */
export function labelOf(table, words) {
  const parts = [words.say("map.table", { number: table.number }), ...[...table.states].map((state) => wordOf(state, table, words))];
  parts.push(words.say("map.seated", { players: table.players, seats: table.seats }));
  if (table.ghosts) parts.push(words.say("map.ghosts", { count: table.ghosts }));
  if (table.button !== null) parts.push(words.say("map.button", { seat: table.button }));
  if (table.away) parts.push(words.say("map.away", { count: table.away }));
  // The current hand, as on the table's own picture.
  if (table.hands && !table.idleKey) parts.push(words.say("map.hand", { number: table.hands + 1 }));
  return parts.join(", ");
}
