/** As in `word-gaps.ts`: what a unit's low bits say of it between words, and above them what it is in words that are joined. */
const GAP_BITS: u32 = 7;
const SIGN: u32 = 0;
const LETTER: u32 = 2;
const DIGIT: u32 = 3;
const STOP: u32 = 4;
const JOINT_SHIFT: u32 = 3;
const JOINT_SMALL: u32 = 1;
const JOINT_CAPITAL: u32 = 2;
const FIRST_SIGN: u32 = 4;
const SIGNS: i32 = 18;
/** Bytes of a number for each of them. */
const COUNTS: usize = 80;

const LONGEST_GAP: i32 = 12;
/** So many signs in front of it, or more, make a full stop one that stands in front of a list. */
const STOP_AFTER: i32 = 2;
/** So many gaps without signs in a row end what was repeated; so many of the last ones are the same where something is. */
const MOST_PLAIN: i32 = 2;
const LEAST_SAME: i32 = 4;

/** As in `separated-words.ts`: of so many words with the same gaps between most of them each other gap takes away what three are worth. */
const SHORTEST_GAP: i32 = 2;
const MIN_WORDS: usize = 5;
const LOSS: i32 = 3;
const LEAST_OF_KIND: i32 = 3;
const GAP_BYTES: usize = 16;
/** A gap, and how often it is there. */
const KIND_BYTES: usize = 32;
/** A text with more kinds of gaps is not looked at here. */
const MOST_KINDS: usize = 64;

const SHORTEST_PIECE: i32 = 16;
const MIN_JOINTS: i32 = 3;
const LONGEST_WORD: i32 = 24;
const SAME_SHARE: f64 = 0.8;
const CHARACTERS_OF_WORD: f64 = 3.6;

const LANES: i32 = 16;
/** Code units that are looked at in one go, and that there is room for behind the text. */
const BLOCK: i32 = 64;

function kindAt(units: usize, at: i32, kinds: usize): u32 {
  return <u32>load<u8>(kinds + <usize>load<u16>(units + ((<usize>at) << 1)));
}

/** Puts something behind a text that is no letter and no blank. */
function closeText(units: usize, length: i32): void {
  const end = units + ((<usize>length) << 1);
  for (let byte: i32 = 0; byte < 2 * BLOCK; byte += 16) v128.store(end + <usize>byte, i16x8.splat(0));
}

/** Those of sixteen code units that a byte has no room for become 255, or 0 from the middle of all on. */
function narrow(units: usize): v128 {
  return i8x16.narrow_i16x8_u(v128.load(units), v128.load(units, 16));
}

function lettersByTable(units: usize, kinds: usize): i32 {
  let letters: i32 = 0;
  for (let lane: i32 = 0; lane < LANES; lane++)
    letters |= i32((kindAt(units, lane, kinds) & GAP_BITS) === LETTER) << lane;
  return letters;
}

/** A bit for each of `BLOCK` code units that is a letter or an apostrophe; none is from 0x8000 on. */
function lettersOf(units: usize, kinds: usize): u64 {
  let letters: u64 = 0;
  for (let lane: i32 = 0; lane < BLOCK; lane += LANES) {
    const from = units + ((<usize>lane) << 1);
    const bytes = narrow(from);
    const small = v128.or(bytes, i8x16.splat(0x20));
    const isLetter = i8x16.le_u(i8x16.sub(small, i8x16.splat(0x61)), i8x16.splat(0x7a - 0x61));
    const are = i8x16.bitmask(v128.or(isLetter, i8x16.eq(bytes, i8x16.splat(0x27))));
    const mask = i8x16.bitmask(bytes) === 0 ? are : lettersByTable(from, kinds);
    letters |= (<u64>(<u32>mask)) << (<u64>lane);
  }
  return letters;
}

