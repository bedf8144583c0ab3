/** Penalties in the cash room: given from a player's dialog, and those of the playing day below the lists. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { timeText } from "../shared/ui/format.js";
import { choice, field, openForm, ruleOf } from "../floor/dialog.js";
import { labelled } from "../shared/ui/punctuation.js";

/** @import { CashPenaltyRow } from "../../docs/reference/boards" */
/** @import { Form } from "../floor/dialog.js" */
/** @import { CashRoom } from "./room.js" */

/** Kinds of the cash book, its rule, and common reasons with theirs. @typedef {{kinds: ("warning"|"time_out"|"disqualification")[], rule: string, reasons: {reason: string, rule: string}[]}} PenaltyBook */

/** Usual lengths of time away (minutes). */
const LENGTHS = [10, 20, 30, 60];

/** Whether a penalty keeps its player from play. @param {CashRoom} room  @param {CashPenaltyRow} one */
const runs = (room, { until, lifted }) => lifted === null && until !== null && until > room.now();

/** The running penalty of a player. @param {CashRoom} room  @param {number} player */
export const penaltyOf = (room, player) => room.penalties.find((one) => one.player === player && runs(room, one));

/** A penalty in words: "Time away until 21:40". @param {CashRoom} room  @param {CashPenaltyRow} one */
export function penaltyText(room, { kind, until, lifted }) {
  const what = room.say(until === null ? `penalty_${kind}` : `penalty_${kind}_until`, { time: until === null ? "" : timeText(until, room.words.language) });
  return lifted === null ? what : room.say("penalty_lifted", { what });
}

/** Give a player a warning, time away, or exclusion. @param {CashRoom} room  @param {{player: number, name: string}} who */
export function givePenalty(room, { player, name }) {
  const { kinds, rule, reasons } = room.penaltyBook;
  const before = room.penalties.filter((one) => one.player === player && one.lifted === null);
  const policy = ruleOf("rule-penalties");
  /** @param {Form} form */
  const kind = (form) => kinds.find((one) => one === form.value("kind")) ?? kinds[0] ?? "warning";
  /** @param {Form} form */
  const label = (form) => room.say(`give_${kind(form)}`, { minutes: form.value("minutes") });
  openForm(room, {
    title: room.say("penalty_for", { name }), label, danger: (form) => kind(form) === "disqualification",
    body: (form) => html`<p class="small muted">${before.length ? before.map((one) => labelled(penaltyText(room, one), one.reason || "–", room.words.language)).join(" · ") : room.say("penalty_first")}</p>
      ${choice("kind", room.say("penalty"), kinds.map((value) => ({ value, label: room.say(`penalty_${value}`) })), kinds[0] ?? null, { wide: true })}
      ${kind(form) === "time_out" ? choice("minutes", room.say("penalty_minutes"), LENGTHS.map((value) => ({ value, label: String(value) })), LENGTHS[0] ?? null) : nothing}
      ${kind(form) === "warning" ? nothing : html`<p class="hint">${room.say(`penalty_${kind(form)}_how`)}</p>`}
      ${choice("why", room.say("penalty_why"), [...reasons.map((one) => ({ value: one.reason, label: room.say(`penalty_why_${one.reason}`), note: one.rule })), { value: "other", label: room.say("penalty_why_other") }], reasons[0]?.reason ?? "other", { wide: true })}
      ${field(form, "reason", room.say("penalty_what"), { most: 200 })}
      <details class="cash-rule"><summary>${room.say("rule")}</summary>${policy}</details>`,
    submit: (form) => {
      const why = reasons.find(({ reason }) => reason === form.value("why"));
      const text = form.value("reason") || (why ? room.say(`penalty_why_${why.reason}`) : "");
      if (!text) return { field: "reason", text: room.say("penalty_no_reason") };
      const minutes = kind(form) === "time_out" ? { minutes: Number(form.value("minutes")) } : {};
      return room.ask("cash_penalty.impose", { player, kind: kind(form), reason: text, rule: why?.rule || rule, ...minutes }, label(form));
    },
  });
}

/** Lift a running penalty, with a reason. @param {CashRoom} room  @param {CashPenaltyRow} one */
export function liftPenalty(room, one) {
  const label = room.say("penalty_lift");
  const dialog = openForm(room, {
    title: room.say("penalty_lift_of", { name: one.name }), label: () => label,
    body: (form) => html`<p>${penaltyText(room, one)} ${one.rule ? html`<cite class="cite">${one.rule}</cite>` : nothing}</p>${field(form, "reason", room.say("penalty_lift_why"))}`,
    submit: (form) => form.value("reason") ? room.ask("cash_penalty.lift", { penalty: one.penalty, reason: form.value("reason") }, label) : { field: "reason", text: room.say("penalty_no_reason") },
  });
  dialog.input("reason")?.focus();
}

/** The penalties that run, with the button that lifts them. @param {CashRoom} room */
export function penaltiesView(room) {
  const running = room.penalties.filter((one) => runs(room, one));
  if (!running.length) return nothing;
  return html`<section class="cash-game" id="cash-penalties"><h2>${room.say("penalties")}</h2><ul class="cash-list">${repeat(running, ({ penalty }) => penalty, (one) => html`<li class="cash-row" data-penalty=${one.penalty}>
    <span class="cash-place">!</span><span class="cash-who"><strong>${one.name}</strong><small>${penaltyText(room, one)} · ${one.reason || "–"} ${one.rule ? html`<cite class="cite">${one.rule}</cite>` : nothing}</small></span>
    <span class="cash-acts"><button class="btn" type="button" data-act="lift" aria-label=${room.say("penalty_lift_of", { name: one.name })} @click=${() => liftPenalty(room, one)}>${room.say("penalty_lift")}</button></span></li>`)}</ul></section>`;
}
