/** Server-rendered parts of an event's pages, reloaded when their boards change. */

import { readHtml } from "./request.js";

/** @import { Boards } from "../../../docs/reference/boards" */
/** @import { Feed } from "./feed.js" */

/** Parts by element id: the board values they depend on. */
/**
 * @type {Record<string, (clock?: Boards["clock"], prizes?: Boards["prizes"], bounties?: Boards["bounties"], registration?: Boards["registration"]) => unknown[]>}
 */
const PARTS = {
  "event-end": (clock, prizes, bounties, registration) => [clock?.field.left === 1 && !clock.winner ? [registration?.open, registration?.kept, registration?.waiting] : null, clock?.winner, clock?.qualified, clock?.closed, clock?.winner || clock?.qualified ? [prizes?.state, prizes?.seq, bounties?.seq] : null],
  "bounties-open": (_clock, _prizes, bounties) => [bounties?.kind, bounties?.kind === "none" ? null : bounties?.seq],
};
const BOARDS = ["clock", "prizes", "bounties", "registration"];

/**
 * Keep the parts of the page up to date.
 * @param {Feed} feed
 * @param {number} event
 */
export function watchParts(feed, event) {
  const topic = `t${event}`;
  /** @type {Map<string, string>} */
  const known = new Map();
  feed.addEventListener("board", ({ detail }) => {
    if (detail.topic !== topic || !BOARDS.includes(detail.name)) return;
    const boards = BOARDS.map((name) => feed.board(topic, name));
    if (!boards[0]) return;
    // Steps before the start are over once the clock runs; after an undo, the page has them again when it is loaded.
    if (boards[0].clock.started) document.getElementById("event-setup")?.remove();
    for (const [id, follows] of Object.entries(PARTS)) {
      const key = JSON.stringify(follows(...boards));
      const first = !known.has(id);
      if (known.get(id) === key) continue;
      known.set(id, key);
      // The page was rendered with it.
      if (!first) renew(id);
    }
  });
}

/** @param {string} id */
async function renew(id) {
  const part = document.getElementById(id);
  if (!part?.dataset.address) return;
  try {
    const made = new DOMParser().parseFromString(await readHtml(part.dataset.address), "text/html").getElementById(id);
    if (made) part.replaceWith(made);
  } catch {
    // The next board retries.
  }
}
