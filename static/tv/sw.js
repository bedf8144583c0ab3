/**
 * Caches the last working page, modules and texts of the displays, so that a display started without the
 * server still shows its clock.
 *
 * A file with a hash in its name never changes: the cache comes first. For everything else the server comes first, and
 * the cache is used if it does not respond. Served from the displays' own path, since
 * its scope is the folder it comes from.
 */

const COPY = "display-1";
/** Time before the cached page is used (ms). */
const PATIENCE = 4_000;
/** A name with a hash of the contents: "page.0123456789ab.js". */
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(tidyUp()));

// The first page was loaded before this worker: it sends the list of its files.
addEventListener("message", (event) => event.waitUntil(keepAll(event.data.keep ?? [])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !kept(url.pathname)) return;
  if (request.headers.has("X-Probe")) return;
  event.respondWith(HASHED.test(url.pathname) ? cacheFirst(request) : serverFirst(request, event));
});

/** Files of a display. Boards are never cached here: they have their own storage rules. */
function kept(path) {
  return path === "/room.css" || ["/tv/", "/static/", "/words/", "/media/"].some((start) => path.startsWith(start));
}

async function keepAll(addresses) {
  const copy = await caches.open(COPY);
  const wanted = addresses.filter((address) => {
    const url = new URL(address, location.href);
    return url.origin === location.origin && kept(url.pathname);
  });
  await Promise.allSettled(wanted.map(async (address) => (await copy.match(address)) ?? copy.add(address)));
  // Files of earlier versions are of no use to a page that has loaded without them.
  const present = new Set(wanted.map((address) => new URL(address, location.href).href));
  for (const { url } of await copy.keys()) if (HASHED.test(new URL(url).pathname) && !present.has(url)) await copy.delete(url);
}

async function cacheFirst(request) {
  const copy = await caches.open(COPY);
  const old = await copy.match(request, { ignoreVary: true });
  if (old) return old;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") await copy.put(request, answer.clone());
  return answer;
}

async function serverFirst(request, event) {
  const copy = await caches.open(COPY);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok && answer.type === "basic") await copy.put(request, answer.clone());
    return answer;
  });
  event.waitUntil(fresh.catch(() => {}));
  const old = await copy.match(request, { ignoreVary: true });
  if (!old) return fresh;
  return Promise.race([fresh, late()]).then((answer) => (answer.status < 500 ? answer : marked(old)), () => marked(old));
}

function late() {
  return new Promise((_resolve, reject) => setTimeout(reject, PATIENCE, new Error("The server takes too long.")));
}

function marked(answer) {
  const headers = new Headers(answer.headers);
  headers.set("X-From-Cache", "1");
  return new Response(answer.body, { status: answer.status, headers });
}

async function tidyUp() {
  for (const name of await caches.keys()) if (name.startsWith("display-") && name !== COPY) await caches.delete(name);
  await clients.claim();
}
