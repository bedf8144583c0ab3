// Types of the boards, for browser code: `/** @import { ClockBoard } from "…/docs/reference/boards" */`.
// Written by `make docs` from the structs that boards return; change the code, not this file.
// Kept among the documents and not among the static files: no browser loads it.

/** A board as the feed sends it. */
export type Sent<Board> = { seq: number } & Board;

/** Who accepted that the stacks of a count do not add up, and when. */
export interface AcceptedDifference {
  by: string;
  at: number | null;
}

/** An announcement on the displays. */
export interface Announcement {
  text: string;
  at: number | null;
}

/** Announcements that show now or later. */
export interface AnnouncementsBoard {
  announcements: RoomAnnouncement[];
}

/** What waits for the floor and the desk in open events, demos included, and in events closed this week. */
export interface AttentionBoard {
  events: WaitingInEvent[];
}

/** The bag of a stack. */
export interface BagRow {
  seat: number;
  /** on the slip; of players with several bags, whose stacks were added, of the first. */
  number: number;
  /** `open`: not counted yet; `counted`, `sealed`, `handed_in`, `opened`; `none`: a stack without a bag, of a player who entered since. */
  state: "counted" | "handed_in" | "none" | "open" | "opened" | "sealed";
  /** as counted, from then on as on the slip. */
  chips: number;
  /** who did the latest step, and when. */
  by: string;
  /** who did the latest step, and when. */
  at: number | null;
  /** chips in the bag when it was opened; null: not opened. */
  found: number | null;
  /** the player is marked as away. */
  absent: boolean;
  /** the player has said on their phone that they are at their new seat, and the bag is not open yet. */
  here: boolean;
  /** what the player has entered on their phone before the stack is counted; null: nothing. */
  reported: number | null;
}

/** The bags of a table: how many stacks there are, and how many of them have reached each state. */
export interface BagTable {
  number: number;
  stacks: number;
  counted: number;
  sealed: number;
  handed_in: number;
  opened: number;
  chips: number;
  bags: BagRow[];
}

/** The bags of an event. */
export interface BagsBoard {
  /** `played`: no bags; `bagging`: a day ends; `over`: it is closed; `resumed`: the next day has begun. */
  phase: "bagging" | "over" | "played" | "resumed";
  /** number of the day that ends, or of the latest one that has ended, over all stages; 0 while the first day of the tournament is played. */
  day: number;
  /** planned start of the next day; null: not announced. */
  next_start: number | null;
  /** of the next day: `redraw` or `kept`. drawn: they are drawn. */
  seats: "kept" | "redraw";
  drawn: boolean;
  /** all of them; `counted`, `sealed`, `handed_in` and `opened` have at least reached that state. */
  stacks: number;
  counted: number;
  sealed: number;
  handed_in: number;
  opened: number;
  /** counted minus in play, once every stack is counted; of a closed day, as it was then; null: not yet, or unknown. */
  difference: number | null;
  /** what may explain the difference. */
  clues: ClueRow[];
  /** by number; on the next day, where players sit now. */
  tables: BagTable[];
  /** who accepted this difference; null: it is not accepted, or there is none. */
  accepted: AcceptedDifference | null;
}

/** Players who were moved together and have not all arrived. */
export interface Batch {
  /** the journal entry that moved them. */
  batch: number;
  /** see `Move.KINDS`. */
  kind: string;
  /** when they were moved. */
  at: number | null;
  /** how many are under way. */
  count: number;
  /** source tables and the number of players from each, largest first; `more` tables are omitted. */
  tables: [number, number][];
  more: number;
  /** move, name, from table, its seat (null: none), table, seat; empty if there are too many to name. */
  rows: ([number, string, number | null, number | null, number, number])[];
}

/** Bounty leaderboard, and the bounties left. */
export interface BountiesBoard {
  kind: "fixed" | "mystery" | "none" | "progressive";
  currency: string;
  places: number;
  /** what was sold for bounties. */
  collected: number;
  /** money on bounties in play. */
  in_play: number;
  /** envelopes left: value and how many. */
  values: [number, number][];
  /** bounties whose envelope is still to be drawn. */
  undrawn: number;
  /** collected for bounties but in no envelope; negative if the envelopes hold more. */
  unfilled: number;
  /** bounties without an envelope: their players entered after the envelopes were filled. */
  bare: number;
  /** at most twenty. */
  leaders: BountyLeader[];
}

/** Bounties a player has won. */
export interface BountyLeader {
  name: string;
  knockouts: number;
  won: number;
  points: number;
  /** number of these that were the player's drawn targets. */
  drawn: number;
}

/** A table's open call for the floor. */
export interface CallRow {
  call: number;
  table: number;
  kind: "all_in" | "count" | "floor" | "time";
  seat: number | null;
  at: number | null;
  /** time to decide for a player whose time was called; null for other calls. */
  seconds: number | null;
  /** number of final seconds that are counted aloud. */
  countdown: number | null;
}

/** A called player or team, and the time until which the seat is kept. */
export interface CalledPlayer {
  name: string;
  until: number | null;
  booking: number;
}

/** An occupied seat of a cash table. Times are milliseconds since 1970 UTC, money is in minor units. */
export interface CashChair {
  seat: number;
  player: number;
  name: string;
  /** `playing`, `away` or `dinner`. */
  state: "away" | "dinner" | "playing";
  away_since: number | null;
  /** end of the dinner break. */
  until: number | null;
  /** what is owed before the cards besides missed blinds: `big_blind`, `both`, `small_dead`, `waits` (for the big blind) or "". */
  posts: string;
  /** missed-blind buttons: whether the small blind passed, and how many big blinds. */
  missed_small: boolean;
  /** missed-blind buttons: whether the small blind passed, and how many big blinds. */
  missed_big: number;
  /** whether the seat is dealt in. */
  cards: boolean;
  /** `small_blind` or `big_blind` in this hand, or "". */
  position: "" | "big_blind" | "small_blind";
  /** the blind that passes this absent player in this hand, if no button was given yet: `small`, `big` or "". */
  misses: "" | "big" | "small";
  /** whether the seat is no longer kept (St. Moritz 16); the floor decides. */
  place_lost: boolean;
  /** ways to be dealt in again, if the player is away or owes something. */
  ways: WayIn[];
  /** end of the penalty that the player sits out; null for none. `penalty_rule`: as cited. */
  penalty_until: number | null;
  penalty_rule: string;
  /** how often the player was warned since they took a seat. */
  warnings: number;
  /** the last period of time collection that the player paid; null for none. */
  paid_period: number | null;
}

/** The tables of the cash room with their players, all lists, and stakes that the cage keeps. */
export interface CashFloor {
  tables: CashFloorTable[];
  lists: CashListRow[];
  kept: KeptStake[];
  /** of this playing day, and those that still run, the latest first. */
  penalties: CashPenaltyRow[];
}

/** An open cash table with the players at it. */
export interface CashFloorTable {
  number: number;
  game: number;
  name: string;
  currency: string;
  big_blind: number;
  seats: number;
  buy_in_min: number;
  buy_in_max: number | null;
  /** seat of the button; null if unknown. */
  button: number | null;
  hands: number;
  /** number of the main table that its players move to; null for none. */
  must_move: number | null;
  /** open seats that go to the list of the game; the others are kept for must-move players. */
  for_list: number;
  /** the next player can go to dinner then, because as many as may are on a dinner break; null for now. */
  dinner_from: number | null;
  /** since when the dealer calls the floor; null for no call. */
  floor_called: number | null;
  /** names of its dealer on the rota, and of dealers' logins and tablets that work there. */
  dealers: string[];
  players: CashSeatRow[];
}

/** A game with its tables and its list. Money is in minor units. */
export interface CashGameLine {
  game: number;
  /** "No-Limit Hold’em 5/10", the same in every language. */
  name: string;
  variant: string;
  /** "5/10". */
  limit: string;
  currency: string;
  buy_in_min: number;
  buy_in_max: number | null;
  note: string;
  straddle: string;
  run_it_twice: boolean;
  /** how the house is paid: `none`, `rake` or `time`; by time each player pays `time_charge` every `time_minutes`. */
  collection: string;
  time_charge: number;
  time_minutes: number;
  tables: CashTableLine[];
  called: ListedPlayer[];
  /** at most 60 players, the first in line first; `total` counts all. */
  waiting: ListedPlayer[];
  total: number;
}