/** A bit for each of `BLOCK` code units that is a space or a line feed. */
function blanksOf(units: usize): u64 {
  let blanks: u64 = 0;
  for (let lane: i32 = 0; lane < BLOCK; lane += LANES) {
    const bytes = narrow(units + ((<usize>lane) << 1));
    const are = v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x0a)));
    blanks |= (<u64>(<u32>i8x16.bitmask(are))) << (<u64>lane);
  }
  return blanks;
}

/** The last gaps with signs in them, as hashes; the oldest is the last. */
let one: i32 = 0;
let two: i32 = 0;
let three: i32 = 0;
let four: i32 = 0;
let five: i32 = 0;
let six: i32 = 0;

function forget(): void {
  one = 0;
  two = 0;
  three = 0;
  four = 0;
  five = 0;
  six = 0;
}

/** @returns Whether most of the last gaps were this one. */
function note(hash: i32): bool {
  six = five;
  five = four;
  four = three;
  three = two;
  two = one;
  one = hash;
  const same =
    1 + i32(two === hash) + i32(three === hash) + i32(four === hash) + i32(five === hash) + i32(six === hash);
  return same >= LEAST_SAME;
}

/**
 * Whether the same signs, other than those that end sentences, stand between words again and again.
 *
 * @param units There is room for 64 more behind them.
 * @param kinds A byte for each code unit.
 */
function repeatsGaps(units: usize, length: i32, kinds: usize): bool {
  forget();
  let plain: i32 = 0;
  let start: i32 = 0;
  let wasLetter: u64 = 1;
  for (let base: i32 = 0; base < length; base += BLOCK) {
    const are = lettersOf(units + ((<usize>base) << 1), kinds);
    const behind = (are << 1) | wasLetter;
    let starts = ~are & behind;
    if (wasLetter) {
      start = base + <i32>ctz(starts);
      starts &= starts - 1;
    }
    for (let ends = are & ~behind; ends !== 0; ends &= ends - 1) {
      const end = base + <i32>ctz(ends);
      let hash: i32 = 0;
      let isTelling = false;
      if (end - start <= LONGEST_GAP)
        for (let at = start; at < end; at++) {
          const unit = <u32>load<u16>(units + ((<usize>at) << 1));
          const kind = <u32>load<u8>(kinds + <usize>unit) & GAP_BITS;
          isTelling =
            isTelling || kind === SIGN || kind === DIGIT || (kind === STOP && at - start >= STOP_AFTER);
          hash = hash * 31 + <i32>(kind === DIGIT ? 1 : unit);
        }
      if (isTelling) {
        plain = 0;
        if (note(hash)) return true;
      } else if (++plain === MOST_PLAIN + 1) forget();
      start = base + <i32>ctz(starts);
      starts &= starts - 1;
    }
    wasLetter = are >> 63;
  }
  return false;
}

/** Whether one of `BLOCK` code units is none of ASCII. */
function isBeyondAscii(units: usize): bool {
  let all = i16x8.splat(0);
  for (let byte: i32 = 0; byte < 2 * BLOCK; byte += 16) all = v128.or(all, v128.load(units + <usize>byte));
  return v128.any_true(v128.and(all, i16x8.splat(<i16>0xff80)));
}

/** A bit for each of `BLOCK` code units that is an apostrophe. */
function apostrophesOf(units: usize): u64 {
  let found: u64 = 0;
  for (let lane: i32 = 0; lane < BLOCK; lane += LANES) {
    const are = i8x16.eq(narrow(units + ((<usize>lane) << 1)), i8x16.splat(0x27));
    found |= (<u64>(<u32>i8x16.bitmask(are))) << (<u64>lane);
  }
  return found;
}

/** Writes what stands in `[start, end)` between two words, as bytes that end at the same place, digits in a row as one; 0 where that is nothing or long. */
function packGap(units: usize, start: i32, end: i32, to: usize): void {
  let high: u64 = 0;
  let low: u64 = 0;
  let length = end - start;
  const isGap = length >= SHORTEST_GAP && length <= LONGEST_GAP;
  let wasDigit = false;
  for (let at = start; at < end && isGap; at++) {
    let unit = <u64>load<u16>(units + ((<usize>at) << 1));
    const isDigit = unit - 0x30 < 10;
    if (isDigit && wasDigit) continue;
    wasDigit = isDigit;
    if (isDigit) unit = 0x30;
    high = (high << 8) | (low >> 56);
    low = (low << 8) | unit;
  }
  store<u64>(to, high);
  store<u64>(to, low, 8);
}

