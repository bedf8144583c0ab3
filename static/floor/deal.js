/** The deal of the remaining players: counts, methods, shares, and completion. */

import { html, nothing } from "lit-html";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading } from "../shared/feed/reading.js";
import { readJson } from "../shared/feed/request.js";
import { find, setText } from "../shared/ui/dom.js";
import { watchHealth } from "../shared/ui/health.js";
import { Keys } from "../shared/ui/keys.js";
import { View } from "../shared/ui/view.js";
import { Figures } from "./deal_figures.js";
import { Shares } from "./deal_shares.js";
import { withStacks } from "./deal_state.js";
import { Ways } from "./deal_ways.js";

/** @import { DealBoard, NoDeal } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Answer } from "../shared/feed/commands.js" */
/** @import { Services } from "../shared/ui/page.js" */
/** @import { DealKind } from "./deal_shares.js" */
/** @import { DealState } from "./deal_state.js" */

/** Boards that announce busts, counts, undo, changed prizes, or that the event is closed or reopened. */
const TELLING = ["prizes", "seating", "floor", "deal", "clock"];
/** Several changes are one request; retry interval (ms). */
const GATHER = 150;
const AGAIN = 4_000;
const WITHIN = 8_000;
/** How long a pressed button waits for the board with its result (ms): the switch must not jump back meanwhile. */
const ARRIVES = 2_000;
/** Classes of the badge by the deal's state. @type {Record<string, string>} */
const BADGES = { open: "is-paused", stands: "is-over", none: "is-waiting" };

class DealPage {
  #stopping = new AbortController();
  #root;
  #services;
  #event;
  #live;
  #figures;
  #ways;
  #shares;
  #hindrance;
  #countsChanged;
  /** @type {DealState|null} */
  #state = null;
  /** The version of the deal that filled the counts: "" without one, null before. @type {string|null} */
  #filled = null;
  /** Whether somebody else has changed the deal since the counts were edited here. */
  #theirs = false;
  /** @type {number|undefined} */
  #timer;
  #asked = 0;
  /** The difference for which the button asks once more; 0: none. */
  #askedFor = 0;

