/** Open a table for a game: one press for the game's usual seats and buy-in. */

import { html, nothing } from "lit-html";
import { choice, openForm } from "../floor/dialog.js";
import { readJson } from "../shared/feed/request.js";
import { kindOfTable, mainTables } from "./must_move.js";

/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** Choose a free table, and the game unless it is known. @param {CashRoom} room  @param {number} [game] */
export function openTable(room, game) {
  /** Free tables; undefined until they are known, null without a response. @type {{number: number, seats: number}[]|null|undefined} */
  let free;
  /** @param {Form} dialog */
  const gameOf = (dialog) => game ?? Number(dialog.value("game"));
  /** @param {Form} dialog */
  const mains = (dialog) => mainTables(room, gameOf(dialog));
  const form = openForm(room, {
    title: game === undefined ? room.say("open_a_table") : room.say("open_for", { game: room.game(game)?.name }),
    body: (dialog) => html`${game === undefined ? choice("game", room.say("game_word"), room.games.map((one) => ({ value: one.game, label: one.name })), room.games[0]?.game ?? null, { wide: true }) : nothing}
      ${mains(dialog).length ? kindOfTable(room, mains(dialog), null) : nothing}
      <h3>${room.say("which_table")}</h3>${tables(dialog, free)}`,
  });
  /** @param {number} number */
  const open = (number) => {
    const feeds = Number(form.value("feeds")) || null;
    const chosen = gameOf(form);
    form.close();
    room.send("cash_table.open", { number, game: chosen, ...(feeds === null ? {} : { feeds }) }, room.say("open_there", { table: number }));
  };
  /** What a press on a table opens; null until the kind is chosen, where there is a choice. @param {Form} dialog */
  const kind = (dialog) => {
    if (!mains(dialog).length) return "";
    const chosen = dialog.values("feeds");
    return !chosen.length ? null : chosen[0] ? room.say("must_move_for", { table: chosen[0] }) : room.say("no_must_move");
  };
  /** @param {Form} dialog  @param {typeof free} found */
  function tables(dialog, found) {
    if (found === undefined) return html`<p class="muted">${room.say("loading")}</p>`;
    if (found === null) return html`<p class="notice is-warn">${room.say("no_answer")}</p>`;
    if (!found.length) return html`<p class="notice">${room.say("no_free_table")}</p>`;
    const opens = kind(dialog);
    return html`${opens === null ? html`<p class="notice" data-part="choose">${room.say("choose_kind")}</p>` : nothing}
      <div class="cash-numbers" data-wide=${Boolean(opens)}>${found.map(({ number, seats }) => html`<button class="btn" type="button" data-table=${number} ?disabled=${opens === null} @click=${() => open(number)}><strong class="figures">${number}</strong><small>${[opens, room.count("seats", seats)].filter(Boolean).join(" · ")}</small></button>`)}</div>`;
  }
  readJson("/staff/cash/tables/").then((/** @type {{tables: {number: number, seats: number}[]}} */ answer) => (free = answer.tables), () => (free = null)).then(() => form.update());
}
