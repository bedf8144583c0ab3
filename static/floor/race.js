/** Chip races on the floor's page: the next chip to leave, plan, start, and unfinished tables. */

import { disc } from "../shared/ui/chips.js";
import { el } from "../shared/ui/dom.js";
import { ask, choiceOf, switchOf } from "./elements.js";
import { Phase } from "./phase.js";
import { number } from "../shared/ui/format.js";
import { minutesUntil, wanted } from "../shared/ui/race_state.js";
import { reading } from "../shared/feed/reading.js";

/** How long before its break a race is proposed (minutes). */
const AHEAD = 30;
/** Up to this many unfinished tables have their own buttons; above it, only the number is shown. */
const SHOWN = 40;
const POLICIES = ["half", "up", "full_then_half", "round_each"];

export class RacePanel extends Phase {
  #board = null;

  /** @param {HTMLElement} place  @param {object} page see TablePanel; `clock()` gives the clock with its levels and chips */
  constructor(place, page) {
    super(place, page, "race");
  }

  /** @param {object} board "race" */
  show(board) {
    this.#board = board;
    this.tick();
  }

  /** The clock has changed: the next chip may be another. */
  tick() {
    if (this.#board) this.soon(() => this.#draw());
  }

  #draw() {
    const board = this.#board;
    const due = board.on ? [] : dueNow(this.page, board);
    const key = JSON.stringify([{ ...board, seq: 0 }, due]);
    this.put(key, board.on || due.length > 0, () => (board.on ? [this.#running(board)] : due.map((one) => this.#due(one, board))));
  }

  #chip(value) {
    const chip = (this.page.clock()?.chips ?? []).find((one) => one.value === value);
    return chip ? [disc(chip, this.page.words.language)] : [];
  }

  #due(one, board) {
    const { presses, may } = this.page;
    const { small, big, lack, planned, by_itself: byItself, when, minutes, in_break: inBreak } = one;
    const time = when === "late" ? this.say("late") : when === "now" ? this.say(inBreak ? "in_this_break" : "with_this_level") : this.say(inBreak ? "in_minutes" : "with_level_in", { minutes });
    const why = [time, planned ? this.say(byItself && when === "ahead" ? "planned_by_itself" : "planned") : "", lack ? this.say(`lack_${lack}`) : ""].filter(Boolean).join(" · ");
    const start = this.button(`start-${small}`, this.say("start"), () => (when === "ahead" ? planRace(this.page, board, one, "now") : presses.send("race.start", { small }, this.say("start"))), when === "ahead" ? "" : ".btn-primary");
    start.disabled = Boolean(lack);
    const plan = this.button(`plan-${small}`, this.say(planned ? "change_plan" : "plan"), () => planRace(this.page, board, one), when === "ahead" && !planned ? ".btn-primary" : "");
    const leave = this.button(`leave-${small}`, this.say(planned ? "cancel" : "leave_out"), () => presses.send("race.cancel", { small }, this.say("leave_out")), ".btn-quiet");
    return el("div.proposal", {},
      el("div.proposal-says", {},
        el("p.proposal-want.race-want", {}, ...this.#chip(small), big ? this.say("leaves_for", { small, big }) : this.say("leaves", { small })),
        el("p.proposal-why.small", {}, why, ...(board.rule ? [" · ", el("cite.cite", {}, board.rule)] : []))),
      ...(may("run_clock") ? [el("div.proposal-acts", {}, ...(when === "ahead" && !planned ? [plan, start] : [start, plan]), leave)] : []));
  }

  #running(board) {
    const { presses, may, event } = this.page;
    const { race, small, big, left, over, totals } = board;
    const finish = this.button("finish", this.say("finish"), () => presses.send("race.finish", { race }, this.say("finish")), ".btn-primary");
    finish.disabled = !over;
    const open = board.tables.some(([, state]) => state === "open");
    const none = this.button("none-left", this.say("none_left"), () => presses.send("race.finish_tables", { race }, this.say("none_left")), ".btn-primary");
    const cancel = this.button("cancel", this.say("cancel"), () => presses.send("race.cancel", { small }, this.say("cancel")), ".btn-quiet");
    const print = el("a.btn", { href: `/staff/t/${event}/race/${race}/slips/`, target: "_blank", rel: "noopener" }, this.say("print"));
    const status = over ? this.say("all_done") : this.say(left === 1 ? "one_left" : "some_left", { count: left, of: board.tables.length });
    const change = totals.change > 0 ? `+${number(totals.change, this.page.words.language)}` : totals.change < 0 ? `−${number(-totals.change, this.page.words.language)}` : "±0";
    const counted = totals.before ? [this.say("totals", { before: totals.before, small, big: totals.big }), this.say("rounding", { change })] : [];
    return el("div.phase", { "data-over": String(over) },
      el("div.proposal-says", {},
        el("p.proposal-want.race-want", {}, ...this.#chip(small), this.say("running", { small, big })),
        el("p.small", { role: "status" }, [status, ...counted].join(" · "), ...(board.rule ? [" · ", el("cite.cite", {}, board.rule)] : []))),
      el("div.proposal-acts", {}, ...(may("run_clock") ? [open ? none : finish] : []), print, ...(may("run_clock") ? [cancel] : [])),
      ...(left ? [this.#tables(board)] : []));
  }

  /** Unfinished tables: each links to its counts and cards. */
  #tables({ race, tables }) {
    const { presses, words, event } = this.page;
    const rest = tables.filter(([, state]) => state !== "done");
    const rows = rest.slice(0, SHOWN).map(([table, state]) => {
      const name = words.say("floor.table", { number: table });
      const open = el("a.btn.btn-quiet", { href: `/staff/t/${event}/dealer/${table}/`, "data-act": `open-${table}` }, name, " · ", this.say(state));
      if (state === "counted") return el("li.phase-table", {}, open);
      const none = state === "open";
      const label = this.say(none ? "none" : "done");
      const done = this.button(`done-${table}`, label, () => presses.send("race.table_done", { race, number: table, ...(none ? { none: true } : {}) }, `${name}: ${label}`));
      done.setAttribute("aria-label", `${name}: ${label}`);
      return el("li.phase-table", {}, open, done);
    });
    const more = rest.length > SHOWN ? [el("li.muted", {}, words.say("floor.and_more", { count: rest.length - SHOWN }))] : [];
    return el("ul.phase-tables", { "aria-label": this.say("tables") }, ...rows, ...more);
  }
}

/** Chips to be raced now or soon, each with its minutes. */
function dueNow(page, board) {
  const clock = page.clock();
  const now = page.time.at();
  if (!clock || now === null) return [];
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  if (read.state === "waiting") return [];
  return wanted(board.due, read.position)
    .map((one) => ({ ...one, minutes: minutesUntil(clock.levels, read, one.at) }))
    .filter((one) => one.when !== "ahead" || one.minutes <= AHEAD);
}

/**
 * Plan a race, or start one by hand.
 * @param {object} page see TablePanel
 * @param {object} board "race"
 * @param {object|null} due the chip; null for any
 * @param {"now"|null} first initial value of "when"; null for the likely one
 */
export function planRace(page, board, due = null, first = null) {
  const { words, presses } = page;
  const say = (key, values) => words.say(`race.${key}`, values);
  const shown = (value) => number(value, words.language);
  const named = (page.clock()?.chips ?? []).map(({ value }) => value).sort((one, other) => one - other);
  const raced = new Set(board.past.map(([small]) => small));
  const smalls = due ? [due.small] : named.filter((value) => !raced.has(value)).slice(0, -1);
  const which = choiceOf("small", say("which"), smalls.map((value) => ({ value, label: shown(value) })), smalls[0] ?? null);
  const bigs = named.length ? named : due ? [due.small * 2, due.small * 4, due.small * 5, due.small * 10] : [];
  const into = choiceOf("big", say("for"), [], null);
  const offer = () => {
    const small = Number(which.value());
    const fits = bigs.filter((value) => value > small && value % small === 0).slice(0, 4);
    const chosen = due?.big ?? fits[0];
    into.group.querySelector(".floor-choice-options").replaceChildren(...choiceOf("big", "", fits.map((value) => ({ value, label: shown(value) })), chosen).group.querySelectorAll(".floor-option"));
  };
  which.group.addEventListener("change", offer);
  offer();
  which.group.hidden = Boolean(due);
  const when = choiceOf("when", say("when"), [...(due && due.when === "ahead" ? ["break", "hand"] : []), "now"].map((value) => ({ value, label: say(`when_${value}`) })), first ?? (due?.when === "ahead" ? "break" : "now"));
  const early = el("p.notice.is-warn", {}, say("early"));
  // Chips that leave play now by the structure are raced now; any other chip is still needed.
  const leaving = new Set(dueNow(page, board).filter((one) => one.when !== "ahead").map((one) => one.small));
  const warn = () => (early.hidden = when.value() !== "now" || leaving.has(due?.small ?? Number(which.value())));
  for (const group of [when.group, which.group]) group.addEventListener("change", warn);
  warn();
  const policy = choiceOf("policy", say("how_many"), ["book", ...POLICIES].map((value) => ({ value, label: say(`policy_${value}`) })), due?.planned ? due.policy : "book");
  const self = board.rounds ? switchOf(say("self_dealt"), due?.self_dealt ?? false) : null;
  self?.input.addEventListener("change", () => (policy.group.hidden = self.input.checked));
  if (self) policy.group.hidden = self.input.checked;
  const label = () => say(when.value() === "now" ? "start" : "plan_do");
  const dialog = ask({
    title: say("plan_title"), back: words.say("floor.cancel"), label: label(),
    body: [which.group, into.group, when.group, early, ...(self ? [self.field] : []), policy.group],
    submit: () => {
      const small = Number(which.value());
      const big = Number(into.value());
      const way = policy.value();
      const args = {
        small, ...(big ? { big } : {}), ...(way !== "book" && !self?.input.checked ? { policy: way } : {}), ...(self ? { self_dealt: self.input.checked } : {}),
      };
      if (when.value() === "now") return presses.ask("race.start", args, say("start"));
      return presses.ask("race.plan", { ...args, by_itself: when.value() === "break" }, say("plan_do"));
    },
  });
  when.group.addEventListener("change", () => dialog.name(label()));
}
