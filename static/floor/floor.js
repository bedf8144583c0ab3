/** The floor's page: the map, proposals, the open table, and recent actions. */

import { watchParts } from "../shared/feed/event_parts.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { find } from "../shared/ui/dom.js";
import { duration } from "../shared/ui/format.js";
import { watchHealth } from "../shared/ui/health.js";
import { countTimes, Presses } from "../shared/ui/press.js";
import { RecentEntries } from "../shared/ui/recent_entries.js";
import { JobList } from "../office/jobs.js";
import { Carry } from "./carried_player.js";
import { Decisions } from "./decisions.js";
import { Asks } from "./fetch.js";
import { Guard } from "./guard.js";
import { announceHandForHand, HandForHandPanel } from "./hand_for_hand.js";
import { bindKeys } from "./keys.js";
import { FloorMap } from "./map.js";
import { closeRegistration, HeldFinal } from "./open_registration.js";
import { PenaltyPanel } from "./penalty.js";
import { Proposals } from "./proposals.js";
import { planRace, RacePanel } from "./race.js";
import { tablesOf } from "./reasons.js";
import { Search } from "./search.js";
import { Side } from "./side.js";
import { TablePanel } from "./table.js";

/** @import { FloorBoard, MapBoard } from "../../docs/reference/boards" */
/** @import { PenaltyBook } from "./penalty.js" */
/** @import { Proposal } from "./reasons.js" */
/** @import { Services } from "../shared/ui/page.js" */

/** How long a message with an undo stays on this page (ms). */
const UNDO_STAYS = 30_000;
/** How long a dialog waits for a table (ms). */
const ANSWERS = 6_000;

/** The page, and what its parts share. */
export class Floor {
  #stopping = new AbortController();
  /** Phases of all tables that have begun. @type {Set<string>} */
  #begun = new Set();
  /** The seat to be chosen once its table is there. @type {number|null} */
  #wanted = null;

