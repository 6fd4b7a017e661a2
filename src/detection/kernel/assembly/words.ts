/** As in `decoding/words/known-words.ts`. */
const PRIME: i32 = 0x01000193;
const PRIME_2: i32 = PRIME * PRIME;
const PRIME_3: i32 = PRIME_2 * PRIME;
const PRIME_4: i32 = PRIME_3 * PRIME;
const GOLDEN: i32 = 0x9e3779b1;
const NO_LETTERS: i32 = 1;
const KNOWN_BITS: u32 = 17;
const MASK: u32 = (1 << KNOWN_BITS) - 1;
const LONGEST_WORD: i32 = 20;
/** Sets capitals to small letters. */
const SMALL: i32 = 0x20;

const LANES: i32 = 8;
/** Code units that are looked at in one go, and that there is room for behind the text. */
const BLOCK: i32 = 64;

/** Slots that are looked at in one go; how many of them are taken no processor could guess. */
const BUCKET: u32 = 4;

function isKnown(known: usize, hash: i32): bool {
  let slot = (<u32>(hash * GOLDEN) >> (32 - KNOWN_BITS)) & ~(BUCKET - 1);
  while (true) {
    const there = v128.load(known + ((<usize>slot) << 2));
    const isThere = v128.any_true(i32x4.eq(there, i32x4.splat(hash)));
    // Few are full.
    if (i32x4.extract_lane(there, 3) === 0 || isThere) return isThere;
    slot = (slot + BUCKET) & MASK;
  }
}

function smallAt(units: usize, at: i32): i32 {
  return <i32>load<u16>(units + ((<usize>at) << 1)) | SMALL;
}

/**
 * For each place the hash of all code units before it: that of any word is a step away from those where it starts and ends, so that no loop
 * goes over its letters, whose end the processor would guess wrong each time. Four at a time, since each waits for the one before.
 */
function hashAll(units: usize, length: i32, hashes: usize): void {
  let hash: i32 = 0;
  let to = hashes;
  store<i32>(to, hash);
  for (let i: i32 = 0; i < length; i += 4) {
    const one = smallAt(units, i);
    const two = one * PRIME + smallAt(units, i + 1);
    const three = two * PRIME + smallAt(units, i + 2);
    const four = three * PRIME + smallAt(units, i + 3);
    store<i32>(to, hash * PRIME + one, 4);
    store<i32>(to, hash * PRIME_2 + two, 8);
    store<i32>(to, hash * PRIME_3 + three, 12);
    hash = hash * PRIME_4 + four;
    store<i32>(to, hash, 16);
    to += 16;
  }
}

/** Whether the letters from `start` to `end` are a word. @param powers Of `PRIME`, up to that of `LONGEST_WORD`. */
function isWord(known: usize, powers: usize, hashes: usize, start: i32, end: i32): bool {
  if (end - start > LONGEST_WORD) return false;
  const before = load<i32>(hashes + ((<usize>start) << 2));
  const power = load<i32>(powers + ((<usize>(end - start)) << 2));
  return isKnown(known, load<i32>(hashes + ((<usize>end) << 2)) + (NO_LETTERS - before) * power);
}

/** A bit for each of `BLOCK` code units that is a letter of ASCII. */
function lettersIn(units: usize): u64 {
  let letters: u64 = 0;
  for (let lane: i32 = 0; lane < BLOCK; lane += LANES) {
    const small = v128.or(v128.load(units + ((<usize>lane) << 1)), i16x8.splat(<i16>SMALL));
    const are = i16x8.lt_u(i16x8.sub(small, i16x8.splat(97)), i16x8.splat(26));
    letters |= (<u64>i16x8.bitmask(are)) << (<u64>lane);
  }
  return letters;
}

/** Puts something behind a text that is no letter. */
function endText(units: usize, length: i32): void {
  const end = units + ((<usize>length) << 1);
  for (let lane: i32 = 0; lane < BLOCK; lane += LANES) v128.store(end + ((<usize>lane) << 1), i16x8.splat(0));
}

/**
 * The words of ASCII letters among `length` code units: all, or the unknown ones. What is written for one that is not wanted is overwritten by
 * the next: whether one is wanted is a matter of chance, and the processor would guess it wrong.
 *
 * @param units There is room for 64 more.
 * @param known A table of hashes of words (i32).
 * @param powers Those of the hashes' prime (i32), from 0 to that of the longest word.
 * @param hashes Room for one for each code unit, and for four more (i32).
 * @param letters Of an unknown word, at least; 0 for all words.
 * @param out Takes how many words of so many letters there are (i32), and then pairs (i32): where a word starts and where it ends, the complement of
 *   that where it is known.
 * @returns How many pairs.
 */
export function findWords(
  units: usize,
  length: i32,
  known: usize,
  powers: usize,
  hashes: usize,
  letters: i32,
  out: usize,
): i32 {
  const wantsAll = <i32>(letters === 0);
  endText(units, length);
  hashAll(units, length, hashes);
  let to = out + 4;
  let count: i32 = 0;
  let start: i32 = 0;
  let open: u64 = 0;
  for (let base: i32 = 0; base <= length; base += BLOCK) {
    const are = lettersIn(units + ((<usize>base) << 1));
    const behind = (are << 1) | open;
    let starts = are & ~behind;
    if (!open) {
      start = base + <i32>ctz(starts);
      starts &= starts - 1;
    }
    for (let ends = ~are & behind; ends !== 0; ends &= ends - 1) {
      const end = base + <i32>ctz(ends);
      const isLong = <i32>(end - start >= letters);
      const isOne = <i32>isWord(known, powers, hashes, start, end);
      store<i32>(to, start);
      store<i32>(to, end ^ -isOne, 4);
      to += <usize>((wantsAll | (isLong & (isOne ^ 1))) << 3);
      count += isLong;
      start = base + <i32>ctz(starts);
      starts &= starts - 1;
    }
    open = are >> 63;
  }
  store<i32>(out, count);
  return <i32>((to - out) >> 3);
}
