/** Proposals in words: what is wanted, and why. Pure. */

/** A sentence whose every {name} is known, or null. */
function sentence(words, key, values) {
  const said = words.say(key, values);
  return said === key || /\{\w+\}/.test(said) ? null : said;
}

/** Numbers of players and tables among some values as words: "1 table", "8 tables". */
function spelled(values, words) {
  const found = { ...values };
  for (const [name, one, some] of [["players", "floor.one_player", "floor.some_players"], ["tables", "floor.one_table", "floor.some_tables"]]) {
    if (Number.isInteger(values[name])) found[name] = words.say(values[name] === 1 ? one : some, { count: values[name] });
  }
  return found;
}

/** The reasons of a proposal, one sentence each; codes that nobody has put into words are left out. */
export function reasons(detail, words) {
  return (detail.why ?? []).flatMap(({ code, ...values }) => {
    const said = spelled(values, words);
    return sentence(words, `floor.why_${code}`, said) ?? sentence(words, `floor.why_${code}_open`, said) ?? [];
  });
}

/** What is wanted. */
export function wanted({ kind, detail }, words) {
  const say = (key, values) => words.say(`floor.want_${key}`, values);
  if (kind === "balance") {
    if (detail.entry === null) return say("balance_open", { from: detail.from, to: detail.to });
    if (detail.to_seat === null) return say("balance_who", { name: detail.name, from: detail.from, from_seat: detail.from_seat, to: detail.to });
    return say("balance", { name: detail.name, from: detail.from, from_seat: detail.from_seat, to: detail.to, to_seat: detail.to_seat });
  }
  return say(kind === "redraw" && detail.tables === 1 ? "final" : kind, spelled(detail, words));
}

/** In a few words, for the row of those that wait behind the first. */
export function brief({ kind, detail }, words) {
  return words.say(`floor.brief_${kind}`, { table: detail.table ?? "", from: detail.from ?? "", to: detail.to ?? "", tables: detail.tables ?? "" });
}

/** Tables a proposal is about. */
export function tablesOf({ detail }) {
  return [detail.table, detail.from, detail.to].filter((number) => Number.isInteger(number));
}
