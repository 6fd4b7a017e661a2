const LANES: i32 = 16;
const ALL: i32 = (1 << LANES) - 1;
/** As in `traits.ts`. */
const MIN_RUN: i32 = 16;

/** Which of sixteen code units are of the base64 alphabet, a bit for each; what takes more than a byte becomes one that is not. */
function inAlphabet(units: usize): i32 {
  const bytes = i8x16.narrow_i16x8_u(v128.load(units), v128.load(units, 16));
  const small = v128.or(bytes, i8x16.splat(0x20));
  const letters = i8x16.le_u(i8x16.sub(small, i8x16.splat(0x61)), i8x16.splat(0x7a - 0x61));
  // The slash stands in front of the digits.
  const digits = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x2f)), i8x16.splat(0x39 - 0x2f));
  const signs = v128.or(i8x16.eq(bytes, i8x16.splat(0x2b)), i8x16.eq(bytes, i8x16.splat(0x2d)));
  const others = v128.or(signs, i8x16.eq(bytes, i8x16.splat(0x5f)));
  return i8x16.bitmask(v128.or(v128.or(letters, digits), others));
}

/**
 * Long runs of the base64 alphabet among `length` code units, which all but the last piece of a text has in sixteens.
 *
 * @param units There is room for sixteen more behind them.
 * @param base Offset of the first one in the text.
 * @param state Carried from piece to piece: where a run that goes on at the end began (i32).
 * @param out Takes pairs (i32): where a run starts and where it ends.
 * @returns How many runs have ended.
 */
export function findRuns(units: usize, length: i32, base: i32, state: usize, out: usize): i32 {
  let start = load<i32>(state);
  let to = out;
  for (let at: i32 = 0; at < length; at += LANES) {
    const there = (1 << min(LANES, length - at)) - 1;
    const mask = inAlphabet(units + ((<usize>at) << 1)) & there;
    const end = base + at + ctz(~mask);
    // Without a branch for what ends in most sixteens: only a long run is seldom.
    if (<i32>(mask !== ALL) & <i32>(end - start >= MIN_RUN)) {
      store<i32>(to, start);
      store<i32>(to, end, 4);
      to += 8;
    }
    // Those at the end of the sixteen begin the next run.
    const next = base + at + LANES - clz(~(mask << (32 - LANES)));
    start = select<i32>(start, next, mask === ALL);
  }
  store<i32>(state, start);
  return <i32>((to - out) >> 3);
}

function inRange(bytes: v128, from: i32, to: i32): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(<i8>from)), i8x16.splat(<i8>(to - from)));
}

/** Code units in which places are looked for before any is written: how many there are is what the processor guesses wrong. */
const BLOCK: i32 = 64;

/**
 * Where runs of ASCII digits begin, and where signs stand that look like letters: `@ $ ! |`.
 *
 * @param units There is room for 64 more behind them.
 * @param base Offset of the first one in the text.
 * @param state Carried from piece to piece: whether the character before is a digit (i32).
 * @param out Takes the places (i32).
 * @returns How many.
 */
export function findRare(units: usize, length: i32, base: i32, state: usize, out: usize): i32 {
  let wasDigit = <u64>load<u32>(state);
  let to = out;
  for (let at: i32 = 0; at < length; at += BLOCK) {
    let digits: u64 = 0;
    let signs: u64 = 0;
    for (let lane: i32 = 0; lane < BLOCK; lane += LANES) {
      const from = units + ((<usize>(at + lane)) << 1);
      const bytes = i8x16.narrow_i16x8_u(v128.load(from), v128.load(from, 16));
      const some = v128.or(i8x16.eq(bytes, i8x16.splat(0x40)), i8x16.eq(bytes, i8x16.splat(0x24)));
      const others = v128.or(i8x16.eq(bytes, i8x16.splat(0x21)), i8x16.eq(bytes, i8x16.splat(0x7c)));
      digits |= (<u64>(<u32>i8x16.bitmask(inRange(bytes, 0x30, 0x39)))) << (<u64>lane);
      signs |= (<u64>(<u32>i8x16.bitmask(v128.or(some, others)))) << (<u64>lane);
    }
    const there = at + BLOCK <= length ? <u64>-1 : ((<u64>1) << (<u64>(length - at))) - 1;
    for (let left = ((digits & ~((digits << 1) | wasDigit)) | signs) & there; left !== 0; left &= left - 1) {
      store<i32>(to, base + at + <i32>ctz(left));
      to += 4;
    }
    wasDigit = digits >> 63;
  }
  store<u32>(state, <u32>wasDigit);
  return <i32>((to - out) >> 2);
}
