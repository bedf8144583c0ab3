/** The floor's page: the map, proposals, the open table, and recent actions. */

import { watchParts } from "../shared/feed/event_parts.js";
import { Asks } from "./fetch.js";
import { Carry } from "./carried_player.js";
import { Guard } from "./guard.js";
import { bindKeys } from "./keys.js";
import { FloorMap } from "./map.js";
import { Now } from "./clock_strip.js";
import { PenaltyPanel } from "./penalty.js";
import { countTimes, Presses } from "../shared/ui/press.js";
import { Proposals } from "./proposals.js";
import { RacePanel, planRace } from "./race.js";
import { HandForHandPanel, announceHandForHand } from "./hand_for_hand.js";
import { Search } from "./search.js";
import { Side } from "./side.js";
import { TablePanel } from "./table.js";
import { setText } from "../shared/ui/dom.js";
import { duration } from "../shared/ui/format.js";
import { watchHealth } from "../shared/ui/health.js";
import { JobList } from "../office/jobs.js";
import { startPage } from "../shared/ui/page.js";
import { RecentEntries } from "../shared/ui/recent_entries.js";
import { tablesOf } from "./reasons.js";

const { config, words, time, feed, toasts, commands } = startPage();
const root = document.getElementById("floor");
const topic = `t${config.tournament}`;
const may = (what) => config.may.includes(what);
const presses = new Presses(commands, config.tournament, toasts);
new Guard();
const now = new Now(document.getElementById("now"));

/** Shared state of the page's parts. */
const page = { root, event: config.tournament, words, time, toasts, presses, may, asks: new Asks(config.tournament), stacksDecide: config.stacks_decide, penalties: config.penalties, timeChecks: config.time_checks, open, close };
/** Announces board changes: an open dialog keeps its counts current. */
page.news = new EventTarget();
/** The rows of the board "map". */
page.rows = () => feed.board(topic, "map")?.tables ?? [];
page.tables = () => page.rows().map(([number]) => number).sort((one, other) => one - other);
page.count = countTimes(root, time, (ms) => duration(ms / 1_000));
page.carry = new Carry(page);
page.map = new FloorMap(document.getElementById("map"), {
  words,
  mayPlace: may("manage_tables"),
  leavesIdle: true,
  onOpen: (number) => open(number),
  onPlace: (number, across, down) => presses.send("table.place", { number, across, down }, words.say("floor.place", { number }), { room: true }),
});
const panel = new TablePanel(document.getElementById("panel"), page);
const proposals = new Proposals(document.getElementById("proposals"), page);
const side = new Side(root, page);
const handForHand = new HandForHandPanel(document.getElementById("hand-for-hand"), page);
const penalties = new PenaltyPanel(document.getElementById("penalties"), page);
/** Return the penalty a player is serving, or undefined. */
page.penaltyOf = (entry) => penalties.of(entry);
const jobs = new JobList(document.getElementById("jobs"), words);
const announce = document.getElementById("announce-hand-for-hand");
announce?.addEventListener("click", () => announceHandForHand(page, feed.board(topic, "hand_for_hand")));
page.clock = () => feed.clock(topic);
/** Whether a bust asks who won the chips: there are bounties. */
page.bounties = () => (feed.board(topic, "prizes")?.bounties ?? "none") !== "none";
const ties = document.getElementById("ties");
page.race = () => feed.board(topic, "race");
const race = new RacePanel(document.getElementById("race"), page);
const byHand = document.getElementById("race-by-hand");
byHand?.addEventListener("click", () => planRace(page, feed.board(topic, "race")));
// The next chip race depends on the time.
setInterval(() => {
  race.tick();
  panel.tick();
}, 10_000);
// The same-hand question depends on the time since the last bust.
setInterval(() => panel.mode?.kind === "same_hand" && panel.tick(), 1_000);
const search = new Search(document.getElementById("finder"), page);
const lines = config.may.includes("read_journal")
  ? new RecentEntries(document.getElementById("lines"), `/staff/t/${config.tournament}/lines/`, words, (seq) => presses.undo(seq))
  : null;

