/** Commands at a table: for a player, for a seat, for the table. Each has a name, a label, a key. */

import { breakTable } from "./break.js";
import { changeChips } from "./chips.js";
import { ask, fieldOf, padOf, switchOf } from "./dialog.js";
import { freeChair, outSays, takeOut, togetherMode } from "./removal.js";
import { penalise } from "./penalty.js";
import { el } from "../shared/ui/dom.js";
import { noteRuling } from "./ruling.js";
import { typedChips } from "../shared/ui/format.js";
import { lastOut, sameHandMode } from "../shared/ui/same_hand.js";

/**
 * @typedef {{name: string, label: string, key?: string, note?: string, primary?: boolean, danger?: boolean,
 *   rare?: boolean, pressed?: boolean, href?: string, run?: () => void}} Command `rare`: only shown after "More"
 */

/** @returns {Command[]} commands for the chosen player */
export function playerCommands(panel, page) {
  const { words, presses, may } = page;
  const chair = panel.chosen;
  const entry = chair.entry;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const send = (kind, args, label) => presses.send(kind, args, label);
  const others = panel.table.chairs.some((one) => one.entry !== null && one.entry !== entry);
  const acts = [{
    name: "out", key: "x", label: say("out"), danger: true,
    // With bounties, a winner must be named, or recorded as unknown.
    run: () => (page.bounties() && others ? panel.setMode(winnersMode(panel, page, chair)) : bust(panel, page, chair)),
  }, { name: "hunters", key: "k", label: say("out_to"), run: () => panel.setMode(winnersMode(panel, page, chair)) }];
  if (page.stacksDecide && others) acts.push({ name: "together", key: "z", label: say("together"), run: () => panel.setMode(togetherMode(panel, page, chair)) });
  if (chair.move !== null) {
    acts.unshift({ name: "arrived", key: "v", label: say("arrived"), primary: true, run: () => send("move.arrive", { move: chair.move }, say("arrived")) });
  }
  const away = chair.absent_since !== null;
  acts.push(
    ...(may("seat_players") ? [
      { name: "move", key: "m", label: say("move"), run: () => panel.carry("move") },
      { name: "swap", key: "s", label: say("swap"), run: () => panel.carry("swap") },
    ] : []),
    { name: "chips", key: "c", label: say("count_chips"), run: () => countChips(page, chair) },
    away
      ? { name: "away", key: "w", label: say("back"), run: () => send("seat.back", { entry }, say("back")) }
      : { name: "away", key: "w", label: say("is_away"), run: () => send("seat.absent", { entry }, say("is_away")) },
    { name: "time", label: say("time"), run: () => send("table.call", { number: panel.number, kind: "time", seat: chair.seat }, say("time")) },
    ...(may("seat_players") ? [
      { name: "penalty", label: words.say("penalty.penalise"), run: () => penalise(page, chair) },
      { name: "ruling", key: "y", label: say("ruling"), run: () => noteRuling(page, panel.table, entry) },
      { name: "give", key: "g", rare: true, label: say("give_seat"), run: () => giveSeat(page, chair) },
      { name: "wrong", key: "r", rare: true, label: say("wrong_seat"), run: () => wrongSeat(page, chair, panel.number) },
    ] : []),
    { name: "change", rare: true, label: words.say("race.change"), run: () => changeChips(page, chair) },
    ...(may("run_clock") && panel.table.shot ? [{ name: "bank", rare: true, label: say("give_bank"), run: () => send("shot.give", { entry, count: 1 }, say("give_bank")) }] : []),
    ...(may("register_players") ? [{ name: "slip", rare: true, label: say("slip"), paper: true, href: `/staff/print/entry/${entry}/` }] : []),
    ...(may("edit_players") ? [{ name: "page", rare: true, label: say("players_page"), href: `/staff/room/players/${chair.player}/` }] : []),
    ...(may("seat_players") ? [
      { name: "free", rare: true, label: say("free"), run: () => freeChair(page, chair, panel.number) },
      { name: "remove", rare: true, label: say("take_out"), run: () => takeOut(page, chair) },
    ] : []),
  );
  return acts;
}

