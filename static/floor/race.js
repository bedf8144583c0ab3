/** Chip races on the floor's page: the next chip to leave, plan, start, and unfinished tables. */

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";
import { reading } from "../shared/feed/reading.js";
import { disc } from "../shared/ui/chips.js";
import { number } from "../shared/ui/format.js";
import { labelled } from "../shared/ui/punctuation.js";
import { minutesUntil, wanted } from "../shared/ui/race_state.js";
import { choice, openForm } from "./dialog.js";
import { Phase } from "./phase.js";

/** @import { RaceBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { WantedChip } from "../shared/ui/race_state.js" */
/** @import { Form } from "./dialog.js" */
/** @import { Floor } from "./floor.js" */
/** @import { PhaseButton } from "./phase.js" */

/** A chip to be raced now or soon, with the minutes until then. @typedef {WantedChip & {minutes: number}} DueChip */

/** How long before its break a race is proposed (minutes). */
const AHEAD = 30;
/** Up to this many unfinished tables have their own buttons; above it, only the number is shown. */
const SHOWN = 40;
const POLICIES = ["half", "up", "full_then_half", "round_each"];

/** @extends {Phase<{board: RaceBoard, due: DueChip[]}>} */
export class RacePanel extends Phase {
  /** @type {RaceBoard|null} */
  #board = null;

  /** @param {HTMLElement} place  @param {Floor} page */
  constructor(place, page) {
    super(place, page, "race");
  }

  /** @param {RaceBoard} board */
  show(board) {
    this.#board = board;
    this.tick();
  }

  /** The clock has changed: the next chip may be another. */
  tick() {
    if (this.#board) this.draw();
  }

  /** @override */
  get content() {
    const board = this.#board;
    const due = !board || board.on ? [] : dueNow(this.page, board);
    return board && (board.on || due.length) ? { board, due } : null;
  }

  /** @override  @param {{board: RaceBoard, due: DueChip[]}} content */
  template({ board, due }) {
    return board.on ? this.#running(board) : html`${repeat(due, ({ small }) => small, (one) => this.#due(one, board))}`;
  }

  /** @param {number|null} value */
  #chip(value) {
    const chip = this.page.clock()?.chips.find((one) => one.value === value);
    return chip ? guard([chip], () => disc(chip, this.page.words.language)) : nothing;
  }

