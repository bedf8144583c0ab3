/** A place on a list: who is next, and who is still at dinner. */

import { timeText } from "../shared/ui/format.js";
import { penaltyOf } from "./penalties.js";

/** @import { CashListRow } from "../../docs/reference/boards" */
/** @import { CashRoom } from "./room.js" */

/** Whether a player is still on the dinner break during which their table broke; the list keeps the place. @param {Pick<CashListRow, "origin"|"expires">} one */
export const atDinner = ({ origin, expires }) => origin === "dinner" && expires !== null;

/** Until when a player is at dinner: "at dinner until 21:40". @param {CashRoom} room  @param {CashListRow} one */
export const dinnerText = (room, one) => room.say("at_dinner_until", { time: timeText(one.expires ?? 0, room.words.language) });

/** The player to call next for a game, as `callable_on` of cash/services/lists.py: the first in line who may play now. @param {CashRoom} room  @param {number} game */
export const nextInLine = (room, game) => room.lists.find((one) => one.game === game && one.kind === "seat" && one.called_to === null && !atDinner(one) && !penaltyOf(room, one.player));
