/** What a code unit needs, as in `characters.ts`; a blank stays where no other stands before it. */
const PLAIN: u32 = 0;
const BLANK: u32 = 1;
const BREAK: u32 = 3;
const GONE: u32 = 4;
const MAPPED: u32 = 5;

const LINE_FEED: u16 = 0x0a;
const SPACE: u16 = 0x20;
/** As in `mapped-text.ts`. */
const ONE_TO_ONE: i32 = -1;

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

function kindAt(kinds: usize, unit: u16): u32 {
  return <u32>load<u8>(kinds + <usize>unit);
}

/**
 * Makes each run of white space one blank or line feed, leaves out what is invisible, and puts letters in the place of others: what most
 * texts need that need anything.
 *
 * @param units The code unit in front of them stands at `units - 2`.
 * @param kinds A byte for each code unit.
 * @param singles For each code unit that is mapped the one that takes its place, or 0 where that is not all (u16).
 * @param out Takes the code units; it has room for eight more.
 * @param outStarts Where pieces begin (i32), `starts` where they begin in the text, `ends` where they end there, or `ONE_TO_ONE`.
 * @param result Takes the number of code units and that of pieces (i32).
 * @returns False where something else has to be resolved.
 */
export function foldSimple(
  units: usize,
  length: i32,
  kinds: usize,
  singles: usize,
  out: usize,
  outStarts: usize,
  starts: usize,
  ends: usize,
  result: usize,
): bool {
  let written: i32 = 0;
  let pieces: usize = 0;
  /** What a place in the text is ahead of its place in `out`; of a run of units one to one. */
  let ahead: i32 = -1;
  for (let at: i32 = 0; at < length; ) {
    let from = units + ((<usize>at) << 1);
    if (at - written === ahead) {
      if (at + LANES <= length && isPlain(v128.load(from), v128.load(from - 2))) {
        v128.store(out + ((<usize>written) << 1), v128.load(from));
        // A blank at the end may begin a run.
        const taken = LANES - i32(kindAt(kinds, load<u16>(from, 2 * (LANES - 1))) !== PLAIN);
        at += taken;
        written += taken;
        continue;
      }
      for (; at < length; at++, from += 2, written++) {
        const unit = load<u16>(from);
        if (kindAt(kinds, unit) !== PLAIN) break;
        store<u16>(out + ((<usize>written) << 1), unit);
      }
      if (at === length) break;
    }
    let unit = load<u16>(from);
    const kind = kindAt(kinds, unit);
    if (kind > GONE) {
      unit = kind === MAPPED ? load<u16>(singles + ((<usize>unit) << 1)) : 0;
      if (unit === 0) return false;
    }
    let last = at + 1;
    if (kind === GONE) {
      at++;
      continue;
    }
    let end = at + 1;
    if (kind !== PLAIN && kind < GONE) {
      let breaks = kind === BREAK || unit === LINE_FEED;
      for (; end < length; end++) {
        const next = load<u16>(units + ((<usize>end) << 1));
        const nextKind = kindAt(kinds, next);
        if (nextKind === PLAIN || nextKind > GONE) break;
        if (nextKind !== GONE) last = end + 1;
        if (nextKind === BREAK || next === LINE_FEED) breaks = true;
      }
      unit = breaks ? LINE_FEED : SPACE;
    }
    const isOneToOne = last - at === 1;
    if (!isOneToOne || at - written !== ahead) {
      store<i32>(outStarts + (pieces << 2), written);
      store<i32>(starts + (pieces << 2), at);
      store<i32>(ends + (pieces << 2), isOneToOne ? ONE_TO_ONE : last);
      pieces++;
      ahead = isOneToOne ? at - written : -1;
    }
    store<u16>(out + ((<usize>written) << 1), unit);
    written++;
    at = end;
  }
  store<i32>(result, written);
  store<i32>(result, <i32>pieces, 4);
  return true;
}

/**
 * Writes `length` code units as a byte each.
 *
 * @param out There is room for sixteen more.
 * @returns The bits that any of them has: more than a byte of them where not all have fitted.
 */
export function narrow(units: usize, length: i32, out: usize): i32 {
  let some = v128.splat<i16>(0);
  let at: i32 = 0;
  for (; at + 2 * LANES <= length; at += 2 * LANES) {
    const from = units + ((<usize>at) << 1);
    const first = v128.load(from);
    const second = v128.load(from, 16);
    some = v128.or(some, v128.or(first, second));
    v128.store(out + <usize>at, i8x16.narrow_i16x8_u(first, second));
  }
  let bits: i32 = 0;
  for (; at < length; at++) {
    const unit = load<u16>(units + ((<usize>at) << 1));
    bits |= <i32>unit;
    store<u8>(out + <usize>at, <u8>unit);
  }
  const four = v128.or(some, v128.shuffle<i64>(some, some, 1, 0));
  const two = i64x2.extract_lane(four, 0);
  const one = <i32>two | <i32>(two >>> 32);
  return (bits | one | (one >>> 16)) & 0xffff;
}
