/** Put a player on the lists of one or more games. */

import { html } from "lit-html";
import { openForm } from "../floor/dialog.js";
import { PlayerSearch } from "./search.js";

/** @import { CashRoom } from "./room.js" */

/** Put a player on a list. @param {CashRoom} room  @param {number} game */
export function joinList(room, game) {
  /** @param {import("../floor/dialog.js").Form} form  @param {import("./search.js").Chosen} chosen */
  const join = (form, { player, name }) => {
    const games = form.values("game").map(Number);
    const call_in = form.value("call_in") === "on";
    form.close();
    for (const one of games.length ? games : [game]) {
      room.send("cash_list.join", { player, game: one, call_in }, room.say("list_of", { name, game: room.game(one)?.name }));
    }
  };
  /** @type {PlayerSearch|null} */
  let search = null;
  const title = room.say("put_on_list");
  openForm(room, {
    title,
    body: (form) => {
      search ??= new PlayerSearch(room, (chosen) => join(form, chosen));
      return html`${search.template(form)}
        <fieldset class="cash-games"><legend>${room.say("games")}</legend>${room.games.map((one) => html`<label class="check"><input type="checkbox" name="game" value=${one.game} ?checked=${one.game === game}><span>${one.name}</span></label>`)}</fieldset>
        <label class="switch"><input type="checkbox" role="switch" name="call_in" value="on"><span>${room.say("call_in")}</span></label>`;
    },
  });
}
