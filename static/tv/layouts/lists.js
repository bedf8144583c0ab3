/** The layouts that are a paged list. */

import { bountyView } from "./bounties.js";
import { chipLeadersView } from "./chip_leaders.js";
import { eliminationsView } from "./eliminations.js";
import { freeView } from "./free.js";
import { movesView } from "./moves.js";
import { PagedList } from "./paged.js";
import { payoutsView } from "./payouts.js";
import { resultsView } from "./results.js";
import { seasonRankingView } from "./season_ranking.js";

export const moves = () => new PagedList("moves", movesView);
export const eliminations = () => new PagedList("eliminations", eliminationsView, true);
export const free = () => new PagedList("free", freeView);
export const payouts = () => new PagedList("payouts", payoutsView);
export const results = () => new PagedList("results", resultsView);
export const bounties = () => new PagedList("bounty_leaderboard", bountyView);
export const season = () => new PagedList("season_ranking", seasonRankingView);
export const chips = () => new PagedList("chip_leaders", chipLeadersView);
