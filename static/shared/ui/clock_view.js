/** The texts of the clock layout at a given time: from board and reading to plain strings. Pure. */

import { ante, bigBlinds, blinds, dayOfSchedule, duration, number, timestampText } from "./format.js";
import { chipsInPlay, secondsLeft } from "../feed/reading.js";
import { sameDay } from "./zone.js";

/** @import { LevelRow, OverDay } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../feed/boards.js" */
/** @import { Reading } from "../feed/reading.js" */
/** @import { Words } from "./words.js" */

/** @typedef {"won"|"closed"|"hands"|"draw"|"waiting"|"over"|"paused"|"held"|"day_over"|"break"|"last_minute"|"running"} ClockLook */
/** @typedef {ReturnType<typeof clockView>} ClockView */

const MINUTE = 60_000;
/** A planned start within this time has a countdown; a later one is shown as a time of day (ms). */
const COUNT_DOWN = 12 * 60 * MINUTE;
/** The next break is shown in minutes, rounded up, above this time, and to the second below (ms). */
const IN_MINUTES = 10 * MINUTE;

/**
 * Return the texts of a clock: strings by role.
 *
 * `state` names the state; `counts` is the target of the countdown; `start` is the planned start as a sentence,
 * `startTime`, `startDay` and `startIn` its parts; `chips` the denominations in play.
 * @param {ClockWithStructure} board
 * @param {Reading} read its reading at `now`
 * @param {Words} words
 * @param {number} now server time
 */
export function clockView(board, read, words, now) {
  const level = rowOf(board, read.position);
  const shown = level.kind === "break" && read.next_level !== null ? rowOf(board, read.next_level) : level;
  const state = stateOf(board, read, level);
  // Nothing follows the end: no level, no break. What follows a flight is on another clock.
  const ended = state === "won" || state === "closed" || Boolean(board.day_over?.next);
  const view = {
    state,
    ...wordOf(state, board, read, words, now),
    counts: nextDayStarts(state, board, now, words) || (board.day_over?.next ? "" : countsTo(state, read, words)),
    start: state === "waiting" ? startOf(board, now, words) : "",
    ...startFigure(state, board, now, words),
    ...hero(state, board, read, level, words, now),
    ...(ended ? { next: "", nextAnte: "" } : nextOf(board, read, words)),
    ...fieldOf(board, shown, words),
    event: board.name,
    logo: board.logo,
    lastHand: isLastHand(board, read),
    level: ended || level.kind === "break" ? "" : words.say("clock.level", { number: level.number }),
    game: ended ? "" : level.game,
    announcement: board.closed ? "" : (board.announcement?.text ?? ""),
    break: ended || board.day_over ? "" : breakOf(read, words),
    progress: state === "waiting" || board.day_over ? 0 : Math.min(1, Math.max(0, read.elapsed / level.duration)),
    chips: chipsInPlay(board.chips, board.levels, read.position, board.raced),
  };
  return view;
}

/** @param {ClockWithStructure} board  @param {number} position  @returns {LevelRow} */
function rowOf(board, position) {
  return /** @type {LevelRow} */ (board.levels[position]);
}

/** The state, recognisable from across the room. @param {ClockWithStructure} board  @param {Reading} read  @param {LevelRow} level  @returns {ClockLook} */
function stateOf(board, read, level) {
  if (board.winner || board.qualified) return "won";
  if (board.day_over) return "day_over";
  if (board.closed) return "closed";
  if (board.last_hands) return board.last_hands.drawn ? "hands" : "draw";
  if (read.state === "waiting" || read.state === "over" || read.state === "paused") return read.state;
  if (read.state === "held") return read.held_for === "end_of_day" ? "day_over" : "held";
  if (level.kind === "break") return "break";
  return read.remaining <= MINUTE ? "last_minute" : "running";
}

/** The band across the top: a heading, its explanation, and the rule's number.
 * @param {ClockLook} state  @param {ClockWithStructure} board  @param {Reading} read  @param {Words} words  @param {number} now */