/** Whether a gap is one sign, or blanks and commas, which stand between words anyway. */
function isUsual(high: u64, low: u64): bool {
  if (high === 0 && low < 0x100) return true;
  for (; (low | high) !== 0; low = (low >> 8) | (high << 56), high >>= 8) {
    const sign = low & 0xff;
    if (sign !== 0x20 && sign !== 0x0a && sign !== 0x2c) return false;
  }
  return true;
}

/** Whether enough words stand beside each other that mostly have such a gap between them, or one that ends like it. */
function isDense(gaps: usize, end: usize, high: u64, low: u64): bool {
  const highMask: u64 = high === 0 ? 0 : u64.MAX_VALUE >> (clz(high) & 56);
  const lowMask: u64 = high === 0 ? u64.MAX_VALUE >> (clz(low) & 56) : u64.MAX_VALUE;
  let sum: i32 = 0;
  let best: i32 = 0;
  let first: usize = 0;
  for (let gap = gaps; gap < end; gap += GAP_BYTES) {
    const isOne = (((load<u64>(gap) ^ high) & highMask) | ((load<u64>(gap, 8) ^ low) & lowMask)) === 0;
    if (sum === 0) first = gap;
    sum += isOne ? 1 : -LOSS;
    if (sum > best) {
      best = sum;
      if (gap - first >= (MIN_WORDS - 2) * GAP_BYTES) return true;
    }
    if (sum > 0) continue;
    sum = 0;
    best = 0;
  }
  return false;
}

/** What a gap of two code units and more ends with at `end`, as one number; digits in a row are the same as one. */
function endOfGap(units: usize, end: i32): u32 {
  const both = load<u32>(units + ((<usize>(end - 2)) << 1));
  const isDigit = (both >> 16) - 0x30 < 10;
  const isBefore = (both & 0xffff) - 0x30 < 10;
  if (isDigit) return 0x300000;
  return isBefore ? (both & 0xffff0000) | 0x30 : both;
}

/** Whether `LEAST_SAME` gaps of two signs and more follow each other that end with the same two; only of ASCII it is known where that is not so. */
function endAlike(units: usize, length: i32, kinds: usize): bool {
  let same: i32 = 0;
  let before: u32 = 0;
  // The text begins as if letters stood before it.
  let last: u64 = 3;
  let wasApostrophe: u64 = 0;
  for (let base: i32 = 0; base < length; base += BLOCK) {
    const block = units + ((<usize>base) << 1);
    if (isBeyondAscii(block)) return true;
    const apostrophes = apostrophesOf(block);
    const letters = lettersOf(block, kinds) & ~apostrophes;
    const ends = letters & ~((letters << 1) | (last >> 1));
    const arePlain = (letters << 2) | last;
    // Behind a single sign, which may belong to a word.
    let single = ends & arePlain & ~((apostrophes << 1) | wasApostrophe);
    for (let left = ends & ~arePlain; left !== 0; left &= left - 1) {
      const below = (left & -left) - 1;
      if ((single & below) !== 0) same = 0;
      single &= ~below;
      const end = endOfGap(units, base + <i32>ctz(left));
      same = end === before ? same + 1 : 1;
      before = end;
      if (same >= LEAST_SAME) return true;
    }
    if (single !== 0) same = 0;
    last = letters >> 62;
    wasApostrophe = apostrophes >> 63;
  }
  return false;
}

/**
 * Whether some words of a text may have the same signs between each two of them, as `separated-words.ts` looks for it.
 *
 * @param units There is room for 64 more behind them.
 * @param kinds As `repeatsGaps` has them.
 * @param gaps Room for `GAP_BYTES` for every second code unit, and behind these for `MOST_KINDS` times `KIND_BYTES`.
 */
