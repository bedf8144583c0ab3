/** The panel of one table: the oval, its actions and recent actions. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { find } from "../shared/ui/dom.js";
import { duration, number } from "../shared/ui/format.js";
import { callTime } from "../shared/ui/press.js";
import { Still } from "../shared/ui/still.js";
import { sendsAway, sentList } from "../shared/ui/sent_list.js";
import { View } from "../shared/ui/view.js";
import { toTheSecond } from "../shared/ui/zone.js";
import { answersTo } from "./calls.js";
import { dragPlayers } from "./drag.js";
import { nameOf, ovalOf } from "./oval.js";
import { playerCommands, seatCommands, tableCommands } from "./table_commands.js";
import { labelled, quoted } from "../shared/ui/punctuation.js";

/** @import { ChairRow, LastOut, ShotBoard, TableBoard } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */
/** @import { Marks } from "./oval.js" */
/** @import { Command } from "./table_commands.js" */

/**
 * The meaning of a tap on a seat until it is cancelled: which seats can be tapped, which are marked, what is said, and
 * the commands below.
 * @typedef {{kind: string, fits: (chair: ChairRow) => boolean, tap: (chair: ChairRow) => void, marks?: Marks, says: string, acts: Command[]}} Mode
 */

const BADGES = { open: "", halted: "is-held", paused: "is-paused", reserve: "is-waiting" };

export class TablePanel {
  #page;
  #element;
  #still;
  #view;
  /** The topic of the open table. @type {LiveResource|null} */
  #live = null;
  /** Whether rare actions of the chosen player are shown too. */
  #more = false;
  /** The bust sent last from here, until the table shows it. @type {LastOut|null} */
  #busted = null;
  /** The table as shown. @type {TableBoard|null} */
  table = null;
  /** @type {ShotBoard|null} */
  shot = null;
  /** The open table. @type {number|null} */
  number = null;
  /** The chosen player. @type {number|null} */
  entry = null;
  /** The chosen seat without a player. @type {number|null} */
  seat = null;
  /** @type {Mode|null} */
  mode = null;

