/** The desk: search a person, sell an entry. Keys and buttons do the same. */

import { advice } from "./advice.js";
import { AutoPrint } from "./auto_print.js";
import { Counter, onButton } from "./counter.js";
import { Done } from "./recent_actions.js";
import { Voids } from "./void_sale.js";
import { Drawer } from "./drawer.js";
import { Fault } from "./fault.js";
import { Find } from "./find.js";
import { Head } from "./head.js";
import { DeskKeys, keyed } from "./keys.js";
import { NewPerson } from "./new.js";
import { eventsBeside } from "./other_events.js";
import { Panels } from "./panels.js";
import { lookUp } from "./vouchers.js";
import { PersonView } from "./person.js";
import { goToPayouts, showWays } from "./payment_methods.js";
import { Prints } from "./print.js";
import { RefundsByOthers } from "./refunds.js";
import { HandOver } from "./result.js";
import { likely, offers, playing, printable, takenBack } from "./state.js";
import { Till } from "./till.js";
import { KINDS, Verbs } from "./verbs.js";
import { getJson, LoggedOut } from "./fetch.js";
import { startPage } from "../shared/ui/page.js";

const { config, words, time, feed, toasts, commands } = startPage();
const WITHIN = 6_000;
/** Older sales are refunded, not voided (ms); as web/desk/void_sale.py. */
const VOID_WITHIN = 15 * 60_000;
/** Refusals with their own next step: the message stays, with its button. */
const WAY_OUT = new Set(["page_out_of_date", "log_in"]);
const head = new Head(feed, time, words);
const find = new Find(words);
const verbs = new Verbs({ commands, words, head });
const view = new PersonView(words, config, (verb) => run(verb));
const till = new Till(words, { sell: () => counter.sell(), paper: (number) => lookUp(number, head.event), others: eventsBeside, hold: (promise) => keys.hold(promise), forget: () => keys.forget() });
const panels = new Panels(till, words);
const drawer = new Drawer({ words, commands, places: config.places, currency: config.currency }, () => find.focus(), () => done.redraw());
const form = new NewPerson(words, { now: () => time.at() ?? Date.now(), add: addPerson, take: takeInstead, back: leave });
const prints = new Prints(words, { verbs, tell: (text) => fault.tell(text), back: () => find.focus() });
const autoPrint = new AutoPrint((line) => prints.line(line, false), () => find.focus());
const handOver = new HandOver(words, till, (numbers) => prints.papers(numbers));
const voids = new Voids(words, (line, { by, answer }) => {
  done.settle(line);
  toasts.show({ text: words.say("desk.voided", { number: line.number, who: by }) });
  handOver.refunded(answer.name, line, answer);
  find.again();
});
const done = new Done(words, { may: config.may, who: config.who, undo, refund: refundLine, void: (line) => voids.ask(line), whyNoVoid, print: (line) => prints.line(line), papers: (numbers) => prints.papers(numbers) }, config.recent);

/**
 * Return the text key of why the own last sale cannot be voided any more; empty if it can. As
 * web/desk/void_sale.py.
 */
function whyNoVoid(line) {
  if (!drawer.openSince(line.at)) return "desk.void_drawer_closed";
  return (time.at() ?? Date.now()) - line.at > VOID_WITHIN ? "desk.void_too_old" : "";
}

/** The refusal shown above the person. */
const fault = new Fault();
document.getElementById("desk-person").before(fault.root);

/**
 * The person shown, from the server; whether they were chosen or only previewed; whether their ID was
 * checked.
 */
let person = null;
let chosen = false;
let idSeen = false;
let adding = false;
let asked = 0;
/** The person being loaded, and the promise. */
let coming = Promise.resolve();

