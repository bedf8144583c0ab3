/** Commands at a table: for a player, for a seat, for the table. Each has a name, a label, a key. */

import { agoOf, lastOut } from "../shared/ui/same_hand.js";
import { breakTable } from "./break.js";
import { changeChips } from "./chips.js";
import { penalise } from "./penalty.js";
import { freeChair, outSays, takeOut, togetherMode } from "./removal.js";
import { noteRuling } from "./ruling.js";
import { countChips, giveSeat, seatSomebody, writeNote, wrongSeat } from "./seat_forms.js";

/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { ChairRow, TableBoard } from "../../docs/reference/boards" */
/** @import { RecentBust } from "../shared/ui/same_hand.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Mode, TablePanel } from "./table.js" */

/**
 * @typedef {{name: string, label: string, key?: string, note?: string, primary?: boolean, danger?: boolean,
 *   rare?: boolean, pressed?: boolean, href?: string, newTab?: boolean, run?: () => void}} Command `rare`: only shown after
 *   "More"; `newTab`: opens a page to print
 */

/** Commands for a player that remain once the event is won. */
const AFTER_WIN = new Set(["arrived", "chips", "ruling", "slip", "page"]);

/** Return a list without what does not apply. @param {(Command|false|null)[]} commands */
const those = (...commands) => commands.filter((one) => one !== false && one !== null);

/** @param {TablePanel} panel  @param {Floor} page  @returns {Command[]} commands for the chosen player */
export function playerCommands(panel, page) {
  const { words, presses, may } = page;
  const chair = /** @type {ChairRow} */ (panel.chosen);
  const entry = /** @type {number} */ (chair.entry);
  const { move } = chair;
  const number = /** @type {number} */ (panel.number);
  const away = chair.absent_since !== null;
  const seats = may("seat_players");
  const bounties = page.bounties();
  const others = panel.table?.chairs.some((one) => one.entry !== null && one.entry !== entry) ?? false;
  const teamLabel = page.say("plays_now", { name: chair.partner_plays ? chair.registered : chair.partner });
  const commands = those(
    move !== null && { name: "arrived", key: "v", label: page.say("arrived"), primary: true, run: () => presses.send("move.arrive", { move }, page.say("arrived")) },
    // With bounties, a winner must be named, or recorded as unknown.
    { name: "out", key: "x", label: page.say("out"), danger: true, run: () => (bounties && others ? panel.setMode(winnersMode(panel, page, chair)) : bust(panel, page, chair)) },
    bounties && { name: "knocked-out-by", key: "k", label: page.say("out_to"), run: () => panel.setMode(winnersMode(panel, page, chair)) },
    page.stacksDecide && others && { name: "together", key: "z", label: page.say("together"), run: () => panel.setMode(togetherMode(panel, page, chair)) },
    seats && { name: "move", key: "m", label: page.say("move"), run: () => panel.carry("move") },
    seats && { name: "swap", key: "s", label: page.say("swap"), run: () => panel.carry("swap") },
    { name: "chips", key: "c", label: page.say("count_chips"), run: () => countChips(page, chair) },
    { name: "away", key: "w", label: page.say(away ? "back" : "is_away"), run: () => presses.send(away ? "seat.back" : "seat.absent", { entry }, page.say(away ? "back" : "is_away")) },
    chair.partner !== "" && { name: "team", label: teamLabel, run: () => presses.send("entry.change_player", { entry, partner_plays: !chair.partner_plays }, teamLabel) },
    { name: "time", label: page.say("time"), run: () => presses.send("table.call", { number, kind: "time", seat: chair.seat }, page.say("time")) },
    seats && { name: "penalty", label: words.say("penalty.penalise"), run: () => penalise(page, chair) },
    seats && { name: "ruling", key: "y", label: page.say("ruling"), run: () => noteRuling(page, /** @type {TableBoard} */ (panel.table), entry) },
    seats && { name: "give", key: "g", rare: true, label: page.say("give_seat"), run: () => giveSeat(page, chair) },
    seats && { name: "wrong", key: "r", rare: true, label: page.say("wrong_seat"), run: () => wrongSeat(page, chair, number) },
    { name: "change", rare: true, label: words.say("race.change"), run: () => changeChips(page, chair) },
    may("run_clock") && panel.shot !== null && { name: "bank", rare: true, label: page.say("give_bank"), run: () => presses.send("shot.give", { entry, count: 1 }, page.say("give_bank")) },
    may("register_players") && { name: "slip", rare: true, label: page.say("slip"), newTab: true, href: `/staff/print/entry/${entry}/` },
    may("edit_players") && { name: "page", rare: true, label: page.say("players_page"), href: `/staff/room/players/${chair.player}/` },
    seats && { name: "free", rare: true, label: page.say("free"), run: () => freeChair(page, chair, number) },
    seats && { name: "remove", rare: true, label: page.say("take_out"), run: () => takeOut(page, chair) },
  );
  return page.isWon() ? commands.filter(({ name }) => AFTER_WIN.has(name)) : commands;
}

