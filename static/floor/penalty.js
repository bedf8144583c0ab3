/** Penalties on the floor's page: imposing them, and those being served. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { find } from "../shared/ui/dom.js";
import { keepFocus } from "../shared/ui/press.js";
import { labelled } from "../shared/ui/punctuation.js";
import { Still } from "../shared/ui/still.js";
import { View } from "../shared/ui/view.js";
import { choice, field, openForm, pad } from "./dialog.js";

/** @import { ChairRow, PenaltiesBoard, PenaltyRow } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Form } from "./dialog.js" */
/** @import { PenaltyProposal } from "./fetch.js" */
/** @import { Floor } from "./floor.js" */

/** @typedef {CommandArguments["penalty.impose"]["kind"]} PenaltyKind */
/**
 * The penalties of a book, as penalties.services.proposals offers them: its kinds with their maximum length, its rule, and common reasons.
 * @typedef {{kinds: PenaltyKind[], most: Partial<Record<PenaltyKind, number>>, rule: string, reasons: {reason: string, rule: string}[]}} PenaltyBook
 */

/** Kinds that are sat out, with the length without a proposal. @type {Partial<Record<PenaltyKind, number>>} */
const USUAL = { hands: 1, orbits: 1, time_out: 10 };
/** Kinds that end the event for a player. @type {PenaltyKind[]} */
const OUT = ["elimination", "disqualification", "event_ban", "all_events_ban"];
const MOST = 200;
/** How long ended penalties are shown (ms). */
const LATELY = 10 * 60_000;

/** Format a length: "2 orbits". @param {Words} words  @param {string} kind  @param {number|null} count */
function lengthOf(words, kind, count) {
  if (!(kind in USUAL)) return words.say(`penalty.${kind}`);
  return words.say(count === 1 ? `penalty.of_${kind}_one` : `penalty.of_${kind}`, { count });
}

/** The unit in which a penalty is counted down. @param {PenaltyRow} row */
const unitOf = ({ hands }) => (hands === null ? "rounds" : "hands");

/** Format the rest of a penalty. @param {PenaltyRow} row  @param {Words} words */
export function leftOf(row, words) {
  if (row.kind === "time_out") return words.say("penalty.minutes", { count: row.count });
  const unit = unitOf(row);
  const count = row[unit];
  return words.say(count === 1 ? `penalty.${unit}_left_one` : `penalty.${unit}_left`, { count });
}

/** Imposing a penalty on a player: kind, reason, length; proposed from the book and earlier penalties. */
class PenaltyForm {
  #page;
  #chair;
  #usual;
  /** The chosen lengths by kind. */
  #counts = { ...USUAL };
  /** @type {PenaltyProposal|null} */
  #proposal = null;
  #wrong = "";

  /** @param {Floor} page  @param {ChairRow} chair the player's seat */
  constructor(page, chair) {
    this.#page = page;
    this.#chair = chair;
    const { kinds } = page.penalties;
    /** @type {PenaltyKind} */
    this.#usual = kinds.includes("orbits") ? "orbits" : kinds[0];
  }

  async open() {
    const form = openForm(this.#page, {
      title: this.#say("title", { name: this.#chair.name }), label: (form) => this.#label(form), danger: (form) => OUT.includes(this.#kind(form)),
      body: (form) => this.#body(form), submit: (form) => this.#submit(form),
    });
    this.#proposal = await this.#page.asks.penalty(Number(this.#chair.entry));
    if (!form.dialog.open) return;
    if (this.#proposal?.orbits) this.#counts.orbits = this.#proposal.orbits;
    form.update();
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  #say(key, values) {
    return this.#page.words.say(`penalty.${key}`, values);
  }

  /** @param {Form} form  @returns {PenaltyKind} */
  #kind(form) {
    return /** @type {PenaltyKind} */ (form.value("kind") || this.#usual);
  }

