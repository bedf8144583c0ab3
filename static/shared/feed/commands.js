/**
 * Commands sent to the server: each is answered or given up, and applied at most once.
 *
 * A command gets its id when it is created and keeps it over all attempts, so that the server recognises
 * repeats. Commands are sent one after the other, in order. An unanswered command is retried with growing
 * pauses, survives a reload, and is given up after its lifetime, a minute unless the page sets another one; that
 * deadline is sent along. With a long lifetime goes what the person saw (`seen`): the server refuses a late command if
 * others have changed the table since.
 *
 * A background command is answered with its job. Later commands continue; once the feed reports the end of
 * the job, the command is sent again and answered with the result.
 */

import { csrfToken } from "./csrf.js";
import { newId } from "./new_id.js";
import { forget, keep, leftBehind, LIFETIME, tooOld } from "./waiting.js";

/** @import { CommandArguments } from "../../../docs/reference/commands" */
/** @import { Toasts } from "../ui/toasts.js" */
/** @import { Words } from "../ui/words.js" */
/** @import { Feed } from "./feed.js" */
/** @import { ServerTime } from "./time.js" */

/** @typedef {keyof CommandArguments} Kind */
/** The table as the person saw it: its number, and the journal entry up to which it was shown. @typedef {{table: number, seq: number}} Seen */
/**
 * A command as plain data. `at` is this machine's wall clock when it was created, `pressed` and `until` are the server's
 * time, all in ms.
 * @typedef {{id: string, kind: Kind, tournament: number|null, args: Record<string, any>, label: string, quiet: boolean, me: string,
 *   at: number, pressed: number|null, until: number|null, lifetime: number, seen: Seen|null}} Command
 */
/** A journal entry in words. @typedef {{seq: number, kind: string, text: string, who: string, at: number|null, undoable: boolean}} Line */
/** `note` says more about the result: the place of a player who busted. @typedef {{ok: true, seq: number, answer: any, repeated: boolean, line: Line|null, note?: string}} Done */
/** @typedef {{ok: false, code: string, message: string, rule: string, fields: Record<string, string>}} Refusal */
/** @typedef {Done|Refusal} Answer */
/** @typedef {{ok: true, job: number, state: string}} Queued */
/** @typedef {{command: Command, resolve: (answer: Answer|null) => void, notice: {close: () => void}|null}} Entry */

/** First and longest pause between two attempts (ms). */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** Timeout of one attempt (ms). */
const ATTEMPT = 8_000;
/** After this time a command is shown as waiting, even if no attempt has failed yet (ms). */
const SAY_SO = 4_000;
/** Statuses of an unavailable server or proxy: retry. Anything else is a response. */
const AWAY = new Set([429, 502, 503, 504]);
/** Without a message from the feed, a job is polled after this time (ms). */
const ASK_AGAIN = 3_000;
/** How many of this page's own results are remembered, for `seen`. */
const OWN = 100;

/**
 * @fires Commands#sent {command}
 * @fires Commands#settled {command, answer}; answer is null when it was given up
 * @fires Commands#waiting {}, when other commands wait for the network than before; a page that shows them itself
 *   prevents the default, which is a message for each
 * @fires Commands#refused {command, answer}; a page that shows the reason itself prevents the default, which is a message
 */
export class Commands extends EventTarget {
  #toasts;
  #words;
  #time;
  #me;
  #undo;
  /** Whether this login may open bags. */
  #bags;
  /** @type {Entry[]} */
  #queue = [];
  #busy = false;
  /** Whether the first command of the queue waits for the network. */
  #stuck = false;
  /** @type {(() => void)|null} */
  #wake = null;
  /** Background commands by id; each with a callback that ends its pause. @type {Map<string, {entry: Entry, hurry: () => void}>} */
  #jobs = new Map();
  /** Journal entries of this page's commands. @type {{tournament: number|null, seq: number}[]} */
  #own = [];
  /** Commands whose jobs have ended, as the feed says: often before the command is answered with its job. @type {Set<string>} */
  #ended = new Set();