// --- the open table is in the address, so that Back works
// ----------------------------------------------------------
const numberIn = (hash) => (/^#table-(\d{1,6})$/.test(hash) ? Number(hash.slice(7)) : null);
let wantedSeat = null;

/** Open a table; with a seat, its player is chosen. */
function open(number, seat = null) {
  if (number === null) return;
  wantedSeat = seat;
  const address = `${location.pathname}#table-${number}`;
  if (panel.number === number) chooseWanted();
  // From one table to the next, Back still returns to the map.
  else if (panel.number !== null) history.replaceState(history.state, "", address);
  else history.pushState({ under: true }, "", address);
  route();
}

function close() {
  if (history.state?.under) history.back();
  else {
    history.replaceState(null, "", location.pathname);
    route();
  }
}

function route() {
  const number = numberIn(location.hash);
  const before = panel.number;
  panel.show(number);
  root.toggleAttribute("data-panel", number !== null);
  page.carry.place(number === null ? document.getElementById("carry") : panel.carryPlace);
  page.map.choose(number);
  if (number !== null && number !== before) document.getElementById("panel-title").focus({ preventScroll: true });
}

function chooseWanted() {
  const chair = panel.table?.chairs[wantedSeat - 1];
  if (wantedSeat !== null && chair) panel.choose(chair.entry, chair.seat);
  wantedSeat = null;
}

panel.addEventListener("closed", close);
panel.addEventListener("opened", () => {
  chooseWanted();
  page.carry.arrived(panel.table);
});
addEventListener("popstate", route);
addEventListener("hashchange", route);

// --- boards ------------------------------------------------------------------------------------------------------
/** Boards that announce changes of a table. */
const TELLING = new Set(["map", "floor", "seating"]);
/** Phases of all tables that have begun. */
const begun = new Set();

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic) return;
  if (board) lines?.reach(board.seq);
  if (TELLING.has(name)) panel.renew();
  if (name === "jobs") jobs.show(board);
  if (name === "prizes") side.showPrizes(board);
  if (name === "hand_for_hand" && board) {
    handForHand.show(board);
    begins("hand_for_hand", board, "hand-for-hand");
    if (announce) announce.parentElement.hidden = board.on;
  }
  if (name === "penalties" && board) {
    penalties.show(board);
    panel.draw();
  }
  if (name === "race" && board) {
    race.show(board);
    begins("race", board, "race");
    if (byHand) byHand.disabled = board.on;
  }
  if (name === "clock" || name === "structure") race.tick();
  if (name === "map" || name === "floor" || name === "hand_for_hand") draw();
  page.news.dispatchEvent(new CustomEvent("news"));
});

/** Bring a phase of all tables to the front when it begins: what tables wait for comes before proposals. */
function begins(name, board, part) {
  if (board.on && !begun.has(name)) now.bring(document.getElementById(part));
  if (board.on) begun.add(name);
  else begun.delete(name);
}

function draw() {
  const map = feed.board(topic, "map");
  const floor = feed.board(topic, "floor");
  if (map) {
    delete root.dataset.loading;
    page.map.show(map.tables);
    document.getElementById("no-tables").hidden = map.tables.length > 0;
  }
  if (!floor) return;
  proposals.show(floor.proposals);
  side.show(floor);
  showOpenRegistration(map?.tables ?? [], floor);
  ties.hidden = !floor.ties || !may("seat_players");
  ties.querySelector(".proposal-want").textContent = words.say("floor.ties", { count: floor.ties });
  const those = (...kinds) => new Set(floor.proposals.filter(({ kind }) => kinds.includes(kind)).flatMap(tablesOf));
  page.map.mark({
    proposed: those("balance", "redraw", "break"), breaking: emptied(floor.moves), short: those("halt"),
    waiting: new Set(floor.moves.map(({ table }) => table)), hand_for_hand: stillPlaying(),
  });
}

/** Explain why tables stay, and why the event continues with one player, while registration is open. */
function showOpenRegistration(tables, floor) {
  const open = floor.entry_open && Boolean(feed.board(topic, "clock")?.clock?.started);
  const played = tables.filter(([, , players]) => players > 0);
  const players = played.reduce((sum, row) => sum + row[2], 0);
  const fewer = played.reduce((sum, row) => sum + row[1], 0) - Math.max(0, ...played.map((row) => row[1]));
  document.getElementById("last-player").hidden = !open || players !== 1;
  setText(document.querySelector(".now-none"), words.say(open && played.length > 1 && players <= fewer ? "floor.open_tables" : "floor.none"));
}

/** Return the tables others wait for in hand-for-hand. */
function stillPlaying() {
  const tables = feed.board(topic, "hand_for_hand")?.tables ?? [];
  return new Set(tables.filter(([, state]) => state !== "done").map(([number]) => number));
}

/** Return broken tables with players on the move. A proposed one plays on. */
function emptied(moves) {
  const left = new Set(moves.filter(({ kind }) => kind === "break").map(({ from_table: number }) => number));
  return new Set(page.rows().filter(([number, , players]) => !players && left.has(number)).map(([number]) => number));
}

// --- buttons and keys --------------------------------------------------------------------------------------------
const arrange = document.getElementById("arrange");
arrange?.addEventListener("click", () => {
  page.map.arranging = !page.map.arranging;
  arrange.setAttribute("aria-pressed", String(page.map.arranging));
});
const keys = bindKeys({ page, panel, proposals, search, lines, undoes: config.undoes });
document.getElementById("list-keys")?.addEventListener("click", () => keys.list());

feed.addEventListener("state", ({ detail }) => root.classList.toggle("is-alone", detail.state === "alone"));
feed.follow(topic);
watchHealth(document.getElementById("health"), words, feed);
watchParts(feed, config.tournament);
setInterval(() => panel.number !== null && feed.state !== "live" && panel.renew(), 15_000);
route();
