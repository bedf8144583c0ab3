/** Money at the dealer's cash table: chips added, stakes that leave, time, rake and jackpot, fills and credits. */

import { html, nothing } from "lit-html";
import { choice, field, openForm } from "../floor/dialog.js";
import { readJson } from "../shared/feed/request.js";
import { timeText } from "../shared/ui/format.js";
import { placesOf, price, readAmount } from "../shared/ui/money.js";
import { payersOf } from "../shared/ui/periods.js";

/** @import { CashChair, CashTableBoard } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Kind } from "../shared/feed/commands.js" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashTablet } from "./cash_tablet.js" */

/** What is counted at this table, as cash.boards.money.DealersMoney. @typedef {{tray: number, on_table: number, stakes: Record<string, number|null>, on_way: {money: number, kind: "fill"|"credit", amount: number, asked: string}[]}} Counted */

/** Where added chips come from. */
const SOURCES = /** @type {const} */ (["cage", "cash", "card"]);

export class TableMoney {
  #tablet;
  /** @type {Counted|null} */
  #counted = null;
  #asked = 0;

  /** @param {CashTablet} tablet */
  constructor(tablet) {
    this.#tablet = tablet;
  }

  /** @param {string} key  @param {Record<string, string|number|null|undefined>} [values] */
  say = (key, values) => this.#tablet.words.say(`cash_dealer.${key}`, values);

  /** Read what is counted at this table: boards are for the dealers of all tables. */
  async read() {
    this.#asked += 1;
    const asked = this.#asked;
    const counted = await readJson(`/staff/cash/dealer/${this.#tablet.number}/money/`).catch(() => null);
    if (asked !== this.#asked || !counted) return;
    this.#counted = /** @type {Counted} */ (counted);
    this.#tablet.update();
  }

  /** The stake last counted at a seat; null if unknown. @param {number} seat */
  stake(seat) {
    return this.#counted?.stakes[seat] ?? null;
  }

  get #currency() {
    return this.#tablet.table?.currency ?? "";
  }

