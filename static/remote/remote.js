/** The remote: buttons, forms and keys send commands; the page shows the boards. */

import { watchParts } from "../shared/feed/event_parts.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading, untilFlip } from "../shared/feed/reading.js";
import { byId, find } from "../shared/ui/dom.js";
import { Flip } from "../shared/ui/flip.js";
import { localInput, showFaults } from "../shared/ui/forms.js";
import { watchHealth } from "../shared/ui/health.js";
import { Keys } from "../shared/ui/keys.js";
import { RecentEntries } from "../shared/ui/recent_entries.js";
import { View } from "../shared/ui/view.js";
import { Busy } from "./busy.js";
import { ClockFace } from "./clock_view.js";
import { FORMS } from "./forms.js";
import { screenList, showOutage } from "./room_view.js";

/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Services } from "../shared/ui/page.js" */
/** @import { FormKind } from "./forms.js" */
/** @import { Kind } from "./state.js" */

/** Commands that may be repeated quickly; all others wait until the result is on this screen. @type {Set<Kind>} */
const REPEATS = new Set(["clock.add", "field.count"]);
/** Commands that take the position the user saw. @type {Set<Kind>} */
const BY_POSITION = new Set(["clock.next", "clock.previous", "clock.announce_level", "clock.last_hand", "clock.skip_break"]);
/** Clock commands that do not check for concurrent changes. @type {Set<Kind>} */
const UNSEEN = new Set(["clock.say", "clock.plan_start", "clock.advance", "clock.as_if_never_stopped", "clock.resume_from_stop", "clock.draw_hands", "clock.hands_played"]);
export class Remote {
  #root;
  #services;
  #event;
  #room;
  #face;
  #screens;
  #flip;
  #keys;
  #busy = new Busy(() => this.#mark());
  /** @type {RecentEntries|null} */
  #entries = null;

