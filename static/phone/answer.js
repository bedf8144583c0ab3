/** The page's main answer: where do I sit, and when? From boards to text. Pure: no page, no clock. */

import { dayOfSchedule, duration, number, timestampText } from "../shared/ui/format.js";
import { price } from "../shared/ui/money.js";

/** @import { NoPrizes, OwnNotice, OwnPage, OwnPrize, RegistrationBoard, Sent, WaitingListBoard } from "../../docs/reference/boards" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Alert } from "./alarm.js" */

/**
 * A player's own board of an event; a player unknown to it has only `state` and `seq`.
 * @typedef {Pick<OwnPage, "state"> & Partial<OwnPage> & {seq: number}} OwnState
 */
/** What an alert has been given for. @typedef {{state: string, table?: number|null, seat?: number|null}} SeenState */
/**
 * `big`: the main figures; `left`: rest of a countdown among them (ms).
 * @typedef {{look: string, title: string, big: {label: string, text: string}[], note: string, left: number|null}} Answer
 */

/** Groups ahead on the waiting list, in display order. */
const KINDS = ["re_entry", "entry", "surrender"];

/**
 * Return the answer.
 * @param {OwnState} mine the player's own board of an event
 * @param {RegistrationBoard|null|undefined} registration the event's board of that name
 * @param {Sent<WaitingListBoard>|null|undefined} waitingList the event's board of that name
 * @param {number|null} now server time, null while unknown
 * @param {Words} words
 * @param {OwnPrize|NoPrizes} [prize] the player's own board of that name
 * @returns {Answer}
 */
export function answer(mine, registration, waitingList, now, words, prize) {
  /** @param {string} key  @param {Record<string, number|null|undefined>} [values] */
  const say = (key, values) => words.say(`phone.${key}`, values);
  /** @param {string} title  @param {string} note  @param {Answer["big"]} big  @returns {Answer} */
  const plain = (title, note, big = []) => ({ look: mine.state, title, big, note, left: null });
  const held = rebuys(mine, now, words);
  if (held) return held;
  if (mine.plays_on) return plain(say("plays_on"), words.say("phone.plays_on_how", { stage: mine.plays_on }));
  const placed = finished(mine, prize, words);
  if (placed) return placed;
  switch (mine.state) {
    case "seated": {
      const { move } = mine;
      const between = betweenDays(mine, now, words);
      if (between) return between;
      const from = move && move.table !== null ? say("moving_from", { table: move.table, seat: move.seat }) : "";
      return plain(move ? say("moving_to", { table: mine.table, seat: mine.seat }) : say("your_seat"), [from, bagText(mine, words), sitsOut(mine, words)].filter(Boolean).join(" "), [
        { label: say("table"), text: String(mine.table) },
        { label: say("seat"), text: String(mine.seat) },
      ]);
    }
    case "entered":
      return plain(say("entered"), say(registration?.started ? "entered_late" : "entered_how"));
    case "called":
      return called(mine, now, words);
    case "waiting": {
      const place = placeOn(waitingList, mine);
      if (place.position === null) return plain(say("waiting"), "");
      return plain(say("waiting"), aheadOf(place, words, Boolean(registration?.partner_until)), [{ label: say("position"), text: String(place.position) }]);
    }
    case "reserved":
    case "checked_in":
      return plain(say(mine.state), say(`${mine.state}_how`));
    case "out":
      return plain(say("out"), say("out_how"));
    default:
      return plain(say("none"), say(howToEnter(mine, registration)));
  }
}

/** How a player without an entry or a booking enters: the key of the text. @param {OwnState} mine  @param {RegistrationBoard|null|undefined} registration */
function howToEnter(mine, registration) {
  if (!registration) return "none_how";
  if (!registration.open) return "none_closed";
  if (!isFull(registration)) return "none_how";
  return mayDo(mine, registration).includes("self_service.wait") ? "none_full_phone" : "none_full";
}

/** A player's bag: "Bag 1204: 31,000 chips."; "" without one. @param {OwnState} mine  @param {Words} words */
function bagText({ bag }, words) {
  return bag ? words.say(bag.number ? "phone.bag" : "phone.counted", { number: bag.number, chips: number(bag.chips, words.language) }) : "";
}

/** The answer between two days: the seat of the next one if it is known, and when it starts; null while a day is played.
 * @param {OwnState} mine  @param {number|null} now  @param {Words} words  @returns {Answer|null} */
