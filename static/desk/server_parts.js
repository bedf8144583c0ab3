/** Parts of a page that the server renders, read again after changes of boards. Nothing moves while it is in use. */

import { readHtml } from "../shared/feed/request.js";

/** @import { Boards } from "../../docs/reference/boards" */
/** @import { LiveResource } from "../shared/feed/live_resource.js" */

/** Changes and letters in quick succession are one request (ms). */
const GATHER = 150;
/** Pause before a part that was in use, or not answered, is read again (ms). */
const AGAIN = 1_000;

/** Keep a part while a reason is being typed in it or a button is about to be pressed. @param {Element} part */
const inUse = (part) => part.querySelector("details[open]") !== null || part.contains(document.activeElement);

/**
 * Keep the parts of a place (`data-part`) up to date.
 * @param {HTMLElement} place has `data-address`, and in `data-seq` the journal entry that the page covers
 * @param {LiveResource} live  @param {(keyof Boards)[]} boards that announce changes
 * @param {{query?: () => Record<string, string|undefined>, taken?: (page: Document) => void}} options `taken` is called
 *   with each answer
 * @returns {{read: () => void, stop: () => void}} `read` reads the parts again soon
 */
export function keepParts(place, live, boards, { query = () => ({}), taken = () => {} } = {}) {
  let covered = Number(place.dataset.seq);
  /** @type {number|undefined} */ let timer;
  let asked = 0;
  const parts = () => /** @type {HTMLElement[]} */ ([...place.querySelectorAll("[data-part]")]);
  const plan = (pause = GATHER) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (pause === AGAIN && parts().some(inUse)) plan(AGAIN);
      else read();
    }, pause);
  };
  const read = async () => {
    asked += 1;
    const number = asked;
    covered = Math.max(covered, live.seq ?? 0);
    place.setAttribute("aria-busy", "true");
    const text = await readHtml(place.dataset.address ?? "", { query: { part: "1", ...query() } }).catch(() => null);
    // The latest query counts.
    if (number !== asked) return;
    place.removeAttribute("aria-busy");
    if (text === null) return plan(AGAIN);
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const part of parts()) {
      const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (fresh && inUse(part)) plan(AGAIN);
      else if (fresh) part.innerHTML = fresh.innerHTML;
    }
    taken(page);
  };
  const end = live.subscribe((changed) => {
    // The page covers the journal up to the entry it was rendered at.
    if (boards.some((name) => changed.has(name) && (live.board(name)?.seq ?? Infinity) > covered)) plan();
  });
  return {
    read: plan,
    stop: () => {
      end();
      clearTimeout(timer);
    },
  };
}
