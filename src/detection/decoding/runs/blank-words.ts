import type { TextFacts } from '../../facts/facts.ts';
import { SIGNS as TEXT_SIGNS } from '../../facts/signs.ts';
import { unitsOf } from '../../text/code-units.ts';
import { onForget } from '../../text/in-hand.ts';
import { codedSpans } from './coded-spans.ts';

/** Words between blanks: rows of those that base64 or hex may be written in, and long ones. */

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const DELETE = 0x7f;

/** What holds for a word where it holds for each of its signs. */
export const IN_BASE64 = 1;
export const IN_HEX = 2;
const NO_DIGIT = 4;
const NO_SMALL = 8;
const NO_CAPITAL = 16;
const IN_ASCII = 32;
const IN_WORD = 64;
const ALL = 127;

const SIGNS = new Uint8Array(0x10000).fill(NO_DIGIT | NO_SMALL | NO_CAPITAL | IN_WORD);
SIGNS.fill(0, 0, SPACE + 1);
for (let code = SPACE + 1; code < DELETE; code++) {
  const sign = String.fromCharCode(code);
  SIGNS[code] =
    (/[\w+/=-]/u.test(sign) ? IN_BASE64 : 0) |
    (/[\da-f]/iu.test(sign) ? IN_HEX : 0) |
    (/[\d=]/u.test(sign) ? 0 : NO_DIGIT) |
    (/[a-z]/u.test(sign) ? 0 : NO_SMALL) |
    (/[A-Z]/u.test(sign) ? 0 : NO_CAPITAL) |
    (IN_ASCII | IN_WORD);
}

/** Signs of lists, around a word. */
const AROUND = new Uint8Array(0x10000);
for (const sign of '"\'`[](){},;|') AROUND[sign.charCodeAt(0)] = 1;

/** From this length on a word is decoded by itself, and is none of a row. */
export const LONGEST = 256;
const MIN_WORDS = 3;
/** So many words of a language end a row; a coded one may look like such by chance. */
const MOST_USUAL = 2;
/** In characters, of a word of ASCII. */
export const LONG_WORD = 20;

type Span = Readonly<{ start: number; end: number }>;
export type RowWord = Span & Readonly<{ codes: number }>;
type Row = readonly RowWord[];
type Words = Readonly<{ rows: Row[]; long: Span[] }>;

const isInWord = (units: Uint16Array, at: number): boolean => SIGNS[units[at] ?? 0] !== 0;

const signsOf = (units: Uint16Array, start: number, end: number): number => {
  let signs = ALL;
  for (let at = start; at < end && (signs & IN_BASE64) !== 0; at++) signs &= SIGNS[units[at] ?? 0] ?? 0;
  return signs;
};

/** The word that was looked at last: `[from, to)`, and `[start, end)` without the signs of lists around it. */
const word = { from: 0, to: 0, start: 0, end: 0, signs: 0 };

/** Reads the word from `from` on. @returns False where there is none. */
const readForth = (units: Uint16Array, from: number): boolean => {
  let signs = ALL;
  let at = from;
  for (let next = SIGNS[units[at] ?? 0] ?? 0; next !== 0; next = SIGNS[units[++at] ?? 0] ?? 0) signs &= next;
  word.from = from;
  word.to = at;
  word.signs = signs;
  return at > from;
};

/** Reads the word in front of `to`, which does not begin before `floor`. @returns False where there is none. */
const readBack = (units: Uint16Array, to: number, floor: number): boolean => {
  let signs = ALL;
  let at = to;
  for (; at > floor; at--) {
    const next = SIGNS[units[at - 1] ?? 0] ?? 0;
    if (next === 0) break;
    signs &= next;
  }
  word.from = at;
  word.to = to;
  word.signs = signs;
  return at < to;
};

const trim = (units: Uint16Array): void => {
  while (word.start < word.end && AROUND[units[word.start] ?? 0] === 1) word.start++;
  while (word.start < word.end && AROUND[units[word.end - 1] ?? 0] === 1) word.end--;
};

/** Words of no language hold digits, `=`, or capitals behind the first letter; single signs are none, either. */
const isOdd = (units: Uint16Array, { start, end, signs }: typeof word): boolean => {
  if (end - start === 1 || (signs & NO_DIGIT) === 0) return true;
  if ((signs & (NO_SMALL | NO_CAPITAL)) !== 0) return false;
  return (signsOf(units, start + 1, end) & NO_CAPITAL) === 0;
};

/** What a word is to a row. */
const OTHER = 0;
const USUAL = 1;
const ODD = 2;

/** Looks closer at the word that was read last. */
const kindOfWord = (units: Uint16Array): number => {
  word.start = word.from;
  word.end = word.to;
  if ((word.signs & IN_BASE64) === 0) {
    trim(units);
    if (word.end - word.start === word.to - word.from) return OTHER;
    word.signs = signsOf(units, word.start, word.end);
  }
  const length = word.end - word.start;
  if ((word.signs & IN_BASE64) === 0 || length === 0 || length >= LONGEST) return OTHER;
  return isOdd(units, word) ? ODD : USUAL;
};

/** Where the row begins that the word at `from` belongs to. */
const startOfRow = (units: Uint16Array, from: number, floor: number): number => {
  let start = from;
  let usual = 0;
  for (let at = from; at > floor; ) {
    if (!readBack(units, at, floor)) {
      at--;
      continue;
    }
    const kind = kindOfWord(units);
    usual = kind === USUAL ? usual + 1 : 0;
    if (kind === OTHER || usual === MOST_USUAL) break;
    at = word.from;
    if (kind === ODD) start = at;
  }
  return start;
};

/** Start, end and codes of each word of the row that is read, until the next one. */
const rowNumbers: number[] = [];

