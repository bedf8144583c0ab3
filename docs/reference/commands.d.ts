// Arguments of the commands, for browser code: `/** @import { CommandArguments } from "…/docs/reference/commands" */`.
// Written by `make docs` from the registry of commands; change the code, not this file.

export interface AddOnCredit {
}

export interface AnnouncementRemove {
  /** its id. */
  announcement: number;
}

export interface AnnouncementRemoveTemplate {
  /** its id. */
  template: number;
}

export interface AnnouncementSaveTemplate {
  /** with placeholders, as for `announcement.show`. */
  text: string;
  /** read aloud instead of the text; "" for the text. */
  spoken?: string;
  /** `normal` or `urgent`. */
  priority?: "normal" | "urgent";
}

export interface AnnouncementShow {
  /** may contain `{break_end}`, `{next_break}`, `{level}`, `{next_level}`, `{blinds}`, `{ante}`, `{next_blinds}`, `{players_left}`, `{entries}`, `{average}` and `{event}`. Each display fills them in from the clock of its event; one without a value for them does not show the announcement. */
  text: string;
  /** read aloud instead of the text by the display that sounds; "" for the text. */
  spoken?: string;
  /** `normal`: above the layout; `urgent`: fills the screen, also of a blank display. */
  priority?: "normal" | "urgent";
  /** null for now. */
  starts_at?: number | null;
  /** null if `minutes` says it, or until it is removed. */
  ends_at?: number | null;
  /** its end, counted from its start. */
  minutes?: number | null;
  /** show it every so many minutes; null for all the time. */
  repeat_minutes?: number | null;
  /** length of each showing of a repeated one; 30 if null. */
  show_seconds?: number | null;
  /** `all` displays, those that show an `event`, those of a `group`, or chosen `screens`. */
  shown_on?: "all" | "event" | "group" | "screens";
  /** the event. */
  tournament?: number | null;
  /** the group of displays. */
  group?: number | null;
  /** ids of displays. */
  screens?: number[] | null;
}

export interface ApartAdd {
  /** the players. */
  one: number;
  /** the players. */
  other: number;
  /** shown to staff. */
  reason?: string;
}

export interface ApartRemove {
  /** the players. */
  one: number;
  /** the players. */
  other: number;
}

export interface BagsHandIn {
  /** number of the table where they were sealed. */
  number: number;
  /** seats of the bags; null: all sealed bags of the table that are not handed in yet. */
  seats?: number[] | null;
}

export interface BagsOpenTable {
  /** number of the table where the players sit now. */
  number: number;
  /** seats whose bags are opened; null: all of the table that are not opened yet. */
  seats?: number[] | null;
  /** chips found in bags that were counted again; others contain what the slip says. */
  stacks?: SeatStack[] | null;
  /** seats of players who are not here: the stack is put on the table and blinded off. */
  absent?: number[] | null;
  /** why a difference between bag and slip is accepted; only the floor may accept one. */
  reason?: string;
}

export interface BagsSealTable {
  /** table number. */
  number: number;
  /** seats whose bags are sealed; null: all of the table that are not sealed yet. */
  seats?: number[] | null;
  /** once all stacks are counted, the difference that the floor accepts: chips counted minus chips in play. It is accepted for the other tables and the close of the day as well. */
  difference?: number;
}

export interface BagsUnseal {
  /** table number. */
  number: number;
  /** seats whose bags are opened; null: all of the table. */
  seats?: number[] | null;
}

export interface BookRemove {
  /** of the edition. */
  key: string;
}

export interface BookSave {
  /** its name in the room: lower-case letters, digits and underscores. */
  key: string;
  /** the whole book as TOML. */
  text: string;
}

export interface BookingCancel {
  /** the booking. */
  booking: number;
}

export interface BookingCheckIn {
  /** the booking. */
  booking: number;
  /** whether the clerk has seen an ID; not noted for a team, whose IDs are seen when it registers. */
  id_seen?: boolean;
}

export interface BookingNoShow {
  /** a reservation, lapsed or not. */
  booking: number;
}

export interface BookingNoShows {
  /** bookings of the reservations, lapsed or not. */
  reservations: number[];
}

export interface BookingReserve {
  /** the player. */
  player: number;
}

export interface BookingWait {
  /** the player. */
  player: number;
  /** a first entry, a re-entry after busting, or one after a surrender. */
  wants?: "entry" | "re_entry" | "surrender";
  /** in an event for teams of two, the second player; null: the one of the entry before, or named later. */
  partner?: number | null;
}

export interface BountyTargetsDraw {
  /** names on each list; null: as many as the book says, five where it says nothing. */
  count?: number | null;
  /** "field": all in play; "members": those of them who are members for the season. */
  among?: "field" | "members";
}

export interface BreakOrder {
  /** table numbers in breaking order; tables not listed follow, most recently opened first. */
  numbers: number[];
}

export interface BrokenSeat {
  seat: number;
  /** minor units */
  stake: number;
  to?: number | null;
  to_seat?: number | null;
}

export interface BustConfirmHand {
  /** all entries recorded as out in that hand, so that none is confirmed unseen. */
  entries: number[];
}

export interface BustDifferentHands {
  /** one or more entries of the same hand. */
  entries: number[];
}

export interface BustNote {
  /** the eliminated entry. */
  entry: number;
  /** chips at the start of the hand; it ranks players who bust in the same hand (PokerStars Live 3.13.3, Five Spades 9.5). If omitted, it is unchanged. */
  stack?: number | null;
  /** entries that won the chips, replacing those recorded before; if omitted, unchanged. */
  knocked_out_by?: number[] | null;
}

export interface BustOneHand {
  /** at least two entries that busted. */
  entries: number[];
  /** whether hand-for-hand or the bubble had been announced before the hand was dealt (Munot 79); defaults to what the event's journal shows. */
  announced?: boolean | null;
  /** record it although their table counted different hands. */
  although_other_hands?: boolean;
}

export interface BustStackOrder {
  /** entries of one hand, biggest stack first unless `ranks` are given. */
  entries: number[];
  /** all had the same number of chips. */
  equal?: boolean;
  /** a number for each of `entries`: 1 for the biggest stack, the same number for equal stacks. */
  ranks?: number[] | null;
}

export interface ButtonDraw {
}

export interface CardsInput {
  seat: number;
  cards: string[];
}

export interface CashGameAdd {
  /** the game. */
  variant: "holdem" | "omaha" | "omaha_five" | "omaha_hi_lo" | "seven_stud" | "razz" | "draw" | "mixed";
  /** how much may be bet. */
  betting: "no_limit" | "pot_limit" | "fixed_limit" | "split_limit";
  /** or the lower and higher bet of a limit game. (minor units) */
  small_blind: number;
  /** or the lower and higher bet of a limit game. (minor units) */
  big_blind: number;
  /** proposed for its tables; no maximum if left out. (minor units) */
  buy_in_min: number;
  /** proposed for its tables; no maximum if left out. */
  buy_in_max?: number | null;
  /** or the lower and higher bet of a limit game. (minor units) */
  ante?: number;
  /** proposed for its tables. */
  seats?: number;
  /** the straddle that may be posted (St. Moritz 17). */
  straddle?: "none" | "live" | "button";
  /** whether the board may be dealt twice (St. Moritz 24). */
  run_it_twice?: boolean;
  /** how the house is paid. */
  collection?: "none" | "rake" | "time";
  /** charge of each player per period, if by time. (minor units) */
  time_charge?: number;
  /** charge of each player per period, if by time. */
  time_minutes?: number;
  /** house rules shown to players. */
  note?: string;
  /** left out: the room's. */
  currency?: string | null;
}

export interface CashGameChange {
  /** the game. */
  game: number;
  /** proposed for its tables; tables that are open keep theirs (St. Moritz 15). (minor units) */
  buy_in_min: number;
  /** proposed for its tables; tables that are open keep theirs (St. Moritz 15). */
  buy_in_max?: number | null;
  /** proposed for its tables; tables that are open keep theirs (St. Moritz 15). */
  seats?: number;
  /** the straddle that may be posted (St. Moritz 17). */
  straddle?: "none" | "live" | "button";
  /** whether the board may be dealt twice (St. Moritz 24). */
  run_it_twice?: boolean;
  /** house rules shown to players. */
  note?: string;
  /** how the house is paid; left out: as before. */
  collection?: "none" | "rake" | "time" | null;
  /** charge of each player per period, if by time; left out: as before. */
  time_charge?: number | null;
  /** charge of each player per period, if by time; left out: as before. */
  time_minutes?: number | null;
}

export interface CashGameRetire {
  /** the game. */
  game: number;
}

export interface CashHandFinish {
  /** number of the table. */
  table: number;
  /** number of the hand that is over, counted from 1. */
  hand: number;
}

export interface CashListCall {
  /** the place on the list. */
  entry: number;
  /** number of a table that plays the game. */
  table: number;
}

export interface CashListCallBack {
  /** the place on the list. */
  entry: number;
}

export interface CashListCallNext {
  /** the game. */
  game: number;
  /** number of the table; left out: a main table with an open seat for the list, then a must-move table, and of several the one with the fewest players. */
  table?: number | null;
}

export interface CashListChange {
  /** the player. */
  player: number;
  /** number of the table asked for; left out: any other table of the game. */
  to?: number | null;
}

export interface CashListCheckIn {
  /** the place on the list. */
  entry: number;
}

export interface CashListJoin {
  /** the player. */
  player: number;
  /** the game. */
  game: number;
  /** whether the player is not in the room yet: the place is kept for a limited time. */
  call_in?: boolean;
}

export interface CashListLeave {
  /** the place on the list. */
  entry: number;
}

export interface CashListSkip {
  /** the place on the list. */
  entry: number;
}

export interface CashMoneyCancel {
  /** the fill or credit. */
  money: number;
}

export interface CashMoneyConfirm {
  /** the fill or credit. */
  money: number;
}

export interface CashPenaltyImpose {
  /** the player. */
  player: number;
  /** `warning` is recorded; `time_out` is sat out; `disqualification` excludes. */
  kind: "warning" | "time_out" | "disqualification";
  /** for staff, and for the player's record. */
  reason: string;
  /** of a `time_out`; left out: 30. */
  minutes?: number | null;
  /** the rule to cite; "": the book's rule on penalties. */
  rule?: string;
}

export interface CashPenaltyLift {
  /** a running penalty. */
  penalty: number;
  /** for staff, and for the player's record. */
  reason: string;
}

