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

/** Code units that are looked at in one go, and that there is room for behind the text. */
const BLOCK: i32 = 64;
const BLOCK_SHIFT: i32 = 6;
const LANES: i32 = 4;
/** Characters of a word that are hashed in one go. */
const HASHED: i32 = 16;
const PRIME_2: i32 = PRIME * PRIME;
const PRIME_4: i32 = PRIME_2 * PRIME_2;
const PRIME_8: i32 = PRIME_4 * PRIME_4;
const PRIME_16: i32 = PRIME_8 * PRIME_8;
/** Of how many blocks one may hold other than ASCII. */
const PLAIN_SHARE: i32 = 4;
const NONE: i32 = -1;

/** Where in `constants` what stands, as in `model/weigher.ts`. V8 would make a vector anew each time that it is used. */
const LAST_FOUR: usize = 0;
const GRAMS: usize = 16;
const GOLDENS: usize = 32;
const MASKS: usize = 48;
const POWERS: usize = 80;

function weightOf(weights: usize, hash: i32): i32 {
  return <i32>load<i8>(weights + <usize>(<u32>(hash * GOLDEN) >> SHIFT));
}

function entryAt(units: usize, at: i32, folded: usize): i32 {
  return load<i32>(folded + ((<usize>load<u16>(units + ((<usize>at) << 1))) << 2));
}

/** Word by word, for all texts. */
function weighEach(
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

function inRange(bytes: v128, from: i32, to: i32): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(<i8>from)), i8x16.splat(<i8>(to - from)));
}

/** Kinds of a block, a bit for each code unit. */
let letters: u64 = 0;
let alone: u64 = 0;
let spaces: u64 = 0;

/**
 * Finds the kinds of a block, and writes what its characters are folded to.
 *
 * @returns False where there are others than ASCII in it; what was found and written is of no use then.
 */
function readPlain(units: usize, codes: usize): bool {
  letters = 0;
  alone = 0;
  spaces = 0;
  let all = i16x8.splat(0);
  for (let lane: i32 = 0; lane < BLOCK; lane += 16) {
    const from = units + ((<usize>lane) << 1);
    const low = v128.load(from);
    const high = v128.load(from, 16);
    all = v128.or(all, v128.or(low, high));
    const bytes = i8x16.narrow_i16x8_u(low, high);
    const small = v128.or(bytes, i8x16.splat(0x20));
    const isLatin = inRange(small, 0x61, 0x7a);
    const isDigit = inRange(bytes, 0x30, 0x39);
    const isLetter = v128.or(v128.or(isLatin, isDigit), i8x16.eq(bytes, i8x16.splat(0x5f)));
    const isSpace = v128.or(inRange(bytes, 0x09, 0x0d), i8x16.eq(bytes, i8x16.splat(0x20)));
    letters |= (<u64>(<u32>i8x16.bitmask(isLetter))) << (<u64>lane);
    spaces |= (<u64>(<u32>i8x16.bitmask(isSpace))) << (<u64>lane);
    const lower = v128.bitselect(small, bytes, isLatin);
    const number = v128.bitselect(i8x16.splat(0x30), lower, isDigit);
    v128.store(codes + <usize>lane, v128.bitselect(i8x16.splat(0x20), number, isSpace));
  }
  return !v128.any_true(v128.and(all, i16x8.splat(<i16>0xff80)));
}

/** Finds the kinds of any block. */
function readOther(units: usize, folded: usize): void {
  letters = 0;
  alone = 0;
  spaces = 0;
  for (let lane: i32 = 0; lane < BLOCK; lane++) {
    const kind = (<u64>(<u32>entryAt(units, lane, folded)) >> 16) & 3;
    const high = kind >> 1;
    const low = kind & 1;
    letters |= high << (<u64>lane);
    alone |= (high & low) << (<u64>lane);
    spaces |= (low & (high ^ 1)) << (<u64>lane);
  }
}

/** Writes for each place of an ASCII block, behind three more such characters, the sum of all grams up to it. @returns The last one. */
function sumPlain(codes: usize, weights: usize, before: i32, grams: usize, constants: usize): i32 {
  const base = i32x4.splat(<i32>weights);
  let sum = before;
  for (let lane: i32 = 0; lane < BLOCK; lane += LANES) {
    // The last four characters of each of four places, the nearest one lowest.
    const four = i8x16.swizzle(v128.load(codes + <usize>lane - 3), v128.load(constants, LAST_FOUR));
    const hash = i32x4.mul(v128.xor(four, v128.load(constants, GRAMS)), v128.load(constants, GOLDENS));
    const places = i32x4.add(i32x4.shr_u(hash, SHIFT), base);
    const low = i64x2.extract_lane(places, 0);
    const high = i64x2.extract_lane(places, 1);
    const a = sum + <i32>load<i8>(<usize>low);
    const b = a + <i32>load<i8>(<usize>(low >>> 32));
    const c = b + <i32>load<i8>(<usize>high);
    sum = c + <i32>load<i8>(<usize>(high >>> 32));
    const to = grams + ((<usize>lane) << 2);
    store<i32>(to, a);
    store<i32>(to, b, 4);
    store<i32>(to, c, 8);
    store<i32>(to, sum, 12);
  }
  return sum;
}

