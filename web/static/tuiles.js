"use strict";
// Tiles touched in the page: nothing is asked of the server until the hand is read. Without this script every tap is a link that does the same.
(() => {
  const COPIES = 4, MOST = 30, FULL = 15, MOST_TILES = 24, HONOUR = "z";
  const LISTS = ["ecarts", "passees", "passees-riichi", "indicateurs", "ura"]; // as the line of tiles calls them
  const SEEN = ["ecarts", "indicateurs", "ura"]; // lists whose tiles are out of the hand for good
  const NEVER_EMPTY = ["indicateurs", "ura"];
  const MELDS = { chow: 3, pung: 3, kong: 4, "kong-cache": 4 };
  const SINGLES = { "kong-riichi": "kong", reclamee: "reclamee", jetee: "jetee" };
  let picker = null, known = null, hand = null, mode = "main", before = [];

  const order = (code) => known.tiles.indexOf(code);
  const sorted = (codes) => [...codes].sort((one, other) => order(one) - order(other));
  const following = (code, steps) => `${Number(code[0]) + steps}${code[1]}`;
  const size = () => hand.concealed.length + 3 * hand.melds.length + (hand.winning ? 1 : 0);
  const unmarked = () => size() === 14 && !hand.winning && hand.concealed.length > 0;
  const clone = (value) => JSON.parse(JSON.stringify(value));

  function notation(codes) {
    const groups = {};
    for (const code of sorted(codes)) groups[code[1]] = (groups[code[1]] || "") + code[0];
    return Object.entries(groups).map(([suit, digits]) => digits + suit).join(" ");
  }
  function line() { // what an address carries
    const parts = unmarked() ? [notation(hand.concealed.slice(0, -1)), hand.concealed.at(-1)] : [notation(hand.concealed)];
    for (const { tiles, open } of hand.melds) parts.push(open ? `(${notation(tiles)})` : `[${notation(tiles)}]`);
    if (hand.winning) parts.push(`+${hand.winning}`);
    for (const key of LISTS) if (hand.lists[key]) parts.push(`${key}:${hand.lists[key].join("") || "-"}`);
    for (const group of [hand.winds, hand.numbers, hand.singles]) for (const [key, value] of Object.entries(group)) if (value) parts.push(`${key}:${value}`);
    return [...parts, ...known.flags.filter((flag) => hand.flags.includes(flag))].filter(Boolean).join(" ");
  }
  function used(code) {
    const all = [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles), ...SEEN.flatMap((key) => hand.lists[key] || [])];
    return all.filter((one) => one === code).length + (hand.winning === code ? 1 : 0);
  }
  function melded(code) {
    if (mode !== "chow") return Array(MELDS[mode]).fill(code);
    return code[1] === HONOUR || Number(code[0]) > 7 ? null : [0, 1, 2].map((step) => following(code, step));
  }
  const room = (more) => hand.concealed.length + hand.melds.reduce((sum, meld) => sum + meld.tiles.length, 0) + (hand.winning ? 1 : 0) + more <= MOST_TILES;
  function can(code) { // whether this tile may be touched now
    if (mode === "main") return room(1) && used(code) < COPIES && hand.concealed.length + 3 * hand.melds.length < FULL;
    if (mode === "gagnante") return (unmarked() && hand.concealed.includes(code)) || (room(hand.winning ? 0 : 1) && used(code) - (hand.winning === code ? 1 : 0) < COPIES);
    if (mode in MELDS) {
      const tiles = melded(code);
      return Boolean(tiles) && room(tiles.length) && hand.melds.length < 4 && tiles.every((one) => used(one) + tiles.filter((other) => other === one).length <= COPIES);
    }
    if (!hand.concealed.length && !hand.melds.length && !hand.winning) return false; // of no hand nothing else is said
    if (mode === "reclamee") return hand.melds.some((meld) => meld.open && meld.tiles.includes(code));
    if (mode === "jetee") return Boolean(hand.singles.reclamee);
    if (mode in SINGLES) return true;
    return (hand.lists[mode] || []).length < MOST && (!SEEN.includes(mode) || used(code) < COPIES);
  }
  function add(code) {
    if (mode === "main") { hand.concealed.push(code); return; }
    if (mode === "gagnante") {
      if (unmarked() && hand.concealed.includes(code)) hand.concealed.splice(hand.concealed.lastIndexOf(code), 1);
      hand.winning = code;
    } else if (mode in MELDS) hand.melds.push({ tiles: melded(code), open: mode !== "kong-cache" });
    else if (mode in SINGLES) hand.singles[SINGLES[mode]] = code;
    else { (hand.lists[mode] = hand.lists[mode] || []).push(code); return; }
    mode = "main";
  }
  function out(list, index) {
    list.splice(index, 1);
    for (const key of LISTS) if (hand.lists[key] === list && !list.length) hand.lists[key] = null; // nothing is said any more
    if (hand.singles.reclamee && !hand.melds.some((meld) => meld.open && meld.tiles.includes(hand.singles.reclamee))) hand.singles = { ...hand.singles, reclamee: null, jetee: null };
  }
  function toggle(flag) {
    if (hand.flags.includes(flag)) hand.flags = hand.flags.filter((one) => one !== flag);
    else hand.flags = [...hand.flags.filter((one) => !known.excluded[flag].includes(one)), flag];
  }
  function change(how) {
    const old = clone(hand);
    how();
    if (JSON.stringify(old) !== JSON.stringify(hand)) before.push(old);
    settle();
  }

  const picture = (code) => known.faces[code] || known.faces.replace("*", code);
  function face(code, label, touched, off) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "face";
    button.disabled = Boolean(off);
    button.setAttribute("aria-label", label);
    for (const one of [].concat(code)) {
      const image = document.createElement("img");
      Object.assign(image, { src: picture(one), alt: "", width: 60, height: 80 });
      button.append(image);
    }
    button.onclick = touched;
    return button;
  }
  const taken = (list, index) => face(list[index], `enlever ${known.names[list[index]]}`, () => change(() => out(list, index)));
  const kind = ({ tiles, open }) => tiles[0] !== tiles.at(-1) ? "chow" : tiles.length === 3 ? "pung" : open ? "kong" : "kong caché";
  function tray() {
    const places = [...hand.concealed.keys()].sort((one, other) => order(hand.concealed[one]) - order(hand.concealed[other]));
    const shown = places.map((index) => taken(hand.concealed, index));
    hand.melds.forEach((meld, index) => {
      const codes = meld.open ? meld.tiles : [known.back, meld.tiles[0], meld.tiles[0], known.back];
      const one = face(codes, `enlever le ${kind(meld)}`, () => change(() => out(hand.melds, index)));
      one.classList.add("meld");
      shown.push(one);
    });
    if (hand.winning) {
      const one = face(hand.winning, `enlever la tuile gagnante, ${known.names[hand.winning]}`, () => change(() => { hand.winning = null; }));
      one.classList.add("win");
      shown.push(one);
    }
    if (!shown.length) shown.push(Object.assign(document.createElement("p"), { className: "help", textContent: "La main est vide." }));
    picker.querySelector(".drawn").replaceChildren(...shown);
    picker.querySelector(".listed").replaceChildren(...LISTS.filter((key) => hand.lists[key]).flatMap((key) => listed(known.modes[key], hand.lists[key].map((code, index) => taken(hand.lists[key], index)))),
      ...Object.entries(SINGLES).filter(([, key]) => hand.singles[key]).flatMap(([place, key]) => listed(known.modes[place], [face(hand.singles[key], `enlever ${known.names[hand.singles[key]]}`, () => change(() => { hand.singles[key] = null; if (key === "reclamee") hand.singles.jetee = null; }))])));
  }
  function listed(title, faces) {
    const row = Object.assign(document.createElement("div"), { className: "drawn small" });
    row.append(...faces);
    return [Object.assign(document.createElement("p"), { className: "aside", textContent: title }), row];
  }
  function count() {
    if (unmarked()) return `14 tuiles\u202f; la gagnante serait ${known.names[hand.concealed.at(-1)]}, la dernière touchée`;
    return `${size()} tuile${size() > 1 ? "s" : ""} sur ${hand.winning ? 14 : 13}`;
  }
  function chips() {
    for (const chip of picker.querySelectorAll("[data-tap]")) {
      const [kind, key, value] = chip.dataset.tap.split(":");
      const chosen = { mode: () => mode === key, flag: () => hand.flags.includes(key), wind: () => hand.winds[key] === value, step: () => false, none: () => Boolean(hand.lists[key]) }[kind]();
      chip.classList.toggle("chosen", chosen);
      chip.setAttribute("aria-pressed", String(chosen));
      if (kind === "step") chip.disabled = !(0 <= hand.numbers[key] + Number(value) && hand.numbers[key] + Number(value) <= known.most[key]);
    }
    for (const words of picker.querySelectorAll("[data-count]")) words.textContent = words.textContent.replace(/\d+$/, hand.numbers[words.dataset.count]);
  }
  function touched(chip) {
    const [kind, key, value] = chip.dataset.tap.split(":");
    if (kind === "mode") { mode = key; settle(); return; }
    change(() => {
      if (kind === "flag") toggle(key);
      if (kind === "wind") hand.winds[key] = hand.winds[key] === value ? null : value;
      if (kind === "step") hand.numbers[key] += Number(value);
      if (kind === "none") hand.lists[key] = hand.lists[key] && !hand.lists[key].length ? null : hand.lists[key] || [];
    });
  }
  function target() { // where the hand is told; within one file that is said behind « # »
    if (picker.dataset.done.startsWith("#")) return picker.dataset.done + encodeURIComponent(line());
    const there = new URL(picker.dataset.done, location.href);
    there.searchParams.set(picker.dataset.field, line());
    return there;
  }
  function show() { // the page says what the hand is now
    tray();
    chips();
    picker.querySelector(".tally span").textContent = count();
    picker.querySelector(".next").textContent = known.next[mode];
    picker.querySelectorAll(".rack .face").forEach((button, index) => { button.disabled = !can(known.tiles[index]); });
    picker.querySelector("[data-undo]").hidden = !before.length;
    picker.querySelector("[data-empty]").hidden = !line();
    picker.querySelector(".done a").href = target();
    picker.querySelector(".done").hidden = size() < Number(picker.dataset.least) && !hand.singles.jetee;
  }
  let due = 0;
  function address() { // in one step of the history, and not at every tap: a browser asks for the page's icon each time
    clearTimeout(due);
    due = 0;
    if (picker.dataset.done.startsWith("#")) return;
    const text = line(), here = new URL(location.href), field = picker.dataset.field;
    for (const name of ["_mode", "_avant"]) here.searchParams.delete(name);
    if (text) here.searchParams.set(field, text); else here.searchParams.delete(field);
    here.hash = "";
    history.replaceState(history.state, "", here);
  }
  function settle() { // the address follows; what was told of another hand goes
    show();
    clearTimeout(due);
    due = setTimeout(address, 600);
    const typed = document.getElementById("ligne");
    if (typed) typed.value = line();
    document.getElementById("explication")?.remove();
    for (const told of document.querySelectorAll("main > [role=alert]")) told.remove();
  }
  const flush = () => { if (due && picker?.isConnected) address(); };
  for (const event of ["click", "submit"]) addEventListener(event, (told) => { if (!told.target.closest?.(".picker button")) flush(); }, true);
  addEventListener("pagehide", flush);
  function button(old) { // a link that the page does without, as a button
    const made = document.createElement("button");
    made.type = "button";
    made.className = old.className.replace(/\b(off|chosen)\b/g, "").trim();
    for (const [name, value] of Object.entries(old.dataset)) made.dataset[name] = value;
    made.append(...old.childNodes);
    old.replaceWith(made);
    return made;
  }
  function start() {
    const found = document.querySelector(".picker[data-known]");
    if (!found || found === picker) return;
    clearTimeout(due);
    due = 0;
    picker = found;
    known = JSON.parse(picker.dataset.known);
    hand = known.hand;
    mode = known.mode;
    before = [];
    for (const chip of picker.querySelectorAll("[data-tap]")) { const made = button(chip); made.onclick = () => touched(made); }
    const rows = picker.querySelectorAll(".rack .row");
    let place = 0;
    for (const row of rows) {
      const codes = known.tiles.slice(place, place + row.children.length);
      place += codes.length;
      row.replaceChildren(...codes.map((code) => face(code, known.names[code], () => { if (can(code)) change(() => add(code)); })));
    }
    const undo = button(picker.querySelector("[data-undo]"));
    undo.onclick = () => { hand = before.pop() || hand; settle(); };
    const empty = button(picker.querySelector("[data-empty]"));
    empty.onclick = () => change(() => { hand = clone(known.nothing); mode = "main"; });
    show();
  }
  document.addEventListener("arbitre:shown", start);
  start();
})();
