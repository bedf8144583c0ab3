/** An overlay over a stream: reads its feed every two seconds and shows the parts that its address names. */

import { html, nothing, render } from "lit-html";
import { RequestError, readJson } from "../shared/feed/request.js";
import { ante, blinds, duration, number, oneDecimal } from "../shared/ui/format.js";
import { price } from "../shared/ui/money.js";
import { Words } from "../shared/ui/words.js";

/** @import { OverlayBoard, OverlayLevel, OverlaySeat, OverlayShown } from "../../docs/reference/overlay" */
/** @import { TemplateResult } from "lit-html" */

/** @typedef {"table"|"clock"|"payouts"|"chips"} Part */
/** @typedef {{feed: string, parts: Part[], language: string, words: Record<string, string>}} Config */

/** Pauses between two reads (ms): usually, and when the address is no longer valid. */
const EVERY = 2_000;
const SELDOM = 60_000;
/** What is shown without an answer: it is marked as old, then hidden (ms). */
const OLD = 10_000;
const TOO_OLD = 60_000;
/** How long a page of chip counts stays, and the number of players on it (ms). */
const DWELL = 6_000;
const ON_A_PAGE = 5;
const MOST_PRIZES = 9;
/** With up to this many players at a table, each name has two lines. */
const FEW = 6;
/** A count that is older is marked with its age (ms). */
const AGED = 5 * 60_000;
const MINUTE = 60_000;

/**
 * Show an overlay in an element.
 * @param {HTMLElement} root  @param {Config} config  @returns {{stop: () => void}}
 */
export function mountOverlay(root, config) {
  const words = new Words(config.language, config.words);
  /** @type {OverlayBoard|null} */
  let board = null;
  let readAt = 0;
  let gone = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let next;
  root.dataset.parts = config.parts.join(" ");
  root.dataset.count = String(config.parts.length);

  const read = async () => {
    try {
      board = await readJson(config.feed);
      readAt = performance.now();
      gone = false;
    } catch (error) {
      gone = error instanceof RequestError && error.status === 404;
      if (gone) board = null;
    }
    draw();
    next = setTimeout(read, gone ? SELDOM : EVERY);
  };
  const draw = () => {
    const since = performance.now() - readAt;
    if (board && since > TOO_OLD) board = null;
    root.dataset.state = gone ? "gone" : board ? board.state : "loading";
    if (since > OLD && board) root.dataset.old = "";
    else delete root.dataset.old;
    render(board?.shown ? shownView(board.shown, config.parts, words, since) : emptyView(board, gone, words, since), root);
  };
  const tick = setInterval(draw, 250);
  read();
  return { stop() { clearTimeout(next); clearInterval(tick); } };
}

/** @param {OverlayBoard|null} board  @param {boolean} gone  @param {Words} words  @param {number} since */
function emptyView(board, gone, words, since) {
  if (gone) return html`<p class="note">${words.say("overlay.gone")}</p>`;
  // Nothing is better than a message in the picture of a stream; only a delay that starts is worth one.
  if (board?.state !== "starting") return nothing;
  const left = board.starts_in === null ? null : Math.max(0, Math.ceil((board.starts_in - since) / 1000));
  return html`<p class="note">${words.say("overlay.starting")}${left === null ? nothing : html` <span class="figures">${duration(left)}</span>`}</p>`;
}

/** @param {OverlayShown} shown  @param {Part[]} parts  @param {Words} words  @param {number} since */
function shownView(shown, parts, words, since) {
  const views = { table: tableView, clock: clockView, payouts: payoutsView, chips: chipsView };
  return html`${parts.map((part) => views[part](shown, words, since))}`;
}

/** @param {OverlayShown} shown  @param {Words} words  @returns {TemplateResult|typeof nothing} */
function tableView({ table, at }, words) {
  if (!table) return nothing;
  const title = words.say(table.final ? "overlay.final_table" : "overlay.feature_table", { table: table.number });
  return html`<section class="part table" aria-label=${title} data-at=${at} ?data-few=${table.players.length <= FEW}>
    <h1>${title}${table.all_in ? html` <b class="all-in">${words.say("overlay.all_in")}</b>` : nothing}</h1>
    <ol>${table.players.map((one) => seatView(one, words))}</ol>
    ${table.out[0] ? html`<p class="out">${words.say("overlay.out", { name: table.out[0].name })}</p>` : nothing}
  </section>`;
}

/** @param {OverlaySeat} one  @param {Words} words */
function seatView({ seat, name, stack, big_blinds: depth, counted, button, all_in: allIn }, words) {
  const aged = counted !== null && counted > AGED;
  const age = aged ? words.say("overlay.counted_ago", { count: number(Math.floor(/** @type {number} */ (counted) / MINUTE), words.language) }) : "";
  return html`<li data-seat=${seat} ?data-all-in=${allIn}>
    <span class="seat figures">${seat}</span><span class="name" dir="auto">${name}</span>
    ${button ? html`<span class="button" role="img" aria-label=${words.say("overlay.button")}>D</span>` : nothing}
    ${allIn ? html`<b class="all-in">${words.say("overlay.all_in")}</b>` : nothing}
    <span class="stack figures">${stack === null ? "–" : number(stack, words.language)}</span>
    <span class="depth figures">${depth === null ? "" : words.say("big_blinds", { count: depthText(depth, words.language) })}${age ? html` <small>${age}</small>` : nothing}</span></li>`;
}