/**
 * Bust a player. Shortly after another bust at the table, ask whether it was the same hand.
 * @param {TablePanel} panel  @param {Floor} page  @param {ChairRow} chair  @param {Partial<CommandArguments["entry.bust"]>} [args]
 */
function bust(panel, page, chair, args = {}) {
  const entry = /** @type {number} */ (chair.entry);
  /** @param {Partial<CommandArguments["entry.bust"]>} more */
  const send = async (more) => {
    panel.busts(chair);
    panel.choose(null);
    const answer = await page.presses.send("entry.bust", { entry, ...args, ...more }, page.say("out_of", { name: chair.name }));
    if (!answer?.ok) panel.busts(null);
  };
  const last = lastOut({ last_out: panel.lastOut }, page.time.at());
  if (last && last.entry !== entry) panel.setMode(sameHandMode(panel, page, chair, last, send));
  else send({});
}

/**
 * Ask by tap whether a bust was in the same hand as the one before.
 * @param {TablePanel} panel  @param {Floor} page  @param {ChairRow} victim  @param {RecentBust} last
 * @param {(more: {same_hand?: number}) => void} send with arguments of the bust  @returns {Mode}
 */
function sameHandMode(panel, page, victim, last, send) {
  return {
    kind: "same_hand",
    fits: () => false,
    tap: () => {},
    marks: ({ entry }) => (entry === victim.entry ? "out" : null),
    // Read again each second: the answer depends on the time since.
    get says() {
      return page.say("same_hand_as", { name: last.name, ago: agoOf(last, page.time.at() ?? last.now) });
    },
    acts: [
      { name: "same", label: page.say("same_hand"), danger: true, run: () => send({ same_hand: last.entry }) },
      { name: "different", label: page.say("different_hand"), danger: true, key: "x", run: () => send({}) },
      { name: "cancel", label: page.say("cancel"), run: () => panel.choose(victim.entry) },
    ],
  };
}

/**
 * The third tap: who won the chips. One winner is sent at once; several after all are marked.
 * @param {TablePanel} panel  @param {Floor} page  @param {ChairRow} victim  @returns {Mode}
 */
function winnersMode(panel, page, victim) {
  /** @type {Set<number>} */
  const marked = new Set();
  let several = false;
  /** @param {number[]} winners */
  const out = (winners) => bust(panel, page, victim, { knocked_out_by: winners });
  const names = () => [...marked].map((entry) => panel.chairOf(entry)?.name ?? "").filter(Boolean);
  return {
    kind: "winners",
    fits: ({ entry }) => entry !== null && entry !== victim.entry,
    marks: ({ entry }) => (entry === victim.entry ? "out" : entry !== null && marked.has(entry) ? "won" : null),
    tap: ({ entry }) => {
      if (entry === null) return;
      if (!several) return out([entry]);
      if (!marked.delete(entry)) marked.add(entry);
      panel.draw();
    },
    get says() {
      return marked.size ? page.say("winners_are", { names: names().join(", ") }) : page.say("who_took", { name: victim.name });
    },
    get acts() {
      return those(
        several && { name: "shared", label: outSays(page.words, [victim.name], names()), danger: true, key: "x", run: () => out([...marked]) },
        { name: "several", label: page.say("several"), pressed: several, run: () => {
          several = !several;
          marked.clear();
          panel.draw();
        } },
        !marked.size && { name: "unknown", label: page.say("winner_unknown"), note: page.say("winner_later"), danger: true, run: () => out([]) },
        { name: "cancel", label: page.say("cancel"), run: () => panel.choose(victim.entry) },
      );
    },
  };
}

