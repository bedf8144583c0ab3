/**
 * Ensures that one window of a machine plays sound: by the browser's Web Lock (https, localhost), else by a
 * lease in local storage that its holder renews. Closed windows hand over automatically.
 */

/** A lease not renewed for this long is free (ms); renewal interval (ms). */
const LEASE = 3_000;
const RENEW = 1_000;

/**
 * @param {string} name of the lock, one per origin
 * @param {(held: boolean) => void} changed called when this window gets or loses it
 * @returns {() => void} releases it, or stops waiting for it
 */
export function onlyOne(name, changed) {
  return navigator.locks ? byLock(name, changed) : byLease(name, changed);
}

/** @type {typeof onlyOne} */
function byLock(name, changed) {
  const stop = new AbortController();
  let release = () => {};
  navigator.locks
    .request(name, { signal: stop.signal }, () => {
      changed(true);
      return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        release = resolve;
      });
    })
    .catch(() => {}); // Released before it was acquired.
  return () => {
    stop.abort();
    release();
    changed(false);
  };
}

/** @type {typeof onlyOne} */
function byLease(name, changed) {
  const key = `lease:${name}`;
  const me = `${performance.timeOrigin}-${Math.random()}`;
  let held = false;
  const check = () => {
    const [owner, until] = (localStorage.getItem(key) ?? "|0").split("|");
    const free = owner === me || Number(until) < Date.now() || Number(until) > Date.now() + 2 * LEASE;
    if (free) localStorage.setItem(key, `${me}|${Date.now() + LEASE}`);
    // Two windows may both have seen it free: the one still stored at the next check holds it.
    const mine = free && owner === me;
    if (mine !== held) {
      held = mine;
      changed(held);
    }
  };
  const timer = setInterval(check, RENEW);
  const leave = () => {
    clearInterval(timer);
    if (held) localStorage.removeItem(key);
  };
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  check();
  return () => {
    leave();
    changed(false);
  };
}
