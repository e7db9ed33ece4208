"use strict";
// The pages of one version of the knowledge and of this application: the texts and the schedule at once, others as they are seen.
const CACHE = "arbitre-{{ version }}";
const SHELL = {{ shell | tojson }};
const KEPT = {{ kept | tojson }};
const OFFLINE = {{ url_for("assets.offline") | tojson }};
const STATIC = {{ url_for("static", filename="") | tojson }};
const TEXTS = {{ url_for("texts.sources") | tojson }};
const APART = {{ [url_for("api.page") ~ "/", url_for("training_exercises.entry")] | tojson }}; // never kept
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
  if (path.startsWith(STATIC)) return (await cache.match(request, { ignoreVary: true })) || fetch(request);
  try {
    const fresh = await fetch(request);
    event.waitUntil(keep(request, fresh.clone()));
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    const whole = path.startsWith(`${TEXTS}/`) && path.split("/").slice(0, TEXTS.split("/").length + 1).join("/");
    const text = whole && whole !== path && await cache.match(whole, { ignoreVary: true });
    return text || (request.mode === "navigate" || request.headers.get("X-Part") ? cache.match(OFFLINE, { ignoreVary: true }) : Response.error());
  }
}
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || APART.some((start) => url.pathname.startsWith(start))) return;
  event.respondWith(answer(event));
  if (event.request.mode === "navigate") event.waitUntil(fill());
});