  /** @param {HTMLElement} root  @param {Services} services */
  constructor(root, services) {
    const { config, words, feed } = services;
    const { signal } = this.#stopping;
    this.#root = root;
    this.#services = services;
    this.#event = /** @type {number} */ (config.tournament);
    this.#live = new LiveResource(feed, `t${this.#event}`);
    this.#figures = new Figures(config.language);
    this.#ways = new Ways(root, { words, figures: this.#figures, preview: config.preview, changed: () => this.#showOpen(), signal });
    this.#shares = new Shares(root, { words, figures: this.#figures, press: this.#press, signal });
    this.#hindrance = new View(find(root, "#hindrance"), () => {
      const why = this.#why;
      return why ? html`<p>${why.message}${why.rule ? html` <cite class="cite">${why.rule}</cite>` : nothing}</p>` : nothing;
    });
    this.#countsChanged = new View(find(root, "#counts-changed"), () => (this.#theirs ? html`<p>${this.#say("counts_changed")}</p>
      <div class="notice-actions"><button class="btn" type="button" @click=${() => this.#takeTheirs()}>${this.#say("take_theirs")}</button></div>` : nothing));
    find(root, "#counts").addEventListener("submit", (event) => this.#open(event), { signal });
    find(root, "#give-up form").addEventListener("submit", (event) => this.#giveUp(event), { signal });
    this.#bindKeys();
    this.#live.subscribe((changed) => {
      if (TELLING.some((name) => changed.has(name))) this.#plan(GATHER);
      this.#show();
    });
    feed.addEventListener("time", this.#show);
    feed.addEventListener("state", this.#renewWhenLive);
    watchHealth(find(root, "#health"), words, feed);
    this.#renew();
  }

  /** End the page. */
  stop() {
    const { feed } = this.#services;
    this.#stopping.abort();
    clearTimeout(this.#timer);
    feed.removeEventListener("time", this.#show);
    feed.removeEventListener("state", this.#renewWhenLive);
    this.#live.close();
  }

  /** @param {string} key  @param {Record<string, string|number>} [values] */
  #say(key, values) {
    return this.#services.words.say(`deal.${key}`, values);
  }

  /** @returns {DealBoard|NoDeal|undefined} */
  get #board() {
    return this.#live.board("deal");
  }

  /** Whether a deal is open. */
  get #isOpen() {
    return this.#board?.state === "open";
  }

  /** Whether the event is closed or has a winner. */
  get #isOver() {
    return Boolean(this.#state?.over);
  }

  /** The difference with which the open deal was calculated: it is not asked for again. */
  get #accepted() {
    if (this.#board?.state !== "open") return 0;
    return this.#board.shares.reduce((sum, { stack }) => sum + stack, 0) - (this.#state?.chips ?? 0);
  }

  /**
   * Send a command for the deal shown; the server refuses it if the deal has changed meanwhile.
   * @template {DealKind} K
   * @param {K} kind  @param {CommandArguments[K]} args  @param {string} label
   * @returns {Promise<Answer|null>}
   */
  #press = async (kind, args, label) => {
    const board = this.#board;
    const seen = kind === "deal.open" ? {} : { seen: board && board.state !== "none" ? board.version : "" };
    const answer = await this.#services.commands.send(kind, { tournament: this.#event, args: { ...args, ...seen }, label });
    if (answer?.ok) await this.#live.reached(answer.seq, ARRIVES);
    return answer;
  };

  // --- players -----------------------------------------------------------------------------------------------------
  #renew = async () => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asked += 1;
    const number = this.#asked;
    const { signal } = this.#stopping;
    /** @type {DealState|null} */
    const fresh = await readJson(this.#services.config.now, { within: WITHIN, signal }).catch(() => null);
    if (number !== this.#asked || signal.aborted) return;
    if (fresh && (this.#state === null || fresh.seq >= this.#state.seq)) this.#state = fresh;
    if (!fresh) this.#plan(AGAIN);
    this.#show();
  };

  #renewWhenLive = () => {
    if (this.#live.state === "live") this.#plan(GATHER);
  };

  /** @param {number} pause ms */
  #plan(pause) {
    this.#timer ??= setTimeout(this.#renew, pause);
  }

  // --- rendering ---------------------------------------------------------------------------------------------------
  #show = () => {
    const deal = this.#board;
    const state = this.#state;
    if (!deal || !state) return;
    delete this.#root.dataset.loading;
    const { currency, places } = deal.state === "none" ? state : deal;
    this.#figures.currency = currency;
    this.#figures.places = places;
    this.#showState(deal);
    this.#shares.show(deal);
    this.#showCounts(deal, state);
    find(this.#root, "#hindrance").hidden = !this.#why;
    // With more players left than places paid, no prize is certain yet.
    find(this.#root, "#guaranteed").hidden = (deal.state === "none" ? state : deal).ladder.length < state.left;
    this.#hindrance.updateNow();
    this.#showClock(deal);
    this.#showOpen();
  };

  /** @param {DealBoard|NoDeal} deal */
  #showState(deal) {
    const root = this.#root;
    const badge = find(root, "#deal-state");
    setText(badge, this.#say(`state_${deal.state}`));
    badge.className = `badge ${BADGES[deal.state]}`;
    find(root, "#deal-print").hidden = deal.state === "none";
    /** @type {HTMLDetailsElement} */
    const work = find(root, "#work");
    const noDeal = deal.state === "none" && this.#isOver;
    work.hidden = deal.state === "stands" || noDeal;
    this.#showOutcome(deal, noDeal);
    if (root.dataset.state !== deal.state) work.open = deal.state === "none";
    root.dataset.state = deal.state;
    const up = find(root, "#give-up");
    // A deal of a closed event, or of which some was paid, can't be voided.
    const closed = deal.state !== "none" && Boolean(this.#state?.closed);
    const paid = deal.state === "stands" && !closed && Boolean(this.#state?.paid);
    find(root, "#deal-closed").hidden = !closed;
    find(root, "#deal-paid").hidden = !paid;
    up.hidden = deal.state === "none" || closed || paid;
    for (const part of ["summary", "button"]) setText(find(up, part), this.#say(deal.state === "stands" ? "void" : "give_up"));
    if (deal.state !== "none") setText(find(root, "#talk-mix"), this.#mixText(deal.mix));
  }

  /**
   * Once the event is over: that no deal was made, or what players of the deal have won in addition.
   * @param {DealBoard|NoDeal} deal  @param {boolean} noDeal
   */
  #showOutcome(deal, noDeal) {
    const root = this.#root;
    const outcome = this.#state?.outcome ?? "";
    const none = find(root, "#no-deal");
    none.hidden = !noDeal;
    setText(find(none, "p"), noDeal ? outcome : "");
    if (deal.state === "none") return;
    const since = find(root, "#won-since");
    since.hidden = !this.#isOver || !outcome;
    setText(since, outcome);
    // What was left has been won by then.
    find(root, "#plays-on").hidden = this.#isOver && outcome !== "" && deal.played_for.some(Boolean);
  }

  /** @param {Record<string, number>} mix */
  #mixText(mix) {
    const parts = Object.entries(mix).filter(([, part]) => part);
    if (parts.length === 1) return this.#say(`way_${parts[0][0]}`);
    return parts.map(([way, part]) => `${part} × ${this.#say(`way_${way}`)}`).join(" + ");
  }

  /**
   * Counts follow the deal until they are edited here; then changes by others are announced, and nothing is
   * lost.
   * @param {DealBoard|NoDeal} deal  @param {DealState} state
   */
  #showCounts(deal, state) {
    const open = deal.state === "open" ? deal : null;
    const { most } = this.#services.config;
    const now = { ...state, players: withStacks(state.players, deal).slice(0, most), ladder: open ? open.ladder : state.ladder };
    const version = open ? open.version : "";
    const other = this.#filled !== null && this.#filled !== version;
    if (this.#filled === null || (other && !this.#ways.dirty)) {
      this.#ways.fill(now, { fresh: true, ...(open ? { mix: open.mix, left: open.played_for } : {}) });
      this.#filled = version;
    } else {
      this.#ways.fill(now);
    }
    this.#theirs = other && this.#ways.dirty && open !== null;
    find(this.#root, "#counts-changed").hidden = !this.#theirs;
    this.#countsChanged.updateNow();
  }

  #takeTheirs() {
    this.#ways.dirty = false;
    this.#show();
  }

  /** Why no deal can be opened; null if one can, or is. @returns {{message: string, rule: string}|null} */
  get #why() {
    const state = this.#state;
    if (!state || state.over || this.#board?.state !== "none") return null;
    const { most } = this.#services.config;
    const message = state.left < 2 ? this.#say("too_few") : state.left > most ? this.#say("too_many", { most, left: state.left }) : "";
    return state.hindrance ?? (message ? { message, rule: "" } : null);
  }

  /** @param {DealBoard|NoDeal} deal */
  #showClock(deal) {
    const { clock } = this.#live;
    const now = this.#services.time.at();
    const place = find(this.#root, "#deal-clock");
    place.hidden = !clock || now === null || this.#isOver;
    if (!clock || now === null) return;
    const runs = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now).state === "running";
    const key = deal.state === "open" ? "clock_stopped" : deal.state === "stands" ? (runs ? "clock_goes" : this.#state?.divided ? "clock_divided" : "clock_still") : runs ? "clock_runs" : "clock_still";
    place.dataset.clock = runs ? "runs" : "stopped";
    place.className = `notice ${deal.state === "open" || !runs ? "is-warn" : ""}`;
    setText(find(place, "p"), this.#say(key));
    this.#showOpen();
  }

  /** The button that opens the deal, or calculates its shares again. */
  #showOpen() {
    const open = this.#isOpen;
    const runs = find(this.#root, "#deal-clock").dataset.clock !== "stopped";
    /** @type {HTMLButtonElement} */
    const button = find(this.#root, "#open");
    const { difference } = this.#ways;
    const asks = difference !== 0 && difference === this.#askedFor;
    const key = asks ? (difference < 0 ? "although_less" : "although_more") : open ? "work_out" : runs ? "open" : "open_still";
    setText(button, this.#say(key, { difference: this.#figures.chips(Math.abs(difference)) }));
    button.classList.toggle("btn-danger", asks);
    button.classList.toggle("btn-primary", !asks);
    find(this.#root, "#open-says").hidden = open || !runs;
    button.disabled = !this.#ways.possible || (!open && this.#state?.hindrance !== null);
  }

  // --- commands ----------------------------------------------------------------------------------------------------
  /** @param {Event} event */
  async #open(event) {
    event.preventDefault();
    /** @type {HTMLButtonElement} */
    const button = find(this.#root, "#open");
    const { terms } = this.#ways;
    if (!terms || button.disabled || button.getAttribute("aria-busy") === "true") return;
    const { difference } = this.#ways;
    if (difference !== 0 && difference !== this.#askedFor && difference !== this.#accepted) {
      // Once more for stacks that do not add up to the chips in play.
      this.#askedFor = difference;
      this.#showOpen();
      return;
    }
    button.setAttribute("aria-busy", "true");
    // The values sent now count; later changes by others are refused or announced.
    const answer = await this.#press(this.#isOpen ? "deal.work_out" : "deal.open", terms, button.textContent);
    button.setAttribute("aria-busy", "false");
    if (!answer?.ok) return;
    this.#takeTheirs();
    /** @type {HTMLDetailsElement} */
    const work = find(this.#root, "#work");
    work.open = false;
    find(this.#root, "#talk").scrollIntoView({ block: "start" });
  }

  /** @param {Event} event */
  async #giveUp(event) {
    event.preventDefault();
    /** @type {HTMLDetailsElement} */
    const up = find(this.#root, "#give-up");
    /** @type {HTMLInputElement} */
    const field = find(up, "#reason");
    const button = find(up, "button");
    const reason = field.value.trim();
    if (!reason) {
      field.setAttribute("aria-invalid", "true");
      field.focus();
      return;
    }
    field.removeAttribute("aria-invalid");
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    const answer = await this.#press("deal.void", { reason }, button.textContent);
    button.setAttribute("aria-busy", "false");
    if (!answer?.ok) return;
    field.value = "";
    up.open = false;
  }

  #bindKeys() {
    const root = this.#root;
    const keys = new Keys(this.#services.words);
    keys.add("c", this.#say("key_counts"), () => {
      /** @type {HTMLDetailsElement} */
      const work = find(root, "#work");
      if (work.hidden) return;
      work.open = true;
      this.#ways.focus();
    });
    keys.add("s", this.#say("key_shares"), () => this.#shares.focus());
    keys.add("p", this.#say("key_print"), () => {
      /** @type {HTMLAnchorElement} */
      const print = find(root, "#deal-print");
      if (!print.hidden) location.assign(print.href);
    });
  }
}

/** Mount the page of a deal. @param {HTMLElement} root  @param {Services} services  @returns {{stop: () => void}} */
export function mountDeal(root, services) {
  return new DealPage(root, services);
}
