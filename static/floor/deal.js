/** The deal of the remaining players: counts, methods, shares, and completion. */

import { Figures } from "./deal_figures.js";
import { Shares } from "./deal_shares.js";
import { withStacks } from "./deal_state.js";
import { Ways } from "./deal_ways.js";
import { el, setText } from "../shared/ui/dom.js";
import { watchHealth } from "../shared/ui/health.js";
import { Keys } from "../shared/ui/keys.js";
import { startPage } from "../shared/ui/page.js";
import { reading } from "../shared/feed/reading.js";

const { config, words, time, feed, toasts, commands } = startPage();
const $ = (id) => document.getElementById(id);
const root = $("deal");
const topic = `t${config.tournament}`;
const say = (key, values) => words.say(`deal.${key}`, values);
/** Boards that announce busts, counts, undo, or changed prizes. */
const TELLING = new Set(["prizes", "seating", "floor", "deal"]);
/** Several changes are one request; retry interval (ms). */
const GATHER = 150;
const AGAIN = 4_000;
const WITHIN = 8_000;

const figures = new Figures(config.language);
const ways = new Ways({ words, figures, preview: config.preview });
const shares = new Shares({ words, figures, press });
let state = null;
/** Version of the deal that filled the counts. */
let filled = null;
let timer = null;
let asked = 0;

const board = () => feed.board(topic, "deal") ?? null;

/** Send a command for the deal shown; the server refuses it if the deal has changed meanwhile. */
async function press(kind, args, label) {
  const seen = kind === "deal.open" ? {} : { seen: board()?.version ?? "" };
  const answer = await commands.send(kind, { tournament: config.tournament, args: { ...args, ...seen }, label });
  if (answer?.ok) await arrives(answer.seq);
  return answer;
}

/** Wait briefly until the board shows the result: the switch must not jump back meanwhile. */
function arrives(seq) {
  return new Promise((resolve) => {
    const done = () => {
      if ((board()?.seq ?? 0) < seq) return;
      feed.removeEventListener("board", done);
      resolve();
    };
    feed.addEventListener("board", done);
    setTimeout(() => (feed.removeEventListener("board", done), resolve()), 2_000);
    done();
  });
}

// --- players
// -------------------------------------------------------------------------------------------------------
async function renew() {
  timer = null;
  asked += 1;
  const number = asked;
  try {
    const answer = await fetch(config.now, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    const fresh = answer.ok ? await answer.json() : null;
    if (number !== asked) return;
    if (fresh && (state === null || fresh.seq >= state.seq)) state = fresh;
    if (!fresh) timer = setTimeout(renew, AGAIN);
  } catch {
    if (number === asked) timer = setTimeout(renew, AGAIN);
  }
  show();
}

function soon() {
  timer ??= setTimeout(renew, GATHER);
}

// --- rendering
// -------------------------------------------------------------------------------------------------------
function show() {
  const deal = board();
  if (!deal || !state) return;
  delete root.dataset.loading;
  figures.currency = deal.state === "none" ? state.currency : deal.currency;
  figures.places = deal.state === "none" ? state.places : deal.places;
  showState(deal);
  shares.show(deal);
  showCounts(deal);
  showHindrance(deal);
  showClock(deal);
  showOpen();
}

function showState(deal) {
  const before = root.dataset.state;
  root.dataset.state = deal.state;
  const badge = $("deal-state");
  setText(badge, say(`state_${deal.state}`));
  badge.className = `badge ${{ open: "is-paused", stands: "is-over" }[deal.state] ?? "is-waiting"}`;
  $("deal-print").hidden = deal.state === "none";
  $("work").hidden = deal.state === "stands";
  if (before !== deal.state) $("work").open = deal.state === "none";
  const up = $("give-up");
  up.hidden = deal.state === "none";
  const label = say(deal.state === "stands" ? "void" : "give_up");
  setText(up.querySelector("summary"), label);
  setText(up.querySelector("button"), label);
  if (deal.state !== "none") setText($("talk-mix"), mixText(deal.mix));
}

function mixText(mix) {
  const parts = Object.entries(mix).filter(([, part]) => part);
  const name = (way) => say(`way_${way}`);
  return parts.length === 1 ? name(parts[0][0]) : parts.map(([way, part]) => `${part} × ${name(way)}`).join(" + ");
}

/**
 * Counts follow the deal until they are edited here; then changes by others are announced, and nothing is
 * lost.
 */
function showCounts(deal) {
  const open = deal.state === "open";
  const now = { ...state, players: withStacks(state.players, deal).slice(0, config.most), ladder: open ? deal.ladder : state.ladder };
  const version = open ? deal.version : "";
  const other = filled !== null && filled !== version;
  if (filled === null || (other && !ways.dirty)) {
    ways.fill(now, { fresh: true, ...(open ? { mix: deal.mix, left: deal.played_for } : {}) });
    filled = version;
  } else {
    ways.fill(now);
  }
  const place = $("counts-changed");
  place.hidden = !(other && ways.dirty && open);
  if (place.hidden || place.childElementCount) return;
  const take = el("button.btn", { type: "button" }, say("take_theirs"));
  take.addEventListener("click", () => {
    ways.dirty = false;
    show();
  });
  place.replaceChildren(el("p", {}, say("counts_changed")), el("div.notice-actions", {}, take));
}

function showHindrance(deal) {
  const place = $("hindrance");
  const few = state.left < 2 ? say("too_few") : state.left > config.most ? say("too_many", { most: config.most, left: state.left }) : "";
  const why = deal.state !== "none" ? null : state.hindrance ?? (few ? { message: few, rule: "" } : null);
  place.hidden = !why;
  const key = why ? `${why.message} ${why.rule}` : "";
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...(why ? [el("p", {}, why.message, ...(why.rule ? [" ", el("cite.cite", {}, why.rule)] : []))] : []));
}

