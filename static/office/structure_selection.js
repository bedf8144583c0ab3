/** A block of cells of the structure editor, chosen with Shift and copied for a spreadsheet. */

/** @import { Grid } from "./structure_grid.js" */

/** @typedef {{index: number, name: string}} Cell */

/** Keys that neither change nor leave the selection. */
const HELD = new Set(["Shift", "Control", "Alt", "Meta"]);

export class Selection {
  #grid;
  #chosen;
  /** @type {Cell|null} */
  #from = null;
  /** @type {Cell|null} */
  #to = null;

  /**
   * @param {HTMLElement} root the table's place  @param {Grid} grid
   * @param {(cells: number) => void} chosen called with the number of chosen cells
   */
  constructor(root, grid, chosen) {
    this.#grid = grid;
    this.#chosen = chosen;
    root.addEventListener("copy", (event) => {
      if (!this.#from || !this.#to) return;
      event.clipboardData?.setData("text/plain", grid.block(this.#from, this.#to).map((texts) => texts.join("\t")).join("\n"));
      event.preventDefault();
    });
    root.addEventListener("mousedown", (event) => {
      const [from, to] = [grid.place(document.activeElement), grid.place(event.target)];
      if (!event.shiftKey || !from?.name || !to?.name) return this.clear();
      event.preventDefault();
      this.#choose(this.#from ?? from, to);
    });
    root.addEventListener("focusout", () => this.clear());
    grid.addEventListener("change", () => this.clear());
  }

  /** Choose more or fewer cells with Shift and an arrow. @param {KeyboardEvent} event  @param {Cell} place  @returns {boolean} whether the key did */
  extended(event, place) {
    const { key } = event;
    if (HELD.has(key) || ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "c")) return false;
    const rows = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    const columns = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    // Sideways, Shift chooses within the text of a field until a block is begun.
    const extends_ = event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey && (rows || (columns && this.#to));
    if (!extends_) {
      this.clear();
      return false;
    }
    this.#choose(this.#from ?? place, this.#grid.beside(this.#to ?? place, { rows, columns }));
    return true;
  }

  /** Choose no cells. */
  clear() {
    if (!this.#to) return;
    this.#from = this.#to = null;
    this.#grid.mark(null, null);
    this.#chosen(0);
  }

  /** @param {Cell} from  @param {Cell} to */
  #choose(from, to) {
    this.#from = from;
    this.#to = to;
    this.#chosen(this.#grid.mark(from, to));
  }
}