/** As `sumPlain`, for any block. @param back How many characters before it count. */
function sumOther(units: usize, back: i32, folded: usize, weights: usize, before: i32, grams: usize): i32 {
  let sum = before;
  let gram: i32 = 0;
  for (let at: i32 = -back; at < 0; at++) gram = (gram << 8) ^ (entryAt(units, at, folded) & CODE);
  for (let lane: i32 = 0; lane < BLOCK; lane++) {
    gram = (gram << 8) ^ (entryAt(units, lane, folded) & CODE);
    sum += weightOf(weights, gram ^ GRAM);
    store<i32>(grams + ((<usize>lane) << 2), sum);
  }
  return sum;
}

/** The hash of up to sixteen ASCII characters that end at `end`. */
function hashPlain(end: usize, chars: i32, constants: usize): i32 {
  const mask = v128.load(constants + <usize>chars, MASKS);
  const bytes = v128.and(i8x16.sub(v128.load(end - HASHED), i8x16.eq(mask, mask)), mask);
  const low = i16x8.extend_low_i8x16_u(bytes);
  const high = i16x8.extend_high_i8x16_u(bytes);
  const a = i32x4.mul(i32x4.extend_low_i16x8_u(low), v128.load(constants, POWERS));
  const b = i32x4.mul(i32x4.extend_high_i16x8_u(low), v128.load(constants, POWERS + 16));
  const c = i32x4.mul(i32x4.extend_low_i16x8_u(high), v128.load(constants, POWERS + 32));
  const d = i32x4.mul(i32x4.extend_high_i16x8_u(high), v128.load(constants, POWERS + 48));
  const four = i32x4.add(i32x4.add(a, b), i32x4.add(c, d));
  const two = i64x2.extract_lane(i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1)), 0);
  return <i32>two + <i32>(two >>> 32);
}

/** @param others For each block how many there are before it that are not all ASCII (i32). */
function hashWords(
  words: i32,
  starts: usize,
  ends: usize,
  hashes: usize,
  text: usize,
  codes: usize,
  folded: usize,
  others: usize,
  constants: usize,
): void {
  for (let place: usize = 0; place < (<usize>words) << 2; place += 4) {
    const start = load<i32>(starts + place);
    const end = load<i32>(ends + place);
    const othersBefore = load<i32>(others + ((<usize>(start >> BLOCK_SHIFT)) << 2));
    const othersBehind = load<i32>(others + ((<usize>((end - 1) >> BLOCK_SHIFT)) << 2), 4);
    let hash: i32 = 0;
    if (othersBefore === othersBehind) {
      const first = ((end - start - 1) & (HASHED - 1)) + 1;
      hash = hashPlain(codes + <usize>(start + first), first, constants);
      for (let at = start + first + HASHED; at <= end; at += HASHED)
        hash = hash * PRIME_16 + hashPlain(codes + <usize>at, HASHED, constants);
    } else {
      for (let at = start; at < end; at++) hash = hash * PRIME + (entryAt(text, at, folded) & CODE) + 1;
    }
    store<i32>(hashes + place, hash);
  }
}

/**
 * As `weighEach`, but without a branch for each end of a word, which the processor would guess wrong: of a block of characters the sums of
 * their grams and a bit for each end of a word, and then one step for each word.
 *
 * @returns -1 where blanks follow each other, or where much is not ASCII, which `weighEach` reads as fast.
 */
