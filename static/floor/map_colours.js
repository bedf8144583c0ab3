/**
 * The colours of the page's tokens for a canvas, which supports neither custom properties nor light-dark().
 */

/** Name → token, and the system colour used with forced colours. */
const COLOURS = {
  ground: ["--ground", "Canvas"],
  surface: ["--surface", "Canvas"],
  surface2: ["--surface-2", "Canvas"],
  surface3: ["--surface-3", "GrayText"],
  ink: ["--ink", "CanvasText"],
  ink2: ["--ink-2", "CanvasText"],
  ink3: ["--ink-3", "CanvasText"],
  line: ["--line", "GrayText"],
  lineStrong: ["--line-strong", "CanvasText"],
  accent: ["--accent", "Highlight"],
  accentSoft: ["--accent-soft", "Canvas"],
  onAccent: ["--on-accent", "HighlightText"],
  warn: ["--warn", "CanvasText"],
  warnSoft: ["--warn-soft", "Canvas"],
  bad: ["--bad", "CanvasText"],
  badSoft: ["--bad-soft", "Canvas"],
  onBad: ["--on-bad", "Canvas"],
};
/** @typedef {Record<keyof typeof COLOURS, string> & {font: string}} Colours */
const FORCED = "(forced-colors: active)";

/**
 * Return all current colours and the font.
 * @param {HTMLElement} element element that defines them
 * @returns {Colours}
 */
export function coloursOf(element) {
  const forced = matchMedia(FORCED).matches;
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.forcedColorAdjust = "none";
  element.append(probe);
  const read = getComputedStyle(probe);
  /** @type {Record<string, string>} */
  const found = { font: read.fontFamily };
  for (const [name, [token, system]] of Object.entries(COLOURS)) {
    probe.style.color = forced ? system : `var(${token})`;
    found[name] = read.color;
  }
  probe.remove();
  return /** @type {Colours} */ (found);
}

/** Run a callback when the system changes between light and dark, or forces colours. @param {() => void} changed */
export function onColours(changed) {
  for (const query of ["(prefers-color-scheme: dark)", FORCED, "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", changed);
  }
}
