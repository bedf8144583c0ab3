/** The player's own page: seat and time. One link, no login; works offline from stored data. */

import { Feed } from "../shared/feed/feed.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { reading, untilFlip } from "../shared/feed/reading.js";
import { ServerTime } from "../shared/feed/time.js";
import { byId } from "../shared/ui/dom.js";
import { Flip } from "../shared/ui/flip.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";
import { Words } from "../shared/ui/words.js";
import { Age } from "./age.js";
import { Alarm } from "./alarm.js";
import { answer, tellAloud } from "./answer.js";
import { Actions } from "./actions.js";
import { phoneView } from "./phone_view.js";
import { PushCard } from "./push_card.js";
import { RoomMap } from "./room_map.js";

/** @import { NoPrizes, OwnPage, OwnPrize } from "../../docs/reference/boards" */
/** @import { Answer, OwnState, SeenState } from "./answer.js" */
/** @import { Parts } from "./cash_card.js" */

/**
 * @typedef {object} PhoneConfig
 * @property {string} build
 * @property {string} socket
 * @property {string} poll
 * @property {string} token
 * @property {string} cache name of this page's copy
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {string} address of this page
 * @property {string} worker
 * @property {string} map
 * @property {string} push
 * @property {number} server when the page was made (ms)
 * @property {{tournament: number, name: string, seq: number, mine: OwnPage, prize: OwnPrize|null}[]} events `prize`
 *   where the page shows a place at once
 */

/** Maximum number of events followed at once. */
const MOST = 8;
/** The state of a player in an event that does not know them. @type {OwnState} */
const NONE = { state: "none", seq: 0 };

export class Phone {
  #config;
  #words;
  #time = new ServerTime();
  #feed;
  #room;
  /** @type {Map<number, LiveResource>} */
  #events = new Map();
  #flip;
  #age;
  #alarm;
  #map;
  #actions;
  #push;
  #view;
  #still;
  #revoked = false;
  /** @type {Parts} */
  #parts = {};
  /** The event chosen by a press or an alert. @type {number|null} */
  #chosen = null;
  /** The event that an alert chose last. @type {number|null} */
  #alerted = null;
  /** The move that the banner announces. @type {{event: number, move: number|null, mine: OwnState, before: SeenState}|null} */
  #banner = null;

