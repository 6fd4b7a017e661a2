/** As in `model/features.ts`, whose features these are; a property test holds them to each other. */
const SPACE: i32 = 1 << 16;
const LETTER: i32 = 2 << 16;
const ALONE: i32 = 3 << 16;
const KIND: i32 = 3 << 16;
const ENDING_SHIFT: i32 = 18;
const ENDS: i32 = 1;
const SLASH: i32 = 47;
const CAPITAL_A: i32 = 65;
const CAPITAL_Z: i32 = 90;
const LAST_ASCII: i32 = 127;
const CODE: i32 = 0xffff;
const MAX_GRAMS: i32 = 48;
const LINE_BREAK: i32 = 10;
const BLANK: u16 = 32;
const PRIME: i32 = 0x01000193;
const GOLDEN: i32 = 0x9e3779b1;
const PAIR: i32 = 0x5bd1e995;
const GRAM: i32 = 0x44444444;
const SHIFT: u32 = 12;

function weightOf(weights: usize, hash: i32): i32 {
  return <i32>load<i8>(weights + <usize>(<u32>(hash * GOLDEN) >> SHIFT));
}

/**
 * Adds up the weights of a text's features, word by word.
 *
 * @param units Its code units, and room for one more.
 * @param folded For each code unit what it is folded to, its kind, and whether a sentence ends, or may end, with it (i32).
 * @param weights Of one side, by hash (i8).
 * @param sums For each word, and one more in front: the sum of weights up to its end, times `scale` (f64); `counts` how many features
 *   that were (i32).
 * @param starts Where words start (i32), `ends` where they end, `begins` whether a sentence or a clause begins there (u8).
 * @returns How many words.
 */
export function weigh(
  units: usize,
  length: i32,
  folded: usize,
  weights: usize,
  scale: f64,
  sums: usize,
  counts: usize,
  starts: usize,
  ends: usize,
  begins: usize,
): i32 {
  // Ends the last word.
  store<u16>(units + ((<usize>length) << 1), BLANK);
  store<f64>(sums, 0);
  store<i32>(counts, 0);
  let features: i32 = 0;
  let atWord: i32 = 0;
  let sum: i32 = 0;
  let sumAtWord: i32 = 0;
  let words: i32 = 0;
  let gram: i32 = 0;
  let before: i32 = 0;
  let isAfterSpace = true;
  let begin: i32 = 1;
  let mayBegin: i32 = 0;
  let at: i32 = 0;
  while (at <= length) {
    const unit = <i32>load<u16>(units + ((<usize>at) << 1));
    let entry = load<i32>(folded + ((<usize>unit) << 2));
    if ((entry & KIND) < LETTER) {
      const isSpace = (entry & KIND) === SPACE;
      if (!isSpace) before = entry & CODE;
      else if (unit === LINE_BREAK) before = LINE_BREAK;
      const ending = entry >> ENDING_SHIFT;
      if (ending === ENDS || (mayBegin !== 0 && unit !== SLASH)) begin = 1;
      mayBegin = ending >> 1;
      at++;
      if (isSpace && isAfterSpace) continue;
      isAfterSpace = isSpace;
      gram = (gram << 8) ^ (entry & CODE);
      if (features - atWord < MAX_GRAMS) {
        sum += weightOf(weights, gram ^ GRAM);
        features++;
      }
      continue;
    }
    const wordFrom = at;
    if (mayBegin !== 0) {
      if ((unit >= CAPITAL_A && unit <= CAPITAL_Z) || unit > LAST_ASCII) begin = 1;
      mayBegin = 0;
    }
    const isAlone = (entry & KIND) === ALONE;
    let word: i32 = 0;
    do {
      const code = entry & CODE;
      gram = (gram << 8) ^ code;
      if (features - atWord < MAX_GRAMS) {
        sum += weightOf(weights, gram ^ GRAM);
        features++;
      }
      word = word * PRIME + code + 1;
      at++;
      entry = load<i32>(folded + ((<usize>load<u16>(units + ((<usize>at) << 1))) << 2));
    } while ((entry & KIND) === LETTER && !isAlone);
    isAfterSpace = false;
    if (word === before) {
      features = atWord;
      sum = sumAtWord;
    } else {
      sum += weightOf(weights, word) + weightOf(weights, (before * PRIME + word) ^ PAIR);
      features += 2;
    }
    before = word;
    store<u8>(begins + <usize>words, <u8>begin);
    begin = 0;
    const place = (<usize>words) << 2;
    store<i32>(starts + place, wordFrom);
    store<i32>(ends + place, at);
    atWord = features;
    sumAtWord = sum;
    words++;
    store<i32>(counts + place, features, 4);
    store<f64>(sums + ((<usize>words) << 3), <f64>sum * scale);
  }
  if (words === 0 && features > 0) {
    store<i32>(starts, 0);
    store<i32>(ends, length);
    store<u8>(begins, 1);
    words = 1;
  }
  if (words > 0) {
    store<i32>(counts + ((<usize>words) << 2), features);
    store<f64>(sums + ((<usize>words) << 3), <f64>sum * scale);
  }
  return words;
}
