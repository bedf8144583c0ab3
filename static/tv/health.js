/** Reports once a minute which version a display runs, how exact and how fluent its picture is, and its battery. */

/** @import { Flip } from "../shared/ui/flip.js" */
/** @import { ServerTime } from "../shared/feed/time.js" */

/** @typedef {{level: number, charging: boolean}} Battery */

const MINUTE = 60_000;
/** How long frames are counted for a report (ms). */
const COUNTED = 1_000;

/** Report now and once a minute. @param {string} build of the page  @param {Flip} flip  @param {ServerTime} time */
export function reportHealth(build, flip, time) {
  const report = async () => {
    const [frames, battery] = await Promise.all([framesInASecond(), batteryNow()]);
    // Half the bounds of the server's time: the display can't know it better.
    const drift = Math.round(flip.takeLateness() + (time.width === Infinity ? 0 : time.width / 2));
    const state = { build, drift, frames, battery: battery && Math.round(battery.level * 100), charging: battery?.charging ?? false };
    fetch("/tv/report/", {
      method: "POST", body: JSON.stringify(state), headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(5_000),
    }).catch(() => {
      // The next report follows within a minute.
    });
  };
  report();
  setInterval(report, MINUTE);
}

/** Return how many frames the page draws in a second; null in the background, where it draws none. @returns {Promise<number|null>} */
function framesInASecond() {
  if (document.hidden) return Promise.resolve(null);
  return new Promise((resolve) => {
    let frames = 0;
    /** @type {number|null} */
    let began = null;
    const giveUp = setTimeout(() => resolve(document.hidden ? null : frames), 2 * COUNTED);
    /** @param {number} now */
    const count = (now) => {
      began ??= now;
      if (now - began < COUNTED) {
        frames += 1;
        requestAnimationFrame(count);
        return;
      }
      clearTimeout(giveUp);
      resolve(Math.round((frames * 1_000) / (now - began)));
    };
    requestAnimationFrame(count);
  });
}

/** @returns {Promise<Battery|null>} null without one, or where the browser does not say */
async function batteryNow() {
  const { getBattery } = /** @type {Navigator & {getBattery?: () => Promise<Battery>}} */ (navigator);
  return (await getBattery?.call(navigator).catch(() => null)) ?? null;
}