  /** @param {number} amount in minor units */
  #price(amount) {
    return price(amount, placesOf(this.#currency), this.#currency, this.#tablet.words.language);
  }

  /** The amount in a field; null if it is none. @param {Form} form  @param {string} name */
  #amount(form, name) {
    return readAmount(form.value(name), placesOf(this.#currency));
  }

  /** A field for an amount. @param {Form} form  @param {string} name  @param {string} key of its label  @param {string} [hint] */
  #field(form, name, key, hint = "") {
    return field(form, name, this.say(key, { currency: this.#currency }), { mode: "decimal", most: 16, hint });
  }

  /** What is wrong with an amount. @param {string} name */
  #wrong = (name) => ({ field: name, text: this.say("no_amount") });

  /**
   * Send a command from a form, which shows a refusal itself.
   * @template {Kind} K
   * @param {K} kind  @param {string} label  @param {CommandArguments[K]} args  @param {string} subject
   */
  async #ask(kind, label, args, subject) {
    const answer = await this.#tablet.press(kind, label, args, subject);
    if (answer && !answer.ok) this.#tablet.toasts.settle(kind);
    return answer;
  }

  // --- beside the table ----------------------------------------------------------------------------------------------
  /** @param {CashTableBoard} table */
  view(table) {
    const { say } = this;
    const busy = this.#tablet.holds("money");
    /** @param {string} act  @param {string} label  @param {() => void} run  @param {string} [note]  @param {boolean} [first] */
    const button = (act, label, run, note = "", first = false) => html`<button class="btn ${first ? "btn-primary" : ""} two-lines" type="button" data-act=${act} aria-busy=${busy} @click=${run}><span>${label}</span>${note ? html`<small>${note}</small>` : nothing}</button>`;
    const on_way = (this.#counted?.on_way ?? []).map(({ kind, amount }) => say(`on_way_${kind}`, { amount: this.#price(amount) })).join(" · ");
    return html`${table.collection === "time" ? this.#time(table, button) : nothing}
      ${button("drop", say(table.collection === "rake" ? "count_drop" : "count_jackpot"), () => this.#drop(table))}
      ${button("tray", say("tray"), () => this.#tray(table), on_way || (table.on_way ? say("on_way") : ""))}`;
  }

  /** Time collection: who has paid for this period. @param {CashTableBoard} table  @param {(act: string, label: string, run: () => void, note?: string, first?: boolean) => unknown} button */
  #time(table, button) {
    const time = payersOf(table, this.#tablet.time.at());
    if (!time) return nothing;
    const until = timeText(time.ends, this.#tablet.words.language);
    const note = time.open.length === table.chairs.length ? this.say("time_none", { time: until })
      : time.due.length ? this.say("time_open", { time: until, names: time.due.map(({ name }) => name).join(", ") }) : this.say("time_all", { time: until });
    return button("time", this.say("collect_time"), () => this.#collect(table, time), note, time.due.length > 0);
  }

  /** Collect the charge of the period from the ticked players. @param {CashTableBoard} table  @param {{number: number, ends: number, open: CashChair[], paid: CashChair[]}} time */
  #collect(table, { number, ends, open, paid }) {
    const label = this.say("collect_time");
    openForm(this, {
      title: this.say("time_until", { time: timeText(ends, this.#tablet.words.language) }),
      label: (form) => this.say("collect_sum", { sum: this.#price(table.time_charge * form.values("seats").length) }),
      body: () => html`${open.length ? html`<fieldset class="floor-choice is-wide"><legend>${this.say("time_pays", { charge: this.#price(table.time_charge) })}</legend><div class="floor-choice-options">${open.map(({ seat, name, state }) => html`
          <label class="floor-option"><input type="checkbox" name="seats" value=${seat} ?checked=${state === "playing"}><span>${seat} · ${name}${state === "playing" ? nothing : html`<small>${this.say(state)}</small>`}</span></label>`)}</div></fieldset>` : nothing}
        ${paid.length ? html`<p>${this.say("time_paid", { names: paid.map(({ name }) => name).join(", ") })}</p>` : nothing}`,
      submit: (form) => {
        const seats = form.values("seats").map(Number);
        return seats.length ? this.#ask("cash_table.collect_time", label, { table: table.number, seats, period: number }, "money") : undefined;
      },
    });
  }

  /** Rake and jackpot drop as counted. @param {CashTableBoard} table */
  #drop(table) {
    const rake = table.collection === "rake";
    const label = this.say(rake ? "count_drop" : "count_jackpot");
    const dialog = openForm(this, {
      title: label, label: () => label,
      body: (form) => html`${rake ? choice("kind", this.say("what"), [{ value: "rake", label: this.say("rake") }, { value: "jackpot", label: this.say("jackpot") }], "rake") : nothing}
        ${this.#field(form, "amount", "amount_of")}`,
      submit: (form) => {
        const amount = this.#amount(form, "amount");
        const kind = rake && form.value("kind") !== "jackpot" ? "rake" : "jackpot";
        return amount ? this.#ask("cash_table.drop", label, { table: table.number, kind, amount }, "money") : this.#wrong("amount");
      },
    });
    dialog.input("amount")?.focus();
  }

  /** Ask for a fill or a credit. @param {CashTableBoard} table */
  #tray(table) {
    const label = this.say("ask_tray");
    const dialog = openForm(this, {
      title: this.say("tray"), label: () => label,
      body: (form) => html`${this.#counted ? html`<p>${this.say("tray_has", { amount: this.#price(this.#counted.tray) })}</p>` : nothing}
        ${choice("kind", this.say("what"), [{ value: "fill", label: this.say("tray_fill") }, { value: "credit", label: this.say("tray_credit") }], "fill")}
        ${this.#field(form, "amount", "amount_of", this.say("tray_how"))}`,
      submit: (form) => {
        const amount = this.#amount(form, "amount");
        const kind = form.value("kind") === "credit" ? "credit" : "fill";
        return amount ? this.#ask("cash_table.tray", label, { table: table.number, kind, amount }, "money") : this.#wrong("amount");
      },
    });
    dialog.input("amount")?.focus();
  }

  // --- of a player ---------------------------------------------------------------------------------------------------
  /** Add chips between hands. @param {CashChair} chair */
  topUp({ seat, player, name }) {
    const label = this.say("add_chips");
    const dialog = openForm(this, {
      title: this.say("add_chips_of", { name }), label: () => label,
      body: (form) => html`${this.#field(form, "amount", "amount_of")}
        ${choice("source", this.say("paid"), SOURCES.map((value) => ({ value, label: this.say(`source_${value}`) })), "cage")}
        ${this.#field(form, "stake", "stake_of", this.say("stake_before"))}`,
      submit: (form) => {
        const amount = this.#amount(form, "amount");
        if (!amount) return this.#wrong("amount");
        const stake = form.value("stake") ? this.#amount(form, "stake") : undefined;
        if (stake === null) return this.#wrong("stake");
        const source = SOURCES.find((one) => one === form.value("source")) ?? "cage";
        const args = { table: this.#tablet.number, seat, player, amount, source, ...(stake === undefined ? {} : { stake }) };
        return this.#ask("cash_seat.top_up", label, args, `seat ${seat}`);
      },
    });
    dialog.input("amount")?.focus();
  }

  /** Let a player leave with the counted stake; a difference is shown before. @param {CashChair} chair */
  leave({ seat, player, name }) {
    const label = this.say("leaves");
    const floor = this.#tablet.isFloor;
    // The difference is not seen before where the money could not be read; the server then asks for an explanation.
    let asked = false;
    const dialog = openForm(this, {
      title: this.say("leaves_name", { name }), label: () => label,
      body: (form) => {
        const stake = this.#amount(form, "stake");
        const has = this.#counted?.on_table;
        const more = stake === null || has === undefined ? 0 : Math.max(0, stake - has);
        return html`${this.#field(form, "stake", "stake_of", this.say("stake_hint"))}
          <div role="status">${more ? html`<p class="notice is-warn" data-part="difference">${this.say("more_than_on_table", { amount: this.#price(more), has: this.#price(has ?? 0) })} ${floor ? "" : this.say("count_or_floor")}</p>` : nothing}</div>
          ${floor && (more || asked) ? field(form, "explanation", this.say("explanation")) : nothing}`;
      },
      submit: async (form) => {
        const stake = this.#amount(form, "stake");
        if (stake === null) return this.#wrong("stake");
        const explanation = form.value("explanation");
        const args = { table: this.#tablet.number, seat, player, stake, ...(explanation ? { explanation } : {}) };
        const answer = await this.#ask("cash_seat.leave", label, args, `seat ${seat}`);
        asked ||= answer?.ok === false && answer.code === "more_than_on_table";
        return answer;
      },
    });
    dialog.input("stake")?.focus();
  }
}
