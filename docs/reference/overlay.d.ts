// Types of the feed of an overlay, for browser code: `/** @import { OverlayBoard } from "…/docs/reference/overlay" */`.
// Written by `make docs` from the type of the feed; change the code, not this file.

/** What an overlay shows. */
export interface OverlayBoard {
  /** `starting`: nothing is as old as the delay yet. */
  state: "shown" | "starting";
  /** minutes by which everything is shown later. */
  delay: number;
  /** ms until something is shown; null if it is, or is not known. */
  starts_in: number | null;
  /** null while starting. */
  shown: OverlayShown | null;
}

/** A player who has busted, and how many ms ago. */
export interface OverlayBust {
  name: string;
  ago: number;
}

/** The clock. */
export interface OverlayClock {
  state: "held" | "over" | "paused" | "running" | "waiting";
  /** the row it is in; a break has no number. */
  level: OverlayLevel;
  /** of the row, in ms; while it waits for the start, until then (null: not planned). */
  remaining: number | null;
  /** the next level; null after the last one. */
  next: OverlayLevel | null;
  /** ms until the next break; null without one. */
  next_break: number | null;
}

/** A player among those with the most chips, as on displays. */
export interface OverlayLeader {
  rank: number;
  name: string;
  chips: number;
}

/** A level. Blinds and ante are chips. */
export interface OverlayLevel {
  /** null for a break. */
  number: number | null;
  small_blind: number;
  big_blind: number;
  ante: number;
  ante_kind: "big_blind" | "classic" | "none" | "small_blind";
  game: string;
}

/** Places with the same prize, in minor units. */
export interface OverlayPrize {
  from: number;
  to: number;
  /** the prize; for places in a deal, what is left to play for in addition to the shares. */
  amount: number;
  /** non-cash prizes. */
  things: string[];
  /** whether a confirmed deal divides the prizes of these places, and they are not decided yet. */
  deal: boolean;
}

/** The payouts. */
export interface OverlayPrizes {
  currency: string;
  /** of the currency. */
  decimals: number;
  pool: number;
  paid: number;
  /** busts until everybody left is in the money; null while entry is open. */
  to_go: number | null;
  /** the smallest prize of the players left. */
  certain: number | null;
  /** the smallest prize after the next pay jump; null without one. */
  jump: number | null;
  /** of the best places; at most 30. */
  rows: OverlayPrize[];
}

/** A player at the feature table. */
export interface OverlaySeat {
  seat: number;
  name: string;
  /** chips; null if they were not counted. */
  stack: number | null;
  /** the stack in tenths of a big blind, rounded down. */
  big_blinds: number | null;
  /** ms since it was counted. */
  counted: number | null;
  button: boolean;
  all_in: boolean;
}

/** An event as it was at a time. */
export interface OverlayShown {
  /** that time. */
  at: number;
  event: string;
  closed: boolean;
  clock: OverlayClock;
  entries: number;
  left: number;
  /** chips by player left, rounded down. */
  average: number | null;
  table: OverlayTable | null;
  /** the latest ones, newest first. */
  busts: OverlayBust[];
  prizes: OverlayPrizes | null;
  /** at most 20. */
  leaders: OverlayLeader[];
  /** an entry is for two players, so `left` counts teams. */
  teams: boolean;
  /** null until there is one. */
  winner: string | null;
}

/** The feature table, or the final table. */
export interface OverlayTable {
  number: number;
  final: boolean;
  /** of the table, with the empty ones. */
  seats: number;
  /** whether an all-in and a call were announced there. */
  all_in: boolean;
  players: OverlaySeat[];
  /** the latest busts there, newest first. */
  out: OverlayBust[];
}