/** A player on a list, with the full name, first in line first. */
export interface CashListRow {
  entry: number;
  game: number;
  /** `seat`, or `change` for another table of the game. */
  kind: string;
  player: number;
  name: string;
  /** `desk`, `phone`, `call_in`, or `dinner`: the table broke during a dinner break, which lasts until `expires`. */
  origin: string;
  since: number | null;
  /** number of the table asked for; null for any. */
  table: number | null;
  /** number of the table that the player is called to; null while waiting. */
  called_to: number | null;
  /** time until which that seat is kept. */
  until: number | null;
  /** time until which the place of a player who is not in the room is kept; null for others. */
  expires: number | null;
  calls: number;
  /** whether the player answered that they are coming. */
  coming: boolean;
}

/** The games of the cash room with their tables and lists. */
export interface CashLists {
  games: CashGameLine[];
  /** how long a called player has to come. */
  answer_seconds: number;
  /** whether players may put themselves on a list. */
  by_phone: boolean;
}

/** Money of the open cash tables. */
export interface CashMoney {
  tables: CashTableMoney[];
}

/** A penalty of a player in the cash room. Times are milliseconds since 1970 UTC. */
export interface CashPenaltyRow {
  penalty: number;
  player: number;
  name: string;
  /** `warning`, `time_out` or `disqualification`. */
  kind: string;
  reason: string;
  rule: string;
  at: number | null;
  /** its end; null for a warning. */
  until: number | null;
  /** when it was lifted; null if it was not. */
  lifted: number | null;
}

/** A player at a cash table. Times are milliseconds since 1970 UTC, money is in minor units. */
export interface CashSeatRow {
  seat: number;
  player: number;
  name: string;
  /** `playing`, `away` or `dinner`. */
  state: string;
  /** when the player took a seat in this game. */
  since: number | null;
  /** null while present. */
  away_since: number | null;
  /** missed-blind buttons: whether the small blind passed, and how many big blinds. */
  missed_small: boolean;
  /** missed-blind buttons: whether the small blind passed, and how many big blinds. */
  missed_big: number;
  /** what is owed besides: `big_blind`, `both`, `small_dead`, `waits` (for the big blind) or "". */
  posts: string;
  /** chips last counted at the seat and what came and went since; null if never counted. */
  stake: number | null;
  /** whether the player has had all dinner breaks of this playing day. */
  dinner_taken: boolean;
}

/** An open cash table. It has no stakes and no tray: each dealer reads this board of all tables. */
export interface CashTableBoard {
  number: number;
  /** its key; another one at the same number is another game. */
  cash_table: number;
  /** "No-Limit Hold’em 5/10". */
  name: string;
  currency: string;
  small_blind: number;
  big_blind: number;
  seats: number;
  /** number of the hand that is played, counted from 1. */
  hand: number;
  /** its seat; null if unknown. */
  button: number | null;
  /** seat of a player who posts both blinds alone in this hand; null for none. */
  alone: number | null;
  /** `none`, `live` or `button`. */
  straddle: string;
  run_it_twice: boolean;
  /** house rules. */
  note: string;
  /** number of the main table that its players move to; null for none. */
  must_move: number | null;
  /** seat of the player who moves there next: the longest in the game; null for none. */
  next_must_move: number | null;
  /** how the house is paid: `none`, `rake` or `time`. */
  collection: string;
  /** of each player per period, counted from `opened` (milliseconds since 1970 UTC). */
  time_charge: number;
  /** of each player per period, counted from `opened` (milliseconds since 1970 UTC). */
  time_minutes: number;
  opened: number | null;
  /** the last period of which time was collected; null for none. */
  collected: number | null;
  /** how many fills and credits are not confirmed. */
  on_way: number;
  /** since when the dealer calls the floor; null for no call. */
  floor_called: number | null;
  /** the occupied seats, seat 1 first. */
  chairs: CashChair[];
}

/** A table of a game. */
export interface CashTableLine {
  number: number;
  seats: number;
  taken: number;
  /** seats that are neither taken nor kept for a called player. */
  open: number;
  buy_in_min: number;
  buy_in_max: number | null;
  /** number of the main table that its players move to; null for none. */
  must_move: number | null;
}

/** Money of an open cash table since it was opened, in minor units of `currency`. */
export interface CashTableMoney {
  number: number;
  name: string;
  currency: string;
  float_chips: number;
  fills: number;
  credits: number;
  /** chips sold at the table, for cash or by card. */
  sold: number;
  /** what must be in the tray: float + fills − credits − sold. */
  tray: number;
  brought: number;
  taken: number;
  time: number;
  rake: number;
  jackpot: number;
  /** what the players must have: brought − taken − time − rake − jackpot. */
  on_table: number;
  /** from when on time is collected next, in milliseconds since 1970 UTC; null if the game is not paid by time. */
  next_time: number | null;
  /** periods of time collection are counted from the opening (milliseconds since 1970 UTC). */
  opened: number | null;
  /** periods of time collection are counted from the opening (milliseconds since 1970 UTC). */
  time_minutes: number;
  /** fills and credits that are not confirmed. */
  on_way: MoneyOnWay[];
}

/** A seat of a table, from 1 on; `kind` is "" for a free one. A "held" seat has the player who may rebuy, and no entry. Staff always see a person's full name; `known_as` is the nickname used at the table, "" for none. Where two players share the entry, `name` has both; `registered` and `partner` are their names, "" otherwise, and `partner_plays` says which of them plays now. `stack` has the chips won from busted players since it was counted, and is then `estimated`; it is null once the player has won an unknown number of chips. `counted_at` is when it was last known to change. */
export interface ChairRow {
  seat: number;
  kind: string;
  entry: number | null;
  player: number | null;
  name: string;
  known_as: string;
  registered: string;
  partner: string;
  partner_plays: boolean;
  number: number | null;
  since: number | null;
  stack: number | null;
  counted_at: number | null;
  absent_since: number | null;
  waits: boolean;
  held_until: number | null;
  move: number | null;
  from_table: number | null;
  estimated: boolean;
}

/** A denomination and its colours. */
export interface ChipColours {
  value: number;
  face: string;
  edge: string;
}

/** A player among those with the most chips, with the current seat. */
export interface ChipLeader {
  /** players with equal stacks share it; `worst` is the last rank that they share. */
  rank: number;
  worst: number;
  name: string;
  table: number;
  seat: number;
  chips: number;
}

/** The chip leaders by the latest closed count, once all bags of a day are sealed by those bags, and once all players are at one table by the counts of its seats. Players who have busted since are left out. */
export interface ChipLeadersBoard {
  /** when the count was closed, the last bag sealed, or the first stack of the last table counted; null: none of these. */
  at: number | null;
  /** chips in play per player at that time; null: unknown. */
  average: number | null;
  /** at most 50, the biggest stack first. */
  rows: ChipLeader[];
  /** the smallest stack, of the last rank; null: no stacks. */
  shortest: ChipLeader | null;
}

/** How many chips of a value were counted. */
export interface ChipsOfValue {
  value: number;
  count: number;
}

/** The public clock. */
export interface ClockBoard {
  tournament: number;
  name: string;
  logo: string;
  currency: string;
  /** key of the rulebook. */
  book: string;
  book_title: string;
  planned_start: number | null;
  /** how levels change: automatically, or held until announced. */
  advance: "announced" | "auto";
  advance_rule: string;
  clock: StoredClock;
  field: FieldTotals;
  /** position of the level or break for which the last hand was announced. */
  last_hand: number | null;
  announcement: Announcement | null;
  /** null until the clock was stopped for the day's last hands. */
  last_hands: LastHands | null;
  /** null while a day is played. */
  day_over: OverDay | null;
  closed: boolean;
  /** public name of the event's winner. */
  winner: string | null;
  /** null until a satellite ends, and in any other event. */
  qualified: Qualified | null;
  /** whether play is stopped for a deal that is not confirmed yet. */
  deal_pending: boolean;
  /** `digest` of the structure that this clock must be read with. */
  structure: string;
}

