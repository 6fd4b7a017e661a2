/** What a code unit needs, as in `characters.ts`; a blank stays where no other stands before it. */
const BLANK: u32 = 1;

const LANES: i32 = 8;

/** Whether all eight code units are `!` to `~`, a space or a line feed, and no two blanks follow each other. */
function isPlain(units: v128, before: v128): bool {
  const letters = i16x8.le_u(i16x8.sub(units, i16x8.splat(0x21)), i16x8.splat(0x7e - 0x21));
  const blanks = blanksIn(units);
  const pairs = v128.and(blanks, blanksIn(before));
  return i16x8.all_true(v128.or(letters, blanks)) && !v128.any_true(pairs);
}

function blanksIn(units: v128): v128 {
  return v128.or(i16x8.eq(units, i16x8.splat(0x20)), i16x8.eq(units, i16x8.splat(0x0a)));
}

/**
 * The first of `length` code units that may not stay as it is, or `length`.
 *
 * @param units The code unit in front of them stands at `units - 2`.
 * @param kinds A byte for each code unit.
 */
export function firstSpecial(units: usize, length: i32, kinds: usize): i32 {
  let at: i32 = 0;
  while (at < length) {
    const from = units + ((<usize>at) << 1);
    if (at + LANES <= length && isPlain(v128.load(from), v128.load(from - 2))) {
      at += LANES;
      continue;
    }
    const end = min(length, at + LANES);
    let before = <u32>load<u8>(kinds + <usize>load<u16>(from - 2));
    for (; at < end; at++) {
      const kind = <u32>load<u8>(kinds + <usize>load<u16>(units + ((<usize>at) << 1)));
      // Two blanks in a row share the bit that `BLANK` is.
      if (kind > BLANK || (kind & before) !== 0) return at;
      before = kind;
    }
  }
  return length;
}
