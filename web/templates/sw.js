"use strict";
const CACHE = "arbitre-{{ version }}";
const KEPT = {{ kept | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["/hors-ligne", "/static/arbitre.css", "/static/arbitre.js"])).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
    const cache = await caches.open(CACHE);
    for (const path of KEPT) { try { await cache.add(path); } catch (error) { /* asked again at the next visit */ } }
  })());
});
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    const section = new URL(request.url).pathname.match(/^(\/textes\/[^/]+)\/.+$/);
    const text = section && await cache.match(section[1]);
    return text || (request.mode === "navigate" || request.headers.get("X-Part") ? cache.match("/hors-ligne") : Response.error());
  }
}
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === self.location.origin && !url.pathname.startsWith("/api/") && !url.pathname.startsWith("/formation")) event.respondWith(answer(event.request));
});