  /** @param {HTMLElement} root  @param {Services} services */
  constructor(root, { config, words, time, feed, toasts, commands }) {
    toasts.undoStays = UNDO_STAYS;
    this.root = root;
    this.words = words;
    this.time = time;
    this.toasts = toasts;
    this.event = /** @type {number} */ (config.tournament);
    this.penalties = /** @type {PenaltyBook} */ (config.penalties);
    this.stacksDecide = Boolean(config.stacks_decide);
    this.undoes = Boolean(config.undoes);
    this.timeChecks = Boolean(config.time_checks);
    /** Whether the login has a permission. @param {string} what */
    this.may = (what) => config.may.includes(what);
    this.presses = new Presses(commands, this.event, toasts);
    this.asks = new Asks(this.event);
    this.live = new LiveResource(feed, `t${this.event}`);
    /** Follow a part of the event. @param {string} part */
    this.follow = (part) => new LiveResource(feed, `t${this.event}/${part}`);
    /** Players without a seat, and the latest busts. */
    this.people = this.may("seat_players") ? this.follow("people") : null;
    this.journal = this.may("read_journal") ? this.follow("journal") : null;
    this.count = countTimes(root, time, (/** @type {number} */ ms) => duration(ms / 1_000));
    /** @param {string} name */
    const place = (name) => find(root, `#${name}`);
    this.carry = new Carry(this, place("carry"));
    this.map = new FloorMap(place("map"), {
      words,
      mayPlace: this.may("manage_tables"),
      leavesIdle: true,
      onOpen: this.open,
      onPlace: (number, across, down) => this.presses.send("table.place", { number, across, down }, this.say("place", { number }), { room: true }),
    });
    this.panel = new TablePanel(place("panel"), this);
    this.proposals = new Proposals(place("proposals"), this);
    this.side = new Side(root, this);
    this.decisions = new Decisions(root, place("now"), [place("calls"), place("side"), find(root, ".floor-main")]);
    this.handForHandPanel = new HandForHandPanel(place("hand-for-hand"), this);
    this.racePanel = new RacePanel(place("race"), this);
    this.heldFinal = new HeldFinal(place("held-final"), this);
    this.penaltyPanel = new PenaltyPanel(place("penalties"), this);
    this.jobs = new JobList(place("jobs"), words);
    this.recent = this.journal && new RecentEntries(place("lines"), this.journal, { words, may: config.may, undo: (seq) => this.presses.undo(seq) });
    const search = new Search(place("finder"), this);
    const keys = bindKeys(this, search);
    new Guard(this.signal);
    // A refusal means that the open table is outdated.
    this.presses.addEventListener("refused", () => this.panel.recheck());
    this.#wire(() => keys.list());
    this.live.subscribe((changed) => this.#changed(changed));
    watchHealth(place("health"), words, feed);
    watchParts(feed, this.event);
    this.#route();
  }

  /** Ends with the page. */
  get signal() {
    return this.#stopping.signal;
  }

  /** Return a text of the page. @param {string} key  @param {Record<string, string|number|null|undefined>} [values] */
  say(key, values) {
    return this.words.say(`floor.${key}`, values);
  }

  /** Rows of the board "map". */
  rows = () => this.live.board("map")?.tables ?? [];
  clock = () => this.live.clock;
  /** Whether the event is won, so that no more hands are played. */
  isWon = () => Boolean(this.clock()?.winner);
  race = () => this.live.board("race");
  /** Whether a bust asks who won the chips: there are bounties. */
  bounties = () => (this.live.board("bounties")?.kind ?? "none") !== "none";
  /** Return the penalty a player is serving, or undefined. @param {number|null} entry */
  penaltyOf = (entry) => this.penaltyPanel.of(entry);

  /** Read a table once; undefined without a response. @param {number} number */
  async readTable(number) {
    const live = this.follow(`table/${number}`);
    await live.reached(0, ANSWERS);
    const table = live.board("table");
    live.close();
    return table;
  }

  /** Call a function at an interval until the page ends. @param {() => void} run  @param {number} pause ms */
  repeat(run, pause) {
    const timer = setInterval(run, pause);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** End the page. */
  stop() {
    this.#stopping.abort();
    this.panel.show(null);
    for (const live of [this.live, this.people, this.journal]) live?.close();
  }

  // --- the open table is in the address, so that Back works ------------------------------------------------------

  /** Open a table; with a seat, its player is chosen. @param {number|null} number  @param {number|null} [seat] */
  open = (number, seat = null) => {
    if (number === null) return;
    this.#wanted = seat;
    const address = `${location.pathname}#table-${number}`;
    if (this.panel.number === number) this.#chooseWanted();
    // From one table to the next, Back still returns to the map.
    else if (this.panel.number !== null) history.replaceState(history.state, "", address);
    else history.pushState({ under: true }, "", address);
    this.#route();
  };

  close = () => {
    if (history.state?.under) return history.back();
    history.replaceState(null, "", location.pathname);
    this.#route();
  };

  /** The open table has arrived. */
  opened() {
    this.#chooseWanted();
    this.carry.arrived();
  }

  #route = () => {
    const number = Number(/^#table-(\d{1,6})$/.exec(location.hash)?.[1] ?? NaN) || null;
    const before = this.panel.number;
    this.panel.show(number);
    this.root.toggleAttribute("data-panel", number !== null);
    this.carry.draw();
    this.map.choose(number);
    if (number !== null && number !== before) find(this.root, "#panel-title").focus({ preventScroll: true });
  };

  #chooseWanted() {
    const chair = this.#wanted === null ? null : this.panel.table?.chairs[this.#wanted - 1];
    if (chair) this.panel.choose(chair.entry, chair.seat);
    this.#wanted = null;
  }

  // --- boards -----------------------------------------------------------------------------------------------------

  /** @param {Set<string>} changed */
  #changed(changed) {
    const { live, panel } = this;
    this.root.classList.toggle("is-alone", live.state === "alone");
    if (changed.has("jobs")) this.jobs.show(live.board("jobs"));
    const round = live.board("hand_for_hand");
    if (changed.has("hand_for_hand") && round) {
      this.handForHandPanel.show(round);
      this.#begins(round.on, "hand-for-hand");
    }
    const penalties = live.board("penalties");
    if (changed.has("penalties") && penalties) {
      this.penaltyPanel.show(penalties);
      panel.draw();
    }
    const race = live.board("race");
    if (changed.has("race") && race) {
      this.racePanel.show(race);
      this.#begins(race.on, "race");
    }
    if (changed.has("clock") || changed.has("structure")) this.racePanel.tick();
    this.#draw();
  }

  /**
   * Bring a phase of all tables to the front when it begins: what tables wait for comes before proposals.
   * @param {boolean} on  @param {string} part
   */
  #begins(on, part) {
    if (on && !this.#begun.has(part)) this.decisions.bring(find(this.root, `#${part}`));
    this.#begun[on ? "add" : "delete"](part);
    const start = /** @type {HTMLButtonElement|null} */ (this.root.querySelector(part === "race" ? "#race-by-hand" : "#announce-hand-for-hand"));
    if (start) start.hidden = on;
  }

