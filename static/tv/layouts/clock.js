/** The clock: what a player reads from fifteen metres, with the scenes of scenes.js. */

import { disc } from "../../shared/ui/chips.js";
import { el, fit, fitBox, flag, setText } from "../../shared/ui/dom.js";
import { number, shortTimestamp as timeOfDay } from "../../shared/ui/format.js";
import { counted, forMoney, nextJump, priced } from "../../shared/ui/prizes_view.js";
import { reading, untilFlip } from "../../shared/feed/reading.js";
import { clockView, startsText } from "../../shared/ui/clock_view.js";
import { CELEBRATION, finalists, LEVEL_UP, sceneOf, toGo } from "../scenes.js";
import { calledLine, EntryNote, entryView, sooner } from "./entry.js";
import { movesLine } from "./moves_line.js";
import { handForHandLine } from "./hand_for_hand.js";
import { Oval } from "./oval.js";
import { Side } from "./side.js";

/** @import { ChipColours, RaceBoard } from "../../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../../shared/feed/boards.js" */
/** @import { ClockView } from "../../shared/ui/clock_view.js" */
/** @import { Reading } from "../../shared/feed/reading.js" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Boards, Layout } from "../boards.js" */
/** @import { Scene } from "../scenes.js" */

/** Maximum number of discs: the highest chips matter most. */
const DISCS = 8;
/** Calls, messages and moves take turns in one place, this long each (ms). */
const TAKES_TURNS = 10_000;
/** A break's end is shown as a time of day (ms). */
const MINUTE = 60_000;

/** Parts that show a string of the view with the same name. */
const TEXTS = /** @type {const} */ ([
  "event", "level", "game", "word", "note", "rule", "blinds", "hands", "handsWord", "handsWhy", "handsRule",
  "card", "next", "nextAnte", "break", "average", "averageBlinds", "players",
]);

/** @implements {Layout} */
export class ClockLayout {
  /** @type {Record<string, HTMLElement>} */
  #parts = {};
  #logo = /** @type {HTMLImageElement} */ (el("img.logo", { alt: "", hidden: "" }));
  #sponsor = /** @type {HTMLImageElement} */ (el("img.sponsor-picture", { alt: "", hidden: "" }));
  #entry = new EntryNote();
  #side = new Side();
  #oval = new Oval();
  /** Loaded once the event has races. @type {typeof import("./race.js")|null} */
  #race = null;
  #loading = false;
  #chips = "";
  #lengths = "";
  /** @type {{left: number|null, until: number}} players to the money when last seen, and the end of the celebration */
  #money = { left: null, until: 0 };

