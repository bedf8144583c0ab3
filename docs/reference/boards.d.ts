// Types of the boards, for browser code: `/** @import { ClockBoard } from "…/docs/reference/boards" */`.
// Written by `make docs` from the structs that boards return; change the code, not this file.
// Kept among the documents and not among the static files: no browser loads it.

/** A board as the feed sends it. */
export type Sent<Board> = { seq: number } & Board;

/** A sentence for the room. */
export interface Announcement {
  text: string;
  at: number | null;
}

/** People who were sent off together and have not all arrived. */
export interface Batch {
  /** the line of the journal that sent them. */
  batch: number;
  /** see `Move.KINDS`. */
  kind: string;
  /** when they were sent. */
  at: number | null;
  /** how many are under way. */
  count: number;
  /** where they come from and how many from each, most first; `more` tables are left out. */
  tables: [number, number][];
  more: number;
  /** move, name, from table, its seat (null: none), table, seat; empty where they are too many to be named. */
  rows: ([number, string, number | null, number | null, number, number])[];
}

/** Top hunters, and what is still to be won. */
export interface BountiesBoard {
  kind: "fixed" | "mystery" | "none" | "progressive";
  currency: string;
  places: number;
  /** what was sold for bounties. */
  taken: number;
  /** money on heads in play. */
  heads: number;
  /** envelopes left: value and how many. */
  values: [number, number][];
  /** heads whose envelope is still to be drawn. */
  owed: number;
  /** taken for bounties and in no envelope though they are filled; negative where they hold more. */
  unfilled: number;
  /** heads that find no envelope: entered after they were filled. */
  bare: number;
  /** at most twenty. */
  hunters: TopHunter[];
}

/** Somebody is wanted at a table. */
export interface CallRow {
  call: number;
  table: number;
  kind: "all_in" | "count" | "floor" | "time";
  seat: number | null;
  at: number | null;
  /** how long a player whose time was called has; null for other calls. */
  seconds: number | null;
  /** how many of the last seconds are counted aloud. */
  countdown: number | null;
}

/** A player a chair is kept for, and until when. */
export interface Called {
  name: string;
  until: number | null;
  booking: number;
}

/** A denomination and its colours. */
export interface ChipColours {
  value: number;
  face: string;
  edge: string;
}

/** The clock as everybody sees it. */
export interface ClockBoard {
  tournament: number;
  name: string;
  logo: string;
  currency: string;
  /** key of the rulebook. */
  book: string;
  book_title: string;
  planned_start: number | null;
  /** how levels change: by themselves, or held until announced. */
  advance: "announced" | "auto";
  advance_rule: string;
  clock: StoredClock;
  field: FieldTotals;
  /** position for which the last hand before the level was announced. */
  last_hand: number | null;
  announcement: Announcement | null;
  /** null until the clock was stopped for the day's last hands. */
  last_hands: LastHands | null;
  closed: boolean;
  /** public name of the player who has won the event. */
  winner: string | null;
  /** null while a satellite goes on, and in any other event. */
  qualified: Qualified | null;
  /** `digest` of the structure this clock goes with; it is read with no other. */
  structure: string;
}

/** What the director sees of a clock besides. */
export interface ClockStaffBoard {
  outage: Outage | null;
  /** the book has a card decide how many hands the day still has. */
  draws_last_hands: boolean;
  /** how staff chose that levels change; `advance` of the clock is what comes of it. */
  way: "announced" | "auto" | "book";
}

/** The deal that is talked about or stands. */
export interface DealBoard {
  state: "open" | "stands";
  deal: number;
  /** another text as soon as it gives out anything else; send it along as `seen`. */
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
  /** what is not given to anybody yet; 0 when it sums. */
  left: number;
  shares: DealPart[];
}

/** What one player of a deal gets. */
export interface DealPart {
  entry: number;
  name: string;
  stack: number;
  proposed: number;
  amount: number;
  agreed: boolean;
}

