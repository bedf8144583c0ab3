/** Keyboard control of the structure editor, like that of a spreadsheet: arrows, undo, fill, paste; Alt with arrows moves the row. */

import { parseBlock } from "./structure_clipboard.js";

/** @import { Grid } from "./structure_grid.js" */
/** @import { Selection } from "./structure_selection.js" */

/** @typedef {{index: number, name: string}} Cell */

/**
 * @param {HTMLElement} root the table's place
 * @param {Grid} grid
 * @param {Selection} selection
 * @param {{add: (index: number) => void, save: () => void, step: (by: number) => void, full: () => void}} does what Enter, Ctrl S, undo (−1) and redo (+1) do;
 *   `full`: a pasted block has more rows than are possible
 */
export function listenToKeys(root, grid, selection, { add, save, step, full }) {
  root.addEventListener("paste", (event) => {
    const place = grid.place(event.target);
    const block = parseBlock(event.clipboardData?.getData("text/plain") ?? "");
    // A single text goes into its field as usual.
    if (!place?.name || (block.length < 2 && (block[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    if (!grid.paste(place, block)) full();
    grid.focus(place.index, place.name);
  });
  root.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    event.preventDefault();
    step(key === "y" || event.shiftKey ? 1 : -1);
  });
  root.addEventListener("keydown", (event) => {
    const place = grid.place(event.target);
    // The buttons at the end of a row keep their own keys.
    if (!place?.name || event.isComposing) return;
    if (selection.extended(event, place) || pressed(event, place, grid, add)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
      event.preventDefault();
      save();
    }
  });
}

/**
 * Handle a key.
 * @param {KeyboardEvent} event  @param {Cell} place  @param {Grid} grid  @param {(index: number) => void} add
 * @returns {boolean} whether it was handled
 */
function pressed(event, place, grid, add) {
  const { key, target } = event;
  const vertical = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  if (event.altKey && vertical) {
    grid.focus(grid.move(place.index, vertical), place.name);
    return true;
  }
  if (event.ctrlKey && key === "Delete") {
    grid.remove(place.index);
    grid.focus(Math.min(place.index, grid.length - 1), place.name);
    return true;
  }
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (!event.shiftKey && key.toLowerCase() === "d") {
      grid.fillFromAbove(place);
      return true;
    }
    if (event.shiftKey && key === "ArrowDown") {
      grid.fillDown(place);
      return true;
    }
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
  if (key === "Enter") {
    add(place.index + 1);
    return true;
  }
  // A select keeps its own arrow keys.
  if (!(target instanceof HTMLInputElement)) return false;
  const sideways = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (!vertical && !(sideways && atEdge(target, sideways))) return false;
  grid.step(place, { rows: vertical, columns: sideways });
  return true;
}

/** Whether the next arrow key would leave the field. @param {HTMLInputElement} input  @param {number} direction */
function atEdge(input, direction) {
  if (input.type !== "text") return true;
  if (input.selectionStart !== input.selectionEnd) return input.selectionStart === 0 && input.selectionEnd === input.value.length;
  return input.selectionStart === (direction < 0 ? 0 : input.value.length);
}