export function mayBeSeparated(units: usize, length: i32, kinds: usize, gaps: usize): bool {
  closeText(units, length);
  // A dense run begins with so many.
  if (!endAlike(units, length, kinds) || !repeatsGaps(units, length, kinds)) return false;
  let to = gaps;
  let start: i32 = 0;
  let wasLetter: u64 = 0;
  // Where the last word ends, and whether it has an apostrophe in it.
  let last: i32 = -1;
  let isJoined = false;
  for (let base: i32 = 0; base <= length; base += BLOCK) {
    const block = units + ((<usize>base) << 1);
    if (isBeyondAscii(block)) return true;
    const are = lettersOf(block, kinds) & ~apostrophesOf(block);
    const behind = (are << 1) | wasLetter;
    let starts = are & ~behind;
    if (!wasLetter) {
      start = base + <i32>ctz(starts);
      starts &= starts - 1;
    }
    for (let ends = ~are & behind; ends !== 0; ends &= ends - 1) {
      const isRest =
        last >= 0 && !isJoined && start === last + 1 && load<u16>(units + ((<usize>last) << 1)) === 0x27;
      if (last >= 0 && !isRest) {
        packGap(units, last, start, to);
        to += GAP_BYTES;
      }
      isJoined = isRest;
      last = base + <i32>ctz(ends);
      start = base + <i32>ctz(starts);
      starts &= starts - 1;
    }
    wasLetter = are >> 63;
  }
  return hasDense(gaps, to);
}

/** Counts the gaps from `gaps` to `end`, with room for their kinds behind them. @returns Whether one that is often there is dense. */
function hasDense(gaps: usize, end: usize): bool {
  let to = end;
  for (let gap = gaps; gap < end; gap += GAP_BYTES) {
    const high = load<u64>(gap);
    const low = load<u64>(gap, 8);
    if (isUsual(high, low)) continue;
    let kind = end;
    while (kind < to && (load<u64>(kind) !== high || load<u64>(kind, 8) !== low)) kind += KIND_BYTES;
    if (kind < to) {
      store<i32>(kind, load<i32>(kind, 16) + 1, 16);
      continue;
    }
    if (to - end >= MOST_KINDS * KIND_BYTES) return true;
    store<u64>(kind, high);
    store<u64>(kind, low, 8);
    store<i32>(kind, 1, 16);
    to += KIND_BYTES;
  }
  for (let kind = end; kind < to; kind += KIND_BYTES)
    if (load<i32>(kind, 16) >= LEAST_OF_KIND && isDense(gaps, end, load<u64>(kind), load<u64>(kind, 8)))
      return true;
  return false;
}

/**
 * What holds the words together that stand in `[start, end)` without a blank.
 *
 * @param counts Room for `COUNTS` bytes.
 * @returns The number of the sign that most of them have behind them, `SIGNS` for capitals, -1 where neither is.
 */
function jointIn(units: usize, start: i32, end: i32, kinds: usize, counts: usize): i32 {
  for (let i: usize = 0; i < COUNTS; i += 16) v128.store(counts + i, i32x4.splat(0));
  let signs: i32 = 0;
  let capitals: i32 = 0;
  let words: i32 = 0;
  let before: u32 = 0;
  let wordAt = start;
  for (let at = start; at < end; at++) {
    const kind = kindAt(units, at, kinds) >> JOINT_SHIFT;
    if (kind === before) continue;
    const wasLetter = before === JOINT_SMALL || before === JOINT_CAPITAL;
    before = kind;
    if (kind === JOINT_SMALL || kind === JOINT_CAPITAL) {
      capitals += i32(wasLetter && kind === JOINT_CAPITAL);
      if (wasLetter) continue;
      words++;
      wordAt = at;
    } else if (kind >= FIRST_SIGN && wasLetter && at - wordAt <= LONGEST_WORD) {
      const count = counts + ((<usize>(kind - FIRST_SIGN)) << 2);
      store<i32>(count, load<i32>(count) + 1);
      signs++;
    }
  }
  const least = max(<f64>MIN_JOINTS, <f64>(words - 1) * SAME_SHARE);
  if (<f64>signs >= least) {
    let most: i32 = 0;
    let sign: i32 = 0;
    for (let i: i32 = 0; i < SIGNS; i++) {
      const count = load<i32>(counts + ((<usize>i) << 2));
      if (count <= most) continue;
      most = count;
      sign = i;
    }
    if (<f64>most >= least) return sign;
  }
  const isEach = capitals >= max(MIN_JOINTS, words);
  return isEach && <f64>(capitals + words) <= <f64>(end - start) / CHARACTERS_OF_WORD ? SIGNS : -1;
}

