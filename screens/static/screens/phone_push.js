/** Messages to this phone when the page is closed: asked for by a press, never by itself. */

/** "on", "off" or "denied". */
export async function pushState() {
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.ready;
  return (await worker.pushManager.getSubscription()) ? "on" : "off";
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

/** No more messages to this browser. */
export async function stopPush(config) {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return "off";
  await tell(config, "DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return "off";
}

async function tell(config, method, body) {
  try {
    const answer = await fetch(`${config.address}push/`, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": config.csrf },
      body: JSON.stringify(body),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
