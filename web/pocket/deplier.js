"use strict";
// What Python packed with `lzma` (its oldest form, FORMAT_ALONE), unpacked: `unfolded` is called by poche.js. The stream is read bit by bit; how likely
// a bit is to be 0 is learned from those before it in the same situation. Bits say: a byte, or « as so far back, so many bytes ».
const unfolded = (bytes, size) => {
  const out = new Uint8Array(size);
  const [EVEN, FIRST_FAR, ALIGNED, END] = [1024, 14, 16, 0xffffffff]; // of 2048: nothing is known yet
  const chances = (count) => new Uint16Array(count).fill(EVEN);
  const [literal, low, positions] = [bytes[0] % 9, Math.floor(bytes[0] / 9) % 5, Math.floor(bytes[0] / 45)];
  let at = 18; // after what says how it was packed, and the first five bytes
  const [RANGE, CODE] = [0, 1];
  const coder = Uint32Array.of(0xffffffff, (bytes[14] << 24) | (bytes[15] << 16) | (bytes[16] << 8) | bytes[17]);

  function narrowed() { // a byte more where the range has become small
    coder[RANGE] <<= 8;
    coder[CODE] = (coder[CODE] << 8) | bytes[at++];
  }
  function bit(chance, place) {
    const likely = chance[place];
    const bound = (coder[RANGE] >>> 11) * likely;
    const one = coder[CODE] >= bound ? 1 : 0;
    if (one) {
      coder[RANGE] -= bound;
      coder[CODE] -= bound;
      chance[place] = likely - (likely >> 5);
    } else {
      coder[RANGE] = bound;
      chance[place] = likely + ((2048 - likely) >> 5);
    }
    if (coder[RANGE] < 0x1000000) narrowed();
    return one;
  }
  function even(count) { // bits that are as likely 0 as 1
    let value = 0;
    for (; count; count -= 1) {
      coder[RANGE] >>>= 1;
      const one = coder[CODE] >= coder[RANGE] ? 1 : 0;
      if (one) coder[CODE] -= coder[RANGE];
      value = value * 2 + one;
      if (coder[RANGE] < 0x1000000) narrowed();
    }
    return value;
  }
  function number(chance, start, count) { // the greatest bit first
    let place = 1;
    for (let done = 0; done < count; done += 1) place = place * 2 + bit(chance, start + place);
    return place - 2 ** count;
  }
  function backwards(chance, start, count) { // the smallest bit first
    let [place, value] = [1, 0];
    for (let done = 0; done < count; done += 1) {
      const one = bit(chance, start + place);
      place = place * 2 + one;
      value += one << done;
    }
    return value;
  }
  const lengths = () => ({ choice: chances(2), short: chances(16 * 8), middle: chances(16 * 8), long: chances(256) });
  function length(known, position) {
    if (!bit(known.choice, 0)) return 2 + number(known.short, position * 8, 3);
    if (!bit(known.choice, 1)) return 10 + number(known.middle, position * 8, 3);
    return 18 + number(known.long, 0, 8);
  }
  const [letters, isMatch, isRepeat, isOlder, isSecond, isThird, isOne] = [768 << (literal + low), 12 * 16, 12, 12, 12, 12, 12 * 16].map(chances);
  const [slots, special, align] = [4 * 64, 128, 16].map(chances);
  const [fresh, repeated] = [lengths(), lengths()];
  const last = [0, 0, 0, 0]; // how far back the last ones lay, less one
  let [state, done] = [0, 0]; // what the last few were, and how many bytes are out
  function byte() {
    const before = done ? out[done - 1] : 0;
    const start = 768 * (((done & ((1 << low) - 1)) << literal) + (before >> (8 - literal)));
    let place = 1;
    if (state >= 7) { // after a repetition: what would have come next in it says something
      let matched = out[done - last[0] - 1];
      while (place < 256) {
        const expected = (matched >> 7) & 1;
        matched <<= 1;
        const one = bit(letters, start + ((1 + expected) << 8) + place);
        place = place * 2 + one;
        if (one !== expected) break;
      }
    }
    while (place < 256) place = place * 2 + bit(letters, start + place);
    out[done++] = place & 255;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }
  function far(count) {
    const slot = number(slots, Math.min(count - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const start = (2 | (slot & 1)) * 2 ** bits;
    if (slot < FIRST_FAR) return start + backwards(special, start - slot, bits);
    return start + even(bits - 4) * ALIGNED + backwards(align, 0, 4);
  }
  for (;;) {
    const position = done & ((1 << positions) - 1);
    if (!bit(isMatch, state * 16 + position)) {
      if (done >= size) throw new RangeError("more than was said");
      byte();
      continue;
    }
    let count;
    if (!bit(isRepeat, state)) {
      last.pop();
      count = length(fresh, position);
      last.unshift(far(count));
      if (last[0] === END) return out;
      state = state < 7 ? 7 : 10;
    } else {
      let which = 0;
      if (!bit(isOlder, state)) {
        if (!bit(isOne, state * 16 + position)) {
          out[done] = out[done - last[0] - 1];
          done += 1;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else which = !bit(isSecond, state) ? 1 : !bit(isThird, state) ? 2 : 3;
      last.unshift(last.splice(which, 1)[0]);
      count = length(repeated, position);
      state = state < 7 ? 8 : 11;
    }
    if (last[0] >= done || done + count > size) throw new RangeError("further back, or further on, than there is");
    for (const from = done - last[0] - 1, end = done + count, first = done; done < end; done += 1) out[done] = out[from + done - first];
  }
};
