"use strict";
// The cases of the day, kept by this browser alone: what was last looked at, to be taken up again or deleted. Nothing is sent.
(() => {
  const NAME = "arbitre.cas";
  const MOST = 20;
  const pairs = (link) => [...new URL(link, location.href).searchParams].filter(([name]) => !name.startsWith("_")).map((pair) => pair.join("="));
  const within = (some, all) => some.every((pair) => all.includes(pair));

  function read() {
    try {
      const kept = JSON.parse(localStorage.getItem(NAME) || "[]");
      return Array.isArray(kept) ? kept.filter((one) => one && typeof one.link === "string" && new URL(one.link, location.href).origin === location.origin) : [];
    } catch (error) { return []; }
  }
  function write(kept) {
    try { localStorage.setItem(NAME, JSON.stringify(kept.slice(0, MOST))); } catch (error) { /* this browser keeps nothing */ }
  }
  function keep(here) { // one entry for a case, from its first question to its ruling
    const { link, title, says, under, changed } = here.dataset;
    const kept = read();
    const now = pairs(link);
    const last = kept[0] && pairs(kept[0].link);
    if (last && last.length > now.length && within(now, last)) return; // gone back to an earlier question of it
    const others = kept.filter((one, index) => !(index === 0 && (changed || within(last, now))) && one.link !== link);
    write([{ link, title, says, under, at: Date.now() }, ...others]);
  }
  function when(at) {
    const minutes = Math.round((Date.now() - at) / 60000);
    if (minutes < 1) return "à l’instant";
    if (minutes < 60) return `il y a ${minutes} min`;
    return new Date(at).toLocaleString("fr-FR", { weekday: "short", hour: "2-digit", minute: "2-digit" });
  }
  function made(tag, words, attributes) {
    const one = document.createElement(tag);
    one.textContent = words;
    for (const [name, value] of Object.entries(attributes || {})) one.setAttribute(name, value);
    return one;
  }
  function list(place) {
    const kept = read();
    place.replaceChildren(...kept.map((one) => {
      const line = made("li", "", { class: "kept" });
      const link = made("a", "", { class: "incident", href: one.link });
      link.append(made("strong", one.title), made("span", one.says), made("span", `${one.under} · ${when(one.at)}`));
      const out = made("button", "✕", { type: "button", "aria-label": `Effacer : ${one.title}` });
      out.onclick = () => { write(read().filter((other) => other.link !== one.link)); list(place); };
      line.append(link, out);
      return line;
    }));
    document.querySelector("[data-recents-none]").hidden = kept.length > 0;
    const clear = document.querySelector("[data-recents-clear]");
    clear.hidden = !kept.length;
    clear.onclick = () => { write([]); list(place); };
  }
  function resume(place) {
    const [last] = read();
    place.hidden = !last;
    if (!last) return;
    const link = made("a", `Reprendre : ${last.title}`, { href: last.link });
    place.replaceChildren(link, made("a", "Cas récents", { href: place.dataset.resume }));
  }
  function shown() {
    const here = document.querySelector("[data-link][data-says]");
    if (here) keep(here);
    const place = document.querySelector("[data-recents]");
    if (place) list(place);
    const last = document.querySelector("[data-resume]");
    if (last) resume(last);
  }
  document.addEventListener("arbitre:shown", shown);
  shown();
})();
