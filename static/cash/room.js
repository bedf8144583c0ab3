/** The cash room as floor and desk see it: its tables, its lists, and what needs attention. */

import { LiveResource } from "../shared/feed/live_resource.js";
import { find } from "../shared/ui/dom.js";
import { duration, number } from "../shared/ui/format.js";
import { placesOf, plainMoney, price, readAmount } from "../shared/ui/money.js";
import { countTimes, Presses } from "../shared/ui/press.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";
import { Guard } from "../floor/guard.js";
import { attentionView } from "./attention.js";
import { listsView } from "./lists.js";
import { tablesView } from "./tables.js";

/** @import { CashFloorTable, CashGameLine } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Kind } from "../shared/feed/commands.js" */
/** @import { Services } from "../shared/ui/page.js" */

/** How long a message with an undo stays on this page (ms). */
const UNDO_STAYS = 30_000;
/** What is due by the time alone is looked for this often (ms). */
const TICK = 5_000;
const SHOWN = "cash-shows";

export class CashRoom {
  #live;
  /** Open dialogs that show live figures. @type {Set<import("../floor/dialog.js").Form>} */
  #forms = new Set();

  /** @param {HTMLElement} root  @param {Services} services */
  constructor(root, { config, words, time, feed, toasts, commands }) {
    toasts.undoStays = UNDO_STAYS;
    this.root = root;
    this.words = words;
    this.time = time;
    /** Whether the login has a permission. @param {string} what */
    this.may = (what) => config.may.includes(what);
    /** A dinner break that ends within this time is due (ms). */
    this.remindsFor = Number(config.reminder_minutes) * 60_000;
    /** @type {import("./penalties.js").PenaltyBook} */
    this.penaltyBook = config.penalties;
    this.presses = new Presses(commands, null, toasts);
    this.#live = new LiveResource(feed, "room");
    const count = countTimes(root, time, (/** @type {number} */ ms) => duration(ms / 1_000));
    /** @param {string} id  @param {() => unknown} template */
    const view = (id, template) => {
      const place = find(root, `#${id}`);
      return new View(place, template, { still: new Still(place), after: count });
    };
    const now = find(root, "#cash-now");
    const views = [
      view("cash-tables", () => tablesView(this)), view("cash-lists", () => listsView(this)),
      new View(now, () => attentionView(this), { still: new Still(now), after: () => {
        now.hidden = !now.querySelector("li");
        count();
      } }),
    ];
    let drawn = false;
    this.#live.subscribe((changed) => {
      // Without a game there is no board of the cash room: the page says so as soon as the others are known.
      if (drawn && changed.size && ![...changed].some((name) => name.startsWith("cash_"))) return;
      drawn = this.#live.known;
      this.draw();
      find(root, "#cash-sum").textContent = this.#sum();
    });
    /** Draw everything again. */
    this.draw = () => {
      for (const one of views) one.update();
      for (const one of this.#forms) one.update();
    };
    setInterval(() => {
      for (const one of views.slice(1)) one.update();
    }, TICK);
    this.#bindTabs();
    new Guard(new AbortController().signal);
  }

  /** Return a text of the page. @param {string} key  @param {Record<string, string|number|null|undefined>} [values] */
  say = (key, values) => this.words.say(`cash.${key}`, values);

  /** Return a text with a number. @param {string} key  @param {number} count */
  count = (key, count) => this.say(key, { count: this.number(count) });

  /** Open tables by number; undefined before they are known. */
  get tables() {
    return this.#live.known ? this.#live.board("cash_floor")?.tables ?? [] : undefined;
  }

  /** The games on offer. */
  get games() {
    return this.#live.board("cash_lists")?.games ?? [];
  }

  /** Places on lists, first in line first. */
  get lists() {
    return this.#live.board("cash_floor")?.lists ?? [];
  }

  /** Stakes that the cage keeps, because their players did not come back from dinner. */
  get kept() {
    return this.#live.board("cash_floor")?.kept ?? [];
  }

  /** Penalties of this playing day, the latest first. */
  get penalties() {
    return this.#live.board("cash_floor")?.penalties ?? [];
  }

  now = () => this.time.at() ?? Date.now();

  /** @param {number} key */
  game = (key) => this.games.find(({ game }) => game === key);
  /** @param {number} key */
  table = (key) => this.tables?.find(({ number }) => number === key);
  /** A seat with what its player would owe; undefined before it is known. @param {number} table  @param {number} seat */
  chair = (table, seat) => this.dealt(table)?.chairs.find((one) => one.seat === seat);
  /** A table as its dealer sees it; undefined before it is known. @param {number} table */
  dealt = (table) => this.#live.boardsOf("cash_table").get(String(table));
  /** Seat of the player who moves next from a must-move table; null for none. @param {number} table */
  nextToMove = (table) => this.dealt(table)?.next_must_move ?? null;
  /** The money of a table; undefined without permission. @param {number} table */
  money = (table) => this.#live.board("cash_money")?.tables.find(({ number }) => number === table);
  /** Tables of a game. @param {number} game */
  tablesOf = (game) => this.tables?.filter((one) => one.game === game) ?? [];
  /** How many players are called to a table. @param {number} key */
  calledTo = (key) => this.lists.filter(({ called_to }) => called_to === key).length;
  /** How many seats of a table are neither taken nor kept. @param {CashFloorTable} table */
  open = (table) => Math.max(0, table.seats - table.players.length - this.calledTo(table.number));

  /** Numbers of the empty seats of a table. @param {CashFloorTable} table */
  emptySeats(table) {
    const taken = new Set(table.players.map(({ seat }) => seat));
    return Array.from({ length: table.seats }, (_one, at) => at + 1).filter((seat) => !taken.has(seat));
  }

  /**
   * The tables of a game with an open seat, in the order in which the list fills them, as `table_for` of cash/rules/lists.py:
   * tables whose seats are all kept for must-move players last, main tables first, then those with the fewest players.
   * @param {number} game
   */
  withSeats(game) {
    const players = (/** @type {CashFloorTable} */ one) => one.players.length + this.calledTo(one.number);
    return this.tablesOf(game).filter((one) => this.open(one) > 0).sort((a, b) =>
      Number(a.for_list < 1) - Number(b.for_list < 1) || Number(a.must_move !== null) - Number(b.must_move !== null) || players(a) - players(b) || a.number - b.number);
  }

  /** The table to which the first in line of a game is called; null if no seat is open for the list. @param {number} game */
  callsTo(game) {
    return this.withSeats(game).find((one) => one.for_list > 0)?.number ?? null;
  }

  /** An amount with its currency. @param {number} amount  @param {string} currency */
  price = (amount, currency) => price(amount, placesOf(currency), currency, this.words.language);
  /** An amount for a field, without groups: 1000, 12.50. @param {number|null} amount  @param {string} currency */
  plain(amount, currency) {
    return plainMoney(amount, placesOf(currency));
  }

  /** Read a typed amount; null if it is none. @param {string} text  @param {string} currency */
  amount = (text, currency) => readAmount(text, placesOf(currency));
  /** How long ago a time is, in hours and minutes: "2:05". @param {number|null} since */
  hours(since) {
    const minutes = since === null ? 0 : Math.max(0, Math.floor((this.now() - since) / 60_000));
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  }

  /** @param {number} value */
  number = (value) => number(value, this.words.language);

  /** The buy-in of a table in words. @param {{buy_in_min: number, buy_in_max: number|null, currency: string}} of */
  buyIn({ buy_in_min: least, buy_in_max: most, currency }) {
    return most === null ? this.say("buy_in_from", { least: this.price(least, currency) })
      : this.say("buy_in_range", { least: this.price(least, currency), most: this.price(most, currency) });
  }

  /** What each player pays the house by time: "Time: €7 every 30 min"; "" where none is collected. @param {Pick<CashGameLine, "collection"|"time_charge"|"time_minutes"|"currency">|undefined} game */
  timeCharge(game) {
    if (game?.collection !== "time") return "";
    return this.say("time_charge", { charge: this.price(game.time_charge, game.currency), minutes: game.time_minutes });
  }

  /** House rules of a game, shown beside it. @param {CashGameLine|undefined} game */
  houseRules(game) {
    if (!game) return [];
    return [this.timeCharge(game), game.straddle === "none" ? "" : this.say(`straddle_${game.straddle}`), game.run_it_twice ? this.say("twice") : "", game.note].filter(Boolean);
  }

  /**
   * Send a command of the room; a message shows its result.
   * @template {Kind} K
   * @param {K} kind  @param {CommandArguments[K]} args  @param {string} label
   */
  send = (kind, args, label) => this.presses.send(kind, args, label, { room: true });

  /**
   * Send a command from a dialog, which shows a refusal itself.
   * @template {Kind} K
   * @param {K} kind  @param {CommandArguments[K]} args  @param {string} label
   */
  ask = (kind, args, label) => this.presses.ask(kind, args, label, { room: true });

  /** Draw a dialog again with each change of the room, until it closes. @param {import("../floor/dialog.js").Form} form */
  follow(form) {
    this.#forms.add(form);
    form.dialog.addEventListener("close", () => this.#forms.delete(form));
  }

  #sum() {
    const { tables } = this;
    if (!tables?.length) return "";
    const players = tables.reduce((all, one) => all + one.players.length, 0);
    const open = tables.reduce((all, one) => all + this.open(one), 0);
    return [this.count("tables", tables.length), this.count("players", players), this.count("open_seats", open)].join(" · ");
  }

  /** On a narrow screen, lists and tables are behind two buttons. */
  #bindTabs() {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".cash-tabs [data-shows]"));
    /** @param {string} what */
    const show = (what) => {
      this.root.dataset.shows = what;
      for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.shows === what));
    };
    for (const one of buttons) one.addEventListener("click", () => {
      show(one.dataset.shows ?? "lists");
      sessionStorage.setItem(SHOWN, one.dataset.shows ?? "lists");
    });
    if (sessionStorage.getItem(SHOWN) === "tables") show("tables");
  }
}
