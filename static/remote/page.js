/** The remote: buttons, forms and keys send commands; the page shows the boards. */

import { el, setText } from "../shared/ui/dom.js";
import { Flip } from "../shared/ui/flip.js";
import { localInput, timestampOf, showFaults } from "../shared/ui/forms.js";
import { duration } from "../shared/ui/format.js";
import { watchHealth } from "../shared/ui/health.js";
import { Keys } from "../shared/ui/keys.js";
import { watchParts } from "../shared/feed/event_parts.js";
import { startPage } from "../shared/ui/page.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading, secondsLeft, untilFlip } from "../shared/feed/reading.js";
import { Face } from "./clock_view.js";
import { RecentEntries } from "../shared/ui/recent_entries.js";
import { rowText } from "./state.js";
import { toTheSecond } from "../shared/ui/zone.js";

const { config, words, time, feed, toasts, commands } = startPage();
const root = document.getElementById("remote");
const topic = `t${config.tournament}`;
const face = new Face(root, words);
const flip = new Flip(time, draw);
const lines = config.lines
  ? new RecentEntries(document.getElementById("lines"), new LiveResource(feed, `${topic}/journal`), { words, may: config.may, undo: (seq) => commands.undo(seq, config.tournament) })
  : null;

const DAY = 24 * 3_600_000;
/** Commands that may be repeated quickly; all others wait until the result is on this screen. */
const REPEATS = new Set(["clock.add", "field.count"]);
/** Commands that take the position the user saw. */
const BY_POSITION = new Set(["clock.next", "clock.previous", "clock.announce_level", "clock.last_hand", "clock.skip_break"]);
/** Clock commands that do not check for concurrent changes. */
const UNSEEN = new Set(["clock.say", "clock.plan_start", "clock.advance", "clock.as_if_never_stopped", "clock.resume_from_stop", "clock.draw_hands", "clock.hands_played"]);

const clock = () => feed.clock(topic);
const staff = () => feed.board(topic, "clock_staff");
const registration = () => feed.board(topic, "registration");
const readNow = (board, now) => reading(board.levels, board.clock, board.planned_start, board.advance, now);

/** @returns {number|null} ms until the next change */
function draw(now) {
  const board = clock();
  if (!board || now === null) return null;
  const read = readNow(board, now);
  face.draw(board, staff(), read, now, registration());
  if (read.state === "running") return untilFlip(read.remaining);
  return read.starts_in === null ? null : untilFlip(read.starts_in);
}

/**
 * Send a command of this event.
 * @param {string} kind  @param {string} label as on the button  @param {object} args in addition to the state shown
 * @returns {Promise<object|null>} the answer
 */
async function press(kind, label, args = {}) {
  const board = clock();
  const now = time.at();
  if (!board || now === null || (!REPEATS.has(kind) && busy.has(kind))) return null;
  const all = { ...args };
  if (kind.startsWith("clock.") && !UNSEEN.has(kind)) all.seen = board.seq;
  if (BY_POSITION.has(kind)) all.position = readNow(board, now).position;
  const release = hold(kind);
  const answer = await commands.send(kind, { tournament: config.tournament, args: all, label });
  release(answer?.ok ? answer.seq : 0);
  return answer;
}

// --- buttons stay pressed until the screen shows the result ----------------------------------------------------
const busy = new Map();
/** Maximum wait for the board (ms). */
const BOARD_WITHIN = 2_000;

function hold(kind) {
  const entry = { seq: Infinity };
  busy.set(kind, entry);
  mark();
  return (seq) => {
    entry.seq = seq;
    setTimeout(() => letGo(kind, entry), BOARD_WITHIN);
    arrived();
  };
}

function letGo(kind, entry) {
  if (busy.get(kind) === entry) busy.delete(kind);
  mark();
}

function arrived() {
  const seq = clock()?.seq ?? 0;
  for (const [kind, entry] of busy) if (entry.seq <= seq) letGo(kind, entry);
}

function mark() {
  for (const button of root.querySelectorAll("[data-do]")) {
    button.setAttribute("aria-busy", String(busy.has(button.dataset.do) && !REPEATS.has(button.dataset.do)));
  }
  document.getElementById("main-press")?.setAttribute("aria-busy", String(busy.has(face.press.kind)));
}