/** The director's additional view of a clock. */
export interface ClockStaffBoard {
  outage: Outage | null;
  /** in the book, a card decides how many hands are left in the day. */
  draws_last_hands: boolean;
  /** the setting for level changes; `advance` of the clock is the resulting mode. */
  way: "announced" | "auto" | "book";
}

/** The latest closed count: its chips, and those in play then (null: unknown). */
export interface ClosedCount {
  count: number;
  occasion: "break" | "check" | "day_end" | "deal";
  at: number | null;
  chips: number;
  in_play: number | null;
}

/** Where a difference may come from (`procedures.rules.bags.Clue`); seat null: the whole table. */
export interface ClueRow {
  table: number;
  seat: number | null;
  chips: number;
  meant: number;
  why: "recounted" | "swapped" | "zero";
}

/** Rebuys or add-ons that were sold. */
export interface CountedExtra {
  kind: "add_on" | "rebuy";
  /** without those that were taken back. */
  sold: number;
  /** of one, in minor units. */
  price: number;
  chips: number;
}

/** A table in a count. */
export interface CountedTable {
  number: number;
  /** stacks to be counted; `counted` of them are. */
  stacks: number;
  counted: number;
  /** chips counted. */
  chips: number;
  /** time of the latest count of one of its stacks; null: none. */
  at: number | null;
  /** who counted the table; "" if nobody did as a whole. */
  by: string;
  /** a stack was counted later than the table. */
  changed: boolean;
  /** stacks that players have entered and nobody has counted yet. */
  reported: number;
  /** chips by value, the largest first, if all stacks of the table were counted so. */
  pieces: ChipsOfValue[];
}

/** The deal under negotiation or confirmed. */
export interface DealBoard {
  state: "open" | "stands";
  deal: number;
  /** changes with the shares; send it as `seen`. */
  version: string;
  currency: string;
  places: number;
  made_at: number | null;
  /** prizes of the places that are divided. */
  ladder: number[];
  /** parts of each way: icm, chip_chop, even. */
  mix: Record<string, number>;
  /** what stays to be played for, by place. */
  played_for: number[];
  /** amount not assigned yet; 0 when the shares add up. */
  left: number;
  shares: DealPart[];
}

/** A player's share of a deal. */
export interface DealPart {
  entry: number;
  name: string;
  stack: number;
  proposed: number;
  amount: number;
  agreed: boolean;
}

/** A running demo. */
export interface DemoRow {
  demo: number;
  tournament: number | null;
  name: string;
  /** title of its rulebook. */
  book: string;
  players: number;
  /** factor by which it runs faster than real time. */
  speed: number;
  /** current step, or how it ended (docs/simulation.md). */
  state: string;
  asked_at: number | null;
  ended_at: number | null;
  /** error message, if any. */
  words: string;
}

/** Running demos, and the last one that has ended. */
export interface DemosBoard {
  /** maximum number of demos at once. */
  most: number;
  demos: DemoRow[];
}

/** A chip that leaves play, and the plan of its race. */
export interface DueBoard {
  small: number;
  /** value of the chip it is raced for. */
  big: number | null;
  /** row of the structure in or before which it leaves: its break, else the next level. */
  at: number;
  in_break: boolean;
  /** why `big` is null: `no_chips`, `no_bigger_chip`, `not_a_multiple`, `smaller_stays`. */
  lack: string;
  /** whether its race is planned. */
  planned: boolean;
  /** whether the race begins automatically with the break. */
  by_itself: boolean;
  /** whether players deal themselves. */
  self_dealt: boolean;
  /** how many big chips are raced. */
  policy: string;
  /** that row lies between two days: the chip is raced before the first hand of the day, whatever the clock shows. */
  at_start: boolean;
}

/** The latest busts and, near the end, the remaining players. */
export interface EliminationsBoard {
  /** players still in; in an event for teams of two (`teams`), the teams. */
  left: number;
  /** name, table, time and entry of the last twenty, newest first; without players removed with chips. */
  busts: ([string, number | null, number | null, number])[];
  /** name, table, seat and chips (null: unknown) of all remaining players, once entry is closed, a player has busted and at most 18 are left. */
  last: ([string, number | null, number | null, number | null])[];
  teams: boolean;
}

/** All entries of an event that were not withdrawn, by name. */
export interface EntriesBoard {
  entries: EntryRow[];
}

/** A player's entry. */
export interface EntryRow {
  entry: number;
  player: number;
  name: string;
  nickname: string;
  /** names of the two players of a team, and `partner_player` the key of the partner; "" and null for a player alone. */
  registered: string;
  /** names of the two players of a team, and `partner_player` the key of the partner; "" and null for a player alone. */
  partner: string;
  partner_player: number | null;
  /** 1 for the first, 2 for the first re-entry. */
  number: number;
  /** at a table, without a seat, or out; "won" for the winner (in a satellite everyone with a ticket), "finished" for others in play when the event was closed. */
  state: "finished" | "out" | "seated" | "unseated" | "won";
  /** where the player sits, or sat at the bust or at the end. */
  table: number | null;
  /** where the player sits, or sat at the bust or at the end. */
  seat: number | null;
  /** in ms. */
  entered_at: number | null;
  /** in ms. */
  out_at: number | null;
}

/** The parts of the price of an extra. */
export interface ExtraParts {
  pool: number;
  fee: number;
  staff: number;
}

/** A rebuy or add-on. */
export interface ExtraSold {
  kind: "add_on" | "rebuy";
  price: number;
  parts: ExtraParts;
  chips: number;
  /** of the structure, the first in which it is sold. */
  from_row: number;
  /** the last one. */
  until_row: number;
  /** maximum number; null: no limit. */
  most: number | null;
  /** maximum stack, in chips. */
  stack_most: number | null;
  /** whether two at once are sold. */
  double: boolean;
  /** how often the add-on is sold to a player who has bought no rebuy. */
  without_rebuy_times: number | null;
}

/** A player who busted at the feature table. */
export interface FeatureOut {
  name: string;
  seat: number | null;
  at: number | null;
}

/** A player at the feature table. */
export interface FeatureSeat {
  seat: number;
  name: string;
  /** null if it was not counted. */
  stack: number | null;
  /** when it was counted. */
  counted_at: number | null;
  all_in: boolean;
}

/** The table that the floor chose, else the final table. */
export interface FeatureTableBoard {
  /** null if there is neither. */
  number: number | null;
  /** number of the table that the floor chose; null for none. */
  chosen: number | null;
  /** whether all remaining players sit there. */
  final: boolean;
  /** of the table, with the empty ones. */
  seats: number;
  button: number | null;
  /** whether an all-in and a call were announced there. */
  all_in: boolean;
  players: FeatureSeat[];
  /** the latest busts there, newest first; at most three. */
  out: FeatureOut[];
}

/** Entries, players left and chips. */
export interface FieldTotals {
  entries: number;
  left: number;
  chips: number;
  /** chips by players left, rounded down; null if no players are left. */
  average: number | null;
  starting_stack: number;
  /** an entry is for two players, so `left` counts teams. */
  teams: boolean;
  /** the entries are those of players who advanced from earlier stages; nobody has entered this event. */
  advanced: boolean;
}

/** What needs attention on the floor. */
export interface FloorBoard {
  proposals: ProposalRow[];
  calls: CallRow[];
  /** players under way, at most 300; `under_way` counts all. */
  moves: MoveRow[];
  under_way: number;
  /** table numbers in breaking order. */
  breaking: number[];
  auto_balance: boolean;
  auto_break: boolean;
  late_stage: boolean;
  /** table numbers in the drawn order of giving up players, if one was drawn. */
  giving: number[];
  /** hands in which several players busted and which the floor has yet to confirm. */
  ties: number;
  /** players can still enter, so the event continues even with one player left. */
  entry_open: boolean;
  /** players whose bookings let them enter although registration is closed. */
  guaranteed: number;
  /** everybody left fits at the final table, and some have busted, but players can still enter. */
  held_final: HeldFinalTable | null;
  /** number of the table at which the best of earlier stages play for the first places; no players move to or from it (Five Spades 4.19). Null in most events. */
  final_table: number | null;
}

