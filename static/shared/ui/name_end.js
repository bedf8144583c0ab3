/** Shorten long names before their end: “International Lake… 1A”. Flights and days of an event differ only at the end. */

/** The last word, with the word before a number: “1A”, “Day 2”. */
const END = /(?:\p{L}{1,9}\s)?\p{N}+$|\S+$/u;
/** Characters kept of a name without spaces, or with a longer last word. */
const LONGEST_END = 12;

/** Names by the element that shows them. @type {WeakMap<Element, string>} */
const names = new WeakMap();
const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => draw(/** @type {HTMLElement} */ (target))));

/** Show a name in an element with a limited number of lines; if it is too long, keep its end. @param {HTMLElement} element  @param {string} name */
export function showToEnd(element, name) {
  if (names.get(element) === name) return;
  names.set(element, name);
  draw(element);
  observer.observe(element);
}

/** Keep the end of the event's name visible in the bar of a page. */
export function showEventName() {
  const name = /** @type {HTMLElement|null} */ (document.querySelector(".event-here > strong"));
  if (name) showToEnd(name, name.title);
}

/** @param {HTMLElement} element */
function draw(element) {
  const name = names.get(element) ?? "";
  element.textContent = name;
  if (fits(element)) return;
  const end = (END.exec(name)?.[0] ?? name).slice(-LONGEST_END);
  const start = name.slice(0, -end.length);
  // Find the longest start that fits by binary search.
  let [least, most] = [0, start.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    element.textContent = `${start.slice(0, middle).trimEnd()}… ${end}`;
    if (fits(element)) least = middle;
    else most = middle - 1;
  }
  element.textContent = `${start.slice(0, least).trimEnd()}… ${end}`;
}

/** @param {HTMLElement} element */
const fits = (element) => element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
