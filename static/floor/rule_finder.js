/** Live search of the rule finder. Without scripts, the button searches. */

import { readHtml } from "../shared/feed/request.js";
import { find } from "../shared/ui/dom.js";

/** Delay after the last key (ms); timeout of a response (ms). */
const PAUSE = 110;
const WITHIN = 5_000;

/**
 * Search while a query is typed.
 * @param {HTMLElement} root has the form and the place of the rules
 * @returns {{stop: () => void}}
 */
export function mountRuleFinder(root) {
  /** @type {HTMLFormElement} */
  const form = find(root, "#rules-ask");
  /** @type {HTMLInputElement} */
  const field = find(form, "#rules-q");
  /** @type {HTMLSelectElement} */
  const book = find(form, "#rules-book");
  const place = find(root, "#rules-found");
  const away = find(root, "#rules-away");
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer = 0;
  let asked = 0;

  const search = async () => {
    clearTimeout(timer);
    asked += 1;
    const number = asked;
    const query = { q: field.value, book: book.value };
    place.setAttribute("aria-busy", "true");
    const text = await readHtml(form.dataset.address ?? "", { query, within: WITHIN, signal }).catch(() => null);
    // The latest query counts: responses to earlier ones are dropped.
    if (number !== asked || signal.aborted) return;
    place.removeAttribute("aria-busy");
    away.hidden = text !== null;
    if (text === null) return;
    place.innerHTML = text;
    history.replaceState(history.state, "", `${location.pathname}?${new URLSearchParams(query)}`);
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  }, { signal });
  book.addEventListener("change", search, { signal });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  }, { signal });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement?.matches("input, textarea, select")) return;
    event.preventDefault();
    field.focus();
    field.select();
  }, { signal });
  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
