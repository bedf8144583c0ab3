/** The page of a draw: its progress, and a reload once it is done. */

import { setText } from "../shared/ui/dom.js";
import { isOpen, Jobs, jobSays } from "./jobs.js";
import { startPage } from "../shared/ui/page.js";

/** Without a message from the feed, the page asks again after this time (ms). */
const ASK_AGAIN = 5_000;

const { config, words, feed } = startPage();
const topic = `t${config.tournament}`;
const sign = document.getElementById("draw-job");
const button = document.getElementById("draw-now");
/** The job this page waits for, or null. */
const own = sign.dataset.job ? Number(sign.dataset.job) : null;
const jobs = new Jobs();

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || name !== "jobs" || !board) return;
  // The server shows the result, with undo.
  if (board.jobs.some((job) => job.job === own && !isOpen(job))) {
    location.reload();
    return;
  }
  for (const job of jobs.news(board.jobs)) {
    if (job.kind !== "seats.draw") continue;
    const says = jobSays(job, words);
    setText(sign.querySelector("p"), job.job === own ? says : words.say("job.by", { who: job.who, says }));
    sign.querySelector("a").hidden = job.state !== "done";
    sign.hidden = false;
    if (button) button.disabled = isOpen(job);
  }
});
feed.follow(topic);
if (own !== null) setInterval(() => location.reload(), ASK_AGAIN);