function weighBlocks(
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
  constants: usize,
  grams: usize,
  hashes: usize,
  codes: usize,
  others: usize,
): i32 {
  const behind = units + ((<usize>length) << 1);
  for (let i: i32 = 0; i < 2 * BLOCK; i += 16) v128.store(behind + <usize>i, i16x8.splat(<i16>BLANK));
  store<u16>(behind + <usize>(2 * BLOCK), BLANK);
  let before: i32 = 0;
  // Blanks in front do not count.
  let from: i32 = 0;
  for (; from < length && (entryAt(units, from, folded) & KIND) === SPACE; from++)
    if (<i32>load<u16>(units + ((<usize>from) << 1)) === LINE_BREAK) before = LINE_BREAK;
  const text = units + ((<usize>from) << 1);
  const size = length - from;
  // Before the text there is nothing, in grams as in words.
  v128.store(codes, i8x16.splat(0));
  const plain = codes + HASHED;
  store<i32>(grams, 0);
  let gramSum: i32 = 0;
  let wasLetter: u64 = 0;
  let wasAlone: u64 = 0;
  let wasSpace: u64 = 1;
  let wasPlain = true;
  let other: i32 = 0;
  let started = starts;
  let ended = ends;
  for (let base: i32 = 0; base <= size; base += BLOCK) {
    const block = text + ((<usize>base) << 1);
    const number = (<usize>(base >> BLOCK_SHIFT)) << 2;
    store<i32>(others + number, other);
    const isPlain = readPlain(block, plain + <usize>base);
    if (!isPlain) {
      other++;
      if (other * PLAIN_SHARE * BLOCK > base + BLOCK) return NONE;
      readOther(block, folded);
    }
    store<i32>(others + number, other, 4);
    const doubled = spaces & ((spaces << 1) | wasSpace);
    // The blank that ends the text may stand behind another.
    if (doubled !== 0 && base + <i32>ctz(doubled) < size) return NONE;
    const to = grams + ((<usize>(base + 1)) << 2);
    gramSum =
      isPlain && wasPlain
        ? sumPlain(plain + <usize>base, weights, gramSum, to, constants)
        : sumOther(block, min(base, 3), folded, weights, gramSum, to);
    const areBehind = (letters << 1) | wasLetter;
    const borders = alone | (alone << 1) | wasAlone;
    for (let left = letters & (~areBehind | borders); left !== 0; left &= left - 1) {
      store<i32>(started, base + <i32>ctz(left));
      started += 4;
    }
    for (let left = areBehind & (~letters | borders); left !== 0; left &= left - 1) {
      store<i32>(ended, base + <i32>ctz(left));
      ended += 4;
    }
    wasLetter = letters >> 63;
    wasAlone = alone >> 63;
    wasSpace = spaces >> 63;
    wasPlain = isPlain;
  }
  let words = <i32>((ended - ends) >> 2);
  hashWords(words, starts, ends, hashes, text, plain, folded, others, constants);
  store<f64>(sums, 0);
  store<i32>(counts, 0);
  let features: i32 = 0;
  let sum: i32 = 0;
  let begin: i32 = 1;
  let last: i32 = 0;
  let lastSum: i32 = 0;
  for (let place: usize = 0; place < (<usize>words) << 2; place += 4) {
    const start = load<i32>(starts + place);
    const end = load<i32>(ends + place);
    const word = load<i32>(hashes + place);
    // Between most words there is one blank, which changes nothing.
    if (start - last > 1 || (start > last && load<u16>(text + ((<usize>last) << 1)) !== BLANK)) {
      let mayBegin: i32 = 0;
      for (let at = last; at < start; at++) {
        const unit = <i32>load<u16>(text + ((<usize>at) << 1));
        const entry = load<i32>(folded + ((<usize>unit) << 2));
        if ((entry & KIND) !== SPACE) before = entry & CODE;
        else if (unit === LINE_BREAK) before = LINE_BREAK;
        const ending = entry >> ENDING_SHIFT;
        if (ending === ENDS || (mayBegin !== 0 && unit !== SLASH)) begin = 1;
        mayBegin = ending >> 1;
      }
      if (mayBegin !== 0) {
        const unit = <i32>load<u16>(text + ((<usize>start) << 1));
        if ((unit >= CAPITAL_A && unit <= CAPITAL_Z) || unit > LAST_ASCII) begin = 1;
      }
    }
    const taken = min(end - last, MAX_GRAMS);
    const added =
      load<i32>(grams + ((<usize>(last + taken)) << 2)) -
      lastSum +
      weightOf(weights, word) +
      weightOf(weights, (before * PRIME + word) ^ PAIR);
    const isSame = word === before;
    sum += select<i32>(0, added, isSame);
    features += select<i32>(0, taken + 2, isSame);
    before = word;
    last = end;
    lastSum = load<i32>(grams + ((<usize>end) << 2));
    store<u8>(begins + (place >> 2), <u8>begin);
    begin = 0;
    store<i32>(starts + place, start + from);
    store<i32>(ends + place, end + from);
    store<i32>(counts + place, features, 4);
    store<f64>(sums + (place << 1), <f64>sum * scale, 8);
  }
  // What stands behind the last word counts as its own, and so does the blank behind the text where none stands before it.
  const isAfterSpace = size === 0 || (entryAt(text, size - 1, folded) & KIND) === SPACE;
  const taken = min(size + i32(!isAfterSpace) - last, MAX_GRAMS);
  features += taken;
  sum += load<i32>(grams + ((<usize>(last + taken)) << 2)) - lastSum;
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

/**
 * Adds up the weights of a text's features, word by word.
 *
 * @param units Its code units, and room for 65 more.
 * @param folded For each code unit what it is folded to, its kind, and whether a sentence ends, or may end, with it (i32).
 * @param weights Of one side, by hash (i8).
 * @param sums For each word, and one more in front: the sum of weights up to its end, times `scale` (f64); `counts` how many features
 *   that were (i32).
 * @param starts Where words start (i32), `ends` where they end, `begins` whether a sentence or a clause begins there (u8).
 * @param constants What the vectors of the loops hold.
 * @param grams Room for a number (i32) for each code unit and 65 more, like `hashes` for each word, and `others` for each block of 64
 *   and one more; `codes` for a byte for each code unit and 81 more.
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
  constants: usize,
  grams: usize,
  hashes: usize,
  codes: usize,
  others: usize,
): i32 {
  const words = weighBlocks(
    units,
    length,
    folded,
    weights,
    scale,
    sums,
    counts,
    starts,
    ends,
    begins,
    constants,
    grams,
    hashes,
    codes,
    others,
  );
  if (words !== NONE) return words;
  return weighEach(units, length, folded, weights, scale, sums, counts, starts, ends, begins);
}
