/** Reports once a minute which version a display runs, and how far its picture was off the true second. */

/** @import { Flip } from "../shared/ui/flip.js" */
/** @import { ServerTime } from "../shared/feed/time.js" */

const MINUTE = 60_000;

/** Report now and once a minute. @param {string} build of the page  @param {Flip} flip  @param {ServerTime} time */
export function reportHealth(build, flip, time) {
  const report = () => {
    // Half the bounds of the server's time: the display can't know it better.
    const drift = Math.round(flip.takeLateness() + (time.width === Infinity ? 0 : time.width / 2));
    fetch("/tv/report/", {
      method: "POST", body: JSON.stringify({ build, drift }), headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(5_000),
    }).catch(() => {
      // The next report follows within a minute.
    });
  };
  report();
  setInterval(report, MINUTE);
}
