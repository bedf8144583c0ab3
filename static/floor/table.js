/** The panel of one table: the oval, its actions and recent actions. */

import { el, flag, setText } from "../shared/ui/dom.js";
import { answersTo } from "./calls.js";
import { duration } from "../shared/ui/format.js";
import { dragPlayers } from "./drag.js";
import { Oval } from "./oval.js";
import { Still, timeOfCall } from "../shared/ui/press.js";
import { seatCommands, playerCommands, tableCommands } from "./table_commands.js";
import { SentList } from "../shared/ui/sent_list.js";
import { toTheSecond } from "../shared/ui/zone.js";

/** Several changes are one request; retry interval without a response (ms). */
const GATHER = 120;
const AGAIN = 3_000;

/** @fires TablePanel#changed when another seat or mode is chosen */
export class TablePanel extends EventTarget {
  #page;
  #element;
  #parts;
  #oval;
  #sent;
  #still;
  #timer = null;
  #asked = 0;
  #acts = "";
  /**
   * The latest table, its number while open, the chosen entry or seat, and the meaning of a tap on a seat.
   */
  table = null;
  number = null;
  entry = null;
  seat = null;
  mode = null;
  /** Whether rare actions of the chosen player are shown too. */
  #more = false;

  /**
   * @param {HTMLElement} element
   * @param {object} page shared state of the page: words, presses, asks, time, map, may, carry, root, toasts
   */
  constructor(element, page) {
    super();
    this.#element = element;
    this.#page = page;
    this.#still = new Still(element);
    this.#build();
    dragPlayers(this.#oval.element, {
      map: page.map, page: page.root, may: () => this.mode === null && !page.carry.what,
      name: (entry) => this.chairOf(entry)?.name ?? "",
      onChair: (entry, seat) => page.carry.put(this.#carried(entry), this.number, seat),
      onTable: (entry, number) => number !== this.number && page.carry.drop(this.#carried(entry), number),
    });
    page.carry.addEventListener("changed", () => this.draw());
  }

  #build() {
    const { words } = this.#page;
    this.#oval = new Oval(words, (seat) => this.tap(seat), { penaltyOf: (entry) => this.#page.penaltyOf?.(entry) });
    this.#sent = new SentList(words, (row, label) => this.#page.presses.send("move.arrive", { move: row.move }, label));
    const close = el("button.btn.btn-icon", { type: "button", "aria-label": words.say("page.close") }, "×");
    close.addEventListener("click", () => this.dispatchEvent(new CustomEvent("closed")));
    this.#parts = {
      title: el("h2", { id: "panel-title", tabindex: "-1" }),
      state: el("span.badge"),
      stale: el("p.floor-stale.small", { role: "status", hidden: "" }),
      note: el("p.notice.panel-note", { hidden: "" }),
      calls: el("ul.panel-calls"),
      carry: el("div.panel-carry"),
      say: el("p.panel-say", { role: "status" }),
      acts: el("div.panel-acts"),
      last: el("section.panel-last", { "aria-label": words.say("floor.last_here") }, el("h3", {}, words.say("floor.last_here")), el("ol.list")),
      wait: el("div.empty.panel-wait", { role: "status" }),
    };
    const { title, state, stale, note, calls, carry, say, acts, last, wait } = this.#parts;
    this.#element.replaceChildren(el("header.panel-head", {}, title, state, close), stale, carry, note, calls, wait,
      el("div.panel-body", {}, this.#sent.element, this.#oval.element, say, acts, last));
  }

  /** The place of the move banner while the panel is open. */
  get carryPlace() {
    return this.#parts.carry;
  }

  /** Open a table, or close the panel (null). */
  show(number) {
    if (number === this.number) return;
    this.number = number;
    this.table = null;
    this.choose(null, null, false);
    this.#element.hidden = number === null;
    if (number === null) return;
    this.draw();
    this.#soon(0);
  }

  /** Fetch the table again after a change of the event. */
  renew() {
    if (this.number !== null) this.#soon(GATHER);
  }

