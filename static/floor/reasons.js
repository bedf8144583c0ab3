/** Texts of proposals: the command and its reasons. Pure. */

/** @import { ProposalRow } from "../../docs/reference/boards" */
/** @import { Words } from "../shared/ui/words.js" */

/**
 * What a proposal is about, depending on its kind; see docs/floor.md.
 * @typedef {{why?: ({code: string} & Record<string, string|number|null|undefined>)[], needs?: number[], entry?: number|null, name?: string, table?: number, from?: number,
 *   from_seat?: number|null, to?: number, to_seat?: number|null, tables?: number, players?: number, seats?: number}} Detail
 * @typedef {Omit<ProposalRow, "detail"> & {detail: Detail}} Proposal
 */

/** Return a text if all of its {names} are known, else null. @param {Words} words  @param {string} key  @param {Record<string, string|number|null|undefined>} values */
function sentence(words, key, values) {
  const text = words.say(key, values);
  return text === key || /\{\w+\}/.test(text) ? null : text;
}

/** Return numbers of players and tables as text: "1 table", "8 tables". @param {Record<string, string|number|null|undefined>} values  @param {Words} words */
function spelled(values, words) {
  const found = { ...values };
  for (const name of ["players", "tables"]) {
    if (Number.isInteger(values[name])) found[name] = words.say(`floor.some_${name}`, { count: values[name] });
  }
  return found;
}

/** Return the reasons of a proposal, one sentence each; unknown codes are left out. @param {Detail} detail  @param {Words} words */
export function reasons(detail, words) {
  return (detail.why ?? []).flatMap(({ code, ...values }) => {
    const shown = spelled(values, words);
    return sentence(words, `floor.why_${code}`, shown) ?? sentence(words, `floor.why_${code}_open`, shown) ?? [];
  });
}

/** Describe the proposed command. @param {Proposal} proposal  @param {Words} words */
export function wanted({ kind, detail }, words) {
  /** @param {string} key  @param {Record<string, string|number|null|undefined>} values */
  const say = (key, values) => words.say(`floor.want_${key}`, values);
  if (kind === "balance") {
    if (detail.entry === null) return say("balance_open", { from: detail.from, to: detail.to });
    if (detail.to_seat === null) return say("balance_who", { name: detail.name, from: detail.from, from_seat: detail.from_seat, to: detail.to });
    return say("balance", { name: detail.name, from: detail.from, from_seat: detail.from_seat, to: detail.to, to_seat: detail.to_seat });
  }
  return say(kind === "redraw" && detail.tables === 1 ? "final" : kind, spelled(/** @type {Record<string, any>} */ (detail), words));
}

/** Describe it briefly, for the row behind the first proposal. @param {Proposal} proposal  @param {Words} words */
export function brief({ kind, detail }, words) {
  return words.say(`floor.brief_${kind}`, { table: detail.table ?? "", from: detail.from ?? "", to: detail.to ?? "", tables: detail.tables ?? "" });
}

/** Return the tables of a proposal. @param {Pick<Proposal, "detail">} proposal  @returns {number[]} */
export function tablesOf({ detail }) {
  return [detail.table, detail.from, detail.to].filter((number) => number !== undefined);
}
