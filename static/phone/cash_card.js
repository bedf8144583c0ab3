/** The cash room on the player's page: places on lists, a call to answer, the seat, the dinner break, and games to join. */

import { html, nothing } from "lit-html";
import { duration, timestampText } from "../shared/ui/format.js";
import { placesOf, price } from "../shared/ui/money.js";
import { noticeText } from "./answer.js";
import { labelled } from "../shared/ui/punctuation.js";

/** @import { CashGameLine, CashLists, OwnCash, OwnPlace } from "../../docs/reference/boards" */
/** @import { LiveResource } from "../shared/feed/live_resource.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Alarm } from "./alarm.js" */
/** @import { Answer } from "./answer.js" */
/** @import { PhoneState } from "./phone_view.js" */

/** Parts of the page that are loaded once they have something to show. @typedef {{cash?: CashCard, stackCard?: (state: PhoneState) => unknown}} Parts */

/** Time to confirm with a second press (ms). */
const SURE = 5_000;

export class CashCard {
  #address;
  #words;
  #alarm;
  #changed;
  #key;
  #room;
  #busy = false;
  /** The press that waits for its second one. */
  #asked = "";
  #message = { text: "", bad: false };

  /**
   * @param {{address: string, cache: string}} config  @param {Words} words  @param {Alarm} alarm
   * @param {LiveResource} room  @param {() => void} changed called when it looks different
   */
  constructor({ address, cache }, words, alarm, room, changed) {
    this.#address = address;
    this.#words = words;
    this.#alarm = alarm;
    this.#changed = changed;
    this.#key = `seen:${cache}:cash`;
    this.#room = room;
    room.subscribe(() => this.#alert());
    this.#alert();
  }

  /** @returns {OwnCash|undefined} */
  get #own() {
    return this.#room.board("cash");
  }