  constructor() {
    const parts = this.#parts;
    /** @param {string} key  @param {string} name  @param {Record<string, string>} attributes  @param {HTMLElement[]} inner */
    const part = (key, name, attributes = {}, ...inner) => (parts[key] = el(name, { "data-role": key, ...attributes }, ...inner));
    /** @param {string} key  @param {string} beside */
    const fact = (key, beside) => part(`${key}Fact`, "div.fact", { "data-fact": key },
      el("dt", {}, part(`${key}Label`, "span"), part(beside, "span.fact-below")), part(key, "dd.fact-value"));
    for (const picture of [this.#logo, this.#sponsor]) {
      picture.onload = () => {
        picture.hidden = false;
        this.resize();
      };
    }
    this.element = el("section.clock", { "data-layout": "clock" },
      el("header.wall-head", {}, this.#logo, part("event", "h1.event"), this.#entry.element, part("levelShort", "p.level-short"), part("day", "p.day-time")),
      el("p.band", {}, el("span.sign", { "aria-hidden": "true" }), part("word", "strong.word"),
        part("note", "span.note"), part("rule", "cite.rule")),
      el("div.title", {}, part("level", "p.level"), part("game", "p.game")),
      el("div.time-box", {}, part("time", "p.time", { role: "timer" })),
      el("div.hands", {}, el("div.playing-card", {}, part("card", "span.pip"), part("hands", "span.count")),
        el("div.hands-text", {}, part("handsWord", "p.hands-word"),
          el("p.hands-why", {}, part("handsWhy", "span"), part("handsRule", "cite")))),
      el("div.progress-line", { "aria-hidden": "true" }, part("progress", "span")),
      part("stakes", "div.stakes", {}, part("blinds", "p.blinds"),
        part("ante", "p.ante", {}, part("anteWord", "span"), part("anteValue", "b"))),
      part("facts", "dl.facts", {}, fact("next", "nextAnte"), fact("break", "breakNote"), fact("average", "averageBlinds"), fact("players", "playersNote")),
      this.#oval.element, this.#side.element,
      part("announcement", "p.announcement"),
      part("strip", "footer.strip", {}, part("chips", "div.chips"), el("p.sponsor", {}, part("sponsorText", "span"), this.#sponsor)));
  }

  /**
   * Show a board in a language at `now` (server ms).
   * @param {ClockWithStructure} board  @param {Words} words  @param {number} now  @param {Boards} boards of the same event
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, boards) {
    const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
    const view = clockView(board, read, words, now);
    // Without a planned start, words take the place of the time: also what follows a flight.
    const follows = view.state === "day_over";
    const untimed = !view.time && (follows || view.state === "waiting");
    if (untimed && follows) [view.time, view.blinds] = [view.blinds, ""];
    else if (untimed) [view.time, view.word, view.note] = [view.word, "", ""];
    flag(this.#parts.time, "words", untimed);
    // The time first: it must change on the second.
    setText(this.#parts.time, view.time);
    const entry = entryView(boards.registration, board, words, now);
    const noted = this.#entry.show(entry, !entry.closed || entry.fresh);
    const turn = this.#turn(view, board, read, words, boards, now);
    const scene = sceneOf(view.state, read, boards, this.#celebrates(boards, now));
    this.#say(scene, view, board, boards, words);
    if (view.state === "break") view.note = words.say("clock.resumes_at", { time: timeOfDay(now + read.remaining, now, words.language) });
    this.#rest(view, read, words, now, boards);
    const ladder = this.#side.draw(view, boards.prizes, words, now);
    flag(this.element, "scene", scene || null);
    flag(this.element, "entry", noted);
    flag(this.element, "pays", this.#side.pays);
    this.#oval.show(scene === "final_table" ? finalists(boards.eliminations) : [], words);
    this.#fit(view, `${scene} ${noted} ${this.#side.pays} ${entry.time.length}`);
    const change = scene === "level_up" ? LEVEL_UP - read.elapsed : null;
    return [untilNext(read), entry.wait, turn, ladder, change].reduce(sooner, MINUTE - (now % MINUTE));
  }

  /** Whether the money was reached while this display was watching, a short while ago. @param {Boards} boards  @param {number} now */
  #celebrates({ prizes }, now) {
    const left = toGo(prizes);
    if (left === 0 && this.#money.left !== null && this.#money.left > 0) this.#money.until = now + CELEBRATION;
    if (left !== null) this.#money.left = left;
    return left === 0 && now < this.#money.until;
  }

  /** Give the band to a break, a winner or a scene, unless the clock's state needs it. @param {Scene} scene
   * @param {ClockView} view  @param {ClockWithStructure} board  @param {Boards} boards  @param {Words} words */
  #say(scene, view, board, { prizes, handForHand }, words) {
    if (view.state === "break") [view.word, view.blinds] = [view.blinds, ""];
    if (view.state === "waiting" && view.startDay) [view.note, view.ante] = [view.startDay, view.ante === view.startDay ? "" : view.ante];
    // Between two days the large figure is when the next one starts: its label says so, the band names the date.
    if (view.startTime && board.day_over) [view.level, view.game] = [startsText(board.day_over, "", words).trim(), ""];
    // The last minute says so beside its level: its filled block is what is seen.
    if (view.state === "last_minute" && !view.lastHand) [view.word, view.game] = ["", [view.word, view.game].filter(Boolean).join(" · ")];
    if (view.state === "won" && board.winner) {
      [view.word, view.blinds] = [words.say("tv.winner"), board.winner.replace(" / ", "\u00a0/ ")];
      const first = forMoney(prizes) && prizes.tiers[0];
      if (first && first.cash > 0 && !first.deal) view.ante = priced(first.cash, prizes, words);
    }
    if (view.state === "paused" && scene !== "hand_for_hand") return;
    if (scene === "hand_for_hand") {
      view.word = words.say("tv.hand_for_hand");
      const bubble = toGo(prizes) === 1 ? words.say("prize.one_to_go") : "";
      view.note = [handForHand?.hand ? words.say("tv.hand", { hand: number(handForHand.hand, words.language) }) : "", bubble].filter(Boolean).join(" · ");
    } else if (scene === "bubble" || scene === "in_money") {
      view.word = words.say(scene === "bubble" ? "prize.one_to_go" : "prize.in_money");
      // The card beside the clock says what the next place brings, but for it there is no room beside wide blinds.
      const jump = isWide(view) ? nextJump(prizes, words) : "";
      view.note = forMoney(prizes) ? [counted("paid", prizes.paid, words), jump].filter(Boolean).join(" · ") : "";
    } else if (scene === "level_up") view.word = view.note = "";
  }

  /** Show hand-for-hand, calls, messages, races and moves in one place. @param {ClockView} view  @param {ClockWithStructure} board
   * @param {Reading} read  @param {Words} words  @param {Boards} boards  @param {number} now  @returns {number|null} ms until the next turn */
  #turn(view, board, read, words, { waitingList, moves, handForHand, race }, now) {
    const round = board.closed ? "" : handForHandLine(handForHand, words);
    const lines = [["calls", board.closed ? "" : calledLine(waitingList, words)], ["announcement", view.announcement],
      ["race", this.#raceLine(race, board, read, words)], ["moves", board.closed ? "" : movesLine(moves, words, now)]];
    // Everybody waits for the tables still playing: nothing takes turns with that.
    const shown = (round ? [["handForHand", round]] : lines).filter(([, text]) => text !== "");
    const [name, text = ""] = shown[Math.floor(now / TAKES_TURNS) % shown.length] ?? ["", ""];
    for (const key of ["calls", "moves", "handForHand", "race"]) flag(this.element, key, name === key);
    flag(this.element, "announced", text !== "");
    setText(this.#parts.announcement, text);
    return shown.length > 1 ? TAKES_TURNS - (now % TAKES_TURNS) : null;
  }

  /** @param {RaceBoard|undefined} race  @param {ClockWithStructure} board  @param {Reading} read  @param {Words} words */
  #raceLine(race, board, read, words) {
    if (race && !this.#race) this.#loadRace();
    return this.#race?.raceLine(race, board, read, words) ?? "";
  }

  async #loadRace() {
    if (this.#loading) return;
    this.#loading = true;
    this.#race = await import("./race.js").catch(() => null);
    this.#loading = false;
  }

  /** The size of the screen, or of a picture, changed. */
  resize() {
    this.#lengths = "";
    this.#side.resize();
    this.#oval.resize();
  }

  /** @param {ClockView} view  @param {Reading} read  @param {Words} words  @param {number} now  @param {Boards} boards */
  #rest(view, read, words, now, { look }) {
    const parts = this.#parts;
    /** @param {string} key  @param {string} text */
    const say = (key, text) => setText(parts[key], text);
    flag(this.element, "state", view.state);
    flag(this.element, "band", view.word !== "");
    flag(this.element, "ante", view.ante !== "");
    flag(this.element, "lastHand", view.lastHand);
    flag(this.element, "final", view.state === "last_minute" && read.remaining <= 10_000);
    for (const key of TEXTS) say(key, view[key]);
    // Of an ante, the amount is read: it stands below its word. Other texts in its place are one line.
    const [, word = "", amount = ""] = level(view) ? (/^(.*\D) (\d[^ ]*)$/.exec(view.ante) ?? []) : [];
    say("anteWord", amount ? `${word} ` : view.ante);
    say("anteValue", amount);
    flag(this.element, "stacked", amount !== "");
    say("day", timeOfDay(now, now, words.language));
    say("nextLabel", words.say("clock.next"));
    say("levelShort", view.level);
    say("averageLabel", words.say("tv.average"));
    say("playersLabel", view.playersLabel);
    const runs = read.state === "running" && read.next_break;
    say("breakLabel", runs ? words.say("clock.break_at", { time: timeOfDay(now + (read.next_break ?? 0), now, words.language) }) : words.say("clock.next_break"));
    for (const key of /** @type {const} */ (["next", "break", "average"])) parts[`${key}Fact`].hidden = view[key] === "";
    parts.progress.style.setProperty("--part", view.progress.toFixed(4));
    // The width of the time, or of the words in its place, in its type size.
    parts.time.style.setProperty("--wide", [...view.time].reduce((sum, sign) => sum + (sign === ":" ? 0.153 : /\d/.test(sign) ? 0.416 : 0.34), 0.015).toFixed(3));
    picture(this.#logo, view.logo || look?.logo || "");
    picture(this.#sponsor, look?.sponsor_picture ?? "");
    say("sponsorText", look?.sponsor ?? "");
    flag(this.element, "sponsored", Boolean(look?.sponsor || look?.sponsor_picture));
    this.#discs(view.chips, words.language);
  }

  /** @param {ChipColours[]} chips  @param {string} language */
  #discs(chips, language) {
    const place = this.#parts.chips;
    const home = this.#side.pays ? this.#parts.strip : this.#side.chipsPlace;
    if (place.parentElement !== home) home.prepend(place);
    const key = JSON.stringify([chips, language]);
    if (key === this.#chips) return;
    this.#chips = key;
    const shown = [...chips].sort((a, b) => a.value - b.value).slice(-DISCS);
    place.replaceChildren(...shown.map((chip) => el("span.chip-value", {}, disc(chip, language, false), el("b", { "aria-hidden": "true" }, number(chip.value, language)))));
  }

  /** Measuring costs a layout: only when a text's length or the state changed, never on a plain tick.
   * @param {ClockView} view  @param {string} more what else changes the room for texts */
  #fit(view, more) {
    const texts = [view.ante, ...TEXTS.map((key) => (key === "break" ? view[key].length : view[key]))];
    const lengths = [more, view.state, view.time.length, this.#parts.announcement.textContent, this.#parts.sponsorText.textContent, view.players.length, ...texts].join("|");
    if (lengths === this.#lengths || !this.element.isConnected) return;
    this.#lengths = lengths;
    flag(this.element, "wide", isWide(view));
    for (const key of ["blinds", "ante"]) this.#parts[key].style.removeProperty("--fit");
    flag(this.element, "tight", null);
    for (const key of ["word", "note", "game", "stakes", "handsWord", "facts"]) fit(this.#parts[key], 0.4);
    // Beside prizes, the next ante is shown only if the facts keep their size.
    flag(this.element, "tight", this.#parts.facts.style.getPropertyValue("--fit") !== "1");
    if (this.element.dataset.tight !== undefined) fit(this.#parts.facts, 0.4);
    const event = this.#parts.event;
    flag(event, "long", null);
    fit(event, 0.8);
    flag(event, "long", event.scrollWidth > event.clientWidth);
    if (event.dataset.long !== undefined) fitBox(event, 0.4);
    if (view.state === "won") {
      fit(this.#parts.ante, 0.3);
      fitBox(this.#parts.blinds, 0.25);
    }
    fitBox(this.#parts.announcement, 0.4);
    this.#side.resize();
  }
}

/** Whether blinds are shown, and not a break or an end. @param {ClockView} view */
function level({ state }) {
  return state !== "break" && state !== "won" && state !== "closed";
}

/** Whether the blinds are too wide to stand beside the panel. @param {ClockView} view */
function isWide({ blinds, hands, state }) {
  return blinds.length > 15 && hands === "" && state !== "won";
}

/** Show a picture once it has loaded. @param {HTMLImageElement} image  @param {string} address "" for none */
function picture(image, address) {
  if ((image.getAttribute("src") ?? "") === address) return;
  image.hidden = true;
  if (address) image.src = address;
  else image.removeAttribute("src");
}

/** Return the time until a figure or the state changes: all of them change on the second. @param {Reading} read */
function untilNext(read) {
  if (read.state === "running") return untilFlip(read.remaining);
  return read.state === "waiting" && read.starts_in !== null ? untilFlip(read.starts_in) : null;
}
