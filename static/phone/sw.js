/**
 * The players' service worker: caches their page, so that it opens offline, and shows push messages while the
 * page is closed.
 *
 * Served from the players' own path, since its scope is the folder it comes from.
 */

const COPY = "phone-1";
/** Time before the cached copy is used (ms). */
const PATIENCE = 2_500;
/** The cached page viewed last: a push message opens it. */
const LAST = "/p/last-page";
/** Pages opened from the cache: their files come from it as well, without waiting for the server. */
const copied = new Set();

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(tidyUp()));

// The first page was loaded before this worker: it sends the list of its files.
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

/** Files of a player's page. Boards are never cached here: they have their own storage rules. */
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
    // A revoked link must not open, not even from the cache.
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

/** Mark a page from the cache, so that it can show its age at once. */
async function marked(answer, page) {
  copied.add(page);
  const text = await answer.text();
  return new Response(text.replace("<html", "<html data-copy"), { status: answer.status, headers: answer.headers });
}

function late() {
  return new Promise((_resolve, reject) => setTimeout(reject, PATIENCE, new Error("The server takes too long.")));
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
