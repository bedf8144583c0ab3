/**
 * The players' service worker: keeps what their page is made of, so that it opens where the network does not reach, and
 * shows messages while the page is closed. Served from the players' own path, since its scope is the folder it comes from.
 */

const COPY = "phone-1";
/** How long the server may take before the copy serves (ms). */
const PATIENCE = 2_500;
/** Which of the kept pages was looked at last: a message opens that one. */
const LAST = "/p/last-page";
/** Pages that were opened from the copy: what they are made of comes out of it as well, without waiting for the server. */
const copied = new Set();

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(tidyUp()));

// The first page was loaded before this worker was there: it tells what it is made of.
addEventListener("message", (event) => event.waitUntil(keepAll(event.data.keep ?? [])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !kept(url.pathname)) return;
  event.respondWith(serverFirst(request, event));
});

addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage());
});

/** What a player's page is made of. Boards never: they have their own memory, with its own rules. */
function kept(path) {
  return path === "/room.css" || ["/p/", "/static/", "/media/"].some((start) => path.startsWith(start));
}

async function keepAll(addresses) {
  const copy = await caches.open(COPY);
  const own = addresses.map((address) => new URL(address, location.href)).filter((url) => url.origin === location.origin);
  const page = own.find((url) => /^\/p\/[^/]{20,}\/$/.test(url.pathname));
  if (page) await copy.put(LAST, new Response(page.pathname));
  await Promise.allSettled(own.filter((url) => kept(url.pathname)).map(async ({ href }) => {
    if (!(await copy.match(href))) await copy.add(href);
  }));
}

async function serverFirst(request, event) {
  const copy = await caches.open(COPY);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok && answer.type === "basic") await copy.put(request, answer.clone());
    // A link that was taken back opens nothing any more, not even a memory of it.
    if (answer.status === 404) await copy.delete(request);
    return answer;
  });
  event.waitUntil(fresh.catch(() => {}));
  const old = await copy.match(request, { ignoreVary: true });
  if (!old) return fresh;
  const opens = request.mode === "navigate";
  if (!opens && request.destination && copied.has(event.clientId)) return old;
  const kept = () => (opens ? marked(old, event.resultingClientId) : old);
  return Promise.race([fresh, late()]).then((answer) => (answer.status < 500 ? answer : kept()), kept);
}

/** A page out of the copy says so of itself, so that it can say at once how old what it shows is. */
async function marked(answer, page) {
  copied.add(page);
  const text = await answer.text();
  return new Response(text.replace("<html", "<html data-copy"), { status: answer.status, headers: answer.headers });
}

function late() {
  return new Promise((resolve, reject) => setTimeout(reject, PATIENCE, new Error("The server takes too long.")));
}

async function show({ title = "", body = "", tag = "" }) {
  await registration.showNotification(title, {
    body, tag, renotify: Boolean(tag), icon: "/static/phone/icon-192.png", badge: "/static/phone/icon-192.png",
    vibrate: [400, 150, 400, 150, 400],
  });
}

async function openPage() {
  const pages = await clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname.startsWith("/p/"));
  if (open) return open.focus();
  const last = await (await caches.open(COPY)).match(LAST);
  return clients.openWindow(last ? await last.text() : "/p/");
}

async function tidyUp() {
  for (const name of await caches.keys()) if (name.startsWith("phone-") && name !== COPY) await caches.delete(name);
  await clients.claim();
}