  /** @param {Form} form */
  #label(form) {
    const kind = this.#kind(form);
    return this.#say("impose", { what: lengthOf(this.#page.words, kind, this.#counts[kind] ?? null) });
  }

  /** @param {Form} form */
  #body(form) {
    const { kinds, reasons, rule } = this.#page.penalties;
    const kind = this.#kind(form);
    const out = OUT.includes(kind);
    const whys = [...reasons.map((one) => ({ value: one.reason, label: this.#say(`why_${one.reason}`), note: one.rule })), { value: "other", label: this.#say("why_other") }];
    /** @param {Event} event */
    const chosen = ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.value !== "other") return;
      form.update();
      form.input("why")?.focus();
    };
    return html`<p class="small muted" aria-live="polite">${this.#before(out).map((text) => `${text} `)}${rule ? html`<cite class="cite">${rule}</cite>` : nothing}</p>
      ${choice("kind", this.#say("kind"), kinds.map((value) => ({ value, label: this.#say(value) })), this.#usual, { wide: true })}${this.#length(form, kind)}
      <div @change=${chosen}>${choice("reason", this.#say("why"), whys, null, { wide: true })}</div>
      ${field(form, "why", this.#say("why_text"), { hidden: form.value("reason") !== "other" })}
      ${field(form, "until", this.#say("until"), { type: "date", hint: this.#say("until_hint"), hidden: kind !== "all_events_ban" })}
      ${field(form, "chips", this.#say("chips"), { mode: "numeric", most: 12, hidden: !out })}
      <p class="error" role="alert" ?hidden=${!this.#wrong}>${this.#wrong}</p>`;
  }

  /** The length: two large buttons and the value. @param {Form} form  @param {PenaltyKind} kind */
  #length(form, kind) {
    const count = this.#counts[kind];
    const most = this.#page.penalties.most[kind] ?? MOST;
    /** @param {number} by  @param {"less"|"more"} key  @param {string} sign */
    const step = (by, key, sign) => html`<button class="btn btn-large" type="button" aria-label=${this.#say(key)}
      ?disabled=${count !== undefined && (by < 0 ? count <= 1 : count >= most)} @click=${() => {
        this.#counts[kind] = Math.min(most, Math.max(1, (count ?? 1) + by));
        form.update();
      }}>${sign}</button>`;
    return html`<fieldset class="floor-choice" ?hidden=${count === undefined}><legend>${this.#say("how_long")}</legend>
      <div class="penalty-stepper">${step(-1, "less", "−")}<output class="penalty-length figures" aria-live="polite">${count === undefined ? "" : lengthOf(this.#page.words, kind, count)}</output>${step(1, "more", "+")}</div>
      <p class="small muted">${this.#note(kind)}</p></fieldset>`;
  }

  /** What the length means, and its maximum. @param {PenaltyKind} kind */
  #note(kind) {
    const { words, penalties: { most } } = this.#page;
    const proposal = kind === "orbits" ? this.#proposal : null;
    const detail = !proposal ? "" : proposal.hands ? this.#say("in_hands", { count: proposal.hands * (this.#counts.orbits ?? 1), players: proposal.players })
      : proposal.players !== null ? this.#say("in_rounds") : "";
    return [detail, most[kind] ? this.#say("most", { length: lengthOf(words, kind, most[kind]) }) : ""].filter(Boolean).join(" · ");
  }

  /** Earlier penalties, the proposal, and when the penalty begins. @param {boolean} out whether it ends the event for the player */
  #before(out) {
    const { words } = this.#page;
    const proposal = this.#proposal;
    const sentences = [];
    if (proposal) {
      sentences.push(proposal.earlier === 0 ? this.#say("first") : this.#say(proposal.earlier === 1 ? "earlier_one" : "earlier", { count: proposal.earlier }));
      if (proposal.orbits !== null && !out) sentences.push(`${this.#say("proposed", { length: lengthOf(words, "orbits", proposal.orbits) })}.`);
      const [last] = proposal.last;
      if (last && proposal.ever > proposal.earlier) sentences.push(this.#say("ever", { count: proposal.ever, last: `${lengthOf(words, last.kind, last.count)}, ${last.reason || "–"} (${last.event})` }));
    }
    return [...sentences, this.#say(out ? "is_out" : this.#chair.partner ? "from_end_team" : "from_end")];
  }

  /** @param {Form} form */
  #submit(form) {
    const kind = this.#kind(form);
    const [why, chips, until] = [form.value("reason"), form.value("chips"), form.value("until")];
    const out = OUT.includes(kind);
    const reason = why === "other" ? form.value("why") : why ? this.#say(`why_${why}`) : "";
    this.#wrong = !reason ? this.#say(why ? "no_reason" : "choose_reason") : out && !/^\d{0,12}$/.test(chips) ? this.#page.say("no_number") : "";
    if (this.#wrong) {
      form.update();
      find(form.dialog, ".error:not([hidden])").scrollIntoView({ block: "nearest" });
      return false;
    }
    const rule = this.#page.penalties.reasons.find((one) => one.reason === why)?.rule ?? "";
    const count = this.#counts[kind];
    return this.#page.presses.ask("penalty.impose", {
      entry: Number(this.#chair.entry), kind, reason, ...(rule ? { rule } : {}), ...(count === undefined ? {} : { count }), ...(out && chips ? { chips: Number(chips) } : {}),
      ...(kind === "all_events_ban" && until ? { ends_on: until } : {}),
    }, this.#label(form));
  }
}

