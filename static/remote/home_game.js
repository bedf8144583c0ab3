/** A home game on a phone: the clock, and + and − for players without names. */

import { html, nothing } from "lit-html";
import { watchParts } from "../shared/feed/event_parts.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading, untilFlip } from "../shared/feed/reading.js";
import { clockView } from "../shared/ui/clock_view.js";
import { Flip } from "../shared/ui/flip.js";
import { number } from "../shared/ui/format.js";
import { forMoney, ladderRows, priced } from "../shared/ui/prizes_view.js";
import { View } from "../shared/ui/view.js";
import { Busy } from "./busy.js";
import { blocked, isWon, mainPress } from "./state.js";

/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { HomeGameBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Reading } from "../shared/feed/reading.js" */
/** @import { Services } from "../shared/ui/page.js" */
/** @import { Kind } from "./state.js" */

/** Presses that are often repeated at once: several people enter. All others wait for their result, against double taps. @type {Set<Kind>} */
const REPEATS = new Set(["home_game.enter"]);
/** Presses of the clock that name the row that was shown. @type {Set<Kind>} */
const BY_POSITION = new Set(["clock.next", "clock.previous"]);
/** A press on the floor of a home game may wait this long for the network (ms). */
const LIFETIME = 10 * 60_000;

/** @typedef {{kind: Kind, args?: Record<string, unknown>, label: string, off?: boolean}} Press */

export class HomeGame {
  #services;
  #event;
  #flip;
  #view;
  #place;
  #busy = new Busy(() => this.#flip?.poke());