/** A chip that leaves play, and what is planned of its race. */
export interface DueBoard {
  small: number;
  /** the chip it is raced for. */
  big: number | null;
  /** the row of the structure in or before which it leaves: its break, else the level that follows. */
  at: number;
  in_break: boolean;
  /** why `big` is null: `no_chips`, `no_bigger_chip`, `not_a_multiple`, `smaller_stays`. */
  lack: string;
  /** whether its race is. */
  planned: boolean;
  /** the race begins with the break. */
  by_itself: boolean;
  /** players deal themselves. */
  self_dealt: boolean;
  /** how many big chips are raced. */
  policy: string;
}

/** What the price of an extra is for. */
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
  /** how often; null: as often as wanted. */
  most: number | null;
  /** chips a player may have at most. */
  stack_most: number | null;
  /** whether two at once are sold. */
  double: boolean;
  /** how often the add-on is sold to a player who has bought no rebuy. */
  without_rebuy_times: number | null;
}

/** Entries, players left and chips. */
export interface FieldTotals {
  entries: number;
  left: number;
  chips: number;
  /** chips by players left, rounded down; null when nobody is left. */
  average: number | null;
  starting_stack: number;
}

/** What the floor has to do. */
export interface FloorBoard {
  proposals: ProposalRow[];
  calls: CallRow[];
  /** people under way, at most 300; `under_way` counts all. */
  moves: MoveRow[];
  under_way: number;
  /** numbers of the tables in the order in which they break. */
  breaking: number[];
  auto_balance: boolean;
  auto_break: boolean;
  late_stage: boolean;
  /** numbers of the tables in the order in which they give a player away, where it was drawn. */
  giving: number[];
  /** hands in which several went out, and which the floor has still to confirm. */
  ties: number;
  /** somebody may still enter, so the event goes on even with one player left. */
  entry_open: boolean;
}

/** Tables that are played at and have free chairs. A ghost's chair is free for a player who comes late. */
export interface FreeBoard {
  /** how many there are. */
  total: number;
  /** how many are free at all of them. */
  chairs: number;
  /** number, free chairs and players, by number: at most 200, those with the most free chairs. */
  tables: [number, number, number][];
}

/** What the prizes mean to those who are left. */
export interface InTheMoney {
  /** how many have to go out until everybody left is in the money. */
  to_go: number;
  /** what everybody left gets at least. */
  certain: number;
  /** what it is after the next step up; null: nothing more. */
  jump: number | null;
  /** how many have to go out until then. */
  jump_after: number;
}

/** A command that was left to a worker. */
export interface JobBoard {
  job: number;
  command: string;
  kind: string;
  /** queued, running, done, refused or failed. */
  state: string;
  /** requested it. */
  who: string;
  /** when. */
  at: number | null;
  /** why it was refused or failed, in the language of whoever requested it. */
  code: string;
  /** why it was refused or failed, in the language of whoever requested it. */
  message: string;
  /** why it was refused or failed, in the language of whoever requested it. */
  rule: string;
  /** the journal entry of the command, once it is done. */
  entry: number | null;
}

/** The jobs of an event. */
export interface JobsBoard {
  jobs: JobBoard[];
}

/** A draw that was held lately. */
export interface LastDraw {
  digest: string;
  kind: string;
  at: number | null;
}

/** How many hands the day still has. */
export interface LastHands {
  /** null while the card is not drawn. */
  hands: number | null;
  card: string | null;
  rule: string;
  drawn: boolean;
}

/** When entry closes. */
export interface LateEntry {
  ends: "none" | "row" | "time";
  /** of the structure, counted from 0, where it ends with one. */
  row: number | null;
  /** the moment, where it ends with one. */
  at: number | null;
  /** the row with whose beginning entry is closed, a break that follows included where the book says so; 0 is the start; null where it ends with a moment. */
  closes_row: number | null;
  rule: string;
}