/** Bust a player. Shortly after another bust at the table, ask whether it was the same hand. */
function bust(panel, page, chair, args = {}) {
  const { words, presses, time } = page;
  const last = lastOut(panel.table, time.at());
  const send = (more) => {
    panel.choose(null);
    presses.send("entry.bust", { entry: chair.entry, ...args, ...more }, words.say("floor.out_of", { name: chair.name }));
  };
  if (last) panel.setMode(sameHandMode(panel, words, chair, last, send, () => time.at()));
  else send({});
}

/** The third tap: who won the chips. One winner is sent at once; several after all are marked. */
function winnersMode(panel, page, victim) {
  const { words } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const marked = new Set();
  let several = false;
  const out = (winners) => bust(panel, page, victim, { knocked_out_by: winners });
  const names = () => [...marked].map((entry) => panel.chairOf(entry)?.name ?? "").filter(Boolean);
  const mode = {
    kind: "winners",
    fits: ({ entry }) => entry !== null && entry !== victim.entry,
    marks: ({ entry }) => (entry === victim.entry ? "out" : marked.has(entry) ? "won" : null),
    tap: ({ entry }) => {
      if (!several) return out([entry]);
      if (!marked.delete(entry)) marked.add(entry);
      return panel.draw();
    },
    get says() {
      return marked.size ? say("hunters_are", { names: names().join(", ") }) : say("who_took", { name: victim.name });
    },
    get acts() {
      return [
        ...(several ? [{ name: "shared", label: outSays(words, [victim.name], names()), danger: true, key: "x", run: () => out([...marked]) }] : []),
        { name: "several", label: say("several"), pressed: several, run: () => ((several = !several), marked.clear(), panel.draw()) },
        ...(page.bounties() && !marked.size ? [{ name: "unknown", label: say("hunter_unknown"), note: say("hunter_later"), danger: true, run: () => out([]) }] : []),
        { name: "nobody", label: say("cancel"), run: () => panel.choose(victim.entry) },
      ];
    },
  };
  return mode;
}

function countChips(page, chair) {
  const { words, presses } = page;
  // The number pad replaces the on-screen keyboard, which would cover it.
  const { field, input } = fieldOf(words.say("floor.chips"), { name: "chips", inputmode: "none", maxlength: "12" });
  const label = words.say("floor.count_chips");
  ask({
    title: words.say("floor.chips_of", { name: chair.name }), back: words.say("floor.cancel"), label, body: [field, padOf(input, words)],
    submit: () => {
      const chips = typedChips(input.value);
      if (chips === null) return wrong(input, words.say("floor.no_number"));
      return presses.ask("stack.count", { entry: chair.entry, chips }, label);
    },
  });
}

/** Show the error of a field. @returns {boolean} false */
function wrong(input, text) {
  input.setAttribute("aria-invalid", "true");
  input.closest(".field").querySelector(".error")?.remove();
  input.closest(".field").append(el("p.error", { role: "alert" }, text));
  input.focus();
  return false;
}

/**
 * Fields for a table and a seat.
 * @returns {{fields: HTMLElement, read: () => object|false, label: () => string}}
 */
function whereFields(words, table, seat = "") {
  const one = fieldOf(words.say("floor.table_number"), { name: "table", inputmode: "numeric", value: String(table), maxlength: "6" });
  const two = fieldOf(words.say("floor.seat_number"), { name: "seat", inputmode: "numeric", value: String(seat), maxlength: "2" });
  const isNumber = ({ input }) => /^[1-9]\d*$/.test(input.value);
  return {
    fields: el("div.fields.floor-where", {}, one.field, two.field),
    // The preview of the button.
    label: () => (isNumber(one) && isNumber(two)
      ? words.say("floor.move_to", { table: one.input.value, seat: two.input.value }) : words.say("floor.move_there")),
    read: () => {
      for (const field of [one, two]) if (!isNumber(field)) return wrong(field.input, words.say("floor.no_number"));
      return { table: Number(one.input.value), seat: Number(two.input.value) };
    },
  };
}