  /** @param {HTMLElement} root  @param {Services} services */
  constructor(root, services) {
    const { config, words, time, feed, commands } = services;
    this.#root = root;
    this.#services = services;
    this.#event = new LiveResource(feed, `t${config.tournament}`);
    this.#room = new LiveResource(feed, "room");
    this.#face = new ClockFace(root, words);
    const linked = config.may.includes("manage_screens");
    this.#screens = new View(byId("screens"), () => screenList({
      screens: [...this.#room.boardsOf("screen").values()], house: this.#room.board("house_layouts")?.layouts ?? [], known: this.#room.known,
      now: time.at() ?? Date.now(), before: config.before,
    }, config.tournament, linked, words));
    this.#flip = new Flip(time, (now) => this.#draw(now));
    this.#keys = new Keys(words);
    if (config.lines) {
      this.#entries = new RecentEntries(byId("lines"), new LiveResource(feed, `t${config.tournament}/journal`), {
        words, may: config.may, undo: (seq) => commands.undo(seq, config.tournament),
      });
    }
    this.#listen();
    this.#bindKeys();
    watchParts(feed, config.tournament);
    watchHealth(byId("health"), words, feed);
    this.#screens.update();
    this.#flip.poke();
  }

  #listen() {
    const { feed, words } = this.#services;
    this.#event.subscribe(() => {
      this.#busy.reached(this.#event.clock?.seq ?? 0);
      showOutage(this.#event.board("clock_staff"), this.#event.clock, words);
      this.#flip.poke();
    });
    this.#room.subscribe(() => this.#screens.update());
    feed.addEventListener("time", () => this.#flip.poke());
    document.addEventListener("visibilitychange", () => this.#flip.poke());
    this.#root.addEventListener("click", (event) => this.#click(event));
    this.#root.addEventListener("submit", (event) => this.#submit(event));
    this.#root.addEventListener("toggle", (event) => this.#fill(/** @type {HTMLDetailsElement} */ (event.target)), true);
    // The set-up list links to the start time, which is folded away.
    document.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element) || !target.closest('a[href$="#plan"]')) return;
      const plan = byId("plan");
      plan.closest("details")?.setAttribute("open", "");
      setTimeout(() => plan.focus());
    });
  }

  /** @param {ClockWithStructure} board  @param {number} now */
  #reading(board, now) {
    return reading(board.levels, board.clock, board.planned_start, board.advance, now);
  }

  /** @param {number|null} now  @returns {number|null} ms until the next change */
  #draw(now) {
    const board = this.#event.clock;
    if (!board || now === null) return null;
    const read = this.#reading(board, now);
    this.#face.draw(board, this.#event.board("clock_staff"), read, now, this.#event.board("registration"));
    if (read.state === "running") return untilFlip(read.remaining);
    return read.starts_in === null ? null : untilFlip(read.starts_in);
  }

  /** Mark the buttons whose command is under way. */
  #mark() {
    for (const button of this.#root.querySelectorAll("[data-do]")) {
      const kind = /** @type {Kind} */ (/** @type {HTMLElement} */ (button).dataset.do);
      button.setAttribute("aria-busy", String(this.#busy.has(kind) && !REPEATS.has(kind)));
    }
    this.#face.mainButton?.setAttribute("aria-busy", String(this.#busy.has(this.#face.press.kind)));
  }

  /**
   * Send a command of this event, with the state that the screen shows.
   * @param {Kind} kind  @param {string} label as on the button  @param {Record<string, unknown>} args
   * @returns the answer; null if it was not sent
   */
  async #press(kind, label, args = {}) {
    const { config, time, commands } = this.#services;
    const board = this.#event.clock;
    const now = time.at();
    if (!board || now === null || (!REPEATS.has(kind) && this.#busy.has(kind))) return null;
    const all = { ...args };
    if (kind.startsWith("clock.") && !UNSEEN.has(kind)) all.seen = board.seq;
    if (BY_POSITION.has(kind)) all.position = this.#reading(board, now).position;
    const arrived = this.#busy.begin(kind);
    const sent = /** @type {CommandArguments[typeof kind]} */ (all);
    const answer = await commands.send(kind, { tournament: config.tournament, args: sent, label });
    arrived(answer?.ok ? (answer.seq ?? 0) : 0, this.#event.clock?.seq ?? 0);
    return answer;
  }

  #pressMain() {
    const { kind, key, values } = this.#face.press;
    // The start of a day asks before it leaves bags closed.
    if (kind) this.#press(kind, this.#services.words.say(key, values), kind === "clock.start" ? { absent: 0 } : {});
  }

  /** @param {string} what "left" or "entries"  @param {number} by */
  #count(what, by) {
    const { words, toasts } = this.#services;
    if (this.#event.board("registration")) toasts.show({ text: words.say("remote.counted"), bad: true });
    else this.#press("field.count", this.#countLabel(what, by), { [`${what}_by`]: by });
  }

  /** The label of the button that counts the field. @param {string} what "left" or "entries"  @param {number} by */
  #countLabel(what, by) {
    return labelOf(find(this.#root, `[data-count="${what}"][data-by="${by}"]`));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const { count, by, do: kind } = button.dataset;
    const main = button === this.#face.mainButton;
    if (main) this.#pressMain();
    else if (button.id === "list-keys") this.#keys.list();
    else if (count) this.#count(count, Number(by));
    else if (kind) this.#press(/** @type {Kind} */ (kind), labelOf(button), argumentsOf(button));
    // Commands that change all displays are folded away again after one press.
    if (kind) button.closest(".fold-danger")?.removeAttribute("open");
    // After a pointer press the space bar belongs to the clock again, not to this button.
    if (event.detail > 0 && (kind || count || main)) button.blur();
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // The notices above the clock have forms that the browser sends.
    if (form.dataset.form === undefined) return;
    event.preventDefault();
    const kind = /** @type {FormKind} */ (form.dataset.form);
    const field = fieldsOf(form);
    const args = FORMS[kind](field);
    if (args === null) {
      if (kind === "clock.draw_hands") field("card").focus();
      else this.#services.toasts.show({ text: this.#services.words.say("remote.unknown_rest"), bad: true });
      return;
    }
    const button = event.submitter ?? /** @type {HTMLElement} */ (form.querySelector("[type=submit]"));
    const answer = await this.#press(kind, labelOf(button), { ...args });
    if (answer && !answer.ok) showFaults(form, answer.fields);
    if (answer?.ok && kind === "clock.say") form.reset();
    if (answer?.ok && form.dataset.stays === undefined) form.closest("details")?.removeAttribute("open");
  }

  /** Fill the form of a part that was just unfolded. @param {HTMLDetailsElement} fold */
  #fill(fold) {
    const board = this.#event.clock;
    if (!fold.open || !board) return;
    const form = fold.querySelector("form");
    if (fold.id === "set-field" && form) {
      const field = fieldsOf(form);
      field("entries").value = String(board.field.entries);
      field("left").value = String(board.field.left);
      field("extra_chips").value = String(board.field.chips - board.field.entries * board.field.starting_stack);
    }
    const plan = /** @type {HTMLInputElement|null} */ (fold.querySelector("#plan"));
    // The event arrives after the fold has opened: what is being typed stays.
    if (plan && document.activeElement !== plan) plan.value = board.planned_start === null ? "" : localInput(board.planned_start);
  }

  #bindKeys() {
    const { config, words, commands } = this.#services;
    if (config.may.includes("run_clock")) this.#bindClock();
    if (config.may.includes("count_field") && config.by_hand) {
      this.#keys.add("x", this.#countLabel("left", -1), () => this.#count("left", -1));
      this.#keys.add("e", this.#countLabel("entries", 1), () => this.#count("entries", 1));
    }
    if (config.may.includes("undo")) {
      this.#keys.add("u", words.say("page.undo"), () => {
        const newest = this.#entries?.newest;
        if (newest) commands.undo(newest.seq, config.tournament);
      });
    }
  }

  #bindClock() {
    const { words } = this.#services;
    /** Press a button of the page if it is shown. @param {HTMLElement} button */
    const press = (button) => {
      if (!button.hidden && !(/** @type {HTMLButtonElement} */ (button).disabled)) button.click();
    };
    /** A key presses a button and is called as it is. @param {string} key  @param {string} selector  @param {(button: HTMLElement) => void} [run] @returns {[string, string, () => void]} */
    const keyOf = (key, selector, run = press) => {
      const button = find(this.#root, selector);
      return [key, labelOf(button), () => run(button)];
    };
    const say = byId("say");
    /** @type {[key: string, label: string, run: () => void][]} */
    const keys = [
      // The space bar runs a clock; it does not reopen an event that is over.
      [" ", `${words.say("remote.pause")} / ${words.say("remote.resume")}`, () => this.#face.press.kind !== "event.reopen" && this.#pressMain()],
      keyOf("+", '[data-do="clock.add"][data-ms="60000"]'),
      keyOf("-", '[data-do="clock.add"][data-ms="-60000"]'),
      keyOf("n", '[data-do="clock.next"]'),
      keyOf("p", '[data-do="clock.previous"]'),
      keyOf("l", '[data-do="clock.last_hand"]'),
      keyOf("a", '[data-do="clock.announce_level"]', (early) => (this.#face.press.kind === "clock.announce_level" ? this.#pressMain() : press(early))),
      keyOf("b", '[data-do="clock.skip_break"]'),
      ["s", say.getAttribute("placeholder") ?? "", () => say.focus()],
    ];
    for (const [key, label, run] of keys) this.#keys.add(key, label, run);
  }
}

/** @param {HTMLFormElement} form  @returns {(name: string) => HTMLInputElement} its fields by name */
const fieldsOf = (form) => (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {HTMLElement} button */
function argumentsOf({ dataset }) {
  if (dataset.ms) return { ms: Number(dataset.ms) };
  if (dataset.way) return { way: dataset.way };
  if (dataset.text !== undefined) return { text: dataset.text };
  return dataset.do === "clock.plan_start" ? { at: null } : {};
}

/** @param {HTMLElement} button */
const labelOf = (button) => ((button.querySelector(".visually-hidden") ?? button.querySelector("span") ?? button).textContent ?? "").trim();