const addWord = (count: number): void => {
  rowNumbers[3 * count] = word.start;
  rowNumbers[3 * count + 1] = word.end;
  rowNumbers[3 * count + 2] = word.signs & (IN_BASE64 | IN_HEX);
};

const writeRow = (count: number): Row => {
  const row: RowWord[] = [];
  for (let i = 0; i < 3 * count; i += 3)
    row.push({ start: rowNumbers[i] ?? 0, end: rowNumbers[i + 1] ?? 0, codes: rowNumbers[i + 2] ?? 0 });
  return row;
};

/** Reads a row from its first word on. @returns Behind the word that ends it. */
const readRow = (units: Uint16Array, from: number, to: number, rows: Row[]): number => {
  let count = 0;
  let usual = 0;
  let at = from;
  while (at < to) {
    if (!readForth(units, at)) {
      at++;
      continue;
    }
    const kind = kindOfWord(units);
    at = word.to;
    usual = kind === USUAL ? usual + 1 : 0;
    if (kind === OTHER || usual === MOST_USUAL) break;
    addWord(count++);
  }
  if (count >= MIN_WORDS) rows.push(writeRow(count));
  return at;
};

/** Whether a sign stands in front that no word of a row holds, and that stays where the signs of lists around it are taken off. */
const isBehindOther = (units: Uint16Array, at: number): boolean => {
  const before = units[at - 1] ?? 0;
  return ((SIGNS[before] ?? 0) & (IN_WORD | IN_BASE64)) === IN_WORD && AROUND[before] !== 1;
};

/** Gives the first digit or `=` from a place on, which is never in front of the one before; the text's length where there is none. */
const createFinder = ({ text, marks, signs }: TextFacts, units: Uint16Array) => {
  let i = 0;
  let equals = (signs & TEXT_SIGNS.equals) === 0 ? text.length : -1;
  const isDigitFrom = (mark: number, from: number): boolean =>
    mark >= from &&
    ((SIGNS[units[mark] ?? 0] ?? 0) & NO_DIGIT) === 0 &&
    !(mark > from && isBehindOther(units, mark));
  return (from: number): number => {
    while (i < marks.length && !isDigitFrom(marks[i] ?? 0, from)) i++;
    if (equals < from) {
      const at = text.indexOf('=', from);
      equals = at === -1 ? text.length : at;
    }
    return Math.min(marks[i] ?? text.length, equals);
  };
};

/** Names in programs hold capitals; a row of coded words has digits somewhere, so that nothing else is looked at. */
const readRows = (
  units: Uint16Array,
  from: number,
  to: number,
  find: (from: number) => number,
  rows: Row[],
): void => {
  let floor = from;
  for (let at = find(from); at < to; at = find(floor)) {
    let start = at;
    while (start > floor && isInWord(units, start - 1)) start--;
    readForth(units, start);
    floor = kindOfWord(units) === OTHER ? word.to : readRow(units, startOfRow(units, start, floor), to, rows);
  }
};

/** Between long words; the break of a line is none if something follows it. */
const isBreak = (units: Uint16Array, at: number): boolean =>
  !isInWord(units, at) && !(units[at] === LINE_FEED && isInWord(units, at + 1));

/** What of a long word is of ASCII. */
const pushAscii = (units: Uint16Array, start: number, end: number, long: Span[]): void => {
  for (let at = start; at < end; at++) {
    const from = at;
    while (at < end && (units[at] ?? 0) < DELETE) at++;
    if (at - from >= LONG_WORD) long.push({ start: from, end: at });
  }
};

/** Reads a long word. @returns Where it ends. */
const pushLong = (units: Uint16Array, start: number, to: number, long: Span[]): number => {
  let signs = ALL;
  let end = start;
  for (; end < to; end++) {
    const next = SIGNS[units[end] ?? 0] ?? 0;
    if (next !== 0) signs &= next;
    else if (isBreak(units, end)) break;
  }
  if (!isBreak(units, end)) return end;
  if ((signs & IN_ASCII) !== 0) long.push({ start, end });
  else pushAscii(units, start, end, long);
  return end;
};

/** Goes back from where a word that begins at `floor` would be a long one: what stands behind a break is too short so far. */
const readLong = (units: Uint16Array, from: number, to: number, long: Span[]): void => {
  let floor = from;
  while (floor + LONG_WORD <= to) {
    let start = floor + LONG_WORD;
    while (start > floor && !isBreak(units, start - 1)) start--;
    floor = start > floor ? start : pushLong(units, start, to, long);
  }
};

const findWords = (facts: TextFacts): Words => {
  const { text } = facts;
  const units = unitsOf(text);
  const find = createFinder(facts, units);
  const words: Words = { rows: [], long: [] };
  for (const { start, end } of codedSpans(facts, units)) {
    readRows(units, start, end, find, words.rows);
    readLong(units, start, end, words.long);
  }
  return words;
};

const NO_WORDS: Words = { rows: [], long: [] };
/** Several decoders ask about each text one after the other. */
const known: { facts: TextFacts | undefined; words: Words } = { facts: undefined, words: NO_WORDS };
onForget(() => {
  known.facts = undefined;
  known.words = NO_WORDS;
});

const wordsOf = (facts: TextFacts): Words => {
  if (known.facts !== facts) {
    known.words = findWords(facts);
    known.facts = facts;
  }
  return known.words;
};

/** Rows of at least three words, without the signs of lists around them, and hardly any of them of a language. */
export const rowsIn = (facts: TextFacts): readonly Row[] => wordsOf(facts).rows;

/** Words of ASCII with at least {@link LONG_WORD} characters; breaks of lines are no blanks. */
export const longWordsIn = (facts: TextFacts): readonly Span[] => wordsOf(facts).long;