  /**
   * @param {{toasts: Toasts, words: Words, me: string, may: string[], time?: ServerTime|null, feed?: Feed|null}} options `me` is the
   *   login, `may` its permissions, `feed` reports jobs
   */
  constructor({ toasts, words, me, may, time = null, feed = null }) {
    super();
    feed?.addEventListener("board", ({ detail: { name, board } }) => name === "jobs" && this.#hear(board?.jobs ?? []));
    this.#toasts = toasts;
    this.#words = words;
    this.#me = me;
    this.#undo = may.includes("undo");
    this.#bags = may.includes("seat_players");
    this.#time = time;
    addEventListener("online", () => this.hurry());
    addEventListener("pageshow", () => this.hurry());
    const { again, old } = leftBehind(me);
    for (const command of old) this.#tooLate(command);
    for (const command of again) this.#enqueue(command);
  }

  /** Commands that wait for the network, in order. */
  get waiting() {
    return this.#stuck ? this.#queue.map(({ command }) => command) : [];
  }

  /** Whether a command of this kind is unanswered. @param {Kind} kind  @param {number|null} tournament */
  pending(kind, tournament = null) {
    const entries = [...this.#queue, ...[...this.#jobs.values()].map(({ entry }) => entry)];
    return entries.some(({ command }) => command.kind === kind && command.tournament === tournament);
  }

  /**
   * Send a command.
   * @template {Kind} K
   * @param {K} kind the command, "clock.pause"
   * @param {{tournament?: number|null, args?: CommandArguments[K], label: string, quiet?: boolean, lifetime?: number, seen?: Seen|null}} press
   *   `label` is the button's label; `quiet` shows no message on success (the page shows the result itself); `lifetime` is
   *   how long it may wait for the network (ms)
   * @returns {Promise<Answer|null>} the server's answer, or null if it was given up
   */
  send(kind, { tournament = null, args, label, quiet = false, lifetime = LIFETIME, seen = null }) {
    const now = this.#time?.at() ?? null;
    const pressed = now === null ? null : Math.round(now);
    const until = pressed === null ? null : pressed + lifetime;
    /** @type {Command} */
    const command = { id: newId(), kind, tournament, args: args ?? {}, label, quiet, me: this.#me, at: Date.now(), pressed, until, lifetime, seen };
    keep(command);
    return this.#enqueue(command);
  }

  /** Undo a journal entry. @param {number} seq  @param {number|null} tournament */
  undo(seq, tournament = null) {
    const kind = tournament === null ? "room.undo" : "undo";
    return this.send(kind, { tournament, args: { seq }, label: this.#words.say("page.undo") });
  }

  /** Retry now: the connection may have recovered. */
  hurry() {
    this.#wake?.();
  }

  /** @param {Command} command  @returns {Promise<Answer|null>} */
  #enqueue(command) {
    return new Promise((resolve) => {
      this.#queue.push({ command, resolve, notice: null });
      this.dispatchEvent(new CustomEvent("sent", { detail: { command } }));
      if (this.#stuck) this.#sayWaiting();
      this.#work();
    });
  }

  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#queue.length) {
      const entry = this.#queue[0];
      const saying = setTimeout(() => this.#sayWaiting(), SAY_SO);
      const answer = await this.#untilAnswered(entry.command);
      clearTimeout(saying);
      this.#queue.shift();
      const late = this.#stuck;
      if (!this.#queue.length) this.#stuck = false;
      if (late) this.#sayWaiting(this.#stuck);
      if (answer && "job" in answer) this.#followJob(entry);
      else this.#settle(entry, answer, late);
    }
    this.#busy = false;
  }

  /** Wait for a job, however long it takes, and settle its command with the result. @param {Entry} entry */
  async #followJob(entry) {
    const { command } = entry;
    entry.notice?.close();
    entry.notice = this.#toasts.show({ text: this.#words.say("page.in_progress", { label: command.label }), stays: true });
    const job = { entry, hurry: () => {} };
    this.#jobs.set(command.id, job);
    let answer = null;
    do {
      const { over, end } = nap(ASK_AGAIN);
      job.hurry = end;
      // It ended before anybody waited for it.
      if (this.#ended.delete(command.id)) end();
      await over;
      answer = await this.#attempt(command);
    } while (answer === null || "job" in answer);
    this.#jobs.delete(command.id);
    this.#settle(entry, answer);
  }

  /** @param {{command: string, state: string}[]} rows of the board "jobs" */
  #hear(rows) {
    const ended = rows.filter(({ state }) => state !== "queued" && state !== "running").map(({ command }) => command);
    this.#ended = new Set(ended);
    for (const command of ended) this.#jobs.get(command)?.hurry();
  }

  /** @param {Command} command  @returns {Promise<Answer|Queued|null>} */
  async #untilAnswered(command) {
    let pause = FIRST_PAUSE;
    while (!tooOld(command)) {
      const answer = await this.#attempt(command);
      if (answer) return answer;
      // The network is down, rather than commands queued.
      this.#giveUpOld();
      this.#sayWaiting();
      const { over, end } = nap(pause * (0.75 + Math.random() / 2));
      this.#wake = end;
      await over;
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
    return null;
  }

  /** Give up commands whose lifetime has ended behind one that still waits. */
  #giveUpOld() {
    const [first, ...rest] = this.#queue;
    const old = rest.filter(({ command }) => tooOld(command));
    this.#queue = [first, ...rest.filter((entry) => !old.includes(entry))];
    for (const entry of old) this.#settle(entry, null);
  }

  #sayWaiting(stuck = true) {
    this.#stuck = stuck;
    if (!this.dispatchEvent(new CustomEvent("waiting", { cancelable: true }))) return;
    for (const entry of stuck ? this.#queue : []) {
      entry.notice ??= this.#toasts.show({ text: this.#words.say("page.waiting", { label: entry.command.label }), stays: true });
    }
  }

  /** Make one attempt. @param {Command} command  @returns {Promise<Answer|Queued|null>} the response, or null */
  async #attempt(command) {
    const { id, kind, tournament, args, until, seen, pressed } = command;
    const own = this.#own.filter((one) => one.tournament === tournament).map(({ seq }) => seq);
    const body = {
      command_id: id, arguments: args,
      ...(until === null ? {} : { until }), ...(seen ? { seen: { ...seen, at: pressed, own } } : {}),
    };
    try {
      const answer = await fetch(`/do/${tournament === null ? "" : `t/${tournament}/`}${kind}/`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify(body),
        credentials: "same-origin",
        signal: AbortSignal.timeout(ATTEMPT),
      });
      if (AWAY.has(answer.status)) return null;
      return await answer.json();
    } catch {
      return null;
    }
  }

