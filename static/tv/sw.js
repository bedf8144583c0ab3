/**
 * Keeps the last good page, modules and words of the displays, so that a display that is switched on while the server
 * is away draws its clock all the same. The server comes first; the copy serves when it does not answer.
 * Served from the displays' own path, since its scope is the folder it comes from.
 */

const COPY = "display-1";
/** How long the server may take before the copy serves a page (ms). */
const PATIENCE = 4_000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(tidyUp()));

// The first page was loaded before this worker was there: it tells what it is made of.
addEventListener("message", (event) => event.waitUntil(keepAll(event.data.keep ?? [])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !kept(url.pathname)) return;
  if (request.headers.has("X-Probe")) return;
  event.respondWith(serverFirst(request, event));
});

/** What a display is made of. Boards never: they have their own memory, with its own rules. */
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
  return new Promise((resolve, reject) => setTimeout(reject, PATIENCE, new Error("The server takes too long.")));
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