export interface CashSeatAway {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatChange {
  /** number of the table. */
  table: number;
  /** the player's seat. */
  seat: number;
  /** an empty seat. */
  to: number;
  /** the floor's or dealer's answer where the button is unknown. */
  owes_big_blind?: boolean | null;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatCount {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** chips in front of the player. (minor units) */
  stake: number;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatLeave {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** chips that the player takes away; 0 if all are lost. (minor units) */
  stake: number;
  /** whether they are paid in cash from the actor's drawer; otherwise the cage pays them. */
  from_drawer?: boolean;
  /** of the floor, if these are more chips than the players of the table have by the rows. */
  explanation?: string;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatMissed {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** which one passed. */
  blind: "small" | "big";
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatMove {
  /** where the player sits. */
  table: number;
  /** where the player sits. */
  seat: number;
  /** an empty seat. */
  to: number;
  /** an empty seat. */
  to_seat: number;
  /** chips that come along. (minor units) */
  stake: number;
  /** the player asked for it and the floor approves, the floor asks for it, or the player's turn of a must-move. */
  cause?: "change" | "floor" | "must_move";
  /** chips that the player takes off the table; only if the book allows it. (minor units) */
  cashed_out?: number;
  /** for a must-move out of turn. */
  reason?: string;
  /** if these are more chips than the players of the table have by the rows. */
  explanation?: string;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatReturn {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** wait for the big blind, post what is owed, or take the big blind that is at the seat now; may be left out where there is no choice. */
  choice?: "wait" | "post" | "big_blind" | null;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSeatTake {
  /** the player. */
  player: number;
  /** number of the table. */
  table: number;
  /** an empty seat. */
  seat: number;
  /** chips brought to the table (St. Moritz 15). (minor units) */
  buy_in: number;
  /** brought from the cage, paid in cash into the actor's drawer, or sold at the table for cash or by card. */
  source?: "cage" | "drawer" | "cash" | "card";
  /** of the floor, for a buy-in below the minimum or above the maximum. */
  reason?: string;
  /** a dinner break after which the cage kept the stake: this stake is the buy-in, and is handed out with it. In the same game it comes along whole (St. Moritz 11), whatever the limits. */
  dinner?: number | null;
}

export interface CashSeatTopUp {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** chips added. (minor units) */
  amount: number;
  /** brought from the cage, paid in cash into the actor's drawer, or sold at the table. */
  source?: "cage" | "drawer" | "cash" | "card";
  /** chips in front of the player before, if counted now; left out: those last counted. */
  stake?: number | null;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface CashSet {
  /** key of the rulebook of the cash games; "" for the shipped book with cash rules. */
  book: string;
  /** how long a called player has to come. */
  answer_seconds?: number;
  /** how often a player is called again before being skipped. */
  recalls?: number;
  /** how long a place is kept for a player who is not in the room yet. */
  call_in_minutes?: number;
  /** minutes after midnight at which a playing day begins. */
  day_starts?: number;
  /** how long before the end of a dinner break the player is reminded. */
  reminder_minutes?: number;
  /** how displays show the players on a list. */
  shown_as?: "names" | "initials";
  /** whether players may put themselves on a list. */
  self_service?: boolean;
  /** comps that players earn per hour of play, in the room's currency. (minor units) */
  comp_per_hour?: number;
  /** whether open seats are offered to the first in line without staff. */
  calls_on?: boolean;
}

export interface CashTableAnswerCall {
  /** number of the table. */
  table: number;
}

export interface CashTableBreak {
  /** number of the table. */
  table: number;
  /** where each of its players goes. */
  players: BrokenSeat[];
  /** if the chips don't add up. */
  explanation?: string;
  /** number of the open table at which its dealer goes on; left out, or if that table has a dealer: the dealer goes on break. If it is left out, the tablet may take its next table. */
  dealers_to?: number | null;
}

export interface CashTableButton {
  /** number of the table. */
  table: number;
  /** its seat. */
  button: number;
}

export interface CashTableCallFloor {
  /** number of the table. */
  table: number;
}

export interface CashTableClose {
  /** number of the table. */
  number: number;
  /** if the chips don't add up. */
  explanation?: string;
  /** number of the open table at which its dealer goes on; left out, or if that table has a dealer: the dealer goes on break. If it is left out, the tablet may take its next table. */
  dealers_to?: number | null;
}

export interface CashTableCollectTime {
  /** number of the table. */
  table: number;
  /** seats whose players pay now, also late; left out: all players in their seats who have not paid yet. */
  seats?: number[] | null;
  /** counted from 0 at the opening, as it was shown when it was pressed; left out: the present one. */
  period?: number | null;
}

export interface CashTableDrop {
  /** number of the table. */
  table: number;
  /** rake or jackpot. */
  kind: "rake" | "jackpot";
  /** what was taken. (minor units) */
  amount: number;
}

export interface CashTableMustMove {
  /** number of the table. */
  number: number;
  /** number of the table that its players move to; null for a main table. */
  main?: number | null;
}

export interface CashTableOpen {
  /** number of a table that is not in use. */
  number: number;
  /** the game. */
  game: number;
  /** number of seats; left out: those of the game, at most those of the table. */
  seats?: number | null;
  /** fixed before play (St. Moritz 15); left out: those of the game. */
  buy_in_min?: number | null;
  /** fixed before play (St. Moritz 15); left out: those of the game. */
  buy_in_max?: number | null;
  /** number of the main table that players of this one move to (must-move); null for none. */
  feeds?: number | null;
}

export interface CashTableSendDealer {
  /** number of the table. */
  table: number;
  /** number of the other one; null: the dealer goes on break, and the tablet takes its next table. */
  dealers_to?: number | null;
}

export interface CashTableTray {
  /** number of the table. */
  table: number;
  /** the float at opening, a fill, or a credit. */
  kind: "float" | "fill" | "credit";
  /** chips. (minor units) */
  amount: number;
}

export interface CashTableUndo {
  /** number of the table. */
  table: number;
  /** number of the journal entry. */
  seq: number;
}

export interface ChipCount {
  /** of one chip */
  value: number;
  count: number;
}

export interface ChipInput {
  value: number;
  face: string;
  edge: string;
  /** in the cases of the room; null: not counted */
  owned?: number | null;
}

export interface ChipsAddSet {
  /** shown to staff. */
  name: string;
  /** its denominations. */
  chips: ChipInput[];
}

export interface ChipsChangeSet {
  /** which one. */
  chip_set: number;
  /** shown to staff. */
  name: string;
  /** all its denominations; those left out are removed. */
  chips: ChipInput[];
}

export interface ChipsColourUp {
  /** an entry in play. */
  entry: number;
  /** value of the chip to exchange. (value of a chip) */
  small: number;
  /** number of small chips; those that do not make a whole big chip stay. (how many chips) */
  count: number;
  /** value of the chip received; defaults to the next bigger one in play. */
  big?: number | null;
}

export interface ChipsCountReturned {
  /** the move by which they left play; recorded again, the last count holds. */
  move: number;
  /** how many chips of each value came back. */
  pieces: PieceCount[];
}

export interface ChipsExchange {
  /** chips brought into play. */
  given: PieceCount[];
  /** chips taken out of play. */
  taken: PieceCount[];
}

export interface ChipsFound {
  /** their owner, in play. */
  entry: number;
  /** value of one chip. (value of a chip) */
  value: number;
  /** number of chips. (how many chips) */
  count: number;
}

export interface ChipsMakeUp {
  /** all of them, replacing those recorded before; of several for one use, the one whose chips are all in play holds. */
  stacks: MadeUpStack[];
}

export interface ClockAdd {
  /** change in milliseconds; 60000 adds a minute. */
  ms: number;
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockAdvance {
  /** `book`: as the rulebook says, `auto`: automatically at 0:00, `announced`: held until announced. */
  way: "book" | "auto" | "announced";
}

export interface ClockAnnounceLevel {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
  /** running row when the button was pressed. (row the presser saw as the running one) */
  position?: number | null;
}

export interface ClockAsIfNeverStopped {
}

export interface ClockDrawHands {
  /** the card a player drew; null: the system draws, and the seed becomes public. */
  card?: number | null;
}

export interface ClockExtendBreak {
  /** time to add, in milliseconds. */
  ms: number;
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockGoTo {
  /** index of the row, from 0. (row of the structure, counted from 0) */
  to: number;
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockHandsPlayed {
}

export interface ClockLastHand {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
  /** running row when the button was pressed. (row the presser saw as the running one) */
  position?: number | null;
}

export interface ClockNext {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
  /** running row when the button was pressed. (row the presser saw as the running one) */
  position?: number | null;
}

export interface ClockPause {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockPlanStart {
  /** start time in milliseconds since 1970 UTC; null: manual start. */
  at: number | null;
}

export interface ClockPrevious {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
  /** running row when the button was pressed. (row the presser saw as the running one) */
  position?: number | null;
}

export interface ClockReset {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockRestart {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockResume {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockResumeFromStop {
}

export interface ClockSay {
  /** the announcement, or "" for none. */
  text: string;
}

export interface ClockSetRemaining {
  /** time left in milliseconds, more than 0. */
  ms: number;
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockSkipBreak {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
  /** running row when the button was pressed. (row the presser saw as the running one) */
  position?: number | null;
}

export interface ClockStart {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
  /** on a day to which players bring bags, the accepted number of players whose bags are not open; null: any. */
  absent?: number | null;
}

export interface ClockStopDay {
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClockStructure {
  /** all rows in order. */
  levels: LevelInput[];
  /** seq of the board when the button was pressed. (seq of the board the presser saw) */
  seen?: number | null;
}

export interface ClosedDaysAdd {
  /** why, such as the holiday. */
  name: string;
  /** both included. (date, 2026-03-29) */
  first_day: string;
  /** both included. (date, 2026-03-29) */
  last_day: string;
}

export interface ClosedDaysRemove {
  /** the days. */
  closed_days: number;
}

export interface CompUse {
  /** the player. */
  player: number;
  /** in the room's currency. (minor units) */
  amount: number;
  /** what it is used for: "Dinner". */
  what: string;
}

export interface CountInput {
  /** minor units */
  value: number;
  quantity: number;
}

export interface DayClose {
  /** on the next day, `redraw`: all seats are drawn again; `kept`: all players keep theirs. */
  seats?: "redraw" | "kept";
  /** planned start of the next day; null: not announced, or there is none. */
  next_start?: number | null;
  /** the accepted difference: chips counted minus chips in play; 0 if it was accepted when bags were sealed. */
  difference?: number;
  /** the day is closed although the clock is still running. */
  running?: boolean;
}

export interface DayDrawNext {
  /** number of tables; null: as few as hold all players; who sit at one table, as the final one, stay at one. */
  tables?: number | null;
  /** drawn seats are drawn again; their slips and messages are void. */
  again?: boolean;
}

export interface DayPlan {
  /** `redraw`: all seats are drawn again; `kept`: all players keep theirs. */
  seats: "redraw" | "kept";
  /** planned start; null: not announced. */
  next_start?: number | null;
}

export interface DayResume {
  /** the accepted number of players whose bags are not open; null: any. */
  absent?: number | null;
}

export interface DealAgree {
  /** the player's entry. */
  entry: number;
  /** whether they do. */
  agrees?: boolean;
  /** version of the deal that they agree to. */
  seen?: string | null;
}

export interface DealChange {
  /** of some or of all. */
  amounts: ShareInput[];
  /** version of the deal that the user saw. */
  seen?: string | null;
}

export interface DealClose {
  /** version of the deal that the user saw. */
  seen?: string | null;
}

export interface DealOpen {
  /** stacks of all players in play. */
  stacks: StackInput[];
  /** how to divide; left out: ICM. */
  mix?: MixInput | null;
  /** prizes still played for, the first place first, in minor units. */
  left?: number[];
}

export interface DealVoid {
  /** why; recorded in the journal. */
  reason: string;
  /** version of the deal that the user saw. */
  seen?: string | null;
}

export interface DealWorkOut {
  /** as for `deal.open`. */
  stacks: StackInput[];
  /** as for `deal.open`. */
  mix: MixInput;
  /** as for `deal.open`. */
  left?: number[];
  /** version of the deal that the user saw. */
  seen?: string | null;
}

export interface DealerAdd {
  /** as the floor calls them; no two have one name. */
  name: string;
}

export interface DealerAssignTables {
  /** table numbers; if empty, the login takes its next table itself. */
  tables: number[];
  /** the login. Either this or `token`. */
  user?: number | null;
  /** the token. */
  token?: number | null;
}

export interface DealerBegin {
  /** the dealer. */
  dealer: number;
}

export interface DealerChange {
  /** the dealer. */
  dealer: number;
  /** as the floor calls them. */
  name: string;
  /** whether they may come on shift; their history is kept. */
  active?: boolean;
}

export interface DealerEnd {
  /** on shift. */
  dealer: number;
}

export interface DealerSend {
  /** on shift. */
  dealer: number;
  /** number of the table; null for a break. */
  table?: number | null;
}

export interface DealerTakeTable {
  /** table number. */
  number: number;
}

export interface DealersEvery {
  /** 5 to 240. */
  minutes: number;
}

export interface DealersPush {
  /** time of the last push in ms, as the user sees it (0: none yet), so that two users at once push only once. Left out: no check. */
  seen?: number | null;
}

export interface DeskAddOn {
  /** the buyer's entry. */
  entry: number;
  /** how it is paid; empty if it is free. */
  payments: PaymentInput[];
  /** 1, or 2 if the event sells two at once. */
  times?: number;
  /** the buyer's counted stack, if the event sells only to small stacks. */
  stack?: number | null;
}

export interface DeskPrinted {
  /** which of these. */
  what: "receipt" | "seat_card" | "link";
  /** whose seat card. */
  entry?: number | null;
  /** which receipt. */
  receipt?: number | null;
  /** whose link. */
  booking?: number | null;
}

export interface DeskRebuy {
  /** the buyer's entry; in play, or out by a bust. */
  entry: number;
  /** how it is paid; empty if it is free. */
  payments: PaymentInput[];
  /** 1, or 2 if the event sells two at once. */
  times?: number;
  /** the buyer's counted stack, if the event sells only to small stacks. */
  stack?: number | null;
  /** whether it was announced before a hand. If the book makes that binding, it is not refunded. */
  announced?: boolean;
}

export interface DeskRefund {
  /** the sale. */
  receipt: number;
  /** why. */
  reason: string;
  /** the items to refund; empty: all that have not been refunded. */
  items?: number[];
  /** how cash and card payments are refunded; "as_paid": each as it was paid. */
  method?: "cash" | "card" | "voucher" | "as_paid";
  /** chips that leave play with an entry, as counted at the seat; left out: all that it was sold. */
  stack?: number | null;
  /** the drawer that pays and records the refund; left out: the actor's own. */
  drawer?: number | null;
  /** whether the sale was a mistake: a booking that its entry fulfilled is restored, if its place is still free. */
  mistake?: boolean;
}

export interface DeskRegister {
  /** the player. */
  player: number;
  /** how the buy-in, and the membership if one is sold, are paid; empty if free. */
  payments: PaymentInput[];
  /** whether the clerk has seen an ID. */
  id_seen?: boolean;
  /** the membership sold with it, if any. */
  membership?: "day" | "season" | null;
  /** in an event for teams of two, the player who shares the entry; null: the one of the entry before or of the booking, or named later. */
  partner?: number | null;
  /** whether the clerk has seen the partner's ID. */
  partner_id_seen?: boolean;
}

export interface DeskRegisterForEvents {
  /** the player. */
  player: number;
  /** the events in order of payment. A ticket pays for the first one. */
  events: number[];
  /** how the total is paid; empty if it is free. */
  payments: PaymentInput[];
  /** whether the clerk has seen an ID. */
  id_seen?: boolean;
  /** the membership sold with the first event, if any. */
  membership?: "day" | "season" | null;
  /** the player who shares the entries of those events that are for teams of two; null: see `desk.register`. */
  partner?: number | null;
  /** whether the clerk has seen the partner's ID. */
  partner_id_seen?: boolean;
}

export interface DeskSettingsSet {
  /** in years; an event's rulebook may require more. */
  minimum_age: number;
  /** maximum number of players in play in the whole room; null: limited by seats only. */
  capacity: number | null;
  /** how long a called player has to come. */
  offer_seconds: number;
  /** how often they are called again before they are skipped. */
  recalls: number;
  /** how long after busting a re-entry goes ahead of the waiting list. */
  at_once_seconds: number;
  /** whether players may find their page by name and year of birth. */
  lookup_by_name: boolean;
  /** whether players in a running event are refused in another one. */
  one_event_at_a_time?: boolean;
}

export interface DeskSurrender {
  /** the entry that surrenders. */
  entry: number;
  /** the counted stack; it leaves play. */
  chips: number;
}

export interface DeskUndo {
  /** number of the journal entry. */
  seq: number;
}

export interface DeskUndoInRoom {
  /** number of the journal entry. */
  seq: number;
}

export interface DinnerEnd {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** as for a return (`cash_seat.return`). */
  choice?: "wait" | "post" | "big_blind" | null;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface DinnerHandOut {
  /** the dinner break. */
  dinner: number;
}

export interface DinnerStart {
  /** number of the table. */
  table: number;
  /** number of the seat. */
  seat: number;
  /** chips counted by the floor and the dealer. */
  stake?: number | null;
  /** who sat there when it was pressed, if known. */
  player?: number | null;
}

export interface DisplayBlank {
  /** id of the display. */
  screen: number;
  /** whether the display is blank. */
  blank: boolean;
}

export interface DisplayFeatureTable {
  /** table number; null: the final table, once there is one. */
  number: number | null;
}

export interface DisplayIdentify {
  /** id of the display. */
  screen: number;
}

export interface DisplayPair {
  /** shown on the display. */
  code: string;
  /** shown to staff. */
  name: string;
  /** the event whose clock it shows. */
  tournament?: number | null;
  /** its layout; "house:5" for the layout of the house with this id. */
  layout?: "clock" | "structure" | "seats" | "waiting" | "moves" | "eliminations" | "free" | "map" | "prizes" | "payouts" | "results" | "bounty_leaderboard" | "chip_leaders" | "season_ranking" | "cash_lists" | "feature" | string;
}

export interface DisplayReload {
  /** id of the display. */
  screen: number;
}

export interface DisplayRetire {
  /** id of the display. */
  screen: number;
}

export interface DisplaySay {
  /** id of the display. */
  screen: number;
  /** the message, or "" for none. */
  text: string;
}

export interface DisplaySettings {
  /** id of the display. */
  screen: number;
  /** shown to staff. */
  name: string;
  /** of its texts and numbers; "" for the room's. */
  language: "" | "en" | "de" | "de-at" | "de-ch" | "fr" | "fr-ch" | "it" | "it-ch";
  /** whether it is the display of its event that plays sounds; this turns off the sound of any other. */
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  /** whether it speaks announcements. */
  speech: boolean;
}

export interface DisplayShow {
  /** id of the display. */
  screen: number;
  /** the event whose clock it shows; null for none. */
  tournament: number | null;
  /** its layout; "house:5" for the layout of the house with this id. */
  layout: "clock" | "structure" | "seats" | "waiting" | "moves" | "eliminations" | "free" | "map" | "prizes" | "payouts" | "results" | "bounty_leaderboard" | "chip_leaders" | "season_ranking" | "cash_lists" | "feature" | string;
}

export interface DrawerClose {
  /** the cash in it. (minor units) */
  counted: number;
  /** the cash by note and coin; left out: only the total was counted. */
  counts?: CountInput[] | null;
}

export interface DrawerMove {
  /** positive: into the drawer; negative: out of it. (minor units) */
  amount: number;
  /** why. */
  reason: string;
}

export interface DrawerOpen {
  /** cash in it at the start. (minor units) */
  opening_float: number;
  /** of the drawer; left out: the room's. */
  currency?: string | null;
}

export interface DropInput {
  day: string;
  worst: number;
}

export interface EntriesBust {
  /** at least two entries in play, all at one table. */
  entries: number[];
  /** chips at the start of the hand, one for each of `entries`, null where they were not counted (PokerStars Live 3.13.3, Five Spades 9.5); null: none were counted. */
  stacks?: (number | null)[] | null;
  /** entries that won the chips of all of them; empty if unknown. */
  knocked_out_by?: number[];
}

export interface EntryBust {
  /** an entry in play. */
  entry: number;
  /** entries that won the chips; several if they shared them, empty if unknown. */
  knocked_out_by?: number[];
  /** chips at the start of the hand, if counted; it ranks players who bust in the same hand at one table (PokerStars Live 3.13.3, Five Spades 9.5). */
  stack?: number | null;
  /** an entry that busted at the table in the same hand. If omitted, it was another hand, unless all tables play one (hand-for-hand). Players who bust in one hand are placed once the floor has confirmed it; a bust recorded by the floor is confirmed. */
  same_hand?: number | null;
}

export interface EntryChangePlayer {
  /** an entry in play that two players share. */
  entry: number;
  /** true: the partner; false: the player who registered. */
  partner_plays: boolean;
}

export interface EntryNamePartner {
  /** an entry in play. */
  entry: number;
  /** the second player; null: none. */
  partner: number | null;
  /** whether the clerk has seen the partner's ID. */
  id_seen?: boolean;
  /** the partner so far, who is replaced or removed; null if there is none. */
  replaces?: number | null;
}

export interface EntryReinstate {
  /** an entry that busted. */
  entry: number;
  /** table number. */
  table: number;
  /** a free seat there. */
  seat: number;
}

export interface EntryRemove {
  /** an entry in play. */
  entry: number;
  /** the counted stack, taken out of play. */
  chips?: number;
  /** the penalty that removes the player: eliminated, ranked now as the book says (PokerStars Live 6.9.5); disqualified, without a prize (PokerStars Live 6.9.6, Five Spades 3.8). Omit if there is none. */
  penalty?: "eliminated" | "disqualified" | null;
}

export interface EnvelopeDraw {
  /** the busted entry whose bounty it is, out since the envelopes were filled with the chips won; or the winner. Of several stages, an entry of any of them. */
  entry: number;
}

export interface EnvelopesAdd {
  /** how many envelopes of which value: one for each bounty without one, together the money taken for bounties that is in no envelope. */
  values: ValueInput[];
}

export interface EnvelopesEmpty {
}

export interface EnvelopesFill {
  /** how many envelopes of which value: one for each bounty in play, together what was taken for bounties. */
  values: ValueInput[];
}

export interface EventChange {
  /** shown on displays. */
  name: string;
  /** key of its rulebook. */
  book: string;
  /** chips of one entry. */
  starting_stack: number;
  /** the chip set in use. */
  chip_set?: number | null;
}

export interface EventClose {
  /** close it although prizes are unpaid or places are undecided. */
  although_unfinished?: boolean;
}

export interface EventCopy {
  /** the event to copy. */
  copied: number;
  /** name of the new event, shown on displays. */
  name: string;
  /** when its clock starts automatically, in ms; null: manual start. */
  planned_start?: number | null;
}

export interface EventCreate {
  /** shown on displays. */
  name: string;
  /** library structure to copy. */
  structure: number;
  /** chips per entry. */
  starting_stack: number;
  /** key of its rulebook; null: the venue's. */
  book?: string | null;
  /** the chip set in use. */
  chip_set?: number | null;
  /** when the clock starts automatically, in ms; null: manual start. */
  planned_start?: number | null;
  /** for a demo, its speed as a multiple of real time; a demo is not listed with other events and is excluded from statistics. Null: a real event. */
  demo_speed?: number | null;
}

export interface EventLogo {
  /** name of the stored file, or "" for none. */
  logo: string;
}

export interface EventReopen {
}

export interface EventSetMode {
  /** one of the book's modes for single events; null: none in particular. */
  mode?: "freeze_out" | "rebuy_add_on" | "cannonball" | "bounty" | "mystery_bounty" | "win_the_button" | null;
}

export interface EventSetUp {
  /** shown on displays. */
  name: string;
  /** library structure to copy. */
  structure: number;
  /** chips per entry. */
  starting_stack: number;
  /** key of its rulebook; null: the venue's. */
  book?: string | null;
  /** the chip set in use. */
  chip_set?: number | null;
  /** when the clock starts automatically, in ms; null: manual start. */
  planned_start?: number | null;
  /** an event whose other settings it takes over: rebuy and add-on, seating options, shot clock, what players may do on their phones. */
  like?: number | null;
  /** its tables: those named, or free ones with the lowest numbers first; null: none yet. */
  tables?: TablesInput | null;
  /** price and registration; null: entries are counted by hand. */
  entry?: procedures__commands__event_setup__EntryInput | null;
  /** payouts; null: not set up yet. */
  prizes?: PrizesInput | null;
  /** one of the book's modes for single events, which fixes re-entries, rebuy and add-on; null: none. */
  mode?: "freeze_out" | "rebuy_add_on" | "cannonball" | "bounty" | "mystery_bounty" | "win_the_button" | null;
}

export interface ExtraInput {
  kind: "rebuy" | "add_on";
  /** minor units */
  pool?: number;
  /** minor units */
  fee?: number;
  /** minor units */
  staff?: number;
  chips: number;
  /** row of the structure, counted from 0 */
  from_row?: number;
  /** row of the structure, counted from 0 */
  until_row: number;
  most?: number | null;
  stack_most?: number | null;
  double?: boolean;
  without_rebuy_times?: number;
}

export interface FieldCount {
  /** change in the number of entries. A new entry also adds a player. */
  entries_by?: number;
  /** further change in the number of players left. */
  left_by?: number;
}

export interface FieldRedraw {
  /** number of tables. */
  tables: number;
}

export interface FieldSet {
  /** number of entries so far. */
  entries: number;
  /** number of players left. */
  left: number;
  /** chips in play beyond entries × starting stack (rebuys, add-ons); may be negative. */
  extra_chips?: number;
}

export interface FlightInput {
  label: string;
  planned_start?: number | null;
}

export interface FloorSettings {
  /** apply balancing moves automatically. */
  auto_balance: boolean;
  /** break tables automatically. */
  auto_break: boolean;
  /** tables are balanced only at the director's discretion. */
  late_stage: boolean;
}

export interface GhostsLeave {
  /** their counted remaining chips; null: their starting stacks. */
  chips?: number | null;
}

export interface GivingDraw {
}

export interface HandFinish {
  /** table number. */
  number: number;
  /** which hand, counted from 1 in this event; a late or repeated press is refused. */
  hand: number;
  /** the hand is dealt again exactly as it was: button and blinds stay, and it counts once for players who sit out hands (Munot 35, TDA 35C). */
  misdeal?: boolean;
  /** seat of the player who won the pot, in an event of the mode “win the button”: the button goes there (Five Spades 4.20). */
  winner?: number | null;
}

export interface HandForHandAllIn {
  /** table number. */
  number: number;
  /** number of the shared hand on the board: 0 is the hand in progress at the announcement. */
  hand: number;
}

export interface HandForHandAnnounce {
  /** what is at stake: the money, the final table, the next pay jump. */
  reason?: "money" | "final_table" | "pay_jump";
  /** the clock meanwhile: `per_hand` takes minutes off for each hand and is stopped otherwise (TDA RP-8B–D, WSOP 126), `stopped`, `running`; defaults to the book's. */
  way?: "per_hand" | "stopped" | "running" | null;
  /** minutes per hand for `per_hand`; defaults to the book's, or two if it is silent. */
  minutes?: number | null;
}

export interface HandForHandDeal {
  /** number of the completed hand, so that a second press has no effect. */
  hand: number;
}

export interface HandForHandEnd {
  /** number of the shared hand on the board. */
  hand: number;
}

export interface HandForHandResolve {
  /** table number. */
  number: number;
  /** number of the shared hand on the board. */
  hand: number;
}

export interface HeldInput {
  seat: number;
  /** small chips */
  small?: number | null;
  /** whether there are other chips */
  others?: boolean;
  /** chips in value */
  stack?: number | null;
  /** chips by value; bigger ones may be left out */
  chips?: ChipCount[] | null;
}

export interface HomeGameAddOn {
}

export interface HomeGameBackIn {
}

export interface HomeGameBust {
}

export interface HomeGameEnter {
  /** how many. */
  count?: number;
}

export interface HomeGameRebuy {
}

export interface HomeGameStart {
  /** expected. */
  players: number;
  /** all of it is prize money; 0 for a game without money. (minor units) */
  buy_in: number;
  /** its wished length. */
  minutes: number;
  /** whether a player may buy another starting stack for the buy-in, until the first break. */
  rebuys?: boolean;
  /** whether an add-on is offered as well, until the end of that break. */
  add_on?: boolean;
  /** chips per entry; null: 10,000, or fewer where that fits the time better. */
  starting_stack?: number | null;
  /** shown on displays; "" names it after the day. If an open event, or another one of the same day, has this name, a number is added. */
  name?: string;
}

export interface HomeGameTakeBack {
  /** which of these. */
  kind: "entry" | "rebuy" | "add_on";
}

export interface HomeGameUseNames {
  /** true for entries by name, false for counting. */
  names: boolean;
}

export interface ImportedPlayer {
  /** add a record, or correct the one of `player` */
  do: "add" | "change";
  player?: number | null;
  name: string;
  nickname?: string | null;
  birth_date?: string | null;
  card?: string | null;
  languages?: string | null;
  needs_access?: boolean | null;
  needs?: string | null;
  staff_notes?: string | null;
  privacy?: "full" | "short" | "nickname" | null;
  email?: string | null;
  phone?: string | null;
  contact_consent?: boolean | null;
}

export interface LayoutAddShipped {
  /** classic, clock_prizes, clock_seats, four_events, lobby, break, final_table or results. */
  key: string;
  /** of the layout. */
  name: string;
}

export interface LayoutCopy {
  /** the one to copy. */
  layout: number;
  /** of the copy. */
  name: string;
}

export interface LayoutRemove {
  /** its id. */
  layout: number;
}

export interface LayoutSave {
  /** as `docs/displays.md` describes it; its name is the layout's. Its pictures must be stored. */
  document: object;
  /** the one to change; null for a new one. */
  layout?: number | null;
  /** its version that was edited; null to replace any version. */
  based_on?: string | null;
}

export interface LevelInput {
  kind: "level" | "break";
  /** milliseconds */
  duration: number;
  small_blind?: number;
  big_blind?: number;
  ante?: number;
  ante_kind?: "none" | "classic" | "small_blind" | "big_blind";
  game?: string;
  /** of the game; "": as its name says; "mixed": games change, stud among them */
  family?: "" | "flop" | "draw" | "stud" | "mixed";
  note?: string;
  colour_up?: number[];
  ends_day?: boolean;
}

export interface LoginAdd {
  /** for logging in. */
  username: string;
  /** the role of the login. */
  role: "director" | "floor" | "desk" | "dealer";
  /** at least eight characters, not a common one; never journalled. */
  password: string;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LoginChange {
  /** id of the login. */
  user: number;
  /** the new role. */
  role: "director" | "floor" | "desk" | "dealer";
  /** whether the login works. */
  active: boolean;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LoginEmail {
  /** id of the login. */
  user: number;
  /** the address, or "" for none. */
  email: string;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LoginEndSessions {
  /** id of the login. */
  user: number;
  /** which session; null: all of them. */
  session?: number | null;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LoginLanguage {
  /** its code, or "" for the browser's. */
  language: "" | "en" | "de" | "de-at" | "de-ch" | "fr" | "fr-ch" | "it" | "it-ch";
}

export interface LoginPassword {
  /** id of the login. */
  user: number;
  /** at least eight characters, not a common one; never journalled. */
  password: string;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LoginPolicy {
  /** roles whose logins need a second factor. */
  factor_roles: ("director" | "floor" | "desk" | "dealer")[];
  /** how long a session lasts, except on dealers' tablets. */
  session_hours: number;
  /** after how long without a request a session ends, except on dealers' tablets; 0: never. */
  idle_minutes: number;
  /** how many characters a new password needs. */
  password_length: number;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LoginResetFactors {
  /** id of the login. */
  user: number;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface LookPicture {
  /** `logo` of the room, `background`, or `sponsor_picture`. */
  place: "logo" | "background" | "sponsor_picture";
  /** name of a stored picture; "" for none. */
  picture: string;
}

export interface LookSet {
  /** `room` (the room's colour), `felt`, `wine`, `midnight` or `black`. */
  theme: "room" | "felt" | "wine" | "midnight" | "black";
  /** at the foot of the clock; "" for none. */
  sponsor?: string;
}

export interface LookSound {
  /** `level_start` (start of the clock, and of a level that was announced), `one_minute` (before the end of a level or break), `tick` (its last five seconds), `level_end` or `break_end`. */
  cue: "level_start" | "one_minute" | "tick" | "level_end" | "break_end";
  /** name of a stored sound; "" for the built-in one. */
  sound: string;
}

export interface MadeUpStack {
  use: "entry" | "rebuy" | "add_on";
  chips: number;
  pieces: PieceCount[];
}

export interface MembershipConfirm {
  /** the membership. */
  membership: number;
  /** the board member. */
  confirmed_by: string;
}

export interface MembershipsConfirm {
  /** the memberships. */
  memberships: number[];
  /** the board member. */
  confirmed_by: string;
}

export interface MixInput {
  icm?: number;
  chip_chop?: number;
  even?: number;
}

export interface MoveArrive {
  /** a move under way. */
  move: number;
}

export interface MovesArrive {
  /** table number. */
  number: number;
}

export interface OverlayAdd {
  /** what it is for. */
  name: string;
  /** the event. */
  tournament: number;
  /** SHA-256 of the secret, in hexadecimal digits. */
  digest: string;
  /** minutes by which everything is shown later. */
  delay?: number;
}

export interface OverlayChange {
  /** the overlay. */
  overlay: number;
  /** as in `overlay.add`. */
  name: string;
  /** as in `overlay.add`. */
  tournament: number;
  /** as in `overlay.add`. */
  delay: number;
}

export interface OverlayNewAddress {
  /** the overlay. */
  overlay: number;
  /** SHA-256 of the new secret, in hexadecimal digits. */
  digest: string;
}

export interface OverlayRevoke {
  /** the overlay. */
  overlay: number;
}

export interface ParameterInput {
  name: string;
  value: number;
}

export interface PaymentInput {
  method: "cash" | "card" | "voucher" | "ticket";
  /** minor units */
  amount: number;
  tendered?: number | null;
  number?: string | null;
}

export interface PayoutBubble {
  /** of the extra prize, in minor units. */
  amount: number;
}

export interface PayoutLock {
}

export interface PayoutSet {
  /** from a table by field size, by a formula, typed by hand, or tickets for another event. */
  method: "table" | "formula" | "hand" | "satellite";
  /** of all money here; "" for points only; left out: the one it is sold in, or the room's. */
  currency?: string | null;
  /** its key. */
  table?: string;
  /** by a formula: part of the field that is paid, in hundredths of a percent (1500 is 15 %); a book that says so decides it (WSOP). */
  percent?: number;
  /** how that is rounded. */
  rounded?: "up" | "down";
  /** by a formula: first prize to the second, in hundredths. */
  ratio?: number;
  /** by a formula: the least prize, in hundredths of the buy-in. (hundredths of a buy-in) */
  minimum?: number;
  /** by a formula: places further down get the same. */
  tiered?: boolean;
  /** by hand: what each place is worth, the first place's first, in minor units. */
  amounts?: number[];
  /** tickets and prizes in kind. */
  things?: ThingInput[];
  /** of a satellite: the event its tickets open. */
  ticket_for?: number | null;
  /** of a satellite: what a ticket is worth, in minor units. */
  ticket_value?: number;
  /** the smallest unit in which prizes are paid, in minor units. */
  note?: number;
  /** money the room adds, in minor units. */
  added?: number;
  /** the least the pool will be, in minor units; the room pays what lacks. */
  guarantee?: number;
  /** whether added money helps to reach it. */
  added_counts?: boolean;
  /** of the players' money, for the staff, in hundredths of a percent. */
  staff_percent?: number;
  /** whether a player is ranked with the best entry, or with each. */
  counting?: "best" | "each";
  /** the kind of bounty. */
  bounties?: "none" | "fixed" | "progressive" | "mystery";
  /** of a progressive bounty, paid at once, in hundredths of a percent. */
  bounty_cash?: number;
  /** of several stages: whose bounties are paid before the prizes are locked, once the flight in which they were won has ended: of players who are out, of all, or of none. */
  early_bounties?: "none" | "out" | "all";
  /** withheld from prizes above `tax_above`, in hundredths of a percent. */
  tax_percent?: number;
  /** in minor units. */
  tax_above?: number;
  /** lock automatically once entry is over. */
  locks_itself?: boolean;
}

export interface PayoutUnlock {
  /** why; recorded in the journal. */
  reason: string;
}

export interface PenaltyCount {
  /** a running penalty of hands or orbits. */
  penalty: number;
  /** number of served hands as shown; a second count of the same hand is refused. */
  served: number;
  /** corrected number of hands (or rounds of the button) left; defaults to one less. */
  left?: number | null;
}

export interface PenaltyImpose {
  /** an entry in play. */
  entry: number;
  /** `reminder`, `warning`, `dead_hand` are recorded; `hands`, `orbits`, `time_out` are sat out; `elimination` ranks the player now (PokerStars Live 6.9.5), `disqualification` forfeits any prize (6.9.6), `event_ban` excludes re-entry, `all_events_ban` bans from every event. */
  kind: "reminder" | "warning" | "dead_hand" | "hands" | "orbits" | "time_out" | "elimination" | "disqualification" | "event_ban" | "all_events_ban";
  /** for staff, and for the player's record. */
  reason: string;
  /** hands, orbits or minutes; defaults to the book's ladder. */
  count?: number | null;
  /** the rule to cite; "": the book's rule on penalties. */
  rule?: string;
  /** counted stack, if the player is removed from play. */
  chips?: number;
  /** last day of a ban from all events, "2027-03-31"; null: permanent. */
  ends_on?: string | null;
}

export interface PenaltyKeep {
  /** months after the end of a penalty; null: permanently. */
  months: number | null;
}

export interface PenaltyLift {
  /** a running penalty. */
  penalty: number;
  /** shown to staff and kept in the player's record. */
  reason: string;
}

export interface PieceCount {
  value: number;
  count: number;
}

export interface PlanSet {
  /** maximum number of players at each table. */
  seats_per_table: number;
  /** whether the draw separates players who must not sit together. */
  keep_apart?: boolean;
  /** whether ghosts fill empty seats (only if the rulebook has ghosts). */
  ghosts?: boolean;
  /** whether it is the final of a cup (only if the rulebook gives it a final table of its own size). */
  cup_final?: boolean;
}

export interface PlayerAdd {
  /** as on their ID. */
  name: string;
  /** used at the table. */
  nickname?: string;
  /** "2001-05-30"; null or "" where it is not known. */
  birth_date?: string | null;
  /** number of their card or membership, as scanned; "" for none. */
  card?: string;
  /** spoken languages, as codes separated by spaces: "de en". */
  languages?: string;
  /** whether they need an accessible seat; the draw assigns it first. */
  needs_access?: boolean;
  /** other needs for the draw and the floor. */
  needs?: string;
  /** visible to staff only. */
  staff_notes?: string;
  /** the name in public: in full, short ("Anna B.") or by nickname. */
  privacy?: "full" | "short" | "nickname";
  /** the e-mail address; "" for none. */
  email?: string;
  /** the phone number with its country code ("+49 170 1234567"); "" for none. */
  phone?: string;
  /** whether the player has consented to storing e-mail and phone. */
  contact_consent?: boolean;
  /** whether a player below the room's minimum age is added anyway. */
  under_age?: boolean;
}

export interface PlayerAnonymise {
  /** the player who asked for deletion. */
  player: number;
}

export interface PlayerBan {
  /** the player. */
  player: number;
  /** the last day of the ban, "2027-03-31"; null: permanent. */
  ends_on: string | null;
  /** for staff. */
  reason: string;
  /** the rule behind it ("Five Spades 2.7"), "" for the room's own decision. */
  rule?: string;
}

export interface PlayerChange {
  /** whose. */
  player: number;
  /** as on their ID. */
  name: string;
  /** used at the table. */
  nickname?: string | null;
  /** "2001-05-30"; "" where it is not known, which only floor and directors may set. */
  birth_date?: string | null;
  /** number of their card or membership, as scanned; "" for none. */
  card?: string | null;
  /** spoken languages, as codes separated by spaces: "de en". */
  languages?: string | null;
  /** whether they need an accessible seat; the draw assigns it first. */
  needs_access?: boolean | null;
  /** other needs for the draw and the floor. */
  needs?: string | null;
  /** visible to staff only. */
  staff_notes?: string | null;
  /** the name in public: in full, short ("Anna B.") or by nickname. */
  privacy?: "full" | "short" | "nickname" | null;
  /** whether a date of birth below the room's minimum age is saved anyway. */
  under_age?: boolean;
}

export interface PlayerContact {
  /** whose. */
  player: number;
  /** the e-mail address; null or "" leaves it unchanged. */
  email?: string | null;
  /** the phone number with its country code ("+49 170 1234567"); null or "" leaves it unchanged. */
  phone?: string | null;
  /** whether the player has consented to storing them. */
  consent?: boolean;
}

export interface PlayerGiveName {
  /** the player without a name. */
  player: number;
  /** of the person. */
  name: string;
  /** whether the person is another one than the record with this name. */
  new?: boolean;
}

export interface PlayerImport {
  /** the rows of the file, each with its decision. */
  rows: ImportedPlayer[];
}

export interface PlayerLiftBan {
  /** the ban. */
  ban: number;
}

export interface PlayerMerge {
  /** the record to merge. */
  player: number;
  /** the record to keep. */
  into: number;
}

export interface PlayerPhoto {
  /** whose. */
  player: number;
  /** name of the stored file, or "" for none. */
  photo: string;
}

export interface PlayerSetRetention {
  /** without a visit; null: never. */
  months: number | null;
}

export interface PlayerWithdrawContact {
  /** whose. */
  player: number;
  /** "email" or "phone". */
  contact: "email" | "phone";
}

export interface PrintingLogo {
  /** name of a stored picture; "" for none. */
  logo: string;
}

export interface PrintingSet {
  /** the issuer of the receipts; "" for the room's name alone. */
  company: string;
  /** of the company, in one line. */
  address?: string;
  /** printed on receipts. */
  tax_number?: string;
  /** network for guests' phones, printed on seat cards. */
  wifi_name?: string;
  /** of that network; everybody may read it. */
  wifi_password?: string;
  /** `roll` (80 mm), `a4`, `a6` or `letter`, the default when printing. */
  paper?: "roll" | "a4" | "a6" | "letter";
}

export interface PrizeHand {
  /** the winner's entry. */
  entry: number;
  /** key of the prize. */
  thing: number;
  /** whether an ID was seen. */
  id_seen?: boolean;
  /** whether the winner has signed the slip. */
  signed?: boolean;
  /** of a team, which of the two receives it, and owns the ticket; null: the entry is one player's alone. */
  player?: number | null;
}

export interface PrizePay {
  /** the winner's entry. */
  entry: number;
  /** the amount that counts as paid, with the amount withheld, in minor units. */
  amount: number;
  /** the place's prize, the share of a deal, or bounties. */
  kind?: "prize" | "deal" | "bounty";
  /** of payment; "transfer" is paid later, by the bank. */
  method?: "cash" | "card" | "voucher" | "transfer";
  /** tax, in minor units; left out: as set for the event's prizes. */
  withheld?: number | null;
  /** whether an ID was seen. */
  id_seen?: boolean;
  /** whether the winner has signed the slip. */
  signed?: boolean;
  /** pay although the place is shared only because stacks are missing. */
  although_unsettled?: boolean;
  /** of a team, which of the two is paid; null: the entry is one player's alone. */
  player?: number | null;
}

export interface PrizeShare {
  /** an entry that two players share and that the event pays. */
  entry: number;
  /** the partner's part, in hundredths of a percent. */
  share: number;
}

export interface PrizeWithdraw {
  /** the payout. */
  payment: number;
  /** why. */
  reason: string;
}

export interface PrizesInput {
  method?: "table" | "formula" | "like";
  table?: "club" | "flat_15" | "steep_10";
  /** minor units */
  guarantee?: number;
  /** minor units */
  note?: number;
}

export interface ProposalAccept {
  /** open and still required. */
  proposal: number;
  /** balancing: another player of the same table, with a reason; or the player to move, if the proposal leaves it open. */
  entry?: number | null;
  /** balancing: another free seat at the destination table, with a reason; or the seat, if it is left open. */
  seat?: number | null;
  /** why the decision differs from the proposal. */
  reason?: string;
}

export interface ProposalDismiss {
  /** an open proposal. */
  proposal: number;
  /** why. */
  reason?: string;
}

export interface RaceCancel {
  /** the chip that leaves play. (value of a chip) */
  small: number;
}

export interface RaceCards {
  /** a running race. */
  race: number;
  /** table number. */
  number: number;
  /** for each seat with odd chips, one card per chip. */
  cards: CardsInput[];
}

export interface RaceDeal {
  /** a running race. */
  race: number;
  /** table number. */
  number: number;
}

export interface RaceEnter {
  /** a running race. */
  race: number;
  /** table number. */
  number: number;
  /** those with small chips; seats not listed have none. */
  seats: HeldInput[];
}

export interface RaceFinish {
  /** a running race. */
  race: number;
}

export interface RaceFinishTables {
  /** a running race. */
  race: number;
}

export interface RacePlan {
  /** the chip that leaves play. (value of a chip) */
  small: number;
  /** the chip it is raced for; defaults to the next bigger one that stays. */
  big?: number | null;
  /** how many big chips are raced; defaults to the book's. */
  policy?: "half" | "up" | "full_then_half" | "round_each" | null;
  /** players deal themselves; in some books each of them then rounds (Other Poker 16). */
  self_dealt?: boolean;
  /** the race starts automatically at all tables when its break begins, or with the next day if chips are in bags then; otherwise staff start it. */
  by_itself?: boolean;
}

export interface RaceStart {
  /** the chip that leaves play. (value of a chip) */
  small: number;
  /** as in `race.plan`; default to the plan of a planned race. */
  big?: number | null;
  /** as in `race.plan`; default to the plan of a planned race. */
  policy?: "half" | "up" | "full_then_half" | "round_each" | null;
  /** as in `race.plan`; default to the plan of a planned race. */
  self_dealt?: boolean | null;
}

export interface RaceTableDone {
  /** a running race. */
  race: number;
  /** table number. */
  number: number;
  /** no player there holds any small chips, and no count was made. */
  none?: boolean;
}

export interface RegistrationClose {
}

export interface RegistrationOpenAgain {
}

export interface RegistrationSet {
  /** parts of the buy-in. (minor units) */
  pool?: number;
  /** parts of the buy-in. (minor units) */
  fee?: number;
  /** parts of the buy-in. (minor units) */
  staff?: number;
  /** parts of the buy-in. (minor units) */
  bounty?: number;
  /** how many may be in play at once; null: as many as there are seats. */
  capacity?: number | null;
  /** late entry ends with the start, with a row of the structure, or at a time. */
  late_ends?: "none" | "row" | "time";
  /** the last row in which players may enter. */
  late_row?: number | null;
  /** the time, in ms. */
  late_at?: number | null;
  /** re-entries a player may buy; null: any number. */
  re_entries_most?: number | null;
  /** whether a stack may be surrendered for a new entry. */
  surrender_allowed?: boolean;
  /** whether only members may enter. */
  members_only?: boolean;
  /** events that share this name are flights of one tournament; "" for a separate event. */
  flights?: string;
  /** what players may do on their phones. */
  self_reserve?: boolean;
  /** what players may do on their phones. */
  self_wait?: boolean;
  /** what players may do on their phones. */
  self_re_enter?: boolean;
  /** rebuy and add-on, as far as there are. */
  extras?: ExtraInput[];
  /** teams of two share an entry (tag team): the partner is named with the `entry`, or until registration closes (`close`); "": one player per entry. */
  partner_until?: "" | "entry" | "close";
}

export interface RoomSettings {
  /** of the room. */
  name: string;
  /** ISO 4217 code, three letters. */
  currency: string;
  /** of screens and people without a choice of their own. */
  language: "en" | "de" | "de-at" | "de-ch" | "fr" | "fr-ch" | "it" | "it-ch";
  /** key of the rulebook for new events. */
  book: string;
  /** the room's colour, "#rrggbb". */
  accent: string;
}

export interface RoomUndo {
  /** the entry's number. */
  seq: number;
}

export interface RotationRemove {
  /** its id. */
  rotation: number;
}

export interface RotationSave {
  /** of the rotation. */
  name: string;
  /** in order; those with nothing to show are left out at that time. */
  slides: SlideInput[];
  /** the one to change; null for a new one. */
  rotation?: number | null;
  /** its version that was edited; null to replace any version. */
  based_on?: string | null;
}

export interface RulingCorrect {
  /** the ruling to correct. */
  ruling: number;
  /** the corrected text. */
  text: string;
  /** number of the table; null for none. */
  table?: number | null;
  /** entries concerned. */
  entries?: number[] | null;
  /** the rule behind it; "" for the floor's own judgement. */
  rule?: string;
  /** the name under which a photo was kept, "" for none, null to keep the former one. */
  photo?: string | null;
}

export interface RulingNote {
  /** what happened and what was decided; for staff only. */
  text: string;
  /** number of the table, assigned to the event now or before; null for none. */
  table?: number | null;
  /** entries concerned, twelve at most. */
  entries?: number[] | null;
  /** the rule behind it, as the finder cites it ("Munot 22"); "" for the floor's own judgement. */
  rule?: string;
  /** the name under which a photo was kept; "" for none. */
  photo?: string;
}

export interface ScreenGroupBlank {
  /** its id. */
  group: number;
  /** whether they are blank. */
  blank: boolean;
}

export interface ScreenGroupRemove {
  /** its id. */
  group: number;
}

export interface ScreenGroupSave {
  /** of the group. */
  name: string;
  /** ids of its displays; they leave the group that they are in. */
  screens: number[];
  /** the event that they show. */
  tournament?: number | null;
  /** what they show of it. */
  layout?: "clock" | "structure" | "seats" | "waiting" | "moves" | "eliminations" | "free" | "map" | "prizes" | "payouts" | "results" | "bounty_leaderboard" | "chip_leaders" | "season_ranking" | "cash_lists" | "feature" | string;
  /** in place of the layout. */
  rotation?: number | null;
  /** by time of day in the room's time, in place of both; null for none. The last entry holds beyond midnight, so there are at least two. */
  schedule?: displays__commands__groups__EntryInput[] | null;
  /** the one to change; null for a new one. */
  group?: number | null;
  /** its version that was edited; null to replace any version. */
  based_on?: string | null;
}

export interface ScreenGroupSay {
  /** its id. */
  group: number;
  /** the message, or "" for none. */
  text: string;
}

export interface SeasonAddEvent {
  /** the season. */
  season: number;
  /** the event. */
  tournament: number;
  /** `counts`: one of the events that bring points; `cup_preliminary`; `cup_final`. */
  role?: "counts" | "cup_preliminary" | "cup_final";
}

export interface SeasonAwardTitle {
  /** the season; it may be closed. */
  season: number;
  /** `champion`: most points of the championship; `player_of_the_year`: most points of the ranking; `cup_winner`. */
  kind: "champion" | "player_of_the_year" | "cup_winner";
  /** the winner. */
  player: number;
}

export interface SeasonChange {
  /** the season. */
  season: number;
  /** as shown in public. */
  name: string;
  /** "2026-01-01". */
  first_day: string;
  /** the last day, included. */
  last_day: string;
  /** key of the rulebook. */
  book: string;
  /** `book`: by its table, or the name of a formula (docs/seasons.md). */
  points?: "book" | "linear" | "percentile" | "root" | "root_buy_in" | "inverse" | "prize" | "pool_share" | "return" | "per_entry" | "per_fee" | "per_hour";
  /** of the formula; those left out have their usual values. */
  parameters?: ParameterInput[] | null;
  /** how many results count, the best ones; null: all. */
  best_of?: number | null;
  /** drop dates. */
  drops?: DropInput[] | null;
  /** equal points share a place (`shared`), or the better best result decides (`countback`). */
  ties?: "shared" | "countback";
  /** whether results of guests are left out. */
  members_only?: boolean;
  /** whether both players of a team score with its result, or only the one who registered. */
  partners_score?: boolean;
  /** events to be played for the cup; null: by the book, as for the other settings of the cup. */
  cup_played_from?: number | null;
  /** events with points. */
  cup_scored_from?: number | null;
  /** seats of the final. */
  cup_seats?: number | null;
  /** how many of the ranking's best need not play the preliminary. */
  cup_fixed?: number | null;
}

export interface SeasonClose {
  /** the season. */
  season: number;
  /** true to close, false to open again. */
  closed?: boolean;
  /** close it although events that count are open, or its last day is yet to come. */
  although_unfinished?: boolean;
}

export interface SeasonCorrectPoints {
  /** the season. */
  season: number;
  /** the player. */
  player: number;
  /** to add; negative to take. */
  points: number;
  /** for staff. */
  reason: string;
}

export interface SeasonCreate {
  /** as shown in public. */
  name: string;
  /** "2026-01-01". */
  first_day: string;
  /** the last day, included. */
  last_day: string;
  /** key of the rulebook. */
  book: string;
  /** `book`: by its table, or the name of a formula (docs/seasons.md). */
  points?: "book" | "linear" | "percentile" | "root" | "root_buy_in" | "inverse" | "prize" | "pool_share" | "return" | "per_entry" | "per_fee" | "per_hour";
  /** of the formula; those left out have their usual values. */
  parameters?: ParameterInput[] | null;
  /** how many results count, the best ones; null: all. */
  best_of?: number | null;
  /** drop dates. */
  drops?: DropInput[] | null;
  /** equal points share a place (`shared`), or the better best result decides (`countback`). */
  ties?: "shared" | "countback";
  /** whether results of guests are left out. */
  members_only?: boolean;
  /** whether both players of a team score with its result, or only the one who registered. */
  partners_score?: boolean;
  /** events to be played for the cup; null: by the book, as for the other settings of the cup. */
  cup_played_from?: number | null;
  /** events with points. */
  cup_scored_from?: number | null;
  /** seats of the final. */
  cup_seats?: number | null;
  /** how many of the ranking's best need not play the preliminary. */
  cup_fixed?: number | null;
}

export interface SeasonDecideCupSeat {
  /** the season. */
  season: number;
  /** a member of the club. */
  player: number;
  /** true to give, false to take; null: the ranking decides again. */
  has_seat: boolean | null;
  /** for staff. */
  reason: string;
}

export interface SeasonLeaveOutEvent {
  /** the season. */
  season: number;
  /** the event. */
  tournament: number;
}

export interface SeasonWithdrawTitle {
  /** the season. */
  season: number;
  /** the title. */
  kind: "champion" | "player_of_the_year" | "cup_winner";
  /** for staff. */
  reason: string;
}

export interface SeatAbsent {
  /** a seated entry in play. */
  entry: number;
}

export interface SeatBack {
  /** a seated entry in play. */
  entry: number;
}

export interface SeatClose {
  /** table number. */
  table: number;
  /** seat number, from 1. */
  seat: number;
}

export interface SeatDraw {
  /** an entry in play without a seat. */
  entry: number;
}

export interface SeatGive {
  /** an entry in play. */
  entry: number;
  /** table number. */
  table: number;
  /** seat number, from 1. */
  seat: number;
}

export interface SeatLeave {
  /** a seated entry in play. */
  entry: number;
}

export interface SeatOpen {
  /** table number. */
  table: number;
  /** seat number, from 1. */
  seat: number;
}

export interface SeatPutRight {
  /** a seated entry in play. */
  entry: number;
  /** number of the table where the player sits by mistake. */
  table: number;
  /** the seat there. */
  seat: number;
  /** whether the stack differs by more than blinds and antes. */
  stack_changed: boolean;
}

export interface SeatStack {
  seat: number;
  chips: number;
  pieces?: PieceCount[];
}

export interface SeatSwap {
  /** seated entries in play. */
  one: number;
  /** seated entries in play. */
  other: number;
}

export interface SeatsDraw {
}

export interface SelfServiceArrive {
  /** the caller's move, as the phone showed it; either player of a team confirms it. */
  move: number;
}

export interface SelfServiceCancel {
}

export interface SelfServiceCashAnswer {
  /** the caller's own place. */
  entry: number;
  /** whether they are on the way; the seat is kept until the time runs out. */
  coming: boolean;
}

export interface SelfServiceCashJoin {
  /** the game. */
  game: number;
}

export interface SelfServiceCashLeave {
  /** the caller's own place. */
  entry: number;
}

export interface SelfServiceCashStay {
  /** the caller's own place. */
  entry: number;
}

export interface SelfServiceReEnter {
}

export interface SelfServiceReportStack {
  /** the stack. */
  chips: number;
}

export interface SelfServiceReserve {
}

export interface SelfServiceWait {
}

export interface ShareInput {
  entry: number;
  /** minor units */
  amount: number;
}

export interface ShotBank {
  /** table number. */
  number: number;
  /** seat of the player to act. */
  seat: number;
}

export interface ShotGive {
  /** number of time banks. */
  count: number;
  /** an entry in play; if omitted, all players, including later entries. */
  entry?: number | null;
}

export interface ShotOff {
}

export interface ShotSet {
  /** time for a decision. (seconds) */
  seconds: number;
  /** time that a time bank adds. (seconds) */
  bank_seconds: number;
  /** total time banks per entry; defaults to the current number. */
  banks?: number | null;
}

export interface SimulationStop {
  /** the demo. */
  demo: number;
}

export interface SimulationWatch {
  /** first entries. */
  players: number;
  /** key of the rulebook. */
  book: string;
  /** factor by which it runs faster than real time. */
  speed?: number;
  /** random seed; null: any. */
  seed?: number | null;
}

export interface SlideInput {
  layout: "clock" | "structure" | "seats" | "waiting" | "moves" | "eliminations" | "free" | "map" | "prizes" | "payouts" | "results" | "bounty_leaderboard" | "chip_leaders" | "season_ranking" | "cash_lists" | "feature" | string;
  tournament?: number | null;
  seconds?: number;
  when?: "always" | "before_start" | "running" | "break" | "over";
}

export interface StackCount {
  /** a seated entry in play. */
  entry: number;
  /** the counted stack. */
  chips: number;
}

export interface StackInput {
  entry: number;
  chips: number;
}

export interface StacksCloseCount {
  /** the difference that the floor accepts: chips counted minus chips in play. */
  difference?: number;
  /** the count is closed although the clock is running in a level. */
  running?: boolean;
}

export interface StacksCountTable {
  /** table number. */
  number: number;
  /** stacks by seat; seats left out have yet to be counted. */
  stacks: SeatStack[];
  /** when the table had last been counted, as the caller saw it (`at` of the board, in ms); null: never. Stacks counted after that are not replaced. */
  seen?: number | null;
}

export interface StacksOpenCount {
  /** `break`, `day_end`: end of the day, `deal`, `check`: any other. */
  occasion?: "break" | "day_end" | "deal" | "check";
}

export interface StagesAddEvent {
  /** the stage. */
  stage: number;
  /** of the new event, unique in the stage: "1C". */
  label: string;
  /** the event of the stage to copy; null: its first one. */
  like?: number | null;
  /** when its clock starts automatically, in ms; null: manual start. */
  planned_start?: number | null;
}

export interface StagesAdvance {
  /** the events they come from; empty: all that the rule looks at and that have not been joined. */
  sources?: number[];
  /** entries whose stack is carried, for players who choose one of several. */
  chosen?: number[];
  /** the accepted difference between chips counted and chips in play, over all events. */
  difference?: number;
}

export interface StagesEndEvent {
}

export interface StagesSetRule {
  /** the stage that players advance to. */
  stage: number;
  /** of several stacks of a player: the best is carried, all are added up, the player chooses one, or only one is allowed; "tag_team": the best, of teams of two; null: as it is. */
  take?: "only" | "best" | "sum" | "one" | "tag_team" | null;
  /** of the entries of each event; null: all players with chips. */
  percent?: number | null;
  /** only players in the places that their event pays. */
  in_money?: boolean;
}

export interface StagesSetSeats {
  /** the stage that players advance to. */
  stage: number;
  /** `redraw`: all seats are drawn again; `kept`: all players keep those of the stage before. */
  seats: "redraw" | "kept";
}

export interface StagesSetUp {
  /** of the multi-stage event, shown on displays. */
  name: string;
  /** the event that becomes the first one of the first stage. */
  first: number;
  /** key of the format, such as "flights_best"; `docs/stages.md` lists them. */
  preset: string;
  /** further events of the first stage; the first one is labelled "1A". */
  flights?: FlightInput[];
  /** when the events of the later stages start, in order, in ms; null: manual start. */
  starts?: (number | null)[];
  /** in flights, how many; more than two if several groups of day 2 meet again on day 3. */
  days?: number;
  /** in flights, the percentage of the entries of each that advance; null: all players with chips. */
  percent?: number | null;
  /** in flights, only players in the places that their flight pays advance. */
  in_money?: boolean;
  /** most entries of a player over all events of the first stage; null: as each event allows. */
  entries_most?: number | null;
}

export interface StructureRemove {
  /** the structure to remove. */
  structure: number;
}

export interface StructureSave {
  /** its name for staff. */
  name: string;
  /** its rows in order. */
  levels: LevelInput[];
  /** the structure to change; null for a new one. */
  structure?: number | null;
}

export interface TableAccess {
  /** table number. */
  number: number;
  /** whether everybody can reach it. */
  accessible: boolean;
}

export interface TableAdd {
  /** first and last table number, inclusive; at most 500 tables at once. */
  first: number;
  /** first and last table number, inclusive; at most 500 tables at once. */
  last: number;
  /** seats at each table. */
  seats?: number;
}

export interface TableAnswer {
  /** an open call. */
  call: number;
}

export interface TableAssign {
  /** table number. */
  number: number;
}

export interface TableBreak {
  /** table number. */
  number: number;
  /** required if the rulebook would not break it yet. */
  reason?: string;
}

export interface TableButton {
  /** table number. */
  number: number;
  /** its seat; an empty one if the button is dead and the book leaves it there (PokerStars Live 3.1.1, Other Poker 24, TDA 32; not Munot 32, Five Spades 9.4, nor heads-up). */
  button: number;
  /** the seat that posts the big blind in this hand, if it is not the second player after the button (a dead small blind). */
  big_blind?: number | null;
  /** number of the hand it applies to, counted from 1 in this event, if the caller knows it. */
  hand?: number | null;
}

export interface TableCall {
  /** table number. */
  number: number;
  /** `floor`: staff are needed; `time`: a player's time was called; `all_in`: all-in and called; `count`: chips or players are to be counted. */
  kind: "floor" | "time" | "all_in" | "count";
  /** seat of the player concerned. */
  seat?: number | null;
  /** time for the player to decide, if the floor gives less than the book allows (Munot 29, PokerStars Live 3.11); defaults to the book's time. */
  seconds?: number | null;
}

export interface TableHalt {
  /** table number. */
  number: number;
  /** true to halt, false to resume. */
  halted: boolean;
}

export interface TableNote {
  /** table number. */
  number: number;
  /** the text; "" removes it. */
  note: string;
}

export interface TablePlace {
  /** table number. */
  number: number;
  /** distance from the left and from the top, from 0 to 10,000 of the room's width and height; null removes it from the map. */
  across: number | null;
  /** distance from the left and from the top, from 0 to 10,000 of the room's width and height; null removes it from the map. */
  down: number | null;
}

export interface TableRelease {
  /** table number. */
  number: number;
}

export interface TableRetire {
  /** table number. */
  number: number;
}

export interface TableState {
  /** table number. */
  number: number;
  /** `open`: seats are drawn here; `reserve`: opened when the open ones are full; `paused`: no draws. */
  state: "open" | "reserve" | "paused";
  /** tables open in ascending order; null leaves it unchanged. */
  order?: number | null;
}

export interface TableUndo {
  /** table number. */
  number: number;
  /** number of the journal entry. */
  seq: number;
}

export interface TablesInput {
  count?: number;
  /** of free tables; empty: as many as `count`, the lowest first */
  numbers?: number[];
  add_missing?: boolean;
  seats_per_table?: number;
}

export interface TemplateCreateEvent {
  /** the template. */
  template: number;
  /** of the event, shown on displays. */
  name: string;
  /** when its clock starts automatically, in ms; null: manual start. */
  planned_start?: number | null;
}

export interface TemplateImport {
  /** of the template here. */
  name: string;
  /** the file, as it was exported. */
  text: string;
}

export interface TemplateRemove {
  /** the template. */
  template: number;
}

export interface TemplateSave {
  /** the event. */
  source: number;
  /** of the template. */
  name: string;
  /** the template that gets these settings; weekly plans of it use them from then on. Null for a new one. */
  replaces?: number | null;
}

export interface ThingInput {
  place: number;
  name: string;
  /** minor units */
  value: number;
  from_pool?: boolean;
  ticket_for?: number | null;
}

export interface TicketIssue {
  /** owners; a ticket each. */
  players: number[];
  /** the satellite in which they were won. */
  won_in?: number | null;
  /** number of further tickets without an owner. */
  unnamed?: number;
}

export interface TicketVoid {
  /** as printed. */
  number: string;
}

export interface TimeEnd {
  /** an open call of the kind `time`. */
  call: number;
  /** `acted`: the player acted in time; `hand_dead`, `check`: time ran out, and the hand is dead or checks as the book requires (Munot 29, TDA 29, PokerStars Live 3.11); `cancelled`: the call was withdrawn. */
  outcome: "acted" | "hand_dead" | "check" | "cancelled";
}

export interface TokenIssue {
  /** its purpose. */
  label: string;
  /** of its holder. */
  role: "director" | "floor" | "desk" | "dealer" | "display";
  /** SHA-256 of the secret, in hexadecimal digits. */
  digest: string;
  /** session hash of the acting login when its password was checked; never journalled. */
  own_digest?: string;
  /** stored key of the session that asks for it; never journalled. */
  own_session?: string;
}

export interface TokenRenewLink {
  /** id of the player. */
  player: number;
}

export interface TokenRevoke {
  /** the token's id. */
  token: number;
}

export interface TriggerRemove {
  /** its id. */
  trigger: number;
}

export interface TriggerRestore {
  /** `registration_15`, `break_5`, `last_hand`, `bubble`, `in_money` and `final_table`. */
  shipped: ("registration_15" | "break_5" | "last_hand" | "bubble" | "in_money" | "final_table")[];
}

export interface TriggerSave {
  /** `level_start`, `level_end`, `break_start`, `break_end`, `registration_closes`, `players_left` (the number falls to `number`), `bubble` (one bust before the money), `in_money`, `final_table`, or `last_hand` (of a level, when it is announced). */
  when: "level_start" | "level_end" | "break_start" | "break_end" | "registration_closes" | "players_left" | "bubble" | "in_money" | "final_table" | "last_hand";
  /** so long before `level_start`, `level_end`, `break_start`, `break_end` or `registration_closes`; 0 for all others. */
  before_seconds?: number;
  /** the level, null for every level; or the number of players left. */
  number?: number | null;
  /** `all` displays, those that show an `event`, or those of a `group`. */
  shown_on?: "all" | "event" | "group";
  /** the event. */
  tournament?: number | null;
  /** the group of displays. */
  group?: number | null;
  /** `level_start`, `one_minute`, `level_end`, `break_end`, `time_up`, `gong`, `fanfare`, or the name of a stored sound. It replaces the built-in sound of the same second, as does `silence`. */
  sound?: string;
  /** read aloud by the display that sounds, with placeholders as in announcements. */
  spoken?: string;
  /** shown with placeholders as in announcements. */
  message?: string;
  /** of the message: `normal`: above the layout; `urgent`: fills the screen, also of a blank display. */
  priority?: "normal" | "urgent";
  /** how long it is shown. */
  message_seconds?: number;
  /** shown in place of the display's own, fixed or "house:5"; "" for none. */
  layout?: "clock" | "structure" | "seats" | "waiting" | "moves" | "eliminations" | "free" | "map" | "prizes" | "payouts" | "results" | "bounty_leaderboard" | "chip_leaders" | "season_ranking" | "cash_lists" | "feature" | string | "";
  /** how long; null for as long as what the trigger fires for lasts. */
  layout_seconds?: number | null;
  /** the one to change; null for a new one. */
  trigger?: number | null;
}

export interface TriggerSwitch {
  /** its id. */
  trigger: number;
  /** whether it fires. What happened before it was switched on does not fire it. */
  on: boolean;
  /** that of its board (ms), to end only what is shown; null: as it is now. */
  since?: number | null;
}

export interface TriggerTest {
  /** its id; it may be switched off. */
  trigger: number;
  /** id of the display. */
  screen: number;
}

export interface Undo {
  /** the entry's number. */
  seq: number;
  /** undo it although prizes were paid for places that it changes, its bags are being played, or players have busted since the start that it undoes. */
  although_paid?: boolean;
}

export interface ValueInput {
  value: number;
  count: number;
}

export interface VoucherExtend {
  /** as printed. */
  number: string;
  /** the last day it pays, "2027-03-31"; null for good. */
  valid_until?: string | null;
}

export interface VoucherIssue {
  /** of each. (minor units) */
  value: number;
  /** how many. */
  count?: number;
  /** purpose, for staff. */
  note?: string;
  /** of the value; left out: the room's. */
  currency?: string | null;
  /** the last day they pay, "2027-03-31"; null for good. */
  valid_until?: string | null;
}

export interface VoucherVoid {
  /** as printed. */
  number: string;
}

export interface WaitingListCall {
  /** the booking. */
  booking: number;
  /** why they go first; recorded in the journal. */
  reason: string;
}

export interface WaitingListSkip {
  /** the booking. */
  booking: number;
}

export interface WebhookAdd {
  /** what it is for. */
  name: string;
  /** where messages are sent, over HTTPS; in networks that the server allows (`WEBHOOK_NETWORKS`) over HTTP as well. */
  url: string;
  /** kinds of messages. */
  kinds: string[];
}

export interface WebhookChange {
  /** the webhook. */
  webhook: number;
  /** as in `webhook.add`. */
  name: string;
  /** as in `webhook.add`. */
  url: string;
  /** as in `webhook.add`. */
  kinds: string[];
}

export interface WebhookNewSecret {
  /** the webhook. */
  webhook: number;
}

export interface WebhookPause {
  /** the webhook. */
  webhook: number;
}

export interface WebhookRemove {
  /** the webhook. */
  webhook: number;
}

export interface WebhookRepeat {
  /** of the log. */
  delivery: number;
}

export interface WebhookResume {
  /** the webhook. */
  webhook: number;
}

export interface WebhookTest {
  /** the webhook. */
  webhook: number;
}

export interface WeeklyPlanMakeEventNow {
  /** the plan. */
  plan: number;
  /** the date. (date, 2026-03-29) */
  day: string;
}

export interface WeeklyPlanRemove {
  /** the plan. */
  plan: number;
}

export interface WeeklyPlanSave {
  /** of the events, shown on displays. */
  name: string;
  /** the template that the events are made from. */
  template: number;
  /** 0 is Monday. */
  weekday: number;
  /** when the events start, in the room's time zone. (time of day, 19:00) */
  start: string;
  /** no event before this date. (date, 2026-03-29) */
  first_day: string;
  /** no event after this date; null: without end. */
  last_day?: string | null;
  /** every so many weeks. */
  every?: number;
  /** an event is made so many days before it starts. */
  days_ahead?: number;
  /** registration is open as soon as the event is made. */
  opens?: boolean;
  /** whether the plan makes events. */
  active?: boolean;
  /** the plan to change; null for a new one. */
  plan?: number | null;
}

export interface WeeklyPlanSetDate {
  /** the plan. */
  plan: number;
  /** one of its dates. (date, 2026-03-29) */
  day: string;
  /** whether there is an event. */
  held?: boolean;
  /** of that event; null: as usual. */
  start?: string | null;
}

export interface displays__commands__groups__EntryInput {
  at: number;
  layout?: "clock" | "structure" | "seats" | "waiting" | "moves" | "eliminations" | "free" | "map" | "prizes" | "payouts" | "results" | "bounty_leaderboard" | "chip_leaders" | "season_ranking" | "cash_lists" | "feature" | string;
  rotation?: number | null;
}

export interface procedures__commands__event_setup__EntryInput {
  /** minor units */
  pool?: number;
  /** minor units */
  fee?: number;
  /** minor units */
  staff?: number;
  /** minor units */
  bounty?: number;
  late_ends?: "none" | "row" | "time";
  late_row?: number | null;
  late_at?: number | null;
  re_entries_most?: number | null;
  /** open registration at once */
  opens?: boolean;
}

/** Arguments of every command, by its kind. */
export interface CommandArguments {
  "add_on.credit": AddOnCredit;
  "announcement.remove": AnnouncementRemove;
  "announcement.remove_template": AnnouncementRemoveTemplate;
  "announcement.save_template": AnnouncementSaveTemplate;
  "announcement.show": AnnouncementShow;
  "apart.add": ApartAdd;
  "apart.remove": ApartRemove;
  "bags.hand_in": BagsHandIn;
  "bags.open_table": BagsOpenTable;
  "bags.seal_table": BagsSealTable;
  "bags.unseal": BagsUnseal;
  "book.remove": BookRemove;
  "book.save": BookSave;
  "booking.cancel": BookingCancel;
  "booking.check_in": BookingCheckIn;
  "booking.no_show": BookingNoShow;
  "booking.no_shows": BookingNoShows;
  "booking.reserve": BookingReserve;
  "booking.wait": BookingWait;
  "bounty_targets.draw": BountyTargetsDraw;
  "break.order": BreakOrder;
  "bust.confirm_hand": BustConfirmHand;
  "bust.different_hands": BustDifferentHands;
  "bust.note": BustNote;
  "bust.one_hand": BustOneHand;
  "bust.stack_order": BustStackOrder;
  "button.draw": ButtonDraw;
  "cash.set": CashSet;
  "cash_game.add": CashGameAdd;
  "cash_game.change": CashGameChange;
  "cash_game.retire": CashGameRetire;
  "cash_hand.finish": CashHandFinish;
  "cash_list.call": CashListCall;
  "cash_list.call_back": CashListCallBack;
  "cash_list.call_next": CashListCallNext;
  "cash_list.change": CashListChange;
  "cash_list.check_in": CashListCheckIn;
  "cash_list.join": CashListJoin;
  "cash_list.leave": CashListLeave;
  "cash_list.skip": CashListSkip;
  "cash_money.cancel": CashMoneyCancel;
  "cash_money.confirm": CashMoneyConfirm;
  "cash_penalty.impose": CashPenaltyImpose;
  "cash_penalty.lift": CashPenaltyLift;
  "cash_seat.away": CashSeatAway;
  "cash_seat.change": CashSeatChange;
  "cash_seat.count": CashSeatCount;
  "cash_seat.leave": CashSeatLeave;
  "cash_seat.missed": CashSeatMissed;
  "cash_seat.move": CashSeatMove;
  "cash_seat.return": CashSeatReturn;
  "cash_seat.take": CashSeatTake;
  "cash_seat.top_up": CashSeatTopUp;
  "cash_table.answer_call": CashTableAnswerCall;
  "cash_table.break": CashTableBreak;
  "cash_table.button": CashTableButton;
  "cash_table.call_floor": CashTableCallFloor;
  "cash_table.close": CashTableClose;
  "cash_table.collect_time": CashTableCollectTime;
  "cash_table.drop": CashTableDrop;
  "cash_table.must_move": CashTableMustMove;
  "cash_table.open": CashTableOpen;
  "cash_table.send_dealer": CashTableSendDealer;
  "cash_table.tray": CashTableTray;
  "cash_table.undo": CashTableUndo;
  "chips.add_set": ChipsAddSet;
  "chips.change_set": ChipsChangeSet;
  "chips.colour_up": ChipsColourUp;
  "chips.count_returned": ChipsCountReturned;
  "chips.exchange": ChipsExchange;
  "chips.found": ChipsFound;
  "chips.make_up": ChipsMakeUp;
  "clock.add": ClockAdd;
  "clock.advance": ClockAdvance;
  "clock.announce_level": ClockAnnounceLevel;
  "clock.as_if_never_stopped": ClockAsIfNeverStopped;
  "clock.draw_hands": ClockDrawHands;
  "clock.extend_break": ClockExtendBreak;
  "clock.go_to": ClockGoTo;
  "clock.hands_played": ClockHandsPlayed;
  "clock.last_hand": ClockLastHand;
  "clock.next": ClockNext;
  "clock.pause": ClockPause;
  "clock.plan_start": ClockPlanStart;
  "clock.previous": ClockPrevious;
  "clock.reset": ClockReset;
  "clock.restart": ClockRestart;
  "clock.resume": ClockResume;
  "clock.resume_from_stop": ClockResumeFromStop;
  "clock.say": ClockSay;
  "clock.set_remaining": ClockSetRemaining;
  "clock.skip_break": ClockSkipBreak;
  "clock.start": ClockStart;
  "clock.stop_day": ClockStopDay;
  "clock.structure": ClockStructure;
  "closed_days.add": ClosedDaysAdd;
  "closed_days.remove": ClosedDaysRemove;
  "comp.use": CompUse;
  "day.close": DayClose;
  "day.draw_next": DayDrawNext;
  "day.plan": DayPlan;
  "day.resume": DayResume;
  "deal.agree": DealAgree;
  "deal.change": DealChange;
  "deal.close": DealClose;
  "deal.open": DealOpen;
  "deal.void": DealVoid;
  "deal.work_out": DealWorkOut;
  "dealer.add": DealerAdd;
  "dealer.assign_tables": DealerAssignTables;
  "dealer.begin": DealerBegin;
  "dealer.change": DealerChange;
  "dealer.end": DealerEnd;
  "dealer.send": DealerSend;
  "dealer.take_table": DealerTakeTable;
  "dealers.every": DealersEvery;
  "dealers.push": DealersPush;
  "desk.add_on": DeskAddOn;
  "desk.printed": DeskPrinted;
  "desk.rebuy": DeskRebuy;
  "desk.refund": DeskRefund;
  "desk.register": DeskRegister;
  "desk.register_for_events": DeskRegisterForEvents;
  "desk.surrender": DeskSurrender;
  "desk.undo": DeskUndo;
  "desk.undo_in_room": DeskUndoInRoom;
  "desk_settings.set": DeskSettingsSet;
  "dinner.end": DinnerEnd;
  "dinner.hand_out": DinnerHandOut;
  "dinner.start": DinnerStart;
  "display.blank": DisplayBlank;
  "display.feature_table": DisplayFeatureTable;
  "display.identify": DisplayIdentify;
  "display.pair": DisplayPair;
  "display.reload": DisplayReload;
  "display.retire": DisplayRetire;
  "display.say": DisplaySay;
  "display.settings": DisplaySettings;
  "display.show": DisplayShow;
  "drawer.close": DrawerClose;
  "drawer.move": DrawerMove;
  "drawer.open": DrawerOpen;
  "entries.bust": EntriesBust;
  "entry.bust": EntryBust;
  "entry.change_player": EntryChangePlayer;
  "entry.name_partner": EntryNamePartner;
  "entry.reinstate": EntryReinstate;
  "entry.remove": EntryRemove;
  "envelope.draw": EnvelopeDraw;
  "envelopes.add": EnvelopesAdd;
  "envelopes.empty": EnvelopesEmpty;
  "envelopes.fill": EnvelopesFill;
  "event.change": EventChange;
  "event.close": EventClose;
  "event.copy": EventCopy;
  "event.create": EventCreate;
  "event.logo": EventLogo;
  "event.reopen": EventReopen;
  "event.set_mode": EventSetMode;
  "event.set_up": EventSetUp;
  "field.count": FieldCount;
  "field.redraw": FieldRedraw;
  "field.set": FieldSet;
  "floor.settings": FloorSettings;
  "ghosts.leave": GhostsLeave;
  "giving.draw": GivingDraw;
  "hand.finish": HandFinish;
  "hand_for_hand.all_in": HandForHandAllIn;
  "hand_for_hand.announce": HandForHandAnnounce;
  "hand_for_hand.deal": HandForHandDeal;
  "hand_for_hand.end": HandForHandEnd;
  "hand_for_hand.resolve": HandForHandResolve;
  "home_game.add_on": HomeGameAddOn;
  "home_game.back_in": HomeGameBackIn;
  "home_game.bust": HomeGameBust;
  "home_game.enter": HomeGameEnter;
  "home_game.rebuy": HomeGameRebuy;
  "home_game.start": HomeGameStart;
  "home_game.take_back": HomeGameTakeBack;
  "home_game.use_names": HomeGameUseNames;
  "layout.add_shipped": LayoutAddShipped;
  "layout.copy": LayoutCopy;
  "layout.remove": LayoutRemove;
  "layout.save": LayoutSave;
  "login.add": LoginAdd;
  "login.change": LoginChange;
  "login.email": LoginEmail;
  "login.end_sessions": LoginEndSessions;
  "login.language": LoginLanguage;
  "login.password": LoginPassword;
  "login.policy": LoginPolicy;
  "login.reset_factors": LoginResetFactors;
  "look.picture": LookPicture;
  "look.set": LookSet;
  "look.sound": LookSound;
  "membership.confirm": MembershipConfirm;
  "memberships.confirm": MembershipsConfirm;
  "move.arrive": MoveArrive;
  "moves.arrive": MovesArrive;
  "overlay.add": OverlayAdd;
  "overlay.change": OverlayChange;
  "overlay.new_address": OverlayNewAddress;
  "overlay.revoke": OverlayRevoke;
  "payout.bubble": PayoutBubble;
  "payout.lock": PayoutLock;
  "payout.set": PayoutSet;
  "payout.unlock": PayoutUnlock;
  "penalty.count": PenaltyCount;
  "penalty.impose": PenaltyImpose;
  "penalty.keep": PenaltyKeep;
  "penalty.lift": PenaltyLift;
  "plan.set": PlanSet;
  "player.add": PlayerAdd;
  "player.anonymise": PlayerAnonymise;
  "player.ban": PlayerBan;
  "player.change": PlayerChange;
  "player.contact": PlayerContact;
  "player.give_name": PlayerGiveName;
  "player.import": PlayerImport;
  "player.lift_ban": PlayerLiftBan;
  "player.merge": PlayerMerge;
  "player.photo": PlayerPhoto;
  "player.set_retention": PlayerSetRetention;
  "player.withdraw_contact": PlayerWithdrawContact;
  "printing.logo": PrintingLogo;
  "printing.set": PrintingSet;
  "prize.hand": PrizeHand;
  "prize.pay": PrizePay;
  "prize.share": PrizeShare;
  "prize.withdraw": PrizeWithdraw;
  "proposal.accept": ProposalAccept;
  "proposal.dismiss": ProposalDismiss;
  "race.cancel": RaceCancel;
  "race.cards": RaceCards;
  "race.deal": RaceDeal;
  "race.enter": RaceEnter;
  "race.finish": RaceFinish;
  "race.finish_tables": RaceFinishTables;
  "race.plan": RacePlan;
  "race.start": RaceStart;
  "race.table_done": RaceTableDone;
  "registration.close": RegistrationClose;
  "registration.open_again": RegistrationOpenAgain;
  "registration.set": RegistrationSet;
  "room.settings": RoomSettings;
  "room.undo": RoomUndo;
  "rotation.remove": RotationRemove;
  "rotation.save": RotationSave;
  "ruling.correct": RulingCorrect;
  "ruling.note": RulingNote;
  "screen_group.blank": ScreenGroupBlank;
  "screen_group.remove": ScreenGroupRemove;
  "screen_group.save": ScreenGroupSave;
  "screen_group.say": ScreenGroupSay;
  "season.add_event": SeasonAddEvent;
  "season.award_title": SeasonAwardTitle;
  "season.change": SeasonChange;
  "season.close": SeasonClose;
  "season.correct_points": SeasonCorrectPoints;
  "season.create": SeasonCreate;
  "season.decide_cup_seat": SeasonDecideCupSeat;
  "season.leave_out_event": SeasonLeaveOutEvent;
  "season.withdraw_title": SeasonWithdrawTitle;
  "seat.absent": SeatAbsent;
  "seat.back": SeatBack;
  "seat.close": SeatClose;
  "seat.draw": SeatDraw;
  "seat.give": SeatGive;
  "seat.leave": SeatLeave;
  "seat.open": SeatOpen;
  "seat.put_right": SeatPutRight;
  "seat.swap": SeatSwap;
  "seats.draw": SeatsDraw;
  "self_service.arrive": SelfServiceArrive;
  "self_service.cancel": SelfServiceCancel;
  "self_service.cash_answer": SelfServiceCashAnswer;
  "self_service.cash_join": SelfServiceCashJoin;
  "self_service.cash_leave": SelfServiceCashLeave;
  "self_service.cash_stay": SelfServiceCashStay;
  "self_service.re_enter": SelfServiceReEnter;
  "self_service.report_stack": SelfServiceReportStack;
  "self_service.reserve": SelfServiceReserve;
  "self_service.wait": SelfServiceWait;
  "shot.bank": ShotBank;
  "shot.give": ShotGive;
  "shot.off": ShotOff;
  "shot.set": ShotSet;
  "simulation.stop": SimulationStop;
  "simulation.watch": SimulationWatch;
  "stack.count": StackCount;
  "stacks.close_count": StacksCloseCount;
  "stacks.count_table": StacksCountTable;
  "stacks.open_count": StacksOpenCount;
  "stages.add_event": StagesAddEvent;
  "stages.advance": StagesAdvance;
  "stages.end_event": StagesEndEvent;
  "stages.set_rule": StagesSetRule;
  "stages.set_seats": StagesSetSeats;
  "stages.set_up": StagesSetUp;
  "structure.remove": StructureRemove;
  "structure.save": StructureSave;
  "table.access": TableAccess;
  "table.add": TableAdd;
  "table.answer": TableAnswer;
  "table.assign": TableAssign;
  "table.break": TableBreak;
  "table.button": TableButton;
  "table.call": TableCall;
  "table.halt": TableHalt;
  "table.note": TableNote;
  "table.place": TablePlace;
  "table.release": TableRelease;
  "table.retire": TableRetire;
  "table.state": TableState;
  "table.undo": TableUndo;
  "template.create_event": TemplateCreateEvent;
  "template.import": TemplateImport;
  "template.remove": TemplateRemove;
  "template.save": TemplateSave;
  "ticket.issue": TicketIssue;
  "ticket.void": TicketVoid;
  "time.end": TimeEnd;
  "token.issue": TokenIssue;
  "token.renew_link": TokenRenewLink;
  "token.revoke": TokenRevoke;
  "trigger.remove": TriggerRemove;
  "trigger.restore": TriggerRestore;
  "trigger.save": TriggerSave;
  "trigger.switch": TriggerSwitch;
  "trigger.test": TriggerTest;
  "undo": Undo;
  "voucher.extend": VoucherExtend;
  "voucher.issue": VoucherIssue;
  "voucher.void": VoucherVoid;
  "waiting_list.call": WaitingListCall;
  "waiting_list.skip": WaitingListSkip;
  "webhook.add": WebhookAdd;
  "webhook.change": WebhookChange;
  "webhook.new_secret": WebhookNewSecret;
  "webhook.pause": WebhookPause;
  "webhook.remove": WebhookRemove;
  "webhook.repeat": WebhookRepeat;
  "webhook.resume": WebhookResume;
  "webhook.test": WebhookTest;
  "weekly_plan.make_event_now": WeeklyPlanMakeEventNow;
  "weekly_plan.remove": WeeklyPlanRemove;
  "weekly_plan.save": WeeklyPlanSave;
  "weekly_plan.set_date": WeeklyPlanSetDate;
}
