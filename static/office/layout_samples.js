/** Events with long names and large figures, in each state of a clock: what the preview of a layout is drawn from. */

/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Boards } from "../tv/boards.js" */
/** @import { Events } from "../tv/house/house.js" */

const MINUTE = 60_000;
const NAMES = [
  "Maximiliane von Grünenfelder-Schwarzenberg", "Anna Meier", "Gian-Luca Caduff-Zimmermann", "Jürg Hug", "Élodie Fontana-Berger", "Reto Ammann", "Bartholomäus Wolfeschlegelsteinhausenberg",
  "Zoë Egli", "Theodora D.", "Urs Jenni", "Katharina Li", "Ömer F.", "Petra Nyström", "Walter B.", "Nadja de la Fontaine", "Luca Kowalski",
];
const EVENTS = ["Friday Deepstack", "Mixed Game Monday", "Ladies Night", "Turbo Satellite"];
const LONG = ["Grand Championship of the Alps – Day 2B", "International Pot-Limit Omaha Hi-Lo Masters", "Zürich Deepstack Series Event 12 Re-Entry", "Super Satellite to the Grand Championship"];
const CHIPS = [["#2e7d32", "#ffffff"], ["#1b1b1b", "#e0c060"], ["#6a1b9a", "#ffffff"], ["#f9c80e", "#1b1b1b"], ["#c62828", "#ffffff"]];

/** Chips of a set, as multiples of the smallest. */
const VALUES = [1, 4, 20, 40, 200];
/** Relative stacks of the last players. */
const STACKS = [30, 28, 26, 24, 22, 20, 18, 16, 14];

/** @typedef {"before_start"|"running"|"last_minute"|"pause"|"break"|"hand_for_hand"|"final_table"|"over"} State */

/** @param {boolean} big @returns {any[]} */
function levels(big) {
  const unit = big ? 1_000_000 : 100;
  return [1, 2, 3, 0, 4, 5, 6, 0, 8, 10].map((size, at) => ({
    kind: size ? "level" : "break", number: size ? at + 1 - (at > 3 ? 1 : 0) - (at > 7 ? 1 : 0) : null, small_blind: size * unit, big_blind: 2 * size * unit,
    ante: 2 * size * unit, ante_kind: size ? "big_blind" : "none", duration: (size ? 30 : 15) * MINUTE, game: big && size ? "Pot-Limit Omaha Hi-Lo" : "",
    family: size ? "flop" : "", note: "", colour_up: [], ends_day: false,
  }));
}

/** @param {State} state  @param {number} now  @param {number} index  @returns {{started: boolean, running: boolean, position: number, elapsed: number, anchor: number|null}} */
function clockIn(state, now, index) {
  const gone = { last_minute: 29.3, before_start: 0 }[/** @type {string} */ (state)] ?? 8.5 + 2 * index;
  const stopped = state === "pause" || state === "over" || state === "hand_for_hand";
  if (state === "before_start") return { started: false, running: false, position: 0, elapsed: 0, anchor: null };
  const elapsed = gone * MINUTE;
  return { started: true, running: !stopped, position: state === "break" ? 3 : 1, elapsed, anchor: stopped ? null : now };
}

/** @param {number} index  @param {State} state  @param {boolean} big  @param {number} now  @returns {{board: ClockWithStructure, boards: Boards}} */
function eventIn(index, state, big, now) {
  const entries = big ? 1_342 : 27;
  const left = { before_start: entries, final_table: STACKS.length, over: 1 }[/** @type {string} */ (state)] ?? (big ? 1_027 : 19);
  const value = big ? 25_000 : 25;
  const chips = entries * (big ? 1_000_000 : 10_000);
  const board = {
    tournament: index, name: (big ? LONG : EVENTS)[(index - 1) % 4], logo: "", currency: "EUR", book: "", book_title: "", planned_start: state === "before_start" ? now + 65 * MINUTE : null,
    advance: "auto", advance_rule: "", clock: clockIn(state, now, index), structure: `${big}`, levels: levels(big), raced: [], digest: `${big}`,
    chips: CHIPS.map(([face, edge], at) => ({ value: value * /** @type {number} */ (VALUES[at]), face, edge })),
    field: { entries, left, chips, average: Math.floor(chips / left), starting_stack: chips / entries },
    last_hand: null, announcement: null, last_hands: null, day_over: null, closed: state === "over", winner: state === "over" ? (big ? NAMES[0] : NAMES[1]) : null, qualified: null,
  };
  return { board: /** @type {any} */ (board), boards: boardsIn(state, big, now, board.field) };
}

/** Divide a pool into prizes of whole units; the rest is added to the first prize. @param {number} count  @param {number} pool  @param {number} unit */
function prizes(count, pool, unit) {
  const parts = Array.from({ length: count }, (_one, at) => 1 / (at + 1.4));
  const all = parts.reduce((sum, part) => sum + part, 0);
  const amounts = parts.map((part) => unit * Math.floor((pool * part) / all / unit));
  const rest = pool - amounts.reduce((sum, amount) => sum + amount, 0);
  return amounts.map((amount, at) => ({ from: at + 1, to: at + 1, cash: amount + (at ? 0 : rest), things: [], worth: 0, deal: false }));
}

