/** What a cell of a layout shows: each kind of content fills the room it is given. */

import { el } from "../../shared/ui/dom.js";
import { CashListsLayout } from "../layouts/cash_lists.js";
import * as lists from "../layouts/lists.js";
import { MapLayout } from "../layouts/map.js";
import { SeatsLayout } from "../layouts/seats.js";
import { StructureLayout } from "../layouts/structure.js";
import { WaitingLayout } from "../layouts/waiting.js";
import { Chart, Chips, Picture } from "./pictures.js";
import { Field, Rules, Text, Ticker } from "./texts.js";

/** @import { Layout } from "../boards.js" */
/** @import { Content, Given, Shown } from "./content_base.js" */
/** @import { Room } from "./type.js" */

/** @type {Record<string, (content: Content) => Shown>} */
export const KINDS = {
  field: (content) => new Field(content),
  text: (content) => new Text(content),
  ticker: (content) => new Ticker(content),
  rules: (content) => new Rules(content),
  list: (content) => new List(content),
  chart: (content) => new Chart(content),
  picture: (content) => new Picture(content, () => [`/media/${content.picture}`, ""]),
  logo: (content) => new Picture(content, ({ event, boards }) => [event?.view.logo || boards.look?.logo || "", ""]),
  sponsor: (content) => new Picture(content, ({ boards }) => [boards.look?.sponsor_picture ?? "", boards.look?.sponsor ?? ""]),
  chips: (content) => new Chips(content),
};

/** @type {Record<string, () => Layout>} */
const LISTS = {
  seats: () => new SeatsLayout(), waiting: () => new WaitingLayout(), moves: lists.moves, eliminations: lists.eliminations,
  free: lists.free, payouts: lists.payouts, results: lists.results, bounty_leaderboard: lists.bounties,
  chip_leaders: lists.chips, season_ranking: lists.season, structure: () => new StructureLayout(), map: () => new MapLayout(),
  cash_lists: () => new CashListsLayout(),
};

/** A list that displays have as a layout, in a smaller room. @implements {Shown} */
class List {
  #list;
  #name;
  #room = "";

  /** @param {Content} content */
  constructor(content) {
    this.#name = content.list;
    this.#list = /** @type {() => Layout} */ (LISTS[content.list])();
    this.element = el("div.house-list", { "data-list": content.list }, this.#list.element);
  }

  /** @param {Given} given */
  empty({ event, words, now }) {
    if (this.#name === "cash_lists") return false;
    return !event || Boolean(this.#list.empty?.(event.board, words, now, event.boards));
  }

  /** @param {Given} given  @param {Room} room */
  draw({ event, boards, words, now }, { width, height }) {
    const key = `${Math.round(width)} ${Math.round(height)}`;
    if (key !== this.#room && this.element.isConnected) {
      this.#room = key;
      this.#list.resize?.();
    }
    return this.#list.draw(/** @type {any} */ (event?.board), words, now, event?.boards ?? boards);
  }
}