  #soon(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fetch(), pause);
  }

  async #fetch() {
    const { number } = this;
    this.#asked += 1;
    const mine = this.#asked;
    const found = await this.#page.asks.table(number);
    if (number !== this.number || mine !== this.#asked) return;
    const { stale } = this.#parts;
    stale.hidden = found !== null;
    if (!found) {
      setText(stale, this.#page.words.say(this.table ? "floor.table_stale" : "floor.table_away"));
      this.#soon(AGAIN);
      if (!this.table) this.draw();
      return;
    }
    // Another table may have been opened while a finger was down: this response is outdated then.
    this.#still.when(() => number === this.number && this.#take(found.table && { ...found.table, shot: found.shot }));
  }

  #take(table) {
    const { words, toasts, presses } = this.#page;
    const fresh = this.table === null;
    const before = this.entry === null ? null : this.chairOf(this.entry);
    this.table = table;
    if (table && before && !this.chairOf(this.entry)) {
      // The message of the own command has the undo: it is not replaced.
      if (!presses.was(this.entry)) toasts.show({ text: words.say("floor.gone", { name: before.name, table: table.number }) });
      this.choose(null, null, false);
      this.#still.settle(this.#parts.acts);
    }
    if (table && this.seat !== null && table.chairs[this.seat - 1]?.entry) this.choose(null, null, false);
    this.draw();
    if (fresh && table) this.dispatchEvent(new CustomEvent("opened"));
  }

  /** Return a player's seat at this table, or null. */
  chairOf(entry) {
    return this.table?.chairs.find((chair) => chair.entry === entry) ?? null;
  }

  /** Return the chosen player's seat, or the chosen seat; null if none. */
  get chosen() {
    if (this.entry !== null) return this.chairOf(this.entry);
    return this.seat === null ? null : this.table?.chairs[this.seat - 1] ?? null;
  }

  choose(entry, seat = null, draws = true) {
    this.entry = entry;
    this.seat = entry === null ? seat : null;
    this.mode = null;
    this.#more = false;
    if (draws) this.draw();
    this.dispatchEvent(new CustomEvent("changed"));
  }

  /** Set the meaning of the next tap on a seat: `{kind: "button", …}`, `{kind: "winners", …}` or null. */
  setMode(mode) {
    this.mode = mode;
    this.draw();
  }

  #carried(entry) {
    const chair = this.chairOf(entry);
    return { kind: "move", entry, name: chair.name, table: this.number, seat: chair.seat };
  }

  carry(kind) {
    if (this.entry !== null) this.#page.carry.take({ ...this.#carried(this.entry), kind });
  }

  /** Handle a tap on a seat, or its typed number. */
  tap(seat) {
    const chair = this.table?.chairs[seat - 1];
    if (!chair || this.#oval.chair(seat)?.disabled) return;
    const { carry } = this.#page;
    if (carry.what) carry.put(carry.what, this.number, seat, chair);
    else if (this.mode) this.mode.tap(chair);
    else if (chair.entry !== null) this.choose(this.entry === chair.entry ? null : chair.entry);
    else this.choose(null, this.seat === seat ? null : seat);
  }

  #targets() {
    const { carry } = this.#page;
    const those = (test) => new Set(this.table.chairs.filter(test).map(({ seat }) => seat));
    if (carry.what?.kind === "swap") return those(({ entry }) => entry !== null && entry !== carry.what.entry);
    if (carry.what) return those(({ kind }) => kind === "");
    return this.mode ? those(this.mode.fits) : null;
  }

  draw() {
    const { words, carry } = this.#page;
    const { title, state, note, wait, say, last } = this.#parts;
    const { table, number } = this;
    if (number === null) return;
    setText(title, words.say("floor.table", { number }));
    flag(this.#element, "loading", !table);
    wait.hidden = table !== null;
    if (!table) {
      const gone = this.#asked > 0 && this.#parts.stale.hidden;
      setText(wait, words.say(gone ? "floor.one_moment" : "floor.table_away"));
      state.hidden = true;
      note.hidden = true;
      return;
    }
    state.hidden = table.state === "open";
    state.className = `badge ${{ halted: "is-held", paused: "is-paused", reserve: "is-waiting" }[table.state] ?? ""}`;
    setText(state, words.say(`floor.state_${table.state}`));
    note.hidden = !table.note;
    setText(note, table.note);
    this.#drawCalls();
    this.#oval.element.hidden = this.#sent.show(table);
    this.#oval.show(this.#aged(), { chosen: this.chosen?.seat ?? null, targets: this.#targets(), marks: this.mode?.marks });
    setText(say, carry.what ? "" : this.mode?.says ?? this.#summary());
    flag(this.#element, "mode", this.mode?.kind ?? null);
    flag(say, "asks", this.mode?.kind === "same_hand" ? "true" : null);
    this.#drawActs();
    last.hidden = table.last.length === 0;
    last.querySelector("ol").replaceChildren(...table.last.map((line) => el("li.panel-line", {}, el("span", {}, line.text),
      el("small.muted.figures", {}, [line.who, toTheSecond(line.at, words.language)].join(" · ")))));
  }

  /** The part below the oval while no player is chosen. */
  #summary() {
    const { words } = this.#page;
    const { table } = this;
    if (this.chosen) return "";
    const now = this.#page.time.at();
    const ago = duration(Math.max(0, (now ?? 0) - table.button_at) / 1_000);
    if (this.#isDoubtful(now)) return words.say("floor.button_doubtful", { seat: table.button, ago });
    const next = table.next_big_blind === null ? null : table.chairs[table.next_big_blind - 1];
    if (!next) return words.say("floor.no_button");
    const age = table.button_at === null || now === null ? "" : words.say("floor.button_age", { ago });
    return [words.say("floor.next_big_blind", { seat: next.seat, name: next.name || words.say(`floor.chair_${next.kind || "free"}`, { name: next.name }) }), age].filter(Boolean).join(" · ");
  }

  /** Whether the position of the button must be confirmed. */
  #isDoubtful(now) {
    const { button, button_until: until } = this.table;
    return button !== null && now !== null && until !== null && now > until;
  }

  /** Return the table without values derived from a doubtful button. */
  #aged() {
    return this.#isDoubtful(this.#page.time.at()) ? { ...this.table, next_big_blind: null } : this.table;
  }

  /** Render the parts that depend on the time only. */
  tick() {
    if (this.table) this.draw();
  }

  #drawCalls() {
    const { words } = this.#page;
    const key = this.table.calls.map(({ call }) => call).join();
    if (this.#parts.calls.dataset.key === key) return;
    this.#parts.calls.dataset.key = key;
    this.#parts.calls.replaceChildren(...this.table.calls.map((call) =>
      el("li.notice.is-warn", {}, el("strong", {}, words.say(`floor.call_${call.kind}`)), timeOfCall(call, words), ...answersTo(call, this.#page))));
    this.#page.count();
  }

  #drawActs() {
    const acts = this.#page.carry.what ? [] : this.mode?.acts ?? (this.chosen ? (this.entry !== null ? playerCommands : seatCommands) : tableCommands)(this, this.#page);
    // Keys reach rare actions as well.
    this.acts = acts;
    const shown = this.#shown(acts);
    const key = JSON.stringify([this.entry, this.seat, this.mode?.kind ?? "", this.#about(), shown.map((one) => [one.label, one.note ?? "", one.href ?? "", one.pressed ?? null])]);
    if (key === this.#acts) return;
    this.#acts = key;
    const focused = this.#parts.acts.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    this.#parts.acts.replaceChildren(...this.#head(), el("div.act-grid", {}, ...shown.map((one, index) => this.#act(one, index))));
    if (focused) this.#parts.acts.querySelector(`[data-act="${focused}"]`)?.focus();
  }

  /** Hide rare actions until "More" is pressed. */
  #shown(acts) {
    const usual = acts.filter(({ rare }) => !rare);
    if (usual.length === acts.length || this.#more) return acts;
    return [...usual, { name: "more", label: this.#page.words.say("floor.more_acts"), run: () => this.#showMore() }];
  }

  #showMore() {
    this.#more = true;
    this.draw();
    // On a small screen the new part would be below the fold, where its button was.
    this.#parts.acts.querySelector(".act-grid > :last-child").scrollIntoView({ block: "nearest" });
  }

  /** The chosen player in full. */
  #head() {
    const { words } = this.#page;
    const chair = this.chosen;
    if (!chair || this.mode) return [];
    const name = chair.entry === null ? words.say(`floor.chair_${chair.kind || "free"}`, { name: chair.name }) : chair.name;
    return [el("p.act-head", {}, el("strong", {}, `${words.say("floor.seat", { seat: chair.seat })} · ${name}`),
      el("small.muted.figures", {}, this.#about()))];
  }

  #about() {
    const chair = this.chosen;
    return chair && chair.entry !== null ? aboutOf(chair, this.#page.words, this.table.shot) : "";
  }

  #act(one, index) {
    const tone = one.danger ? ".btn-danger" : one.primary ? ".btn-primary" : "";
    const text = el("span", {}, one.label, ...(one.note ? [el("small", {}, one.note)] : []));
    const key = one.key ? [el("kbd", { "aria-hidden": "true" }, one.key.toUpperCase())] : [];
    // Found by name: the row may have been rendered again since.
    const act = one.href ? el("a.btn", { href: one.href, "data-act": one.name, ...(one.paper ? { target: "_blank" } : {}) }, text) : el(`button.btn${tone}`, { type: "button", "data-act": one.name }, text, ...key);
    if (one.pressed !== undefined) act.setAttribute("aria-pressed", String(one.pressed));
    if (!one.href) act.addEventListener("click", () => (this.acts.find(({ name }) => name === one.name) ?? one).run());
    act.style.setProperty("--turn", String(index));
    return act;
  }
}

/**
 * Describe a player: time of seating, chips, and other details.
 * @param {object|null} shot the shot clock at the table
 */
function aboutOf(chair, words, shot) {
  const time = (at) => toTheSecond(at, words.language).slice(0, 5);
  const parts = [];
  if (chair.known_as) parts.push(`“${chair.known_as}”`);
  if (chair.number > 1) parts.push(words.say("floor.re_entry", { number: chair.number - 1 }));
  if (chair.since !== null) parts.push(words.say("floor.here_since", { time: time(chair.since) }));
  if (chair.stack !== null) parts.push(words.say("floor.chips_at", { chips: new Intl.NumberFormat(words.language).format(chair.stack), time: time(chair.counted_at ?? chair.since) }));
  if (chair.absent_since !== null) parts.push(words.say("floor.away_since", { time: time(chair.absent_since) }));
  if (chair.waits) parts.push(words.say("floor.waits"));
  const banks = shot?.left[chair.seat];
  if (banks !== undefined) parts.push(words.say(banks === 1 ? "floor.bank_left" : "floor.banks_left", { count: banks }));
  if (chair.move !== null) parts.push(words.say("floor.sent_from", { table: chair.from_table ?? "–" }));
  return parts.join(" · ");
}