// --- buttons -----------------------------------------------------------------------------------------------------
function argumentsOf({ dataset }) {
  if (dataset.ms) return { ms: Number(dataset.ms) };
  if (dataset.way) return { way: dataset.way };
  if (dataset.text !== undefined) return { text: dataset.text };
  return dataset.do === "clock.plan_start" ? { at: null } : {};
}

const labelOf = (button) => (button.querySelector(".visually-hidden") ?? button.querySelector("span") ?? button).textContent.trim();

function pressMain() {
  const { kind, key, values } = face.press;
  if (kind) press(kind, words.say(key, values));
}

function count(what, by) {
  if (registration()) {
    toasts.show({ text: words.say("remote.counted"), bad: true });
    return;
  }
  const keys = { left: { "-1": "remote.left_less", 1: "remote.left_more" }, entries: { "-1": "remote.entry_less", 1: "remote.entry_more" } };
  press("field.count", words.say(keys[what][by]), { [`${what}_by`]: by });
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.id === "main-press") pressMain();
  else if (button.id === "list-keys") keys.list();
  else if (button.dataset.count) count(button.dataset.count, Number(button.dataset.by));
  else if (button.dataset.do) press(button.dataset.do, labelOf(button), argumentsOf(button));
  // Commands that change all displays are folded away again after one press.
  if (button.dataset.do) button.closest(".fold-danger")?.removeAttribute("open");
  // After a pointer press the space bar belongs to the clock again, not to this button.
  if (event.detail > 0 && (button.dataset.do || button.dataset.count || button.id === "main-press")) button.blur();
});

// --- forms -------------------------------------------------------------------------------------------------------
const whole = (input) => (input.value.trim() === "" ? 0 : Math.trunc(Number(input.value)));

/** Parse a clock setting (ms), or null: whole minutes up to a day, whole seconds up to 59. */
function restOf({ minutes, seconds }) {
  const typed = [minutes, seconds].map((input) => (input.validity.badInput ? NaN : Number(input.value)));
  const [min, sec] = typed;
  const rest = (min * 60 + sec) * 1000;
  return typed.every((one) => Number.isInteger(one) && one >= 0) && sec <= 59 && rest > 0 && rest <= DAY ? rest : null;
}

const FORMS = {
  "field.set": (form) => ({ entries: whole(form.entries), left: whole(form.left), extra_chips: whole(form.extra_chips) }),
  "clock.say": (form) => ({ text: form.text.value }),
  "clock.plan_start": (form) => ({ at: timestampOf(form.at) }),
  "clock.set_remaining": (form) => ({ ms: restOf(form) }),
  "clock.go_to": (form) => ({ to: Number(form.to.value) }),
  "clock.draw_hands": (form) => ({ card: form.card.value === "" ? null : whole(form.card) }),
};

root.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const kind = form.dataset.form;
  const args = FORMS[kind](form.elements);
  if (kind === "clock.set_remaining" && args.ms === null) {
    toasts.show({ text: words.say("remote.unknown_rest"), bad: true });
    return;
  }
  if (kind === "clock.draw_hands" && args.card === null) {
    form.elements.card.focus();
    return;
  }
  const answer = await press(kind, labelOf(event.submitter ?? form.querySelector("[type=submit]")), args);
  if (answer && !answer.ok) showFaults(form, answer.fields);
  if (answer?.ok && kind === "clock.say") form.reset();
  if (answer?.ok && form.dataset.stays === undefined) form.closest("details")?.removeAttribute("open");
});

root.addEventListener("toggle", (event) => {
  const board = clock();
  if (!event.target.open || !board) return;
  if (event.target.id === "set-field") {
    const form = event.target.querySelector("form").elements;
    form.entries.value = board.field.entries;
    form.left.value = board.field.left;
    form.extra_chips.value = board.field.chips - board.field.entries * board.field.starting_stack;
  }
  const plan = event.target.querySelector("#plan");
  // The opening code arrives later: keep what is being typed.
  if (plan && document.activeElement !== plan) plan.value = board.planned_start === null ? "" : localInput(board.planned_start);
}, true);