  /** @param {HTMLElement} place  @param {Services} services */
  constructor(place, services) {
    const { config, feed, time } = services;
    this.#services = services;
    this.#place = place;
    this.#event = new LiveResource(feed, `t${config.tournament}`);
    this.#view = new View(place, () => this.#template());
    this.#flip = new Flip(time, () => this.#draw());
    this.#event.subscribe(() => {
      this.#busy.reached(this.#event.clock?.seq ?? 0);
      this.#flip.poke();
    });
    feed.addEventListener("time", () => this.#flip.poke());
    document.addEventListener("visibilitychange", () => this.#flip.poke());
    watchParts(feed, config.tournament);
    this.#flip.poke();
  }

  /** @returns {number|null} ms until the next change */
  #draw() {
    const now = this.#services.time.at();
    const board = this.#event.clock;
    if (!board || now === null) return null;
    this.#place.setAttribute("aria-busy", "false");
    this.#view.updateNow();
    const read = readAt(board, now);
    if (read.state === "running") return untilFlip(read.remaining);
    return read.starts_in === null ? null : untilFlip(read.starts_in);
  }

  #template() {
    const now = this.#services.time.at();
    const board = this.#event.clock;
    const home = this.#event.board("home_game");
    if (!board || now === null) return nothing;
    const read = readAt(board, now);
    return html`${this.#clock(board, read, now)}${home ? this.#counts(board, home) : nothing}${this.#payouts()}${this.#nextGame(board)}`;
  }

  /** @param {ClockWithStructure} board  @param {Reading} read  @param {number} now */
  #clock(board, read, now) {
    const { words, config } = this.#services;
    const view = clockView(board, read, words, now);
    const prizes = this.#event.board("prizes");
    const main = mainPress(board, read);
    const off = blocked(board, read);
    const row = board.levels[read.position];
    /** @type {[string, string][]} */
    const facts = [
      [words.say("home.length"), view.state === "waiting" && row ? words.say("clock.minutes", { count: Math.round(row.duration / 60_000) }) : ""],
      [words.say("home.next_blinds"), [view.next, view.nextAnte].filter(Boolean).join(" · ")],
      [words.say("home.break"), view.break],
      [words.say("home.average"), isWon(board) ? "" : [view.average, view.averageBlinds].filter(Boolean).join(" · ")],
      [words.say("home.pool"), forMoney(prizes) ? priced(prizes.pool, prizes, words) : ""],
    ];
    return html`<section class="card home-clock" data-state=${view.state}>
        <p class="muted">${[view.level, view.word].filter(Boolean).join(" · ")}</p>
        <p class="home-time figures" role="timer" ?hidden=${!view.time}>${view.time}</p>
        <p class="home-blinds figures">${view.blinds}${view.ante ? html` <small>${view.ante}</small>` : nothing}</p>
        <dl class="home-facts">${facts.filter(([, value]) => value).map(([name, value]) => html`<div><dt>${name}</dt><dd class="figures">${value}</dd></div>`)}</dl>
      </section>
      ${config.may.includes("run_clock") ? html`<div class="home-clock-presses">
        ${this.#button({ kind: "clock.previous", label: words.say("home.back"), off: off["clock.previous"] }, words.say("home.back"))}
        ${main.kind ? this.#button({ kind: main.kind, label: words.say(main.key, main.values) }, words.say(main.key, main.values), "btn-primary") : html`<span class="muted home-no-press">${words.say(main.key, main.values)}</span>`}
        ${this.#button({ kind: "clock.next", label: words.say("home.next"), off: off["clock.next"] }, words.say("home.next"))}
      </div>` : nothing}`;
  }

  /** @param {ClockWithStructure} board  @param {HomeGameBoard} home */
  #counts(board, home) {
    const { words, config } = this.#services;
    const { entries, left } = board.field;
    const sells = config.may.includes("register_players");
    const refunds = config.may.includes("refund");
    // After the win, only a player who goes back in changes the counts.
    const off = board.closed || !home.counting || isWon(board);
    const floor = config.may.includes("seat_players");
    const open = home.open && !board.closed;
    return html`<section class="home-counts">
      ${this.#count(words.say("home.left"), left, floor ? { kind: "home_game.bust", label: words.say("home.bust"), off: off || left < 2 || !home.unnamed } : null, floor ? { kind: "home_game.back_in", label: words.say("home.back_in"), off: board.closed || !home.counting || !home.unnamed_out } : null)}
      ${this.#count(words.say("home.entries"), entries, refunds ? this.#takes("entry", "home.take_entry", off || !home.unnamed) : null, sells ? { kind: "home_game.enter", args: { count: 1 }, label: words.say("home.enter"), off: off || !home.open } : null)}
      ${home.extras.map(({ kind, sold }) => this.#count(words.say(`home.${kind}s`), sold, refunds ? this.#takes(kind, `home.take_${kind}`, off || !sold) : null, sells ? { kind: /** @type {Kind} */ (`home_game.${kind}`), label: words.say(`home.${kind}`), off: off || !home.unnamed } : null))}
    </section>
    <p class="cluster"><span class="muted">${words.say(open && left === 1 && entries > 1 ? "home.one_left" : open ? "home.entry_open" : "home.entry_closed")}</span>${open && config.may.includes("set_registration") ? this.#button({ kind: "registration.close", label: words.say("home.close_entry") }, words.say("home.close_entry")) : nothing}</p>
    ${home.named.length ? html`<section class="card"><div class="card-header"><h2>${words.say("home.named")}</h2></div><div class="card-body"><ul class="list">
      ${home.named.map(({ entry, name }) => html`<li class="spread"><span>${name}</span>${floor && !board.closed && left > 1 ? this.#button({ kind: "entry.bust", args: { entry }, label: words.say("home.is_out", { name }) }, words.say("home.out")) : nothing}</li>`)}
    </ul></div></section>` : nothing}`;
  }

  /** @param {"entry"|"rebuy"|"add_on"} kind  @param {string} key  @param {boolean} off  @returns {Press} */
  #takes(kind, key, off) {
    return { kind: "home_game.take_back", args: { kind }, label: this.#services.words.say(key), off };
  }

  /** @param {string} name  @param {number} value  @param {Press|null} minus  @param {Press|null} plus */
  #count(name, value, minus, plus) {
    const figure = number(value, this.#services.words.language);
    return html`<div class="card home-count">${minus ? this.#button(minus, "−") : html`<span></span>`}
      <output class="figures" aria-label=${name}>${figure}<small>${name}</small></output>
      ${plus ? this.#button(plus, "+") : html`<span></span>`}</div>`;
  }

  #payouts() {
    const { words } = this.#services;
    const prizes = this.#event.board("prizes");
    if (!forMoney(prizes) || !prizes.tiers.length) return nothing;
    return html`<section class="card"><div class="card-header"><h2>${words.say("home.payouts")}</h2></div><div class="card-body"><dl class="payouts">
      ${ladderRows(prizes, words).map(({ places, cash }) => html`<dt>${places}.</dt><dd class="figures">${cash}</dd>`)}</dl></div></section>`;
  }

  /** Lead on once the game is over. @param {ClockWithStructure} board */
  #nextGame(board) {
    const { words, config } = this.#services;
    if (!config.next_game || !(isWon(board) || board.closed)) return nothing;
    return html`<p class="stack"><a class="btn btn-large" href=${config.next_game}>${words.say("home.next_game")}</a><small class="muted">${words.say("home.same_settings")}</small></p>`;
  }

  /** @param {Press} press  @param {string} text  @param {string} look */
  #button(press, text, look = "") {
    const busy = this.#busy.has(press.kind) && !REPEATS.has(press.kind);
    return html`<button class="btn btn-large ${look}" type="button" aria-label=${press.label === text ? nothing : press.label} aria-busy=${String(busy)} ?disabled=${Boolean(press.off)} @click=${() => this.#send(press)}>${text}</button>`;
  }

  /** @param {Press} press */
  async #send({ kind, args = {}, label }) {
    const { config, time, commands } = this.#services;
    const board = this.#event.clock;
    const now = time.at();
    if (!board || now === null || (!REPEATS.has(kind) && this.#busy.has(kind))) return;
    const all = { ...args };
    if (kind.startsWith("clock.")) all.seen = board.seq;
    if (BY_POSITION.has(kind)) all.position = readAt(board, now).position;
    const arrived = this.#busy.begin(kind);
    const sent = /** @type {CommandArguments[typeof kind]} */ (all);
    const answer = await commands.send(kind, { tournament: config.tournament, args: sent, label, lifetime: kind.startsWith("clock.") ? undefined : LIFETIME });
    arrived(answer?.ok ? (answer.seq ?? 0) : 0, this.#event.clock?.seq ?? 0);
  }
}

/** @param {ClockWithStructure} board  @param {number} now */
function readAt(board, now) {
  return reading(board.levels, board.clock, board.planned_start, board.advance, now);
}
