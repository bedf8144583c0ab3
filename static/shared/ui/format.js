/** Numbers and times in the format of a language. Nothing here abbreviates. */

import { inRoom, sameDay } from "./zone.js";

/** @import { LevelRow } from "../../../docs/reference/boards" */
/** @import { Words } from "./words.js" */

/** @typedef {Record<string, string> & { en: string }} Habits by language */

/** @type {Habits} */
const GROUPS = { "de-ch": "'", "de-li": "'", "de-de": ".", "de-at": ".", de: ".", en: "," };
/** @type {Habits} */
const DECIMALS = { "de-ch": ".", "de-li": ".", "de-de": ",", "de-at": ",", de: ",", en: "." };

/** @param {Habits} table  @param {string} language */
function habit(table, language) {
  const code = String(language).toLowerCase();
  return table[code] ?? table[code.split("-")[0]] ?? table.en;
}

/** Group the thousands of a whole number: 12'500 (de-ch), 12.500 (de-de, de-at), 12,500 (en). @param {number} value  @param {string} language */
export function number(value, language) {
  const digits = Math.abs(Math.trunc(value)).toString();
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, habit(GROUPS, language));
  return (value < 0 ? "−" : "") + grouped;
}

/** Suffixes of places. @type {Record<string, string>} */
const ORDINALS = { one: "st", two: "nd", few: "rd", other: "th" };

/** Format a place: 1st, 2nd, 11th (en), 1. (de). @param {number} value  @param {string} language */
export function ordinal(value, language) {
  if (language.startsWith("de")) return `${number(value, language)}.`;
  return number(value, language) + ORDINALS[new Intl.PluralRules("en", { type: "ordinal" }).select(value)];
}

/** Format a number with one decimal, truncated: a stack is never shown with more big blinds than it has. @param {number} value  @param {string} language */
export function oneDecimal(value, language) {
  const tenths = Math.floor(value * 10);
  return number(Math.floor(tenths / 10), language) + habit(DECIMALS, language) + (tenths % 10);
}

/** Join values as in a sentence: "1 and 3". @param {(string|number)[]} values  @param {string} language */
export function listed(values, language) {
  return new Intl.ListFormat(language.slice(0, 2), { type: "conjunction" }).format(values.map(String));
}

/** Format whole seconds as m:ss, from an hour on as h:mm:ss. @param {number} seconds */
export function duration(seconds) {
  const s = Math.max(0, Math.trunc(seconds));
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(s / 3600);
  const minutes = Math.floor(s / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

/** Format the two blinds, "1'000 / 2'000"; a line breaks only after the slash. @param {Pick<LevelRow, "small_blind"|"big_blind">} level  @param {string} language */
export function blinds(level, language) {
  return `${number(level.small_blind, language)}\u00a0/ ${number(level.big_blind, language)}`;
}

/** Format the ante with its kind ("BB ante 2'000"), or "" if there is none. @param {Pick<LevelRow, "ante"|"ante_kind">} level  @param {string} language  @param {Words} words */
export function ante(level, language, words) {
  if (level.ante_kind === "none" || !level.ante) return "";
  return words.say(`ante.${level.ante_kind}`, { amount: number(level.ante, language) });
}

/** Format an average in big blinds: one decimal below twenty, whole above; "" without a big blind.
 * @param {number|null} chips  @param {number} bigBlind  @param {string} language  @param {Words} words */
export function bigBlinds(chips, bigBlind, language, words) {
  if (!bigBlind || chips === null) return "";
  const count = chips / bigBlind;
  return words.say("big_blinds", { count: count < 20 ? oneDecimal(count, language) : number(count, language) });
}

/** How far ahead a weekday alone is unambiguous (ms). */
const WEEK = 6 * 86_400_000;

/** Format a time of day in the room: "20:30". @param {number} at  @param {string} language */
export const timeText = (at, language) => inRoom(at, language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/**
 * Format a timestamp in the room's time: "20:30"; on another day "Saturday, 20:30"; from a week away "Saturday, 21
 * November, 20:30". `tourney/services/dates.py` does the same for pages and paper.
 * @param {number} at  @param {number} now  @param {string} language
 */
export function timestampText(at, now, language) {
  const time = timeText(at, language);
  if (sameDay(at, now)) return time;
  return `${Math.abs(at - now) > WEEK ? dayOfSchedule(at, language) : inRoom(at, language, { weekday: "long" })}, ${time}`;
}

/** Format a day of a schedule: "Saturday, 21 November". @param {number} at  @param {string} language */
export function dayOfSchedule(at, language) {
  return `${inRoom(at, language, { weekday: "long" })}, ${inRoom(at, language, { day: "numeric", month: "long" })}`;
}

/** Chips as people write them: 12500, 12'500, 12.500, 12,500, 12 500. */
const CHIPS = /^(\d{1,12}|\d{1,3}([\s'’.,]\d{3}){1,3})$/;

/** Parse a number of chips; null if invalid. @param {string} text */
export function typedChips(text) {
  const typed = text.trim();
  return CHIPS.test(typed) ? Number(typed.replace(/\D/g, "")) : null;
}
