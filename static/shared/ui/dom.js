/** Small helpers for building and changing the page. Styles change through classes and custom properties only. */

/**
 * Return the element of an id.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id  @returns {E}
 * @throws {Error} the page has none
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no element #${id}.`);
  return /** @type {E} */ (found);
}

/**
 * Return the first element that matches a selector.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root  @param {string} selector  @returns {E}
 * @throws {Error} there is none
 */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return /** @type {E} */ (found);
}

/**
 * Create an element with attributes and children; strings become text.
 * @param {string} name tag, with classes after dots: "div.fact.next"
 * @param {Record<string, string>} attributes  @param {(string|Node)[]} children
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Set a text if it differs; true if it was changed. @param {Element} element  @param {string} text */
export function setText(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** Set or remove a data attribute.
 * @param {HTMLElement|SVGElement} element  @param {string} name  @param {string|number|boolean|null|undefined} value */
export function flag(element, name, value) {
  const text = value === true ? "" : value;
  if (text === null || text === undefined || text === false) delete element.dataset[name];
  else if (element.dataset[name] !== String(text)) element.dataset[name] = String(text);
}

/**
 * Make one line fit its box by shrinking its type: sets --fit (0 … 1), by which the element's font size is multiplied.
 * @param {HTMLElement} element not wrapping, no wider than its box
 * @param {number} least smallest factor
 */
export function fit(element, least = 0.3) {
  element.style.setProperty("--fit", "1");
  let factor = 1;
  // Gaps and fixed columns do not shrink with the type, so one division is not always enough.
  for (let i = 0; i < 3 && element.scrollWidth > element.clientWidth && factor > least; i += 1) {
    factor = Math.max(least, (factor * element.clientWidth * 0.99) / element.scrollWidth);
    element.style.setProperty("--fit", factor.toFixed(3));
  }
}

/** Number of long names that may be smaller than the rest. */
const OUTLIERS = 0.15;

/**
 * Fit the names of a page in one size, at least `together`; the longest few shrink individually.
 *
 * Names that are still too long get two lines (`data-long`) of at least `two` of their size, and are cut
 * after the second. All are measured before any is changed.
 * @param {HTMLElement[]} elements  @param {number} together  @param {number} least  @param {number} two
 */
export function fitEach(elements, together, least, two = 0.8) {
  for (const element of elements) {
    element.style.setProperty("--fit", "1");
    flag(element, "long", null);
  }
  const factors = elements.map((element) => (element.clientWidth * 0.99) / element.scrollWidth);
  const sorted = factors.filter((factor) => factor >= least).sort((a, b) => a - b);
  const all = Math.max(together, sorted[Math.floor(sorted.length * OUTLIERS)] ?? 1);
  elements.forEach((element, i) => {
    flag(element, "long", factors[i] < least);
    const factor = Math.max(least, Math.min(all, factors[i]));
    if (factor < 0.99) element.style.setProperty("--fit", factor.toFixed(3));
  });
  for (const element of elements) if (element.dataset.long !== undefined) fitLines(element, two);
}

/** Minimum size of a name in two lines before it is cut. */
const SMALLEST_NAME = 0.45;

/** Shrink a text until it fits two lines. A third line makes it half as high again; ascenders do not. @param {HTMLElement} element  @param {number} least */
export function fitLines(element, least) {
  element.style.setProperty("--fit", "1");
  for (let factor = 0.92; factor > least && element.scrollHeight > element.clientHeight * 1.3; factor *= 0.92) {
    element.style.setProperty("--fit", factor.toFixed(3));
  }
}

/**
 * Give a name in a row the space left by other texts: one line, or two of smaller type (`data-long`), shrunk
 * to fit (--fit).
 *
 * Measured only for another name, or when another text of the row changes its length: never on a plain tick.
 * @param {HTMLElement} row  @param {HTMLElement} name
 */
export function fitName(row, name) {
  const key = [name.textContent, ...[...row.children].map((one) => one.textContent.length)].join(" ");
  if (row.dataset.fitted === key || !row.isConnected) return;
  row.dataset.fitted = key;
  name.style.setProperty("--fit", "1");
  flag(name, "long", null);
  flag(name, "long", name.scrollWidth > name.clientWidth);
  if (name.dataset.long !== undefined) fitLines(name, SMALLEST_NAME);
}

/** Make stacked elements fit the height of their box: sets --squeeze (0.4 … 1) on the box. @param {HTMLElement} box */
export function fitHeight(box) {
  box.style.setProperty("--squeeze", "1");
  let factor = 1;
  for (let i = 0; i < 4 && factor > 0.4; i += 1) {
    const height = /** @type {HTMLElement[]} */ ([...box.children]).reduce((sum, child) => sum + child.offsetHeight, 0);
    if (height <= box.clientHeight) return;
    factor *= (box.clientHeight * 0.99) / height;
    box.style.setProperty("--squeeze", factor.toFixed(3));
  }
}

/** Make a text of several lines fit its box in both directions, by halving the range of --fit. @param {HTMLElement} element  @param {number} least */
export function fitBox(element, least = 0.2) {
  const fits = () => element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
  element.style.setProperty("--fit", "1");
  if (fits()) return;
  let low = least;
  let high = 1;
  for (let i = 0; i < 7; i += 1) {
    const middle = (low + high) / 2;
    element.style.setProperty("--fit", String(middle));
    if (fits()) low = middle;
    else high = middle;
  }
  element.style.setProperty("--fit", String(low));
}