/** @param {number} tenths of a big blind  @param {string} language */
function depthText(tenths, language) {
  return tenths < 200 ? oneDecimal(tenths / 10, language) : number(Math.floor(tenths / 10), language);
}

/** @param {OverlayLevel} level  @param {Words} words */
function levelText(level, words) {
  const bets = [blinds(level, words.language), ante(level, words.language, words)];
  return bets.filter(Boolean).join(" · ");
}

/** @param {OverlayShown} shown  @param {Words} words  @param {number} since */
function clockView({ event, clock, left, entries, average, teams, winner }, words, since) {
  if (winner) {
    return html`<section class="part clock" data-state="over" aria-label=${words.say("overlay.clock")}>
      <p class="event" dir="auto">${event}</p>
      <p class="fact"><span>${words.say("overlay.winner")}</span> <b class="name" dir="auto">${winner}</b></p>
    </section>`;
  }
  const { state, level, next } = clock;
  const runs = state === "running" || state === "waiting";
  const remaining = clock.remaining === null ? null : Math.max(0, clock.remaining - (runs ? since : 0));
  const pause = level.number === null;
  const title = state === "waiting" ? words.say("overlay.starts_in") : state === "over" ? words.say("overlay.over") : pause ? words.say("overlay.break") : words.say("overlay.level", { level: level.number ?? "" });
  return html`<section class="part clock" data-state=${state} aria-label=${words.say("overlay.clock")}>
    <p class="event" dir="auto">${event}</p>
    <p class="fact"><span>${state === "paused" ? words.say("overlay.paused") : title}</span> <b class="figures time">${remaining === null || state === "over" ? "–" : duration(Math.ceil(remaining / 1000))}</b></p>
    ${pause ? nothing : html`<p class="fact"><span>${words.say("overlay.blinds")}</span> <b class="figures">${levelText(level, words)}</b></p>`}
    ${next ? html`<p class="fact next"><span>${words.say("overlay.next")}</span> <b class="figures">${levelText(next, words)}</b></p>` : nothing}
    <p class="fact"><span>${words.say(teams ? "overlay.teams" : "overlay.players")}</span> <b class="figures">${number(left, words.language)} / ${number(entries, words.language)}</b></p>
    ${average === null ? nothing : html`<p class="fact"><span>${words.say("overlay.average")}</span> <b class="figures">${number(average, words.language)}</b></p>`}
  </section>`;
}

/** @param {OverlayShown} shown  @param {Words} words */
function payoutsView({ prizes, left, teams }, words) {
  if (!prizes?.rows.length) return nothing;
  /** @param {number} amount */
  const money = (amount) => price(amount, prizes.decimals, prizes.currency, words.language);
  // After a deal, an amount is what is left to play for in addition to the shares.
  /** @param {{amount: number, deal: boolean}} row */
  const worth = ({ amount, deal }) => [deal ? words.say("overlay.dealt") : "", amount ? money(amount) : ""].filter(Boolean).join(" + ");
  // The places that are still played for, the best ones.
  const rows = prizes.rows.filter((row) => row.from <= left).slice(0, MOST_PRIZES);
  return html`<section class="part payouts" aria-label=${words.say("overlay.payouts")}>
    <h1>${words.say("overlay.payouts")}</h1>
    <ol>${rows.map((row) => html`<li><span class="seat figures">${row.from === row.to ? row.from : `${row.from}–${row.to}`}</span><span class="name">${row.things.join(", ")}</span><span class="stack figures">${worth(row)}</span></li>`)}</ol>
    ${prizes.certain ? html`<p class="out">${words.say(teams ? "overlay.teams_certain" : "overlay.certain", { amount: money(prizes.certain) })}</p>` : nothing}
  </section>`;
}

/** Pages through the chips: of the final table, or of the latest count. @param {OverlayShown} shown  @param {Words} words */
function chipsView({ table, leaders, at }, words) {
  const seated = (table?.players ?? []).flatMap(({ name, stack }) => (stack === null ? [] : [{ name, chips: stack }]));
  const counts = table?.final || !leaders.length ? seated.sort((a, b) => b.chips - a.chips) : leaders;
  if (!counts.length) return nothing;
  /** Equal stacks share a rank. @param {number} of */
  const rank = (of) => number(counts.findIndex(({ chips }) => chips === of) + 1, words.language);
  const pages = Math.ceil(counts.length / ON_A_PAGE);
  const page = Math.floor(at / DWELL) % pages;
  return html`<section class="part chips" aria-label=${words.say("overlay.chips")}>
    <h1>${words.say("overlay.chips")}</h1>
    <ol>${counts.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE).map(({ name, chips }) => html`<li><span class="name" dir="auto"><span class="rank figures">${rank(chips)}.</span> ${name}</span> <span class="stack figures">${number(chips, words.language)}</span></li>`)}</ol>
  </section>`;
}
