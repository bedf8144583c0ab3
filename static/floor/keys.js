/** Keyboard control of the floor's page: proposals, tables, seats, and commands. */

import { Keys } from "../shared/ui/keys.js";

/** @import { Floor } from "./floor.js" */
/** @import { Search } from "./search.js" */

/** Letters of commands below the oval, with their text key for the help. */
const ACTS = {
  x: "out", k: "out_to", z: "together", m: "move", s: "swap", c: "count_chips", w: "is_away", r: "wrong_seat", g: "give_seat", v: "arrived",
  h: "hand_over", b: "put_button", f: "call_here", n: "note", y: "ruling", p: "halt", t: "break", e: "seat_somebody", l: "close_chair",
};

/** @param {Floor} page  @param {Search} search */
export function bindKeys(page, search) {
  const { panel, proposals } = page;
  const keys = new Keys(page.words);
  /** @param {string} key */
  const act = (key) => {
    const found = panel.table ? panel.acts.find((one) => one.key === key) : undefined;
    found?.run?.();
    return Boolean(found);
  };
  const back = () => {
    if (page.carry.what) page.carry.take(null);
    else if (panel.mode) panel.setMode(null);
    else if (panel.chosen) panel.choose(null);
    else if (panel.number !== null) page.close();
  };
  /** @param {number} by */
  const step = (by) => {
    const numbers = page.rows().map(([number]) => number).sort((one, other) => one - other);
    if (!numbers.length) return;
    const at = panel.number === null ? -1 : numbers.indexOf(panel.number);
    page.open(numbers[at === -1 ? 0 : (at + by + numbers.length) % numbers.length]);
  };
  keys.add("/", page.say("key_find"), () => search.focus());
  keys.add("a", page.say("key_accept"), () => proposals.press(".proposal-acts .btn-primary"));
  // Letters of commands below the oval take precedence over those of a proposal.
  keys.add("o", page.say("key_otherwise"), () => act("o") || proposals.press('[data-act="otherwise"]'));
  keys.add("d", page.say("key_dismiss"), () => proposals.press('[data-act="dismiss"]'));
  keys.add("Escape", page.say("key_back"), back);
  keys.add("ArrowRight", page.say("key_next"), () => step(1));
  keys.add("ArrowLeft", page.say("key_before"), () => step(-1));
  for (const seat of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) keys.add(String(seat % 10), page.say("key_seat", { seat }), () => panel.tap(seat));
  for (const [key, word] of Object.entries(ACTS)) keys.add(key, page.say(word), () => act(key));
  keys.add("q", page.say("key_rules"), () => document.getElementById("rules-link")?.click());
  if (page.undoes) keys.add("u", page.words.say("page.undo"), () => page.recent?.newest && page.presses.undo(page.recent.newest.seq));
  return keys;
}
