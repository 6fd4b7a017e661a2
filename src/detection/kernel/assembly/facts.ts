/** As in `text-facts.ts`: what an entry says of a code unit. */
const COLUMN_MASK: i32 = (1 << 12) - 1;
const KIND_SHIFT: u32 = 29;
/** As in `automaton.ts`: the columns of ASCII are in two tables, each row of which is one line of the cache. */
const ASCII_COLUMNS: i32 = 64;
const HALF_SHIFT: u32 = 5;
const HALF_MASK: i32 = 31;
const LINE_SHIFT: u32 = 6;
/** In rows below it a literal ends. */
const AT_WORD: i32 = -20_480;
/** As in `traits.ts`: nothing read, the kinds that end a word, and how many characters make a word that ends all chains of short ones. */
const START: i32 = 0;
const ENDS_WORD: u32 = 1;
const JOINS_RUN: u32 = 2;
const UNCHAINED: i32 = 5;
/** Of a state of words, without its marks. */
const WORD_ROW: i32 = (1 << 13) - 1;

/** Shorter pieces are not worth two ways. */
const MIN_HALVED: i32 = 256;
/** How far before its middle a piece may be halved. */
const MAX_SEARCH: i32 = 96;
const BLANK: u16 = 32;

/** Where in a way's state what stands. */
const ROW: usize = 0;
const WORD: usize = 4;
const MARKS: usize = 8;
const SIGNS: usize = 12;
const TWICE: usize = 16;
const ENTERED: usize = 20;
/** What entries say in their upper halves. */
const CHARS: usize = 24;
const UPPER: u64 = 32;
/** Bytes of it. */
const WAY: usize = 28;

function entryAt(units: usize, at: i32, entries: usize): u64 {
  return load<u64>(entries + ((<usize>load<u16>(units + ((<usize>at) << 1))) << 3));
}

function signsOf(way: usize): u64 {
  return <u64>load<u32>(way, SIGNS) | ((<u64>load<u32>(way, CHARS)) << UPPER);
}

function putSigns(way: usize, signs: u64): void {
  store<u32>(way, <u32>signs, SIGNS);
  store<u32>(way, <u32>(signs >> UPPER), CHARS);
}

function nextRow(row: i32, column: i32, next: usize, half: i32, others: usize, rests: usize): i32 {
  return column < ASCII_COLUMNS
    ? <i32>(
        load<i16>(
          next + <usize>((row << LINE_SHIFT) + ((column & HALF_MASK) << 1) + (column >> HALF_SHIFT) * half),
        )
      )
    : <i32>load<i16>(others + ((<usize>(load<i32>(rests + ((<usize>row) << 2)) + column)) << 1));
}

function nextWord(word: i32, kind: u32, states: usize): i32 {
  return load<i32>(states + ((<usize>((word & WORD_ROW) + <i32>kind)) << 2));
}

/** Goes on from `from` to `to` by itself. @param way Its state. */
function goOn(
  way: usize,
  units: usize,
  from: i32,
  to: i32,
  base: i32,
  entries: usize,
  next: usize,
  half: i32,
  others: usize,
  rests: usize,
  states: usize,
): void {
  let row = load<i32>(way, ROW);
  let word = load<i32>(way, WORD);
  let marks = load<i32>(way, MARKS);
  let signs = signsOf(way);
  let twice = load<i32>(way, TWICE);
  let rows = <usize>load<u32>(way, ENTERED);
  for (let i = from; i < to; i++) {
    const entry = entryAt(units, i, entries);
    signs |= entry;
    row = nextRow(row, <i32>entry & COLUMN_MASK, next, half, others, rests);
    if (row < AT_WORD) {
      store<i32>(rows, row);
      store<i32>(rows, base + i + 1, 4);
      rows += 8;
    }
    const kind = <u32>entry >> KIND_SHIFT;
    word = nextWord(word, kind, states);
    twice |= marks & word;
    marks |= word;
  }
  store<i32>(way, row, ROW);
  store<i32>(way, word, WORD);
  store<i32>(way, marks, MARKS);
  putSigns(way, signs);
  store<i32>(way, twice, TWICE);
  store<u32>(way, <u32>rows, ENTERED);
}