// --- boards ------------------------------------------------------------------------------------------------------
feed.addEventListener("board", ({ detail }) => {
  if (detail.topic === topic) {
    arrived();
    showOutage();
    flip.poke();
  }
  if (detail.topic === "room" && detail.name.startsWith("screen:")) showScreens(detail);
});
feed.addEventListener("time", () => flip.poke());
document.addEventListener("visibilitychange", () => flip.poke());

function showOutage() {
  const outage = staff()?.outage ?? null;
  const board = clock();
  const strip = document.getElementById("outage");
  if (!strip) return;
  const level = board?.levels[outage?.position];
  strip.hidden = !level;
  if (strip.hidden) return;
  const when = (at) => toTheSecond(at, words.language);
  setText(document.getElementById("outage-text"), words.say("remote.outage", {
    from: when(outage.from), until: when(outage.until),
    entry: level.kind === "break" ? words.say("clock.break") : words.say("clock.level", { number: level.number }),
    time: duration(secondsLeft(outage.remaining)),
  }));
}

const screens = new Map();

function showScreens({ name, board }) {
  if (board) screens.set(name, board);
  else screens.delete(name);
  const mine = [...screens.values()].filter((one) => one.paired && one.tournament === config.tournament);
  mine.sort((a, b) => a.name.localeCompare(b.name, words.language));
  document.getElementById("screens").replaceChildren(...(mine.length ? mine.map(screenRow) : [el("li.muted", {}, words.say("remote.no_screens"))]));
}

function screenRow(screen) {
  const about = [words.say(`displays.layout_${screen.layout}`)];
  if (screen.blank) about.push(words.say("remote.screen_dark"));
  if (screen.sound) about.push(words.say("remote.screen_sounds"));
  if (screen.message) about.push(`“${screen.message}”`);
  const steers = config.may.includes("manage_screens");
  const name = steers ? el("a", { href: `/staff/screens/#screen-${screen.id}` }, screen.name) : el("span", {}, screen.name);
  return el("li.spread", {}, name, el("span.small.muted", {}, about.join(" · ")));
}

// --- keys --------------------------------------------------------------------------------------------------------
const keys = new Keys(words);
if (config.may.includes("run_clock")) bindClock();
if (config.may.includes("count_field") && config.by_hand) {
  keys.add("x", words.say("remote.left_less"), () => count("left", -1));
  keys.add("e", words.say("remote.entry_more"), () => count("entries", 1));
}
if (config.may.includes("undo")) {
  keys.add("u", words.say("page.undo"), () => lines?.newest && commands.undo(lines.newest.seq, config.tournament));
}

function bindClock() {
  const button = (selector) => () => {
    const found = root.querySelector(selector);
    if (found && !found.hidden && !found.disabled) found.click();
  };
  keys.add(" ", `${words.say("remote.pause")} / ${words.say("remote.resume")}`, pressMain);
  keys.add("+", words.say("remote.minute_more"), button('[data-do="clock.add"][data-ms="60000"]'));
  keys.add("-", words.say("remote.minute_less"), button('[data-do="clock.add"][data-ms="-60000"]'));
  keys.add("n", words.say("remote.next"), button('[data-do="clock.next"]'));
  keys.add("p", words.say("remote.previous"), button('[data-do="clock.previous"]'));
  keys.add("l", words.say("remote.last_hand"), button('[data-do="clock.last_hand"]'));
  const early = button('[data-do="clock.announce_level"]');
  keys.add("a", words.say("remote.announce_next"), () => (face.press.kind === "clock.announce_level" ? pressMain() : early()));
  keys.add("b", words.say("remote.end_break"), button('[data-do="clock.skip_break"]'));
  keys.add("s", words.say("remote.say"), () => document.getElementById("say").focus());
}

showScreens({ name: "", board: null });
feed.follow(topic);
feed.follow("room");
watchParts(feed, config.tournament);

/** The set-up list links to the start time, which is folded away. */
document.addEventListener("click", ({ target }) => {
  if (!target.closest('a[href$="#plan"]')) return;
  const plan = document.getElementById("plan");
  plan.closest("details").open = true;
  setTimeout(() => plan.focus());
});
watchHealth(document.getElementById("health"), words, feed);
flip.poke();