  /** @returns {CashLists|undefined} */
  get #lists() {
    return this.#room.board("cash_lists");
  }

  /** Alert once about each call. */
  #alert() {
    const call = this.#call;
    const heard = call ? `${call.entry} ${call.until}` : "";
    try {
      if (heard && localStorage.getItem(this.#key) !== heard) this.#alarm.sound("called");
      localStorage.setItem(this.#key, heard);
    } catch {
      /* storage forbidden: no alert is better than one with each message */
    }
  }

  /** The player's call; undefined without one. */
  get #call() {
    return this.#own?.places.find(({ table }) => table !== null);
  }

  /** Whether there is anything to show. */
  get #shown() {
    const own = this.#own;
    return Boolean(own && (own.places.length || own.seat || own.notices.length)) || Boolean(this.#lists?.games.length);
  }

  /** The rest of the countdown that it shows (ms). @param {number|null} now  @returns {number|null} */
  left(now) {
    const until = this.#call?.until ?? this.#own?.seat?.dinner_until;
    return until && now !== null ? until - now : null;
  }

  /** The page's main answer for a player without an event; null if the cash room has none. @param {number|null} now  @returns {Answer|null} */
  answer(now) {
    const words = this.#words;
    const { seat, places = [] } = this.#own ?? {};
    const call = this.#call;
    if (call) return this.#called(call, now);
    if (seat) {
      const big = [{ label: words.say("phone.table"), text: String(seat.table) }, { label: words.say("phone.seat"), text: String(seat.seat) }];
      return { look: "seated", title: seat.name, big, note: this.#dinner(now), left: null };
    }
    const first = places.find(({ kind }) => kind === "seat");
    if (!first) return null;
    const big = [{ label: words.say("phone.position"), text: String(first.position) }];
    return { look: "waiting", title: first.name, big, note: this.#ahead(first), left: null };
  }

  /** @param {OwnPlace} call  @param {number|null} now  @returns {Answer} */
  #called(call, now) {
    const words = this.#words;
    const left = now === null || call.until === null ? null : call.until - now;
    const late = left !== null && left <= 0;
    return {
      look: late ? "late" : "called",
      title: words.say("phone.cash_called", { table: call.table }),
      big: left === null || late ? [] : [{ label: call.name, text: duration(Math.ceil(left / 1000)) }],
      note: words.say(late ? "phone.cash_called_late" : call.coming ? "phone.cash_coming" : "phone.cash_called_how"),
      left: late ? null : left,
    };
  }

  /** "2 ahead of you", "You are next". @param {OwnPlace} place */
  #ahead({ position, called }) {
    const words = this.#words;
    const ahead = position === 1 ? words.say("phone.first") : position === 2 ? words.say("phone.cash_ahead_one") : words.say("phone.cash_ahead", { count: position - 1 });
    return called ? `${ahead} · ${words.say("phone.cash_now_called", { count: called })}` : ahead;
  }

  /** @param {number|null} now */
  #dinner(now) {
    const until = this.#own?.seat?.dinner_until;
    if (!until || now === null) return "";
    return this.#words.say("phone.cash_dinner", { left: duration(Math.ceil(Math.max(0, until - now) / 1000)), time: timestampText(until, now, this.#words.language) });
  }

  /** A call, above everything else on the page of an event. @param {number|null} now */
  call(now) {
    const call = this.#call;
    if (!call) return nothing;
    const { look, title, big, note } = this.#called(call, now);
    return html`
      <section class="answer" id="cash-call" data-look=${look} aria-labelledby="cash-call-title" aria-live="polite">
        <p class="answer-event">${this.#words.say("phone.cash")}</p>
        <h2 class="answer-title" id="cash-call-title">${title}</h2>
        <dl class="answer-big" data-length=${big.reduce((sum, { text }) => sum + text.length, 0)} ?hidden=${!big.length}>${big.map(({ label, text }) => html`<div class="figure"><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>
        <p class="answer-note">${note}</p>
      </section>
      ${this.#answers(call)}`;
  }

  /** @param {OwnPlace} call */
  #answers({ entry, coming }) {
    const words = this.#words;
    return html`
      <div class="actions" id="cash-answer">
        ${coming ? nothing : html`<button class="btn btn-primary btn-large btn-block" type="button" aria-busy=${this.#busy ? "true" : nothing} @click=${() => this.#send("cash_answer", { entry, coming: true })}>${words.say("phone.cash_do_come")}</button>`}
        ${this.#sure("cash_answer", { entry, coming: false }, "phone.cash_do_decline", "phone.cash_sure_decline")}
      </div>`;
  }

  /**
   * The card; below the clock for a player of an event who has no place in the cash room.
   * @param {number|null} now  @param {boolean} alone the page's main answer is the cash room's  @param {boolean} above whether it is asked for above the clock
   */
  card(now, alone, above) {
    const mine = Boolean(this.#own?.places.length || this.#own?.seat);
    if (!this.#shown || above !== (alone || mine)) return nothing;
    const words = this.#words;
    const call = this.#call;
    const { seat, places = [], notices = [] } = this.#own ?? {};
    const waiting = places.filter(({ table }) => table === null);
    const { text, bad } = this.#message;
    return html`
      ${alone && call ? this.#answers(call) : nothing}
      <section class="card" id="cash-card" aria-labelledby="cash-title">
        <h2 id="cash-title">${words.say("phone.cash")}</h2>
        <p class=${bad ? "notice is-bad" : "notice is-good"} id="cash-message" role="status" ?hidden=${!text}>${text}</p>
        ${seat && !alone ? html`<p class="prize-lead" id="cash-seat">${words.say("phone.moved_to", { table: seat.table, seat: seat.seat })}</p><p>${[seat.name, this.#dinner(now)].filter(Boolean).join(" · ")}</p>` : nothing}
        ${waiting.length ? html`<ul class="rows" id="cash-places">${waiting.map((place) => this.#place(place, now))}</ul>` : nothing}
        ${this.#games(places, alone)}
        ${notices.length ? html`<ul class="rows" id="cash-news">${notices.map((notice) => html`<li class="row"><span class="row-text">${noticeText(notice, words)}</span><span class="row-time">${timestampText(notice.at ?? 0, now ?? notice.at ?? 0, words.language)}</span></li>`)}</ul>` : nothing}
      </section>`;
  }

  /** @param {OwnPlace} place  @param {number|null} now */
  #place(place, now) {
    const words = this.#words;
    const kept = place.expires === null ? "" : words.say("phone.cash_kept", { time: timestampText(place.expires, now ?? place.expires, words.language) });
    const where = place.kind === "change" ? words.say("phone.cash_change") : words.say("phone.cash_place", { position: place.position, ahead: this.#ahead(place) });
    return html`
      <li class="cash-place">
        <p><strong>${place.name}</strong></p>
        <p>${where}</p>
        ${kept ? html`<p class="quiet">${kept}</p>` : nothing}
        <div class="actions">
          ${kept && this.#lists?.by_phone ? html`<button class="btn" type="button" @click=${() => this.#send("cash_stay", { entry: place.entry })}>${words.say("phone.cash_do_stay")}</button>` : nothing}
          ${this.#sure("cash_leave", { entry: place.entry }, "phone.cash_do_leave", "phone.sure_waiting", place.name)}
        </div>
      </li>`;
  }

  /** Games whose list the player may join. @param {readonly OwnPlace[]} places  @param {boolean} alone */
  #games(places, alone) {
    const words = this.#words;
    const lists = this.#lists;
    if (!lists?.games.length) return nothing;
    const own = new Set(places.filter(({ kind }) => kind === "seat").map(({ game }) => game));
    const seated = this.#own?.seat?.game;
    const games = lists.games.filter(({ game }) => !own.has(game) && game !== seated);
    if (!games.length) return nothing;
    const folded = !alone || own.size > 0 || seated !== undefined;
    return html`
      <details class="fold" id="cash-games" ?open=${!folded}>
        <summary>${words.say("phone.cash_games")}</summary>
        <ul class="rows">${games.map((game) => html`
          <li class="cash-place">
            <p><strong>${game.name}</strong></p>
            <p class="quiet">${[this.#about(game), this.#charge(game)].filter(Boolean).join(" · ")}</p>
            ${lists.by_phone ? html`<button class="btn btn-block" type="button" aria-label=${labelled(words.say("phone.cash_do_join"), game.name, words.language)} aria-busy=${this.#busy ? "true" : nothing} @click=${() => this.#send("cash_join", { game: game.game })}>${words.say("phone.cash_do_join")}</button>` : nothing}
          </li>`)}</ul>
      </details>`;
  }

  /** "2 tables · 1 seat open · 5 waiting"; before a table is open, how many are interested. @param {CashGameLine} game */
  #about({ tables, total }) {
    const words = this.#words;
    /** @param {string} key  @param {number} count */
    const counted = (key, count) => words.say(count === 1 ? `phone.${key}_one` : `phone.${key}`, { count });
    if (!tables.length) return counted("cash_interested", total);
    const open = tables.reduce((sum, table) => sum + table.open, 0);
    return [counted("cash_tables", tables.length), counted("cash_open", open), counted("cash_waiting", total)].join(" · ");
  }

  /** What each player pays the house by time; "" where none is collected. @param {CashGameLine} game */
  #charge({ collection, time_charge: charge, time_minutes: minutes, currency }) {
    const { language } = this.#words;
    return collection === "time" ? this.#words.say("phone.cash_time_charge", { charge: price(charge, placesOf(currency), currency, language), minutes }) : "";
  }

  /** A button that is pressed twice. @param {string} kind  @param {object} args  @param {string} label  @param {string} sure  @param {string} [about] */
  #sure(kind, args, label, sure, about = "") {
    const key = `${kind} ${JSON.stringify(args)}`;
    const text = this.#words.say(this.#asked === key ? sure : label);
    const press = () => (this.#asked === key ? this.#send(kind, args) : this.#ask(key));
    return html`<button class="btn" type="button" aria-label=${about ? `${text}: ${about}` : nothing} aria-busy=${this.#busy ? "true" : nothing} @click=${press}>${text}</button>`;
  }

  /** @param {string} key */
  #ask(key) {
    this.#asked = key;
    setTimeout(() => {
      if (this.#asked === key) this.#asked = "";
      this.#changed();
    }, SURE);
    this.#changed();
  }

  /** @param {string} kind  @param {object} args */
  async #send(kind, args) {
    if (this.#busy) return;
    this.#busy = true;
    this.#asked = "";
    this.#say(this.#words.say("phone.sending"));
    const sender = await import("./player_commands.js").catch(() => null);
    const result = (await sender?.send(`${this.#address}room/self_service.${kind}/`, args)) ?? null;
    this.#busy = false;
    if (result === null) this.#say(this.#words.say("phone.unsent"), true);
    else this.#say(result.ok ? "" : [result.message, result.rule].filter(Boolean).join(" · "), !result.ok);
  }

  /** @param {string} text */
  #say(text, bad = false) {
    this.#message = { text, bad };
    this.#changed();
  }
}
