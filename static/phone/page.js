/** The player's own page: seat and time. One link, no login; works offline from stored data. */

import { el, flag, setText } from "../shared/ui/dom.js";
import { Feed } from "../shared/feed/feed.js";
import { Flip } from "../shared/ui/flip.js";
import { Alarm } from "./alarm.js";
import { answer, tellAloud } from "./answer.js";
import { Age } from "./age.js";
import { ClockPart } from "./clock.js";
import { MapPart } from "./map.js";
import { PrizePart } from "./prize.js";
import { Extras } from "./extras.js";
import { untilFlip } from "../shared/feed/reading.js";
import { ServerTime } from "../shared/feed/time.js";
import { Words } from "../shared/ui/words.js";

/** Modules loaded on a press: cached as well. */
const LATER = ["/static/shared/ui/synth.js", "/static/phone/requests.js", "/static/phone/push.js"];
/** Maximum number of events followed at once. */
const MOST = 8;

class Phone {
  #config;
  #words;
  #time = new ServerTime();
  #feed;
  #flip;
  #age;
  #alarm;
  #clock;
  #map;
  #prize;
  #extras;
  #shown = null;
  #chosen = null;
  #banner = null;

  constructor(config) {
    this.#config = config;
    this.#words = new Words(config.language, config.words);
    this.#alarm = new Alarm(() => this.#update());
    this.#feed = new Feed({
      socket: config.socket, poll: config.poll, token: config.token, time: this.#time, cache: config.cache,
    });
    this.#age = new Age(this.#feed, config, this.#words);
    this.#clock = new ClockPart(this.#words);
    this.#map = new MapPart(config.map, this.#words);
    this.#prize = new PrizePart(this.#words);
    this.#extras = new Extras(config, this.#words, this.#alarm);
    this.#flip = new Flip(this.#time, (now) => this.#draw(now));
    this.#listen();
    this.#feed.follow("room");
    this.#update();
  }

  #listen() {
    this.#feed.addEventListener("board", () => this.#soon());
    this.#feed.addEventListener("state", () => this.#update());
    this.#feed.addEventListener("time", () => this.#time.width > 50 && this.#flip.poke());
    this.#feed.addEventListener("refused", ({ detail }) => detail.code === "unknown_token" && this.#revoked());
    this.#feed.addEventListener("build", ({ detail }) => {
      if (detail.build !== this.#config.build && document.visibilityState === "hidden") location.reload();
    });
    document.addEventListener("visibilitychange", () => this.#update());
    document.getElementById("banner-close").addEventListener("click", () => this.#understood());
  }

  /** One message may contain several boards: render once, before the next frame. */
  #soon() {
    this.#flip.poke();
    queueMicrotask(() => this.#update());
  }

  /** Return the player's own board of an event: the feed's, or the page's while that is newer. */
  #mine(event) {
    const board = this.#feed.board(`t${event}`, "mine");
    const given = this.#config.events.find(({ tournament }) => tournament === event);
    if (!given) return board;
    return board && board.seq >= given.seq ? board : { ...given.mine, seq: given.seq };
  }

  /** Return the player's events, and the others of today. */
  #events() {
    const own = this.#feed.board("room", "mine")?.events ?? this.#config.events.map(({ tournament }) => tournament);
    const lobby = this.#feed.board("room", "lobby")?.events ?? [];
    const order = this.#config.events.map(({ tournament }) => tournament);
    const rank = (event) => (order.includes(event) ? order.indexOf(event) : -1);
    const mine = [...own].sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
    const others = lobby.filter(({ tournament, demo }) => !demo && !own.includes(tournament)).map(({ tournament }) => tournament);
    return { mine, others };
  }

  #nameOf(event) {
    return this.#feed.board(`t${event}`, "clock")?.name
      ?? this.#feed.board("room", "lobby")?.events.find(({ tournament }) => tournament === event)?.name
      ?? this.#config.events.find(({ tournament }) => tournament === event)?.name ?? "";
  }

  #update() {
    const { mine, others } = this.#events();
    for (const event of mine) this.#feed.follow(`t${event}`);
    if (this.#chosen !== null && ![...mine, ...others].includes(this.#chosen)) this.#chosen = null;
    if (this.#chosen !== null) this.#feed.follow(`t${this.#chosen}`);
    const shown = this.#chosen ?? mine[0] ?? null;
    for (const event of mine) this.#listenFor(event);
    this.#arrived();
    this.#tabs(mine, others, shown);
    this.#shown = shown;
    this.#age.show();
    const board = (name) => (shown === null ? undefined : this.#feed.board(`t${shown}`, name));
    this.#prize.show(shown === null ? undefined : this.#mine(shown), board("prize"), board("prizes"));
    this.#extras.show({
      event: shown,
      mine: shown === null ? undefined : this.#mine(shown) ?? { state: "none", notices: [], ahead: {} },
      registration: shown === null ? undefined : this.#feed.board(`t${shown}`, "registration"),
      clock: shown === null ? undefined : this.#feed.clock(`t${shown}`),
      now: this.#time.at(),
    });
    this.#flip.poke();
  }

  #tabs(mine, others, shown) {
    const place = document.getElementById("events");
    const wanted = mine.length + others.length > 1 || (others.length > 0 && !mine.includes(shown));
    place.hidden = !wanted;
    const key = JSON.stringify([mine, others, shown, [...mine, ...others].map((event) => this.#nameOf(event))]);
    if (!wanted || place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...[...mine, ...others].map((event) => {
      const button = el(others.includes(event) ? "button.tab.is-other" : "button.tab", {
        type: "button", "aria-pressed": String(event === shown),
      }, this.#nameOf(event));
      button.addEventListener("click", () => {
        this.#chosen = event;
        this.#update();
      });
      return button;
    }));
  }

  /** @returns {number|null} ms until a figure changes */
  #draw(now) {
    const event = this.#shown;
    const board = event === null ? undefined : this.#feed.clock(`t${event}`);
    const waits = [this.#answer(event, now), this.#clock.draw(board, now)].filter((wait) => wait !== null);
    return waits.length ? Math.min(...waits) : null;
  }

  #answer(event, now) {
    const place = document.getElementById("answer");
    const mine = event === null ? undefined : this.#mine(event) ?? { state: "none", notices: [], ahead: {} };
    const registration = event === null ? undefined : this.#feed.board(`t${event}`, "registration");
    const view = mine
      ? answer(mine, registration, this.#feed.board(`t${event}`, "waiting_list"), now, this.#words, this.#feed.board(`t${event}`, "prize"))
      : { look: "nothing", title: this.#words.say("phone.no_events"), big: [], note: this.#words.say("phone.no_events_how"), left: null };
    flag(place, "look", view.look);
    flag(place, "moving", mine?.state === "seated" && Boolean(mine.move));
    setText(document.getElementById("answer-event"), event === null ? "" : this.#nameOf(event));
    setText(document.getElementById("answer-title"), view.title);
    setText(document.getElementById("answer-note"), view.note);
    this.#figures(view.big);
    this.#map.show(mine);
    return view.left === null ? null : untilFlip(view.left);
  }

  #figures(big) {
    const place = document.getElementById("answer-big");
    place.hidden = big.length === 0;
    flag(place, "length", big.reduce((sum, { text }) => sum + text.length, 0));
    while (place.children.length > big.length) place.lastChild.remove();
    big.forEach(({ label, text }, index) => {
      if (!place.children[index]) place.append(el("div.figure", {}, el("dt"), el("dd")));
      const [term, value] = place.children[index].children;
      setText(term, label);
      setText(value, text);
    });
  }

  /** Alert once on moves, calls and seats, also for changes while the page was closed. */
  #listenFor(event) {
    const mine = this.#mine(event);
    if (!mine) return;
    const key = `${this.#config.cache}:${event}`;
    const before = recall(key);
    const kind = tellAloud(before, mine);
    remember(key, { state: mine.state, table: mine.table, seat: mine.seat });
    if (kind === null) return;
    this.#alarm.sound(kind);
    if (kind === "moved") this.#show(event, mine, before);
    if (this.#banner === null && kind !== "moved") this.#chosen = event;
  }

  #show(event, mine, before) {
    this.#banner = { event, move: mine.move?.move ?? null };
    this.#chosen = event;
    const banner = document.getElementById("banner");
    setText(document.getElementById("banner-title"), this.#words.say("phone.moved"));
    setText(document.getElementById("banner-text"), this.#words.say("phone.moved_to", mine));
    setText(document.getElementById("banner-before"), this.#words.say("phone.moved_from", before));
    banner.hidden = false;
  }

  /** A move confirmed at the new table needs no alert any more. */
  #arrived() {
    if (this.#banner?.move && !this.#mine(this.#banner.event)?.move) this.#understood();
  }

  #understood() {
    this.#banner = null;
    document.getElementById("banner").hidden = true;
  }

  #revoked() {
    document.getElementById("page").hidden = true;
    const sign = document.getElementById("state");
    sign.hidden = false;
    setText(sign, this.#words.say("phone.revoked"));
    for (const key of Object.keys(localStorage)) if (key.includes(this.#config.cache)) localStorage.removeItem(key);
  }
}

function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`told:${key}`));
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(`told:${key}`, JSON.stringify(value));
  } catch {
    /* storage full or forbidden: the alert may repeat after a reload */
  }
}

/** Have the service worker cache the page's files, for offline starts. */
async function keepCopy({ worker, address, map }) {
  await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  const parts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.includes("/live/"));
  active.postMessage({ keep: [address, map, ...LATER, ...parts] });
}

const config = JSON.parse(document.getElementById("config").textContent);
new Phone(config);
if ("serviceWorker" in navigator) {
  addEventListener("load", () => setTimeout(() => keepCopy(config).catch(() => {}), 500));
}
