/** Keyboard control of the floor's page: proposals, tables, seats, and commands. */

import { Keys } from "../shared/ui/keys.js";

/** Letters of commands below the oval, with their text key for the help. */
const ACTS = {
  x: "out", k: "out_to", z: "together", m: "move", s: "swap", c: "count_chips", w: "is_away", r: "wrong_seat", g: "give_seat", v: "arrived",
  h: "hand_over", b: "put_button", f: "call_here", n: "note", y: "ruling", p: "halt", t: "break", e: "seat_somebody", l: "close_chair",
};

/** @param {{page: object, panel: object, proposals: object, search: object, lines: object|null, undoes: boolean}} parts */
export function bindKeys({ page, panel, proposals, search, lines, undoes }) {
  const { words } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const keys = new Keys(words);
  keys.add("/", say("key_find"), () => search.focus());
  keys.add("a", say("key_accept"), () => proposals.pressFirst());
  // Letters of commands below the oval take precedence over those of a proposal.
  keys.add("o", say("key_otherwise"), () => act("o") || proposals.press("otherwise"));
  keys.add("d", say("key_dismiss"), () => proposals.press("dismiss"));
  keys.add("Escape", say("key_back"), () => back());
  keys.add("ArrowRight", say("key_next"), () => step(1));
  keys.add("ArrowLeft", say("key_before"), () => step(-1));
  for (const seat of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    keys.add(String(seat % 10), say("key_seat", { seat }), () => panel.table && panel.tap(seat));
  }
  for (const [key, word] of Object.entries(ACTS)) keys.add(key, say(word), () => act(key));
  keys.add("q", say("key_rules"), () => document.getElementById("rules-link").click());
  if (undoes) keys.add("u", words.say("page.undo"), () => lines?.newest && page.presses.undo(lines.newest.seq));

  function act(key) {
    const found = panel.table ? panel.acts?.find((one) => one.key === key) : null;
    found?.run();
    return Boolean(found);
  }

  function back() {
    if (page.carry.what) page.carry.cancel();
    else if (panel.mode) panel.setMode(null);
    else if (panel.chosen) panel.choose(null);
    else if (panel.number !== null) page.close();
  }

  function step(by) {
    const numbers = page.tables?.() ?? [];
    if (!numbers.length) return;
    const at = numbers.indexOf(panel.number);
    page.open(numbers[at === -1 ? 0 : (at + by + numbers.length) % numbers.length]);
  }

  return keys;
}