/** A row of a structure. Blinds and antes are chips. */
export interface LevelRow {
  kind: "break" | "level";
  /** of the level; null for a break. */
  number: number | null;
  small_blind: number;
  big_blind: number;
  ante: number;
  ante_kind: "big_blind" | "classic" | "none" | "small_blind";
  duration: number;
  game: string;
  /** of the game; `mixed`: games change within the level, stud among them; "" in a break. */
  family: "" | "draw" | "flop" | "mixed" | "stud";
  note: string;
  /** chips that leave play with this row. */
  colour_up: number[];
  ends_day: boolean;
}

/** The room's open events, in the order they start. */
export interface LobbyBoard {
  room: string;
  accent: string;
  events: LobbyEvent[];
}

/** An open event, as everybody sees it. */
export interface LobbyEvent {
  tournament: number;
  name: string;
  planned_start: number | null;
  state: "held" | "over" | "paused" | "running" | "waiting";
  entries: number;
  left: number;
  /** plays itself, with invented players. */
  demo: boolean;
}

/** Every table of the event in brief. */
export interface MapBoard {
  /** number, chairs, players, ghosts, state, place across and down on the map (hundredths of a per cent), button (null: nobody has said), hands, open calls, players under way to it, players who are away. */
  tables: ([number, number, number, number, "halted" | "open" | "paused" | "reserve", number | null, number | null, number | null, number, number, number, number])[];
}

/** Somebody under way. */
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

/** Who was sent to another chair and has not been ticked off there. */
export interface MovesBoard {
  /** how many are under way; at most 200 of them are named. */
  total: number;
  /** the newest first. */
  batches: Batch[];
}

/** There is no deal. */
export interface NoDeal {
  state: "none";
}

/** Nobody has said how the event pays. */
export interface NoPrizes {
  state: "none";
}

/** The server was away, and somebody has to decide whether the time counted. */
export interface Outage {
  from: number | null;
  until: number | null;
  position: number;
  /** of the row at the beginning of the outage. */
  remaining: number;
}

/** Who went out last, and near the end who is left. */
export interface OutsBoard {
  /** players in. */
  left: number;
  /** name, table, moment and entry of the last twenty, the newest first; without those taken out with chips. */
  busts: ([string, number | null, number | null, number])[];
  /** name, table, seat and chips (null: nobody has counted them) of all who are left, once nobody comes in any more, somebody went out and at most 18 are left. */
  last: ([string, number | null, number | null, number | null])[];
}

/** What is still to be paid out. */
export interface OwedBoard {
  /** how many are owed something. */
  waiting: number;
  amount: number;
  /** how many were paid more than they have won. */
  overpaid: number;
}

/** The events a player is in today, the newest first. */
export interface OwnEvents {
  events: number[];
}

/** Where a player comes from who was sent to another chair and has not been ticked off there. */
export interface OwnMove {
  move: number;
  kind: string;
  table: number | null;
  seat: number | null;
  at: number | null;
}

/** What a player was told. */
export interface OwnNotice {
  id: number;
  /** `seated`, `moved`, `called`, `offer`, `registered`, `closed`, `cancelled`, `penalty`, `penalty_over`; others are told as "there is news". */
  kind: string;
  values: object;
  at: number | null;
}

/** Where a player sits in an event, or how far they are from it. */
export interface OwnPage {
  booking: number | null;
  entry: number | null;
  /** of the entry; 2: the first re-entry. */
  number: number;
  /** `entered`: paid, no seat yet. */
  state: "called" | "checked_in" | "entered" | "none" | "out" | "reserved" | "seated" | "waiting";
  table: number | null;
  seat: number | null;
  /** how many the table has. */
  seats: number | null;
  wants: "entry" | "re_entry" | "surrender" | null;
  /** on the waiting list, when this was read; the board `queue` tells the newer place of `booking`. */
  position: number | null;
  /** on the waiting list, when this was read; the board `queue` tells the newer place of `booking`. */
  ahead: Record<string, number>;
  /** while called, so long is the seat kept. */
  until: number | null;
  rebuy: OwnRebuy | null;
  move: OwnMove | null;
  penalty: OwnPenalty | null;
  /** the last five of twelve hours, the newest first. */
  notices: OwnNotice[];
}

