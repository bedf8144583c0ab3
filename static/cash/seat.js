/** Seat a player with a buy-in. */

import { html, nothing } from "lit-html";
import { choice, field, openForm, ruleOf } from "../floor/dialog.js";
import { actButtons } from "./absence.js";
import { mustMoveActs } from "./must_move.js";
import { PlayerSearch } from "./search.js";

/** @import { CashFloorTable, KeptStake } from "../../docs/reference/boards" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** Where chips come from. */
export const SOURCES = /** @type {const} */ (["cage", "drawer", "cash", "card"]);

/** Big blinds that players usually buy in for, where the table allows it. */
const USUAL = 100;

/**
 * Seat a player: the table and seat are proposed, the buy-in is the table's minimum.
 * @param {CashRoom} room
 * @param {{player: number, name: string, game?: number, table?: number|null, seat?: number}} who `table`: null for any of
 *   the game that has an open seat
 */
export function seatPlayer(room, { player, name, game, table: wanted = null, seat: at }) {
  const tables = wanted === null && game !== undefined ? room.withSeats(game) : [room.table(wanted ?? 0)].filter((one) => one !== undefined);
  const [first] = tables;
  if (!first) return;
  const rule = ruleOf("rule-buy-in");
  /** @param {Form} form */
  const chosen = (form) => tables.find(({ number }) => number === Number(form.value("table"))) ?? first;
  /** @param {Form} form */
  const label = (form) => room.say("seat_there", { table: chosen(form).number, seat: form.value("seat") || "–" });
  // Chips that the cage keeps since a dinner break come along first of all.
  const kept = room.kept.filter((one) => one.player === player && one.currency === first.currency);
  /** The kept stake that is brought to the seat; undefined for a buy-in. @param {Form} form */
  const brought = (form) => kept.find(({ dinner }) => (form.value("source") || `kept-${kept[0]?.dinner}`) === `kept-${dinner}`);
  const sources = [
    ...kept.map(({ dinner, stake, currency }) => ({ value: `kept-${dinner}`, label: room.say("source_kept", { amount: room.price(stake, currency) }) })),
    ...SOURCES.map((value) => ({ value, label: room.say(`source_${value}`), note: room.say(`source_${value}_how`) })),
  ];
  const dialog = openForm(room, {
    title: room.say("seat_name", { name }), label,
    body: (form) => {
      const table = chosen(form);
      const seats = room.emptySeats(table);
      const proposed = at !== undefined && seats.includes(at) ? at : seats[0];
      return html`${tables.length > 1 ? choice("table", room.say("table_word"), tables.map(({ number, name: its }) => ({ value: number, label: String(number), note: its })), first.number) : html`<p class="muted">${table.name} · ${room.buyIn(table)}</p>`}
        ${choice("seat", room.say("seat_word"), seats.map((seat) => ({ value: seat, label: String(seat) })), proposed)}
        ${kept.length ? choice("source", room.say("paid"), sources, sources[0]?.value, { wide: true }) : nothing}
        <div ?hidden=${brought(form) !== undefined}>${buyInField(room, form, table)}</div>${exceptionField(room, form, table, brought(form))}
        ${kept.length ? nothing : choice("source", room.say("paid"), sources, "cage", { wide: true })}
        <details class="cash-rule"><summary>${room.say("rule")}</summary>${rule}</details>`;
    },
    submit: (form) => {
      const table = chosen(form);
      const stake = brought(form);
      const amount = stake ? stake.stake : room.amount(form.value("buy_in"), table.currency);
      if (!amount) return { field: "buy_in", text: room.say("no_amount") };
      const seat = Number(form.value("seat"));
      const why = form.value("reason") && isException(room, form, table, stake) ? { reason: form.value("reason") } : {};
      if (stake) return room.ask("cash_seat.take", { player, table: table.number, seat, buy_in: amount, dinner: stake.dinner, ...why }, label(form));
      const source = SOURCES.find((one) => one === form.value("source")) ?? "cage";
      return room.ask("cash_seat.take", { player, table: table.number, seat, buy_in: amount, source, ...why }, label(form));
    },
  });
  dialog.input("buy_in")?.focus();
  dialog.input("buy_in")?.select();
}

