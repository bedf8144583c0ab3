/** Reports once a minute which version a display runs, and how far its picture was off the true second. */

import { report } from "../shared/feed/report.js";

/** @import { Flip } from "../shared/ui/flip.js" */
/** @import { ServerTime } from "../shared/feed/time.js" */

const MINUTE = 60_000;

/** Start to report. @param {string} build of the page  @param {Flip} flip  @param {ServerTime} time */
export function reportHealth(build, flip, time) {
  const once = () => {
    // Half the bounds of the server's time: the display can't know it better.
    const drift = Math.round(flip.takeLateness() + (time.width === Infinity ? 0 : time.width / 2));
    report("/tv/report/", { build, drift });
  };
  setTimeout(once, 5_000 + Math.random() * 5_000);
  setInterval(once, MINUTE);
}