function betweenDays(mine, now, words) {
  const { bag } = mine;
  if (!bag?.over) return null;
  /** @param {string} key  @param {Record<string, string|number|null|undefined>} [values] */
  const say = (key, values) => words.say(`phone.${key}`, values);
  if (bag.goes_on_to) return afterFlight(mine, bag, words);
  const at = bag.next_start;
  const day = bag.day + 1;
  const starts = at === null ? "" : say("day_starts_at", { day, time: timestampText(at, now ?? at, words.language) });
  const last = [bagText(mine, words), sitsOut(mine, words)];
  const seat = [{ label: say("table"), text: String(mine.table) }, { label: say("seat"), text: String(mine.seat) }];
  if (bag.seat_known) return { look: "seated", title: say("day_seat", { day }), big: seat, note: [starts, ...last].filter(Boolean).join(" "), left: null };
  const date = at === null ? "" : dayOfSchedule(at, words.language);
  const big = at === null ? [] : [{ label: say("day_starts", { day, date }), text: timestampText(at, at, words.language) }];
  return { look: "between", title: say("day_over", { day: bag.day }), big, note: [say("day_drawn_later"), ...last].filter(Boolean).join(" "), left: null };
}

/** Title and note after a flight, by whether the player goes on. */
const FLIGHT = {
  open: ["flight_over", "flight_open"],
  sure: ["flight_yes", "flight_drawn_later"],
  yes: ["flight_advanced", "flight_seat"],
  forfeited: ["flight_forfeited", "flight_seat"],
  no: ["flight_no", "flight_ended"],
};

/** The answer after a flight: the stack, and the event that players go on to. @param {OwnState} mine  @param {NonNullable<OwnState["bag"]>} bag
 * @param {Words} words  @returns {Answer} */
function afterFlight(mine, { goes_on: goesFurther, goes_on_to: event, next_start: at, advanced_with: other }, words) {
  /** @param {string} key  @param {Record<string, string>} [values] */
  const say = (key, values) => words.say(`phone.${key}`, { event, ...values });
  const goes = goesFurther || "open";
  const [title, note] = FLIGHT[goes];
  const instead = other ? say("flight_other_stack", { chips: number(other.chips, words.language), flight: other.event }) : "";
  const notes = [instead, ...(at === null && (goes === "open" || goes === "sure") ? [say(goes === "open" ? "flight_next" : "flight_later")] : []), say(note), bagText(mine, words), goes === "no" ? "" : sitsOut(mine, words)];
  const shown = at !== null && goes !== "no";
  const big = shown ? [{ label: say("flight_starts", { date: dayOfSchedule(at, words.language) }), text: timestampText(at, at, words.language) }] : [];
  return { look: "between", title: say(title), big, note: notes.filter(Boolean).join(" "), left: null };
}

/** Describe the rest of a penalty; "" for none. @param {OwnState} mine  @param {Words} words */
export function sitsOut({ penalty }, words) {
  if (!penalty) return "";
  const parts = /** @type {const} */ (["hands", "rounds", "minutes"]).filter((unit) => penalty[unit]).map((unit) => {
    const count = penalty[unit];
    return words.say(`phone.sits_out_${unit}${count === 1 && unit !== "minutes" ? "_one" : ""}`, { count });
  });
  return [...parts, ...(penalty.estimated ? [words.say("phone.sits_out_about")] : [])].join(" ");
}

/**
 * Who shares the entry, and who plays the next hand; or that the partner can still be named, and is not.
 * @param {OwnState} mine  @param {RegistrationBoard|undefined} board  @param {Words} words
 */
export function teamText({ entry, partner, plays_now: plays, state, bag }, board, words) {
  const alone = !partner && Boolean(board?.partner_until) && board?.closed_at === null;
  if (alone && entry && state !== "out" && !bag) return words.say("phone.team_missing");
  // With the stack in a bag, neither plays.
  const key = state !== "seated" || bag ? "team" : plays ? "team_you_play" : "team_partner_plays";
  return partner ? words.say(`phone.${key}`, { name: partner }) : "";
}

/** Whether a player of a flight goes on to the next event, or may do so. @param {OwnState} mine */
const goesOn = ({ bag }) => ["open", "sure", "yes", "forfeited"].includes(bag?.goes_on ?? "");

/** Return a player's final place; null if the player is still in play or has none.
 * @param {OwnState} mine  @param {OwnPrize|NoPrizes|undefined} prize  @param {Words} words  @returns {Answer|null} */
function finished(mine, prize, words) {
  if (!prize || !("best" in prize) || prize.best === null) return null;
  if (mine.state !== "out" && (prize.state !== "in" || goesOn(mine))) return null;
  const { best, worst, field } = prize;
  const shared = best !== worst;
  const title = mine.state === "out" ? "out" : best === 1 && !shared ? "won" : "finished";
  const note = prize.state === "open" ? "place_open" : shared ? "shared" : "of_field";
  return {
    look: "out",
    title: words.say(`phone.${title}`),
    big: [{ label: words.say("prize.place"), text: shared ? `${best}–${worst}` : String(best) }],
    note: words.say(`phone.${note}`, { field: number(field, words.language) }),
    left: null,
  };
}

