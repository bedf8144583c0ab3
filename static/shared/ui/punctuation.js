/** Marks that languages set differently. */

import { habit } from "./format.js";

/** @typedef {Record<string, string> & { en: string }} Habits by language */

/** After a label. @type {Habits} */
const COLONS = { fr: "\u00a0: ", en: ": " };
/** Around a quoted word. @type {Habits} */
const OPENING = { de: "„", fr: "«\u00a0", it: "«", en: "“" };
/** @type {Habits} */
const CLOSING = { de: "“", fr: "\u00a0»", it: "»", en: "”" };

/** By language alone: Switzerland's German catalogue quotes as Germany's does. @param {Habits} table  @param {string} language */
const mark = (table, language) => habit(table, language.slice(0, 2));

/** Put a colon between a label and what it names. @param {string} label  @param {string} text  @param {string} language */
export const labelled = (label, text, language) => label + mark(COLONS, language) + text;

/** Quote a word. @param {string} word  @param {string} language */
export const quoted = (word, language) => mark(OPENING, language) + word + mark(CLOSING, language);