/** Whether a buy-in is outside the limits of the table; a stake kept from the same game comes along as it is. @param {CashRoom} room  @param {Form} form  @param {CashFloorTable} table  @param {KeptStake} [kept] */
function isException(room, form, table, kept) {
  if (kept?.game === table.game) return false;
  const amount = kept ? kept.stake : room.amount(form.value("buy_in"), table.currency);
  return amount !== null && (amount < table.buy_in_min || (table.buy_in_max !== null && amount > table.buy_in_max));
}

/** Why the floor agrees to a buy-in outside the limits. @param {CashRoom} room  @param {Form} form  @param {CashFloorTable} table  @param {KeptStake} [kept] */
function exceptionField(room, form, table, kept) {
  if (!isException(room, form, table, kept)) return nothing;
  if (!room.may("manage_tables")) return html`<p class="notice is-warn">${room.say("exception_floor")}</p>`;
  return field(form, "reason", room.say("exception_why"), { most: 200, hint: room.say("exception_how", { limits: room.buyIn(table) }) });
}

/** The buy-in with the usual amounts as buttons. @param {CashRoom} room  @param {Form} form  @param {CashFloorTable} table */
export function buyInField(room, form, table) {
  const { buy_in_min: least, buy_in_max: most, currency } = table;
  const usual = table.big_blind * USUAL;
  const amounts = [...new Set([least, usual > least && (most === null || usual < most) ? usual : least, most ?? least])];
  return html`<div class="cash-amount">${field(form, "buy_in", room.say("buy_in_of", { currency }), { value: room.plain(least, currency), mode: "decimal", most: 16 })}
    ${amounts.length > 1 ? html`<div class="cash-amounts">${amounts.map((one) => html`<button class="btn" type="button" @click=${() => form.write("buy_in", room.plain(one, currency))}>${room.price(one, currency)}</button>`)}</div>` : nothing}</div>`;
}

/**
 * Choose who takes an open seat: players of its must-move tables and those called to the table first, then those called to
 * another one, then the list, or anybody. Those who can't are shown with the reason.
 * @param {CashRoom} room  @param {number} number  @param {number} seat
 */
export function seatSomebody(room, number, seat) {
  const table = room.table(number);
  if (!table) return;
  const rows = room.lists.filter((one) => one.game === table.game && one.kind === "seat");
  // The called players of this table first.
  const called = rows.filter(({ called_to }) => called_to !== null).sort((a, b) => Number(b.called_to === number) - Number(a.called_to === number));
  const waiting = rows.filter(({ called_to }) => called_to === null);
  const kept = room.open(table) < 1;
  /** @type {PlayerSearch|null} */
  let search = null;
  openForm(room, {
    title: room.say("seat_at", { table: number, seat }),
    body: (form) => {
      /** @param {{player: number, name: string}} who */
      const take = ({ player, name }) => {
        form.close();
        seatPlayer(room, { player, name, table: number, seat });
      };
      const movers = room.tablesOf(table.game).filter(({ must_move }) => must_move === number).flatMap((one) => mustMoveActs(room, one, seat));
      search ??= new PlayerSearch(room, take);
      /** @param {string} title  @param {typeof rows} people */
      const part = (title, people) => (people.length ? html`<h3>${title}</h3><div class="cash-choices">${people.map((one) => html`<button class="btn btn-block" type="button" data-act="take" ?disabled=${kept && one.called_to !== number} @click=${() => take(one)}><span>${one.name}${one.called_to === null || one.called_to === number ? nothing : html`<small>${room.say("called_to", { table: one.called_to })}</small>`}</span></button>`)}</div>` : nothing);
      return html`${kept ? html`<p class="notice is-warn" data-part="kept">${room.say("kept_here")}</p>` : nothing}
        ${movers.length && table.for_list < 1 ? html`<p class="notice is-warn" data-part="must-move">${room.say("kept_for_movers")}</p>` : nothing}
        ${movers.length ? html`<h3>${room.say("must_move")}</h3>${actButtons(form, movers)}` : nothing}
        ${part(room.say("called"), called)}${part(room.say("on_list"), waiting.slice(0, 5))}${search.template(form)}`;
    },
  });
}
