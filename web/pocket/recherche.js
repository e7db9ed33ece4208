"use strict";
// The search of the pocket edition: from words to incidents, best first; `found` is called by poche.js.
const found = (() => {
  // The search: words by the stems that they begin with, forms by what they mean; a word that nobody knows by what is most like it.
  const fold = (text) => text.normalize("NFKC").toLowerCase().replaceAll("œ", "oe").replaceAll("æ", "ae").normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
  const ELIDED = /(^|[^\p{L}\p{N}])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’ʼ]/gu;
  const WORD = /[a-z0-9]+|[\u3005\u3040-\u30ff\u3400-\u9fff]+/g;
  const SIGNED = /^[\u3005\u3040-\u30ff\u3400-\u9fff]/;
  function known(word, places) {
    if (places.has(word)) return places.get(word);
    for (let length = word.length; length >= Math.max(3, word.length - 4); length -= 1) if (places.has(word.slice(0, length))) return places.get(word.slice(0, length));
    return undefined;
  }
  // How many letters must be changed, left out, added or swapped.
  function distance(one, other) {
    const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= one.length; i += 1) {
      rows[i] = [i];
      for (let j = 1; j <= other.length; j += 1) {
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[one.length][other.length];
  }
  function meant(word, { list, forms }) {
    if (word.length < 4) return [];
    let best = [word.length < 8 ? 1.5 : 2.5, []];
    const look = (told, heard, places) => {
      const far = distance(told, heard);
      if (far < best[0]) best = [far, places];
    };
    list.forEach((stem, place) => { if (stem.length > 3 && stem.length <= word.length + 1) look(word.slice(0, Math.max(stem.length, word.length - 2)), stem, [place]); });
    for (const [form, places] of forms) if (Math.abs(form.length - word.length) < 3 && form.length > 4) look(word, form, places);
    return best[1];
  }
  function terms(query, index) {
    const words = fold(query).replace(ELIDED, "$1 ").match(WORD) || [];
    const found = [];
    const say = (places, share) => places.forEach((place) => found.push([place, share]));
    for (let at = 0; at < words.length; at += 1) {
      if (SIGNED.test(words[at])) {
        for (let sign = 0; sign < words[at].length; sign += 1) {
          let length = words[at].length - sign;
          while (length > 1 && !index.forms.has(words[at].slice(sign, sign + length))) length -= 1;
          say(index.forms.get(words[at].slice(sign, sign + length)) || [], 1);
          sign += length - 1;
        }
        continue;
      }
      let taken = 0;
      for (let length = Math.min(5, words.length - at); length > 1 && !taken; length -= 1) {
        const form = index.forms.get(words.slice(at, at + length).join(" "));
        if (form) { say(form, 1); taken = length; }
      }
      if (taken) { at += taken - 1; continue; }
      if (index.forms.has(words[at])) say(index.forms.get(words[at]), 1);
      else if (!index.idle.has(words[at])) {
        const place = known(words[at], index.places);
        if (place === undefined) say(meant(words[at], index), 0.8);
        else say([place], 1);
      }
    }
    return found;
  }
  const indexes = new Map(); // one for each content
  function indexOf(told) {
    if (!indexes.has(told)) {
      const { stems, forms, idle } = told;
      const list = stems.split(" ");
      indexes.set(told, { list, places: new Map(list.map((stem, place) => [stem, place])), forms: new Map(forms.flatMap((row) => row.at(-1).split("|").map((form) => [form, row.slice(0, -1)]))), idle: new Set(idle.split(" ")) });
    }
    return indexes.get(told);
  }
  return (told, incidents, numbers, query) => {
    const shares = new Map();
    for (const [place, share] of terms(query, indexOf(told))) shares.set(place, Math.max(share, shares.get(place) || 0));
    const scores = new Map();
    for (const [place, share] of shares) {
      const worth = numbers(told.worth[place]);
      for (let at = 0; at < worth.length; at += 2) scores.set(incidents[worth[at]], (scores.get(incidents[worth[at]]) || 0) + share * worth[at + 1]);
    }
    return [...scores].sort((one, other) => other[1] - one[1]);
  };
})();
