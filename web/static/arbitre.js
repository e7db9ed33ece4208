"use strict";
// Nicer with JavaScript, never needed: pages of a case without a full reload, answers by number keys, printing, offline.
(() => {
  const main = () => document.getElementById("contenu");
  const partial = (url) => url.origin === location.origin && (url.pathname === "/cas" || url.pathname === "/mains" || url.pathname.startsWith("/cas/")) && !url.pathname.endsWith(".svg");
  let turn = 0;

  function settle(fresh) {
    document.title = fresh.title;
    main().replaceWith(document.adoptNode(fresh.getElementById("contenu")));
    const setting = fresh.querySelector(".setting");
    const old = document.querySelector(".setting");
    if (setting && old) old.replaceWith(document.adoptNode(setting));
    enhance();
  }
  async function go(address, remember) {
    const mine = ++turn;
    try {
      const response = await fetch(address, { headers: { "X-Part": "1" } });
      const text = await response.text();
      if (mine !== turn) return;
      settle(new DOMParser().parseFromString(text, "text/html"));
      const stays = new URL(address, location.href).pathname === location.pathname && document.querySelector(".picker");
      if (remember) history.pushState({ arbitre: true }, "", address);
      if (!stays) scrollTo(0, 0); // the thumb stays over the tiles
      main().focus({ preventScroll: true });
    } catch (error) {
      location.assign(address);
    }
  }
  function enhance() {
    for (const button of document.querySelectorAll("[data-print]")) { button.hidden = false; button.onclick = () => print(); }
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
    const url = new URL(link.href, location.href);
    if (!partial(url) || !partial(new URL(location.href))) return;
    event.preventDefault();
    go(url.href, true);
  });
  addEventListener("popstate", () => go(location.href, false));
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName || "")) return;
    if (/^[0-9]$/.test(event.key)) main().querySelector(`[data-key="${event.key}"]`)?.click();
  });
  addEventListener("click", (event) => {
    for (const open of document.querySelectorAll(".setting[open]")) if (!open.contains(event.target)) open.open = false;
  });
  enhance();
  if ("serviceWorker" in navigator && window.isSecureContext) addEventListener("load", () => navigator.serviceWorker.register("/sw.js"));
})();
