/**
 * Commands sent to the server: each is answered or given up, and applied at most once.
 *
 * A command gets its id when it is created and keeps it over all attempts, so that the server recognises
 * repeats. Commands are sent one after the other, in order. An unanswered command is retried with growing
 * pauses, survives a reload, and is given up after a minute; that deadline is sent along.
 *
 * A background command is answered with its job. Later commands continue; once the feed reports the end of
 * the job, the command is sent again and answered with the result.
 */

import { forget, keep, leftBehind, TOO_OLD, tooOld } from "./waiting.js";

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

/** @fires Commands#sent {command}  @fires Commands#settled {command, answer}; answer is null when it was given up */
export class Commands extends EventTarget {
  #toasts;
  #words;
  #time;
  #me;
  #undo;
  #queue = [];
  #busy = false;
  #wake = null;
  /** Background commands by id; each with a callback that ends its pause. */
  #jobs = new Map();

  /**
   * @param {{toasts: import("../ui/toasts.js").Toasts, words: import("../ui/words.js").Words, me: string, may: string[],
   *          time?: import("./time.js").ServerTime, feed?: import("./feed.js").Feed|null}} options `me` is the
   *   login, `may` its permissions, `feed` reports jobs
   */
  constructor({ toasts, words, me, may, time = null, feed = null }) {
    super();
    feed?.addEventListener("board", ({ detail: { name, board } }) => name === "jobs" && this.#hear(board?.jobs ?? []));
    this.#toasts = toasts;
    this.#words = words;
    this.#me = me;
    this.#undo = may.includes("undo");
    this.#time = time;
    addEventListener("online", () => this.hurry());
    addEventListener("pageshow", () => this.hurry());
    const { again, old } = leftBehind(me);
    for (const command of old) this.#tooLate(command);
    for (const command of again) this.#enqueue(command);
  }

  /** Whether a command of this kind is unanswered. */
  pending(kind, tournament = null) {
    const entries = [...this.#queue, ...[...this.#jobs.values()].map(({ entry }) => entry)];
    return entries.some(({ command }) => command.kind === kind && command.tournament === tournament);
  }

  /**
   * Send a command.
   * @param {string} kind the command, "clock.pause"
   * @param {{tournament?: number|null, args?: object, label: string, quiet?: boolean}} press `label` is the
   *   button's label; `quiet` shows no message on success (the page shows the result itself)
   * @returns {Promise<object|null>} the server's answer (`ok`, `seq`, `answer`, `line`, or `code`, `message`, `rule`,
   *   `fields`), or null if it was given up
   */
  send(kind, { tournament = null, args = {}, label, quiet = false }) {
    const now = this.#time?.at() ?? null;
    const until = now === null ? null : Math.round(now) + TOO_OLD;
    const command = { id: newId(), kind, tournament, args, label, quiet, me: this.#me, at: Date.now(), until };
    keep(command);
    return this.#enqueue(command);
  }

  /** Undo a journal entry. */
  undo(seq, tournament = null) {
    const kind = tournament === null ? "room.undo" : "undo";
    return this.send(kind, { tournament, args: { seq }, label: this.#words.say("page.undo") });
  }

  /** Retry now: the connection may have recovered. */
  hurry() {
    this.#wake?.();
  }

  #enqueue(command) {
    return new Promise((resolve) => {
      this.#queue.push({ command, resolve, notice: null });
      this.dispatchEvent(new CustomEvent("sent", { detail: { command } }));
      this.#work();
    });
  }

  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#queue.length) {
      const entry = this.#queue[0];
      const saying = setTimeout(() => this.#sayWaiting(), SAY_SO);
      const answer = await this.#untilAnswered(entry.command, () => this.#sayWaiting());
      clearTimeout(saying);
      this.#queue.shift();
      if (answer?.job) this.#followJob(entry);
      else this.#settle(entry, answer);
    }
    this.#busy = false;
  }

  /** Wait for a job, however long it takes, and settle its command with the result. */
  async #followJob(entry) {
    const { command } = entry;
    entry.notice?.close();
    entry.notice = this.#toasts.show({ text: this.#words.say("page.in_progress", { label: command.label }), stays: true });
    const job = { entry, hurry: () => {} };
    this.#jobs.set(command.id, job);
    let answer = null;
    do {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, ASK_AGAIN);
        job.hurry = () => (clearTimeout(timer), resolve());
      });
      answer = await attempt(command);
    } while (answer === null || answer.job);
    this.#jobs.delete(command.id);
    this.#settle(entry, answer);
  }

  /** @param {{command: string, state: string}[]} rows of the board "jobs" */
  #hear(rows) {
    for (const { command, state } of rows) {
      if (state !== "queued" && state !== "running") this.#jobs.get(command)?.hurry();
    }
  }

  /** @param {() => void} failed called when an attempt fails: the network is down, rather than commands queued */
  async #untilAnswered(command, failed) {
    let pause = FIRST_PAUSE;
    while (!tooOld(command)) {
      const answer = await attempt(command);
      if (answer) return answer;
      failed();
      await this.#nap(pause * (0.75 + Math.random() / 2));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
    return null;
  }

  #nap(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => (clearTimeout(timer), resolve());
    });
  }

  #sayWaiting() {
    for (const entry of this.#queue) {
      entry.notice ??= this.#toasts.show({ text: this.#words.say("page.waiting", { label: entry.command.label }), stays: true });
    }
    if (this.#queue.length) this.dispatchEvent(new CustomEvent("waiting"));
  }

  #settle(entry, answer) {
    const { command } = entry;
    forget(command.id);
    entry.notice?.close();
    if (answer === null) this.#tooLate(command);
    else if (answer.ok) this.#well(command, answer);
    else this.#refused(command, answer);
    this.dispatchEvent(new CustomEvent("settled", { detail: { command, answer } }));
    entry.resolve(answer);
  }

  #well(command, answer) {
    this.#toasts.settle(command.kind);
    if (command.quiet) return;
    const button = this.#undo && answer.line?.undoable
      ? { label: this.#words.say("page.undo"), run: () => this.undo(answer.seq, command.tournament) }
      : null;
    this.#toasts.show({ text: answer.line?.text ?? command.label, button });
  }

  #refused(command, answer) {
    const again = { page_out_of_date: "page.reload", log_in: "page.log_in" }[answer.code];
    const go = () => answer.code === "log_in"
      ? location.assign(`/login/?next=${encodeURIComponent(location.pathname)}`)
      : location.reload();
    const button = again ? { label: this.#words.say(again), run: go } : null;
    this.#toasts.show({
      text: answer.message, rule: answer.rule, bad: true, button, stays: Boolean(again), about: command.kind,
    });
  }

  #tooLate(command) {
    this.#toasts.show({
      text: this.#words.say("page.given_up", { label: command.label }), bad: true, stays: true, about: command.kind,
    });
  }
}

/** Make one attempt. @returns {Promise<object|null>} the response, or null */
async function attempt(command) {
  const where = command.tournament === null ? "" : `t/${command.tournament}/`;
  const body = { command_id: command.id, arguments: command.args };
  if (command.until !== null) body.until = command.until;
  try {
    const answer = await fetch(`/do/${where}${command.kind}/`, {
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

/** Read again each time: a login in another tab changes it. */
export function csrfToken() {
  return /(?:^|; )room_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

/** A version 4 UUID. Pages of the room are seldom a "secure context", where crypto.randomUUID() would be. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