/** What is still to be sat out, all penalties together. */
export interface OwnPenalty {
  hands: number;
  /** of the button. */
  rounds: number;
  /** of play, as imposed. */
  minutes: number;
  /** some hands were worked out from the time played. */
  estimated: boolean;
}

/** Where a player stands with the best of their entries, and what all of them have won. */
export interface OwnPrize {
  state: "in" | "none" | "open" | "out";
  best: number | null;
  worst: number | null;
  field: number;
  prize: number;
  /** a stack that nobody noted decides about a prize, which is then in neither `prize` nor `owed`. */
  undecided: boolean;
  deal: number;
  /** won by heads. */
  bounty: number;
  /** what the player's own is worth now. */
  head: number;
  things: string[];
  /** still to be paid; negative: too much was. */
  owed: number;
  currency: string;
  places: number;
  /** the names they have drawn. */
  hunt: string[];
}

/** The seat that is held for a rebuy after a bust, and until when. */
export interface OwnRebuy {
  table: number;
  seat: number;
  until: number | null;
}

/** Penalties of an event. */
export interface PenaltiesBoard {
  running: PenaltyRow[];
  /** those of the last half hour that were served or lifted, the newest first. */
  ended: PenaltyRow[];
  /** reminders, warnings and dead hands of that time. */
  said: PenaltyRow[];
}

/** A penalty as staff see it. */
export interface PenaltyRow {
  penalty: number;
  entry: number;
  name: string;
  table: number | null;
  seat: number | null;
  kind: string;
  /** as imposed: hands, rounds of the button or minutes of play. */
  count: number | null;
  /** what is left; both null for minutes of play. */
  hands: number | null;
  /** what is left; both null for minutes of play. */
  rounds: number | null;
  served: number;
  /** hands that were worked out from the time played. */
  estimated: number;
  /** the hand that runs is not counted yet. */
  waits: boolean;
  /** another one of the player is served first. */
  queued: boolean;
  reason: string;
  rule: string;
  at: number | null;
  ended: number | null;
  outcome: string;
  /** why it was lifted. */
  because: string;
}

/** An event that plays itself. */
export interface PlayRow {
  played: number;
  tournament: number | null;
  name: string;
  /** title of its rulebook. */
  book: string;
  players: number;
  /** so many times faster than life. */
  speed: number;
  /** what it does, or how it ended (docs/simulation.md). */
  state: string;
  asked_at: number | null;
  ended_at: number | null;
  /** what went wrong, if anything. */
  words: string;
}

/** Events that play themselves now, and the last one that has ended. */
export interface PlaysBoard {
  /** so many play at once. */
  most: number;
  plays: PlayRow[];
}

/** What a price is for. */
export interface PriceParts {
  pool: number;
  fee: number;
  staff: number;
  bounty: number;
}

/** Places that get the same. */
export interface PrizeTier {
  from: number;
  to: number;
  /** for places that a deal divided: what is left to play for; the shares come on top. */
  cash: number;
  /** tickets and prizes in kind, by name. */
  things: string[];
  /** what the things are worth, together. */
  worth: number;
  /** divided by a deal that stands. */
  deal: boolean;
}

/** The pool and what the places get. */
export interface PrizesBoard {
  /** while open, prizes are those of the field and pool of now, and change with every entry. */
  state: "locked" | "open";
  /** ISO 4217; "" where the club plays for points only. */
  currency: string;
  /** decimals of the currency. */
  places: number;
  /** what is paid out: with added money and overlay, without bounties. */
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
  /** null while somebody can still enter. */
  money: InTheMoney | null;
  deal: "open" | "stands" | null;
  bounties: "fixed" | "mystery" | "none" | "progressive";
}

/** What the rulebook wants next on the floor. */
export interface ProposalRow {
  proposal: number;
  kind: "advance" | "balance" | "break" | "halt" | "no_hand" | "redraw" | "resume";
  /** whom and which tables it is about, by `kind`; docs/floor.md has its fields. */
  detail: object;
  rule: string;
  at: number | null;
}

