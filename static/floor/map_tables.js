/** What the map knows of its tables: their rows, what is marked beside them, and how both are told in words. */

/** All that can be said of a table, as `FloorMap.filter` takes it. The word of each is "map.state_…". */
export const STATES = [
  "playing", "empty", "short", "waiting", "breaking", "halted", "hand_for_hand", "paused", "reserve", "proposed", "called",
];
/** What the board may say of a table that stands above "playing". */
const STANDING = new Set(["paused", "reserve", "halted"]);
/** What is marked from outside. */
const MARKS = ["proposed", "breaking", "short", "waiting", "hand_for_hand"];
const NONE = new Set();

/**
 * @typedef {object} Table
 * @property {number} number
 * @property {string} main the one state that gives the table its shape
 * @property {Set<string>} states all that it is, `main` among them
 * @property {number|null} across @property {number|null} down where staff placed it, 0 … 10,000
 * @property {number} x @property {number} y where it is drawn, in units of the map
 * @property {string} far @property {string} near what its picture hangs on, seen from afar and from close by
 * @property {boolean} dim whether a filter leaves it out
 */

export class Tables {
  /** @type {Table[]} by number */
  list = [];
  /** Those of them that are on the picture. @type {Table[]} */
  shown = [];
  /** Numbers of those that are left off it. @type {Set<number>} */
  left = new Set();
  #known = new Map();
  #marks = Object.fromEntries(MARKS.map((mark) => [mark, NONE]));

  /** @returns {Table|undefined} */
  get(number) {
    return this.#known.get(number);
  }

  /**
   * Take the rows of the board as they came.
   * @returns {{changed: number[], moved: boolean, others: boolean}} tables that are not as before; whether any stands
   *   elsewhere; whether tables came or went
   */
  show(rows) {
    const changed = [];
    let moved = false;
    let others = false;
    for (const row of rows) {
      let table = this.#known.get(row[0]);
      if (table && same(table.row, row)) continue;
      if (!table) {
        table = { number: row[0], row: null, own: null, x: 0, y: 0, dim: false };
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

  /** Leave these tables off the picture. */
  leave(numbers) {
    this.left = numbers;
    this.shown = this.list.filter(({ number }) => !numbers.has(number));
  }

  /** What is marked beside the board's state. @returns {number[]} tables that are not as before */
  mark(marks) {
    const before = this.#marks;
    this.#marks = Object.fromEntries(MARKS.map((mark) => [mark, new Set(marks[mark] ?? NONE)]));
    const touched = this.list.filter(({ number }) => MARKS.some((mark) => before[mark].has(number) !== this.#marks[mark].has(number)));
    for (const table of touched) this.#describe(table);
    return touched.map(({ number }) => number);
  }

  /** Somebody here has just put a table elsewhere: it stands there until the board says something new about its place. */
  place(number, across, down) {
    const table = this.#known.get(number);
    if (!table) return;
    table.own = [table.row[5], table.row[6]];
    [table.across, table.down] = [across, down];
  }

  /** It was refused: where the board says it stands. */
  putBack(number) {
    const table = this.#known.get(number);
    if (!table?.own) return;
    table.own = null;
    [table.across, table.down] = [table.row[5], table.row[6]];
  }

  #describe(table) {
    const [number, chairs, players, ghosts, state, , , button, hands, calls, underWay, away] = table.row;
    const marks = this.#marks;
    const seated = players + ghosts;
    Object.assign(table, { chairs, players, ghosts, button, hands, calls, underWay, away });
    const played = marks.hand_for_hand.has(number) ? "hand_for_hand" : seated ? "playing" : "empty";
    table.main = marks.breaking.has(number) ? "breaking" : STANDING.has(state) ? state : played;
    table.states = new Set([table.main]);
    if (STANDING.has(state)) table.states.add(state);
    if (marks.short.has(number)) table.states.add("short");
    if (marks.waiting.has(number) || underWay) table.states.add("waiting");
    if (marks.proposed.has(number)) table.states.add("proposed");
    if (calls) table.states.add("called");
    table.far = `${[...table.states].join()} ${players} ${ghosts} ${chairs}`;
    table.near = `${table.far} ${button} ${hands} ${underWay} ${away} ${calls}`;
  }
}

function same(one, other) {
  for (let i = 0; i < one.length || i < other.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

/** Give a table its new row. @returns {boolean} whether it stands elsewhere now */
function take(table, row) {
  const { across, down, own } = table;
  table.row = row;
  // A row from before the table was moved here says where it stood then.
  if (own && own[0] === row[5] && own[1] === row[6]) return false;
  table.own = null;
  [table.across, table.down] = [row[5], row[6]];
  return across !== table.across || down !== table.down;
}

/** Whether a table is what is looked for. */
export function fits(table, { text, states }) {
  if (text && !String(table.number).startsWith(text)) return false;
  return !states.size || [...table.states].some((state) => states.has(state));
}

/** The word of a table's state; with how many are under way where that is known. */
export function wordOf(state, table, words) {
  if (state === "waiting" && table.underWay) return words.say("map.coming", { count: table.underWay });
  return words.say(`map.state_${state}`);
}

/** A table in one sentence, as a screen reader says it. */
export function labelOf(table, words) {
  const parts = [words.say("map.table", { number: table.number }), ...[...table.states].map((state) => wordOf(state, table, words))];
  parts.push(words.say("map.seated", { players: table.players, chairs: table.chairs }));
  if (table.ghosts) parts.push(words.say("map.ghosts", { count: table.ghosts }));
  if (table.button !== null) parts.push(words.say("map.button", { seat: table.button }));
  if (table.away) parts.push(words.say("map.away", { count: table.away }));
  // The one that is being played, as on the table's own picture.
  if (table.hands) parts.push(words.say("map.hand", { number: table.hands + 1 }));
  return parts.join(", ");
}