/**
 * What stands between blanks and may be words that are joined.
 *
 * @param units There is room for 64 more behind them.
 * @param counts As `jointIn` has it.
 * @param out Takes three numbers (i32) for each: where it starts, where it ends, and its joint.
 * @returns How many.
 */
export function findJoined(units: usize, length: i32, kinds: usize, counts: usize, out: usize): i32 {
  closeText(units, length);
  store<u16>(units + ((<usize>length) << 1), 0x20);
  let to = out;
  let start: i32 = 0;
  for (let base: i32 = 0; base <= length; base += BLOCK)
    for (let blanks = blanksOf(units + ((<usize>base) << 1)); blanks !== 0; blanks &= blanks - 1) {
      const end = base + <i32>ctz(blanks);
      const joint = end - start < SHORTEST_PIECE ? -1 : jointIn(units, start, end, kinds, counts);
      if (joint >= 0) {
        store<i32>(to, start);
        store<i32>(to, end, 4);
        store<i32>(to, joint, 8);
        to += 12;
      }
      start = end + 1;
    }
  return <i32>((to - out) / 12);
}

/** For each of eight code units: whether it is a small letter, or none of ASCII. */
function smallAmong(these: v128): v128 {
  const isAscii = i16x8.lt_u(i16x8.sub(these, i16x8.splat(0x61)), i16x8.splat(26));
  return v128.or(isAscii, i16x8.ge_u(these, i16x8.splat(0xc0)));
}

function isHyphenOrBreak(these: v128): v128 {
  return v128.or(i16x8.eq(these, i16x8.splat(0x2d)), i16x8.eq(these, i16x8.splat(0x0a)));
}

function isDot(these: v128): v128 {
  const middle = i16x8.eq(these, i16x8.splat(0xb7));
  const others = v128.or(i16x8.eq(these, i16x8.splat(0x2027)), i16x8.eq(these, i16x8.splat(0x2022)));
  return v128.or(middle, others);
}

/**
 * Signs that cut words in two: hyphens, dots and line feeds behind a small letter and in front of one, which may stand in the next line.
 *
 * @param units There is room for 64 more behind them, and one is in front of them.
 * @param out Takes where each stands (i32).
 * @returns How many.
 */
export function findHanging(units: usize, length: i32, out: usize): i32 {
  closeText(units, length);
  store<u16>(units - 2, 0);
  let to = out;
  for (let base: i32 = 0; base < length; base += 8) {
    const from = units + ((<usize>base) << 1);
    const these = v128.load(from);
    const areSigns = v128.or(isHyphenOrBreak(these), isDot(these));
    if (!v128.any_true(areSigns)) continue;
    const next = v128.load(from + 2);
    const isInNext = v128.and(i16x8.eq(next, i16x8.splat(0x0a)), smallAmong(v128.load(from + 4)));
    const isCut = v128.and(smallAmong(v128.load(from - 2)), v128.or(smallAmong(next), isInNext));
    const are = v128.and(areSigns, isCut);
    for (let places = i16x8.bitmask(are); places !== 0; places &= places - 1) {
      store<i32>(to, base + ctz(places));
      to += 4;
    }
  }
  return <i32>((to - out) >> 2);
}