/** Tables in play with free seats. A ghost's seat is free for a late entry. */
export interface FreeBoard {
  /** number of such tables. */
  total: number;
  /** number of free seats at all of them. */
  seats: number;
  /** number, free seats and players, by number; at most 200, those with the most free seats. */
  tables: [number, number, number][];
}

/** Hand-for-hand of an event. */
export interface HandForHandBoard {
  /** whether it is on. */
  on: boolean;
  /** it is off, and the book requires it now: at the direct bubble, or a number of players before it. */
  due: boolean;
  /** it is played for the money, and the money is reached. */
  reached: boolean;
  /** players in. */
  left: number;
  /** places paid; 0: unknown. */
  paid: number;
  /** what is at stake (`money`, `final_table`, `pay_jump`); null while off, like all that follows. */
  reason: string | null;
  /** the clock meanwhile (`per_hand`, `stopped`, `running`). */
  way: string | null;
  /** minutes that each hand takes off the clock. */
  minutes: number | null;
  /** 0 is the hand in progress at the announcement. */
  hand: number | null;
  /** times of the announcement and of the last deal. */
  announced: number | null;
  /** times of the announcement and of the last deal. */
  dealt: number | null;
  /** number, state ("playing", "all_in", "resolving", "done") and completed hands, by number. */
  tables: [number, string, number][];
  /** number of tables still playing. */
  playing: number;
  /** numbers of tables with a called all-in, in the order in which they are turned up. */
  turned_up: number[];
  /** the next of them; null while others play, or one is being turned up. */
  next: number | null;
  /** whether the next hand may be dealt. */
  over: boolean;
  /** the cited rule. */
  rule: string;
}

/** The final table that is not drawn yet, only because registration is open. */
export interface HeldFinalTable {
  /** everybody left, as the clock counts them. */
  players: number;
  /** players called from the waiting list, who will need a seat there as well. */
  expected: number;
  /** of the final table. */
  seats: number;
  /** the rule about the final table, or "". */
  rule: string;
}

/** What was counted in a home game. */
export interface HomeGameBoard {
  /** whether entries are counted without names; false once players enter by name. */
  counting: boolean;
  /** whether entry is open. */
  open: boolean;
  /** players in play without a name. */
  unnamed: number;
  /** players without a name who are out. */
  unnamed_out: number;
  /** players in play with one. */
  named: NamedPlayer[];
  extras: CountedExtra[];
}

/** A layout of the house. Displays load its document when they show it, and again once its version differs. */
export interface HouseLayoutBoard {
  id: number;
  name: string;
  version: string;
  /** how many events it shows: that of the display, and the next open ones of the room. */
  events: number;
  /** whether it shows a seat list. */
  seats: boolean;
}

/** All layouts of the house. */
export interface HouseLayoutsBoard {
  layouts: HouseLayoutBoard[];
}

/** Distance to the money and pay jumps for the players left. */
export interface InTheMoney {
  /** busts until everybody left is in the money. */
  to_go: number;
  /** the minimum prize of every player left. */
  certain: number;
  /** the minimum prize after the next pay jump; null if there is none. */
  jump: number | null;
  /** busts until then. */
  jump_after: number;
}

/** A command that was handed to a worker. */
export interface JobBoard {
  job: number;
  command: string;
  kind: string;
  /** queued, running, done, refused or failed. */
  state: string;
  /** the requester. */
  who: string;
  /** time of the request. */
  at: number | null;
  /** why it was refused or failed, in the requester's language. */
  code: string;
  /** why it was refused or failed, in the requester's language. */
  message: string;
  /** why it was refused or failed, in the requester's language. */
  rule: string;
  /** the journal entry of the command, once it is done. */
  entry: number | null;
}

/** The jobs of an event. */
export interface JobsBoard {
  jobs: JobBoard[];
}

/** The latest entries of an event's journal, newest first, without payments of prizes. */
export interface JournalBoard {
  lines: JournalRow[];
}

/** An entry of the journal as all its readers see it. */
export interface JournalRow {
  seq: number;
  kind: string;
  /** by language ("en"); a variant ("de-ch") only if it differs from its language. */
  texts: Record<string, string>;
  /** its author; "" for what is no person. */
  who: string;
  /** the name of an author that is no person, by language; empty for a person. */
  system: Record<string, string>;
  at: number | null;
  /** when it was due, if it was scheduled. */
  due_at: number | null;
  rule: string;
  /** whether it is undone now. */
  undone: boolean;
  /** needed besides `undo` to undo it; null if it is not undone here. */
  permission: string | null;
}

/** A counted stake that the cage keeps, because its player did not come back from dinner; in minor units. */
export interface KeptStake {
  dinner: number;
  player: number;
  name: string;
  /** number of the table that the player left. `game`: what was played there. */
  table: number;
  game: number;
  stake: number;
  currency: string;
  /** when the seat was given up. */
  since: number | null;
}

/** A recent draw. */
export interface LastDraw {
  digest: string;
  kind: string;
  at: number | null;
}

/** The number of hands left in the day. */
export interface LastHands {
  /** null until the card is drawn. */
  hands: number | null;
  card: string | null;
  rule: string;
  drawn: boolean;
}

/** An action at a table in words, and its author. */
export interface LastJournalEntry {
  seq: number;
  /** by language ("en"); a variant ("de-ch") only if it differs from its language. */
  texts: Record<string, string>;
  who: string;
  at: number | null;
  undone: boolean;
  /** needed besides `undo` to undo it; null if it is not undone here. */
  permission: string | null;
}

/** A bust so recent that the next one may be in the same hand. */
export interface LastOut {
  entry: number;
  name: string;
  at: number | null;
}

/** When late registration closes. */
export interface LateEntry {
  ends: "none" | "row" | "time";
  /** of the structure, counted from 0, if it ends with one. */
  row: number | null;
  /** the time, if it ends at a time. */
  at: number | null;
  /** the row at whose start entry closes, after a following break if the book says so; 0 is the start; null if it ends at a time. */
  closes_row: number | null;
  rule: string;
}

/** A row of a structure. Blinds and antes are chips. */
export interface LevelRow {
  kind: "break" | "level";
  /** level number; null for a break. */
  number: number | null;
  small_blind: number;
  big_blind: number;
  ante: number;
  ante_kind: "big_blind" | "classic" | "none" | "small_blind";
  duration: number;
  game: string;
  /** family of the game; `mixed`: games including stud change within the level; "" in a break. */
  family: "" | "draw" | "flop" | "mixed" | "stud";
  note: string;
  /** denominations that leave play after this row. */
  colour_up: number[];
  ends_day: boolean;
}

/** A player on a list, by the name shown in public. */
export interface ListedPlayer {
  entry: number;
  name: string;
  /** counted from 1; 0 while called. */
  position: number;
  /** number of the table that the player is called to; null while waiting. */
  table: number | null;
  /** time until which the seat is kept, in milliseconds since 1970 UTC; null while waiting. */
  until: number | null;
}

/** The venue's open events in starting order. */
export interface LobbyBoard {
  room: string;
  accent: string;
  events: LobbyEvent[];
}

/** An open event, as the public sees it. */
export interface LobbyEvent {
  tournament: number;
  name: string;
  planned_start: number | null;
  state: "held" | "over" | "paused" | "running" | "waiting";
  entries: number;
  left: number;
  /** whether it is simulated, with invented players. */
  demo: boolean;
  /** registration is open, and players enter by name. */
  enterable: boolean;
}

/** Identity of the room on its displays, besides its colour. */
export interface LookBoard {
  /** the cloth behind everything. */
  theme: "black" | "felt" | "midnight" | "room" | "wine";
  /** address of the picture shown where an event has no logo of its own; "" for none. */
  logo: string;
  /** address of a picture in place of the cloth; "" for none. */
  background: string;
  /** text of the strip at the foot; "" for none. */
  sponsor: string;
  /** address of the sponsor's logo in that strip; "" for none. */
  sponsor_picture: string;
  /** addresses of the room's own sounds by cue: `level_start`, `one_minute`, `tick` (the last five seconds), `level_end`, `break_end`. Cues with the built-in sound are left out. */
  sounds: Record<string, string>;
}

