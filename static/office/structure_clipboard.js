/** Blocks of cells as spreadsheets copy them, and how a text is put into a field. Independent of the page. */

/** @typedef {HTMLInputElement|HTMLSelectElement} Field */

const YES = /^(yes|ja|x|true|1)$/i;
/** A number with commas between thousands is one cell. */
const GROUPED = /^\d{1,3}(,\d{3})+$/;

/**
 * Return the rows of a pasted text: cells between tabs, else semicolons, else commas. Headings and empty lines are left out.
 * @param {string} text  @returns {string[][]}
 */
export function parseBlock(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n").filter((line) => line.trim() !== "");
  const separator = text.includes("\t") ? "\t" : text.includes(";") ? ";" : lines.every((line) => GROUPED.test(line.trim())) ? null : ",";
  const rows = lines.map((line) => (separator === null ? [line.trim()] : cellsOf(line, separator)));
  const heading = rows.length > 1 && !/\d/.test((rows[0] ?? []).join("")) && rows.slice(1).every((row) => /\d/.test(row.join("")));
  return heading ? rows.slice(1) : rows;
}

/** @param {string} line  @param {string} separator */
function cellsOf(line, separator) {
  /** @type {string[]} */
  const cells = [""];
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) cells.push("");
    else cells[cells.length - 1] += sign;
  }
  return cells.map((cell) => cell.trim());
}

/** Put a text into a field; a choice that is not offered changes nothing. @param {Field} field  @param {string|boolean} value */
export function fillField(field, value) {
  if (field instanceof HTMLSelectElement) {
    const wanted = String(value).toLowerCase();
    const found = [...field.options].find((one) => one.value.toLowerCase() === wanted || one.text.toLowerCase() === wanted);
    if (found) field.value = found.value;
  } else if (field.type === "checkbox") field.checked = value === true || YES.test(String(value));
  else field.value = String(value);
}

/** What a field holds. @param {Field} field  @returns {string|boolean} */
export function heldBy(field) {
  return field instanceof HTMLInputElement && field.type === "checkbox" ? field.checked : field.value;
}

/** A field's text for a spreadsheet, which `fillField` understands again. @param {Field} field  @returns {string} */
export function textOf(field) {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? "";
  return field.type === "checkbox" ? (field.checked ? "x" : "") : field.value;
}