/** Enter and digits: the search, the open form, the sale. */
const counter = new Counter({
  words, may: config.may, head, find, till, panels, form, verbs, drawer, fault, handOver, look, leave, leavePerson, refused, run,
  keys: { hold: (promise) => keys.hold(promise), forget: () => keys.forget() },
  current: { get person() { return person; }, get chosen() { return chosen; }, get idSeen() { return idSeen; }, get coming() { return coming; } },
});

// --- person
// --------------------------------------------------------------------------------------------------------
async function fetchPerson(player) {
  const query = head.event === null ? "" : `?t=${head.event}`;
  return getJson(`/staff/desk/person/${player}/${query}`, AbortSignal.timeout(WITHIN));
}

/**
 * Show a person.
 *
 * The latest request wins, and callers of an older one wait for it: commands are never offered for an
 * outdated state of the person.
 */
function look(player) {
  asked += 1;
  const number = asked;
  const mine = fetchPerson(player).catch((error) => error).then((found) => {
    if (number !== asked) return coming === mine ? undefined : coming;
    if (found instanceof Error) return view.away(found instanceof LoggedOut);
    person = found;
    idSeen ||= Boolean(found.event?.booking?.id_seen_by);
    return draw();
  });
  coming = mine;
  return mine;
}

/** Choose a person: show the commands, and let Enter run the default one. */
function choose(player) {
  const seen = person?.player === player && chosen && idSeen;
  chosen = true;
  adding = false;
  idSeen = seen;
  if (person?.player !== player) person = null;
  forget();
  panels.close();
  till.clear();
  find.focus();
  return keys.hold(look(player).then(offer));
}

/** Choose a person without the search: clear the query, and let Enter apply to them. */
function takeInstead(player) {
  find.clear();
  return choose(player);
}

/** Show the default command in the till's column. */
function offer() {
  if (!person || !chosen || panels.open) return;
  const what = likely(person, head.registration, config.may);
  if (what === "enter" || what === "rebuy") begin(what);
  else till.clear(...adviceFor(what));
}

function adviceFor(what) {
  const waits = person.event && offers(person, head.registration, config.may, head.started).wait;
  return advice(what, person, { words, waits, wait: () => run("wait"), proceed: () => counter.proceed() });
}

function begin(kind) {
  const event = person.event;
  const again = kind === "enter" && event.entries.length > 0;
  const what = words.say(kind === "enter" ? (again ? "desk.do_re_enter" : "desk.do_enter") : `desk.do_${kind}`);
  // If membership is required, a non-member becomes one with the entry.
  const membership = kind === "enter" ? event.memberships[0] : null;
  fault.clear();
  panels.close();
  till.begin({ kind, what, person, event, board: head.registration, membership });
}

function draw() {
  if (adding) return;
  if (!person) {
    view.clear();
    return;
  }
  const { registration: board, started, levels } = head;
  view.show(person, board, { chosen, idSeen, started, levels, position: position() });
  if (!chosen || !till.sale) return;
  // A sale in progress stays; changes by other clerks are shown.
  if (verbs.busy || offers(person, board, config.may, started)[till.sale.kind]) till.renew(person, board);
  else till.clear(...adviceFor(likely(person, board, config.may)));
}

/** Clear messages about the previous person. */
function forget() {
  fault.clear();
  for (const kind of Object.values(KINDS)) toasts.settle(kind);
}

/** Show a refusal beside the person, unless a form of theirs is open. */
function refused(answer, at = fault) {
  if (answer && !WAY_OUT.has(answer.code)) at.tell(answer.message, answer.rule);
}

/** Their position on the waiting list, as published. */
function position() {
  const booking = person.event?.booking?.booking;
  return head.waitingList?.waiting.find((one) => one.booking === booking)?.position ?? null;
}

/** Focus the search field. */
function leave() {
  leavePerson();
  find.clear();
}

/** Finish with a person; text typed meanwhile is the next name. */
function leavePerson() {
  asked += 1;
  person = null;
  chosen = adding = idSeen = false;
  forget();
  panels.close();
  till.clear();
  view.clear();
  find.focus();
}

