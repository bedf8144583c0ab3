/** A TV display: reads its own board from the room, shows that tournament, and continues without a server. */

import { Feed } from "../shared/feed/feed.js";
import { Flip } from "../shared/ui/flip.js";
import { Layouts } from "./layouts.js";
import { IdleLayout, PairLayout } from "./layouts/plain.js";
import { byId, fitBox, flag, setText } from "../shared/ui/dom.js";
import { shortTimestamp } from "../shared/ui/format.js";
import { reading } from "../shared/feed/reading.js";
import { applyColour, applyLook } from "./look.js";
import { Renewal } from "./renew.js";
import { Stage } from "./stage.js";
import { ServerTime } from "../shared/feed/time.js";
import { sooner } from "./layouts/entry.js";
import { Words } from "../shared/ui/words.js";

/** @import { ScreenBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Announced } from "./announced.js" */
/** @import { Boards } from "./boards.js" */
/** @import { SeatLists } from "./seat_list.js" */
/** @import { Sounds } from "./sounds.js" */
/** @import { Timed } from "./timed.js" */

/**
 * @typedef {object} Config what the server gives the page
 * @property {number|null} screen  @property {string|null} code  @property {string} build  @property {string} socket
 * @property {string} poll  @property {Record<string, string>} words  @property {string} language
 * @property {string|null} [worker]  @property {string} [address]  @property {number} [now] when the page was rendered (server ms)
 */
/** @typedef {{topic: string, name: string, board: any}} Change */

const MINUTE = 60_000;
/** Time until the part that is not needed at the start is loaded (ms, up to twice as long). */
const LATER = 5_000;
/** Retry interval for the texts of its language (ms). */
const ASK = 10_000;
/** Maximum age of a stored copy shown without the server (ms). */
const OLDEST = 15 * MINUTE;

class Tv {
  /** @type {Config} */
  #config;
  #time = new ServerTime();
  #feed;
  #flip;
  /** Loaded once the display is one that plays sounds. @type {Sounds|null} */
  #sounds = null;
  #stage = new Stage(byId("stage"), () => this.#flip?.poke());
  #renewal = new Renewal(() => this.#calm());
  #layouts = new Layouts(() => this.#flip?.poke());
  #pair = new PairLayout();
  #idle = new IdleLayout();
  /** Whether the browser keeps the screen on; a paired display has it do so a little later. */
  #awake = true;
  /** Displays of the room, by id. @type {Map<number, ScreenBoard>} */
  #wall = new Map();
  /** Loaded once the display is one that lists seats. @type {SeatLists|null} */
  #seats = null;
  #words;
  /** Events that it follows: all that its rotation shows. @type {Set<string>} */
  #topics = new Set();
  /** The event that is shown. @type {string|null} */
  #topic = null;
  /** What is announced now. @type {Announced} */
  #said = ownAnnouncement(undefined);
  /** @type {number|undefined} */
  #slideMs;
  /** What time brings; loaded later. @type {Timed|null} */
  #timed = null;