/** Goes on with both ways, `count` characters from the piece's beginning and from `from`: what one waits for the other does not. */
function goBoth(
  way: usize,
  second: usize,
  units: usize,
  from: i32,
  count: i32,
  base: i32,
  entries: usize,
  next: usize,
  half: i32,
  others: usize,
  rests: usize,
  states: usize,
): void {
  let row = load<i32>(way, ROW);
  let word = load<i32>(way, WORD);
  let marks = load<i32>(way, MARKS);
  let signs = signsOf(way);
  let twice = load<i32>(way, TWICE);
  let rows = <usize>load<u32>(way, ENTERED);
  let secondRow = load<i32>(second, ROW);
  let secondWord = load<i32>(second, WORD);
  let secondRows = <usize>load<u32>(second, ENTERED);
  for (let i: i32 = 0; i < count; i++) {
    const entry = entryAt(units, i, entries);
    const secondEntry = entryAt(units, from + i, entries);
    signs |= entry | secondEntry;
    row = nextRow(row, <i32>entry & COLUMN_MASK, next, half, others, rests);
    secondRow = nextRow(secondRow, <i32>secondEntry & COLUMN_MASK, next, half, others, rests);
    if (row < AT_WORD) {
      store<i32>(rows, row);
      store<i32>(rows, base + i + 1, 4);
      rows += 8;
    }
    if (secondRow < AT_WORD) {
      store<i32>(secondRows, secondRow);
      store<i32>(secondRows, base + from + i + 1, 4);
      secondRows += 8;
    }
    const kind = <u32>entry >> KIND_SHIFT;
    const secondKind = <u32>secondEntry >> KIND_SHIFT;
    word = nextWord(word, kind, states);
    secondWord = nextWord(secondWord, secondKind, states);
    twice |= (marks & (word | secondWord)) | (word & secondWord);
    marks |= word | secondWord;
  }
  store<i32>(way, row, ROW);
  store<i32>(way, word, WORD);
  store<i32>(way, marks, MARKS);
  putSigns(way, signs);
  store<i32>(way, twice, TWICE);
  store<u32>(way, <u32>rows, ENTERED);
  store<i32>(second, secondRow, ROW);
  store<i32>(second, secondWord, WORD);
  store<u32>(second, <u32>secondRows, ENTERED);
}

/**
 * Where a way may begin as if nothing stood before it, at `at` or not far before: behind a blank that ends a word of five characters
 * or more, which ends all chains of short words. Literals that began before it have ended `longest` characters on.
 *
 * @returns 0 where there is no such place.
 */
function beginNear(units: usize, at: i32, entries: usize): i32 {
  const least = max(UNCHAINED, at - MAX_SEARCH);
  let letters: i32 = 0;
  // Where a blank stands, and the characters of a word before it are counted.
  let begin: i32 = 0;
  for (let i = at - 1; i >= least; i--) {
    if (load<u16>(units + ((<usize>i) << 1)) === BLANK) {
      begin = i + 1;
      letters = 0;
      continue;
    }
    const kind = <u32>entryAt(units, i, entries) >> KIND_SHIFT;
    if (kind === ENDS_WORD || kind === JOINS_RUN) begin = 0;
    else if (begin !== 0 && ++letters === UNCHAINED) return begin;
  }
  return 0;
}

/** The second way's findings stand behind the first one's. @returns Where they end. */
function join(end: usize, from: usize, to: usize): usize {
  memory.copy(end, from, to - from);
  return end + (to - from);
}

/**
 * Takes the automaton of literals and the states of words through a piece of a text, in two halves at once where it is long enough.
 *
 * @param units Its code units, `length` of them.
 * @param base Offset of the first one in the text.
 * @param entries Column, kind and signs of each code unit, and which of some characters it is (i64).
 * @param next The automaton's table, its second half `half` bytes behind the first, like `others` (i16) and `rests` (i32).
 * @param longest Characters of the longest literal.
 * @param states The states of words (i32).
 * @param state Numbers (i32) that are carried from piece to piece: the automaton's row, the state of words, all marks, all entries,
 *   and the marks that were there twice; one that is set anew: how many rows were entered; and which characters there were. Behind them there is
 *   room for seven more.
 * @param entered Takes pairs (i32) of a row and the offset behind it.
 */
export function gather(
  units: usize,
  length: i32,
  base: i32,
  entries: usize,
  next: usize,
  half: i32,
  others: usize,
  rests: usize,
  longest: i32,
  states: usize,
  state: usize,
  entered: usize,
): void {
  store<u32>(state, <u32>entered, ENTERED);
  const begin = length < MIN_HALVED ? 0 : beginNear(units, (length >> 1) - longest, entries);
  if (begin === 0) goOn(state, units, 0, length, base, entries, next, half, others, rests, states);
  else {
    const from = begin + longest;
    const second = state + WAY;
    const secondEntered = entered + ((<usize>from) << 3);
    store<i32>(second, AT_WORD, ROW);
    store<i32>(second, START, WORD);
    store<u32>(second, <u32>secondEntered, ENTERED);
    goOn(second, units, begin, from, base, entries, next, half, others, rests, states);
    // The first way comes by here, too.
    store<i32>(second, 0, MARKS);
    putSigns(second, 0);
    store<i32>(second, 0, TWICE);
    store<u32>(second, <u32>secondEntered, ENTERED);
    const both = min(from, length - from);
    goBoth(state, second, units, from, both, base, entries, next, half, others, rests, states);
    goOn(state, units, both, from, base, entries, next, half, others, rests, states);
    goOn(second, units, from + both, length, base, entries, next, half, others, rests, states);
    const marks = load<i32>(state, MARKS);
    const secondMarks = load<i32>(second, MARKS);
    const twice = load<i32>(state, TWICE) | load<i32>(second, TWICE) | (marks & secondMarks);
    store<i32>(state, load<i32>(second, ROW), ROW);
    store<i32>(state, load<i32>(second, WORD), WORD);
    store<i32>(state, marks | secondMarks, MARKS);
    putSigns(state, signsOf(state) | signsOf(second));
    store<i32>(state, twice, TWICE);
    const rows = join(load<u32>(state, ENTERED), secondEntered, load<u32>(second, ENTERED));
    store<u32>(state, <u32>rows, ENTERED);
  }
  store<u32>(state, (load<u32>(state, ENTERED) - <u32>entered) >> 3, ENTERED);
}
