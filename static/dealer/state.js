/** View model of the dealer's tablet: seat positions, labels, arrivals. Pure. */

/** Kinds of seats that are dealt to. */
const DEALT = new Set(["player", "ghost"]);

/**
 * Return the seat positions from the dealer's point of view, with the dealer at the bottom.
 *
 * The first seat is at the dealer's left hand, then clockwise. An odd last one is opposite.
 * @param {number} count number of seats
 * @returns {{rows: number, odd: boolean, places: Array<{row: number, column: number}>}} rows and columns count
 *   from 1
 */
export function places(count) {
  const side = Math.floor(count / 2);
  const odd = count % 2 === 1;
  const rows = Math.max(3, side);
  const places = [];
  for (let chair = 1; chair <= count; chair += 1) {
    if (chair <= side) places.push({ row: rows - chair + 1, column: 1 });
    else if (odd && chair === side + 1) places.push({ row: 1, column: 2 });
    else places.push({ row: rows - (count - chair), column: 3 });
  }
  return { rows, odd, places };
}

/** Return the seats shown: as many as the event uses, and occupied ones above. */
export function shownSeats(table) {
  const taken = table.chairs.filter((chair) => chair.kind && chair.kind !== "closed").map((chair) => chair.seat);
  const most = Math.max(Math.min(table.usual, table.seats), ...taken);
  return table.chairs.filter((chair) => chair.seat <= most);
}

/** Return the number of players dealt in. */
export function dealtTo(table) {
  return table.chairs.filter((chair) => DEALT.has(chair.kind)).length;
}

/** Return the positions of a seat in the current hand: "button", "small_blind", "big_blind". */
export function positionsOf(table, seat) {
  return ["button", "small_blind", "big_blind"].filter((name) => {
    if (table[name] !== seat) return false;
    // No small blind is paid from an empty seat, nor by a single player.
    return name !== "small_blind" || table.small_blind !== table.big_blind;
  });
}

/** Return players moving here who are not confirmed yet. */
export function comers(table) {
  return table.chairs.filter((chair) => chair.move !== null);
}

/** Return the open call of a kind, or undefined. */
export function callOf(table, kind) {
  return table.calls.find((call) => call.kind === kind);
}

/** Return the player with an open time call, or undefined. */
export function timedPlayer(table) {
  const seat = callOf(table, "time")?.seat;
  return table.chairs.find((one) => one.kind === "player" && one.seat === seat);
}

/**
 * Return the rest of a player's time.
 * @param {{at: number, seconds: number, countdown: number}} call  @param {number} now server ms
 * @returns {{left: number, phase: "thinking"|"countdown"|"up"}} `left` in seconds, rounded up
 */
export function countOf({ at, seconds, countdown }, now) {
  const whole = seconds + countdown;
  const left = Math.min(whole, Math.max(0, Math.ceil(at / 1_000 + whole - now / 1_000)));
  return { left, phase: left === 0 ? "up" : left <= countdown ? "countdown" : "thinking" };
}

/** Return why a table is not played at: "halted", "paused", "not_played", or "". */
export function stopOf(table) {
  if (table.state === "halted" || table.state === "paused") return table.state;
  return table.chairs.some((chair) => DEALT.has(chair.kind)) ? "" : "not_played";
}

/**
 * Return the state of a table in hand-for-hand.
 * @param {object|undefined} handForHand the board  @param {number} number number of the table
 * @returns {"playing"|"all_in"|"resolving"|"done"|""} "" outside of hand-for-hand; a table opened meanwhile waits
 *   for the next hand
 */
export function handForHandOf(handForHand, number) {
  if (!handForHand?.on) return "";
  return handForHand.tables.find(([one]) => one === number)?.[1] ?? "done";
}

/** Return the hand-for-hand message of a table: its key, and its values. */
export function handForHandSays(handForHand, state) {
  if (state === "playing") return handForHand.hand ? ["round.at_hand", { hand: handForHand.hand }] : ["round.at_running_hand", {}];
  if (state === "all_in" || state === "resolving") return [`round.at_${state}`, {}];
  if (handForHand.over || !handForHand.playing) return ["round.at_over", {}];
  return [handForHand.playing === 1 ? "round.at_done_one" : "round.at_done", { count: handForHand.playing }];
}

/** Whether the blinds wait for the position of the button. */
export function lacksButton(table) {
  return table.button === null && dealtTo(table) >= 2;
}

/** Return a digest of the boards' content about one table: when it changes, the table is fetched again. */
export function markOf(number, map, floor) {
  const row = map?.tables.find((one) => one[0] === number) ?? null;
  const calls = floor?.calls.filter((one) => one.table === number) ?? [];
  const moves = floor?.moves.filter((one) => one.table === number || one.from_table === number) ?? [];
  return JSON.stringify([row, calls, moves]);
}

/** How long the tablet shows that a penalty has been served (ms). */
const LATELY = 5 * 60_000;

/**
 * Return the penalty message of a player at the table.
 * @param {object|undefined} board "penalties"  @param {object} chair  @param {number|null} now server ms
 * @returns {[string, object]|null} key of the text, and its values
 */
export function penaltySays(board, chair, now) {
  if (!board || chair.entry === null) return null;
  const row = board.running.find((one) => one.entry === chair.entry && !one.queued);
  if (!row) {
    const over = board.ended.some((one) => one.entry === chair.entry && now !== null && now - one.ended < LATELY);
    return over ? ["penalty.may_come_back", {}] : null;
  }
  if (row.kind === "time_out") return ["penalty.sits_out_time", { count: row.count }];
  const unit = row.hands === null ? "rounds" : "hands";
  return [`penalty.sits_out_${unit}${row[unit] === 1 ? "_one" : ""}`, { count: row[unit], waits: row.waits }];
}