function wordOf(state, board, read, words, now) {
  /** @param {string} key */
  const say = (key) => words.say(key);
  const lastHand = isLastHand(board, read);
  switch (state) {
    case "won":
      return { word: say("clock.closed"), note: "", rule: "" };
    case "closed":
      return { word: "", note: "", rule: "" };
    case "hands":
      return { word: "", note: "", rule: "" };
    case "draw":
      return { word: say("clock.stopped"), note: say("clock.card_is_drawn"), rule: board.last_hands?.rule ?? "" };
    case "paused":
      return { word: say("clock.paused"), note: board.deal_pending ? say("clock.deal_pending") : lastHand ? say("clock.last_hand") : "", rule: "" };
    case "held":
      return { word: say("clock.level_over"), note: say("clock.wait_for_announcement"), rule: board.advance_rule };
    case "day_over":
      return board.day_over ? dayOver(board.day_over, words, now) : { word: say("clock.day_over"), note: "", rule: "" };
    case "over":
      return { word: say("clock.structure_over"), note: "", rule: "" };
    case "waiting":
      return waitingWord(read, words, now);
    default:
      if (lastHand) return { word: say("clock.last_hand"), note: "", rule: "" };
      return { word: state === "last_minute" ? say("clock.last_minute") : "", note: "", rule: "" };
  }
}

/** "Day 1 is over", and when the next one starts. @param {OverDay} day  @param {Words} words  @param {number} now */
export function dayOver(day, words, now) {
  const at = nextStart(day, now);
  const note = at === null ? "" : startsText(day, timestampText(at, now, words.language), words);
  return { word: day.name ? words.say("clock.is_over", { name: day.name }) : words.say("clock.day_is_over", { day: day.number }), note, rule: "" };
}

/** When the next day starts; null if that is not announced. A stage that has started has a clock of its own.
 * @param {OverDay|null} day  @param {number} now */
function nextStart(day, now) {
  return !day || (day.next && (day.next_start ?? 0) < now) ? null : day.next_start;
}

/** "Day 2 starts 14:00". @param {OverDay} day  @param {string} time  @param {Words} words */
export function startsText({ number: day, next }, time, words) {
  return next ? words.say("clock.starts", { name: next, time }) : words.say("clock.next_day", { day: day + 1, time });
}

/** The label of the next day's start: "Day 2 starts Friday, 4 December"; "" while a day is played, and if it is not announced.
 * @param {ClockLook} state  @param {ClockWithStructure} board  @param {number} now  @param {Words} words */
function nextDayStarts(state, { day_over: day }, now, words) {
  const at = state === "day_over" ? nextStart(day, now) : null;
  if (!day || at === null) return "";
  const date = sameDay(at, now) ? "" : dayOfSchedule(at, words.language);
  return date || day.next ? startsText(day, date, words).trim() : words.say("clock.starts_at");
}

/** "Last hand before the next level" was announced, for the level on screen. @param {ClockWithStructure} board  @param {Reading} read */
function isLastHand(board, read) {
  return board.last_hand === read.position && read.state !== "waiting";
}

/** @param {Reading} read  @param {Words} words  @param {number} now */
function waitingWord(read, words, now) {
  const startsIn = read.starts_in;
  if (startsIn === null) return { word: words.say("clock.not_started"), note: words.say("clock.no_start"), rule: "" };
  if (startsIn > COUNT_DOWN) return { word: words.say("clock.starts_at"), note: "", rule: "" };
  const time = timestampText(now + startsIn, now, words.language);
  return { word: words.say("clock.starts_in"), note: words.say("clock.at", { time }), rule: "" };
}

/** The label of the main figure: viewers of several events see starts and levels side by side.
 * @param {ClockLook} state  @param {Reading} read  @param {Words} words */
function countsTo(state, read, words) {
  switch (state) {
    case "won":
    case "closed":
    case "hands":
    case "over":
      return "";
    case "waiting":
      if (read.starts_in === null) return "";
      return words.say(read.starts_in > COUNT_DOWN ? "clock.starts_at" : "clock.starts_in");
    case "break":
      return words.say("clock.break_ends_in");
    default:
      return words.say("clock.time_left");
  }
}

/**
 * Return the start, the main figure of a card before play and between two days, never the length of the first level.
 *
 * `startTime` "20:30", `startDay` "Saturday, 28 November" ("" for today), `startIn` the time until then if
 * that is soon; all "" if nothing is planned.
 * @param {ClockLook} state  @param {ClockWithStructure} board  @param {number} now  @param {Words} words
 */
function startFigure(state, board, now, words) {
  const at = state === "waiting" ? board.planned_start : state === "day_over" ? nextStart(board.day_over, now) : null;
  if (at === null) return { startTime: "", startDay: "", startIn: "" };
  return {
    startTime: timestampText(at, at, words.language),
    startDay: sameDay(at, now) ? "" : dayOfSchedule(at, words.language),
    startIn: at - now > COUNT_DOWN ? "" : duration(secondsLeft(Math.max(0, at - now))),
  };
}

