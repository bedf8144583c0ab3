/** Must-move: whose turn it is to move to the main table, and which table a table feeds. */

import { html, nothing } from "lit-html";
import { choice, openForm } from "../floor/dialog.js";
import { changeTable } from "./moves.js";

/** @import { CashFloorTable } from "../../docs/reference/boards" */
/** @import { Act } from "./absence.js" */
/** @import { CashRoom } from "./room.js" */

/** The player whose turn it is: the longest in the game of those who are present. @param {CashRoom} room  @param {CashFloorTable} table */
const nextPlayer = (room, table) => table.players.find(({ seat }) => seat === room.nextToMove(table.number));

/** Move the next player, as long as the main table has an open seat. @param {CashRoom} room  @param {CashFloorTable} table  @param {number} [seat] proposed  @returns {Act[]} */
export function mustMoveActs(room, table, seat) {
  const main = table.must_move === null ? undefined : room.table(table.must_move);
  const there = nextPlayer(room, table);
  if (!main || !there || room.open(main) < 1) return [];
  return [{ act: "must-move", label: room.say("must_move_to", { name: there.name, table: main.number }), run: () => changeTable(room, table, there, { to: main.number, seat, cause: "must_move" }) }];
}

/** What a table is: "must-move table for table 7", or which tables feed it; "" for none. @param {CashRoom} room  @param {CashFloorTable} table */
export function mustMoveText(room, table) {
  if (table.must_move !== null) return room.say("must_move_for", { table: table.must_move });
  const feeders = room.tablesOf(table.game).filter(({ must_move }) => must_move === table.number).map(({ number }) => number);
  return feeders.length ? room.say("fed_by", { tables: feeders.join(", ") }) : "";
}

/** Whose turn it is, and why nobody moves yet. @param {CashRoom} room  @param {CashFloorTable} table */
export function turnText(room, table) {
  const main = table.must_move === null ? undefined : room.table(table.must_move);
  const there = nextPlayer(room, table);
  if (!there) return room.say("must_move_none");
  const next = room.say("must_move_next", { name: there.name, time: room.hours(there.since) });
  return main && room.open(main) < 1 ? `${next} · ${room.say("must_move_full", { table: main.number })}` : next;
}

/** The must-move tables of a game, for its list: whose turn it is, and the button that moves this player. @param {CashRoom} room  @param {number} game */
export function mustMoveLines(room, game) {
  const tables = room.tablesOf(game).filter(({ must_move }) => must_move !== null);
  return tables.length ? html`<ul class="cash-must">${tables.map((table) => html`<li data-must=${table.number}><span><strong>${room.say("must_move_of_table", { table: table.number, main: table.must_move })}</strong><small>${turnText(room, table)}</small></span>
    ${mustMoveActs(room, table).map(({ run }) => html`<button class="btn" type="button" data-act="must-move" @click=${run}>${room.say("move_next", { table: table.must_move })}</button>`)}</li>`)}</ul>` : nothing;
}

/** The tables of a game that another one may feed: none that leads back to it. @param {CashRoom} room  @param {number} game  @param {number} [besides] */
export function mainTables(room, game, besides) {
  return room.tablesOf(game).filter(({ number, must_move }) => number !== besides && must_move === null);
}

/**
 * Choose whether a table is a main or a must-move table.
 * @param {CashRoom} room  @param {CashFloorTable[]} mains  @param {string|null} chosen "" for a main table, or the number of the one it feeds; null until it is chosen
 */
export function kindOfTable(room, mains, chosen) {
  return html`${choice("feeds", room.say("kind_of_table"), [{ value: "", label: room.say("no_must_move") }, ...mains.map(({ number }) => ({ value: String(number), label: room.say("must_move_for", { table: number }) }))], chosen, { wide: true })}
    <p class="hint">${room.say("must_move_how")}</p>`;
}

/** Make an open table a must-move table, or a main table again. @param {CashRoom} room  @param {CashFloorTable} table  @returns {Act[]} */
export function kindActs(room, table) {
  const mains = mainTables(room, table.game, table.number);
  // A table that others feed stays a main table.
  const isFed = room.tablesOf(table.game).some(({ must_move }) => must_move === table.number);
  if (!room.may("manage_tables") || isFed || (!mains.length && table.must_move === null)) return [];
  /** @param {string} feeds */
  const made = (feeds) => (feeds ? room.say("make_must_move", { table: table.number, main: feeds }) : room.say("make_main", { table: table.number }));
  // The kind that it does not have is what the floor came for.
  const other = table.must_move === null ? String(mains[0]?.number ?? "") : "";
  const form = () => openForm(room, {
    title: `${room.say("table_number", { table: table.number })} · ${room.say("must_move")}`, label: (one) => made(one.value("feeds")),
    body: () => kindOfTable(room, mains, other),
    submit: (one) => room.ask("cash_table.must_move", { number: table.number, main: Number(one.value("feeds")) || null }, made(one.value("feeds"))),
  });
  return [{ act: "kind", label: mains.length > 1 ? room.say("kind_of_table_change") : made(other), run: () => void form() }];
}
