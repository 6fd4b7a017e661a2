/** As in `decoding/known-words.ts`. */
const PRIME: i32 = 0x01000193;
const GOLDEN: i32 = 0x9e3779b1;
const NO_LETTERS: i32 = 1;
const KNOWN_BITS: u32 = 17;
const MASK: u32 = (1 << KNOWN_BITS) - 1;
const LONGEST_WORD: i32 = 20;
/** Sets capitals to small letters. */
const SMALL: i32 = 0x20;

function isKnown(known: usize, hash: i32): bool {
  let slot = <u32>(hash * GOLDEN) >> (32 - KNOWN_BITS);
  while (true) {
    const there = load<i32>(known + ((<usize>slot) << 2));
    if (there === hash) return true;
    if (there === 0) return false;
    slot = (slot + 1) & MASK;
  }
}

/**
 * The words of ASCII letters among `length` code units.
 *
 * @param known A table of hashes of words (i32).
 * @param out Takes pairs (i32): where a word starts and where it ends, the complement of that where it is known.
 * @returns How many words.
 */
export function findWords(units: usize, length: i32, known: usize, out: usize): i32 {
  let to = out;
  let start: i32 = 0;
  let hash = NO_LETTERS;
  for (let i: i32 = 0; i <= length; i++) {
    const code = i < length ? <i32>load<u16>(units + ((<usize>i) << 1)) | SMALL : 0;
    if (<u32>(code - 97) < 26) {
      hash = hash * PRIME + code;
      continue;
    }
    if (i > start) {
      store<i32>(to, start);
      store<i32>(to, i - start <= LONGEST_WORD && isKnown(known, hash) ? ~i : i, 4);
      to += 8;
    }
    start = i + 1;
    hash = NO_LETTERS;
  }
  return <i32>((to - out) >> 3);
}

/**
 * Of the words with so many letters the unknown ones.
 *
 * @param out Takes how many there are in all (i32), and then pairs (i32) of where an unknown one starts and where it ends.
 * @returns How many unknown words.
 */
export function findUnknown(units: usize, length: i32, known: usize, letters: i32, out: usize): i32 {
  let to = out + 4;
  let count: i32 = 0;
  let start: i32 = 0;
  let hash = NO_LETTERS;
  for (let i: i32 = 0; i <= length; i++) {
    const code = i < length ? <i32>load<u16>(units + ((<usize>i) << 1)) | SMALL : 0;
    if (<u32>(code - 97) < 26) {
      hash = hash * PRIME + code;
      continue;
    }
    if (i - start >= letters) {
      count++;
      if (i - start > LONGEST_WORD || !isKnown(known, hash)) {
        store<i32>(to, start);
        store<i32>(to, i, 4);
        to += 8;
      }
    }
    start = i + 1;
    hash = NO_LETTERS;
  }
  store<i32>(out, count);
  return <i32>((to - out) >> 3);
}
