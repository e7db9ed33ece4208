"use strict";
// The pages of one version of the knowledge and of this application: the texts and the schedule at once, others as they are seen.
const CACHE = "arbitre-{{ version }}";
const SHELL = {{ shell | tojson }};
const KEPT = {{ kept | tojson }};
let filling = null;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
    await fill();
  })());
});
async function keep(request, fresh) {
  if (fresh.ok && !(fresh.headers.get("Cache-Control") || "").includes("no-store")) await (await caches.open(CACHE)).put(request, fresh);
}
async function missing() {
  const cache = await caches.open(CACHE);
  for (const path of KEPT) {
    if (await cache.match(path, { ignoreVary: true })) continue;
    try { await keep(path, await fetch(path)); } catch (error) { return; /* no network: asked again with the next page */ }
  }
}
function fill() {
  filling = filling || missing().finally(() => { filling = null; });
  return filling;
}
async function answer(event) {
  const request = event.request;
  const cache = await caches.open(CACHE);
  const path = new URL(request.url).pathname;
  if (path.startsWith("/static/")) return (await cache.match(request, { ignoreVary: true })) || fetch(request);
  try {
    const fresh = await fetch(request);
    event.waitUntil(keep(request, fresh.clone()));
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    const section = path.match(/^(\/textes\/[^/]+)\/.+$/);
    const text = section && await cache.match(section[1], { ignoreVary: true });
    return text || (request.mode === "navigate" || request.headers.get("X-Part") ? cache.match("/hors-ligne", { ignoreVary: true }) : Response.error());
  }
}
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/") || url.pathname.startsWith("/formation")) return;
  event.respondWith(answer(event));
  if (event.request.mode === "navigate") event.waitUntil(fill());
});
