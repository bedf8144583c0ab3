/** Names on narrow seats: in full where they fit, else the initial and the surname ("H. Thoma"). */

/** Widths of letters in the bold face, in ems; other letters are 0.57 wide, other capitals 0.68. @type {[RegExp, number][]} */
const WIDTHS = [[/[ijlI.,'’ -]/, 0.3], [/[ftr]/, 0.39], [/[mwMW]/, 0.88], [/\p{Lu}/u, 0.68]];
const LETTER = 0.57;

/** Estimate the width of a text in ems. @param {string} text */
const widthOf = (text) => [...text].reduce((sum, letter) => sum + (WIDTHS.find(([those]) => those.test(letter))?.[1] ?? LETTER), 0);

/**
 * Return the initial and the surname, with its particles: "L. van der Berg"; "" for a name of one word.
 * @param {string} name
 */
export function shortName(name) {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return "";
  const particle = words.findIndex((word, i) => i > 0 && /^\p{Ll}/u.test(word));
  const from = particle > 0 && particle < words.length - 1 ? particle : words.length - 1;
  return `${[...words[0]][0]}. ${words.slice(from).join(" ")}`;
}

/**
 * Return the width that a name needs on a seat beside the seat's number, in ems.
 * @param {string} name  @param {number} seat  @param {1|2} lines that it may have
 */
export function widthOnSeat(name, seat, lines) {
  const number = widthOf(String(seat)) + 0.3;
  const whole = number + widthOf(name);
  if (lines === 1) return whole;
  // A line may end at a space or after a hyphen.
  const ends = [...name.matchAll(/[\s-]/g)].map(({ index }) => index + 1);
  return Math.min(whole, ...ends.map((at) => Math.max(number + widthOf(name.slice(0, at).trimEnd()), widthOf(name.slice(at)))));
}
