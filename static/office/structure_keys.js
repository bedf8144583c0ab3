/** Keyboard control of the structure editor: Enter adds a row, arrows move, Alt with arrows moves the row. */

/**
 * @param {HTMLElement} root the table's place
 * @param {import("./structure_grid.js").Grid} grid
 * @param {{add: (index: number) => void, save: () => void}} does what Enter and Ctrl S do
 */
export function listenToKeys(root, grid, { add, save }) {
  root.addEventListener("keydown", (event) => {
    const place = grid.place(event.target);
    // The buttons at the end of a row keep their own keys.
    if (!place?.name || event.isComposing) return;
    if (pressed(event, place, grid, add)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
      event.preventDefault();
      save();
    }
  });
}

/** Handle a key. @returns {boolean} whether it was handled */
function pressed(event, place, grid, add) {
  const { key, target } = event;
  const vertical = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (event.altKey && vertical) return grid.focus(grid.move(place.index, vertical), place.name) ?? true;
  if (event.ctrlKey && key === "Delete") {
    grid.remove(place.index);
    grid.focus(Math.min(place.index, grid.length - 1), place.name);
    return true;
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
  if (key === "Enter") return add(place.index + 1) ?? true;
  // A select keeps its own arrow keys.
  if (target.tagName === "SELECT") return false;
  if (vertical) return grid.step(place, { rows: vertical }) ?? true;
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (sideways && atEdge(target, sideways)) return grid.step(place, { columns: sideways }) ?? true;
  return false;
}

/** Whether the next arrow key would leave the field. */
function atEdge(input, direction) {
  if (input.type !== "text") return true;
  if (input.selectionStart !== input.selectionEnd) return input.selectionStart === 0 && input.selectionEnd === input.value.length;
  return input.selectionStart === (direction < 0 ? 0 : input.value.length);
}