/** @param {TablePanel} panel  @param {Floor} page  @returns {Command[]} commands for a free seat */
export function seatCommands(panel, page) {
  const { presses, may } = page;
  const chair = /** @type {ChairRow} */ (panel.chosen);
  const at = { table: /** @type {number} */ (panel.number), seat: chair.seat };
  /** @param {string} label  @param {boolean} primary  @returns {Command} */
  const open = (label, primary) => ({ name: primary ? "open" : "release", key: "o", primary, label, run: () => presses.send("seat.open", at, label) });
  if (!may("seat_players") || chair.kind === "unclaimed") return [];
  if (chair.kind === "closed") return [open(page.say("open_chair"), true)];
  if (chair.kind === "held") {
    return those(
      may("register_players") && { name: "rebuy", key: "b", primary: true, label: page.say("rebuy_at_desk"), href: `/staff/desk/${page.event}/?player=${chair.player}` },
      open(page.say("release_seat"), false));
  }
  return those(
    { name: "seat", key: "e", primary: true, label: page.say("seat_somebody"), run: () => seatSomebody(page, at) },
    chair.kind !== "ghost" && { name: "close", key: "l", label: page.say("close_chair"), run: () => presses.send("seat.close", at, page.say("close_chair")) });
}

/** @param {TablePanel} panel  @param {Floor} page  @returns {Command[]} commands for the table */
export function tableCommands(panel, page) {
  const { presses, may } = page;
  const { table } = panel;
  if (!table) return [];
  const { number, hands, state } = table;
  const people = table.chairs.filter(({ entry }) => entry !== null);
  const coming = people.filter(({ move }) => move !== null).length;
  const seated = people.length > 0;
  const played = seated && !page.isWon();
  const halted = state === "halted";
  const isFeature = page.live.board("feature_table")?.chosen === number;
  const seats = may("seat_players");
  const states = may("manage_tables") && !halted ? (/** @type {const} */ (["open", "paused", "reserve"])).filter((one) => one !== state && !(one === "reserve" && seated)) : [];
  return those(
    coming > 0 && { name: "arrived", key: "v", primary: true, label: page.say("all_arrived"), note: page.say("count_coming", { count: coming }), run: () => presses.send("moves.arrive", { number }, page.say("all_arrived")) },
    played && { name: "hand", key: "h", label: page.say("hand_over"), note: page.say("hand", { number: hands + 1 }), run: () => presses.send("hand.finish", { number, hand: hands + 1 }, page.say("hand_over")) },
    played && { name: "button", key: "b", label: page.say("put_button"), run: () => panel.setMode(buttonMode(panel, page)) },
    table.calls.every(({ kind }) => kind !== "floor") && { name: "call", key: "f", label: page.say("call_here"), run: () => presses.send("table.call", { number, kind: "floor" }, page.say("call_here")) },
    seats && { name: "note", key: "n", label: page.say("note"), run: () => writeNote(page, table) },
    seats && { name: "ruling", key: "y", label: page.say("ruling"), run: () => noteRuling(page, table) },
    seats && (played || halted) && { name: "halt", key: "p", label: page.say(halted ? "plays_on" : "halt"), run: () => presses.send("table.halt", { number, halted: !halted }, page.say(halted ? "plays_on" : "halt")) },
    seats && played && { name: "break", key: "t", danger: true, label: page.say("break"), run: () => breakTable(page, number) },
    may("manage_screens") && (played || isFeature) && { name: "feature", label: page.say(isFeature ? "feature_off" : "feature"), pressed: isFeature, run: () => presses.send("display.feature_table", { number: isFeature ? null : number }, page.say(isFeature ? "feature_off" : "feature")) },
    ...states.map((one) => ({ name: `state-${one}`, label: page.say(`make_${one}`), run: () => presses.send("table.state", { number, state: one }, page.say(`make_${one}`)) })),
    may("register_players") && seated && { name: "slips", label: page.say("slips"), newTab: true, href: `/staff/t/${page.event}/cards/?by=table&paper=roll` },
  );
}

/** Tap the seat with the button; if the small blind is dead, the big blind's as well. @param {TablePanel} panel  @param {Floor} page  @returns {Mode} */
function buttonMode(panel, page) {
  let both = false;
  /** @type {number|null} */
  let button = null;
  return {
    kind: "button",
    fits: () => true,
    tap: ({ seat }) => {
      if (both && button === null) {
        button = seat;
        return panel.draw();
      }
      panel.setMode(null);
      const args = button === null ? { button: seat } : { button, big_blind: seat };
      page.presses.send("table.button", { number: /** @type {number} */ (panel.number), ...args }, page.say("put_button"));
    },
    get says() {
      return button === null ? page.say(both ? "tap_button_first" : "tap_button") : page.say("tap_big_blind", { seat: button });
    },
    get acts() {
      return [
        { name: "both", label: page.say("dead_small_blind"), pressed: both, run: () => {
          both = !both;
          button = null;
          panel.draw();
        } },
        { name: "cancel", label: page.say("cancel"), run: () => panel.setMode(null) },
      ];
    },
  };
}
