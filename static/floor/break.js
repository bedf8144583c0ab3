/** Table breaks and redraws: the consequences are shown before the confirmation, from the current state. */

import { ask, fieldOf } from "./dialog.js";
import { el, setText } from "../shared/ui/dom.js";

/** Rows of the board "map": players and free seats of each table. */
const playersOf = ([, , players]) => players;
const freeAt = ([, seats, players, ghosts]) => Math.max(0, seats - players - ghosts);

/** Return the number of seats missing at the other tables in play. Paused tables take no players. */
export function seatsMissing(rows, number) {
  const broken = rows.find(([one]) => one === number);
  const others = rows.filter((row) => row[0] !== number && playersOf(row) && row[4] !== "paused");
  return Math.max(0, (broken ? playersOf(broken) : 0) - others.reduce((free, row) => free + freeAt(row), 0));
}

/** Return the singular or plural text. */
function counted(words, one, some, count) {
  return words.say(`floor.${count === 1 ? one : some}`, { count });
}

/** Break a table: all its players draw new seats elsewhere. @param {object} page see TablePanel */
export function breakTable(page, number) {
  const { words, presses } = page;
  const { field, input } = fieldOf(words.say("floor.reason_why"), { name: "reason", maxlength: "200" });
  const label = words.say("floor.break_now");
  const says = el("p");
  const lacks = el("p.notice.is-warn", { role: "status", hidden: "" });
  const renew = () => {
    const rows = page.rows();
    const row = rows.find(([one]) => one === number);
    const players = row ? playersOf(row) : 0;
    const missing = seatsMissing(rows, number);
    setText(says, players ? words.say("floor.break_says", { count: players }) : words.say("floor.break_nobody", { number }));
    lacks.hidden = !missing;
    setText(lacks, missing ? counted(words, "seat_missing", "seats_missing", missing) : "");
  };
  renew();
  ask({
    title: words.say("floor.break_table", { number }), back: words.say("floor.cancel"), label, danger: true,
    body: [says, lacks, field], news: page.news, renew,
    submit: () => presses.ask("table.break", { number, reason: input.value.trim() }, label),
  });
}

/** Show the current number of players. @returns {{line: HTMLElement, renew: () => void}} */
function sitting(page) {
  const line = el("p.figures");
  const renew = () => {
    const rows = page.rows().filter(playersOf);
    const count = rows.reduce((sum, row) => sum + playersOf(row), 0);
    setText(line, page.words.say("floor.sitting_now", {
      players: counted(page.words, "one_player", "some_players", count), tables: counted(page.words, "one_table", "some_tables", rows.length),
    }));
  };
  renew();
  return { line, renew };
}

/** Redraw the remaining players for the final table. @param {object} page see TablePanel */
export function drawFinalTable(page) {
  const { words, presses } = page;
  const say = (key) => words.say(`floor.${key}`);
  const { line, renew } = sitting(page);
  ask({
    title: say("final_table"), back: say("cancel"), label: say("final_now"), danger: true,
    body: [el("p", {}, say("final_says")), line], news: page.news, renew,
    submit: () => presses.ask("field.redraw", { tables: 1 }, say("final_now")),
  });
}

/** Redraw all seats at a given number of tables. @param {object} page see TablePanel */
export function drawAnew(page) {
  const { words, presses } = page;
  const say = (key) => words.say(`floor.${key}`);
  const { field, input } = fieldOf(say("how_many_tables"), { name: "tables", inputmode: "numeric", maxlength: "4" });
  const { line, renew } = sitting(page);
  ask({
    title: say("redraw"), back: say("cancel"), label: say("redraw_now"), danger: true,
    body: [el("p", {}, say("redraw_says")), line, field], news: page.news, renew,
    submit: () => {
      if (/^[1-9]\d*$/.test(input.value)) return presses.ask("field.redraw", { tables: Number(input.value) }, say("redraw_now"));
      input.setAttribute("aria-invalid", "true");
      input.focus();
      return false;
    },
  });
}
