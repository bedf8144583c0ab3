/** The dealer's tablet: sends commands for taps, and shows the table and the clock. */

import {
  callOf, comers, dealtTo, lacksButton, markOf, penaltySays, handForHandOf, handForHandSays, stopOf, timedPlayer,
} from "./state.js";
import { TableFetch } from "./fetch.js";
import { PlayerPanel } from "./player.js";
import { RacePanel, sayIn } from "./race.js";
import { nameOf, Ring } from "./ring.js";
import { ShotClock } from "./shot.js";
import { TimeCount } from "./time.js";
import { el, flag, setText } from "../shared/ui/dom.js";
import { Flip } from "../shared/ui/flip.js";
import { clockView } from "../shared/ui/clock_view.js";
import { startPage } from "../shared/ui/page.js";
import { minutesUntil, raceSays, tableOf, wanted } from "../shared/ui/race_state.js";
import { reading, untilFlip } from "../shared/feed/reading.js";
import { SentList } from "../shared/ui/sent_list.js";
import { keepAwake } from "../shared/ui/wake.js";

const { config, words, time, feed, toasts, commands } = startPage();
const root = document.getElementById("dealer");
const topic = `t${config.tournament}`;
const address = `/staff/t/${config.tournament}/dealer/${config.table}/table/`;
const parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
const handOver = document.getElementById("hand-over");
const misdeal = document.getElementById("misdeal");
const putButton = document.getElementById("put-button");
const coming = document.getElementById("coming");
const ring = new Ring(document.getElementById("ring"), document.getElementById("felt"), words, tapped);
const sent = new SentList(words);
document.getElementById("sent").replaceWith(sent.element);
const panel = new PlayerPanel(document.getElementById("player"), words, pressFor, config.stacks_decide, () => (feed.board(topic, "prizes")?.bounties ?? "none") !== "none");
const server = new TableFetch(address);
const timeCount = new TimeCount(document.getElementById("time-count"), words, time,
  (call, outcome, label) => press("time.end", label, { call, outcome }, "call time"), config.time_checks);
const shotClock = new ShotClock(document.getElementById("shot-start"), document.getElementById("shot-count"), words,
  () => pick(picking === "bank" ? null : "bank"), () => show());
/** Callbacks that remove a time bank's seconds, by the seq of the journal entry of its use. */
const banked = new Map();
const race = new RacePanel(document.getElementById("race"), words, (kind, label, args) => press(kind, label, args, "race"), () => feed.board(topic, "structure")?.chips ?? []);
const flip = new Flip(time, drawClock);
/** How long before its race a chip is announced (minutes). */
const RACE_SOON = 10;

/** The latest table; null before the first one, undefined if the event no longer has it. */
let table = null;
/** The latest chip race of this table; null while there is none. */
let raced = null;
/** The latest shot clock with the time banks left by seat; null if the event has none. */
let shot = null;
/**
 * Meaning of the next tap on a seat: position of the "button", a call of "time", use of a time "bank"; null
 * for none.
 */
let picking = null;

// --- commands ----------------------------------------------------------------------------------------------------
/** Buttons stay pressed until the table shows the result: key → seq to be reached, or Infinity. */
const busy = new Map();
/** Maximum wait for the table (ms). */
const TABLE_WITHIN = 4_000;

/** Send a command about the player whose panel was open. */
function pressFor(kind, label, args) {
  if (kind === "table.call") press(kind, label, { number: config.table, ...args }, `call ${args.kind}`);
  else press(kind, label, args, `entry ${args.entry}`);
}

/**
 * @param {string} kind of the command  @param {string} label as on the button  @param {object} args
 * @param {string} key the subject, so that a command is not sent twice while the first is in flight
 * @returns {Promise<object|null>} the response; null if not sent or not answered
 */
async function press(kind, label, args, key) {
  if (busy.has(key)) return null;
  const entry = { seq: Infinity };
  busy.set(key, entry);
  show();
  // Logins with the permission to undo get a button in the message; dealers may undo their own last command.
  const own = !config.may.includes("undo");
  const answer = await commands.send(kind, { tournament: config.tournament, args, label, quiet: own });
  if (own && answer?.ok) tell(answer, label);
  entry.seq = answer?.ok ? answer.seq : 0;
  // A refusal means that the table shown is outdated.
  if (answer) server.reach(answer.ok ? answer.seq : server.seq + 1, true);
  setTimeout(() => letGo(key, entry), TABLE_WITHIN);
  arrived();
  return answer;
}

