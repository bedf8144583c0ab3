/** Tells whether a display has nothing to list and shows the clock instead, and which slides it leaves out. Pure: it uses the views of the displays. */

import { isTimeFor, programmeOf } from "../shared/feed/programme.js";
import { whyNone } from "../shared/ui/prizes_view.js";

import { bountyView } from "../tv/layouts/bounties.js";
import { chipLeadersView } from "../tv/layouts/chip_leaders.js";
import { eliminationsView } from "../tv/layouts/eliminations.js";
import { freeView } from "../tv/layouts/free.js";
import { movesView } from "../tv/layouts/moves.js";
import { payoutsView } from "../tv/layouts/payouts.js";
import { resultsView } from "../tv/layouts/results.js";
import { seasonRankingView } from "../tv/layouts/season_ranking.js";

/** @import { ScreenBoard } from "../../docs/reference/boards" */
/** @import { LiveResource } from "../shared/feed/live_resource.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Boards } from "../tv/boards.js" */
/** @import { ViewOf } from "../tv/layouts/paged.js" */

/** Lists in pages: without parts the clock is shown. @type {Record<string, ViewOf>} */
const PAGED = {
  moves: movesView, eliminations: eliminationsView, free: freeView, payouts: payoutsView, results: resultsView, bounty_leaderboard: bountyView,
  chip_leaders: chipLeadersView, season_ranking: seasonRankingView,
};
/** @type {Record<string, (boards: Boards) => boolean>} */
const OTHERS = {
  seats: ({ seating }) => !seating?.seated,
  waiting: ({ waitingList }) => !waitingList?.called.length && !waitingList?.waiting.length,
  feature: ({ feature }) => !feature || feature.number === null,
  map: ({ map }) => !map?.tables.length,
  cash_lists: ({ cashLists }) => !cashLists?.games.length,
};

/** Layouts with a sentence of their own about what they wait for. */
const WITH_REASON = ["cash_lists", "chip_leaders", "feature", "free"];

/** Of these, those whose reason also holds after the end of an event: the others wait for play or for a set-up. */
const STANDING = ["bounty_leaderboard", "cash_lists", "feature", "free", "season_ranking"];

/** Whether a layout may have nothing to list, or lack its prizes. @param {string} layout */
export const isList = (layout) => layout in PAGED || layout in OTHERS || layout === "prizes";

/**
 * Return the key of the sentence that says what a display does not show; "" if it shows all of its layout.
 * @param {string} layout  @param {LiveResource|undefined} event  @param {Words} words  @param {number} now server ms  @param {LiveResource} [room]
 */
export function whatIsMissing(layout, event, words, now, room) {
  if (layout === "prizes" && event?.clock && whyNone(event.board("prizes"), words)) return "displays.no_prizes";
  if (!yieldsToClock(layout, event, words, now, room)) return "";
  if (event?.clock?.closed && !STANDING.includes(layout)) return "displays.yields_closed";
  return WITH_REASON.includes(layout) || lacksSetup(layout, event) ? `displays.yields_${layout}` : "displays.yields";
}

/** Whether a list waits for something to be set up, and not for play. @param {string} layout  @param {LiveResource|undefined} event */
function lacksSetup(layout, event) {
  if (layout === "bounty_leaderboard") return event?.board("bounties")?.kind === "none";
  if (layout === "season_ranking") return !event?.board("season_ranking")?.season;
  return layout === "payouts";
}

/**
 * Return whether the clock is shown instead of a layout; false while the event is unknown.
 * @param {string} layout  @param {LiveResource|undefined} event  @param {Words} words  @param {number} now server ms  @param {LiveResource} [room]
 */
export function yieldsToClock(layout, event, words, now, room) {
  const clock = event?.clock;
  if (!event || !clock) return false;
  /** @type {Boards} */
  const boards = {
    seating: event.board("seating"), waitingList: event.board("waiting_list"), moves: event.board("moves"), eliminations: event.board("eliminations"),
    free: event.board("free"), map: event.board("map"), prizes: event.board("prizes"), results: event.board("results"), bounties: event.board("bounties"),
    chipLeaders: event.board("chip_leaders"), seasonRanking: event.board("season_ranking"), feature: event.board("feature_table"), cashLists: room?.board("cash_lists"),
  };
  const paged = PAGED[layout];
  return paged ? !paged(boards, words, now, clock).parts.length : Boolean(OTHERS[layout]?.(boards));
}

/**
 * Return the slides that a display leaves out now, each with the reason: "before_start" and the like is when it is shown, "empty" has no
 * rows, "no_event" has no event. A slide whose event has not been read yet is in neither list.
 * @param {ScreenBoard} screen  @param {(tournament: number) => LiveResource|undefined} eventOf  @param {Words} words  @param {number} now server ms  @param {LiveResource} [room]
 * @returns {[layout: string, reason: string][]}
 */
export function leftOut(screen, eventOf, words, now, room) {
  return (programmeOf(screen, now)?.slides ?? []).flatMap(({ layout, tournament: own, when }) => {
    const tournament = own ?? screen.tournament;
    const roomy = layout === "cash_lists" || layout.startsWith("house:");
    const event = tournament === null ? undefined : eventOf(tournament);
    if (tournament === null && (when !== "always" || !roomy)) return [[layout, "no_event"]];
    if (tournament !== null && !event?.clock) return [];
    if (!isTimeFor(when, event?.clock, now)) return [[layout, when]];
    return yieldsToClock(layout, event, words, now, room) ? [[layout, "empty"]] : [];
  });
}