/** All tables of the event in brief. */
export interface MapBoard {
  /** number, seats, players, ghosts, state, position across and down on the map (hundredths of a per cent), button (null: unknown), hands, open calls, players moving to it, absent players. */
  tables: ([number, number, number, number, "halted" | "open" | "paused" | "reserve", number | null, number | null, number | null, number, number, number, number])[];
}

/** A fill or credit that is not confirmed yet; `kind` is `fill` or `credit`. */
export interface MoneyOnWay {
  money: number;
  kind: string;
  amount: number;
  since: number | null;
  /** who asked for it; another person must confirm it. */
  asked: string;
}

/** A player who is moving to another seat. */
export interface MoveRow {
  move: number;
  entry: number;
  name: string;
  kind: string;
  from_table: number | null;
  from_seat: number | null;
  table: number;
  seat: number;
  at: number | null;
}

/** Players who were moved and have not been confirmed at their new seat. */
export interface MovesBoard {
  /** how many are under way; at most 200 of them are named. */
  total: number;
  /** newest first. */
  batches: Batch[];
}

/** A player in play with a name. */
export interface NamedPlayer {
  entry: number;
  name: string;
}

/** There is no deal. */
export interface NoDeal {
  state: "none";
}

/** The payout is not set up. */
export interface NoPrizes {
  state: "none";
}

/** The stack with which a player advanced instead of this one, and the flight that it is from. */
export interface OtherStack {
  event: string;
  chips: number;
}

/** A server outage, about whose time the director has to decide. */
export interface Outage {
  from: number | null;
  until: number | null;
  position: number;
  /** time left in the row at the beginning of the outage. */
  remaining: number;
}

/** A day that is over. */
export interface OverDay {
  /** of the day. */
  number: number;
  /** planned start of the next one; null: not announced. */
  next_start: number | null;
  /** counted into the bags; null once they are in play again. */
  chips: number | null;
  /** of a flight whose players continue in another event, as "Day 1A"; "" if they play on in this one. */
  name: string;
  /** name of the stage in which they continue; "" if they play on in this event. */
  next: string;
  /** whether that stage has begun or is over. */
  next_state: "begun" | "over" | "waiting";
  /** the event to which they have advanced; null: not yet, or to several. */
  next_event: number | null;
}

/** A player's sealed bag, and the day that is over. */
export interface OwnBag {
  /** on the slip; 0: the stack was counted without a bag. */
  number: number;
  /** in the bag. */
  chips: number;
  /** number of the day that ends or has ended. */
  day: number;
  /** it is closed, and the next one has not begun. */
  over: boolean;
  /** planned start of the next day, or of the event that players go on to; null: not announced. */
  next_start: number | null;
  /** the player's seat is the one of the next day. */
  seat_known: boolean;
  /** the event or stage that players of a flight go on to; "": they play on in this event. */
  goes_on_to: string;
  /** whether the player does: `sure` or `open` until the flights are joined; `forfeited`: with another stack, `advanced_with`; "" without such an event. */
  goes_on: "" | "forfeited" | "no" | "open" | "sure" | "yes";
  advanced_with: OtherStack | null;
}

/** A player's places on lists, seat and dinner break in the cash room. */
export interface OwnCash {
  /** a called one first, then in the order in which they joined. */
  places: OwnPlace[];
  seat: OwnCashSeat | null;
  /** the last five within twelve hours, newest first. */
  notices: OwnCashNotice[];
}

/** A notification about the cash room: its kind and the values of its text. */
export interface OwnCashNotice {
  id: number;
  kind: string;
  values: object;
  at: number | null;
}

/** A player's seat at a cash table. */
export interface OwnCashSeat {
  table: number;
  seat: number;
  seats: number;
  game: number;
  /** of the game, in the room's language. */
  name: string;
  /** `playing`, `away` or `dinner`. */
  state: string;
  /** when they took a seat in this game. */
  since: number | null;
  /** end of the dinner break; null without one. */
  dinner_until: number | null;
}

/** A player's stack at a closed count. */
export interface OwnCount {
  /** when the count was closed, in ms. */
  at: number | null;
  chips: number;
  /** among the players counted; equal stacks share it, and `worst` is the last rank that they share. */
  rank: number;
  worst: number;
  /** number of players counted. */
  players: number;
  /** chips in play by player, as on the displays. */
  average: number;
}

/** The events of a player today: open ones first, the newest first. */
export interface OwnEvents {
  events: number[];
}

/** The previous seat of a player who was moved and whose move is not confirmed yet. */
export interface OwnMove {
  move: number;
  kind: string;
  table: number | null;
  seat: number | null;
  at: number | null;
}

/** A notification to a player. */
export interface OwnNotice {
  id: number;
  /** `seated`, `moved`, `called`, `offer`, `registered`, `closed`, `cancelled`, `penalty`, `penalty_over`; others are shown as "there is news". */
  kind: string;
  values: object;
  at: number | null;
}

/** A player's seat in an event, or their place on its waiting list. */
export interface OwnPage {
  booking: number | null;
  entry: number | null;
  /** of the entry; 2 is the first re-entry. */
  number: number;
  /** `entered`: paid, no seat yet. */
  state: "called" | "checked_in" | "entered" | "none" | "out" | "reserved" | "seated" | "waiting";
  table: number | null;
  seat: number | null;
  /** number of seats of the table in this event. */
  seats: number | null;
  wants: "entry" | "re_entry" | "surrender" | null;
  /** on the waiting list, when this was read; the board `waiting_list` has the newer position of `booking`. */
  position: number | null;
  /** on the waiting list, when this was read; the board `waiting_list` has the newer position of `booking`. */
  ahead: Record<string, number>;
  /** for a called player, how long the seat is held. */
  until: number | null;
  rebuy: OwnRebuy | null;
  /** name of the player who shares the entry, or the place on the waiting list; "" without one. `plays_now`: whether this player plays the next hand, not the partner. `registers`: whether this player registers again for the team; false for the second one. */
  partner: string;
  plays_now: boolean;
  registers: boolean;
  move: OwnMove | null;
  penalty: OwnPenalty | null;
  bag: OwnBag | null;
  /** for a player who is out: the stage in which they play again all the same; "" if there is none. */
  plays_on: string;
  /** the last five within twelve hours, newest first. */
  notices: OwnNotice[];
}

/** What a player still has to serve, all penalties together. */
export interface OwnPenalty {
  hands: number;
  /** orbits of the button. */
  rounds: number;
  /** of play, as imposed. */
  minutes: number;
  /** some hands were estimated from the time played. */
  estimated: boolean;
}

/** A player's place on a list. Times are milliseconds since 1970 UTC. */
export interface OwnPlace {
  entry: number;
  game: number;
  /** `seat`, or `change` for another table of the game. */
  kind: string;
  /** of the game, in the room's language. */
  name: string;
  /** counted from 1; 0 while called. */
  position: number;
  /** number of players called for the game just now. */
  called: number;
  /** number of the table that the player is called to; null while waiting. */
  table: number | null;
  /** time until which that seat is kept. */
  until: number | null;
  /** whether the call is a repeated one. */
  again: boolean;
  /** whether the player answered that they are coming. */
  coming: boolean;
  /** time until which the place of a player who is not in the room is kept; null if it does not expire. */
  expires: number | null;
}

/** A player's place with the best entry, and the winnings of all entries. */
export interface OwnPrize {
  state: "in" | "none" | "open" | "out";
  best: number | null;
  worst: number | null;
  field: number;
  prize: number;
  /** an uncounted stack decides about a prize, which is then in neither `prize` nor `outstanding`. */
  undecided: boolean;
  deal: number;
  /** money won by bounties. */
  bounty: number;
  /** current value of the player's own bounty. */
  own_bounty: number;
  things: string[];
  /** still to be paid; negative if overpaid. */
  outstanding: number;
  currency: string;
  places: number;
  /** names drawn by the player. */
  bounty_targets: string[];
  /** two players share the entry: all amounts are this player's part, except `own_bounty`. */
  of_team: boolean;
}

/** The seat held for a rebuy after a bust, and until when. */
export interface OwnRebuy {
  table: number;
  seat: number;
  until: number | null;
}

