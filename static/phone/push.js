/** Push messages to this phone: enabled by a press, never automatically. */

/**
 * Return "on", "off" or "denied".
 *
 * A subscription for a replaced link, or for another player's, does not count: the server knows. If the
 * server is unreachable, the browser's state is used.
 * @param {{address: string, csrf: string}} config
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
 * Subscribe this browser. @returns {Promise<"on"|"off"|"denied">}
 * @param {{address: string, push: string, csrf: string}} config
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

/** Unsubscribe this browser. */
export async function stopPush(config) {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return "off";
  await tell(config, "DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return "off";
}

/** @returns {Promise<object|null>} the server's response; null if missing or refused */
async function tell(config, method, body) {
  try {
    const answer = await fetch(`${config.address}push/`, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": config.csrf },
      body: JSON.stringify(body),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