/** @param {State} state  @param {boolean} big  @param {number} now  @param {{left: number, entries: number, chips: number, average: number}} field  @returns {Boards} */
function boardsIn(state, big, now, { left, entries, chips, average }) {
  const people = big ? NAMES : NAMES.filter((name) => name.length < 24);
  const name = (/** @type {number} */ at) => people[at % people.length];
  const list = (/** @type {number} */ count, /** @type {(at: number) => any} */ row) => Array.from({ length: count }, (_one, at) => row(at));
  const pool = big ? 134_200_000 : 600_000;
  const tiers = prizes(big ? 30 : 6, pool, big ? 5_000 : 500);
  const seats = list(big ? 90 : 19, (at) => [name(at), 1 + (at % 9), 1 + (at % 8)]).sort((a, b) => a[0].localeCompare(b[0]));
  const final = state === "final_table";
  const begun = state !== "before_start";
  const round = big ? 25_000 : 25;
  const share = round * Math.floor(chips / STACKS.reduce((sum, one) => sum + one) / round);
  // In a large field, the chip leaders hold part of the chips; at the final table, the players hold all of them.
  const stack = (/** @type {number} */ at) => (left === 1 ? chips : final ? share * /** @type {number} */ (STACKS[at]) : round * Math.floor((average * (6 - 0.4 * at)) / round));
  const out = Math.min(12, entries - left);
  // The winner has a place without a bust.
  const won = state === "over" ? 1 : 0;
  const placeAt = (/** @type {number} */ at) => left + 1 + at - won;
  return /** @type {any} */ ({
    registration: {
      open: state === "before_start" || state === "running", started: state !== "before_start", closed_at: null, late: { ends: "row", row: 3, at: null, closes_row: 3, rule: "" }, price: 10_000,
      currency: "EUR", capacity: 120, places_left: 12, kept: 0, waiting: 3, self: { reserve: false, wait: false, re_enter: false },
    },
    waitingList: { called: list(2, (at) => ({ name: name(at), until: now + 4 * MINUTE, booking: at + 1 })), waiting: list(6, (at) => ({ position: at + 1, name: name(at + 2), wants: "entry", booking: 20 + at })), total: 6, opened: true, rule: "" },
    seating: { tables: 9, seated: 80, drawn: true, unseated: 0 },
    moves: { total: 0, batches: [] },
    eliminations: {
      left, busts: list(Math.min(9, out), (at) => [name(at + won), 1 + (at % 9), now - at * 7 * MINUTE, at + won + 1]),
      last: final ? list(left, (at) => [name(at), 1, at + 1, stack(at)]) : [],
    },
    free: { total: 3, seats: 5, tables: list(3, (at) => [at + 2, at + 1, 8 - at]) },
    map: { tables: list(12, (at) => [at + 1, 9, 9 - (at % 3), 0, "open", null, null, null, 0, 0, 0, 0]) },
    prizes: {
      state: state === "before_start" ? "open" : "locked", currency: "EUR", places: 2, pool, added: 0, guarantee: 0, overlay: 0, bounty: 0, entries, left, paid: tiers.length, tiers, fault: null,
      money: { to_go: Math.max(0, left - tiers.length), certain: 0, jump: tiers.at(-1)?.cash ?? null, jump_after: Math.max(0, left - tiers.length) }, deal: null, bounties: "none",
    },
    results: {
      field: entries, left, placed: won ? entries : entries - left, before: 0, rows: list(out, (at) => ({ entry: at + 1, best: placeAt(at), worst: placeAt(at), name: name(at), state: "out", prize: tiers[placeAt(at) - 1]?.cash ?? 0, undecided: false, deal: 0, things: [], worth: 0, needs_stack: false, rule: "", plays_on: false, number: null })),
    },
    bounties: { kind: "progressive", currency: "EUR", places: 2, collected: 600_000, in_play: 412_500, values: [], undrawn: 0, unfilled: 0, bare: 0, leaders: list(begun ? 8 : 0, (at) => ({ name: name(at), knockouts: 9 - at, won: 90_000 - 9_000 * at, points: 9 - at, drawn: 0 })) },
    chipLeaders: { at: begun ? now - 40 * MINUTE : null, average, rows: list(begun ? Math.min(10, left) : 0, (at) => ({ rank: at + 1, worst: at + 1, name: name(at), table: 1 + (at % 4), seat: 1 + (at % 9), chips: stack(at) })), shortest: null },
    seasonRanking: { season: "Winter", events: 12, rows: list(20, (at) => ({ place: at + 1, name: name(at), points: 900 - 31 * at, events: 9 })) },
    handForHand: state === "hand_for_hand" ? { on: true, due: true, reached: false, left, paid: tiers.length, reason: "money", way: "stopped", minutes: 2, hand: 3, announced: now, dealt: now, tables: [[4, "playing", 2], [12, "playing", 2]], playing: 2, turned_up: [], next: null, over: false, rule: "" } : undefined,
    seats, share: { index: 0, of: 1 },
  });
}

/**
 * Return the sample events of a layout, in a state.
 * @param {State} state  @param {boolean} big  @param {number} now  @returns {Events}
 */
export function sampleEvents(state, big, now) {
  const made = new Map([1, 2, 3, 4].map((index) => [index, eventIn(index, index === 1 || state === "before_start" ? state : index === 2 ? "break" : index === 3 ? "running" : state, big, now)]));
  return (index) => made.get(index) ?? null;
}

/** A picture that stands for the room's logo and its sponsor where it has none. @param {string} text  @param {string} colour */
function drawn(text, colour) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100"><rect width="300" height="100" rx="14" fill="${colour}"/><text x="150" y="66" font-family="sans-serif" font-weight="700" font-size="46" text-anchor="middle" fill="#ffffff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The room's look in the preview, with stand-ins for pictures that it lacks. @param {{logo?: string, sponsor?: string, sponsor_picture?: string}} look  @returns {Boards} */
export function sampleRoom(look) {
  return /** @type {any} */ ({
    look: { theme: "room", background: "", sounds: {}, logo: look.logo || drawn("LOGO", "#0d6b57"), sponsor: look.sponsor || "Presented by Example Watches", sponsor_picture: look.sponsor_picture || drawn("SPONSOR", "#1f3a8a") },
  });
}
