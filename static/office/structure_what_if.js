/** What-ifs in the editor of an event's structure: the server tries a change on the typed rows. */

import { readJson } from "../shared/feed/request.js";
import { find, setText } from "../shared/ui/dom.js";

/** @import { RequestError } from "../shared/feed/request.js" */
/** @import { Cells, Grid } from "./structure_grid.js" */

const WITHIN = 8_000;

/** @typedef {{rows: Cells[], free: number, changed: boolean, text: string}} Outcome */

/**
 * Let the forms of the part try changes on the grid.
 * @param {HTMLElement} root  @param {Grid} grid
 * @param {(text: string, undo: () => void) => void} changed called after rows were replaced
 */
export function mountWhatIf(root, grid, changed) {
  const address = root.dataset.address ?? "";
  const said = find(root, "#what-if-answer");

  /** @param {HTMLFormElement} form */
  const wanted = (form) => {
    const values = new FormData(form);
    /** @param {string} name */
    const whole = (name) => Number(values.get(name) || "0");
    switch (form.dataset.change) {
      case "shorter_by": return { shorter_by: whole("shorter_by") };
      case "level_minutes": return { level_minutes: whole("level_minutes") };
      case "scale": return { scale: Math.round(Number(String(values.get("scale") ?? "").replace(",", ".")) * 100) };
      case "break": return { break_minutes: whole("break_minutes"), break_after: rowOfLevel(grid.values, whole("after_level")) };
      default: return { players: whole("players"), keep_end: values.get("keep_end") !== null };
    }
  };

  root.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    /** @type {Outcome} */
    let outcome;
    try {
      outcome = await readJson(address, { body: { rows: grid.values, change: wanted(form), expected: expectedField() }, within: WITHIN });
    } catch (error) {
      setText(said, /** @type {RequestError} */ (error).body?.message ?? /** @type {RequestError} */ (error).message);
      return;
    }
    setText(said, outcome.text);
    if (!outcome.changed) return;
    const free = grid.firstFree;
    const before = grid.values.slice(free);
    grid.replaceFrom(free, outcome.rows.slice(free));
    changed(outcome.text, () => grid.replaceFrom(free, before));
  });
}

/** Return whom a structure of the library is for, as entered; null in an event's editor. */
export function expectedField() {
  const [players, stack] = ["expected-players", "expected-stack"].map((id) => document.getElementById(id));
  if (!(players instanceof HTMLInputElement) || !(stack instanceof HTMLInputElement)) return null;
  return { players: Number(players.value), stack: Number(stack.value.replace(/[^0-9]/g, "")) };
}

/** Return the row (from 1) of the n-th level; the last row if there are fewer. @param {Cells[]} rows  @param {number} level */
function rowOfLevel(rows, level) {
  let number = 0;
  for (const [index, cells] of rows.entries()) {
    number += cells.kind === "break" ? 0 : 1;
    if (number >= Math.max(level, 1)) return index + 1;
  }
  return rows.length;
}
