/** The room at a glance: every table as a tile with its number, players, and its state by shape and word. */

import { el, fit, fitName, flag, setText } from "../../shared/ui/dom.js";
import { number } from "../../shared/ui/format.js";
import { layOutTiles, lookOf } from "./map_view.js";
import { pageAt } from "./pages.js";
import { boxOf } from "./seats.js";

/** States in the legend, in order; an open table needs no explanation. */
const TOLD = ["full", "reserve", "paused", "halted"];
/** States shown by a sign; other tiles may show players on the way. */
const SIGNED = new Set(["paused", "halted"]);

export class MapLayout {
  #parts = {};
  #box = null;
  #shown = "";
  #plan = { key: "", tiles: null };

  constructor() {
    const parts = this.#parts;
    const part = (key, name) => (parts[key] = el(name, { "data-role": key }));
    this.element = el("section.list.map", { "data-layout": "map" },
      (parts.head = el("header.list-head", {}, part("title", "p.letters"), part("event", "h1.event"), part("page", "p.page-number"))),
      el("div.list-body.map-body", {}, part("tiles", "ol.tiles")), part("empty", "p.list-empty"),
      el("footer.list-foot.map-foot", {}, part("legend", "ul.legend")));
  }

  /**
   * @param {object} board the clock with its structure  @param {import("../../shared/ui/words.js").Words} words
   * @param {number} now server ms  @param {{map?: object}} more boards
   * @returns {number|null} ms until the next change
   */
  draw(board, words, now, { map }) {
    const parts = this.#parts;
    const tables = [...(map?.tables ?? [])].sort((a, b) => a[0] - b[0]);
    const players = tables.reduce((sum, [, , some]) => sum + some, 0);
    if (setText(parts.title, words.say("tv.tables"))) fit(parts.title, 0.5);
    // A table in reserve is shown, but not in play.
    const inPlay = tables.filter(([, , some, , state]) => some > 0 || state !== "reserve").length;
    const counts = tables.length ? [counted(inPlay, "table", words), counted(players, "player", words)] : [];
    setText(parts.event, [...counts, board.name].join(" · "));
    flag(this.element, "empty", tables.length === 0);
    setText(parts.empty, tables.length ? "" : words.say(map ? "tv.no_tables" : "tv.loading"));
    this.#legend(tables, words);
    // The head may need another line: the remaining room is known only afterwards.
    fitName(parts.head, parts.event);
    const wait = tables.length ? this.#draw(tables, words, now) : null;
    if (!tables.length) setText(parts.page, "");
    fitName(parts.head, parts.event);
    if (tables.length) return wait;
    this.#shown = "";
    parts.tiles.replaceChildren();
    return null;
  }

  /** The size of the screen changed. */
  resize() {
    this.#box = null;
    this.#shown = "";
    this.#plan.key = "";
    fit(this.#parts.title, 0.5);
    flag(this.#parts.head, "fitted", null);
    this.#parts.legend.dataset.key = "";
  }

  #draw(tables, words, now) {
    this.#box ??= boxOf(this.element, this.#parts.tiles);
    if (!this.#box) return null;
    const places = tables.map((row) => [row[5], row[6]]);
    const key = JSON.stringify([places, this.#box]);
    // Finding positions compares all pairs of tiles: only when a table was added, removed or placed.
    if (key !== this.#plan.key) this.#plan = { key, tiles: layOutTiles(places, this.#box) };
    const plan = this.#plan.tiles;
    const page = pageAt(plan.pages, plan.dwell, now);
    const say = (value) => number(value, words.language);
    setText(this.#parts.page, plan.pages > 1 ? `${say(page + 1)} / ${say(plan.pages)}` : "");
    this.#show(tables.slice(page * plan.per, (page + 1) * plan.per), plan, words);
    return plan.pages > 1 ? plan.dwell - (now % plan.dwell) : null;
  }

  #show(rows, plan, words) {
    const { tiles } = this.#parts;
    const key = JSON.stringify([rows, plan.height, words.language, this.#plan.key.length]);
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

  #legend(tables, words) {
    const looks = new Set(tables.map(([, seats, players, , state]) => lookOf(state, seats, players)));
    const shown = TOLD.filter((look) => looks.has(look));
    if (tables.some((row) => row[10] > 0)) shown.push("coming");
    const key = `${shown.join()} ${words.language}`;
    const place = this.#parts.legend;
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...shown.map((look) => el("li", { "data-sign": look }, sign(), el("span", {}, words.say(`tv.state_${look}`)))));
    if (place.isConnected) fit(place, 0.5);
  }
}

/** "1 table", "12 tables". */
function counted(count, what, words) {
  return words.say(count === 1 ? `tv.one_${what}` : `tv.${what}_count`, { count: number(count, words.language) });
}

function sign() {
  return el("i.tile-sign", { "aria-hidden": "true" });
}

function tileOf([table, seats, players, , state, , , , , , coming], words) {
  const look = lookOf(state, seats, players);
  const about = [`${words.say("tv.table")} ${table}`, `${players} / ${seats}`];
  if (look !== "open") about.push(words.say(`tv.state_${look}`));
  if (coming > 0) about.push(words.say("tv.state_coming"));
  const tile = el("li.tile", { "data-look": look, "data-table": String(table), "aria-label": about.join(", ") },
    el("span.tile-number", {}, String(table)),
    el("span.tile-line", {}, sign(), el("span.tile-players", {}, state === "reserve" && !players ? `– / ${seats}` : `${players} / ${seats}`)));
  flag(tile, "sign", SIGNED.has(look) ? look : coming > 0 && "coming");
  return tile;
}
