/** Labels of figures that stand in one row: one place and one size for all of them. */

/** @import { Box } from "./room.js" */
/** @import { Labelled, Row } from "./texts.js" */

/** @typedef {{box: Box, padding: number, label: (above: boolean) => Labelled|null}} Figure */

/**
 * Return what the labels of each figure's row have in common; null for a figure that is alone in its row.
 * @param {(Figure|null)[]} figures null for what is not a figure
 * @returns {(Row|null)[]}
 */
export function rowsOf(figures) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  figures.forEach((one, at) => {
    const key = one?.label(false) ? `${one.box.y} ${one.box.h} ${one.padding}` : "";
    if (key) rows.set(key, [...(rows.get(key) ?? []), at]);
  });
  /** @type {(Row|null)[]} */
  const found = figures.map(() => null);
  for (const row of rows.values()) {
    if (row.length < 2) continue;
    const labels = (/** @type {boolean} */ above) => row.flatMap((at) => figures[at]?.label(above) ?? []);
    const above = labels(false).some(({ beside }) => !beside);
    const all = labels(above);
    const common = { above, size: Math.min(...all.map(({ size }) => size)), value: Math.max(...all.map(({ value }) => value)) };
    for (const at of row) found[at] = common;
  }
  return found;
}