  /** @param {Config} config */
  constructor(config) {
    this.#config = config;
    this.#words = new Words(config.language, config.words);
    this.#feed = new Feed({
      socket: config.socket, poll: config.poll, time: this.#time, cache: `tv${config.screen ?? ""}`, oldest: OLDEST,
    });
    this.#flip = new Flip(this.#time, (now) => this.#draw(now));
    this.#listen();
    if (config.screen !== null) {
      this.#feed.follow("room");
      setTimeout(() => this.#loadTimed(), LATER * (1 + Math.random()));
    } else this.#stayAwake();
    this.#update();
  }

  /** @returns {ScreenBoard|undefined} */
  get #screen() {
    return this.#config.screen === null ? undefined : this.#feed.board("room", `screen:${this.#config.screen}`);
  }

  /** Reload after pairing, unpairing or removal: only the server can render the other page. */
  get #unpaired() {
    if (this.#config.screen === null) return true;
    return this.#screen ? !this.#screen.paired : this.#feed.known("room");
  }

  get #clock() {
    return this.#topic ? this.#feed.clock(this.#topic) : undefined;
  }

  /** The clock of its own event, whatever a rotation shows. */
  get #own() {
    const screen = this.#screen;
    return screen?.paired && screen.tournament ? this.#feed.clock(`t${screen.tournament}`) : undefined;
  }

  #listen() {
    const feed = this.#feed;
    feed.addEventListener("board", ({ detail }) => {
      this.#note(detail);
      this.#mark();
      if (this.#concerns(detail)) this.#update();
    });
    feed.addEventListener("state", () => this.#mark());
    feed.addEventListener("behind", () => this.#renewal.soon("behind"));
    feed.addEventListener("build", ({ detail }) => {
      if (detail.build !== this.#config.build) this.#renewal.soon(detail.build);
    });
    // The first responses set the time; later ones change it so little that the next tick is soon enough.
    let answers = 0;
    feed.addEventListener("time", () => {
      answers += 1;
      if (answers <= 10 || this.#time.width === Infinity) this.#flip.poke();
    });
    document.addEventListener("visibilitychange", () => this.#flip.poke());
  }

  /** @param {Change} change */
  #concerns({ topic, name }) {
    return this.#topics.has(topic) || name === `screen:${this.#config.screen}` || (topic === "room" && !name.startsWith("screen"));
  }

  /** The room's colour, and its other displays: those with the same list share it. @param {Change} change */
  #note({ topic, name, board }) {
    if (topic === "room" && board?.accent) applyColour(board.accent);
    if (topic === "room" && name === "look") applyLook(board ?? undefined);
    if (topic !== "room" || !name.startsWith("screen:")) return;
    if (board) this.#wall.set(board.id, board);
    else this.#wall.delete(Number(name.slice("screen:".length)));
  }

  /** Something other than time has changed. */
  #update() {
    const screen = this.#screen;
    if (screen?.programmes?.length || screen?.layout.includes(":") || screen?.identified || this.#feed.board("room", "announcements")?.announcements.length) this.#loadTimed();
    const events = screen?.paired ? (this.#timed?.events(screen) ?? [screen.tournament]) : [];
    const wanted = new Set(events.filter((event) => event !== null).map((event) => `t${event}`));
    for (const topic of this.#topics) if (!wanted.has(topic)) this.#feed.leave(topic);
    for (const topic of wanted) if (!this.#topics.has(topic)) this.#feed.follow(topic);
    this.#topics = wanted;
    if (screen) this.#wantSeats(this.#timed?.eventsWith(screen, "seats") ?? (screen.layout === "seats" ? events : []));
    if (screen?.reload && screen.reload > (this.#config.now ?? Infinity)) this.#renewal.soon(`reload ${screen.reload}`, 0);
    if (screen && screen.language !== this.#words.language) this.#speak(screen.language);
    if (this.#unpaired) this.#renewal.whenPairedAnew(this.#config, () => this.#unpaired);
    if (screen?.sound && !this.#sounds) this.#loadSounds();
    this.#sounds?.update(screen ?? null, this.#own ?? null, this.#words, this.#feed.board("room", "look") ?? null);
    this.#mark();
    this.#flip.poke();
  }

  /** Keep the seat lists of events up to date. @param {(number|null)[]} events */
  #wantSeats(events) {
    const topics = this.#screen?.paired ? events.filter((event) => event !== null).map((event) => `t${event}`) : [];
    if (topics.length && !this.#seats) this.#loadSeats();
    this.#seats?.want(topics, (topic) => this.#feed.board(topic, "seating"), (topic) => this.#feed.kept(topic));
  }

  async #stayAwake() {
    const loaded = await import("../shared/ui/wake.js").catch(() => null);
    this.#awake = loaded?.keepAwake() ?? false;
    this.#update();
  }

  async #loadTimed() {
    if (this.#timed) return;
    const loaded = await import("./timed.js").catch(() => null);
    if (!loaded) setTimeout(() => this.#loadTimed(), ASK);
    if (!loaded || this.#timed) return;
    this.#timed = new loaded.Timed({
      feed: this.#feed, time: this.#time, flip: this.#flip, layouts: this.#layouts, build: this.#config.build, words: () => this.#words,
      boards: (topic) => this.#boardsOf(topic),
    });
    this.#update();
  }

  async #loadSounds() {
    const loaded = await import("./sounds.js").catch(() => null);
    if (!loaded) setTimeout(() => this.#update(), ASK);
    if (!loaded || this.#sounds) return;
    this.#sounds = new loaded.Sounds(this.#time, (needed) => this.#hint("sound", needed && this.#words.say("tv.allow_sound")));
    this.#update();
  }

  async #loadSeats() {
    const loaded = await import("./seat_list.js").catch(() => null);
    if (!loaded) setTimeout(() => this.#update(), ASK);
    if (!loaded || this.#seats) return;
    this.#seats = new loaded.SeatLists(this.#config.poll, () => this.#flip.poke());
    this.#update();
  }

  /** @param {string} language */
  async #speak(language) {
    try {
      const words = await Words.load(language);
      if (this.#screen?.language === language && this.#words.language !== language) {
        this.#words = words;
        document.documentElement.lang = language;
        this.#update();
      }
    } catch {
      setTimeout(() => this.#update(), ASK); // The server is unreachable: keep the old language until it is back.
    }
  }

  /** @param {number|null} now  @returns {number|null} ms until the next change */
  #draw(now) {
    const own = this.#screen;
    const timed = this.#timed?.at(own, now);
    const screen = timed?.screen ?? own;
    this.#topic = screen?.paired && screen.tournament ? `t${screen.tournament}` : null;
    const clock = now === null ? undefined : this.#clock;
    this.#said = timed?.said ?? ownAnnouncement(clock);
    this.#slideMs = timed?.slideMs;
    const next = sooner(this.#paint(screen, clock, now), timed?.wait ?? null);
    // An urgent announcement is seen on every display.
    flag(document.body, "blank", Boolean(screen?.paired && screen.blank && !this.#said.urgent));
    this.#sounds?.tick(this.#said);
    return next;
  }

  /** Show an announcement above a layout without its own place for it. @param {string} text */
  #say(text) {
    const bar = byId("announcement-bar");
    bar.hidden = text === "";
    flag(document.body, "announcement", text !== "");
    if (setText(bar, text)) fitBox(bar);
  }

  /** @param {ScreenBoard|undefined} screen  @param {ClockWithStructure|undefined} clock  @param {number|null} now
   * @returns {number|null} ms until the next change */
  #paint(screen, clock, now) {
    const words = this.#words;
    const { code, address } = this.#config;
    if (code && !screen?.paired) {
      this.#show(this.#pair);
      this.#pair.draw(code, address || location.host, this.#awake, words);
      return null;
    }
    const { urgent, normal } = this.#said;
    const message = urgent || screen?.message;
    // The cash room has no event; a layout of the house, whose name has a colon, shows others.
    if (!message && (!screen || now === null || !(clock || screen.layout === "cash_lists" || screen.layout.includes(":")))) {
      this.#showIdle(screen?.name ?? "", screen?.paired && !screen.tournament ? "tv.no_tournament" : "tv.loading");
      return null;
    }
    const boards = { ...this.#boards, message, slideMs: this.#slideMs };
    const wanted = this.#layouts.named(message ? "message" : (screen?.layout ?? ""));
    if (!wanted) {
      // What is shown stays for the moment that it takes.
      if (this.#stage.empty) this.#showIdle("", "tv.loading");
      return null;
    }
    const at = now ?? 0;
    const event = /** @type {ClockWithStructure} */ (clock && { ...clock, announcement: normal ? { text: normal, at: null } : null });
    if (message) {
      this.#show(wanted, !urgent);
      return wanted.draw(event, words, at, boards);
    }
    const layout = wanted.empty?.(event, words, at, boards) ? this.#layouts.clock : wanted;
    const isClock = layout === this.#layouts.clock;
    if (isClock && !clock) {
      this.#showIdle(screen?.name ?? "", "tv.loading");
      return null;
    }
    // The clock of an open event has its own place for an announcement.
    this.#show(layout, !isClock || Boolean(clock?.closed));
    return layout.draw(event, words, at, boards);
  }

  /** @param {string} name of the display  @param {string} key of the text */
  #showIdle(name, key) {
    this.#show(this.#idle);
    this.#idle.draw(name, this.#words.say(key));
  }

  /** @param {{element: HTMLElement, resize?: () => void}} layout  @param {boolean} bar whether an announcement stands above it */
  #show(layout, bar = true) {
    this.#stage.show(layout);
    this.#say(bar ? this.#said.normal : "");
  }

  /** Boards of the event besides the clock. */
  get #boards() {
    return this.#boardsOf(this.#topic ?? "");
  }

  /** @param {string} topic  @returns {Boards} */
  #boardsOf(topic) {
    /** @param {string} name */
    const board = (name) => this.#feed.board(topic, name);
    return {
      registration: board("registration"), waitingList: board("waiting_list"), seating: board("seating"),
      moves: board("moves"), eliminations: board("eliminations"), free: board("free"), map: board("map"),
      prizes: board("prizes"), results: board("results"), bounties: board("bounties"), chipLeaders: board("chip_leaders"), seasonRanking: board("season_ranking"), handForHand: board("hand_for_hand"), race: board("race"), feature: board("feature_table"),
      room: (name) => this.#feed.board("room", name), event: (other) => [this.#feed.clock(other), this.#boardsOf(other)],
      look: this.#feed.board("room", "look"), cashLists: this.#feed.board("room", "cash_lists") ?? undefined, seats: this.#seats?.of(topic) ?? null, share: this.#share,
    };
  }

  /** Return the index of this display among those of this event's seats, and their number. */
  get #share() {
    const mine = this.#screen;
    // The displays of a group show the same.
    if (mine?.group) return { index: 0, of: 1 };
    const all = [...this.#wall.values()]
      .filter((one) => one.paired && !one.group && !one.blank && one.tournament === mine?.tournament && one.layout === "seats")
      .map((one) => one.id).sort((a, b) => a - b);
    return { index: Math.max(0, all.indexOf(mine?.id ?? -1)), of: Math.max(1, all.length) };
  }

  /**
   * Whether a reload is acceptable now: not in the last minute of a level, and not during a countdown to one.
   */
  #calm() {
    const now = this.#time.at();
    const clock = this.#clock;
    if (!clock || clock.closed || now === null) return true;
    const read = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
    if (read.state === "waiting") return read.starts_in === null || read.starts_in > MINUTE;
    return read.state !== "running" || read.remaining > MINUTE + 2_000;
  }

  #mark() {
    const feed = this.#feed;
    const { state } = feed;
    // Data stored by an earlier start is not current until the server has responded.
    const alone = state === "alone" || feed.kept("room") || [...this.#topics].some((topic) => feed.kept(topic));
    flag(document.body, "feed", alone ? "alone" : state);
    this.#hint("alone", alone ? this.#alone(feed.heardAt) : state !== "live" && this.#words.say("tv.stale"));
  }

  /** "On its own since 20:14", if the time is known. @param {number|null} since */
  #alone(since) {
    const now = this.#time.at();
    if (since === null || now === null) return this.#words.say("tv.alone");
    return this.#words.say("tv.alone_since", { time: shortTimestamp(since, now, this.#words.language) });
  }

  /** @param {string} name  @param {string|false} text */
  #hint(name, text) {
    const element = byId(`hint-${name}`);
    element.hidden = !text;
    setText(/** @type {Element} */ (element.lastElementChild), text || "");
    flag(document.body, "hinted", document.querySelector(".hint:not([hidden])") !== null);
  }
}

/** The announcement of the event that is shown, without those of the room. @param {ClockWithStructure|undefined} clock  @returns {Announced} */
function ownAnnouncement(clock) {
  return { urgent: "", normal: (clock && !clock.closed && clock.announcement?.text) || "", aloud: [], wait: null };
}

const config = JSON.parse(byId("config").textContent ?? "{}");
document.documentElement.lang = config.language;
new Tv(config);
if (config.worker && "serviceWorker" in navigator) keepCopy(config.worker).catch(() => {});

/** Have the service worker cache the page's files, for offline starts. @param {string} worker */
async function keepCopy(worker) {
  await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  // The page also names the modules and style sheets of layouts that are not loaded yet.
  const map = document.querySelector("script[type=importmap]")?.textContent ?? "{}";
  const modules = Object.values(JSON.parse(map).imports ?? {});
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].map((sheet) => sheet.getAttribute("href"));
  const files = new Set([location.pathname, ...loaded, ...modules, ...sheets]);
  active?.postMessage({ keep: [...files] });
  // A file that was on its way when the worker took over has not passed through it.
  new PerformanceObserver((list) => {
    const before = files.size;
    for (const { name } of list.getEntries()) if (/^\/(static|media)\//.test(new URL(name).pathname)) files.add(name);
    if (files.size > before) active?.postMessage({ keep: [...files] });
  }).observe({ type: "resource" });
}
