/** Automatic print after a sale: a setting of this browser, off by default. */

const ON = "desk-auto-print";
const PRINTED = "desk-auto-printed";
const MOST = 50;

export class AutoPrint {
  #print;

  /**
   * @param {(line: object) => void} print prints the documents of a recent action
   * @param {() => void} back focuses the search field
   */
  constructor(print, back) {
    this.#print = print;
    const box = document.getElementById("desk-auto-print");
    box.checked = read(ON) === true;
    box.addEventListener("change", () => {
      keep(ON, box.checked);
      back();
    });
    // Other tabs of this browser share the setting.
    addEventListener("storage", ({ key }) => key === ON && (box.checked = read(ON) === true));
  }

  /**
   * Print a confirmed sale once in this browser, also if its response arrives again after a reload.
   * @param {{refundable: boolean, receipt: number|null}} line as of `Verbs.lineOf`; only sales are refundable
   */
  settled(line) {
    if (!(line.refundable || line.entries?.length) || line.receipt === null || read(ON) !== true) return;
    const printed = read(PRINTED) ?? [];
    if (printed.includes(line.receipt)) return;
    // Without a stored record, a reload could print twice.
    if (keep(PRINTED, [line.receipt, ...printed].slice(0, MOST))) this.#print(line);
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** @returns {boolean} whether it could be stored */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
