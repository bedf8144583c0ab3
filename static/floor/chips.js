/** Changes of a player's chips by the floor: old chips found later, or discretionary colour-ups. */

import { el, setText } from "../shared/ui/dom.js";
import { ask, choiceOf, fieldOf, padOf } from "./dialog.js";
import { number } from "../shared/ui/format.js";
import { chipsInPlay, reading } from "../shared/feed/reading.js";

/**
 * @param {object} page see TablePanel; `clock()` gives the clock, `race()` the board "race"
 * @param {object} chair the player's seat
 */
export function changeChips(page, chair) {
  const { words, presses, may } = page;
  const say = (key, values = {}) => words.say(`race.${key}`, Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value, words.language) : value])));
  const { gone, left } = chipsOf(page);
  const ways = [...(gone.length ? ["found"] : []), ...(may("seat_players") && left.length > 1 ? ["colour_up"] : [])];
  if (!ways.length) {
    ask({ title: say("change_title", { name: chair.name }), body: [el("p", {}, say("change_none"))], back: words.say("floor.cancel") });
    return;
  }
  const way = choiceOf("way", say("change_what"), ways.map((value) => ({ value, label: say(`change_${value}`) })), ways[0]);
  const of = el("div");
  const { field, input } = fieldOf(say("change_count"), { name: "count", inputmode: "none", maxlength: "5" });
  const comes = el("p", { role: "status" });
  let value = null;
  const typed = () => (/^[1-9]\d{0,4}$/.test(input.value) ? Number(input.value) : 0);
  const tell = () => setText(comes, typed() && value ? outcome(way.value(), Number(value.value()), typed(), left, say) : "");
  const offer = () => {
    const values = way.value() === "found" ? gone : left.slice(0, -1);
    value = choiceOf("value", say("change_of"), values.map((one) => ({ value: one, label: number(one, words.language) })), way.value() === "found" ? values.at(-1) : values[0]);
    value.group.addEventListener("change", tell);
    of.replaceChildren(value.group);
    tell();
  };
  way.group.addEventListener("change", offer);
  input.addEventListener("input", tell);
  offer();
  ask({
    title: say("change_title", { name: chair.name }), back: words.say("floor.cancel"), label: say("change_do"),
    body: [way.group, of, field, padOf(input, words), comes],
    submit: () => {
      const count = typed();
      if (!count) {
        input.setAttribute("aria-invalid", "true");
        setText(comes, words.say("floor.no_number"));
        return false;
      }
      const worth = Number(value.value());
      if (way.value() === "found") return presses.ask("chips.found", { entry: chair.entry, value: worth, count }, say("change_found"));
      return presses.ask("chips.colour_up", { entry: chair.entry, small: worth, count }, say("change_colour_up"));
    },
  });
}

/** Return the values of chips out of play and in play, smallest first. */
function chipsOf(page) {
  const clock = page.clock();
  if (!clock) return { gone: [], left: [] };
  const board = page.race();
  const now = page.time.at();
  const read = now === null ? { position: clock.clock.position } : reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  const raced = new Set([...(board?.past ?? []).map(([small]) => small), ...(board?.on ? [board.small] : [])]);
  const left = chipsInPlay(clock.chips, clock.levels, read.position).map(({ value }) => value).filter((value) => !raced.has(value));
  const rising = (values) => values.sort((one, other) => one - other);
  return { gone: rising(clock.chips.map(({ value }) => value).filter((value) => !left.includes(value))), left: rising(left) };
}

/** Describe the result. */
function outcome(way, value, count, left, say) {
  if (way === "found") {
    const removed = (value * count) % left[0];
    return say("change_gives", { given: value * count - removed, removed });
  }
  const big = left.find((one) => one > value);
  const lots = big && big % value === 0 ? Math.floor(count / (big / value)) : 0;
  return lots ? say("change_lots", { lots, big, rest: count - lots * (big / value), small: value }) : "";
}
