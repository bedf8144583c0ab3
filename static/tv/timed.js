/**
 * What time brings on a paired display: the room's announcements, triggers, rotations, schedules, its name, reports; it also keeps
 * the screen on. Loaded some seconds after the start, or once the display has any of these, so that the clock is not delayed.
 */

import { announced } from "./announced.js";
import { keepAwake } from "../shared/ui/wake.js";
import { reportHealth } from "./health.js";
import { sooner } from "./layouts/entry.js";
import { isFor, Triggers } from "./triggers.js";
import { contentOf, eventsOf, eventsWith, isTimeFor } from "../shared/feed/programme.js";

/** @import { HouseLayoutBoard, LobbyEvent, ScreenBoard, SlideBoard, TriggerBoard } from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { Feed } from "../shared/feed/feed.js" */
/** @import { Content } from "../shared/feed/programme.js" */
/** @import { ServerTime } from "../shared/feed/time.js" */
/** @import { Flip } from "../shared/ui/flip.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Announced } from "./announced.js" */
/** @import { Boards } from "./boards.js" */
/** @import { Layouts } from "./layouts.js" */

/**
 * @typedef {object} Parts of the display's page
 * @property {Feed} feed  @property {ServerTime} time  @property {Flip} flip  @property {Layouts} layouts  @property {string} build
 * @property {() => Words} words  @property {(topic: string) => Boards} boards
 */
/** @typedef {{screen: ScreenBoard, slideMs: number|undefined, said: Announced, wait: number|null}} AtTime what is shown, for how long (`contentOf`), what is announced, and ms until that may change */

/** How long a display shows its name (ms). */
const IDENTIFIES = 10_000;

export class Timed {
  #parts;
  #triggers = new Triggers();

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    keepAwake();
    reportHealth(parts.build, parts.flip, parts.time);
  }

  /** Events that a display shows, now or later. @param {ScreenBoard} screen  @returns {number[]} */
  events(screen) {
    return [...new Set([...eventsOf(screen), ...this.#others(screen)])];
  }

  /** Events of which it shows a layout. @param {ScreenBoard} screen  @param {string} layout  @returns {number[]} */
  eventsWith(screen, layout) {
    const house = layout === "seats" && this.#house(screen).some(({ seats }) => seats);
    const own = this.#triggered(screen).includes(layout) && screen.tournament ? [screen.tournament] : [];
    return [...new Set([...eventsWith(screen, layout), ...own, ...(house ? this.events(screen) : [])])];
  }

  /** The triggers of the room. @returns {TriggerBoard[]} */
  get #all() {
    return this.#parts.feed.board("room", "triggers")?.triggers ?? [];
  }

  /** The layouts that triggers show on it. @param {ScreenBoard} screen */
  #triggered(screen) {
    return this.#all.filter((one) => one.on && one.layout && isFor(one, screen)).map(({ layout }) => layout);
  }

  /** The layouts of the house that it shows, now or later. @param {ScreenBoard} screen */
  #house(screen) {
    const { layout, programmes } = screen;
    const slides = (programmes ?? []).flatMap((one) => [one, ...one.slides]);
    const names = new Set([...[{ layout }, ...slides].map((one) => one.layout), ...this.#triggered(screen)]);
    /** @type {HouseLayoutBoard[]} */
    const all = this.#parts.feed.board("room", "house_layouts")?.layouts ?? [];
    return all.filter(({ id }) => names.has(`house:${id}`));
  }

  /** The open events of the room that these layouts show besides its own. @param {ScreenBoard} screen */
  #others(screen) {
    const own = screen.tournament;
    const most = Math.max(0, ...this.#house(screen).map(({ events }) => events - (own ? 1 : 0)));
    /** @type {LobbyEvent[]} */
    const events = this.#parts.feed.board("room", "lobby")?.events ?? [];
    return events.map(({ tournament }) => tournament).filter((one) => one !== own).slice(0, most);
  }

  /** @param {ScreenBoard|undefined} screen  @param {number|null} now server ms  @returns {AtTime|null} null before both are known */
  at(screen, now) {
    if (!screen?.paired || now === null) return null;
    const { feed, words, boards, layouts } = this.#parts;
    // What a trigger may show is loaded before it fires.
    for (const layout of this.#triggered(screen)) layouts.named(layout);
    const { wait, slideMs, ...content } = contentOf(screen, now, (slide, when) => this.#has(slide, when, now));
    /** @param {number|null} tournament */
    const clock = (tournament) => (tournament ? feed.clock(`t${tournament}`) : undefined);
    const carried = this.#triggers.at(screen, this.#all, clock(screen.tournament), boards(`t${screen.tournament}`), now, feed.heardAt);
    // A layout without anything to show would give way to the plain clock: the display's own stays.
    const shown = carried.layout && this.#has({ ...content, layout: carried.layout, tournament: screen.tournament }, "always", now);
    if (shown) Object.assign(content, { layout: carried.layout, tournament: screen.tournament });
    const announcements = feed.board("room", "announcements");
    const said = announced(screen, announcements, clock(screen.tournament), words().language, now, clock(content.tournament), carried);
    const left = (screen.identified ?? 0) + IDENTIFIES - now;
    const names = left > 0 && left <= IDENTIFIES;
    // Its name fills the display as an urgent announcement does, which is not read aloud.
    return {
      screen: { ...screen, ...content }, slideMs: shown ? undefined : slideMs, said: names ? { ...said, urgent: screen.name } : said,
      wait: [wait, said.wait, carried.wait, names ? left : null].reduce(sooner, null),
    };
  }

  /** Whether a slide has something to show now. @param {Content} content  @param {SlideBoard["when"]} when  @param {number} now */
  #has({ layout, tournament }, when, now) {
    const { feed, layouts, words, boards } = this.#parts;
    const topic = `t${tournament}`;
    const clock = feed.clock(topic);
    if (!isTimeFor(when, clock, now) || (!clock && layout !== "cash_lists" && !layout.startsWith("house:"))) return false;
    return !layouts.named(layout)?.empty?.(/** @type {ClockWithStructure} */ (clock), words(), now, boards(topic));
  }
}
