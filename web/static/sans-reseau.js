"use strict";
// What of Arbitre is kept for when there is no network, on the first page: said when it is so, never before.
(async () => {
  const place = document.querySelector("[data-pocket]");
  if (!place) return;
  const { pocket, file, worker } = place.dataset;
  const AGAIN = 30000; // milliseconds until it is asked anew whether the server has made the edition
  const way = (words, href) => { const one = document.createElement("a"); one.textContent = words; one.href = href; one.className = "more"; return one; };
  function line(words, end) {
    const one = document.createElement("p");
    const said = document.createElement("span");
    said.textContent = words;
    one.append(said, ...(end ? [end] : []));
    return one;
  }
  const say = (words, end) => { place.replaceChildren(line(words, end)); place.hidden = false; };
  const carried = () => way("L’emporter", file);
  const why = {
    room: "Rien n’est prêt sans réseau : ce navigateur n’a plus de place, ou ne permet pas de garder.",
    making: "Sans réseau : en préparation sur le serveur, quelques minutes.",
    network: "Sans réseau : rien n’est encore gardé ; rouvrez cette page quand le réseau répond.",
    release: "Sans réseau : une version plus récente arrive ; rouvrez cette page.",
  };
  const day = (date) => new Date(`${date}T12:00`).toLocaleDateString("fr-FR", { day: "numeric", month: "long", year: "numeric" });

  if (!window.isSecureContext) {
    say("Sans certificat, un navigateur ne garde rien pour quand le réseau manque : emportez l’édition de poche, un fichier qui règle tout sans lui.", carried());
    return;
  }
  let registration;
  try {
    registration = await navigator.serviceWorker.register(worker);
    await navigator.serviceWorker.ready;
  } catch {
    say(why.room, carried()); // registration refused
    return;
  }
  function asked() { // what the worker says is kept, once it has tried to keep all
    const { port1, port2 } = new MessageChannel();
    return new Promise((told) => {
      port1.onmessage = ({ data }) => told(data);
      registration.active.postMessage("what is kept", [port2]);
    });
  }
  function announce() {
    if (!registration.waiting) return;
    const button = document.createElement("button");
    button.textContent = "La prendre";
    button.className = "more";
    button.onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      registration.waiting.postMessage("take over");
    };
    const news = line("Une version plus récente est prête.", button);
    news.role = "status";
    place.append(news);
  }
  async function look() {
    const { edition, trouble } = await asked();
    if (edition) say(`Prêt sans réseau ✓ Édition ${edition.edition}, du ${day(edition.made)}.`, way("L’ouvrir", pocket));
    else say(why[trouble], carried());
    announce();
    if (trouble === "making") setTimeout(look, AGAIN);
  }
  say("Se prépare pour quand le réseau manque…");
  await look();
  addEventListener("online", look);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => { if (installing.state === "installed") announce(); });
  });
})();
