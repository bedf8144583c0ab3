/** Changes of a player's chips by the floor: old chips found later, or discretionary colour-ups. */

import { html } from "lit-html";
import { chipsInPlay, reading } from "../shared/feed/reading.js";
import { number } from "../shared/ui/format.js";
import { choice, field, openForm, pad } from "./dialog.js";

/** @import { Form } from "./dialog.js" */
/** @import { ChairRow } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

/** @param {Floor} page  @param {ChairRow} chair the player's seat */
export function changeChips(page, { entry, name }) {
  const { presses, words } = page;
  /** @param {number} value */
  const shown = (value) => number(value, words.language);
  /** @param {string} key  @param {Record<string, number>} [values] */
  const say = (key, values = {}) => words.say(`race.${key}`, Object.fromEntries(Object.entries(values).map(([one, value]) => [one, shown(value)])));
  const { gone, left } = chipsOf(page);
  const ways = [...(gone.length ? ["found"] : []), ...(page.may("seat_players") && left.length > 1 ? ["colour_up"] : [])];
  const title = words.say("race.change_title", { name });
  if (!ways.length) return openForm(page, { title, body: () => html`<p>${say("change_none")}</p>` });
  /** The result. @param {Form} form */
  const outcome = (form) => {
    const [value, count] = [form.count("value"), form.count("count")];
    if (!value || !count) return "";
    if (form.value("way") === "found") {
      const removed = (value * count) % left[0];
      return say("change_gives", { given: value * count - removed, removed });
    }
    const big = left.find((one) => one > value) ?? 0;
    const lots = big % value === 0 ? Math.floor(count / (big / value)) : 0;
    return lots ? say("change_lots", { lots, big, rest: count - lots * (big / value), small: value }) : "";
  };
  return openForm(page, {
    title, label: () => say("change_do"),
    body: (form) => {
      const found = (form.value("way") || ways[0]) === "found";
      const values = found ? gone : left.slice(0, -1);
      return html`${choice("way", say("change_what"), ways.map((value) => ({ value, label: say(`change_${value}`) })), ways[0])}
        ${choice("value", say("change_of"), values.map((value) => ({ value, label: shown(value) })), found ? values.at(-1) : values[0])}
        ${field(form, "count", say("change_count"), { mode: "none", most: 5 })}${pad(form, "count", page)}<p role="status">${outcome(form)}</p>`;
    },
    submit: (form) => {
      const [value, count] = [form.count("value"), form.count("count")];
      if (!count) return { field: "count", text: page.say("no_number") };
      if (form.value("way") === "found") return presses.ask("chips.found", { entry: Number(entry), value, count }, say("change_found"));
      return presses.ask("chips.colour_up", { entry: Number(entry), small: value, count }, say("change_colour_up"));
    },
  });
}

/** Return the values of chips out of play and in play, smallest first. @param {Floor} page */
function chipsOf(page) {
  const clock = page.clock();
  if (!clock) return { gone: [], left: [] };
  const board = page.race();
  const now = page.time.at();
  const { position } = now === null ? clock.clock : reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now);
  const raced = new Set([...(board?.past ?? []).map(([small]) => small), board?.on ? board.small : null]);
  const left = chipsInPlay(clock.chips, clock.levels, position).map(({ value }) => value).filter((value) => !raced.has(value));
  const gone = clock.chips.map(({ value }) => value).filter((value) => !left.includes(value));
  /** @param {number[]} values */
  const rising = (values) => values.sort((one, other) => one - other);
  return { gone: rising(gone), left: rising(left) };
}
