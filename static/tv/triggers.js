/**
 * Carries out the triggers of the room on a display: which have fired, and what they sound, say and show. Each fires once,
 * also over reloads; what happened while the display was offline is shown for the rest of its time, but not heard.
 */

import { concerns, firings } from "../shared/feed/triggers.js";
import { reading } from "../shared/feed/reading.js";
import { closesIn } from "../shared/ui/registration.js";
import { sooner } from "./layouts/entry.js";
import { finalists, toGo } from "./scenes.js";
import { afterUrgent } from "./turns.js";

/** @import { ScreenBoard, TriggerBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Boards } from "./boards.js" */
/** @import { Cue } from "./cues.js" */

/** @typedef {{id: string, text: string, priority: "normal"|"urgent", at: number, ends: number}} Message */
/**
 * @typedef {object} Carried what a display does because of its triggers
 * @property {Message[]} messages  @property {string} layout "" for its own  @property {number|null} by the trigger that shows it
 * @property {TriggerCue[]} cues  @property {{key: string, at: number, text: string}[]} aloud with placeholders
 * @property {string[]} files addresses of the sounds that it may need
 * @property {number|null} wait ms until that changes
 */
/** @typedef {Omit<Cue, "event"> & {event: string, late: number, speaks: boolean}} TriggerCue its event is the name or the address of a sound,
 *   "silence", or "" if it only speaks; `late`: how late it may still start (ms) */
/** @typedef {{trigger: TriggerBoard, key: string, at: number, timed: boolean, once?: boolean}} Fired */

const SECOND = 1_000;
/** What a display learns of later than this is not heard (ms). */
const STALE = 10 * SECOND;
/** What the clock tells in advance starts at most so late, as its built-in sounds do (ms). */
const LATE = SECOND;
/** A time that moved by less than this is the same firing (ms): see cues.js. */
const SAME = 30 * SECOND;
/** A trigger that waits for players fires again for new entries, but not within this time (ms). */
const AGAIN = 60 * SECOND;
/** A layout without an end is tried for this long (ms). */
export const TRIES = 15 * SECOND;
/** How often what was seen is stored (ms). */
const KEEP_EVERY = 5 * SECOND;
const MEMORY = "triggers:fired";
const MOST = 200;
/** @type {Carried} */
const NOTHING = { messages: [], layout: "", by: null, cues: [], aloud: [], files: [], wait: null };
/** @type {readonly string[]} */
const BY_CLOCK = ["level_start", "level_end", "break_start", "break_end", "registration_closes"];

export class Triggers {
  /** When triggers fired, by cause; 0: before the display knew of it. @type {Record<string, number>} */
  #fired = {};
  /** When the display last saw that a trigger could still fire. @type {Record<string, number>} */
  #looks = {};
  #kept = 0;
  #keeps;
  /** When the server was last heard, a second ago: what it says right after an outage is news. @type {{at: number, heard: number, before: number}} */
  #heard = { at: 0, heard: 0, before: 0 };