  /** @param {DueChip} one  @param {RaceBoard} board */
  #due(one, board) {
    const { presses, may } = this.page;
    const { small, big, lack, planned, by_itself: byItself, when, minutes, in_break: inBreak, at_start: atStart } = one;
    const time = atStart && board.bagged ? this.say("next_day") : atStart && when === "now" ? this.say("before_first_hand") : when === "late" ? this.say("late") : when === "now" ? this.say(inBreak ? "in_this_break" : "with_this_level") : this.say(inBreak ? "in_minutes" : "with_level_in", { minutes });
    const why = [time, planned ? this.say(!byItself ? "planned" : atStart && board.bagged ? "planned_by_day" : when === "ahead" ? "planned_by_itself" : "planned") : "", lack ? this.say(`lack_${lack}`) : ""].filter(Boolean).join(" · ");
    const likely = when === "ahead" && !planned;
    /** @type {PhaseButton} */
    const start = {
      act: `start-${small}`, label: this.say("start"), look: when === "ahead" ? "" : "btn-primary", off: Boolean(lack) || board.bagged,
      run: () => (when === "ahead" ? planRace(this.page, board, one, "now") : presses.send("race.start", { small }, this.say("start"))),
    };
    /** @type {PhaseButton} */
    const plan = { act: `plan-${small}`, label: this.say(planned ? "change_plan" : "plan"), look: likely ? "btn-primary" : "", run: () => planRace(this.page, board, one) };
    /** @type {PhaseButton} */
    const leave = {
      act: `leave-${small}`, label: this.say(planned ? "cancel" : "leave_out"), look: "btn-quiet", run: () => presses.send("race.cancel", { small }, this.say("leave_out")),
    };
    return html`<div class="proposal">
      <div class="proposal-says">
        <p class="proposal-want race-want">${this.#chip(small)}${big ? this.say("leaves_for", { small, big }) : this.say("leaves", { small })}</p>
        <p class="proposal-why small">${why}${this.cited(board.rule)}</p>
      </div>
      ${may("run_clock") ? html`<div class="proposal-acts">${likely ? this.buttons(plan, start, leave) : this.buttons(start, plan, leave)}</div>` : nothing}</div>`;
  }

  /** @param {RaceBoard} board */
  #running(board) {
    const { presses, may, event } = this.page;
    const [race, small] = [Number(board.race), Number(board.small)];
    const { big, left, over, rule } = board;
    const [finish, none, cancel] = [this.say("finish"), this.say("none_left"), this.say("cancel")];
    const open = board.tables.some(([, state]) => state === "open");
    /** @type {PhaseButton} */
    const end = open ? { act: "none-left", label: none, look: "btn-primary", run: () => presses.send("race.finish_tables", { race }, none) }
      : { act: "finish", label: finish, look: "btn-primary", off: !over, run: () => presses.send("race.finish", { race }, finish) };
    const status = over ? this.say("all_done") : this.say(left === 1 ? "one_left" : "some_left", { count: left, of: board.tables.length });
    return html`<div class="phase" data-over=${String(over)}>
      <div class="proposal-says">
        <p class="proposal-want race-want">${this.#chip(small)}${this.say("running", { small, big })}</p>
        <p class="small" role="status">${[status, ...this.#totals(board)].join(" · ")}${this.cited(rule)}</p>
      </div>
      <div class="proposal-acts">${may("run_clock") ? this.buttons(end) : nothing}
        <a class="btn" href="/staff/t/${event}/race/${race}/slips/" target="_blank" rel="noopener">${this.say("print")}</a>
        ${may("run_clock") ? this.buttons({ act: "cancel", label: cancel, look: "btn-quiet", run: () => presses.send("race.cancel", { small }, cancel) }) : nothing}</div>
      ${left ? this.#tables(board, race) : nothing}</div>`;
  }

  /** Return what was counted so far, and the change by rounding. @param {RaceBoard} board */
  #totals({ totals, small }) {
    if (!totals?.before) return [];
    const { language } = this.page.words;
    const change = totals.change > 0 ? `+${number(totals.change, language)}` : totals.change < 0 ? `−${number(-totals.change, language)}` : "±0";
    return [this.say("totals", { before: totals.before, small, big: totals.big }), this.say("rounding", { change })];
  }

  /** Unfinished tables: each links to its counts and cards. @param {RaceBoard} board  @param {number} race */
  #tables({ tables }, race) {
    const { presses, words, event } = this.page;
    const rest = tables.filter(([, state]) => state !== "done");
    return html`<ul class="phase-tables" aria-label=${this.say("tables")}>
      ${repeat(rest.slice(0, SHOWN), ([table]) => table, ([table, state]) => {
        const name = words.say("floor.table", { number: table });
        const none = state === "open";
        const label = this.say(none ? "none" : "done");
        const spoken = labelled(name, label, this.page.words.language);
        return html`<li class="phase-table">
          <a class="btn btn-quiet" href="/staff/t/${event}/dealer/${table}/" data-act="open-${table}">${name} · ${this.say(state)}</a>
          ${state === "counted" ? nothing : this.buttons({ act: `done-${table}`, label, spoken, run: () => presses.send("race.table_done", { race, number: table, ...(none ? { none } : {}) }, spoken) })}</li>`;
      })}
      ${rest.length > SHOWN ? html`<li class="muted">${words.say("floor.and_more", { count: rest.length - SHOWN })}</li>` : nothing}</ul>`;
  }
}