/** Players left when a satellite ended: each has won a ticket. */
export interface Qualified {
  players: number;
  /** name of the event that the tickets are for. */
  ticket: string;
}

/** The waiting list, names as shown in public. Players who were called and have come are in neither list. */
export interface QueueBoard {
  /** at most 200. */
  called: Called[];
  /** at most 200. */
  waiting: Waiting[];
  /** how many wait. */
  total: number;
  /** whether the waiting list is processed by now. */
  opened: boolean;
  /** what its order rests on. */
  rule: string;
}

/** The chip races of an event. */
export interface RaceBoard {
  /** whether a chip is raced now. */
  on: boolean;
  /** those that are still to be raced, in their order; which of them is wanted now the clock says, which is read by itself. Empty once the event is closed. */
  due: DueBoard[];
  /** of the chip that is raced; null while none is. */
  race: number | null;
  /** of the chip that is raced; null while none is. */
  small: number | null;
  /** of the chip that is raced; null while none is. */
  big: number | null;
  /** of the chip that is raced; null while none is. */
  policy: string | null;
  self_dealt: boolean;
  /** the moment in ms. */
  started: number | null;
  /** number and state ("open", "counted", "dealt", "done"), by number. */
  tables: [number, string][];
  /** how many are not done. */
  left: number;
  /** all of them are. */
  over: boolean;
  /** of the tables where it is decided; null while none is raced. */
  totals: Totals | null;
  /** small, big and change in value of the races that are over, the last one first. */
  past: [number, number, number][];
  /** the book has players who deal themselves round their own chips. */
  rounds: boolean;
  /** what it rests on. */
  rule: string;
}

/** Prices, places left, when entry closes, what players may do themselves. Amounts are minor units. */
export interface RegistrationBoard {
  open: boolean;
  started: boolean;
  closed_at: number | null;
  late: LateEntry;
  price: number;
  parts: PriceParts;
  currency: string;
  capacity: number | null;
  /** null for any number; what is `kept` is no part of it. */
  places_left: number | null;
  /** for reservations and for who is called. */
  kept: number;
  /** how many are on the waiting list. */
  waiting: number;
  pool_total: number;
  /** null: as many as wanted. */
  re_entries_most: number | null;
  self: SelfService;
  extras: ExtraSold[];
}

/** Where a player finished, as lists show it. */
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
  /** the prize depends on a stack that nobody noted. */
  undecided: boolean;
  /** the share of a deal that stands. */
  deal: number;
  things: string[];
  /** of the things. */
  worth: number;
  needs_stack: boolean;
  /** what the place rests on ("Munot 79"), or "". */
  rule: string;
}

/** Who finished, the best place first. A tie that the floor has not confirmed is not among the rows. */
export interface ResultsBoard {
  field: number;
  left: number;
  /** how many have a place. */
  placed: number;
  /** all of a field of at most 120, of a larger one the last thirty. */
  rows: ResultRow[];
}

/** Hand-for-hand of an event. */
export interface RoundBoard {
  /** whether it is played. */
  on: boolean;
  /** it is not, and the book wants it now: at the direct bubble, or so many players before it. */
  due: boolean;
  /** it is played for the money, and the money is reached. */
  reached: boolean;
  /** players in. */
  left: number;
  /** places paid; 0: nobody has said. */
  paid: number;
  /** why it is played (`money`, `final_table`, `pay_jump`); null while off, as all that follows. */
  reason: string | null;
  /** what the clock does (`per_hand`, `stopped`, `running`). */
  way: string | null;
  /** what each hand takes off the clock. */
  minutes: number | null;
  /** 0 is the one that ran when it was announced. */
  hand: number | null;
  /** the moments. */
  announced: number | null;
  /** the moments. */
  dealt: number | null;
  /** number, state ("playing", "all_in", "resolving", "done") and hands finished, by number. */
  tables: [number, string, number][];
  /** how many tables still play. */
  playing: number;
  /** numbers of tables with a called all-in in the order in which they are turned up. */
  turned_up: number[];
  /** the one of them that is next; null while others play, or one is being turned up. */
  next: number | null;
  /** whether the next hand may be dealt. */
  over: boolean;
  /** what it rests on. */
  rule: string;
}

