/** Removals other than a simple bust: several in one hand, removal with chips, or loss of the seat. */

import { ask, choiceOf, fieldOf, padOf } from "./elements.js";
import { el } from "../shared/ui/dom.js";

/** The policies of the event's book, from the page. */
const rule = (id) => document.getElementById(id)?.content.cloneNode(true) ?? "";

/** Describe the effect of a red button: who is out, and who has the chips. */
export function outSays(words, out, won) {
  const key = won.length ? "floor.out_chips_to" : "floor.out_names";
  return words.say(key, { names: out.join(", "), winners: won.join(", ") });
}

/** Parse chips, null if empty; NaN if invalid. */
function chipsIn(input) {
  const typed = input.value.trim();
  if (!typed) return null;
  return /^\d{1,12}$/.test(typed) ? Number(typed) : NaN;
}

/** Return whether a field is valid or empty; if not, show its error. */
function isWell(input, words) {
  const field = input.closest(".field");
  field.querySelector(".error")?.remove();
  input.removeAttribute("aria-invalid");
  if (!Number.isNaN(chipsIn(input))) return true;
  input.setAttribute("aria-invalid", "true");
  field.append(el("p.error", { role: "alert" }, words.say("floor.no_number")));
  input.focus();
  return false;
}

/** Tap all other players who bust in this hand; then their starting stacks are asked for. */
export function togetherMode(panel, page, victim) {
  const { words } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const marked = new Set([victim.entry]);
  const those = () => [...marked].map((entry) => panel.chairOf(entry)).filter(Boolean);
  return {
    kind: "together",
    fits: ({ entry }) => entry !== null && entry !== victim.entry,
    marks: ({ entry }) => (marked.has(entry) ? "out" : null),
    tap: ({ entry }) => {
      if (!marked.delete(entry)) marked.add(entry);
      panel.draw();
    },
    get says() {
      return those().length > 1 ? say("together_are", { names: those().map(({ name }) => name).join(", ") }) : say("who_else", { name: victim.name });
    },
    get acts() {
      return [
        { name: "stacks", label: outSays(words, those().map(({ name }) => name), []), note: say("stacks_next"), danger: true, key: "x", run: () => askStacks(panel, page, those()) },
        { name: "cancel", label: say("cancel"), run: () => panel.choose(victim.entry) },
      ];
    },
  };
}

/**
 * Ask for the stacks at the start of the hand.
 *
 * All may stay empty. Players are sent smallest stack first, after those without a number, so that their order
 * is right. They are one command, which one undo reverses.
 */
function askStacks(panel, page, seats) {
  const { words, presses } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const rows = seats.map((chair) => ({
    chair, ...fieldOf(say("stack_of", { seat: chair.seat, name: chair.name }), { name: `stack-${chair.entry}`, inputmode: "none", maxlength: "12" }),
  }));
  let last = rows[0].input;
  for (const { input } of rows) input.addEventListener("focus", () => (last = input));
  const pad = padOf({ get value() { return last.value; }, set value(text) { last.value = text; }, dispatchEvent: (event) => last.dispatchEvent(event) }, words);
  const out = new Set(seats.map(({ entry }) => entry));
  const others = panel.table.chairs.filter(({ entry }) => entry !== null && !out.has(entry));
  const took = choiceOf("took", say("took_chips"), [{ value: "", label: say("not_recorded") }, ...others.map((one) => ({
    value: one.entry, label: one.name, note: say("seat", { seat: one.seat }),
  }))], "");
  const label = () => {
    const winner = others.find(({ entry }) => String(entry) === took.value());
    return outSays(words, seats.map(({ name }) => name), winner ? [winner.name] : []);
  };
  const form = ask({
    title: say("together_title"), back: say("cancel"), label: label(), danger: true,
    body: [rule("rule-same-hand"), el("div.floor-stacks", {}, el("div.stack", {}, ...rows.map(({ field }) => field)), pad), ...(page.bounties() && others.length ? [took.group] : [])],
    submit: () => {
      if (!rows.every(({ input }) => isWell(input, words))) return false;
      const winners = took.value() ? [Number(took.value())] : [];
      const order = rows.map((row) => ({ ...row, stack: chipsIn(row.input) })).sort((one, other) => (one.stack ?? -1) - (other.stack ?? -1));
      panel.choose(null);
      const [{ chair, stack }] = order;
      if (order.length === 1) {
        return presses.ask("entry.bust", { entry: chair.entry, knocked_out_by: winners, ...(stack === null ? {} : { stack }) }, say("out_of", { name: chair.name }));
      }
      const args = { entries: order.map((one) => one.chair.entry), stacks: order.map((one) => one.stack), knocked_out_by: winners };
      return presses.ask("entries.bust", args, say("several_out", { names: seats.map(({ name }) => name).join(", ") }));
    },
  });
  took.group.addEventListener("change", () => form.name(label()));
}

/** The policy by the reason of the removal. */
const RULES = { "": "rule-removed", eliminated: "rule-eliminated", disqualified: "rule-disqualified" };

/** Remove a player with chips, with or without a penalty: the chips leave play. It is not a bust. */
export function takeOut(page, chair) {
  const { words, presses } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const { field, input } = fieldOf(say("chips_taken_out"), { name: "chips", inputmode: "none", maxlength: "12" });
  const why = choiceOf("penalty", say("take_out_why"), [
    { value: "", label: say("by_no_penalty") },
    { value: "eliminated", label: say("eliminated") },
    { value: "disqualified", label: say("disqualified") },
  ], "");
  why.group.classList.add("is-wide");
  const says = el("div.stack", { "aria-live": "polite" });
  const show = () => says.replaceChildren(rule(RULES[why.value() ?? ""]));
  why.group.addEventListener("change", show);
  show();
  const label = say("take_out_now");
  ask({
    title: say("take_out_of", { name: chair.name }), back: say("cancel"), label, danger: true,
    body: [el("p", {}, say("take_out_says")), why.group, says, field, padOf(input, words)],
    submit: () => {
      if (!isWell(input, words)) return false;
      const chips = chipsIn(input);
      const penalty = why.value();
      const args = { entry: chair.entry, ...(chips ? { chips } : {}), ...(penalty ? { penalty } : {}) };
      return presses.ask("entry.remove", args, label);
    },
  });
}

/** Take a player's seat; the player stays in the event. */
export function freeChair(page, chair, number) {
  const { words, presses } = page;
  const say = (key, values) => words.say(`floor.${key}`, values);
  const label = say("free_now");
  ask({
    title: say("free_of", { name: chair.name }), back: say("cancel"), label, danger: true,
    body: [el("p", {}, say("free_says", { table: number, seat: chair.seat })), rule("rule-seat-draw")],
    submit: () => presses.ask("seat.leave", { entry: chair.entry }, label),
  });
}