  /**
   * @param {HTMLElement} place the live part of the page  @param {HTMLElement} sign where the age is shown
   * @param {PhoneConfig} config
   */
  constructor(place, sign, config) {
    this.#config = config;
    this.#words = new Words(config.language, config.words);
    const update = () => this.#flip.poke();
    this.#feed = new Feed({
      socket: config.socket, poll: config.poll, token: config.token, time: this.#time, cache: config.cache,
    });
    this.#alarm = new Alarm(update);
    this.#age = new Age(this.#feed, config, this.#words, sign);
    this.#map = new RoomMap(config.map, update);
    this.#actions = new Actions(config.address, this.#words, update, (event) => this.#mine(event));
    this.#push = new PushCard(config, this.#words, update);
    this.#view = new View(place, () => this.#template());
    this.#still = new Still(place);
    this.#flip = new Flip(this.#time, (now) => this.#draw(now));
    this.#room = new LiveResource(this.#feed, "room");
    this.#room.subscribe(() => this.#update());
    this.#listen(sign);
    this.#update();
  }

  /** @param {HTMLElement} sign */
  #listen(sign) {
    this.#feed.addEventListener("time", () => this.#time.width > 50 && this.#flip.poke());
    this.#feed.addEventListener("refused", ({ detail }) => detail.code === "unknown_token" && this.#revoke(sign));
    this.#feed.addEventListener("build", ({ detail }) => {
      if (detail.build !== this.#config.build && document.visibilityState === "hidden") location.reload();
    });
    document.addEventListener("visibilitychange", () => this.#update());
  }

  /** Return the player's own board of an event: the feed's, or the page's while that is newer. @param {number} event  @returns {OwnState} */
  #mine(event) {
    const board = /** @type {OwnState|undefined} */ (this.#events.get(event)?.board("mine"));
    const given = this.#config.events.find(({ tournament }) => tournament === event);
    if (!given) return board ?? NONE;
    return board && board.seq >= given.seq ? board : { ...given.mine, seq: given.seq };
  }

  /** Return the player's own board `prize` of an event, as `#mine`. @param {number} event  @returns {OwnPrize|NoPrizes|undefined} */
  #prize(event) {
    const board = this.#events.get(event)?.board("prize");
    const given = this.#config.events.find(({ tournament }) => tournament === event);
    return given?.prize && !(board && board.seq >= given.seq) ? given.prize : board;
  }

  /** Return the player's events, and the others that players may enter. */
  #listed() {
    const order = this.#config.events.map(({ tournament }) => tournament);
    const own = /** @type {{events: number[]}|undefined} */ (this.#room.board("mine"))?.events ?? order;
    // Who plays elsewhere looks for that seat, before an event where a place was lost.
    const plays = own.some((one) => this.#mine(one).state === "seated");
    const last = (/** @type {number} */ one) => Number(plays && this.#isOut(one));
    const mine = [...own].sort((a, b) => last(a) - last(b) || order.indexOf(a) - order.indexOf(b)).slice(0, MOST);
    const lobby = this.#room.board("lobby")?.events ?? [];
    const others = lobby.filter(({ tournament, demo, enterable }) => enterable && !demo && !own.includes(tournament)).map(({ tournament }) => tournament);
    return { mine, others };
  }

  /** Whether the player is known to have no place in an event. @param {number} event */
  #isOut(event) {
    const mine = this.#mine(event);
    return mine !== NONE && mine.state === "none";
  }

  /** @param {number} event */
  #nameOf(event) {
    /** @param {{tournament: number}} one */
    const its = ({ tournament }) => tournament === event;
    return this.#events.get(event)?.board("clock")?.name ?? this.#room.board("lobby")?.events.find(its)?.name
      ?? this.#config.events.find(its)?.name ?? "";
  }

  /** @param {number} event */
  #follow(event) {
    if (this.#events.has(event)) return;
    const resource = new LiveResource(this.#feed, `t${event}`);
    this.#events.set(event, resource);
    resource.subscribe(() => this.#update());
  }

  #update() {
    const { mine, others } = this.#listed();
    for (const event of mine) this.#follow(event);
    if (this.#chosen !== null && ![...mine, ...others].includes(this.#chosen)) this.#chosen = null;
    // The call that showed the event is over.
    if (this.#chosen !== null && this.#chosen === this.#alerted && this.#isOut(this.#chosen) && mine[0] !== this.#chosen) this.#chosen = null;
    if (this.#chosen !== null) this.#follow(this.#chosen);
    for (const event of mine) this.#alert(event);
    // A move confirmed at the new table needs no alert any more.
    if (this.#banner?.move && !this.#mine(this.#banner.event).move) this.#banner = null;
    this.#age.show();
    this.#load().catch(() => {});
    this.#flip.poke();
  }

  /** Load the parts that few players need; the next message tries again. */
  async #load() {
    const parts = this.#parts;
    if (!parts.cash && this.#config.words["phone.cash"] && this.#room.board("cash_lists")) {
      const { CashCard } = await import("./cash_card.js");
      parts.cash ??= new CashCard(this.#config, this.#words, this.#alarm, this.#room, () => this.#flip.poke());
    }
    const stack = this.#events.get(this.#shown ?? 0)?.board("stack");
    if (stack?.counting || stack?.counts.length) parts.stackCard ??= (await import("./stack_card.js")).stackCard;
    this.#flip.poke();
  }

  get #shown() {
    return this.#chosen ?? this.#listed().mine[0] ?? null;
  }

  /** @param {number|null} now  @returns {number|null} ms until a figure changes */
  #draw(now) {
    if (this.#revoked) return null;
    // A button does not move away between a finger's touch and its lift.
    this.#still.when(() => this.#view.updateNow());
    const event = this.#shown;
    const clock = event === null ? undefined : this.#events.get(event)?.clock;
    const read = clock && now !== null ? reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now) : null;
    const counts = [this.#answer(event, now).left, read?.state === "running" ? read.remaining : read?.starts_in, this.#parts.cash?.left(now)];
    const waits = counts.flatMap((left) => (left === null || left === undefined ? [] : [untilFlip(left) ?? []])).flat();
    return waits.length ? Math.min(...waits) : null;
  }

  /** @param {number|null} event  @param {number|null} now  @returns {Answer} */
  #answer(event, now) {
    const words = this.#words;
    if (event === null) return this.#parts.cash?.answer(now) ?? { look: "nothing", title: words.say("phone.no_events"), big: [], note: words.say("phone.no_events_how"), left: null };
    const boards = this.#events.get(event);
    return answer(this.#mine(event), boards?.board("registration"), boards?.board("waiting_list"), now, words, this.#prize(event));
  }

  #template() {
    const event = this.#shown;
    const { mine, others } = this.#listed();
    const boards = event === null ? undefined : this.#events.get(event);
    const now = this.#time.at();
    const clock = boards?.clock;
    return phoneView({
      words: this.#words, event, now, clock,
      name: event === null ? "" : this.#nameOf(event),
      read: clock && now !== null ? reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now) : null,
      answer: this.#answer(event, now),
      mine: event === null ? undefined : this.#mine(event),
      prize: event === null ? undefined : this.#prize(event),
      stack: boards?.board("stack"),
      prizes: boards?.board("prizes"),
      registration: boards?.board("registration"),
      tabs: [...mine, ...others].map((one) => ({ event: one, name: this.#nameOf(one), other: others.includes(one) })),
      choose: (one) => {
        this.#chosen = one;
        this.#alerted = null;
        this.#update();
      },
      banner: this.#banner,
      understood: () => {
        this.#banner = null;
        this.#flip.poke();
      },
      map: this.#map, actions: this.#actions, push: this.#push, ...this.#parts,
      silent: "AudioContext" in window && !this.#alarm.audible,
    });
  }

  /** Alert once on moves, calls and seats, also for changes while the page was closed. @param {number} event */
  #alert(event) {
    const mine = this.#mine(event);
    if (mine === NONE) return;
    const key = `${this.#config.cache}:${event}`;
    const before = recall(key);
    const kind = tellAloud(before, mine);
    remember(key, { state: mine.state, table: mine.table, seat: mine.seat });
    if (kind === null) return;
    this.#alarm.sound(kind);
    if (kind === "moved" && before) {
      this.#banner = { event, move: mine.move?.move ?? null, mine, before };
      this.#chosen = event;
    } else if (this.#banner === null) this.#chosen = event;
    this.#alerted = this.#chosen;
  }

  /** @param {HTMLElement} sign */
  #revoke(sign) {
    this.#revoked = true;
    byId("page").hidden = true;
    sign.hidden = false;
    sign.textContent = this.#words.say("phone.revoked");
    for (const key of Object.keys(localStorage)) if (key.includes(this.#config.cache)) localStorage.removeItem(key);
  }
}

/** @param {string} key  @returns {SeenState|null} */
function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`seen:${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key  @param {SeenState} value */
function remember(key, value) {
  try {
    localStorage.setItem(`seen:${key}`, JSON.stringify(value));
  } catch {
    /* storage full or forbidden: the alert may repeat after a reload */
  }
}

/** Have the service worker cache the page's files, for offline starts. @param {PhoneConfig} config */
async function keepCopy({ worker, address, map }) {
  await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  const parts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.includes("/live/"));
  // Modules loaded on a press, under their served names.
  const later = ["../shared/ui/synth.js", "./player_commands.js", "./push.js", "./cash_card.js", "./stack_card.js"].map((name) => import.meta.resolve(name));
  active?.postMessage({ keep: [address, map, ...later, ...parts] });
}

/** @type {PhoneConfig} */
const config = JSON.parse(byId("config").textContent ?? "{}");
new Phone(byId("live"), byId("state"), config);
if ("serviceWorker" in navigator) setTimeout(() => keepCopy(config).catch(() => {}), 500);