function giveSeat(page, chair) {
  const { words, presses } = page;
  const where = whereFields(words, "");
  const form = ask({
    title: words.say("floor.seat_for", { name: chair.name }), back: words.say("floor.cancel"), label: where.label(), body: [where.fields],
    submit: () => {
      const to = where.read();
      return to && presses.ask("seat.give", { entry: chair.entry, ...to }, where.label());
    },
  });
  where.fields.addEventListener("input", () => form.name(where.label()));
}

function wrongSeat(page, chair, number) {
  const { words, presses } = page;
  const where = whereFields(words, number);
  const changed = switchOf(words.say("floor.stack_changed"), false, { name: "changed" });
  const label = words.say("floor.put_right");
  const rule = document.getElementById("rule-wrong-seat").content.cloneNode(true);
  ask({
    title: words.say("floor.wrong_seat_of", { name: chair.name }), back: words.say("floor.cancel"), label,
    body: [rule, el("p", {}, words.say("floor.belongs", { table: number, seat: chair.seat })), el("p", {}, words.say("floor.where_played")), where.fields, changed.field],
    submit: () => {
      const to = where.read();
      return to && presses.ask("seat.put_right", { entry: chair.entry, ...to, stack_changed: changed.input.checked }, label);
    },
  });
}

/** @returns {Command[]} commands for a free seat */
export function seatCommands(panel, page) {
  const { words, presses, may } = page;
  const chair = panel.chosen;
  const at = { table: panel.number, seat: chair.seat };
  const say = (key) => words.say(`floor.${key}`);
  if (!may("seat_players")) return [];
  if (chair.kind === "closed") return [{ name: "open", key: "o", primary: true, label: say("open_chair"), run: () => presses.send("seat.open", at, say("open_chair")) }];
  if (chair.kind === "held") {
    return [
      ...(may("register_players") ? [{ name: "rebuy", key: "b", primary: true, label: say("rebuy_at_desk"), href: `/staff/desk/${page.event}/?player=${chair.player}` }] : []),
      { name: "release", key: "o", label: say("release_seat"), run: () => presses.send("seat.open", at, say("release_seat")) },
    ];
  }
  if (chair.kind === "unclaimed") return [];
  const seat = { name: "seat", key: "e", primary: true, label: say("seat_somebody"), run: () => seatSomebody(page, at) };
  if (chair.kind === "ghost") return [seat];
  return [seat, { name: "close", key: "l", label: say("close_chair"), run: () => presses.send("seat.close", at, say("close_chair")) }];
}

/** Players without a seat, and the latest busts for undo. */
async function seatSomebody(page, at) {
  const { words, presses, asks } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const found = await asks.people();
  const body = [];
  const people = (title, rows, kind) => {
    if (!rows.length) return;
    body.push(el("h3", {}, title), el("ul.floor-people", {}, ...rows.map((one) => {
      const button = el("button.btn.btn-block", { type: "button" }, el("span", {}, one.name, ...(one.out ? [el("small", {}, say("sat_at", { table: one.table ?? "–", seat: one.seat ?? "–" }))] : [])));
      button.addEventListener("click", () => {
        form.close();
        presses.send(kind, { entry: one.entry, ...at }, one.name);
      });
      return el("li", {}, button);
    })));
  };
  if (!found) body.push(el("p.notice.is-warn", {}, say("no_answer")));
  else {
    people(say("without_seat"), found.unseated, "seat.give");
    if (found.more) body.push(el("p.muted", {}, say("more_people", { count: found.more })));
    if (!found.unseated.length) body.push(el("p.muted", {}, say("all_seated")));
    people(say("out_by_mistake"), found.out, "entry.reinstate");
  }
  const form = ask({ title: say("seat_at", at), body, back: say("cancel"), label: "" });
}

