/** Keeps the screen from going dark while its page is in view. */

/**
 * Hold a wake lock, and request it again whenever the browser releases it (page hidden, battery saver).
 * @returns {boolean} whether this browser can: it needs https or localhost, elsewhere the machine's own settings count
 */
export function keepAwake() {
  if (!("wakeLock" in navigator)) return false;
  /** @type {WakeLockSentinel|null} */
  let lock = null;
  const take = async () => {
    if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => setTimeout(take, 1_000));
    } catch {
      setTimeout(take, 60_000); // refused, as on low battery: ask again, quietly
    }
  };
  document.addEventListener("visibilitychange", take);
  take();
  return true;
}
