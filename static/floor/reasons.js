/** Texts of proposals: the command and its reasons. Pure. */

/** Return a text if all of its {names} are known, else null. */
function sentence(words, key, values) {
  const text = words.say(key, values);
  return text === key || /\{\w+\}/.test(text) ? null : text;
}

/** Return numbers of players and tables as text: "1 table", "8 tables". */
function spelled(values, words) {
  const found = { ...values };
  for (const [name, one, some] of [["players", "floor.one_player", "floor.some_players"], ["tables", "floor.one_table", "floor.some_tables"]]) {
    if (Number.isInteger(values[name])) found[name] = words.say(values[name] === 1 ? one : some, { count: values[name] });
  }
  return found;
}

/** Return the reasons of a proposal, one sentence each; unknown codes are left out. */
export function reasons(detail, words) {
  return (detail.why ?? []).flatMap(({ code, ...values }) => {
    const shown = spelled(values, words);
    return sentence(words, `floor.why_${code}`, shown) ?? sentence(words, `floor.why_${code}_open`, shown) ?? [];
  });
}

/** Describe the proposed command. */
export function wanted({ kind, detail }, words) {
  const say = (key, values) => words.say(`floor.want_${key}`, values);
  if (kind === "balance") {
    if (detail.entry === null) return say("balance_open", { from: detail.from, to: detail.to });
    if (detail.to_seat === null) return say("balance_who", { name: detail.name, from: detail.from, from_seat: detail.from_seat, to: detail.to });
    return say("balance", { name: detail.name, from: detail.from, from_seat: detail.from_seat, to: detail.to, to_seat: detail.to_seat });
  }
  return say(kind === "redraw" && detail.tables === 1 ? "final" : kind, spelled(detail, words));
}

/** Describe it briefly, for the row behind the first proposal. */
export function brief({ kind, detail }, words) {
  return words.say(`floor.brief_${kind}`, { table: detail.table ?? "", from: detail.from ?? "", to: detail.to ?? "", tables: detail.tables ?? "" });
}

/** Return the tables of a proposal. */
export function tablesOf({ detail }) {
  return [detail.table, detail.from, detail.to].filter((number) => Number.isInteger(number));
}