function showClock(deal) {
  const clock = feed.clock(topic);
  const now = time.at();
  const place = $("deal-clock");
  place.hidden = !clock || now === null;
  if (place.hidden) return;
  const runs = reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now).state === "running";
  const key = deal.state === "open" ? "clock_stopped" : deal.state === "stands" ? (runs ? "clock_goes" : "clock_still") : runs ? "clock_runs" : "clock_still";
  place.dataset.clock = runs ? "runs" : "stopped";
  place.className = `notice ${deal.state === "open" || !runs ? "is-warn" : ""}`;
  setText(place.querySelector("p"), say(key));
}

function showOpen() {
  const open = root.dataset.state === "open";
  const button = $("open");
  setText(button, say(open ? "work_out" : "open"));
  $("open-says").hidden = open;
  button.disabled = !ways.possible || (!open && state?.hindrance !== null);
}

// --- commands
// --------------------------------------------------------------------------------------------------------
ways.addEventListener("change", showOpen);

$("counts").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = $("open");
  const terms = ways.terms;
  if (!terms || button.disabled || button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const again = root.dataset.state === "open";
  // The values sent now count; later changes by others are refused or announced.
  const answer = await press(again ? "deal.work_out" : "deal.open", terms, button.textContent);
  button.setAttribute("aria-busy", "false");
  if (!answer?.ok) return;
  ways.dirty = false;
  show();
  $("work").open = false;
  $("talk").scrollIntoView({ block: "start" });
});

$("give-up").querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("reason");
  const button = event.target.querySelector("button");
  if (!field.value.trim()) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
    return;
  }
  field.removeAttribute("aria-invalid");
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const answer = await press("deal.void", { reason: field.value.trim() }, button.textContent);
  button.setAttribute("aria-busy", "false");
  if (!answer?.ok) return;
  field.value = "";
  $("give-up").open = false;
});

// --- boards, keys --------------------------------------------------------------------------------------------------------
feed.addEventListener("board", ({ detail: { topic: its, name } }) => {
  if (its !== topic) return;
  if (TELLING.has(name)) soon();
  show();
});
feed.addEventListener("time", show);
feed.addEventListener("state", () => feed.state === "live" && soon());

const keys = new Keys(words);
keys.add("c", say("key_counts"), () => {
  if ($("work").hidden) return;
  $("work").open = true;
  ways.focus();
});
keys.add("s", say("key_shares"), () => shares.focus());
keys.add("p", say("key_print"), () => $("deal-print").hidden || location.assign($("deal-print").href));

feed.follow(topic);
watchHealth($("health"), words, feed);
renew();
