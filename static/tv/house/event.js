/** What the fields of a layout say about one event at a time. Pure. */

import { ante as anteText, number, shortTimestamp } from "../../shared/ui/format.js";
import { clockView } from "../../shared/ui/clock_view.js";
import { forMoney, priced, toTheMoney } from "../../shared/ui/prizes_view.js";
import { reading, untilFlip } from "../../shared/feed/reading.js";
import { entryView } from "../layouts/entry.js";
import { finalists, toGo } from "../scenes.js";

/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { Reading } from "../../shared/feed/reading.js" */
/** @import { ClockView } from "../../shared/ui/clock_view.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Boards } from "../boards.js" */

/**
 * @typedef {object} EventNow an event at a time
 * @property {number} number among those of the layout  @property {ClockWithStructure} board  @property {Boards} boards
 * @property {Reading} read  @property {ClockView} view  @property {string[]} states all that apply, the most particular first
 * @property {number|null} wait ms until a figure changes
 */
/** @typedef {{label: string, value: string, sentence?: string}} Figure `sentence` says both in one */

/** @param {number} index  @param {ClockWithStructure} board  @param {Boards} boards  @param {Words} words  @param {number} now  @returns {EventNow} */
export function eventNow(index, board, boards, words, now) {
  const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
  const view = clockView(board, read, words, now);
  const wait = read.state === "running" ? untilFlip(read.remaining) : read.state === "waiting" && read.starts_in !== null ? untilFlip(read.starts_in) : null;
  return { number: index, board, boards, read, view, states: statesOf(view.state, boards), wait };
}

/** Return the states of an event that arrangements name. @param {ClockView["state"]} state  @param {Boards} boards  @returns {string[]} */
export function statesOf(state, { handForHand, eliminations }) {
  if (["won", "closed", "day_over", "over"].includes(state)) return ["over"];
  if (state === "waiting") return ["before_start"];
  if (state === "break") return ["break"];
  const found = [];
  if (handForHand?.on) found.push("hand_for_hand");
  if (state === "paused" || state === "held" || state === "draw") found.push("pause");
  else {
    if (state === "last_minute") found.push("last_minute");
    found.push("running");
  }
  if (finalists(eliminations).length) found.splice(-1, 0, "final_table");
  return found;
}

/**
 * Return what a field says: its label and its value; a value of "" if there is nothing to say.
 * @param {string} field  @param {EventNow} event  @param {Words} words  @param {number} now  @returns {Figure}
 */
export function fieldOf(field, event, words, now) {
  const { view, board, boards } = event;
  /** @param {string} label  @param {string} value */
  const figure = (label, value) => ({ label, value });
  switch (field) {
    case "time":
      return view.time ? figure(view.counts, view.time) : figure("", view.state === "won" ? words.say("tv.winner") : view.hands || view.word || view.blinds);
    case "band":
      return band(event, words, now);
    case "headline": {
      const inBand = band(event, words, now);
      const level = [view.level, view.game].filter(Boolean).join(" · ");
      if (!inBand.value) return figure("", level);
      return view.state === "paused" ? figure("", [inBand.value, level].join(" · ")) : inBand;
    }
    case "level":
      return figure("", view.level);
    case "game":
      return figure("", view.game);
    case "blinds":
      return isOver(view) ? figure("", "") : view.state === "break" ? figure(words.say("clock.next"), view.next) : figure(view.level, view.blinds);
    case "ante":
      return ante(event, words);
    case "next":
      return figure(words.say("clock.next"), view.next);
    case "next_break":
      return figure(words.say("clock.next_break"), view.break);
    case "players":
      return figure(view.playersLabel, view.players);
    case "average":
      return figure(words.say("tv.average"), view.average);
    case "total_chips":
      return figure(view.totalLabel, view.totalChips);
    case "event":
      return figure("", view.event);
    case "time_of_day":
      return figure("", shortTimestamp(now, now, words.language));
    case "winner":
      return figure(words.say("tv.winner"), teamName(board.winner ?? ""));
    case "registration":
    case "places":
      return registration(field, event, words, now);
    default: {
      const { prizes } = boards;
      if (!forMoney(prizes)) return figure("", "");
      if (field === "to_the_money") return figure("", toTheMoney(prizes, words));
      return figure(words.say("prize.pool"), priced(prizes.pool, prizes, words));
    }
  }
}

/** Figures about what an event still sells. */
export const OFFERS = new Set(["registration", "places"]);

/** Whether an event still sells entries. @param {EventNow} event  @param {Words} words  @param {number} now */
export function sells({ boards, board }, words, now) {
  return Boolean(boards.registration) && !board.closed && !entryView(boards.registration, board, words, now).closed;
}

/** @param {ClockView} view */
function isOver({ state }) {
  return state === "won" || state === "closed";
}

/** "Ante 200" has its word as the label; in a break it is that of the next level, as the blinds are. @param {EventNow} event  @param {Words} words  @returns {Figure} */
function ante({ view, board, read }, words) {
  if (isOver(view)) return { label: "", value: "" };
  const next = view.state === "break" && read.next_level !== null ? board.levels[read.next_level] : null;
  const text = next ? anteText(next, words.language, words) : view.state === "break" ? "" : view.ante;
  const [, label = "", value = text] = /^(.*\D) (\d[^ ]*)$/.exec(text) ?? [];
  return { label, value };
}

/** Whether the headline says more than the level. @param {EventNow} event  @param {Words} words  @param {number} now */
export function isLoud(event, words, now) {
  return band(event, words, now).value !== "";
}

/** What an event is in, in one line; "" while a level simply runs. @param {EventNow} event  @param {Words} words  @param {number} now  @returns {Figure} */
function band({ view, board, boards, read, states }, words, now) {
  /** @param {string[]} parts */
  const line = (...parts) => ({ label: "", value: parts.filter(Boolean).join(" · ") });
  if (states.includes("hand_for_hand")) {
    const hand = boards.handForHand?.hand;
    return line(words.say("tv.hand_for_hand"), hand ? words.say("tv.hand", { hand: number(hand, words.language) }) : "");
  }
  if (view.state === "won") return board.winner ? line(words.say("tv.winner"), teamName(board.winner)) : line(view.blinds);
  if (view.state === "closed") return line(view.blinds);
  if (view.state === "break") return line(view.blinds, words.say("clock.resumes_at", { time: shortTimestamp(now + read.remaining, now, words.language) }));
  // If there is no time, the field for the time shows the word, and one sentence is enough before the start.
  if (view.word) return view.time ? line(view.word, view.note) : line(view.state === "waiting" ? "" : view.note);
  if (toGo(boards.prizes) === 1) return line(words.say("prize.one_to_go"));
  return line(states.includes("final_table") ? words.say("tv.final_table") : "");
}

/** @param {string} field  @param {EventNow} event  @param {Words} words  @param {number} now  @returns {Figure} */
function registration(field, { boards, board }, words, now) {
  const view = entryView(boards.registration, board, words, now);
  if (field === "places") return { label: "", value: view.places };
  const { before, time, after } = view;
  return time ? { label: [before, after].filter(Boolean).join(" "), value: time, sentence: [before, time, after].filter(Boolean).join(" ") } : { label: "", value: before };
}

/** Keep the slash of a team at the end of a line. @param {string} name */
function teamName(name) {
  return name.replace(" / ", "\u00a0/ ");
}
