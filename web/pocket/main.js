"use strict";
// A hand in the pocket: read from the line that an address carries, and drawn; `handOf` and `handDrawn` are called by poche.js, `tuiles.js` writes such lines.
const handOf = (line, known) => {
  const hand = JSON.parse(JSON.stringify(known.nothing));
  const codes = (text) => [...text.matchAll(/([0-9]+)([a-z])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit)).filter((code) => known.tiles.includes(code));
  const one = (text) => codes(text)[0] ?? null;
  for (const part of line.split(" ")) {
    const [key, value] = part.split(":");
    if (value === undefined) {
      if (/^[([]/.test(part)) { if (codes(part).length > 2) hand.melds.push({ tiles: codes(part), open: part.startsWith("(") }); }
      else if (part.startsWith("+")) hand.winning = one(part);
      else if (known.flags.includes(part)) hand.flags.push(part);
      else hand.concealed.push(...codes(part));
    } else if (key in hand.lists) hand.lists[key] = codes(value);
    else if (key in hand.winds) hand.winds[key] = value;
    else if (key in hand.numbers) hand.numbers[key] = Math.min(Number(value) || 0, known.most[key]);
    else if (key in hand.singles) hand.singles[key] = one(value);
  }
  return hand;
};
const handDrawn = (line, known) => {
  const hand = handOf(line, known);
  const faces = (codes, kind = "") => `<div class="faces${kind}">${codes.map((code) => `<img src="${known.faces[code]}" alt="${known.names[code] ?? code}" width="60" height="80">`).join("")}</div>`;
  const order = (code) => known.tiles.indexOf(code);
  const melds = hand.melds.map(({ tiles, open }) => faces(open ? tiles : [known.back, tiles[0], tiles[0], known.back], " meld"));
  const discards = hand.lists.ecarts?.length ? `<p class="aside">${known.modes.ecarts}</p>${faces(hand.lists.ecarts, " small")}` : "";
  const caption = document.createElement("figcaption");
  caption.textContent = line;
  const inHand = [...hand.concealed].sort((mine, other) => order(mine) - order(other));
  return `<figure class="hand" aria-label="La main">${faces(inHand)}${melds.join("")}${hand.winning ? faces([hand.winning], " win") : ""}${discards}${caption.outerHTML}</figure>`;
};
