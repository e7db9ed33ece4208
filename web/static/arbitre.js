"use strict";
// Nicer with JavaScript, never needed: pages of a case without a full reload, answers by number keys, sharing, printing, offline.
(() => {
  const main = () => document.getElementById("contenu");
  const { parts, worker } = document.currentScript.dataset;
  const partial = (url) => url.origin === location.origin && !url.pathname.endsWith(".svg") && parts.split(" ").some((start) => url.pathname === start || url.pathname.startsWith(`${start}/`));
  const here = () => new URL(location.href);
  let turn = 0;
  let shown = location.pathname + location.search; // what the page shows, whatever the address says meanwhile

  function settle(fresh) {
    document.title = fresh.title;
    main().replaceWith(document.adoptNode(fresh.getElementById("contenu")));
    const setting = fresh.querySelector(".setting");
    const old = document.querySelector(".setting");
    if (setting && old) old.replaceWith(document.adoptNode(setting));
    document.documentElement.className = fresh.documentElement.className; // the colour of the ruleset
    shownAgain();
  }
  async function go(address, height) {
    const mine = ++turn;
    try {
      const response = await fetch(address, { headers: { "X-Part": "1" } });
      const text = await response.text();
      if (mine !== turn) return;
      const fresh = new DOMParser().parseFromString(text, "text/html");
      const stays = fresh.querySelector(".picker") && new URL(address, location.href).pathname === location.pathname && new URL(address, location.href).hash === "#choix";
      const kept = scrollY;
      if (height === undefined) {
        history.replaceState({ height: scrollY }, "");
        history.pushState({ height: 0 }, "", address);
      }
      shown = location.pathname + location.search;
      settle(fresh);
      const place = height === undefined && document.getElementById(new URL(address, location.href).hash.slice(1));
      if (place && !stays) place.scrollIntoView();
      else scrollTo(0, height ?? (stays ? kept : 0)); // over the picker the thumb stays where it was
      main().focus({ preventScroll: true });
    } catch (error) {
      location.assign(address);
    }
  }
  const told = (button, words) => { const before = button.textContent; button.textContent = words; setTimeout(() => { button.textContent = before; }, 2500); };
  const copy = (button, text) => navigator.clipboard.writeText(text()).then(() => told(button, "Copié"), () => told(button, "Non permis par ce navigateur"));
  const share = (what) => navigator.share(what).catch(() => {});
  const within = (id) => () => document.getElementById(id).value;
  function each(what, able, does) { // a button that this browser can serve
    for (const button of document.querySelectorAll(`[data-${what}]`)) if (able) { button.hidden = false; button.onclick = () => does(button, button.dataset); }
  }
  function enhance() {
    each("print", true, () => print());
    each("share", navigator.share, (button, { share: url, says }) => share({ title: "Arbitre", text: says, url }));
    each("copy", navigator.clipboard, (button, { copy: text }) => copy(button, () => text));
    each("share-from", navigator.share, (button, { shareFrom }) => share({ title: "Arbitre", text: within(shareFrom)() }));
    each("copy-from", navigator.clipboard, (button, { copyFrom }) => copy(button, within(copyFrom)));
    for (const link of document.querySelectorAll("[data-mail-from]")) link.onclick = () => { link.href = link.href.replace(/body=.*/, () => `body=${encodeURIComponent(within(link.dataset.mailFrom)())}`); };
  }
  const shownAgain = () => { enhance(); document.dispatchEvent(new Event("arbitre:shown")); };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
    const url = new URL(link.href, location.href);
    const same = url.pathname === location.pathname && url.search === location.search;
    if (!partial(url) || !partial(here()) || (same && url.hash)) return;
    event.preventDefault();
    go(url.href);
  });
  document.addEventListener("submit", (event) => {
    const url = new URL(event.target.action);
    if (event.target.method !== "get" || !partial(url) || !partial(here())) return;
    event.preventDefault();
    url.search = new URLSearchParams(new FormData(event.target));
    go(url.href);
  });
  addEventListener("popstate", (event) => { if (partial(here()) && shown !== location.pathname + location.search) go(location.href, event.state?.height || 0); });
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName || "")) return;
    const search = document.querySelector("main [type=search]");
    if (event.key === "/" && search) { event.preventDefault(); search.focus(); search.select(); return; }
    if (/^[0-9]$/.test(event.key)) main().querySelector(`[data-key="${event.key}"]`)?.click();
  });
  addEventListener("beforeprint", () => { for (const one of document.querySelectorAll(".recap, .recorded")) one.open = true; }); // a record has them
  addEventListener("click", (event) => {
    for (const open of document.querySelectorAll(".setting[open]")) if (!open.contains(event.target)) open.open = false;
  });
  let typed = 0;
  document.addEventListener("input", (event) => { // what the page of the answer says, while the words are typed
    const address = event.target.dataset.suggest;
    if (!address) return;
    const mine = ++typed;
    setTimeout(async () => {
      const words = event.target.value.trim();
      if (mine !== typed || (words && words.length < 3 && /^[\x20-\u024f]+$/.test(words))) return;
      try {
        const asked = new URL(address, location.href);
        asked.searchParams.set(event.target.name, words);
        const said = words && await (await fetch(asked)).text();
        if (mine !== typed) return;
        const fresh = said && new DOMParser().parseFromString(said, "text/html").getElementById("reponse");
        const old = document.getElementById("reponse");
        if (fresh) { fresh.setAttribute("aria-live", "polite"); }
        if (old) { if (fresh) old.replaceWith(document.adoptNode(fresh)); else old.remove(); } else if (fresh) event.target.form.after(document.adoptNode(fresh));
      } catch (error) { /* without a network the button says so */ }
    }, 180);
  });
  enhance();
  const meant = document.getElementById(decodeURIComponent(location.hash.slice(1) || location.pathname.split("/").pop()) || "contenu"); // without a network a whole text stands for its paragraph
  if (meant?.closest("details:not([open])")) { // a passage that is cited is not left folded
    for (let folded = meant.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    meant.scrollIntoView();
  }
  if ("serviceWorker" in navigator && window.isSecureContext) addEventListener("load", async () => { // what is needed without a network is kept, whichever page is seen first
    try {
      await navigator.serviceWorker.register(worker);
      (await navigator.serviceWorker.ready).active.postMessage("keep");
    } catch (error) { /* nothing may be kept here: the first page says so */ }
  });
})();
