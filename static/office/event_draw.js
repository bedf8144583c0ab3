/** The draw of a field on its page: how far it is, and the page anew once it is drawn. */

import { setText } from "../shared/ui/dom.js";
import { isOpen, Jobs, jobSays } from "./jobs.js";
import { startPage } from "../shared/ui/page.js";

/** Without a word from the feed the page asks again after this long (ms). */
const ASK_AGAIN = 5_000;

const { config, words, feed } = startPage();
const topic = `t${config.tournament}`;
const sign = document.getElementById("draw-job");
const button = document.getElementById("draw-now");
/** The job that this page waits for, or null. */
const own = sign.dataset.job ? Number(sign.dataset.job) : null;
const jobs = new Jobs();

feed.addEventListener("board", ({ detail: { topic: its, name, board } }) => {
  if (its !== topic || name !== "jobs" || !board) return;
  // The server says what came of it, with the way back.
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
