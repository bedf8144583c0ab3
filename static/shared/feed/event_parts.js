/** Server-rendered parts of an event's pages, reloaded when their boards change. */

/** Timeout of a response (ms). */
const WITHIN = 6_000;

/** Parts by element id: the board values they depend on. */
const PARTS = {
  "event-end": (clock, prizes, bounties) => [clock?.winner, clock?.qualified, clock?.closed, clock?.winner || clock?.qualified ? [prizes?.state, prizes?.seq, bounties?.seq] : null],
  "bounties-open": (_clock, prizes, bounties) => [prizes?.bounties, prizes?.bounties === "none" ? null : bounties?.seq],
};
const BOARDS = ["clock", "prizes", "bounties"];

/**
 * Keep the parts of the page up to date.
 * @param {import("./feed.js").Feed} feed
 * @param {number} event
 */
export function watchParts(feed, event) {
  const topic = `t${event}`;
  const known = new Map();
  feed.addEventListener("board", ({ detail }) => {
    if (detail.topic !== topic || !BOARDS.includes(detail.name)) return;
    const boards = BOARDS.map((name) => feed.board(topic, name));
    if (!boards[0]) return;
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

async function renew(id) {
  const part = document.getElementById(id);
  if (!part) return;
  try {
    const answer = await fetch(part.dataset.address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    if (!answer.ok) return;
    const made = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
    if (made) part.replaceWith(made);
  } catch {
    // The next board retries.
  }
}