/** Show what was done, with undo for as long as the message stays. */
function tell({ seq, line }, label) {
  const run = () => press("table.undo", words.say("page.undo"), { number: config.table, seq }, "table.undo");
  // An undo cannot be redone from here.
  const button = line?.undoable && line.kind !== "table.undo" && !line.kind.startsWith("race.") ? { label: words.say("page.undo"), run } : null;
  toasts.show({ text: line?.text ?? label, button });
}

function letGo(key, entry) {
  if (busy.get(key) !== entry) return;
  busy.delete(key);
  show();
}

function arrived() {
  for (const [key, entry] of busy) if (entry.seq <= server.seq) busy.delete(key);
  show();
}

// --- taps --------------------------------------------------------------------------------------------------------
function tapped(seat) {
  if (picking === "time") {
    if (table?.chairs.find((one) => one.seat === seat)?.kind !== "player") return;
    pick(null);
    press("table.call", words.say("dealer.call_time"), { number: config.table, kind: "time", seat }, "call time");
    return;
  }
  if (picking === "bank") {
    const name = table?.chairs.find((one) => one.seat === seat)?.name;
    if (!(shot?.left[seat] > 0)) return;
    pick(null);
    if (busy.has("shot")) return;
    const off = shotClock.add();
    press("shot.bank", words.say("dealer.shot_bank_of", { name }), { number: config.table, seat }, "shot")
      .then((answer) => (answer?.ok ? banked.set(answer.seq, off) : off()));
    return;
  }
  if (picking) {
    pick(null);
    press("table.button", words.say("dealer.put_button"), { number: config.table, button: seat, hand: table.hands + 1 }, "table.button");
    return;
  }
  const chair = table?.chairs.find((one) => one.seat === seat);
  if (chair?.kind === "player" && !busy.has(`entry ${chair.entry}`)) panel.open(chair, table, Boolean(callOf(table, "time")), time.at());
}

// When the use of a time bank is undone, from the message or elsewhere, its seconds are removed too.
commands.addEventListener("settled", ({ detail: { command, answer } }) => {
  if (answer?.ok && (command.kind === "table.undo" || command.kind === "undo")) banked.get(command.args.seq)?.();
});

function pick(what) {
  picking = what;
  show();
}

handOver.addEventListener("click", () => {
  shotClock.stop();
  press("hand.finish", words.say("dealer.hand_over"), { number: config.table, hand: table.hands + 1 }, "hand.finish");
});

misdeal.addEventListener("click", () => {
  shotClock.stop();
  press("hand.finish", words.say("penalty.misdeal"), { number: config.table, hand: table.hands + 1, misdeal: true }, "hand.finish");
});

putButton.addEventListener("click", () => pick(picking ? null : "button"));

document.getElementById("presses").addEventListener("click", (event) => {
  const kind = event.target.closest("[data-call]")?.dataset.call;
  if (!kind || !table) return;
  const open = callOf(table, kind);
  const label = words.say(open ? `dealer.called_${kind}` : `dealer.call_${kind}`);
  const handForHand = feed.board(topic, "hand_for_hand");
  if (kind === "all_in" && !open && handForHandOf(handForHand, config.table) === "playing") {
    press("hand_for_hand.all_in", label, { number: config.table, hand: handForHand.hand }, "call all_in");
    return;
  }
  if (!open && kind === "time") pick(picking === "time" ? null : "time");
  else if (open && kind === "time") press("time.end", label, { call: open.call, outcome: "acted" }, "call time");
  else if (open) press("table.answer", label, { call: open.call }, `call ${kind}`);
  else press("table.call", label, { number: config.table, kind }, `call ${kind}`);
});

coming.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const label = button.textContent;
  if (button.dataset.move) press("move.arrive", label, { move: Number(button.dataset.move) }, `move ${button.dataset.move}`);
  else press("moves.arrive", label, { number: config.table }, "moves.arrive");
});

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picking) pick(null);
});

