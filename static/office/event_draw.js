/** A page with a background command, such as a draw: its progress, and a reload once it is done. */

import { LiveResource } from "../shared/feed/live_resource.js";
import { byId, find, setText } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { isOpen, Jobs, jobSays } from "./jobs.js";

/** @import { Services } from "../shared/ui/page.js" */

/** Without a message from the feed, the page asks again after this time (ms). */
const ASK_AGAIN = 5_000;

/** @param {Services} services */
function mountDraw({ config, words, feed }) {
  const sign = byId("draw-job");
  const button = /** @type {HTMLButtonElement|null} */ (document.getElementById("draw-now"));
  const kind = sign.dataset.kind ?? "seats.draw";
  // The job this page waits for, or null.
  const own = sign.dataset.job ? Number(sign.dataset.job) : null;
  const jobs = new Jobs();
  const event = new LiveResource(feed, `t${config.tournament}`);
  // Once only: a second reload would lose the message of the first.
  let leaving = false;
  const reload = () => {
    if (!leaving) location.reload();
    leaving = true;
  };
  event.subscribe(() => {
    const rows = event.board("jobs")?.jobs ?? [];
    // The server shows the result, with undo.
    if (rows.some((job) => job.job === own && !isOpen(job))) {
      reload();
      return;
    }
    for (const job of jobs.news(rows)) {
      if (job.kind !== kind) continue;
      const says = jobSays(job, words);
      setText(find(sign, "p"), job.job === own ? says : words.say("job.by", { who: job.who, says }));
      find(sign, "a").hidden = job.state !== "done";
      sign.hidden = false;
      if (button) button.disabled = isOpen(job);
    }
  });
  if (own !== null) setInterval(reload, ASK_AGAIN);
}

mountDraw(startPage());
