/** Removals other than a simple bust: several in one hand, removal with chips, or loss of the seat. */

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { timestampText } from "../shared/ui/format.js";
import { choice, field, openForm, pad, ruleOf } from "./dialog.js";

/** @import { ChairRow } from "../../docs/reference/boards" */
/** @import { CommandArguments } from "../../docs/reference/commands" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { Form } from "./dialog.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Mode, TablePanel } from "./table.js" */

/** Describe the effect of a red button: who is out, and who has the chips. @param {Words} words  @param {string[]} out  @param {string[]} won */
export function outSays(words, out, won) {
  const key = won.length ? "floor.out_chips_to" : "floor.out_names";
  return words.say(key, { names: out.join(", "), winners: won.join(", ") });
}

/** Whether a text is a number of chips, or empty. @param {string} text */
const isChips = (text) => /^\d{0,12}$/.test(text);

/** @param {ChairRow[]} chairs */
const namesOf = (chairs) => chairs.map(({ name }) => name);

/**
 * Tap all other players who bust in this hand; then their starting stacks are asked for.
 * @param {TablePanel} panel  @param {Floor} page  @param {ChairRow} victim  @returns {Mode}
 */
export function togetherMode(panel, page, victim) {
  /** @type {Set<number>} */
  const marked = new Set([Number(victim.entry)]);
  const those = () => [...marked].map((entry) => panel.chairOf(entry)).filter((chair) => chair !== null);
  return {
    kind: "together",
    fits: ({ entry }) => entry !== null && entry !== victim.entry,
    marks: ({ entry }) => (entry !== null && marked.has(entry) ? "out" : null),
    tap: ({ entry }) => {
      if (entry === null) return;
      if (!marked.delete(entry)) marked.add(entry);
      panel.draw();
    },
    get says() {
      const chairs = those();
      return chairs.length > 1 ? page.say("together_are", { names: namesOf(chairs).join(", ") }) : page.say("who_else", { name: victim.name });
    },
    get acts() {
      const chairs = those();
      const cancel = { name: "cancel", label: page.say("cancel"), run: () => panel.choose(victim.entry) };
      if (chairs.length < 2) return [cancel];
      return [{ name: "stacks", label: outSays(page.words, namesOf(chairs), []), note: page.say("stacks_next"), danger: true, key: "x", run: () => askStacks(panel, page, chairs) }, cancel];
    },
  };
}

/**
 * Ask for the stacks at the start of the hand.
 *
 * All may stay empty. Players are sent smallest stack first, after those without a number, so that their order
 * is right. They are one command, which one undo reverses.
 * @param {TablePanel} panel  @param {Floor} page  @param {ChairRow[]} seats
 */
function askStacks(panel, page, seats) {
  const { presses } = page;
  const rule = ruleOf("rule-same-hand");
  /** @param {ChairRow} chair */
  const fieldOf = ({ entry }) => `stack-${entry}`;
  let last = fieldOf(seats[0]);
  const out = new Set(seats.map(({ entry }) => entry));
  const others = panel.table?.chairs.filter(({ entry }) => entry !== null && !out.has(entry)) ?? [];
  const winners = [{ value: "", label: page.say("not_recorded") }, ...others.map(({ entry, name, seat }) => ({ value: Number(entry), label: name, note: page.say("seat", { seat }) }))];
  /** @param {Form} form */
  const label = (form) => outSays(page.words, namesOf(seats), namesOf(others.filter(({ entry }) => String(entry) === form.value("took"))));
  /** @param {FocusEvent} event */
  const focused = ({ target }) => {
    if (target instanceof HTMLInputElement) last = target.name;
  };
  openForm(page, {
    title: page.say("together_title"), label, danger: true,
    body: (form) => html`${rule}
      <div class="floor-stacks">
        <div class="stack" @focusin=${focused}>${seats.map((chair) => field(form, fieldOf(chair), page.say("stack_of", { seat: chair.seat, name: chair.name }), { mode: "none", most: 12 }))}
          <p role="status">${placesSay(page, stacksOf(form, seats, fieldOf))}</p></div>
        ${pad(form, () => last, page)}
      </div>
      ${page.bounties() && others.length ? choice("took", page.say("took_chips"), winners, "") : nothing}`,
    submit: (form) => {
      const wrong = seats.map(fieldOf).find((name) => !isChips(form.value(name)));
      if (wrong) return { field: wrong, text: page.say("no_number") };
      const order = stacksOf(form, seats, fieldOf);
      const knocked_out_by = form.value("took") ? [Number(form.value("took"))] : [];
      panel.choose(null);
      const args = { entries: order.map(({ entry }) => entry), stacks: order.map(({ stack }) => stack), knocked_out_by };
      return presses.ask("entries.bust", args, page.say("several_out", { names: namesOf(seats).join(", ") }));
    },
  });
}

