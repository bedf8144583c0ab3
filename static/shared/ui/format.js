/** Numbers and times in the format of a language, as tourney/rules/formats.py has them. Nothing here abbreviates. */

import { inRoom, sameDay } from "./zone.js";

/** @import { LevelRow } from "../../../docs/reference/boards" */
/** @import { Words } from "./words.js" */

/** @typedef {Record<string, string> & { en: string }} Habits by language */

/** Between thousands; "ch" is for every language of Switzerland. @type {Habits} */
const GROUPS = { ch: "'", de: ".", fr: "\u00a0", it: ".", en: "," };
/** @type {Habits} */
const DECIMALS = { ch: ".", de: ",", fr: ",", it: ",", en: "." };
/** Suffixes of places, and of the first. @type {Habits} */
const PLACES = { de: ".", fr: "e", it: "º", en: "" };
/** @type {Habits} */
const FIRST = { fr: "er", en: "" };
/** The first day of a month. @type {Habits} */
const FIRST_DAY = { fr: "1er", it: "1º", en: "" };
/** Between weekday and day. @type {Habits} */
const AFTER_WEEKDAY = { fr: " ", it: " ", en: ", " };

/** Return what a language has in a table: by country, else by language, else English. @param {Record<string, string> & { en: string }} table  @param {string} language */
export function habit(table, language) {
  const [code, country] = String(language).toLowerCase().split("-");
  return table[country === "li" ? "ch" : country] ?? table[code] ?? table.en;
}

/** Return the decimal mark. @param {string} language */
export const decimalMark = (language) => habit(DECIMALS, language);

/** Group the thousands of a whole number: 12'500 (de-ch), 12.500 (de, it), 12 500 (fr), 12,500 (en). @param {number} value  @param {string} language */
export function number(value, language) {
  const digits = Math.abs(Math.trunc(value)).toString();
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, habit(GROUPS, language));
  return (value < 0 ? "−" : "") + grouped;
}

/** After a percentage. @type {Habits} */
const PERCENT = { de: "\u00a0%", fr: "\u00a0%", en: "%" };

/** Format a percentage: 80% (en, it), 80 % (de, fr). @param {number} value  @param {string} language */
export const percent = (value, language) => number(value, language) + habit(PERCENT, language);

/** English suffixes of places. @type {Record<string, string>} */
const ORDINALS = { one: "st", two: "nd", few: "rd", other: "th" };

/** Format a place: 1st, 2nd, 11th (en), 1. (de), 1er, 2e (fr), 1º (it). @param {number} value  @param {string} language */
export function ordinal(value, language) {
  const suffix = (value === 1 && habit(FIRST, language)) || habit(PLACES, language);
  return number(value, language) + (suffix || ORDINALS[new Intl.PluralRules("en", { type: "ordinal" }).select(value)]);
}

/** Format a number with one decimal, truncated: a stack is never shown with more big blinds than it has. @param {number} value  @param {string} language */
export function oneDecimal(value, language) {
  const tenths = Math.floor(value * 10);
  return number(Math.floor(tenths / 10), language) + decimalMark(language) + (tenths % 10);
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

/**
 * Format a timestamp where space is short, as on displays and in columns: "20:30"; on another day "Sat 20:30"; more than a
 * week away "21 Nov".
 * @param {number} at  @param {number} now  @param {string} language
 */
export function shortTimestamp(at, now, language) {
  const time = timeText(at, language);
  if (sameDay(at, now)) return time;
  return Math.abs(at - now) > WEEK ? inRoom(at, language, { day: "numeric", month: "short" }) : `${inRoom(at, language, { weekday: "short" })}\u00a0${time}`;
}

/** Format a day of a schedule: "Saturday, 21 November", "samedi 1er août". @param {number} at  @param {string} language */
export function dayOfSchedule(at, language) {
  const day = inRoom(at, language, { day: "numeric", month: "long" });
  const first = habit(FIRST_DAY, language);
  return inRoom(at, language, { weekday: "long" }) + habit(AFTER_WEEKDAY, language) + (first ? day.replace(/^1(er|º)?(?= )/, first) : day);
}

/** Chips as people write them: 12500, 12'500, 12.500, 12,500, 12 500. */
const CHIPS = /^(\d{1,12}|\d{1,3}([\s'’.,]\d{3}){1,3})$/;

/** Parse a number of chips; null if invalid. @param {string} text */
export function typedChips(text) {
  const typed = text.trim();
  return CHIPS.test(typed) ? Number(typed.replace(/\D/g, "")) : null;
}
