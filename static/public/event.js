/** The public page of an event follows it: the page is read again when its state, registration or prizes change. */

import { LiveResource } from "../shared/feed/live_resource.js";
import { reading } from "../shared/feed/reading.js";
import { readHtml } from "../shared/feed/request.js";
import { startPublicPage } from "../shared/ui/public_page.js";

/** @import { Boards } from "../../docs/reference/boards" */

/** Least time between two reads (ms), and the time over which the phones of a room spread theirs. */
const PAUSE = 10_000;
const SPREAD = 1_500;

const { config, feed, time } = startPublicPage();
const event = new LiveResource(feed, `t${config.tournament}`);
let known = "";
let last = -Infinity;
/** @type {number|undefined} */
let due;

/** What the page shows of the event's boards, as one text; "" before they are known. */
function state() {
  const board = event.clock;
  const now = time.at();
  if (!board || now === null) return "";
  const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
  const row = board.levels[read.position]?.kind;
  const prizes = /** @type {Boards["prizes"]|undefined} */ (event.board("prizes"));
  return JSON.stringify([board.clock.started, read.state, row, board.winner, board.closed, event.board("registration"), prizes?.seq]);
}

function check() {
  const found = state();
  if (!found || found === known || due !== undefined) return;
  // The page was rendered with the first state.
  const first = known === "";
  known = found;
  if (first) return;
  due = window.setTimeout(renew, Math.max(0, last + PAUSE - performance.now()) + Math.random() * SPREAD);
}

async function renew() {
  due = undefined;
  last = performance.now();
  known = state() || known;
  try {
    const made = new DOMParser().parseFromString(await readHtml(location.pathname), "text/html").querySelector(".event-page");
    const place = document.querySelector(".event-page");
    if (made && place) place.replaceWith(made);
  } catch {
    known = "-";
  }
}

event.subscribe(check);
// A break begins and ends by the time alone.
window.setInterval(check, 5_000);