  #draw() {
    const map = this.live.board("map");
    const floor = this.live.board("floor");
    if (map) {
      delete this.root.dataset.loading;
      this.map.show(map.tables);
      find(this.root, "#no-tables").hidden = map.tables.length > 0;
    }
    this.proposals.show(/** @type {Proposal[]} */ (floor?.proposals ?? []));
    this.side.update();
    if (!floor) return;
    this.#showOpenRegistration(map?.tables ?? [], floor);
    const ties = find(this.root, "#ties");
    ties.hidden = !floor.ties || !this.may("seat_players");
    find(ties, ".proposal-want").textContent = this.say("ties", { count: floor.ties });
    /** @param {string[]} kinds */
    const those = (...kinds) => new Set(/** @type {Proposal[]} */ (floor.proposals).filter(({ kind }) => kinds.includes(kind)).flatMap(tablesOf));
    const playing = this.live.board("hand_for_hand")?.tables ?? [];
    this.map.mark({
      proposed: those("balance", "redraw", "break"), breaking: this.#emptied(floor), short: those("halt"),
      waiting: new Set(floor.moves.map(({ table }) => table)),
      hand_for_hand: new Set(playing.filter(([, state]) => state !== "done").map(([number]) => number)),
    }, this.#idleKey());
  }

  /** Return the key of the text that tables show while no hands are played; "" otherwise. */
  #idleKey() {
    const board = this.clock();
    if (this.isWon()) return "clock.closed";
    if (board?.day_over) return "clock.day_over";
    return board && !board.clock.started ? "clock.not_started" : "";
  }

  /**
   * Explain why tables stay, and why the event continues with one player, while registration is open.
   * @param {MapBoard["tables"]} tables  @param {FloorBoard} floor
   */
  #showOpenRegistration(tables, floor) {
    const open = floor.entry_open && Boolean(this.clock()?.clock.started);
    const played = tables.filter(([, , players]) => players > 0);
    const players = played.reduce((sum, [, , here]) => sum + here, 0);
    const fewer = played.reduce((sum, [, seats]) => sum + seats, 0) - Math.max(0, ...played.map(([, seats]) => seats));
    find(this.root, "#last-player").hidden = !open || players !== 1;
    const bookings = find(this.root, "#held-bookings");
    bookings.hidden = !floor.guaranteed;
    find(this.root, "#held-open").hidden = floor.guaranteed > 0;
    find(bookings, "p").textContent = this.say("held_end", { count: floor.guaranteed });
    this.heldFinal.draw();
    const seating = this.live.board("seating");
    // Entries without seats, and no draw yet: this is decided on another page.
    find(this.root, "#seats-undrawn").hidden = !seating || seating.drawn || seating.unseated === 0;
    this.#showClosedBags();
    const empty = open && played.length > 1 && players <= fewer ? "open_tables" : floor.final_table !== null ? "final_apart" : "none";
    this.decisions.setEmptyText(this.say(empty, { table: floor.final_table ?? "" }));
  }

  /** Say how many bags are closed at the tables of a new day. */
  #showClosedBags() {
    const bags = this.live.board("bags");
    const isOpening = bags && bags.phase !== "played" && bags.phase !== "bagging" && bags.drawn;
    const closed = isOpening ? bags.tables.reduce((sum, table) => sum + table.bags.filter(({ state }) => state === "handed_in").length, 0) : 0;
    const place = find(this.root, "#bags-closed");
    place.hidden = closed === 0;
    find(place, "span").textContent = closed ? this.say("bags_closed", { count: closed }) : "";
  }

  /** Return broken tables with players on the move. A proposed one plays on. @param {FloorBoard} floor */
  #emptied({ moves }) {
    const left = new Set(moves.filter(({ kind }) => kind === "break").map(({ from_table: number }) => number));
    return new Set(this.rows().filter(([number, , players]) => !players && left.has(number)).map(([number]) => number));
  }

  /** @param {() => void} listKeys */
  #wire(listKeys) {
    const { signal } = this;
    addEventListener("popstate", this.#route, { signal });
    addEventListener("hashchange", this.#route, { signal });
    /** @param {string} id  @param {(button: HTMLElement) => void} run */
    const press = (id, run) => {
      const button = /** @type {HTMLElement|null} */ (this.root.querySelector(`#${id}`));
      button?.addEventListener("click", () => {
        run(button);
      }, { signal });
    };
    press("arrange", (button) => {
      this.map.arranging = !this.map.arranging;
      button.setAttribute("aria-pressed", String(this.map.arranging));
    });
    press("announce-hand-for-hand", () => announceHandForHand(this, this.live.board("hand_for_hand")));
    press("race-by-hand", () => {
      const race = this.race();
      if (race) planRace(this, race);
    });
    press("list-keys", listKeys);
    press("close-registration", () => closeRegistration(this).run());
    // The next chip race, the close of registration and the age of the button depend on the time.
    this.repeat(() => {
      this.racePanel.tick();
      this.heldFinal.draw();
      this.panel.draw();
    }, 10_000);
    // The same-hand question depends on the time since the last bust.
    this.repeat(() => this.panel.mode?.kind === "same_hand" && this.panel.draw(), 1_000);
  }
}

/** Mount the floor's page. @param {HTMLElement} root  @param {Services} services  @returns {Floor} */
export function mountFloor(root, services) {
  return new Floor(root, services);
}
