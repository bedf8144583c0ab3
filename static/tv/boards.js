/** What a display draws from: the boards of its event, and the room's look. */

/** @import * as Read from "../../docs/reference/boards" */
/** @import { ClockWithStructure } from "../shared/feed/boards.js" */
/** @import { AnyPrizes } from "../shared/ui/prizes_view.js" */
/** @import { Words } from "../shared/ui/words.js" */

/**
 * @typedef {object} Boards
 * @property {Read.RegistrationBoard} [registration]
 * @property {Read.WaitingListBoard} [waitingList]
 * @property {Read.SeatingBoard} [seating]
 * @property {Read.MovesBoard} [moves]
 * @property {Read.EliminationsBoard} [eliminations]
 * @property {Read.FreeBoard} [free]
 * @property {Read.MapBoard} [map]
 * @property {AnyPrizes} [prizes]
 * @property {Read.ResultsBoard} [results]
 * @property {Read.BountiesBoard} [bounties]
 * @property {Read.ChipLeadersBoard} [chipLeaders]
 * @property {Read.SeasonRankingBoard} [seasonRanking]
 * @property {Read.HandForHandBoard} [handForHand]
 * @property {Read.RaceBoard} [race]
 * @property {Read.FeatureTableBoard} [feature]
 * @property {Read.CashLists} [cashLists] of the room
 * @property {Read.LookBoard} [look] of the room
 * @property {string} [message] that fills the display
 * @property {(name: string) => any} [room] another board of the room
 * @property {(topic: string) => [ClockWithStructure|undefined, Boards]} [event] another event of the room
 * @property {SeatRow[]|null} [seats] the seat list, by name
 * @property {Share} [share] of the displays that show the seat list
 * @property {number} [slideMs] for how long the slide has been shown in total (ms)
 */

/** @typedef {[name: string, table: number, seat: number]} SeatRow */
/** @typedef {{index: number, of: number}} Share index and number of the displays of one list */

/**
 * @typedef {object} Layout a layout of an event
 * @property {HTMLElement} element
 * @property {(board: ClockWithStructure, words: Words, now: number, boards: Boards) => number|null} draw shows boards at
 *   `now` (server ms) and returns the ms until the next change, or null
 * @property {(board: ClockWithStructure, words: Words, now: number, boards: Boards) => boolean} [empty] whether it has nothing
 *   to show: the clock is shown instead
 * @property {() => void} [resize] the size of the screen changed
 */

export {};
