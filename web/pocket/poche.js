"use strict";
// The pocket edition. What is played and the case stand in the fragment of the address, with the names that the application gives them;
// the pages lie in the file, put together of numbered pieces. A link within a page says only what it changes:
//   #+fact=value  an answer        #~fact=value  an answer changed        #?fact  ask again        #incident=…  another case
//   #!page          of this case
//   #zone=…  a place of the table   #texte=…  a text, a paragraph, a clause   #bareme=…  the schedule of a ruleset
(() => {
  const byId = (id) => document.getElementById(id);
  const main = byId("contenu");
  const setting = document.querySelector(".setting");
  const OPEN = "non-etabli"; // the answer that leaves a fact open
  const UNKNOWN = -1; // such a number in a row
  const [ASKS, COUNTS, RULES, LEAVES] = [0, 1, 2, 3]; // what a place is; `web/pocket/places.py` says what stands in its row
  const MANY = 12; // ends of a tree that is shown folded
  let data;
  let state = { settings: {}, told: new Map() };
  let was = null; // the decision before an answer was changed
  let aim = null; // what of a page is looked at first
  let shown = false; // whether a page was shown before this one
  let lost = []; // the answers that no longer count since then

  const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"; // of a number, six bits each
  // A part of the content, unpacked.
  function bytesOf(id) {
    const place = byId(id);
    const signs = atob(place.textContent);
    const bytes = new Uint8Array(signs.length);
    for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at);
    return unfolded(bytes, Number(place.dataset.size));
  }
  const contentOf = (id) => JSON.parse(new TextDecoder().decode(bytesOf(id)));
  // Pages are rows of numbers, and pieces stand behind the numbers; both come part by part, when the first of them is wanted.
  const [pages, pieces] = [[], []];
  const ready = new Set();
  function unpack(part) {
    if (ready.has(part)) return;
    ready.add(part);
    const [name, start] = data.parts[part];
    contentOf(`mots-${name}`).forEach((piece, at) => { pieces[start + at] = piece; });
    const numbers = new Uint16Array(bytesOf(`pages-${name}`).buffer);
    let page = -1;
    let from = 0;
    for (let at = 0; at < numbers.length; at = from) {
      for (from = at + 1; from < numbers.length && numbers[from] !== 0xffff;) from += 1;
      page = data.of.indexOf(SIGNS[part], page + 1);
      pages[page] = numbers.subarray(at + 1, from);
    }
  }
  const partOf = (number) => data.parts.filter(([, start]) => start <= number).length - 1;
  function pieceOf(number) {
    if (pieces[number] === undefined) unpack(partOf(number));
    return pieces[number];
  }
  function html(page) {
    if (pages[page] === undefined) unpack(SIGNS.indexOf(data.of[page]));
    return Array.from(pages[page], pieceOf).join("");
  }
  // What few pages need.
  let rest = null;
  const later = () => rest ??= contentOf("besides");
  // The rows of places as they were before they were shortened.
  const HEADS = [3, 3, 7, 2, 2];
  const STEPS = [2, 3, 3, 1, 1];
  function restore(places) {
    const before = HEADS.map((head) => Array(head).fill(0));
    places.forEach((row, number) => {
      const [kind] = row;
      for (let at = 1; at < HEADS[kind]; at += 1) row[at] = before[kind][at] += row[at];
      for (let at = HEADS[kind] + STEPS[kind] - 1; at < row.length; at += STEPS[kind]) row[at] = number - row[at];
    });
  }
  // Numbers, three signs each.
  const numbers = (text) => (text.match(/.../g) || []).map((three) => [...three].reduce((number, sign) => number * 64 + SIGNS.indexOf(sign), 0));
  const own = (things, name) => (Object.hasOwn(things, name) ? things[name] : undefined); // an address may name anything
  const factOf = (id) => data.facts.find((fact) => fact.id === id);
  const remembered = () => { try { return localStorage.getItem("arbitre.poche") || ""; } catch { return ""; } };
  let kept = ""; // of this opening, where the device keeps nothing
  const remember = (text) => { kept = text; try { localStorage.setItem("arbitre.poche", text); } catch { /* not here: chosen again next time */ } };

  // The state, and the address that says it.
  function read(text) {
    const said = new URLSearchParams(text);
    const before = new URLSearchParams(kept || remembered());
    const settings = {};
    const wanted = said.get("reglement") || before.get("reglement") || (data.rulesets.length === 1 ? data.rulesets[0].id : null);
    settings.reglement = data.rulesets.some((one) => one.id === wanted) ? wanted : null;
    for (const fact of data.context) {
      const value = said.get(fact.id) || before.get(fact.id);
      settings[fact.id] = fact.values.some(([id]) => id === value) ? value : fact.values[0][0];
    }
    const told = new Map([...said].filter(([name]) => factOf(name)));
    return { settings, incident: said.get("incident"), told, zone: said.get("zone"), query: (said.get("q") || "").slice(0, 200).trim(), page: said.get("_page"), text: said.get("texte"), schedule: said.get("bareme"), tiles: (said.get("tuiles") || "").slice(0, 400), asked: said.get("_fait") };
  }
  function address({ settings, incident, told, tiles }, more = {}) {
    const said = new URLSearchParams(Object.entries(settings).filter(([, value]) => value));
    if (incident) said.set("incident", incident);
    if (incident) for (const [name, value] of told) said.set(name, value);
    if (incident && tiles) said.set("tuiles", tiles);
    for (const [name, value] of Object.entries(more)) said.set(name, value);
    return `#${said}`;
  }
  const rulesetOf = ({ settings }) => data.rulesets.find((one) => one.id === settings.reglement);
  const contextOf = ({ settings }) => data.context.reduce((number, fact) => number * fact.values.length + fact.values.findIndex(([id]) => id === settings[fact.id]), 0);

  // Words of an answer: as it stands alone, and as it goes on within a sentence.
  function labels(fact, value) {
    if (value === OPEN) return [fact.unsettled[0], fact.unsettled[2]];
    if (fact.units) return Array(2).fill(`${Number(value)}${fact.units[Number(value) < 2 ? 0 : 1]}`);
    const known = fact.values.find(([id]) => id === value);
    return known ? known.slice(1) : ["", ""];
  }
  const interpretedMark = () => `<em class="ours">(${data.words.interpreted})</em>`;

  // Where answers lead. A fact left open is followed through all its values; `ways` says which. A number left open is one way of its own, which was laid
  // out beforehand: it is open alone, and there are no `ways` then.
  function wayOf(row, value) {
    const fact = data.facts[row[1]];
    if (row[0] === COUNTS) {
      for (let at = 3; at < row.length; at += 3) if (value >= row[at] && value <= row[at + 1]) return row[at + 2];
      return undefined;
    }
    for (let at = 3; at < row.length; at += 2) if (fact.values[row[at]][0] === value) return row[at + 1];
    return undefined;
  }
  const number = (text) => (text === OPEN ? UNKNOWN : /^[0-9]{1,4}$/.test(text) ? Number(text) : NaN);
  function explore(place, told, ways, used) {
    const row = data.places[place];
    if (row[0] === ASKS || row[0] === COUNTS) {
      const fact = data.facts[row[1]];
      const value = told.get(fact.id);
      if (value === OPEN && (row[0] === ASKS ? !ways : !ways || ways.length)) return { ask: place, alone: true };
      if (value === OPEN && row[0] === ASKS) {
        used.add(fact.id);
        const leaves = [];
        for (let at = 3; at < row.length; at += 2) {
          if (data.places[row[at + 1]][0] === LEAVES) continue; // something else: no way of this dispute
          const found = explore(row[at + 1], told, [...ways, [fact.id, fact.values[row[at]][0]]], used);
          if (found.ask !== undefined) return found;
          leaves.push(...found.leaves);
        }
        return { leaves };
      }
      const next = value === undefined ? undefined : wayOf(row, row[0] === COUNTS ? number(value) : value);
      if (next === undefined) return { ask: place, alone: !ways || (row[0] === COUNTS && ways.length > 0) };
      used.add(fact.id);
      return explore(next, told, value === OPEN ? null : ways, used);
    }
    if (row[0] === RULES) {
      for (let at = 7; at < row.length; at += 3) {
        const fact = data.facts[row[at]];
        if (told.get(fact.id) !== (fact.units ? String(row[at + 1]) : fact.values[row[at + 1]][0])) continue;
        used.add(fact.id);
        return explore(row[at + 2], told, ways, used);
      }
    }
    return { leaves: [{ ways: ways || [], place }] };
  }
  const verdict = (leaf) => { const row = data.places[leaf.place]; return row[0] === RULES ? row[5] : `-${leaf.place}`; };

  // How many questions may still come: the fewest and the most, the one that is asked among them.
  const counted = new Map();
  function remaining(place) {
    if (!counted.has(place)) {
      const row = data.places[place];
      const below = [];
      if (row[0] === ASKS) for (let at = 4; at < row.length; at += 2) below.push(remaining(row[at]));
      if (row[0] === COUNTS) for (let at = 5; at < row.length; at += 3) if (row[at - 2] !== UNKNOWN) below.push(remaining(row[at]));
      counted.set(place, below.length ? [1 + Math.min(...below.map(([few]) => few)), 1 + Math.max(...below.map(([, most]) => most))] : [0, 0]);
    }
    return counted.get(place);
  }
  function remainingWords([fewest, most]) {
    if (most === 1) return "C’est la dernière question.";
    if (fewest === 1) return `Peut-être la dernière question, au plus ${most - 1} autre${most > 2 ? "s" : ""} ensuite.`;
    return `Encore ${fewest === most ? fewest : `${fewest} à ${most}`} questions, celle-ci comprise.`;
  }

  // A sheet as a page has it: with the number that was told, and no link where the file leads nowhere.
  function sheet(place, told, changes) {
    const row = data.places[place];
    const part = document.createElement("div");
    const counting = [...told].find(([name, value]) => factOf(name).units && value !== OPEN);
    part.innerHTML = html(row[1]).replaceAll(data.number, counting ? labels(factOf(counting[0]), counting[1])[0] : "");
    const offered = new Set();
    for (let at = 7; at < row.length; at += 3) offered.add(data.facts[row[at]].id);
    for (const list of part.querySelectorAll("ul.changes")) {
      if (!changes) (list.closest("section.unless") || list.closest("details")).remove();
    }
    for (const link of part.querySelectorAll("ul.changes a")) {
      const name = link.hash.slice(2).split("=")[0];
      if (offered.has(name) || told.has(name)) continue;
      const words = document.createElement("span");
      words.className = "poche-lu";
      words.append(...link.childNodes);
      link.replaceWith(words);
    }
    return part;
  }
  const headline = (part) => part.querySelector(".decision").innerHTML.split("<br>").map((line) => line.trim());

  // What is left open, as the smallest tree over its ways: each branch says its fact, and which values lead to what.
  function branches(leaves) {
    const ends = new Set(leaves.map((leaf) => leaf.verdict));
    if (ends.size === 1) return { verdict: leaves[0].verdict };
    const shared = [...new Set(leaves[0].ways.map(([fact]) => fact))].filter((fact) => leaves.every((leaf) => leaf.ways.some(([name]) => name === fact)));
    const trees = shared.map((fact) => branch(leaves, fact));
    return trees.reduce((best, tree) => (size(tree) < size(best) || (size(tree) === size(best) && tree.ways.length < best.ways.length) ? tree : best));
  }
  function branch(leaves, fact) {
    const values = new Map();
    for (const leaf of leaves) {
      const value = leaf.ways.find(([name]) => name === fact)[1];
      const below = { verdict: leaf.verdict, ways: leaf.ways.filter(([name]) => name !== fact) };
      values.set(value, [...(values.get(value) || []), below]);
    }
    const merged = new Map();
    for (const [value, below] of values) {
      const then = branches(below);
      const key = JSON.stringify(then);
      merged.set(key, { values: [...(merged.get(key)?.values || []), value], then });
    }
    return { fact, ways: [...merged.values()] };
  }
  const size = (tree) => (tree.ways ? tree.ways.reduce((sum, way) => sum + size(way.then), 0) : 1);
  const ends = (tree) => (tree.ways ? tree.ways.flatMap((way) => ends(way.then)) : [tree.verdict]);

  // What tells one sheet from others whose decision reads the same.
  function apart(part, twins) {
    const lines = (of, kind, said = (line) => line.innerHTML) => [...of.querySelectorAll(kind)].map(said).filter(Boolean);
    const unsaid = (line) => (line.firstChild.tagName === "STRONG" ? line.innerHTML.slice(line.firstChild.outerHTML.length).trim() : "");
    const title = (line) => `${line.firstChild.textContent.replace(/, parce que .*/s, "").trim()}.`; // of a rule that stands
    const kinds = (of) => [lines(of, ".steps li"), lines(of, ".effects li"), lines(of, ".note", unsaid), lines(of, ".reading > p"), lines(of, ".fiche-more li", title)];
    const mine = kinds(part);
    const theirs = twins.map(kinds);
    const found = [];
    for (const [kind, lines] of mine.entries()) {
      const others = theirs.map((one) => one[kind]);
      const own = lines.filter((line) => others.some((other) => !other.includes(line)));
      if (own.length && others.every((other) => lines.some((line) => !other.includes(line)))) return own;
      found.push(...own);
    }
    return found;
  }
  function answerWords(way, tree) {
    const head = (label) => { const start = label.split(", ")[0]; return start.includes(" ") ? label : start; };
    const fact = factOf(tree.fact);
    const own = way.values.map((value) => labels(fact, value));
    const heads = new Set(own.map(([label]) => head(label)));
    const others = tree.ways.filter((one) => one !== way).flatMap((one) => one.values.map((value) => head(labels(fact, value)[0])));
    if (own.length > 1 && heads.size === 1 && !others.some((one) => heads.has(one))) return [...heads][0];
    return own.map(([label, within], at) => (at ? within : label)).join(" ; ou ");
  }
  function possibilities(leaves, ruleset, incident) {
    const groups = new Map();
    const sentences = new Map(leaves.map((leaf) => [leaf.verdict, data.places[leaf.place][6]])); // equal where decisions read the same
    for (const leaf of leaves) if (!groups.has(leaf.verdict)) groups.set(leaf.verdict, data.places[leaf.place][0] === RULES ? sheet(leaf.place, new Map(), false) : exitPage(leaf.place));
    const tree = branches(leaves);
    const folded = size(tree) > MANY;
    const lines = (end) => headline(groups.get(end));
    const shared = (of, said) => lines(ends(of)[0]).filter((line) => !said.includes(line) && ends(of).every((end) => lines(end).includes(line)));
    const own = (end, said) => {
      const part = groups.get(end);
      const twins = [...groups].filter(([other]) => other !== end && sentences.get(other) === sentences.get(end)).map(([, other]) => other);
      return [...lines(end).filter((line) => !said.includes(line)), ...(twins.length ? apart(part, twins) : []), ...(part.querySelector("p.ours") ? [interpretedMark()] : [])].join(" ");
    };
    const met = new Set();
    const taken = (way, fact) => `<p class="taken">${way.values.map((value) => `<a class="more" href="#+${fact.id}=${value}">${fact.judgement ? "Je juge" : "C’est établi"} : ${labels(fact, value)[1]}</a>`).join("<br>")}</p>`;
    const list = (of, said) => `<ul class="tree">${of.ways.map((way) => `<li>${way.then.ways ? further(of, way, said) : end(of, way, said)}</li>`).join("")}</ul>`;
    function further(of, way, said) {
      const also = shared(way.then, said);
      return `<details class="further"${folded ? "" : " open"}><summary><strong>${answerWords(way, of)}</strong> <span>${also.join(" ")} ${factOf(way.then.fact).title} ?</span></summary>${folded ? taken(way, factOf(of.fact)) : ""}${list(way.then, [...said, ...also])}</details>`;
    }
    function end(of, way, said) {
      const words = `<strong>${answerWords(way, of)}</strong> <span>${own(way.then.verdict, said)}</span>`;
      if (met.has(way.then.verdict)) return `<div class="leaf"><p>${words}</p>${taken(way, factOf(of.fact))}</div>`;
      met.add(way.then.verdict);
      return `<details class="leaf"><summary>${words}</summary>${taken(way, factOf(of.fact))}${groups.get(way.then.verdict).innerHTML}</details>`;
    }
    const fact = factOf(tree.fact);
    const anyway = shared(tree, []);
    const open = [...new Set([...leaves.flatMap((leaf) => leaf.ways.map(([name]) => factOf(name).establish)), incident.establish])].filter(Boolean);
    return [
      `<p class="aside">${fact.judgement ? data.words.judgements : data.words.possibilities}. D’ici là, gardez la table en l’état.</p>`,
      ...anyway.map((line) => `<p class="anyway"><strong>${data.words.anyway}</strong> : ${line}</p>`),
      `<h2 class="first">${fact.judgement ? data.words.judge_first : data.words.first} : ${fact.title}</h2>`,
      list(tree, anyway),
      open.length ? `<details class="establish"><summary>${data.words.establish}</summary>${open.map((text) => `<p>${text}</p>`).join("")}</details>` : "",
      html(ruleset.disputed),
    ].join("");
  }
  function exitPage(place) {
    const part = document.createElement("div");
    part.innerHTML = html(data.places[place][1]);
    return part;
  }

  const search = (query, ruleset) => found(later().search, data.incidents, numbers, query).filter(([incident]) => ruleset.incidents[incident]);
  function answerPage(here, ruleset) {
    const found = search(here.query, ruleset);
    const sure = found.length === 1 || (found.length && found[0][1] >= 1.6 * found[1][1]);
    const most = found.filter(([, score]) => score >= 0.35 * found[0][1]).slice(0, 6);
    const entries = most.map(([incident]) => html(ruleset.incidents[incident].entry));
    const said = here.query.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
    const head = !found.length ? `Je ne reconnais rien dans « <bdi>${said}</bdi> »` : sure ? "Je crois que c’est…" : "Lequel est-ce ?";
    const list = (some, start) => (some.length ? `<ol class="incidents" start="${start}">${some.join("")}</ol>` : "");
    const answers = sure ? `${list(entries.slice(0, 1), 1)}${entries.length > 1 ? "<h3>Sinon</h3>" : ""}${list(entries.slice(1), 2)}` : list(entries, 1);
    return `<h1>Que s’est-il passé ?</h1>${html(data.searchform)}<section class="answer" aria-label="Résultats"><h2>${head}</h2>${found.length ? "" : "<p>Dites-le avec d’autres mots : qui a fait quoi, avec quelle tuile, à quel moment.</p>"}${answers}<p class="none"><a class="button quiet" href="#">${found.length ? "Aucun de ceux-là" : "Chercher autrement"} : la table et les familles</a></p></section>`;
  }

  // The pages.
  function recap(told, used, place) {
    const row = place === undefined ? [] : data.places[place];
    const answers = [...told].filter(([name]) => used.has(name)).map(([name, value]) => [factOf(name), value]);
    const derived = row[0] === RULES ? html(row[2]) : "";
    if (!answers.length && !derived) return "";
    const said = answers.map(([fact, value]) => `${fact.title} : <strong>${labels(fact, value)[1]}</strong>`).join(" · ");
    const rows = answers.map(([fact, value]) => `<li><p><span>${fact.title}</span> <strong>${labels(fact, value)[0]}</strong></p> <a href="#?${fact.id}" aria-label="changer : ${fact.title}">changer</a></li>`).join("");
    return `<details class="recap"><summary><span class="visually-hidden">Réponses : </span><span class="said">${said || "Ce qui s’en déduit"}</span></summary><ul class="given" aria-label="Réponses">${rows}${derived}</ul></details>`;
  }
  function casePage(here) {
    const ruleset = rulesetOf(here);
    const incident = ruleset.incidents[here.incident];
    const used = new Set();
    const found = explore(incident.starts[contextOf(here)], here.told, [], used);
    lost = [...lost, ...[...here.told.keys()].filter((name) => !used.has(name))];
    for (const name of [...here.told.keys()]) if (!used.has(name)) here.told.delete(name);
    const leaves = (found.leaves || []).map((leaf) => ({ ...leaf, verdict: verdict(leaf) }));
    const single = leaves.length && leaves.every((leaf) => leaf.verdict === leaves[0].verdict) ? leaves[0].place : undefined;
    const open = leaves.length > 1;
    const parts = [`<p class="crumb"><a href="#">Autre cas</a></p>`];
    if (lost.length) parts.push(`<p class="note" role="status">Ne compte pas ici : ${lost.map((name) => factOf(name).title).join(" ; ")}.</p>`);
    parts.push(`<section><h1 class="topic${found.ask === undefined ? "" : " asked"}">${incident.title}</h1>${recap(here.told, used, open ? undefined : single)}`);
    if (single !== undefined && !open && data.places[single][0] === RULES) parts.push(html(data.places[single][3]));
    const drawn = here.tiles && `${handDrawn(here.tiles, tilesKnown())}<p class="crumb"><a href="#!tuiles">Modifier les tuiles</a></p>`;
    const ruled = single !== undefined && data.places[single][0] === RULES;
    parts.push(`${drawn && !ruled ? drawn : ""}</section>`);
    let decided = null;
    if (found.ask !== undefined) parts.push(html(data.places[found.ask][2]));
    else if (single === undefined) parts.push(possibilities(leaves, ruleset, incident));
    else if (data.places[single][0] > RULES) parts.push(html(data.places[single][1]));
    else {
      const part = sheet(single, here.told, !open);
      decided = headline(part).join(" ");
      if (drawn) part.querySelector(".decision").insertAdjacentHTML("afterend", drawn);
      if (open) part.querySelector(".decision").insertAdjacentHTML("afterend", `<p class="note">${data.words.no_matter}</p>`);
      if (was !== null) part.querySelector(".decision").insertAdjacentHTML("afterend", `<p class="was" role="status">${was === decided ? "Cette réponse ne change rien à la décision." : `<strong>La décision était :</strong> ${was}`}</p>`);
      parts.push(part.innerHTML);
    }
    if (was !== null && decided === null) parts.splice(-1, 0, `<p class="was" role="status"><strong>La décision était :</strong> ${was}</p>`);
    parts.push(html(incident.near));
    main.innerHTML = parts.join("");
    if (single !== undefined && data.places[single][0] === LEAVES) main.querySelector(".near")?.setAttribute("open", "");
    if (found.ask !== undefined) {
      const left = main.querySelector(".remaining");
      left.textContent = remainingWords(remaining(found.ask));
      left.hidden = false;
      if (found.alone) main.querySelector('.answers a[href$="=non-etabli"]')?.replaceWith(noteOf("Un nombre n’est pas établi : ici, il ne peut l’être que seul. Répondez, ou jugez ce cas dans l’application."));
    }
    state.decided = decided;
    main.insertAdjacentHTML("beforeend", html(data.aside.tools));
    if (found.ask !== undefined || data.places[single]?.[0] === LEAVES) main.querySelector(".case-bar").remove();
    here.said = saidOf(found, single, decided);
    return incident.title;
  }
  // What a case comes to in a few words, and the paragraphs that decide it.
  function saidOf(found, place, decided) {
    const text = (part) => main.querySelector(part).textContent;
    if (found.ask !== undefined) return [`À répondre encore : ${lowered(text(".question"))}`, ""];
    if (decided !== null) return [plain(decided), plain(html(data.places[place][4]))];
    return [data.places[place]?.[0] === LEAVES ? text(".decision") : text("p.aside").replace(/\..*/s, "."), ""];
  }
  function plain(words) {
    const part = document.createElement("p");
    part.innerHTML = words;
    return part.textContent;
  }
  // Without its capital, to go on within a sentence.
  function lowered(text) {
    const first = text.split(" ")[0].replace(/,$/, "");
    return data.capitals.includes(first) || /^.\p{Lu}/u.test(first) ? text : text.charAt(0).toLowerCase() + text.slice(1);
  }
  function settingsOf(here) {
    const values = data.context.map((fact) => fact.values.find(([id]) => id === here.settings[fact.id])[2]);
    return plain([rulesetOf(here).short, rulesetOf(here).edition, ...values].join(", "));
  }
  function toldOf(here) {
    const [says, places] = here.said;
    const told = `${settingsOf(here)}. ${plain(rulesetOf(here).incidents[here.incident].title)} : ${lowered(says)}`;
    return places ? `${told.replace(/\.$/, "")} (${places}).` : told;
  }
  // What is known of tiles: their names, their pictures, and how an empty hand is written.
  let hands = null;
  function tilesKnown() {
    if (!hands) {
      const part = document.createElement("template");
      part.innerHTML = html(later().tiles);
      hands = JSON.parse(part.content.querySelector(".picker").dataset.known);
      hands.faces = Object.fromEntries(Object.entries(later().faces).map(([code, picture]) => [code, `data:image/svg+xml,${encodeURIComponent(picture)}`]));
    }
    return hands;
  }
  function tilesPage(here) {
    main.innerHTML = html(later().tiles);
    const known = tilesKnown();
    main.querySelector(".picker").dataset.known = JSON.stringify({ ...known, hand: handOf(here.tiles, known), mode: "main" });
    document.dispatchEvent(new Event("arbitre:shown"));
    return "Les tuiles";
  }
  const published = () => location.protocol.startsWith("http");
  const placeOf = (here) => (published() ? location.href.replace(/#.*/s, "") : "") + address(here);
  function givePage(here, kind) { // the case is shown first: what is told of it stands there
    casePage(here);
    const [told, place] = [toldOf(here), placeOf(here)];
    main.innerHTML = html(data.aside[kind]);
    main.querySelector("[data-back]").href = address(here);
    if (kind === "share") {
      byId("dit").textContent = told;
      byId("adresse").textContent = place;
      for (const help of main.querySelectorAll("[data-of]")) help.hidden = (help.dataset.of === "http") !== published();
    } else {
      byId("signalement").value = ["Ce qui me paraît faux, et pourquoi :", "", "", `Cas : ${place}`, `Affiché : ${told}`, `Règlement : ${settingsOf(here)} ; texte : ${plain(rulesetOf(here).text)}`, `Version : ${data.version}, édition de poche`].join("\n");
    }
    const text = () => (kind === "share" ? `${told} ${place}` : byId("signalement").value);
    const copy = main.querySelector("[data-copy]");
    const send = main.querySelector("[data-share]");
    copy.hidden = !navigator.clipboard;
    copy.onclick = () => navigator.clipboard.writeText(text()).then(() => { copy.textContent = "Copié"; }, () => { copy.textContent = "Non permis par ce navigateur"; });
    send.hidden = !navigator.share;
    send.onclick = () => navigator.share({ title: "Arbitre", text: text() }).catch(() => {});
    return kind === "share" ? "Partager" : "Signaler une erreur";
  }
  const noteOf = (text) => Object.assign(document.createElement("p"), { className: "note", textContent: text });
  function changePage(here) {
    const fact = factOf(here.asked);
    const now = here.told.get(fact.id);
    const known = fact.values.map(([id, label]) => [id, label]);
    const offered = offeredOf(here, fact);
    const tiles = known.filter(([id]) => !offered || offered.has(id)).map(([id, label], at) => `<a class="tile${now === id ? " chosen" : ""}" data-key="${at + 1}" href="#~${fact.id}=${id}"><span>${label}</span></a>`);
    const open = !offered && !fact.units ? "" : `<a class="tile open" data-key="0" href="#~${fact.id}=${OPEN}"><span>${fact.unsettled[0]}</span> <small>${fact.unsettled[1]}</small></a>`;
    main.innerHTML = `<p class="crumb"><a href="${address(here)}">Annuler, garder ma réponse</a></p><h1 class="question">${fact.question}</h1><div class="answers">${tiles.join("")}${fact.units ? numberForm(fact, now) : ""}${open}</div>`;
    return "Changer une réponse";
  }
  // The answers that the questionnaire offers where this fact was asked; a circumstance told besides was not.
  function offeredOf(here, fact) {
    const before = new Map(here.told);
    before.delete(fact.id);
    const found = explore(rulesetOf(here).incidents[here.incident].starts[contextOf(here)], before, [], new Set());
    const row = data.places[found.ask ?? found.leaves[0].place];
    if (row[0] !== ASKS || data.facts[row[1]] !== fact) return null;
    const values = new Set();
    for (let at = 3; at < row.length; at += 2) values.add(fact.values[row[at]][0]);
    return values;
  }
  const numberForm = (fact, now) => `<form class="number" data-change="${fact.id}"><label for="number">${fact.title}</label><input id="number" type="number" inputmode="numeric" name="${fact.id}" min="0" required value="${number(now) > 0 ? number(now) : ""}"><button class="button">Valider</button></form>`;
  function homePage(here) {
    const ruleset = rulesetOf(here);
    main.innerHTML = here.query ? answerPage(here, ruleset) : html(own(ruleset.zones, here.zone) ?? ruleset.home);
    return "Arbitre";
  }
  function choicePage() {
    main.innerHTML = `<h1>Quel est le règlement de votre tournoi ?</h1><div class="answers">${data.rulesets.map((one, at) => `<a class="tile ${one.hue}" data-key="${at + 1}" href="#reglement=${one.id}"><span>${one.title}</span> <small>${one.edition}</small></a>`).join("")}</div>`;
    return "Arbitre";
  }
  function aboutPage() {
    main.innerHTML = html(data.about);
    return "Dans la poche";
  }
  // A text: its contents, or the page of one paragraph, at one clause of it.
  function textPage(here) {
    const [source, section, clause] = here.text.split("/");
    const text = later().texts[source];
    main.innerHTML = html(own(text.sections, section) ?? text.contents);
    const meant = clause && byId(clause);
    for (let folded = meant?.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    aim = meant || null;
    return text.title;
  }
  function textsPage(here) {
    main.innerHTML = html(later().lists[here.settings.reglement]);
    return "Textes";
  }
  function schedulePage(here) {
    main.innerHTML = html(later().schedules[here.schedule][contextOf(here)]);
    return "Barème";
  }
  function menu(here) {
    const ruleset = rulesetOf(here);
    setting.hidden = !ruleset;
    setting.open = false;
    if (!ruleset) return;
    document.documentElement.className = ruleset.hue;
    document.querySelector("meta[name=theme-color]").content = ruleset.colour;
    const values = data.context.map((fact) => fact.values.find(([id]) => id === here.settings[fact.id]));
    setting.querySelector("summary strong").innerHTML = ruleset.short;
    setting.querySelector("summary span:last-child").innerHTML = [ruleset.edition, ...values.map(([, , within]) => within)].join(" · ");
    const link = (settings) => address({ ...here, settings: { ...here.settings, ...settings } });
    const rulesets = data.rulesets.map((one) => {
      const stays = own(one.incidents, here.incident) ? here.incident : undefined;
      return `<li><a class="${one.hue}" href="${address({ ...here, incident: stays, settings: { ...here.settings, reglement: one.id } })}"${one === ruleset ? ' aria-current="true"' : ""}><strong>${one.title}</strong> <span>${one.edition}</span><small>${one.newer}</small></a></li>`;
    });
    const contexts = data.context.map((fact) => `<p>${fact.title}</p><ul>${fact.values.map(([id, label]) => `<li><a href="${link({ [fact.id]: id })}"${here.settings[fact.id] === id ? ' aria-current="true"' : ""}><strong>${label}</strong></a></li>`).join("")}</ul>`);
    setting.querySelector(".menu").innerHTML = `<p>Le règlement de votre tournoi</p><ul>${rulesets.join("")}</ul>${contexts.join("")}`;
  }
  function show() {
    const here = state;
    const ruleset = rulesetOf(here);
    const known = ruleset && here.incident && own(ruleset.incidents, here.incident);
    let title;
    aim = null;
    if (here.page === "poche") title = aboutPage();
    else if (here.text && own(later().texts, here.text.split("/")[0])) title = textPage(here);
    else if (!ruleset) title = choicePage();
    else if (here.page === "textes") title = textsPage(here);
    else if (here.schedule && rulesetOf({ settings: { reglement: here.schedule } })) title = schedulePage(here);
    else if (known && here.asked && factOf(here.asked)) title = changePage(here);
    else if (known && here.page === "partager") title = givePage(here, "share");
    else if (known && here.page === "signaler") title = givePage(here, "report");
    else if (known && here.page === "tuiles") title = tilesPage(here);
    else if (known) title = casePage(here);
    else title = homePage(here);
    menu(here);
    for (const tab of document.querySelectorAll("[data-tab]")) {
      const mine = here.page === "poche" ? "poche" : here.text || here.schedule || here.page === "textes" ? "textes" : "cas";
      if (tab.dataset.tab === mine) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    const field = main.querySelector("[type=search]");
    if (field && ruleset) {
      field.placeholder = `${ruleset.example}…`;
      field.value = here.query;
    }
    main.querySelectorAll("ol.incidents a.incident").forEach((link, at) => { link.dataset.key = at + 1; });
    const plain = document.createElement("p");
    plain.innerHTML = title;
    document.title = title === "Arbitre" ? title : `${plain.textContent} · Arbitre`;
    remember(String(new URLSearchParams(Object.entries(here.settings).filter(([, value]) => value))));
    scrollTo(0, 0);
    aim?.scrollIntoView();
    if (shown) main.focus({ preventScroll: true });
    shown = true;
  }

  // What a link within a page changes, as a whole address.
  function followed(hash) {
    const here = { ...state, told: new Map(state.told), asked: null, page: null };
    const [name, value] = decodeURIComponent(hash.slice(2)).split("=");
    was = null;
    lost = [];
    if (hash[1] === "?") return address(here, { _fait: name });
    if (hash[1] === "!") return address(here, { _page: name });
    if (hash[1] === "~") was = state.decided ?? null;
    if (name === "tuiles") here.tiles = value;
    else here.told.set(name, value);
    return address(here);
  }
  let written = null; // the address that was just written here
  function arrived() {
    const hash = location.hash;
    if (hash === "#contenu") { main.focus(); return; }
    if (/^#[+~?!]/.test(hash)) {
      written = followed(hash);
      history.replaceState(null, "", written);
    } else if (hash.startsWith("#zone=")) {
      history.replaceState(null, "", address({ settings: state.settings }, { zone: hash.slice(6) }));
    } else if (/^#(texte|bareme)=/.test(hash)) {
      const [name, value] = decodeURIComponent(hash.slice(1)).split("=");
      history.replaceState(null, "", address({ settings: state.settings }, { [name]: value }));
    } else if (hash.startsWith("#incident=")) {
      history.replaceState(null, "", address({ settings: state.settings, incident: hash.slice(10), told: new Map() }));
    }
    if (written !== location.hash) { was = null; lost = []; }
    written = null;
    const decided = state.decided;
    state = { ...read(location.hash.slice(1)), decided };
    if (!state.asked) state.decided = null;
    show();
    if (state.incident && !state.asked && !state.page) history.replaceState(null, "", address(state));
  }
  addEventListener("hashchange", arrived);
  addEventListener("submit", (event) => {
    event.preventDefault();
    const words = event.target.querySelector("[type=search]");
    if (words?.value.trim()) location.hash = address({ settings: state.settings }, { q: words.value.trim() });
    const input = event.target.querySelector("input[type=number]");
    if (input) location.hash = `${event.target.dataset.change ? "~" : "+"}${input.name}=${number(input.value)}`;
  });
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName || "")) return;
    const field = main.querySelector("[type=search]");
    if (event.key === "/" && field) { event.preventDefault(); field.focus(); field.select(); return; }
    if (/^[0-9]$/.test(event.key)) main.querySelector(`[data-key="${event.key}"]`)?.click();
    if (event.key === "Escape") setting.open = false;
  });
  main.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
  document.addEventListener("click", (event) => { if (!event.target.closest(".setting")) setting.open = false; });

  try {
    data = contentOf("mots");
    restore(data.places);
  } catch {
    main.innerHTML = `<p class="note">Ce navigateur ne sait pas ouvrir ce fichier : il en faut un de 2022 ou plus récent.</p>`;
    return;
  }
  arrived();
})();