/** "Starts at 20:30", with the day if it is not today; "" if nothing is planned. @param {ClockWithStructure} board  @param {number} now  @param {Words} words */
function startOf(board, now, words) {
  const at = board.planned_start;
  if (at === null) return "";
  return words.say("clock.starts_at_time", { time: timestampText(at, now, words.language) });
}

/** @param {ClockLook} state  @param {ClockWithStructure} board  @param {Reading} read  @param {LevelRow} level  @param {Words} words
 * @param {number} now */
function hero(state, board, read, level, words, now) {
  const language = words.language;
  const plain = {
    time: duration(secondsLeft(read.remaining)),
    blinds: blinds(level, language),
    ante: ante(level, language, words),
    hands: "",
    handsWord: "",
    handsWhy: "",
    handsRule: "",
    card: "",
  };
  switch (state) {
    case "won": {
      const { winner, qualified } = board;
      const won = winner ? words.say("clock.winner", { name: winner }) : words.say("clock.qualified", { count: qualified?.players });
      return { ...plain, time: "", blinds: won, ante: "" };
    }
    case "closed":
      return { ...plain, time: "", blinds: words.say("clock.closed"), ante: "" };
    case "hands": {
      const { hands = 0, rule = "", card = null } = board.last_hands ?? {};
      return {
        ...plain,
        time: "",
        hands: String(hands),
        handsWord: words.say(hands === 1 ? "clock.hand_to_play" : "clock.hands_to_play"),
        handsWhy: words.say("clock.last_hands"),
        handsRule: rule,
        card: card ?? "",
      };
    }
    case "day_over": {
      // The start of the next day is what people look for, not what is left of a level.
      const at = nextStart(board.day_over, now);
      const { next: name, next_state: goes = "waiting" } = board.day_over ?? {};
      const time = at === null ? (name ? "" : plain.time) : timestampText(at, at, language);
      return name ? { ...plain, time, blinds: at === null ? words.say(`clock.next_${goes}`, { name }) : "", ante: "" } : { ...plain, time };
    }
    case "waiting":
      // The length of the first level would be read as a time.
      if (read.starts_in === null) return { ...plain, time: "" };
      if (read.starts_in > COUNT_DOWN) {
        const at = board.planned_start ?? now;
        return { ...plain, time: timestampText(at, at, language), ante: plain.ante || dayOfSchedule(at, language) };
      }
      return { ...plain, time: duration(secondsLeft(read.starts_in)) };
    default:
      if (level.kind !== "break") return plain;
      return { ...plain, blinds: level.note || words.say("clock.break"), ante: colourUp(level, words) };
  }
}

/** @param {LevelRow} level  @param {Words} words */
function colourUp(level, words) {
  if (!level.colour_up.length) return "";
  const values = level.colour_up.map((value) => number(value, words.language)).join(", ");
  return words.say("clock.colour_up", { values });
}

/** @param {ClockWithStructure} board  @param {Reading} read  @param {Words} words */
function nextOf(board, read, words) {
  if (read.next_level === null) return { next: "", nextAnte: "" };
  const next = rowOf(board, read.next_level);
  return { next: blinds(next, words.language), nextAnte: ante(next, words.language, words) || next.game };
}

/** @param {Reading} read  @param {Words} words */
function breakOf(read, words) {
  if (read.next_break === null || read.next_break === 0) return "";
  if (read.next_break >= IN_MINUTES) return words.say("clock.minutes", { count: Math.ceil(read.next_break / MINUTE) });
  return duration(secondsLeft(read.next_break));
}

/** @param {ClockWithStructure} board  @param {LevelRow} shown  @param {Words} words */
function fieldOf(board, shown, words) {
  const { entries, left, average, teams } = board.field;
  const bagged = board.day_over?.chips ?? null;
  // The players of a flight that is over play on with their chips in another event, or will.
  const inPlay = !board.closed && !board.day_over?.next;
  const chips = bagged ?? board.field.chips;
  const language = words.language;
  return {
    playersLabel: words.say(teams ? "clock.teams" : "clock.players"),
    players: `${number(left, language)}\u00a0/\u00a0${number(entries, language)}`,
    total: chips ? words.say("clock.total", { amount: number(chips, language) }) : "",
    totalLabel: words.say(bagged !== null ? "clock.bagged" : inPlay ? "clock.total_chips" : "clock.chips_at_end"),
    totalChips: chips ? number(chips, language) : "",
    average: average === null ? "" : number(average, language),
    averageBlinds: bigBlinds(average, shown.big_blind, language, words),
  };
}
