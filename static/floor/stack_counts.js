/**
 * The count of all stacks: its tables and its sum as they are counted, here or elsewhere, and the sum of the table that
 * is being entered.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { Bags } from "./bags.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { number, timestampText, typedChips } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";
import { View } from "../shared/ui/view.js";
import { Words } from "../shared/ui/words.js";

/** @import { ChipsOfValue, CountedTable, StackCountBoard } from "../../docs/reference/boards" */
/** @import { Services } from "../shared/ui/page.js" */

/** @param {Services} services */
function mountStackCount(services) {
  const { config, time, feed } = services;
  const words = new Words(config.language, config.texts);
  const event = new LiveResource(feed, `t${config.tournament}`);
  const bags = new Bags(services, words, event);
  event.subscribe(() => bags.update());
  // The clock may be started elsewhere.
  const waits = document.getElementById("clock-waits");
  if (waits) event.subscribe(() => { waits.hidden = event.board("clock")?.clock.running ?? false; });
  const place = document.getElementById("count-state");
  if (!place) return;
  /** @param {number} value */
  const say = (value) => number(value, words.language);

  /** @param {CountedTable} table  @param {string} at */
  const counted = ({ changed, by }, at) => (changed ? words.say("count.changed", { who: by, time: at }) : by ? words.say("count.by", { who: by, time: at }) : at);

  /** Chips by value. @param {ChipsOfValue[]} pieces */
  const byValue = (pieces) => pieces.map(({ value, count }) => words.say("count.piece", { value: say(value), count: say(count) })).join(" · ");

  /** @param {CountedTable} table */
  const line = (table) => {
    const done = table.counted === table.stacks;
    const state = done ? say(table.chips) : table.reported && !table.counted ? words.say("count.reported", { reported: table.reported, stacks: table.stacks }) : table.counted ? words.say("count.part", { counted: table.counted, stacks: table.stacks }) : words.say("count.open");
    return html`<li><a href=${`${config.address}?table=${table.number}`} class=${(bags.isDone(table.number) ?? done) ? "is-done" : ""} aria-current=${table.number === config.table ? "true" : nothing}>
      <strong>${words.say("count.table", { number: table.number })}</strong><span class="figures">${state}</span>
      ${table.at === null ? nothing : html`<small>${[bags.progress(table.number), counted(table, timestampText(table.at, time.at() ?? table.at, words.language))].filter(Boolean).join(" · ")}</small>`}
      ${table.pieces.length ? html`<small class="figures">${byValue(table.pieces)}</small>` : nothing}</a></li>`;
  };

  /** @param {StackCountBoard} board */
  const result = ({ difference, unseated }) => {
    if (unseated) return html`<span class="badge is-missing">${words.say(unseated === 1 ? "count.one_unseated" : "count.unseated", { count: say(unseated) })}</span>`;
    if (difference === null) return nothing;
    if (!difference) return html`<span class="badge is-done">${words.say("count.right")}</span>`;
    return html`<span class="badge is-missing">${words.say(difference > 0 ? "count.over" : "count.short", { difference: say(Math.abs(difference)) })}</span>`;
  };

  const view = new View(place, () => {
    const board = event.board("stack_count");
    if (!board) return nothing;
    if (board.count !== config.count || bags.isOld) return html`<p class="notice">${words.say("count.ended")}</p>`;
    const chips = board.in_play ? words.say("count.of", { chips: say(board.chips), in_play: say(board.in_play) }) : words.say("count.chips", { chips: say(board.chips) });
    return html`<p class="count-sum"><span>${words.say("count.progress", { counted: say(board.counted), stacks: say(board.stacks) })}</span><span class="figures">${chips}</span>${result(board)}</p>
      ${board.pieces.length ? html`<p class="count-pieces"><strong>${words.say("count.by_value")}</strong> <span class="figures">${byValue(board.pieces)}</span></p>` : nothing}
      <progress max=${board.stacks} value=${board.counted} aria-hidden="true"></progress>
      <ul class="count-tables">${repeat(board.tables, (table) => table.number, line)}</ul>`;
  });

  // Somebody else may count the table whose form is open.
  const warn = () => {
    const notice = document.getElementById("count-notice");
    const table = event.board("stack_count")?.tables.find((one) => one.number === config.table);
    if (!notice || !table || table.at === config.at) return;
    notice.textContent = words.say("count.other");
    notice.hidden = false;
  };

  event.subscribe(() => {
    view.update();
    warn();
  });
  sumAsTyped(words);
}

/** Show the sum of the fields of a table. @param {Words} words */
function sumAsTyped(words) {
  const sum = /** @type {HTMLOutputElement|null} */ (document.getElementById("count-sum"));
  const form = sum?.closest("form");
  if (!sum || !form) return;
  const add = () => {
    const fields = [...form.querySelectorAll("input")].filter((field) => field.name.startsWith("seat-"));
    // Fields of chips by value are named by seat and value.
    const chips = fields.map((field) => (typedChips(field.value) ?? 0) * Number(field.name.split("-")[2] ?? 1)).reduce((all, one) => all + one, 0);
    sum.textContent = chips ? words.say("count.chips", { chips: number(chips, words.language) }) : "";
  };
  form.addEventListener("input", add);
  add();
}

mountStackCount(startPage());