  /** @param {HTMLElement} element  @param {Floor} page */
  constructor(element, page) {
    this.#page = page;
    this.#element = element;
    this.#still = new Still(element);
    this.#view = new View(element, () => this.#template(), { after: () => page.count() });
    dragPlayers(element, {
      map: page.map, page: page.root, signal: page.signal, may: () => this.mode === null && !page.carry.what,
      name: (entry) => this.chairOf(entry)?.name ?? "",
      onChair: (entry, seat) => page.carry.put(this.#carried(entry), this.number ?? 0, seat),
      onTable: (entry, number) => number !== this.number && page.carry.drop(this.#carried(entry), number),
    });
  }

  /** Open a table, or close the panel. @param {number|null} number */
  show(number) {
    if (number === this.number) return;
    this.number = number;
    this.table = null;
    this.#element.hidden = number === null;
    this.#live?.close();
    const live = number === null ? null : this.#page.follow(`table/${number}`);
    this.#live = live;
    // Another table may have been opened while a finger was down.
    live?.subscribe(() => this.#still.when(() => live === this.#live && this.#take(live)));
    this.choose(null);
  }

  /** Ask for what the open table may have missed. */
  recheck() {
    this.#live?.recheck();
  }

  /** Show what has arrived. @param {LiveResource} live */
  #take(live) {
    const fresh = this.table === null;
    const before = this.entry === null ? null : this.chairOf(this.entry);
    this.table = live.board("table") ?? null;
    this.shot = live.board("table_shot") ?? null;
    if (this.#busted && !this.chairOf(this.#busted.entry)) this.#busted = null;
    if (this.table && before && !this.chairOf(this.entry)) {
      // The message of this page's own command has the undo: it is not replaced.
      if (!this.#page.presses.was(this.entry)) this.#page.toasts.show({ text: this.#page.say("gone", { name: before.name, table: this.number }) });
      this.choose(null);
      this.#still.settle(find(this.#element, ".panel-acts"));
    } else if (this.seat !== null && this.table?.chairs[this.seat - 1]?.entry) this.choose(null);
    this.draw();
    if (fresh && this.table) this.#page.opened();
  }

  /** Return a player's seat at this table, or null. @param {number|null} entry */
  chairOf(entry) {
    return (entry !== null && this.table?.chairs.find((chair) => chair.entry === entry)) || null;
  }

  /** The chosen player's seat, or the chosen seat; null if none. */
  get chosen() {
    if (this.entry !== null) return this.chairOf(this.entry);
    return this.seat === null ? null : this.table?.chairs[this.seat - 1] ?? null;
  }

  /** @param {number|null} entry  @param {number|null} [seat] */
  choose(entry, seat = null) {
    this.entry = entry;
    this.seat = entry === null ? seat : null;
    this.#more = false;
    this.setMode(null);
  }

  /** Set the meaning of the next tap on a seat. @param {Mode|null} mode */
  setMode(mode) {
    this.mode = mode;
    this.draw();
  }

  /** Remember a bust that was sent, until the table shows it; null if it was refused. @param {ChairRow|null} chair */
  busts(chair) {
    this.#busted = chair?.entry ? { entry: chair.entry, name: chair.name, at: this.#page.time.at() } : null;
  }

  /** The latest bust here: the next one may be in the same hand. @returns {LastOut|null} */
  get lastOut() {
    // In hand-for-hand the hand is known.
    const known = this.#page.live.board("hand_for_hand")?.on;
    return (known ? null : this.#busted) ?? this.table?.last_out ?? null;
  }

  /** @param {number} entry */
  #carried(entry) {
    const { name, seat } = /** @type {ChairRow} */ (this.chairOf(entry));
    return { kind: /** @type {const} */ ("move"), entry, name, table: /** @type {number} */ (this.number), seat };
  }

  /** Show the banner of a player being moved above the seats. */
  scrollUp() {
    this.#element.scrollTop = 0;
  }

  /** Pick the chosen player up. @param {"move"|"swap"} kind */
  carry(kind) {
    if (this.entry !== null) this.#page.carry.take({ ...this.#carried(this.entry), kind });
  }

  /** Handle a tap on a seat, or its typed number. @param {number} seat */
  tap(seat) {
    const chair = this.table?.chairs[seat - 1];
    if (!chair || this.number === null || this.#targets?.has(seat) === false) return;
    const { carry } = this.#page;
    if (carry.what) carry.put(carry.what, this.number, seat, chair);
    else if (this.mode) this.mode.tap(chair);
    else if (chair.entry !== null) this.choose(this.entry === chair.entry ? null : chair.entry);
    else this.choose(null, this.seat === seat ? null : seat);
  }

  get #targets() {
    const { what } = this.#page.carry;
    /** @param {(chair: ChairRow) => boolean} test */
    const those = (test) => new Set(this.table?.chairs.filter(test).map(({ seat }) => seat));
    if (what?.kind === "swap") return those(({ entry }) => entry !== null && entry !== what.entry);
    if (what) return those(({ kind }) => kind === "");
    return this.mode ? those(this.mode.fits) : null;
  }

  /** The commands below the oval. Keys reach rare ones as well. @returns {Command[]} */
  get acts() {
    if (this.#page.carry.what) return [];
    if (this.mode) return this.mode.acts;
    if (!this.chosen) return tableCommands(this, this.#page);
    return (this.entry === null ? seatCommands : playerCommands)(this, this.#page);
  }

  draw() {
    if (this.number !== null) this.#view.updateNow();
  }

  #template() {
    const page = this.#page;
    const { table, number } = this;
    const alone = this.#live?.state === "alone";
    return html`
      <header class="panel-head">
        <h2 id="panel-title" tabindex="-1">${page.say("table", { number })}</h2>
        ${table && table.state !== "open" ? html`<span class="badge ${BADGES[table.state]}">${page.say(`state_${table.state}`)}</span>` : nothing}
        <button class="btn btn-icon" type="button" aria-label=${page.words.say("page.close")} @click=${page.close}>×</button>
      </header>
      <p class="floor-stale small" role="status" ?hidden=${!alone}>${alone ? page.say("table_stale") : ""}</p>
      <div class="panel-carry">${page.carry.banner()}</div>
      ${table?.note ? html`<p class="notice panel-note">${table.note}</p>` : nothing}
      ${table ? this.#body(table) : html`<div class="empty panel-wait" role="status">${page.say(this.#live?.known ? "table_gone" : alone ? "table_away" : "loading", { number })}</div>`}`;
  }

  /** @param {TableBoard} table */
  #body(table) {
    const page = this.#page;
    const { mode } = this;
    const acts = this.acts;
    const usual = this.#more ? acts : acts.filter(({ rare }) => !rare);
    /** @type {Command[]} */
    const shown = usual.length === acts.length ? acts : [...usual, { name: "more", label: page.say("more_acts"), run: () => this.#showMore() }];
    return html`
      <ul class="panel-calls">${repeat(table.calls, ({ call }) => call, (call) =>
        html`<li class="notice is-warn"><strong>${page.say(`call_${call.kind}`)}</strong>${callTime(call, page.words)}${answersTo(call, page)}</li>`)}</ul>
      <div class="panel-body" data-mode=${mode?.kind ?? nothing}>
        ${sendsAway(table) ? sentList(table, page.words, ({ move }, label) => page.presses.send("move.arrive", { move }, label)) : ovalOf(this.#aged(table), page, {
          press: (seat) => this.tap(seat), chosen: this.chosen?.seat ?? null, targets: this.#targets, marks: mode?.marks })}
        <div class="panel-acts"><p class="panel-say" role="status" ?data-asks=${mode?.kind === "same_hand"}>${page.carry.what ? "" : mode?.says ?? this.#summary(table)}</p>
          ${this.#head()}<div class="act-grid">${repeat(shown, ({ name }) => `${this.entry} ${this.seat} ${name}`, actOf)}</div></div>
        ${table.last.length ? this.#last(table) : nothing}
      </div>`;
  }

  /** @param {TableBoard} table */
  #last({ last }) {
    const page = this.#page;
    return html`<section class="panel-last" aria-label=${page.say("last_here")}><h3>${page.say("last_here")}</h3>
      <ol class="list">${repeat(last, ({ seq }) => seq, ({ seq, texts, who, at, undone, permission }) => {
        const text = page.words.of(texts);
        const about = [who, toTheSecond(at ?? 0, page.words.language), ...(undone ? [page.words.say("remote.undone")] : [])].join(" · ");
        const may = page.undoes && permission !== null && page.may(permission);
        return html`<li class="line${undone ? " is-undone" : ""}"><div class="line-text"><span>${text}</span><small class="muted figures">${about}</small></div>
          ${may ? html`<button class="btn" type="button" aria-label=${labelled(page.words.say("page.undo"), text, page.words.language)} @click=${() => page.presses.undo(seq)}>${page.words.say("page.undo")}</button>` : nothing}</li>`;
      })}</ol></section>`;
  }

  /** The line below the oval while no player is chosen. @param {TableBoard} table */
  #summary(table) {
    const page = this.#page;
    if (this.chosen || page.isWon()) return "";
    const now = page.time.at();
    const age = table.button_at === null || now === null ? null : duration(Math.max(0, now - table.button_at) / 1_000);
    if (this.#isDoubtful(table)) return page.say("button_doubtful", { seat: table.button, ago: age });
    if (table.next_big_blind === null) return page.say("no_button");
    const next = table.chairs[table.next_big_blind - 1];
    const pays = page.say("next_big_blind", { seat: next.seat, name: next.name || nameOf(next, page) });
    return age === null ? pays : `${pays} · ${page.say("button_age", { ago: age })}`;
  }

  /** Whether the position of the button must be confirmed. @param {TableBoard} table */
  #isDoubtful({ button, button_until: until }) {
    const now = this.#page.time.at();
    return button !== null && now !== null && until !== null && now > until;
  }

  /** Return the table without values derived from a doubtful button. @param {TableBoard} table */
  #aged(table) {
    return this.#isDoubtful(table) ? { ...table, next_big_blind: null } : table;
  }

  #showMore() {
    this.#more = true;
    this.draw();
    // On a small screen the new part would be below the fold, where its button was.
    find(this.#element, ".act-grid > :last-child").scrollIntoView({ block: "nearest" });
  }

  /** The chosen player in full. */
  #head() {
    const chair = this.chosen;
    if (!chair || this.mode) return nothing;
    return html`<p class="act-head"><strong>${this.#page.say("seat", { seat: chair.seat })} · ${chair.partner ? playsNow(chair) : nameOf(chair, this.#page)}</strong>
      ${chair.partner ? html`<span class="badge">${this.#page.say("at_seat")}</span> <span class="act-mate">${chair.partner_plays ? chair.registered : chair.partner}</span>` : nothing}
      <small class="muted figures">${chair.entry === null ? "" : detailsOf(chair, this.#page, this.shot)}</small></p>`;
  }
}

/** Who of a team plays now. @param {ChairRow} chair */
const playsNow = ({ registered, partner, partner_plays: second }) => (second ? partner : registered);

/** A command as a button or a link. @param {Command} one */
function actOf(one) {
  const text = html`<span>${one.label}${one.note ? html`<small>${one.note}</small>` : nothing}</span>`;
  if (one.href) return html`<a class="btn" href=${one.href} data-act=${one.name} target=${one.newTab ? "_blank" : nothing}>${text}</a>`;
  return html`<button class="btn ${one.danger ? "btn-danger" : one.primary ? "btn-primary" : ""}" type="button" data-act=${one.name}
    aria-pressed=${one.pressed === undefined ? nothing : String(one.pressed)} @click=${one.run}>${text}${one.key ? html`<kbd aria-hidden="true">${one.key.toUpperCase()}</kbd>` : nothing}</button>`;
}

/** Describe a player: time of seating, chips, and other details. @param {ChairRow} chair  @param {Floor} page  @param {ShotBoard|null} shot */
function detailsOf(chair, page, shot) {
  /** @param {number|null} at */
  const time = (at) => toTheSecond(at ?? 0, page.words.language).slice(0, 5);
  const banks = shot?.left[chair.seat];
  return [
    chair.known_as && quoted(chair.known_as, page.words.language),
    (chair.number ?? 1) > 1 && page.say("re_entry", { number: (chair.number ?? 1) - 1 }),
    chair.since !== null && page.say("here_since", { time: time(chair.since) }),
    chair.stack !== null && page.say(chair.estimated ? "about_chips_at" : "chips_at", { chips: number(chair.stack, page.words.language), time: time(chair.counted_at ?? chair.since) }),
    chair.absent_since !== null && page.say("away_since", { time: time(chair.absent_since) }),
    chair.waits && page.say("waits"),
    banks !== undefined && page.say("banks_left", { count: banks }),
    chair.move !== null && page.say("sent_from", { table: chair.from_table ?? "–" }),
  ].filter(Boolean).join(" · ");
}