/** @returns {Command[]} commands for the table */
export function tableCommands(panel, page) {
  const { words, presses, may } = page;
  const { table, number } = panel;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const people = table.chairs.filter(({ entry }) => entry !== null);
  const coming = people.filter(({ move }) => move !== null).length;
  const send = (kind, args, label) => presses.send(kind, { number, ...args }, label);
  const called = table.calls.some(({ kind }) => kind === "floor");
  const seats = may("seat_players");
  const acts = [];
  if (coming) acts.push({ name: "arrived", key: "v", primary: true, label: say("all_arrived"), note: say("count_coming", { count: coming }), run: () => send("moves.arrive", {}, say("all_arrived")) });
  if (people.length) {
    acts.push(
      { name: "hand", key: "h", label: say("hand_over"), note: say("hand", { number: table.hands + 1 }), run: () => send("hand.finish", { hand: table.hands + 1 }, say("hand_over")) },
      { name: "button", key: "b", label: say("put_button"), run: () => panel.setMode(buttonMode(panel, page)) },
    );
  }
  if (!called) acts.push({ name: "call", key: "f", label: say("call_here"), run: () => send("table.call", { kind: "floor" }, say("call_here")) });
  if (seats) {
    acts.push({ name: "note", key: "n", label: say("note"), run: () => writeNote(page, table) });
    acts.push({ name: "ruling", key: "y", label: say("ruling"), run: () => noteRuling(page, table) });
    if (people.length || table.state === "halted") {
      const halted = table.state === "halted";
      acts.push({ name: "halt", key: "p", label: say(halted ? "plays_on" : "halt"), run: () => send("table.halt", { halted: !halted }, say(halted ? "plays_on" : "halt")) });
    }
    if (people.length) acts.push({ name: "break", key: "t", danger: true, label: say("break"), run: () => breakTable(page, number) });
  }
  if (may("manage_tables") && table.state !== "halted") {
    for (const state of ["open", "paused", "reserve"]) {
      if (state === table.state || (state === "reserve" && people.length)) continue;
      acts.push({ name: `state-${state}`, label: say(`make_${state}`), run: () => send("table.state", { state }, say(`make_${state}`)) });
    }
  }
  if (may("register_players") && people.length) acts.push({ name: "slips", label: say("slips"), paper: true, href: `/staff/t/${page.event}/cards/?by=table&paper=roll` });
  return acts;
}

/** Tap the seat with the button; if the small blind is dead, the big blind's as well. */
export function buttonMode(panel, page) {
  const { words } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  let both = false;
  let button = null;
  const put = (args) => {
    panel.setMode(null);
    page.presses.send("table.button", { number: panel.number, ...args }, say("put_button"));
  };
  return {
    kind: "button",
    fits: () => true,
    tap: ({ seat }) => {
      if (!both) put({ button: seat });
      else if (button === null) {
        button = seat;
        panel.draw();
      }
      else put({ button, big_blind: seat });
    },
    get says() {
      return button === null ? say("tap_button") : say("tap_big_blind", { seat: button });
    },
    get acts() {
      return [
        { name: "both", label: say("dead_small_blind"), pressed: both, run: () => ((both = !both), (button = null), panel.draw()) },
        { name: "cancel", label: say("cancel"), run: () => panel.setMode(null) },
      ];
    },
  };
}

function writeNote(page, table) {
  const { words, presses } = page;
  const { field, input } = fieldOf(words.say("floor.note"), { name: "note", maxlength: "200" }, "textarea");
  input.value = table.note;
  const label = words.say("floor.note_it");
  ask({
    title: words.say("floor.note_to", { number: table.number }), back: words.say("floor.cancel"), label, body: [field],
    submit: () => presses.ask("table.note", { number: table.number, note: input.value }, label),
  });
}