/** A player's own stack in an event. */
export interface OwnStack {
  /** a count is in progress, and the stack is still to be counted. */
  counting: boolean;
  /** chips the player has reported in it; null: none. */
  reported: number | null;
  /** closed counts with the player's stack, the oldest first. */
  counts: OwnCount[];
}

/** Payables of an event. */
export interface PayablesBoard {
  /** number of players with open payouts. */
  waiting: number;
  amount: number;
  /** number of players paid more than they have won. */
  overpaid: number;
}

/** Penalties of an event. */
export interface PenaltiesBoard {
  running: PenaltyRow[];
  /** penalties served or lifted in the last half hour, newest first. */
  ended: PenaltyRow[];
  /** reminders, warnings and dead hands in that time. */
  warnings: PenaltyRow[];
}

/** A penalty as staff see it. */
export interface PenaltyRow {
  penalty: number;
  entry: number;
  name: string;
  table: number | null;
  seat: number | null;
  kind: string;
  /** length as imposed: hands, rounds of the button or minutes of play. */
  count: number | null;
  /** remaining length; both null for minutes of play. */
  hands: number | null;
  /** remaining length; both null for minutes of play. */
  rounds: number | null;
  served: number;
  /** hands estimated from the time played. */
  estimated: number;
  /** the hand in progress does not count yet. */
  waits: boolean;
  /** another penalty of the player is served first. */
  queued: boolean;
  reason: string;
  rule: string;
  at: number | null;
  ended: number | null;
  outcome: string;
  /** reason for lifting it. */
  because: string;
}

/** Players without a seat, and the latest busts. */
export interface PeopleBoard {
  /** players in play without a seat, at most 60; `more` counts the others. */
  unseated: PersonRow[];
  more: number;
  /** the latest busts, newest first. */
  out: PersonRow[];
}

/** A player without a seat; `table` and `seat` are those at the bust. */
export interface PersonRow {
  entry: number;
  number: number;
  name: string;
  table: number | null;
  seat: number | null;
  out: number | null;
}

/** The parts of a price. */
export interface PriceParts {
  pool: number;
  fee: number;
  staff: number;
  bounty: number;
}

/** Places with the same prize. */
export interface PrizeTier {
  from: number;
  to: number;
  /** for places in a deal: the amount left to play for, the shares are paid in addition; once such a place is decided, all of its player's cash. */
  cash: number;
  /** tickets and prizes in kind, by name. */
  things: string[];
  /** what the things are worth, together. */
  worth: number;
  /** divided by a deal that stands, and not decided yet. */
  deal: boolean;
  /** divided by a deal that stands, and decided: the share is in `cash`. */
  decided: boolean;
}

/** The pool and the prizes of the places. */
export interface PrizesBoard {
  /** while open, prizes follow the current field and pool. */
  state: "locked" | "open";
  /** ISO 4217; "" if the club plays for points only. */
  currency: string;
  /** decimals of the currency. */
  places: number;
  /** the prize pool, with added money and overlay, without bounties. */
  pool: number;
  added: number;
  guarantee: number;
  overlay: number;
  bounty: number;
  entries: number;
  left: number;
  /** places paid. */
  paid: number;
  /** at most 200. */
  tiers: PrizeTier[];
  /** why there are no prizes yet, or why they do not sum to the pool. */
  fault: string | null;
  /** null while entry is open or a deal is pending. */
  money: InTheMoney | null;
  deal: "open" | "stands" | null;
  bounties: "fixed" | "mystery" | "none" | "progressive";
}

/** What a display shows from a time of day on: a layout, or slides in turn. */
export interface ProgrammeBoard {
  /** minutes after midnight in the room's time. */
  at: number;
  layout: string;
  /** in place of the layout; empty for none. */
  slides: SlideBoard[];
}

/** A change on the floor that the rulebook proposes. */
export interface ProposalRow {
  proposal: number;
  kind: "advance" | "balance" | "break" | "halt" | "no_hand" | "redraw" | "resume";
  /** the players and tables concerned, depending on `kind`; see docs/floor.md for its fields. */
  detail: object;
  rule: string;
  at: number | null;
}

/** Players left at the end of a satellite: each has won a ticket. */
export interface Qualified {
  players: number;
  /** name of the event that the tickets are for. */
  ticket: string;
}

/** The chip races of an event. */
export interface RaceBoard {
  /** whether a race is running. */
  on: boolean;
  /** whether stacks are in bags, or counted for them: no race starts before the next day. */
  bagged: boolean;
  /** chips still to be raced, in order; the clock, a separate board, shows which of them is due now. Empty once the event is closed, or its players go on to another one with their bags. */
  due: DueBoard[];
  /** of the running race; null if there is none. */
  race: number | null;
  /** of the running race; null if there is none. */
  small: number | null;
  /** of the running race; null if there is none. */
  big: number | null;
  /** of the running race; null if there is none. */
  policy: string | null;
  self_dealt: boolean;
  /** start time in ms. */
  started: number | null;
  /** number and state ("open", "counted", "dealt", "done"), by number. */
  tables: [number, string][];
  /** number of tables that are not done. */
  left: number;
  /** whether all tables are done. */
  over: boolean;
  /** of the tables that are decided; null if no race is running. */
  totals: RaceTotals | null;
  /** small, big and change in value of finished races, newest first. */
  past: [number, number, number][];
  /** whether players who deal themselves round their own chips in the book. */
  rounds: boolean;
  /** the cited rule. */
  rule: string;
}

/** A player's chips and result in a race. */
export interface RaceSeatRow {
  seat: number;
  entry: number | null;
  small: number;
  others: boolean;
  /** small chips that are raced. */
  odd: number;
  /** rank and suit of each. */
  cards: [number, string][];
  exchanged: number;
  won: boolean;
  saved: boolean;
  /** big chips received for all the small ones. */
  big: number;
}

/** A table of the running race, for its dealer. */
export interface RaceTableBoard {
  race: number;
  number: number;
  small: number;
  big: number;
  /** number of small chips for a big one. */
  lot: number;
  policy: string;
  starts: string;
  state: "counted" | "dealt" | "done" | "open";
  /** seats of the players raced here, and `entries` by seat; null for a ghost. */
  people: number[];
  entries: Record<string, number | null>;
  /** the counted seats. */
  seats: RaceSeatRow[];
  /** seats with odd chips in the order in which they are dealt to; null: the button is unknown. */
  order: number[] | null;
  /** number of big chips raced. */
  prizes: number;
  /** of the draw; "" if the cards are dealt by hand. */
  digest: string;
  /** null until it is counted. */
  totals: RaceTotals | null;
  /** the cited rule. */
  rule: string;
  /** values that a count of a whole stack cannot distinguish from the small chips. */
  hidden: number[];
}

/** Result of a race, in numbers of chips and, last, in value. */
export interface RaceTotals {
  before: number;
  exchanged: number;
  raced: number;
  big: number;
  won: number;
  saved: number;
  change: number;
}

/** Prices, places left, late registration and self-service options. Amounts are in minor units. */
export interface RegistrationBoard {
  open: boolean;
  started: boolean;
  closed_at: number | null;
  late: LateEntry;
  price: number;
  parts: PriceParts;
  currency: string;
  capacity: number | null;
  /** null for no limit; excludes `kept`. */
  places_left: number | null;
  /** places held for reservations and called players. */
  kept: number;
  /** how many are on the waiting list. */
  waiting: number;
  pool_total: number;
  /** null for no limit. */
  re_entries_most: number | null;
  self: SelfService;
  extras: ExtraSold[];
  /** teams of two share an entry: the partner is named with the `entry`, or until registration closes (`close`); "": one player per entry. */
  partner_until: "" | "close" | "entry";
}

/** A player's finish in a list. */
export interface ResultRow {
  entry: number;
  /** the place; players who share a place have the same `best` and `worst`. */
  best: number;
  worst: number;
  /** as shown in public. */
  name: string;
  /** `open`: out, but may still come back; `in`: has won, or is ranked by chips where time ended it. */
  state: "in" | "open" | "out";
  /** 0 while it is undecided. */
  prize: number;
  /** the prize depends on an uncounted stack. */
  undecided: boolean;
  /** the share of a deal that stands. */
  deal: number;
  things: string[];
  /** of the things. */
  worth: number;
  needs_stack: boolean;
  /** the rule behind the place ("Munot 79"), or "". */
  rule: string;
  /** the player has entered again and is still in play. */
  plays_on: boolean;
  /** which of the player's entries it is, if each of several has a place; 1 for the first, else null. */
  number: number | null;
}