// --- rendering ---------------------------------------------------------------------------------------------------
function show() {
  flag(root, "loading", table === null);
  if (table === undefined) showStop("gone", { number: config.table });
  if (!table) return;
  // The decision ended before a seat was tapped.
  if (picking === "bank" && !shotClock.counts) picking = null;
  flag(root, "sent", sent.show(table));
  const penalties = feed.board(topic, "penalties");
  ring.show(table, {
    picking: Boolean(picking), busy: (chair) => busy.has(`entry ${chair.entry}`) || (picking === "button" && busy.has("table.button")),
    penalty: (chair) => penaltySays(penalties, chair, time.at()), banks: shot?.left ?? null,
  });
  // Misdeals matter for penalties: the replay is the same hand.
  misdeal.hidden = !penalties?.running.some((one) => one.table === config.table);
  const count = dealtTo(table);
  setText(parts.players, words.say(count === 1 ? "dealer.player" : "dealer.players", { count }));
  setText(parts.hand, words.say("dealer.hand", { number: table.hands + 1 }));
  const stop = stopOf(table);
  if (stop) showStop(stop);
  else parts.stop.hidden = true;
  flag(root, "stopped", stop);
  const waits = showHandForHand();
  showRace();
  handOver.disabled = stop === "not_played" || waits;
  misdeal.disabled = handOver.disabled;
  for (const button of [handOver, misdeal]) button.setAttribute("aria-busy", String(busy.has("hand.finish")));
  showHint();
  timeCount.show(table);
  shotClock.show(stop ? null : shot, Boolean(callOf(table, "time")), picking === "bank");
  showCalls();
  showComing();
  const last = table.last[0];
  setText(parts.last, last ? words.say("dealer.last", { text: last.text, who: last.who }) : "");
}

/** Show hand-for-hand at this table. @returns {boolean} whether its hand can't be over now */
function showHandForHand() {
  const handForHand = feed.board(topic, "hand_for_hand");
  const state = handForHandOf(handForHand, config.table);
  parts["hand-for-hand"].hidden = !state;
  flag(root, "handForHand", state || null);
  if (state) setText(parts["hand-for-hand"], words.say(...handForHandSays(handForHand, state)));
  return state === "done" || state === "all_in";
}

/** Show the chip race at this table: controls in place of the seats, notices above the hand. */
function showRace() {
  const board = feed.board(topic, "race");
  // The seats are shown while the button is being placed, since cards may be dealt from its left, and during
  // a player's time, which comes before the race.
  const shown = race.show(raced, table, busy.has("race")) && !picking && !callOf(table, "time") && !shotClock.counts;
  document.getElementById("race").hidden = !shown;
  flag(root, "race", shown);
  sayIn(parts.race, board ? raceSays(board, tableOf(board, config.table), dueChip(board), words) : "");
}

/** Return the chip that leaves play now or soon, with its minutes; null if there is none. */
function dueChip(board) {
  const clock = feed.clock(topic);
  const now = time.at();
  if (!clock || now === null || !clock.clock.started) return null;
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  const due = wanted(board.due, read.position).map((one) => ({ ...one, minutes: minutesUntil(clock.levels, read, one.at) }));
  return due.find((one) => one.when === "now" && one.in_break) ?? due.find((one) => one.when === "ahead" && one.minutes <= RACE_SOON) ?? null;
}

function showStop(stop, values = {}) {
  const how = stop === "halted" || stop === "paused" ? words.say(`dealer.${stop}_how`) : "";
  const key = `${stop} ${how}`;
  parts.stop.hidden = false;
  // Changed only with the content: screen readers read it aloud.
  if (parts.stop.dataset.key === key) return;
  parts.stop.dataset.key = key;
  parts.stop.replaceChildren(el("strong", {}, words.say(`dealer.${stop}`, values)), ...(how ? [el("span", {}, how)] : []));
}

function showHint() {
  const key = picking ? `dealer.tap_${picking}` : lacksButton(table) ? "dealer.button_unknown" : "";
  parts.hint.hidden = !key;
  setText(parts.hint, key && words.say(key));
  const wants = !picking && lacksButton(table);
  putButton.classList.toggle("btn-primary", wants);
  putButton.disabled = dealtTo(table) < 2;
  putButton.setAttribute("aria-busy", String(busy.has("table.button")));
  setText(putButton, words.say(picking ? "dealer.not_now" : wants ? "dealer.put_button" : "dealer.move_button"));
}

function showCalls() {
  for (const button of document.querySelectorAll("[data-call]")) {
    const kind = button.dataset.call;
    const open = callOf(table, kind);
    // Call time: the next tap chooses the player.
    const seats = kind === "time" && !open;
    const who = kind === "time" && open ? timedPlayer(table) : undefined;
    // An all-in is waiting already, and hand-for-hand has no second hand to wait with.
    button.disabled = kind === "all_in" && !open && !["", "playing"].includes(handForHandOf(feed.board(topic, "hand_for_hand"), config.table));
    button.setAttribute("aria-pressed", String(Boolean(open) || (seats && picking === "time")));
    button.setAttribute("aria-busy", String(busy.has(`call ${kind}`)));
    setText(button.firstElementChild, words.say(open ? `dealer.called_${kind}` : `dealer.call_${kind}`) + (who ? `: ${nameOf(who, words)}` : ""));
    setText(button.lastElementChild, open ? words.say("dealer.was_here") : seats ? words.say("dealer.time_how") : "");
  }
}