/** Return the typed stacks, the smallest first, after those without a number. @param {Form} form  @param {ChairRow[]} seats  @param {(chair: ChairRow) => string} fieldOf */
function stacksOf(form, seats, fieldOf) {
  /** @param {string} text */
  const chipsOf = (text) => (text && isChips(text) ? Number(text) : null);
  return seats.map((chair) => ({ name: chair.name, entry: Number(chair.entry), stack: chipsOf(form.value(fieldOf(chair))) }))
    .sort((one, other) => (one.stack ?? -1) - (other.stack ?? -1));
}

/** Say who ranks higher, as the stacks were typed. @param {Floor} page  @param {{name: string, stack: number|null}[]} order the smallest stack first */
function placesSay(page, order) {
  if (order.some(({ stack }) => stack === null)) return page.say("places_shared");
  const ranked = [...order].reverse();
  const text = ranked.map(({ name, stack }, i) => (i === 0 ? name : `${stack === ranked[i - 1].stack ? " = " : " > "}${name}`)).join("");
  return page.say("places_ranked", { names: text });
}

/** The policy by the reason of the removal. @type {Record<string, string>} */
const RULES = { "": "rule-removed", eliminated: "rule-eliminated", disqualified: "rule-disqualified" };

/** Remove a player with chips, with or without a penalty: the chips leave play. It is not a bust. @param {Floor} page  @param {ChairRow} chair */
export function takeOut(page, { entry, name, stack, counted_at }) {
  const label = page.say("take_out_now");
  const hint = stack && counted_at !== null ? page.say("counted_last", { time: timestampText(counted_at, page.time.at() ?? counted_at, page.words.language) }) : "";
  const reasons = [{ value: "", label: page.say("by_no_penalty") }, { value: "eliminated", label: page.say("eliminated") }, { value: "disqualified", label: page.say("disqualified") }];
  openForm(page, {
    title: page.say("take_out_of", { name }), label: () => label, danger: true,
    body: (form) => {
      const penalty = form.value("penalty");
      return html`<p>${page.say("take_out_says")}</p>
        ${choice("penalty", page.say("take_out_why"), reasons, "", { wide: true })}
        <div class="stack" aria-live="polite">${guard([penalty], () => ruleOf(RULES[penalty]))}</div>
        ${field(form, "chips", page.say("chips_taken_out"), { mode: "none", most: 12, value: stack ? String(stack) : "", proposed: Boolean(stack), hint })}${pad(form, "chips", page)}`;
    },
    submit: (form) => {
      const [chips, penalty] = [form.value("chips"), form.value("penalty")];
      if (!isChips(chips)) return { field: "chips", text: page.say("no_number") };
      const args = { entry: Number(entry), ...(Number(chips) ? { chips: Number(chips) } : {}), ...(penalty ? { penalty } : {}) };
      return page.presses.ask("entry.remove", /** @type {CommandArguments["entry.remove"]} */ (args), label);
    },
  });
}

/** Take a player's seat; the player stays in the event. @param {Floor} page  @param {ChairRow} chair  @param {number} number of the table */
export function freeChair(page, { entry, name, seat }, number) {
  const label = page.say("free_now");
  const rule = ruleOf("rule-seat-draw");
  openForm(page, {
    title: page.say("free_of", { name }), label: () => label, danger: true,
    body: () => html`<p>${page.say("free_says", { table: number, seat })}</p>${rule}`,
    submit: () => page.presses.ask("seat.leave", { entry: Number(entry) }, label),
  });
}
