/** The room at a glance: every table as a tile with its number, players, and its state by shape and word. */

import { el, fit, fitName, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { BreakLine } from "./break_line.js";
import { sooner } from "./entry.js";
import { layOutTiles, stateSeenFromAfar } from "./map_view.js";
import { boxOf, pageAt } from "./pages.js";

/** @import { MapBoard } from "../../../docs/reference/boards" */
/** @import { Words } from "../../shared/ui/words.js" */
/** @import { Layout } from "../boards.js" */
/** @import { Box } from "./pages.js" */
/** @import { TilePlan } from "./map_view.js" */

/** @typedef {MapBoard["tables"][number]} TableRow */

/** States in the legend, in order; an open table needs no explanation. */
const NAMED = ["full", "reserve", "paused", "halted"];
/** States shown by a sign; other tiles may show players on the way. */
const SIGNED = new Set(["paused", "halted"]);

/** @implements {Layout} */
export class MapLayout {
  #title = el("p.letters");
  #event = el("h1.event");
  #number = el("p.page-number");
  #break = new BreakLine();
  #head = el("header.list-head", {}, this.#title, el("div.list-what", {}, this.#event, this.#break.element), this.#number);
  #tiles = el("ol.tiles");
  #legend = el("ul.legend");
  element = el("section.list.map", { "data-layout": "map" }, this.#head, el("div.list-body.map-body", {}, this.#tiles),
    el("footer.list-foot.map-foot", {}, this.#legend));
  /** @type {Box|null} */
  #box = null;
  #shown = "";
  /** @type {{key: string, plan: TilePlan}|null} */
  #placed = null;

  /** @type {NonNullable<Layout["empty"]>} */
  empty(_board, _words, _now, { map }) {
    return !map?.tables.length;
  }

  /** @type {Layout["draw"]} */
  draw(board, words, now, { map }) {
    const tables = [...(map?.tables ?? [])].sort((a, b) => a[0] - b[0]);
    const players = tables.reduce((sum, [, , some]) => sum + some, 0);
    if (setText(this.#title, words.say("tv.tables"))) fit(this.#title, 0.5);
    // A table in reserve is shown, but not in play.
    const inPlay = tables.filter(([, , some, , state]) => some > 0 || state !== "reserve").length;
    setText(this.#event, [counted(inPlay, "table", words), players && counted(players, board.field.teams ? "team" : "player", words), board.name].filter(Boolean).join(" · "));
    this.#explain(tables, words);
    const stood = this.#break.element.hidden;
    const ends = this.#break.draw(board, words, now);
    // On an upright screen, the head is higher with its line.
    if (this.#break.element.hidden !== stood) this.#box = null;
    // The head may need another line: the remaining room is known only afterwards.
    fitName(this.#head, this.#event);
    const wait = this.#draw(tables, words, now);
    fitName(this.#head, this.#event);
    return sooner(wait, ends);
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#shown = "";
    this.#placed = null;
    fit(this.#title, 0.5);
    flag(this.#head, "fitted", null);
    this.#legend.dataset.key = "";
  }

  /** @param {TableRow[]} tables  @param {Words} words  @param {number} now */
  #draw(tables, words, now) {
    this.#box ??= boxOf(this.element, this.#tiles);
    if (!this.#box) return null;
    /** @type {[number|null, number|null][]} */
    const places = tables.map((row) => [row[5], row[6]]);
    const key = JSON.stringify([places, this.#box]);
    // Finding positions compares all pairs of tiles: only when a table was added, removed or placed.
    if (key !== this.#placed?.key) this.#placed = { key, plan: layOutTiles(places, this.#box) };
    const { plan } = this.#placed;
    const page = pageAt(plan.pages, plan.dwell, now);
    /** @param {number} value */
    const say = (value) => number(value, words.language);
    setText(this.#number, plan.pages > 1 ? `${say(page + 1)} / ${say(plan.pages)}` : "");
    this.#show(tables.slice(page * plan.per, (page + 1) * plan.per), plan, words);
    return plan.pages > 1 ? plan.dwell - (now % plan.dwell) : null;
  }

  /** @param {TableRow[]} rows  @param {TilePlan} plan  @param {Words} words */
  #show(rows, plan, words) {
    const tiles = this.#tiles;
    const key = JSON.stringify([rows, plan.height, words.language, this.#placed?.key.length]);
    if (key === this.#shown) return;
    this.#shown = key;
    tiles.style.setProperty("--tile", `${plan.height}px`);
    tiles.replaceChildren(...rows.map((row, index) => {
      const tile = tileOf(row, words);
      const [x, y] = plan.at(index, rows.length);
      tile.style.setProperty("--x", `${x.toFixed(1)}px`);
      tile.style.setProperty("--y", `${y.toFixed(1)}px`);
      return tile;
    }));
  }

  /** Explain the looks of the tiles. @param {TableRow[]} tables  @param {Words} words */
  #explain(tables, words) {
    const looks = new Set(tables.map(([, seats, players, , state]) => stateSeenFromAfar(state, seats, players)));
    const shown = NAMED.filter((look) => looks.has(look));
    if (tables.some((row) => row[10] > 0)) shown.push("coming");
    const key = `${shown.join()} ${words.language}`;
    const place = this.#legend;
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...shown.map((look) => el("li", { "data-sign": look }, sign(), el("span", {}, words.say(`tv.state_${look}`)))));
    if (place.isConnected) fit(place, 0.5);
  }
}

/** "1 table", "12 tables". @param {number} count  @param {string} what  @param {Words} words */
function counted(count, what, words) {
  return words.say(`tv.${what}_count`, { count: number(count, words.language) });
}

function sign() {
  return el("i.tile-sign", { "aria-hidden": "true" });
}

/** @param {TableRow} row  @param {Words} words */
function tileOf([table, seats, players, , state, , , , , , coming], words) {
  const look = stateSeenFromAfar(state, seats, players);
  const about = [`${words.say("tv.table")} ${table}`, `${players} / ${seats}`];
  if (look !== "open") about.push(words.say(`tv.state_${look}`));
  if (coming > 0) about.push(words.say("tv.state_coming"));
  const tile = el("li.tile", { "data-look": look, "data-table": String(table), "aria-label": about.join(", ") },
    el("span.tile-number", {}, String(table)),
    el("span.tile-line", {}, sign(), el("span.tile-players", {}, state === "reserve" && !players ? `– / ${seats}` : `${players} / ${seats}`)));
  flag(tile, "sign", SIGNED.has(look) ? look : coming > 0 && "coming");
  return tile;
}
