"use strict";
// Exercises without a network: on the page of the training the next ones are kept, and what was done since is told; on their own page they are
// done. They and the answers lie in this browser alone, with the name of whose they are; no token does.
(() => {
  const KEPT = "arbitre.exercices";
  const DONE = "arbitre.reponses";
  const AT_ONCE = 10; // told in one form
  function read(name) { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } }
  function write(name, thing) { try { localStorage.setItem(name, JSON.stringify(thing)); return true; } catch { return false; } }
  const done = () => { const some = read(DONE); return Array.isArray(some) ? some : []; };
  const made = (tag, words, attributes) => {
    const one = document.createElement(tag);
    one.append(...[words].flat());
    for (const [name, value] of Object.entries(attributes || {})) one.setAttribute(name, value);
    return one;
  };
  const several = (count, word) => `${count} ${word}${count > 1 ? "s" : ""}`;

  // With a network, on the page of the training.
  async function told(place, batch) { // each batch once or more: the server counts a name once
    const { report, token } = place.dataset;
    let [counted, lost] = [0, 0];
    for (let mine; (mine = done().filter((one) => one.owner === batch.owner && one.over).slice(0, AT_ONCE)).length;) {
      const lot = mine.map(({ id, exercise, answers }) => ({ id, exercise, answers }));
      const answer = await fetch(report, { method: "POST", body: new URLSearchParams({ jeton: token, eleve: batch.owner, lot: JSON.stringify(lot) }) });
      if (!answer.ok) return; // kept, told at the next visit
      const heard = await answer.json();
      const gone = new Set([...heard.counted, ...heard.lost]);
      if (!gone.size || !write(DONE, done().filter((one) => !gone.has(one.id)))) return;
      counted += heard.counted.length;
      lost += heard.lost.length;
    }
    if (counted || lost) location.replace(`${location.pathname}?${new URLSearchParams({ comptes: counted, perdus: lost })}`);
  }
  async function carry(place) {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return; // their page could not be opened
    try {
      const answer = await fetch(place.dataset.carry);
      if (!answer.ok) return;
      const batch = await answer.json();
      await told(place, batch);
      const there = new Set(batch.exercises.map((one) => one.id)); // what was begun and is carried no more goes too
      write(DONE, done().filter((one) => one.over || one.owner !== batch.owner || there.has(one.exercise)));
      const fresh = write(KEPT, batch);
      place.replaceChildren(fresh ? `${several(batch.exercises.length, "exercice")} de votre choix se ${batch.exercises.length > 1 ? "font" : "fait"} aussi sans réseau ✓ ` : "Ce navigateur ne permet pas de garder des exercices pour quand le réseau manque.");
      if (fresh) place.append(made("a", "Les voir", { href: place.dataset.exercisesPage, class: "more" }));
      place.hidden = !batch.exercises.length;
    } catch { /* no network after all */ }
  }

  // Without one, on their own page.
  function exercises(place) {
    const batch = read(KEPT);
    const title = made("h1", "Exercices emportés", { tabindex: "-1" });
    let shown = false; // whether something was shown before: the focus follows
    const page = (...parts) => {
      place.replaceChildren(...parts);
      scrollTo(0, 0);
      if (shown) place.querySelector("h1").focus({ preventScroll: true });
      shown = true;
    };
    if (!batch || !Array.isArray(batch.exercises) || !batch.exercises.length) {
      page(title, made("p", "Aucun exercice n’est gardé sur cet appareil. Avec le réseau, ouvrez la page Formation : ceux de votre choix se gardent d’eux-mêmes."));
      return;
    }
    const mine = () => done().filter((one) => one.owner === batch.owner);
    const waiting = () => mine().filter((one) => one.over).length;
    const seen = new Set(); // done since this page was opened, kept or not
    const left = () => { const over = new Set([...seen, ...mine().filter((one) => one.over).map((one) => one.exercise)]); return batch.exercises.filter((one) => !over.has(one.id)); };
    function answered(exercise) { // what was answered of it, from its first stage on
      return mine().find((one) => one.exercise === exercise.id && !one.over) || { id: crypto.randomUUID(), owner: batch.owner, exercise: exercise.id, answers: {}, over: false };
    }
    function keep(one) { return write(DONE, [...done().filter((other) => other.id !== one.id), one]); }
    function head(exercise, stage) {
      const story = stage && stage.story.length ? stage.story.join(" ") : exercise.story;
      return [made("h1", exercise.title, { tabindex: "-1" }), made("p", exercise.under, { class: "help" }), made("section", made("p", story), { class: "story", "aria-label": "L’histoire" })];
    }
    function overview() {
      const rest = left();
      const count = waiting();
      const said = [title, made("p", `${several(rest.length, "exercice")} à faire sur cet appareil.`)];
      if (count) said.push(made("p", `${several(count, "exercice")} fait${count > 1 ? "s" : ""} : compté${count > 1 ? "s" : ""} quand la page Formation s’ouvrira avec le réseau.`, { class: "note", role: "status" }));
      if (rest.length) said.push(button(Object.keys(answered(rest[0]).answers).length ? "Reprendre" : "Commencer", () => ask(rest[0])));
      page(...said);
    }
    function button(words, does) {
      const one = made("button", words, { class: "button", "data-key": "1" });
      one.onclick = does;
      return made("p", one, { class: "onward" });
    }
    function ask(exercise, so = answered(exercise)) {
      const stage = exercise.stages.find((one) => !(one.id in so.answers));
      if (!stage) { end(exercise, so); return; }
      const options = stage.options.map((option, at) => {
        const one = made("button", made("span", option.label), { class: "tile", "data-key": at + 1 });
        one.onclick = () => {
          so.answers[stage.id] = option.label;
          so.over = exercise.stages.every((other) => other.id in so.answers);
          if (so.over) seen.add(exercise.id);
          correct(exercise, so, stage, option, keep(so));
        };
        return one;
      });
      page(...head(exercise, stage), made("p", `Étape ${Object.keys(so.answers).length + 1} sur ${exercise.stages.length} · ${stage.title}`, { class: "steps-done" }), made("h2", stage.question, { class: "question" }), made("div", options, { class: "answers" }));
    }
    function correct(exercise, so, stage, chosen, kept) {
      const lines = stage.options.map((option) => {
        const mark = option.right ? ["✓ ", made("span", "Réponse juste : ", { class: "visually-hidden" })] : option === chosen ? ["✗ ", made("span", "Votre réponse : ", { class: "visually-hidden" })] : [];
        return made("li", [made("strong", [...mark, option.label]), ...(option === chosen ? [made("small", "votre réponse")] : []), made("span", option.why)], { class: `${option.right ? "right" : "wrong"}${option === chosen ? " chosen" : ""}` });
      });
      const verdict = made("p", chosen.right ? "Juste." : "Non.", { class: `verdict ${chosen.right ? "right" : "wrong"}`, role: "status" });
      const refused = kept ? [] : [made("p", "Ce navigateur n’a pas pu garder cette réponse : elle ne comptera pas.", { class: "note", role: "status" })];
      page(...head(exercise, stage), made("h2", stage.title, { class: "question" }), verdict, ...refused, made("p", stage.question), made("ul", lines, { class: "corrected" }), button("Continuer", () => ask(exercise, so)));
    }
    function end(exercise, so) {
      const picked = (stage) => stage.options.find((option) => option.label === so.answers[stage.id]);
      const right = exercise.stages.filter((stage) => picked(stage)?.right).length;
      const all = right === exercise.stages.length;
      const verdict = made("p", all ? "Sans faute" : `${several(right, "réponse")} juste${right > 1 ? "s" : ""} sur ${exercise.stages.length}`, { class: `verdict ${all ? "right" : right ? "partly" : "wrong"}`, role: "status" });
      const lines = exercise.stages.map((stage) => {
        const [mine, best] = [picked(stage), stage.options.find((option) => option.right)];
        const wrong = mine && !mine.right ? [made("span", `La vôtre : ${mine.label}`), made("span", mine.why)] : [];
        return made("li", [made("strong", `${mine?.right ? "✓" : "✗"} ${stage.title}`), made("span", `${wrong.length ? "Réponse juste : " : ""}${best.label}`), ...wrong, ...(best.more ? [made("span", best.more)] : [])], { class: mine?.right ? "right" : "wrong chosen" });
      });
      const rest = left();
      page(...head(exercise), verdict, made("ul", lines, { class: "corrected" }), rest.length ? button("L’exercice suivant", () => ask(rest[0])) : button("Le bilan", overview));
    }
    overview();
  }
  const home = document.querySelector("[data-carry]");
  if (home) carry(home);
  const own = document.querySelector("[data-exercises]");
  if (own) exercises(own);
})();
