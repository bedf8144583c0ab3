/** The middle of the table: what stops play, the hand, and times that count. */

import { html, nothing } from "lit-html";
import { dayOver } from "../shared/ui/clock_view.js";
import { raceSays, tableOf } from "../shared/ui/race_state.js";
import { nameOf } from "./ring.js";
import { callOf, countOf, dueChip, handForHandOf, handForHandSays, lacksButton, stopOf, timedPlayer } from "./state.js";

/** @import { OverDay, TableBoard } from "../../docs/reference/boards" */
/** @import { Tablet } from "./tablet.js" */

/** @param {Tablet} tablet  @param {TableBoard} table */
export function feltView(tablet, table) {
  const { words, event, number } = tablet;
  const stop = stopOf(table) || (tablet.dealPending ? "deal" : "");
  const handForHand = event.board("hand_for_hand");
  const state = handForHandOf(handForHand, number);
  const together = handForHand && state ? words.say(...handForHandSays(handForHand, state)) : "";
  const race = event.board("race");
  const raced = race ? raceSays(race, tableOf(race, number), dueChip(race, event.clock, tablet.time.at()), words) : "";
  // No hand is dealt while a deal is pending, so none is completed.
  const over = stop === "not_played" || stop === "deal" || state === "done" || state === "all_in";
  // Misdeals matter for penalties: the replay is the same hand.
  const penalised = event.board("penalties")?.running.some((one) => one.table === number);
  const hint = tablet.picking ? words.say(`dealer.tap_${tablet.picking}`) : lacksButton(table) ? words.say("dealer.button_unknown") : "";
  const last = table.last[0];
  const day = event.clock?.day_over;
  if (day) return overView(tablet, day);
  const winner = event.clock?.winner;
  if (winner) return html`<div class="dealer-felt" id="felt"><p class="dealer-hand" data-part="won">${words.say("clock.winner", { name: winner })}</p></div>`;
  return html`<div class="dealer-felt" id="felt">
    <div class="notice is-warn dealer-stop" data-part="stop" role="alert" ?hidden=${!stop}>${stop ? stopText(tablet, stop) : nothing}</div>
    <p class="dealer-hand-for-hand" data-part="hand-for-hand" role="status" ?hidden=${!together}>${together}</p>
    <p class="dealer-leaves" data-part="race" role="status" ?hidden=${!raced}>${raced}</p>
    <p class="dealer-hand figures" data-part="hand">${words.say("dealer.hand", { number: table.hands + 1 })}</p>
    <button class="btn btn-primary btn-huge btn-block" type="button" id="hand-over" ?disabled=${over} aria-busy=${tablet.holds("hand.finish")}
      @click=${() => tablet.finishHand(false)}>${words.say("dealer.hand_over")}</button>
    <button class="btn btn-block" type="button" id="misdeal" ?hidden=${!penalised} ?disabled=${over} aria-busy=${tablet.holds("hand.finish")}
      @click=${() => tablet.finishHand(true)}>${words.say("penalty.misdeal")}</button>
    ${stop ? nothing : shotView(tablet, table)}${timeView(tablet, table)}
    <p class="dealer-hint" data-part="hint" role="status" ?hidden=${!hint}>${hint}</p>
    <p class="small muted dealer-last" data-part="last">${last ? words.say("dealer.last", { text: words.of(last.texts), who: last.who }) : ""}</p>
  </div>`;
}

/** Between two days no hands are played. @param {Tablet} tablet  @param {OverDay} day */
function overView({ words, time }, day) {
  const { word, note } = dayOver(day, words, time.at() ?? 0);
  return html`<div class="dealer-felt" id="felt"><p class="dealer-hand" data-part="day-over">${word}</p>
    <p class="dealer-hint" data-part="next-day" role="status" ?hidden=${!note}>${note}</p></div>`;
}

/** @param {Tablet} tablet  @param {string} stop */
export function stopText({ words, number }, stop) {
  const how = stop === "halted" || stop === "paused" || stop === "deal" ? words.say(`dealer.${stop}_how`) : "";
  return html`<strong>${words.say(`dealer.${stop}`, { number })}</strong>${how ? html`<span>${how}</span>` : nothing}`;
}

/** The shot clock; only a called time counts besides. @param {Tablet} tablet  @param {TableBoard} table */
function shotView(tablet, table) {
  const { words, shot, shotClock: { count } } = tablet;
  if (!shot || callOf(table, "time")) return nothing;
  if (!count) {
    return html`<button class="btn btn-block" type="button" id="shot-start" @click=${tablet.beginShot}>
      ${words.say("dealer.shot_start", { seconds: shot.seconds })}</button>`;
  }
  const banks = Object.values(shot.left).some((left) => left > 0);
  return html`<div class="dealer-time-count" id="shot-count" data-phase=${count.phase}>
    <p class="dealer-shot-left figures" role="timer">${count.left}</p>
    <p class="dealer-shot-says" role="status">${count.phase === "up" ? words.say("dealer.shot_up") : ""}</p>
    <div class="dealer-time-acts">
      <button class="btn btn-primary" type="button" data-shot="again" @click=${tablet.beginShot}>${words.say("dealer.shot_again")}</button>
      <button class="btn" type="button" data-shot="bank" aria-pressed=${tablet.picking === "bank"} ?disabled=${!banks}
        @click=${() => tablet.pick("bank")}>${words.say("dealer.shot_bank")}</button>
      <button class="btn btn-quiet" type="button" data-shot="stop" @click=${tablet.stopShot}>${words.say("dealer.shot_stop")}</button>
    </div>
  </div>`;
}

/** A player's called time. @param {Tablet} tablet  @param {TableBoard} table */
function timeView(tablet, table) {
  const { words } = tablet;
  const call = callOf(table, "time");
  const count = countOf(call, tablet.time.at());
  if (!call || !count) return nothing;
  const who = timedPlayer(table);
  const up = count.phase === "up";
  /** @param {"acted"|"hand_dead"|"check"|"cancelled"} outcome  @param {string} look */
  const button = (outcome, look) => {
    const label = words.say(`dealer.time_${outcome}`);
    return html`<button class="btn ${look}" type="button" data-outcome=${outcome}
      @click=${() => tablet.press("time.end", label, { call: call.call, outcome }, "call time")}>${label}</button>`;
  };
  return html`<div class="dealer-time-count" id="time-count" data-phase=${count.phase}>
    <p class="dealer-time-who">${words.say("dealer.time_of", { name: who ? nameOf(who, words) : "–" })}</p>
    <p class="dealer-time-left figures" role="timer">${count.left}</p>
    <p class="dealer-time-says" role="status">${count.phase === "thinking" ? "" : words.say(`dealer.time_${count.phase}`)}</p>
    <div class="dealer-time-acts">
      ${button("acted", "btn-primary")}${up ? button("hand_dead", "btn-danger") : nothing}
      ${up && tablet.config.time_checks ? button("check", "") : nothing}${up ? nothing : button("cancelled", "btn-quiet")}
    </div>
  </div>`;
}