  /** @param {boolean} [keeps] whether it is a display, which remembers across reloads what has fired */
  constructor(keeps = true) {
    this.#keeps = keeps;
    if (!keeps) return;
    try {
      const { fired, looks } = JSON.parse(localStorage.getItem(MEMORY) ?? "{}");
      this.#fired = fired ?? {};
      this.#looks = looks ?? {};
    } catch {
      // Nothing is remembered.
    }
    addEventListener("pagehide", () => this.#keep());
  }

  /**
   * Return what a display does at `now` (server ms).
   * @param {ScreenBoard} screen  @param {readonly TriggerBoard[]} triggers  @param {ClockWithStructure|undefined} clock of its event
   * @param {Boards} boards  @param {number} now  @param {number|null} heard when the server was last heard  @returns {Carried}
   */
  at(screen, triggers, clock, boards, now, heard) {
    if (!triggers.length) return NOTHING;
    if (now - this.#heard.at >= SECOND) this.#heard = { at: now, heard: heard ?? now, before: this.#heard.heard };
    const fired = tested(screen, triggers, now);
    const due = /** @type {Fired[]} */ ([]);
    const shown = /** @type {TriggerBoard[]} */ ([]);
    if (clock) {
      const isOver = clock.closed || clock.winner;
      for (const trigger of triggers) {
        if (!trigger.on || !isFor(trigger, screen)) continue;
        if (BY_CLOCK.includes(trigger.when)) due.push(...this.#byClock(trigger, clock, boards, now));
        else this.#byState(trigger, clock, boards, now);
        const last = this.#last(trigger, clock);
        // The end of the event ends what triggers show: the display shows the winner. A message of the bubble ends with the bubble.
        const burst = trigger.when === "bubble" && trigger.message && causeOf(trigger, clock, boards, now) === null;
        if (last) fired.push({ trigger: isOver ? { ...trigger, message: "", layout: "" } : burst ? { ...trigger, message: "" } : trigger, at: last[1], key: last[0], timed: BY_CLOCK.includes(trigger.when) });
        if (trigger.layout && trigger.layout_for === null && !isOver && lasts(trigger, clock, boards, now) && !this.#beganBeforeSave(trigger, clock, now)) shown.push(trigger);
      }
    }
    if (now - this.#kept >= KEEP_EVERY) this.#keep(now);
    const all = carried(fired, due, shown, now);
    // What no clock tells is looked at again and again, to know how late a change of it is.
    const waits = triggers.some(({ on, when }) => on && !BY_CLOCK.includes(when));
    const files = triggers.map(({ sound }) => sound).filter((sound) => sound.startsWith("/"));
    return { ...all, files, wait: waits ? sooner(all.wait, SECOND) : all.wait };
  }

  /** Note what has fired by the clock, and return what will. @param {TriggerBoard} trigger  @param {ClockWithStructure} clock
   * @param {Boards} boards  @param {number} now  @returns {Fired[]} */
  #byClock(trigger, clock, { registration }, now) {
    if (clock.closed || clock.winner) return [];
    /** @type {Fired[]} */
    const due = [];
    for (const { cause, at, once } of firings(trigger, clock, registration)) {
      const key = `${prefix(trigger, clock)}${cause}`;
      const before = this.#fired[key];
      if (at < trigger.since || (before !== undefined && (once || Math.abs(at - before) < SAME))) continue;
      if (at <= now) this.#note(key, at);
      else due.push({ trigger, key, at, timed: true, once });
    }
    return due;
  }

  /** Note whether something has happened that no clock tells. @param {TriggerBoard} trigger  @param {ClockWithStructure} clock
   * @param {Boards} boards  @param {number} now */
  #byState(trigger, clock, boards, now) {
    const cause = causeOf(trigger, clock, boards, now);
    const start = prefix(trigger, clock);
    const look = `${start}${trigger.when}:${trigger.number}:${trigger.since}`;
    if (cause === null) {
      if (trigger.when !== "players_left" || clock.field.left > (trigger.number ?? 0)) this.#looks[look] = this.#heard.before;
      return;
    }
    const key = `${start}${cause}:${trigger.since}`;
    if (key in this.#fired) return;
    const seen = this.#looks[look];
    const last = this.#last(trigger, clock)?.[1];
    // The display may have been away when it happened: the longest that this can be ago.
    let at = seen === undefined ? 0 : now - seen <= STALE ? now : seen;
    if (last && at - last < AGAIN) at = last;
    this.#note(key, at);
  }

  /** @param {TriggerBoard} trigger  @param {ClockWithStructure} clock  @returns {[key: string, at: number]|undefined} */
  #last(trigger, clock) {
    const start = prefix(trigger, clock);
    return Object.entries(this.#fired).filter(([key, at]) => key.startsWith(start) && at >= trigger.since).sort((a, b) => b[1] - a[1])[0];
  }

  /**
   * Whether the level or break had begun before the trigger was saved or switched on, and has not begun again since.
   * Boards of an earlier version do not say.
   * @param {TriggerBoard} trigger  @param {ClockWithStructure} clock  @param {number} now
   */
  #beganBeforeSave(trigger, clock, now) {
    const { when, before, rows_in_progress: earlier, since } = trigger;
    if (before || !when.endsWith("_start")) return false;
    const { position } = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
    return earlier?.[clock.tournament] === position && (this.#fired[`${prefix(trigger, clock)}${when}:${position}`] ?? 0) < since;
  }

  /** @param {string} key  @param {number} at */
  #note(key, at) {
    this.#fired[key] = at;
    this.#keep();
  }

  #keep(now = this.#kept) {
    this.#kept = now;
    this.#fired = newest(this.#fired);
    this.#looks = newest(this.#looks);
    if (!this.#keeps) return;
    try {
      localStorage.setItem(MEMORY, JSON.stringify({ fired: this.#fired, looks: this.#looks }));
    } catch {
      // Storage full or forbidden: this page still remembers.
    }
  }
}

/** @param {Record<string, number>} times */
function newest(times) {
  return Object.fromEntries(Object.entries(times).sort((a, b) => b[1] - a[1]).slice(0, MOST));
}

/** What the keys of a trigger begin with. @param {TriggerBoard} trigger  @param {ClockWithStructure} clock */
const prefix = ({ id }, { tournament }) => `trigger:${id}:${tournament}:`;

/** @param {TriggerBoard} trigger  @param {Pick<ScreenBoard, "tournament"|"group">} screen */
export function isFor({ shown_on, tournament, group }, screen) {
  if (shown_on === "event") return screen.tournament === tournament;
  return shown_on === "all" || screen.group === group;
}

/**
 * Whether switching a trigger on again ends what it shows, until it fires the next time: what had happened before does not
 * fire it. @param {TriggerBoard} trigger
 */
export const canEndEarly = ({ when, before, layout_for: shown }) => shown !== null || (when.endsWith("_start") && !before);

/** What a display was asked to try. @param {ScreenBoard} screen  @param {readonly TriggerBoard[]} triggers  @param {number} now  @returns {Fired[]} */
function tested({ test }, triggers, now) {
  const found = test && triggers.find(({ id }) => id === test.trigger);
  if (!test || !found || test.at > now + SECOND) return [];
  const trigger = { ...found, layout_for: Math.min(found.layout_for ?? TRIES, TRIES), message_for: Math.min(found.message_for, TRIES) };
  return [{ trigger, key: `trigger:test:${test.at}`, at: test.at, timed: false }];
}

/**
 * Return what a trigger fires for now, if no clock tells it in advance; null if it does not hold.
 * @param {TriggerBoard} trigger  @param {ClockWithStructure} clock  @param {Boards} boards  @param {number} now  @returns {string|null}
 */
export function causeOf({ when, number }, clock, { prizes, eliminations }, now) {
  if (clock.closed || clock.winner) return null;
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  if (read.state === "waiting") return null;
  const { entries, left } = clock.field;
  if (when === "last_hand") return clock.last_hand === read.position ? `last_hand:${read.position}` : null;
  if (when === "final_table") return finalists(eliminations).length ? "final_table" : null;
  // New entries may bring the number above the limit once more.
  if (when === "players_left") return number !== null && left > 0 && left <= number && entries > number ? `players_left:${number}:${entries}` : null;
  const busts = toGo(prizes);
  return busts === (when === "bubble" ? 1 : 0) && left > 0 ? `${when}:${entries}` : null;
}

/** Whether what a trigger fires for lasts. @param {TriggerBoard} trigger  @param {ClockWithStructure} clock  @param {Boards} boards  @param {number} now */
export function lasts(trigger, clock, boards, now) {
  const { when, before } = trigger;
  if (!BY_CLOCK.includes(when)) return causeOf(trigger, clock, boards, now) !== null;
  if (clock.closed || clock.winner) return false;
  if (before && when.endsWith("_start")) {
    // A warning lasts until what it warns of, also while the clock is paused.
    const running = { ...clock, clock: { ...clock.clock, anchor: clock.clock.anchor ?? now } };
    return firings({ ...trigger, before: 0 }, running, boards.registration).some(({ at }) => at - before <= now && now < at);
  }
  const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  if (when === "registration_closes") {
    const left = closesIn(boards.registration, clock, read, now);
    return left !== null && left > 0 && left <= before;
  }
  if (read.state === "waiting" || read.state === "over" || !concerns(trigger, clock.levels[read.position])) return false;
  return when.endsWith("_start") || read.remaining <= before;
}

/** @param {Fired[]} fired  @param {Fired[]} due  @param {TriggerBoard[]} shown  @param {number} now  @returns {Carried} */
function carried(fired, due, shown, now) {
  /** @type {Message[]} */
  const all = fired.filter(({ trigger, at }) => trigger.message && at <= now)
    .map(({ trigger, key, at }) => ({ id: key, text: trigger.message, priority: trigger.priority, at, ends: at + trigger.message_for }));
  const messages = afterUrgent(all).filter(({ ends }) => now < ends);
  const times = [
    ...due.map(({ at }) => at), ...messages.map(({ ends }) => ends),
    ...fired.flatMap(({ trigger, at }) => (trigger.layout_for ? [at + trigger.layout_for] : [])),
  ].map((at) => at - now).filter((left) => left > 0);
  // What lasts ends with the clocks, which change on the second.
  if (shown.length) times.push(SECOND - (now % SECOND));
  const layouts = fired.filter(({ trigger, at }) => trigger.layout && trigger.layout_for !== null && at <= now && now < at + trigger.layout_for);
  const lasting = shown.map((trigger) => ({ trigger, at: fired.find((one) => one.trigger.id === trigger.id)?.at ?? 0 }));
  const [newestLayout] = [...layouts, ...lasting].sort((a, b) => b.at - a.at || b.trigger.id - a.trigger.id);
  const aloud = fired.filter(({ trigger, at }) => trigger.spoken && at <= now && now - at <= STALE)
    .map(({ trigger, key, at }) => ({ key: `${key}:${at}:spoken`, at, text: trigger.spoken, after: trigger.sound ? 1.5 : 0 }));
  const heard = [...due, ...fired.filter(({ at }) => now - at <= STALE)].filter(({ trigger }) => trigger.sound || trigger.spoken);
  return {
    files: [], messages, aloud, layout: newestLayout?.trigger.layout ?? "", by: newestLayout?.trigger.id ?? null, cues: cuesOf(heard),
    wait: times.reduce(sooner, /** @type {number|null} */ (null)),
  };
}

/** One sound for each second: that of the trigger for the event before that of a group, before that of the room. @param {Fired[]} fired  @returns {TriggerCue[]} */
function cuesOf(fired) {
  /** @param {Fired} one */
  const rank = ({ trigger }) => ["all", "group", "event"].indexOf(trigger.shown_on);
  const order = [...fired].sort((a, b) => rank(b) - rank(a) || b.trigger.id - a.trigger.id);
  return order.map(({ trigger, key, at, timed, once }) => {
    const first = order.find((other) => other.trigger.sound && Math.abs(other.at - at) <= SECOND);
    return {
      event: first?.trigger.id === trigger.id || !first ? trigger.sound : "", position: -1, at, key, speaks: trigger.spoken !== "",
      late: timed ? LATE : STALE, once: once ?? false,
    };
  });
}