  /** @param {Entry} entry  @param {Answer|null} answer  @param {boolean} late whether it waited for the network */
  #settle(entry, answer, late = false) {
    const { command } = entry;
    forget(command.id);
    entry.notice?.close();
    if (answer === null) this.#tooLate(command);
    else if (answer.ok) this.#well(command, answer);
    else this.#refused(command, answer, late);
    this.dispatchEvent(new CustomEvent("settled", { detail: { command, answer } }));
    entry.resolve(answer);
  }

  /** @param {Command} command  @param {Done} answer */
  #well(command, answer) {
    this.#own = [...this.#own, { tournament: command.tournament, seq: answer.seq }].slice(-OWN);
    this.#toasts.settle(command.kind);
    if (command.quiet) return;
    const button = this.#undo && answer.line?.undoable
      ? { label: this.#words.say("page.undo"), run: () => this.undo(answer.seq, command.tournament) }
      : null;
    this.#toasts.show({ text: resultText(answer, command.label), button, long: Boolean(answer.note) });
  }

  /** @param {Command} command  @param {Refusal} answer  @param {boolean} late */
  #refused(command, answer, late) {
    const button = this.#wayOut(command, answer.code);
    if (!button && !this.dispatchEvent(new CustomEvent("refused", { detail: { command, answer }, cancelable: true }))) return;
    this.#toasts.show({
      // A late refusal says what it is about, and stays: nobody may be looking when the network is back.
      text: late ? this.#words.say("page.refused_late", { label: command.label, message: answer.message }) : answer.message,
      rule: answer.rule, bad: true, button, link: this.#pageOf(command, answer.code), stays: late || Boolean(button), about: command.kind,
    });
  }

  /** The next step after a refusal, as a button of its message. @param {Command} command  @param {string} code  @returns {{label: string, run: () => void}|null} */
  #wayOut({ kind, tournament, args, label }, code) {
    /** @param {string} key */
    const say = (key) => this.#words.say(key);
    if (code === "log_in") return { label: say("page.log_in"), run: () => location.assign(`/login/?next=${encodeURIComponent(location.pathname)}`) };
    if (code === "page_out_of_date") return { label: say("page.reload"), run: () => location.reload() };
    // The message names what is open in the event.
    if (code === "unfinished") return { label: say("page.close_anyway"), run: () => this.send(kind, { tournament, args: { ...args, although_unfinished: true }, label }) };
    // The message names the seats whose bags are closed.
    if (kind === "clock.start" && code === "bags_not_open") return { label: say("page.start_anyway"), run: () => this.send(kind, { tournament, args: { ...args, absent: null }, label }) };
    // The message names the prizes that were paid, says that opened bags are played, or counts the busts since the start.
    if (kind === "undo" && ["prizes_paid", "chips_in_play", "played_since"].includes(code)) return { label: say("page.undo_anyway"), run: () => this.send("undo", { tournament, args: { seq: args.seq, although_paid: true }, label }) };
    return null;
  }

  /** The page on which the cause of a refusal is dealt with. @param {Command} command  @param {string} code  @returns {{label: string, address: string}|null} */
  #pageOf({ kind, tournament }, code) {
    if (!this.#bags || kind !== "clock.start" || code !== "bags_not_open") return null;
    return { label: this.#words.say("page.open_bags"), address: `/staff/t/${tournament}/counts/` };
  }

  /** @param {Command} command */
  #tooLate({ kind, label, lifetime = LIFETIME }) {
    const minutes = Math.round(lifetime / 60_000);
    const text = minutes < 1 ? this.#words.say("page.given_up_seconds", { label, seconds: Math.round(lifetime / 1_000) })
      : minutes === 1 ? this.#words.say("page.given_up", { label }) : this.#words.say("page.given_up_minutes", { label, minutes });
    this.#toasts.show({ text, bad: true, stays: true, about: kind });
  }
}

/** What a command has done, in words. @param {Done} answer  @param {string} label of its button, if nothing else is known */
export function resultText({ line, note }, label) {
  return [line?.text ?? label, note].filter(Boolean).join(". ");
}

/** A pause that can be ended early. @param {number} time ms */
function nap(time) {
  /** @type {() => void} */
  let end = () => {};
  /** @type {Promise<void>} */
  const over = new Promise((resolve) => {
    end = resolve;
    setTimeout(resolve, time);
  });
  return { over, end: () => end() };
}
