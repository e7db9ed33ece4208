"use strict";
// What is kept of one release, whole and never mixed with another: the pocket edition, which settles every case without a network, the texts and
// the schedule at once; other pages as they are seen. Another release is kept beside it, and takes its place when the page asks, or at the next start.
const RELEASE = {{ release | tojson }};
const CACHE = `arbitre-${RELEASE}`;
const [HOME, CASE, CHANGE, CHOOSE] = {{ [url_for("home.home"), url_for("case.case"), url_for("case.change"), url_for("home.choose")] | tojson }};
const [POCKET, TOLD, OFFLINE, STATIC, TEXTS, SCHEDULES] = {{ [url_for("pocket.pocket"), url_for("pocket.told"), url_for("assets.offline"), url_for("static", filename=""), url_for("texts.sources"), url_for("schedule.schedules")] | tojson }};
const NEEDED = [POCKET, TOLD, ...{{ shell | tojson }}];
const AHEAD = {{ kept | tojson }};
const [TRAINING, CARRIED] = {{ [url_for("training_exercises.entry"), url_for("assets.carried")] | tojson }}; // what a learner does is never kept here
const RULED = {{ ruled | tojson }}; // pages of a case that the pocket answers
const PLAYED = "{{ url_for("assets.service_worker") }}?table"; // under which lies what is played
const PATIENCE = 5000; // milliseconds after which what is kept answers; where that happened, fewer until the network answers again
const kept = async (request) => (await caches.open(CACHE)).match(request, { ignoreVary: true });
const mine = (fresh) => fresh.headers.get("{{ header }}") === RELEASE;
const lasting = (fresh) => !(fresh.headers.get("Cache-Control") || "").includes("no-store") && !(fresh.headers.get("Content-Disposition") || "").startsWith("attachment");
let [needing, filling] = [null, null]; // what is being fetched
let patience = PATIENCE;

async function keep(request, fresh) {
  if (!fresh.ok || !mine(fresh) || !lasting(fresh)) return;
  const cache = await caches.open(CACHE);
  const table = fresh.headers.get("{{ table }}");
  if (table) await cache.put(PLAYED, new Response(table));
  await cache.put(request, fresh);
}
// What of these is not kept yet, one after the other; why something stays away.
async function fetched(paths) {
  let trouble = "";
  for (const path of paths) {
    if (await kept(path)) continue;
    let fresh;
    try { fresh = await fetch(path); } catch { return "network"; }
    if (!mine(fresh)) return "release";
    if (fresh.ok && lasting(fresh)) await keep(path, fresh);
    else trouble = "making";
  }
  return trouble;
}
function need() {
  needing = needing || fetched(NEEDED).catch(() => "room").finally(() => { needing = null; });
  return needing;
}
function fill() { // what is needed, and then what is fetched ahead
  filling = filling || need().then((trouble) => ["network", "release", "room"].includes(trouble) || fetched(AHEAD)).catch(() => "room").finally(() => { filling = null; });
  return filling;
}
self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const first = !self.registration.active;
    const [pocket, others] = [NEEDED.slice(0, 2), NEEDED.slice(2)];
    const trouble = await (first ? fetched(others) : fetched(pocket).then((lacking) => lacking || fetched(others))).catch(() => "room");
    if (first || !trouble) return; // an update is taken whole, or later
    await caches.delete(CACHE);
    throw new Error(trouble);
  })());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    try {
      for (const name of await caches.keys()) if (name.startsWith("arbitre-") && name !== CACHE) await caches.delete(name);
    } catch { /* nothing was ever kept here */ }
    await self.clients.claim();
  })());
});
// What a page asks: whether all is kept, of which edition; or that this release takes over.
self.addEventListener("message", (event) => {
  if (event.data === "take over") { self.skipWaiting(); return; }
  event.waitUntil((async () => {
    const trouble = await need();
    let edition = null;
    try { edition = (await kept(POCKET)) && (await kept(OFFLINE)) && await (await kept(TOLD))?.json(); } catch { /* nothing is kept */ }
    event.ports[0]?.postMessage({ trouble, edition: edition || null });
    await fill();
  })());
});

// The place of the pocket that says what an address of the application asks for; none for what the pocket does not have.
async function place(url) {
  const several = [...url.searchParams.keys()].some((name) => /^[0-9]+\./.test(name)); // incidents in one case, which the pocket judges one by one
  if (several || !await kept(POCKET)) return null;
  for (const [start, name] of [[TEXTS, "texte"], [SCHEDULES, "bareme"]]) {
    if (url.pathname === start) return `${POCKET}#_page=textes`;
    if (url.pathname.startsWith(`${start}/`)) return `${POCKET}#${new URLSearchParams({ [name]: decodeURIComponent(url.pathname.slice(start.length + 1)) })}`;
  }
  if (![HOME, CASE, ...RULED].includes(url.pathname)) return null;
  const said = new URLSearchParams(await (await kept(PLAYED))?.text() || "");
  for (const [name, value] of url.searchParams) if (!name.startsWith("_")) said.set(name, value);
  const asked = url.pathname === CHANGE && url.searchParams.get("_fait");
  if (asked) said.set("_fait", asked);
  return `${POCKET}#${said}`;
}
async function withoutNetwork(request, url, slow) {
  const page = await kept(request);
  if (page) return page;
  const whole = url.pathname.startsWith(`${TEXTS}/`) && url.pathname.split("/").slice(0, TEXTS.split("/").length + 1).join("/");
  const text = whole && whole !== url.pathname && await kept(whole);
  if (text) return text;
  const visited = request.mode === "navigate";
  if (!visited && !request.headers.get("X-Part")) return null;
  const there = await place(url);
  if (there) return visited ? Response.redirect(there) : Response.error(); // a part cannot be another page: the whole page goes there
  return slow ? null : kept(OFFLINE);
}
async function answer(event, url) {
  const { request } = event;
  if (url.pathname.startsWith(STATIC)) return await kept(request).catch(() => null) || fetch(request);
  const asked = fetch(request);
  event.waitUntil(asked.then((fresh) => { patience = PATIENCE; return keep(request, fresh.clone()); }).catch(() => { /* no network, or no room */ }));
  const waiting = [asked];
  if (request.mode === "navigate" || request.headers.get("X-Part")) waiting.push(new Promise((_, fail) => { setTimeout(fail, patience, "slow"); }));
  try { return await Promise.race(waiting); } catch (reason) {
    if (reason === "slow") patience = PATIENCE / 5;
    return await withoutNetwork(request, url, reason === "slow").catch(() => null) || asked.catch(() => Response.error());
  }
}
// The form of the menu: without a network the pocket is told what is played.
async function chosen(request) {
  const said = request.clone();
  try { return await fetch(request); } catch {
    const form = await said.formData();
    form.delete("retour");
    const there = await kept(POCKET).catch(() => null);
    return there ? Response.redirect(`${POCKET}#${new URLSearchParams(form)}`, 303) : await kept(OFFLINE) || Response.error();
  }
}
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (url.pathname === TRAINING || url.pathname.startsWith(`${TRAINING}/`)) {
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(async () => (await kept(CARRIED).catch(() => null)) ? Response.redirect(CARRIED, 303) : Response.error()));
    return;
  }
  if (request.method === "POST" && url.pathname === CHOOSE) event.respondWith(chosen(request));
  if (request.method !== "GET" || url.pathname.startsWith({{ (url_for("api.page") ~ "/") | tojson }})) return;
  event.respondWith(answer(event, url));
  if (request.mode === "navigate") event.waitUntil(fill());
});