find.addEventListener("moved", ({ detail }) => {
  if (chosen || adding) return;
  if (detail.player !== null) look(detail.player);
  else if (person) {
    asked += 1;
    person = null;
    view.clear();
  }
});
find.addEventListener("chosen", ({ detail }) => choose(detail.player));
find.addEventListener("unknown", ({ detail }) => {
  asked += 1;
  person = null;
  chosen = idSeen = false;
  adding = true;
  forget();
  till.clear();
  form.open(detail.name);
});

async function addPerson(columns) {
  const opened = asked;
  const answer = await verbs.do("add_person", null, columns);
  // A person chosen meanwhile stays; a new player is found by name.
  if (!adding || asked !== opened) return;
  if (!answer?.ok) {
    if (answer && !WAY_OUT.has(answer.code)) form.refused(answer);
    return;
  }
  find.clear();
  const { player } = answer.answer;
  await choose(player);
}

// --- commands
// --------------------------------------------------------------------------------------------------------
/** Mark the single target of Enter. */
const mark = () => document.getElementById("desk").classList.toggle("is-searching", counter.searching);

/**
 * Run a command by its key or button.
 * @param {number|null} receipt receipt of the sale to refund; null for the newest
 */
async function run(verb, receipt = null) {
  if (!person || !chosen) return;
  if (verbs.busy) {
    // Typing is quicker than the response to the sale before: a command for this person waits for it.
    const meant = person.player;
    await verbs.idle();
    if (person?.player !== meant || !chosen) return;
  }
  const event = person.event;
  if (verb === "id_seen") {
    idSeen = !idSeen;
    till.forgive();
    draw();
  } else if (verb === "enter") begin("enter");
  else if (verb === "rebuy" || verb === "add_on") {
    if (till.sale?.kind === verb) till.again();
    else begin(verb);
  } else if (verb === "refund") refund(receipt);
  else if (verb === "surrender") panels.surrender(person, (chips) => finish("surrender", { entry: playing(event).entry, chips }));
  else if (verb === "call") panels.call(person, (reason) => finish("call", { booking: event.booking.booking, reason }));
  else if (verb === "print") prints.person(event, head.event);
  else if (verb === "print_receipt") prints.receipt(printable(event), head.event);
  else if (verb === "confirm_membership") finish(verb, { membership: person.membership.membership, confirmed_by: config.name });
  else if (verb === "check_in") finish(verb, { booking: event.booking.booking, id_seen: idSeen });
  else if (verb === "bust") finish(verb, { entry: playing(event).entry });
  else if (verb === "reserve") finish(verb, { player: person.player });
  else if (verb === "wait") finish(verb, { player: person.player, wants: event.wants });
  else finish(verb, { booking: event.booking.booking });
}

/** Warn that no drawer is open before a refund form is filled in. */
function refund(receipt) {
  const { player } = person;
  const drawers = drawer.among(person.drawers, person.event.currency);
  if (drawers.length || drawer.open) panels.refund(person, drawers, receipt, (args) => finish("refund", args));
  else drawer.ask(head.registration?.currency ?? "", () => person?.player === player && refund(receipt));
}

/** Run a command without the till, then show the person's new state unless the clerk has moved on. */
async function finish(verb, args) {
  const { player, name, event } = person;
  const answer = await verbs.do(verb, verb === "confirm_membership" ? null : head.event, args, name);
  if (person?.player !== player) return;
  if (!answer?.ok) {
    await look(player).then(() => till.sale || panels.open || offer());
    if (person?.player === player) refused(answer, panels.open ? panels : fault);
  } else if (["check_in", "call", "bust", "confirm_membership"].includes(verb)) choose(player);
  else {
    leavePerson();
    if (verb === "wait") handOver.show(name, event, answer.answer);
    if (verb === "refund") {
      if (takenBack(event, args.receipt, args.items)) done.settleReceipt(args.receipt);
      handOver.refunded(name, event, answer.answer);
    }
  }
}