/** A paired display. */
export interface ScreenBoard {
  id: number;
  name: string;
  tournament: number | null;
  layout: string;
  blank: boolean;
  message: string;
  /** spoken on it. */
  language: string;
  /** chosen for this display; "": the room's. */
  own_language: string;
  /** true on one display of a tournament only. */
  sound: boolean;
  volume: number;
  speech: boolean;
  paired: boolean;
}

/** How full the event's tables are, and what is announced of its draws. */
export interface SeatingBoard {
  /** how many are open. `reserve` has those that are not. */
  tables: number;
  reserve: number;
  /** those at open tables. */
  chairs: number;
  seated: number;
  /** entries in play without a seat. */
  unseated: number;
  drawn: boolean;
  /** the seat of the first button; null: not drawn, or another one at each table. */
  button: number | null;
  /** ghosts at open tables. */
  ghosts: number;
  /** seat numbers that are taken at every open table (PokerStars Live 2.1.2); empty where the book has no such rule. */
  claimed: number[];
  /** SHA-256 of the next draw's seed. */
  next_digest: string;
  last_draws: LastDraw[];
  /** another number whenever the list of who sits where is another one; compare for equality only. */
  list_seq: number;
}

/** What players may do on their own phones. */
export interface SelfService {
  reserve: boolean;
  wait: boolean;
  re_enter: boolean;
}

/** The stored moments of a clock. */
export interface StoredClock {
  started: boolean;
  running: boolean;
  position: number;
  /** of the row; negative where time was added. */
  elapsed: number;
  /** the moment at which `elapsed` was true; null while the clock does not run. */
  anchor: number | null;
}

/** What a clock is read with and no press changes. Only a clock that names this digest goes with it. */
export interface StructureBoard {
  digest: string;
  levels: LevelRow[];
  chips: ChipColours[];
  /** chips whose race is over: they are shown no more, wherever the clock stands. */
  raced: number[];
}

/** What a player has won of other players' bounties. */
export interface TopHunter {
  name: string;
  heads: number;
  won: number;
  points: number;
  /** how many of the heads were names that the hunter had drawn. */
  drawn: number;
}

/** What a race did, in numbers of chips and, last, in value. */
export interface Totals {
  before: number;
  exchanged: number;
  raced: number;
  big: number;
  won: number;
  saved: number;
  change: number;
}

/** A player on the waiting list. */
export interface Waiting {
  /** counted from 1. */
  position: number;
  name: string;
  wants: "entry" | "re_entry" | "surrender";
  booking: number;
}

/** Boards by their names; of a board of many, by what stands before the colon. */
export interface Boards {
  "bounties": Sent<BountiesBoard>;
  "clock": Sent<ClockBoard>;
  "clock_staff": Sent<ClockStaffBoard>;
  "deal": Sent<DealBoard | NoDeal>;
  "floor": Sent<FloorBoard>;
  "free": Sent<FreeBoard>;
  "jobs": Sent<JobsBoard>;
  "lobby": Sent<LobbyBoard>;
  "map": Sent<MapBoard>;
  "moves": Sent<MovesBoard>;
  "outs": Sent<OutsBoard>;
  "owed": Sent<OwedBoard>;
  "penalties": Sent<PenaltiesBoard>;
  "plays": Sent<PlaysBoard>;
  "prizes": Sent<PrizesBoard | NoPrizes>;
  "queue": Sent<QueueBoard>;
  "race": Sent<RaceBoard>;
  "registration": Sent<RegistrationBoard>;
  "results": Sent<ResultsBoard>;
  "round": Sent<RoundBoard>;
  "screen": Sent<ScreenBoard>;
  "seating": Sent<SeatingBoard>;
  "structure": Sent<StructureBoard>;
  "mine": Sent<OwnEvents | OwnPage>;
  "prize": Sent<OwnPrize | NoPrizes>;
}