/** Impose a penalty on a player. @param {Floor} page  @param {ChairRow} chair the player's seat */
export function penalise(page, chair) {
  return new PenaltyForm(page, chair).open();
}

export class PenaltyPanel {
  #place;
  #page;
  #still;
  #view;
  /** @type {PenaltiesBoard|null} */
  #board = null;
  /** The penalties being served. @type {Set<number>|null} */
  #running = null;

  /** @param {HTMLElement} place  @param {Floor} page */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    this.#still = new Still(place);
    this.#view = new View(find(place, "ul"), () => this.#list());
    // Ended penalties are shown for a while.
    page.repeat(() => this.#draw(), 30_000);
  }

  /** Return the penalty a player is serving, or undefined. @param {number|null} entry */
  of(entry) {
    return this.#board?.running.find((row) => row.entry === entry && !row.queued);
  }

  /** @param {PenaltiesBoard} board */
  show(board) {
    this.#tell(board);
    this.#board = board;
    this.#draw();
  }

  /** Announce that a player who has served a penalty may return. @param {PenaltiesBoard} board */
  #tell(board) {
    const before = this.#running;
    this.#running = new Set(board.running.map(({ penalty }) => penalty));
    if (!before) return;
    const serves = new Set(board.running.map(({ entry }) => entry));
    for (const row of board.ended) if (before.has(row.penalty) && !serves.has(row.entry)) this.#page.toasts.show({ text: this.#over(row) });
  }

  /** @param {string} key  @param {Record<string, string|number|null>} [values] */
  #say(key, values) {
    return this.#page.words.say(`penalty.${key}`, values);
  }

  /** @param {PenaltyRow} row */
  #over(row) {
    return row.table === null ? this.#say("over", { name: row.name }) : this.#say("over_at", { name: row.name, table: row.table, seat: row.seat });
  }

  #draw() {
    if (!this.#board) return;
    this.#still.when(() => {
      const count = this.#board?.running.length ?? 0;
      const badge = find(this.#place, ".badge");
      badge.textContent = count ? String(count) : "";
      badge.hidden = !count;
      this.#place.hidden = !count && !this.#lately.length && !this.#board?.warnings.length;
      keepFocus(this.#place, () => this.#view.updateNow());
    });
  }

  /** Penalties that have just ended. */
  get #lately() {
    const now = this.#page.time.at() ?? 0;
    return this.#board?.ended.filter((row) => now - (row.ended ?? 0) < LATELY) ?? [];
  }

  #list() {
    const { running, warnings } = this.#board ?? { running: [], warnings: [] };
    return html`${repeat(running, ({ penalty }) => penalty, (row) => this.#row(row))}${repeat(this.#lately, ({ penalty }) => penalty, (row) => this.#ended(row))}
      ${repeat(warnings, ({ penalty }) => penalty, (row) => this.#warning(row))}`;
  }

  /** @param {string} act  @param {string} label  @param {string} spoken accessible name, "" for the label  @param {() => unknown} run  @param {string} [look] */
  #button(act, label, spoken, run, look = "") {
    return html`<button class="btn ${look}" type="button" data-act=${act} aria-label=${spoken || nothing} @click=${run}>${label}</button>`;
  }

  /** @param {PenaltyRow} row */
  #who({ penalty, name, table, seat }) {
    const where = table === null ? html`<span class="muted">${this.#say("no_seat")}</span>`
      : this.#button(`open-${penalty}`, this.#say("at", { table, seat }), "", () => this.#page.open(table, seat), "btn-quiet");
    return html`<div class="penalty-who"><strong>${name}</strong>${where}</div>`;
  }

  /** @param {PenaltyRow} row */
  #cited({ rule }) {
    return rule ? html` <cite class="cite">${rule}</cite>` : nothing;
  }

  /** @param {PenaltyRow} row */
  #row(row) {
    const { words, may } = this.#page;
    const served = row.served && row.kind !== "time_out" ? this.#say(row.served === 1 ? "so_far_one" : "so_far", { count: row.served }) : "";
    const about = [row.waits && this.#say("waits"), row.queued && this.#say("queued"), served, row.reason, row.estimated && this.#say("reckoned", { count: row.estimated })];
    return html`<li class="penalty">${this.#who(row)}<p class="penalty-left figures">${leftOf(row, words)}</p>
      <p class="small muted">${about.filter(Boolean).join(" · ")}${this.#cited(row)}</p><div class="penalty-acts">${may("seat_players") ? this.#acts(row) : nothing}</div></li>`;
  }

  /** @param {PenaltyRow} row */
  #acts(row) {
    const { penalty, name, served } = row;
    const minus = this.#say(row.hands === null ? "minus_round" : "minus_hand");
    const [set, lift] = [this.#say("set"), this.#say("lift")];
    const counted = row.kind !== "time_out" && !row.queued;
    return html`${counted ? html`${this.#button(`less-${penalty}`, minus, labelled(minus, name, this.#page.words.language), () => this.#page.presses.send("penalty.count", { penalty, served }, this.#say("minus_of", { name })))}
      ${this.#button(`set-${penalty}`, set, `${set} ${name}`, () => this.#set(row))}` : nothing}${this.#button(`lift-${penalty}`, lift, `${lift} ${name}`, () => this.#lift(row))}`;
  }

  /** @param {PenaltyRow} row */
  #ended(row) {
    const estimated = row.estimated ? ` · ${this.#say("reckoned", { count: row.estimated })}` : "";
    return html`<li class="penalty is-over">${this.#who(row)}<p class="small">${this.#over(row)} · ${this.#say(`was_${row.outcome}`)}${estimated}</p></li>`;
  }

  /** A verbal warning, for the next floor person at the table. @param {PenaltyRow} row */
  #warning(row) {
    return html`<li class="penalty is-over">${this.#who(row)}<p class="small">${labelled(this.#say(row.kind), row.reason, this.#page.words.language)}${this.#cited(row)}</p></li>`;
  }

  /** @param {PenaltyRow} row */
  #set(row) {
    const page = this.#page;
    const { penalty, served } = row;
    const label = this.#say("set_now");
    openForm(page, {
      title: this.#say("set_of", { name: row.name }), label: () => label,
      body: (form) => html`${field(form, "left", this.#say(`set_${unitOf(row)}`), { mode: "none", most: 4 })}${pad(form, "left", page)}`,
      submit: (form) => {
        const left = form.value("left");
        return /^\d{1,4}$/.test(left) ? page.presses.ask("penalty.count", { penalty, served, left: Number(left) }, label) : { field: "left", text: page.say("no_number") };
      },
    });
  }

  /** @param {PenaltyRow} row */
  #lift(row) {
    const page = this.#page;
    const label = this.#say("lift_now");
    openForm(page, {
      title: this.#say("lift_of", { name: row.name }), label: () => label,
      body: (form) => html`<p>${leftOf(row, page.words)}</p>${field(form, "reason", this.#say("lift_why"))}`,
      submit: (form) => {
        const reason = form.value("reason");
        return reason ? page.presses.ask("penalty.lift", { penalty: row.penalty, reason }, label) : { field: "reason", text: this.#say("no_reason") };
      },
    });
  }
}