// --- recent actions
// --------------------------------------------------------------------------------------------------
const own = new WeakSet();
commands.addEventListener("sent", ({ detail: { command } }) => own.add(command));
commands.addEventListener("settled", ({ detail: { command, answer } }) => {
  // Results of this page's own commands are shown at their buttons; only leftovers of an earlier page need a
  // message.
  if (command.kind === "desk.printed") return;
  if (answer && !answer.ok && own.has(command) && !WAY_OUT.has(answer.code)) toasts.settle(command.kind);
  if (!answer?.ok) return;
  if (command.kind.startsWith("drawer.")) drawer.settled(command, answer);
  const line = verbs.lineOf(command, answer, config.currencies);
  autoPrint.settled(line);
  done.add(line);
  find.again();
});

async function undo(line) {
  if (verbs.busy) return;
  const answer = await verbs.undo(line, config.may.includes("undo"));
  if (answer?.ok) done.settle(line);
  else if (answer && !WAY_OUT.has(answer.code)) done.refuse(line, answer.message, answer.rule);
  if (person && chosen) choose(person.player);
}

/** A sale is refunded through the person it was sold to. */
async function refundLine(line) {
  if (line.tournament !== null) head.pick(line.tournament);
  await takeInstead(line.player);
  // It may have been undone by somebody else.
  if (takenBack(person?.event, line.receipt)) done.settle(line);
  else run("refund", line.receipt);
}

// --- keys --------------------------------------------------------------------------------------------------------------
const escape = () => {
  if (till.typing) find.focus();
  else if (find.claims && chosen) find.clear();
  else leave();
};
/** Press the button that belongs to a named key, if it is shown. */
const pressButton = (key) => document.querySelector(`#desk-person [data-key="${key}"]`)?.click();
const keys = new DeskKeys(words, {
  Enter: { label: words.say("desk.key_enter"), run: (at) => (onButton() ? onButton().click() : counter.enter(at)) },
  Escape: { label: words.say("desk.key_escape"), run: escape },
  PageDown: { label: words.say("desk.key_next_event"), run: () => head.step(1) },
  PageUp: { label: words.say("desk.key_previous_event"), run: () => head.step(-1) },
  F2: { label: words.say("desk.payouts"), run: goToPayouts },
  F3: { label: words.say("desk.do_print_receipt"), run: () => pressButton("F3") },
  F4: { label: words.say("desk.do_confirm_membership"), run: () => pressButton("F4") },
}, { steer: (key) => counter.steer(key), help: [["0–9", words.say("desk.key_digits")], ["A–Z", words.say("desk.key_letters")]] });
document.getElementById("desk-people-keys").append(
  keyed(words.say("desk.new_key"), "n", () => find.unknown()), keyed(words.say("desk.queue_key"), "q", leave),
);

// --- the event -----------------------------------------------------------------------------------------------------------
head.addEventListener("picked", ({ detail }) => {
  find.show(detail.event);
  history.replaceState(null, "", `/staff/desk/${detail.event}/`);
  if (person && chosen) choose(person.player);
});
head.addEventListener("changed", () => {
  find.again();
  if (person && chosen && !panels.open) look(person.player).then(() => !till.sale && offer());
});
showWays(feed, head, words);
drawer.show(config.drawer);
const refunds = new RefundsByOthers(toasts, words);
refunds.tell(config.refunds_by_others);
feed.addEventListener("board", ({ detail }) => detail.name === "registration" && drawer.open && refunds.look());
view.clear();
if (config.tournament !== null) head.pick(config.tournament);
else find.show(null);
if (config.player !== null) choose(config.player);
find.addEventListener("claims", mark);
document.addEventListener("focusin", mark);
find.focus();
keys.early(globalThis.takeEarlyKeys?.() ?? []);