function showComing() {
  const found = comers(table);
  const key = JSON.stringify(found.map((one) => [one.move, busy.has(`move ${one.move}`)]).concat([[busy.has("moves.arrive")]]));
  coming.hidden = found.length === 0;
  if (coming.dataset.key === key) return;
  coming.dataset.key = key;
  const rows = found.map((one) => {
    const values = { name: nameOf(one, words), from: one.from_table, seat: one.seat };
    const text = words.say(one.from_table === null || one.from_table === config.table ? "dealer.arrives_new" : "dealer.arrives", values);
    const button = el("button.btn.btn-primary", { type: "button", "data-move": String(one.move), "aria-label": `${values.name}: ${words.say("dealer.is_here")}` }, words.say("dealer.is_here"));
    button.setAttribute("aria-busy", String(busy.has(`move ${one.move}`)));
    return el("li", {}, el("span", {}, text), button);
  });
  if (found.length > 1) {
    const all = el("button.btn.btn-block", { type: "button" }, words.say("dealer.all_here", { count: found.length }));
    all.setAttribute("aria-busy", String(busy.has("moves.arrive")));
    rows.unshift(el("li", {}, all));
  }
  coming.replaceChildren(...rows);
}

/** @returns {number|null} ms until the next change */
function drawClock(now) {
  const board = feed.clock(topic);
  if (!board || now === null) return null;
  const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
  const view = clockView(board, read, words, now);
  const word = [view.start || view.word, view.start ? "" : view.note].filter(Boolean).join(" · ");
  setText(parts.level, view.level || words.say("clock.break"));
  setText(parts.blinds, [view.blinds, view.ante].filter(Boolean).join(" · "));
  setText(parts.time, view.time || view.hands || "–");
  parts.word.hidden = !word;
  setText(parts.word, word);
  flag(root, "clock", view.state);
  if (read.state === "running") return untilFlip(read.remaining);
  return read.starts_in === null ? null : untilFlip(read.starts_in);
}

// --- feed --------------------------------------------------------------------------------------------------------
let mark = "";

feed.addEventListener("board", ({ detail }) => {
  if (detail.topic !== topic) return;
  flip.poke();
  if (!detail.board) return;
  if (detail.name === "penalties") served(detail.board);
  if (detail.name === "hand_for_hand" || detail.name === "penalties") show();
  if (detail.name === "race") show();
  const fresh = `${markOf(config.table, feed.board(topic, "map"), feed.board(topic, "floor"))} ${raceMark()}`;
  server.reach(detail.board.seq, fresh !== mark);
  mark = fresh;
});
/** Return the part of the race about this table, so that others do not cause a fetch. */
function raceMark() {
  const board = feed.board(topic, "race");
  return board?.on ? `${board.race} ${tableOf(board, config.table)}` : "";
}

/** Show penalties served at this table; the dealer is notified when a player may return. */
let ran = new Set();

function served(board) {
  const serving = new Set(board.running.map(({ entry }) => entry));
  for (const row of board.ended) {
    if (ran.has(row.penalty) && row.table === config.table && !serving.has(row.entry)) toasts.show({ text: words.say("penalty.over_at", row) });
  }
  ran = new Set(board.running.filter((row) => row.table === config.table).map(({ penalty }) => penalty));
}

// Ended penalties are shown for a while, once the time is known.
setInterval(show, 30_000);
feed.addEventListener("time", () => show(), { once: true });
feed.addEventListener("time", () => flip.poke());
document.addEventListener("visibilitychange", () => flip.poke());

server.addEventListener("table", ({ detail }) => {
  table = detail.table ?? undefined;
  raced = detail.race ?? null;
  shot = detail.shot ?? null;
  // Close the panel of a player who no longer sits here.
  const open = panel.entry;
  if (open !== null && !table?.chairs.some((one) => one.entry === open)) {
    panel.close();
    toasts.show({ text: words.say("dealer.left_since", { name: document.getElementById("player-name").textContent }), bad: true });
  }
  if (picking && !table) picking = null;
  arrived();
});

server.reach(0, true);
feed.follow(topic);
keepAwake();
flip.poke();
