/** What the editor of layouts adds to an arrangement. */

/** A name of `kinds` or of a value, the content, and the size that it is given. @type {[string, string, Record<string, any>, number, number, string?][]} */
export const ADDS = [
  ["field", "time", { kind: "field", field: "time", label: false }, 12, 8], ["field", "blinds", { kind: "field", field: "blinds" }, 12, 5],
  ["field", "players", { kind: "field", field: "players" }, 6, 4, "panel"], ["list", "payouts", { kind: "list", list: "payouts" }, 8, 14, "panel"],
  ["list", "seats", { kind: "list", list: "seats" }, 10, 14, "panel"], ["kind", "logo", { kind: "logo" }, 5, 3],
  ["kind", "sponsor", { kind: "sponsor" }, 24, 3], ["kind", "text", { kind: "text", text: "{event}" }, 12, 3],
  ["kind", "ticker", { kind: "ticker" }, 24, 2], ["kind", "chips", { kind: "chips" }, 12, 2],
  ["kind", "rules", { kind: "rules", texts: [] }, 12, 7, "panel"], ["field", "time_of_day", { kind: "field", field: "time_of_day" }, 5, 3],
];

/**
 * Content that a room or event may lack. Its cells give their room to others then; otherwise an event without prizes would
 * leave a third of the screen empty. Not `ticker`: cells would change size with each item.
 */
const MAY_BE_EMPTY = new Set(["list", "logo", "sponsor", "chips"]);

/** What a new cell has besides its place. @param {{kind: string}} content  @param {string} [background] */
export function cellValues({ kind }, background) {
  return { ...(background ? { background } : {}), ...(MAY_BE_EMPTY.has(kind) ? { gives_room: true } : {}) };
}