/** Return the chips to be raced now or soon. @param {Floor} page  @param {RaceBoard} board  @returns {DueChip[]} */
function dueNow(page, board) {
  const clock = page.clock();
  const now = page.time.at();
  if (!clock || now === null) return [];
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  const due = wanted(board.due, read.position).map((one) => ({ ...one, minutes: minutesUntil(clock.levels, read, one.at) }));
  // The clock of a day that flights come to waits until all seats are drawn and chips are raced.
  if (read.state === "waiting") return due.filter((one) => one.at_start);
  return due.filter((one) => one.when !== "ahead" || one.at_start || one.minutes <= AHEAD);
}

/**
 * Plan a race, or start one by hand.
 * @param {Floor} page  @param {RaceBoard} board
 * @param {DueChip|null} due the chip; null for any
 * @param {"now"|null} first initial value of "when"; null for the likely one
 */
export function planRace(page, board, due = null, first = null) {
  const { words, presses } = page;
  /** @param {string} key */
  const say = (key) => words.say(`race.${key}`);
  /** @param {number} value */
  const chip = (value) => ({ value, label: number(value, words.language) });
  const named = (page.clock()?.chips ?? []).map(({ value }) => value).sort((one, other) => one - other);
  const raced = new Set(board.past.map(([small]) => small));
  const smalls = due ? [due.small] : named.filter((value) => !raced.has(value)).slice(0, -1);
  const bigs = named.length ? named : due ? [due.small * 2, due.small * 4, due.small * 5, due.small * 10] : [];
  const ahead = due?.when === "ahead";
  const times = [...(ahead ? ["break", "hand"] : []), "now"];
  const usual = first ?? (ahead ? "break" : "now");
  // Chips that leave play now by the structure are raced now; any other chip is still needed.
  const leaving = new Set(dueNow(page, board).filter((one) => one.when !== "ahead").map((one) => one.small));
  /** @param {Form} form */
  const smallOf = (form) => Number(form.value("small") || smalls[0] || 0);
  /** @param {Form} form */
  const isNow = (form) => (form.value("when") || usual) === "now";
  /** @param {Form} form */
  const label = (form) => say(isNow(form) ? "start" : "plan_do");
  openForm(page, {
    title: say("plan_title"), label,
    body: (form) => {
      const small = smallOf(form);
      const fits = bigs.filter((value) => value > small && value % small === 0).slice(0, 4);
      return html`${choice("small", say("which"), smalls.map(chip), smalls[0] ?? null, { hidden: due !== null })}
        ${keyed(small, choice("big", say("for"), fits.map(chip), due?.big ?? fits[0]))}
        ${choice("when", say("when"), times.map((value) => ({ value, label: say(`when_${value}`) })), usual)}
        <p class="notice is-warn" ?hidden=${!isNow(form) || leaving.has(small)}>${say("early")}</p>
        ${board.rounds ? html`<label class="switch"><input type="checkbox" role="switch" name="self_dealt" ?checked=${due?.self_dealt ?? false}><span>${say("self_dealt")}</span></label>` : nothing}
        ${choice("policy", say("how_many"), ["book", ...POLICIES].map((value) => ({ value, label: say(`policy_${value}`) })), due?.planned ? due.policy : "book", { hidden: form.value("self_dealt") !== "" })}`;
    },
    submit: (form) => {
      const [small, big, policy] = [smallOf(form), form.count("big"), form.value("policy")];
      const self = form.value("self_dealt") !== "";
      const args = /** @type {CommandArguments["race.plan"]} */ ({
        small, ...(big ? { big } : {}), ...(policy !== "book" && !self ? { policy } : {}), ...(board.rounds ? { self_dealt: self } : {}),
      });
      if (isNow(form)) return presses.ask("race.start", args, say("start"));
      return presses.ask("race.plan", { ...args, by_itself: form.value("when") === "break" }, say("plan_do"));
    },
  });
}