/** Describe the seat held for a rebuy after a bust; null if none is held. @param {OwnState} mine  @param {number|null} now  @param {Words} words  @returns {Answer|null} */
function rebuys({ state, rebuy }, now, words) {
  const until = rebuy?.until ?? null;
  if (state !== "out" || !rebuy || now === null || until === null || until <= now) return null;
  const left = until - now;
  return {
    look: "called",
    title: words.say("phone.rebuy"),
    big: [{ label: words.say("phone.rebuy_left"), text: duration(Math.ceil(left / 1000)) }],
    note: words.say("phone.rebuy_how", { table: rebuy.table, seat: rebuy.seat, time: timestampText(until, now, words.language) }),
    left,
  };
}

/** @param {OwnState} mine  @param {number|null} now  @param {Words} words  @returns {Answer} */
function called({ until }, now, words) {
  const left = now === null || until === null || until === undefined ? null : until - now;
  const late = left !== null && left <= 0;
  return {
    look: late ? "late" : "called",
    title: words.say("phone.called"),
    big: left === null || late ? [] : [{ label: words.say("phone.called_how"), text: duration(Math.ceil(left / 1000)) }],
    note: late ? words.say("phone.called_late") : "",
    left: late ? null : left,
  };
}

/**
 * Return the player's position on the waiting list, from the list if it is newer than the player's own board.
 * @param {Sent<WaitingListBoard>|null|undefined} waitingList  @param {OwnState} mine
 * @returns {{position: number|null, ahead: Record<string, number>}}
 */
export function placeOn(waitingList, mine) {
  const waiting = waitingList && !(waitingList.seq < mine.seq) ? waitingList.waiting : [];
  const index = waiting.findIndex(({ booking }) => booking === mine.booking);
  const found = waiting[index];
  if (!found) return { position: mine.position ?? null, ahead: mine.ahead ?? {} };
  /** @type {Record<string, number>} */
  const ahead = {};
  for (const { wants } of waiting.slice(0, index)) ahead[wants] = (ahead[wants] ?? 0) + 1;
  return { position: found.position, ahead };
}

/** "Ahead of you: 2 re-entries, 4 entries", or that the player is first. @param {{ahead: Record<string, number>}} place  @param {Words} words
 * @param {boolean} teams whether an entry is for a team of two */
export function aheadOf({ ahead }, words, teams) {
  const parts = KINDS.filter((kind) => ahead[kind]).map((kind) => {
    const count = ahead[kind];
    const key = `phone.ahead_${teams && kind === "entry" ? "team" : kind}`;
    return words.say(count === 1 ? `${key}_one` : key, { count });
  });
  return parts.length ? words.say("phone.ahead", { list: parts.join(", ") }) : words.say("phone.first");
}

/** Return the text of a notice. A true value may have its own text ("called again"). @param {Pick<OwnNotice, "kind"|"values">} notice  @param {Words} words */
export function noticeText({ kind, values: given }, words) {
  const values = /** @type {Record<string, any>} */ ({ ...given });
  if ("stack" in values) values.stack = number(values.stack, words.language);
  if ("amount" in values) values.won = [values.amount ? price(values.amount, values.places, values.currency, words.language) : "", ...(values.things ?? [])].filter(Boolean).join(" + ");
  const keys = Object.keys(values).filter((name) => values[name] === true).map((name) => `notice.${kind}_${name}`);
  for (const key of [...keys, `notice.${kind}`]) {
    const text = words.say(key, values);
    if (text !== key) return text;
  }
  return words.say("notice.other");
}

/** Whether no place is left, or only those of players who wait. A waiting player may leave the list before the call.
 * @param {RegistrationBoard} registration */
const isFull = ({ places_left: left, waiting }) => left !== null && left <= (waiting ?? 0);

/**
 * Return which self-service commands apply now; the server decides.
 * @param {OwnState} mine  @param {RegistrationBoard|null|undefined} registration
 * @returns {string[]} kinds of commands
 */
export function mayDo(mine, registration) {
  if (mine.state === "seated" && mine.move) return ["self_service.arrive"];
  const may = registration?.self;
  if (["reserved", "checked_in", "waiting", "called"].includes(mine.state)) return ["self_service.cancel"];
  if (!may || !registration.open) return [];
  // How many are left is for the server to count: entries that were refunded do not count. The player of a team who
  // registered requests them.
  const again = may.re_enter && registration.re_entries_most !== 0 && mine.registers !== false;
  if (mine.state === "out") return again ? ["self_service.re_enter"] : [];
  if (mine.state !== "none") return [];
  const full = isFull(registration);
  if (!registration.started && may.reserve && !full) return ["self_service.reserve"];
  // Both players of a team join the list together, at the desk.
  return may.wait && registration.partner_until !== "entry" && (registration.started || full) ? ["self_service.wait"] : [];
}

/**
 * Return the alert for a change of the player's state.
 * @param {SeenState|null} before  @param {OwnState} mine
 * @returns {Alert|null}
 */
export function tellAloud(before, mine) {
  if (mine.state === "called") return before?.state === "called" ? null : "called";
  if (mine.state !== "seated") return null;
  if (before?.state !== "seated") return before ? "seated" : null;
  return before.table === mine.table && before.seat === mine.seat ? null : "moved";
}