/** Who finished, the best place first. A tie that the floor has not confirmed is not among the rows. */
export interface ResultsBoard {
  /** number of players ranked; on a later day of an event those of all stages. */
  field: number;
  left: number;
  /** number of players with a place, including those who busted before a later day. */
  placed: number;
  /** of the players placed, those who busted before this day. */
  before: number;
  /** of this event: all of a field of at most 120, of a larger one the last thirty. */
  rows: ResultRow[];
}

/** An announcement: each display shows it from these times by itself. */
export interface RoomAnnouncement {
  id: number;
  /** with placeholders in braces, which each display fills in from the clock of its event. */
  text: string;
  /** read aloud instead; "" for the text. */
  spoken: string;
  /** `normal`: above the layout; `urgent`: fills the screen. */
  priority: "normal" | "urgent";
  /** start of the first showing. */
  starts: number;
  /** null: until it is removed. */
  ends: number | null;
  /** ms from the start of one showing to that of the next; null: it shows all the time. */
  every: number | null;
  /** ms that each showing takes. */
  shown: number | null;
  /** `all` displays, those of an `event` or of a `group`, or the chosen `screens`. */
  shown_on: "all" | "event" | "group" | "screens";
  tournament: number | null;
  group: number | null;
  /** ids of displays. */
  screens: number[];
}

/** What waits in the room: devices without a connection, open drawers, a backup that was not made. */
export interface RoomAttentionBoard {
  events: WaitingInEvent[];
  room: WaitingInRoom[];
}

/** A paired display. One that follows a group has the event, layout, blankness and message of the group. */
export interface ScreenBoard {
  id: number;
  name: string;
  tournament: number | null;
  /** a fixed one, or "house:5" for the layout of the house with this id. */
  layout: string;
  blank: boolean;
  message: string;
  /** in use on it. */
  language: string;
  /** chosen for this display; "" for the room's. */
  own_language: string;
  /** whether it plays sounds; true for one display of a tournament only. */
  sound: boolean;
  volume: number;
  speech: boolean;
  paired: boolean;
  /** the group that it follows. */
  group: number | null;
  group_name: string;
  /** by time of day, in place of the layout; empty for none. The last one holds beyond midnight. */
  programmes: ProgrammeBoard[];
  /** it shows its name for ten seconds from then on. */
  identified: number | null;
  /** a page that was loaded before is loaded again. */
  reload: number | null;
  /** a trigger that it carries out once, whatever happens in the event. */
  test: TriggerTest | null;
}

/** What a display last reported. */
export interface ScreenHealthBoard {
  screen: number;
  /** time of the report; null before the first one. */
  seen: number | null;
  /** version of its page. */
  build: string;
  /** most by which it was off the true second, in ms. */
  drift: number;
  /** drawn within a second; null if not measured. */
  frames: number | null;
  /** percent; null without one. */
  battery: number | null;
  /** whether the battery is being charged. */
  charging: boolean;
}

/** A player in the ranking; those with equal points share a place. */
export interface SeasonPlace {
  best: number;
  worst: number;
  name: string;
  points: number;
  played: number;
}

/** The ranking of the season in which an event counts, as displays show it. */
export interface SeasonRankingBoard {
  /** its name; "" without a season. */
  season: string;
  /** number of events that count so far. */
  events: number;
  /** at most 60, the best first. */
  rows: SeasonPlace[];
}

/** Occupancy of the event's tables, and the announcements of its draws. */
export interface SeatingBoard {
  /** number of open tables; `reserve` counts those kept in reserve. */
  tables: number;
  reserve: number;
  /** at open tables. */
  seats: number;
  seated: number;
  /** entries in play without a seat. */
  unseated: number;
  drawn: boolean;
  /** the seat of the first button; null if it was not drawn or differs between tables. */
  button: number | null;
  /** ghosts at open tables. */
  ghosts: number;
  /** seat numbers taken at every open table (PokerStars Live 2.1.2); empty if the book has no such rule. */
  claimed: number[];
  /** SHA-256 of the next draw's seed. */
  next_digest: string;
  last_draws: LastDraw[];
  /** changes whenever the seating list changes; compare for equality only. */
  list_seq: number;
}

/** What players may do on their own phones. */
export interface SelfService {
  reserve: boolean;
  wait: boolean;
  re_enter: boolean;
}

/** A player of this table who is moving to another one. */
export interface SentRow {
  move: number;
  entry: number;
  name: string;
  table: number;
  seat: number;
}

/** The shot clock at one table. */
export interface ShotBoard {
  /** for a decision. */
  seconds: number;
  /** of a time bank. */
  bank_seconds: number;
  /** time banks left, by seat. */
  left: Record<string, number>;
}

/** A slide of a rotation. */
export interface SlideBoard {
  layout: string;
  /** its event; null for that of the display. */
  tournament: number | null;
  seconds: number;
  /** the state of its event in which it is shown. */
  when: "always" | "before_start" | "break" | "over" | "running";
}

/** The count of all stacks. */
export interface StackCountBoard {
  /** the count in progress; null: none. */
  count: number | null;
  occasion: "break" | "check" | "day_end" | "deal" | null;
  /** when it was started. */
  opened: number | null;
  /** stacks to be counted; `counted` of them are. */
  stacks: number;
  counted: number;
  /** chips counted so far. */
  chips: number;
  /** chips in play; 0: unknown. */
  in_play: number;
  /** counted minus in play, once every stack is counted; null: not yet, or unknown. */
  difference: number | null;
  /** players in play without a seat, whose stacks cannot be counted. */
  unseated: number;
  /** by number. */
  tables: CountedTable[];
  /** the latest closed count. */
  last: ClosedCount | null;
  /** chips by value of all tables, if all stacks were counted so. */
  pieces: ChipsOfValue[];
  /** chips in play by value, by the make-up of the stacks; empty: only the total is known. */
  expected: ChipsOfValue[];
  /** sum of chips that came back without being counted by value, so that their values are assumed. */
  assumed: number;
}

/** A stack of a table in the count in progress. */
export interface StackToCount {
  seat: number;
  /** counted since the count was started; null: not yet. */
  chips: number | null;
  /** what the player has entered on their phone; null: nothing, or it has been counted. */
  reported: number | null;
}

/** The stored state of a clock. */
export interface StoredClock {
  started: boolean;
  running: boolean;
  position: number;
  /** elapsed time of the row; negative if time was added. */
  elapsed: number;
  /** the time at which `elapsed` was recorded; null while the clock is not running. */
  anchor: number | null;
}

/** Structure and chips, which button presses do not change. It applies to clocks that name its digest. */
export interface StructureBoard {
  /** of the levels. */
  digest: string;
  /** of the whole board: equal for equal boards, different after any change. */
  version: string;
  levels: LevelRow[];
  chips: ChipColours[];
  /** chips whose race is over: they are no longer shown, whatever the clock shows. */
  raced: number[];
}

/** The bags of one table, for its dealer. */
export interface TableBagsBoard {
  phase: "bagging" | "over" | "played" | "resumed";
  day: number;
  /** bags may be sealed, or opened: not before the seats of the next day are drawn. */
  ready: boolean;
  /** when a stack of the table was last counted; null: never. */
  at: number | null;
  table: BagTable;
  /** of the chips in play, the largest first, while stacks are counted. */
  values: number[];
}

