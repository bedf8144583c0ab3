/** Push messages to this phone: enabled by a press, never automatically. */

import { readJson } from "../shared/feed/request.js";

/** @typedef {"on"|"off"|"denied"} PushState */
/** @typedef {{address: string, push: string}} PushConfig `push` is the server's public key */

/**
 * Return "on", "off" or "denied".
 *
 * A subscription for a replaced link, or for another player's, does not count: the server knows. If the
 * server is unreachable, the browser's state is used.
 * @param {PushConfig} config  @returns {Promise<PushState>}
 */
export async function pushState(config) {
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return "off";
  const answer = await tell(config, "POST", { endpoint: subscription.endpoint, ask: true });
  return answer && !answer.on ? "off" : "on";
}

/**
 * Subscribe this browser.
 * @param {PushConfig} config  @returns {Promise<PushState>}
 */
export async function startPush(config) {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.ready;
  const subscription = (await worker.pushManager.getSubscription())
    ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(config.push) }));
  const answer = await tell(config, "POST", subscription.toJSON());
  if (answer) return "on";
  await subscription.unsubscribe();
  return "off";
}

/** Unsubscribe this browser. @param {PushConfig} config  @returns {Promise<PushState>} */
export async function stopPush(config) {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return "off";
  await tell(config, "DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return "off";
}

/**
 * @param {PushConfig} config  @param {"POST"|"DELETE"} method  @param {object} body
 * @returns {Promise<{on?: boolean}|null>} the server's response; null if missing or refused
 */
function tell(config, method, body) {
  return readJson(`${config.address}push/`, { method, body }).catch(() => null);
}

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