/** One table as the floor and the dealer see it. */
export interface TableBoard {
  number: number;
  seats: number;
  /** usual number of seats at this event's tables. */
  usual: number;
  state: "halted" | "open" | "paused" | "reserve";
  accessible: boolean;
  note: string;
  /** hands completed here. */
  hands: number;
  /** seat number; null: unknown. */
  button: number | null;
  small_blind: number | null;
  big_blind: number | null;
  button_at: number | null;
  /** until when the recorded button is relied on; null before the start. */
  button_until: number | null;
  /** the seat that posts it next, if positions are known. */
  next_big_blind: number | null;
  next_button: number | null;
  /** whether the button goes to the winner of each pot (Five Spades 4.20). */
  winner_has_button: boolean;
  /** the seats, from seat 1 on. */
  chairs: ChairRow[];
  calls: CallRow[];
  /** players who were moved to other tables and are not confirmed there. */
  sent: SentRow[];
  /** the latest actions here, newest first. */
  last: LastJournalEntry[];
  last_out: LastOut | null;
}

/** A table in the count in progress. */
export interface TableCountBoard {
  /** of all stacks. */
  count: number;
  number: number;
  /** time of the latest count of one of these stacks, in ms; null: none. `stacks.count_table` gets it back. */
  seen: number | null;
  /** by seat. */
  stacks: StackToCount[];
  /** of the chips in play, the largest first; empty if the event has no chip set. */
  values: number[];
}

/** What displays do when something happens in their event. Each display computes from its boards when that is. */
export interface TriggerBoard {
  id: number;
  /** `level_start`, `level_end`, `break_start`, `break_end`; `registration_closes`; `players_left`: the number of players left falls to `number`; `bubble`: one bust before the money; `in_money`; `final_table`: all players left sit at one table; `last_hand`: the last hand of a level was announced. */
  when: "break_end" | "break_start" | "bubble" | "final_table" | "in_money" | "last_hand" | "level_end" | "level_start" | "players_left" | "registration_closes";
  /** so many ms before that. */
  before: number;
  /** the level (null: every level), or the number of players left. */
  number: number | null;
  /** whether it is switched on. */
  on: boolean;
  /** what happened before does not fire it. */
  since: number;
  /** for each open event, by id: the position in the structure of its level or break when the trigger was saved or switched on. Layouts shown for a whole level or break skip these. */
  rows_in_progress: Record<string, number>;
  /** `all` displays, those that show an `event`, or those of a `group`. */
  shown_on: "all" | "event" | "group";
  tournament: number | null;
  group: number | null;
  /** played by the display that sounds: a name of a shipped sound, the address of one of the room's own, `silence` for no sound and no built-in one of the clock either, or "". */
  sound: string;
  /** read aloud by that display; "" for nothing. */
  spoken: string;
  /** with placeholders as announcements have; "" for none. */
  message: string;
  priority: "normal" | "urgent";
  /** ms. */
  message_for: number;
  /** a fixed one, or "house:5" for the layout of the house with this id; "" for the one that is shown anyway. */
  layout: string;
  /** ms; null: as long as what it fires for lasts. */
  layout_for: number | null;
}

/** A trigger that a display carries out to try it, and since when. */
export interface TriggerTest {
  trigger: number;
  at: number;
}

/** All triggers of the room, also those that are switched off, which can be tried. */
export interface TriggersBoard {
  triggers: TriggerBoard[];
}

/** Something in an event that waits for a person. */
export interface WaitingInEvent {
  /** one player left while registration is open, or while bookings let players enter (`one_left`, `one_left_booked`: how many bookings); proposals of the rulebook, open calls of tables, hands whose ties are to be confirmed, players whose stack at the start of their last hand is missing, players whose membership is to be confirmed, prizes to be paid, bounties without a winner, tables in play whose tablet has lost its connection. */
  kind: "bounties" | "calls" | "memberships" | "one_left" | "one_left_booked" | "prizes" | "proposals" | "stacks" | "tablets" | "ties";
  tournament: number;
  /** its name. */
  event: string;
  /** how many of them. */
  count: number;
  /** whether the event is closed; ties, stacks and prizes wait for another week. */
  closed: boolean;
}

/** Something in the room that waits for a person. */
export interface WaitingInRoom {
  /** drawers that are open, except those of home games only; displays that have lost their connection; in the cash room calls to the floor, open seats for players on lists, dinner breaks about to end, and absent players whose place is no longer kept; events of weekly plans that are due and not made yet; webhooks that were paused because their messages were not taken. */
  kind: "backups" | "cash_calls" | "cash_dinners" | "cash_places" | "cash_seats" | "displays" | "drawers" | "plans" | "webhooks";
  /** how many of them. */
  count: number;
}

/** The waiting list, names as shown in public. Called players who have checked in are in neither list. */
export interface WaitingListBoard {
  /** at most 200 each. */
  called: CalledPlayer[];
  /** at most 200 each. */
  waiting: WaitingPlayer[];
  /** number of players or teams waiting. */
  total: number;
  /** whether the waiting list is being processed. */
  opened: boolean;
  /** the rule that sets its order. */
  rule: string;
}

/** A player or team on the waiting list. */
export interface WaitingPlayer {
  /** counted from 1. */
  position: number;
  name: string;
  wants: "entry" | "re_entry" | "surrender";
  booking: number;
}

/** A way in which a player may be dealt in, with what it costs. */
export interface WayIn {
  /** `free`: nothing is owed; `wait`: for the big blind, at no cost; `post`: pay what follows; `big_blind`: the big blind is at this seat. */
  choice: "big_blind" | "free" | "post" | "wait";
  /** posted as a bet, in minor units; 0 for none. */
  big: number;
  /** posted dead, in minor units; 0 for none. */
  small: number;
  /** whether nobody else posts in this hand, and the button is here in the next one. */
  alone: boolean;
  /** as cited, "St. Moritz 16"; "" where the book is silent. */
  rule: string;
}

/** Boards by their names; of a board of many, by what stands before the colon. */
export interface Boards {
  "announcements": Sent<AnnouncementsBoard>;
  "attention": Sent<AttentionBoard>;
  "attention_room": Sent<RoomAttentionBoard>;
  "bags": Sent<BagsBoard>;
  "bounties": Sent<BountiesBoard>;
  "cash_floor": Sent<CashFloor>;
  "cash_lists": Sent<CashLists>;
  "cash_money": Sent<CashMoney>;
  "cash_table": Sent<CashTableBoard>;
  "chip_leaders": Sent<ChipLeadersBoard>;
  "clock": Sent<ClockBoard>;
  "clock_staff": Sent<ClockStaffBoard>;
  "deal": Sent<DealBoard | NoDeal>;
  "demos": Sent<DemosBoard>;
  "eliminations": Sent<EliminationsBoard>;
  "entries": Sent<EntriesBoard>;
  "feature_table": Sent<FeatureTableBoard>;
  "floor": Sent<FloorBoard>;
  "free": Sent<FreeBoard>;
  "hand_for_hand": Sent<HandForHandBoard>;
  "home_game": Sent<HomeGameBoard>;
  "house_layouts": Sent<HouseLayoutsBoard>;
  "jobs": Sent<JobsBoard>;
  "journal": Sent<JournalBoard>;
  "lobby": Sent<LobbyBoard>;
  "look": Sent<LookBoard>;
  "map": Sent<MapBoard>;
  "moves": Sent<MovesBoard>;
  "payables": Sent<PayablesBoard>;
  "penalties": Sent<PenaltiesBoard>;
  "people": Sent<PeopleBoard>;
  "prizes": Sent<PrizesBoard | NoPrizes>;
  "race": Sent<RaceBoard>;
  "registration": Sent<RegistrationBoard>;
  "results": Sent<ResultsBoard>;
  "screen": Sent<ScreenBoard>;
  "screen_health": Sent<ScreenHealthBoard>;
  "season_ranking": Sent<SeasonRankingBoard>;
  "seating": Sent<SeatingBoard>;
  "stack_count": Sent<StackCountBoard>;
  "structure": Sent<StructureBoard>;
  "table": Sent<TableBoard>;
  "table_bags": Sent<TableBagsBoard>;
  "table_count": Sent<TableCountBoard>;
  "table_race": Sent<RaceTableBoard>;
  "table_shot": Sent<ShotBoard>;
  "triggers": Sent<TriggersBoard>;
  "waiting_list": Sent<WaitingListBoard>;
  "cash": Sent<OwnCash>;
  "mine": Sent<OwnEvents | OwnPage>;
  "prize": Sent<OwnPrize | NoPrizes>;
  "stack": Sent<OwnStack>;
}
