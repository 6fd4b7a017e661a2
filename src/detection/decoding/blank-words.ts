import { createCodeUnits } from '../code-units.ts';
import { SHORT_TEXT, SIGNS as TEXT_SIGNS } from '../signs.ts';
import type { TextFacts } from '../text-facts.ts';
import { crowdedDigits } from './crowded-digits.ts';
import { LETTERS_OF_SIGN, letterChainsIn } from './letter-chains.ts';
import { mergeSpans } from './stretches.ts';

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
const LONGEST = 256;
const MIN_WORDS = 3;
/** So many words of a language end a row; a coded one may look like such by chance. */
const MOST_USUAL = 2;
/** In characters, of a word of ASCII. */
export const LONG_WORD = 20;

type Span = Readonly<{ start: number; end: number }>;
export type RowWord = Span & Readonly<{ codes: number }>;
type Row = readonly RowWord[];
type Words = Readonly<{ rows: Row[]; long: Span[] }>;

const CODE_UNITS = createCodeUnits();

const signsOf = (units: Uint16Array, start: number, end: number): number => {
  let signs = ALL;
  for (let at = start; at < end && (signs & IN_BASE64) !== 0; at++) signs &= SIGNS[units[at] ?? 0] ?? 0;
  return signs;
};

/** Words of no language hold digits, `=`, or capitals behind the first letter; single signs are none, either. */
const isOdd = (units: Uint16Array, { start, end }: Span, signs: number): boolean => {
  if (end - start === 1 || (signs & NO_DIGIT) === 0) return true;
  if ((signs & (NO_SMALL | NO_CAPITAL)) !== 0) return false;
  return (signsOf(units, start + 1, end) & NO_CAPITAL) === 0;
};

const trim = (units: Uint16Array, from: number, to: number): Span => {
  let start = from;
  let end = to;
  while (start < end && AROUND[units[start] ?? 0] === 1) start++;
  while (start < end && AROUND[units[end - 1] ?? 0] === 1) end--;
  return { start, end };
};

/** Gathers rows word by word. */
const createRowReader = (units: Uint16Array, rows: Row[]) => {
  let row: RowWord[] = [];
  let usual = 0;
  let hasDigits = false;
  const close = (): void => {
    if (row.length === 0) return;
    // Names in programs hold capitals; a row of coded words has digits somewhere.
    if (row.length >= MIN_WORDS && hasDigits) rows.push(row);
    row = [];
    hasDigits = false;
  };
  const readCoded = (start: number, end: number, signs: number): void => {
    usual = isOdd(units, { start, end }, signs) ? 0 : usual + 1;
    if (usual === MOST_USUAL) close();
    if (usual >= MOST_USUAL || (row.length === 0 && usual > 0)) return;
    row.push({ start, end, codes: signs & (IN_BASE64 | IN_HEX) });
    hasDigits ||= (signs & NO_DIGIT) === 0;
  };
  const read = (from: number, to: number, signs: number): void => {
    const isCoded = (signs & IN_BASE64) !== 0;
    const { start, end } = isCoded ? { start: from, end: to } : trim(units, from, to);
    const inner = isCoded || end - start === to - from ? signs : signsOf(units, start, end);
    if ((inner & IN_BASE64) !== 0 && end > start && end - start < LONGEST) readCoded(start, end, inner);
    else close();
  };
  return { read, close };
};

const pushLong = (units: Uint16Array, { start, end }: Span, signs: number, long: Span[]): void => {
  if (end - start < LONG_WORD) return;
  if ((signs & IN_ASCII) !== 0) {
    long.push({ start, end });
    return;
  }
  for (let at = start; at < end; at++) {
    const from = at;
    while (at < end && (units[at] ?? 0) < DELETE) at++;
    if (at - from >= LONG_WORD) long.push({ start: from, end: at });
  }
};

/** Reads `[from, to)`, which ends with a blank or with the text. */
const readWords = (units: Uint16Array, from: number, to: number, words: Words): void => {
  const { read, close } = createRowReader(units, words.rows);
  let longStart = from;
  let longSigns = ALL;
  for (let at = from; at < to; at++) {
    const start = at;
    let signs = ALL;
    for (let next = SIGNS[units[at] ?? 0] ?? 0; next !== 0; next = SIGNS[units[++at] ?? 0] ?? 0)
      signs &= next;
    if (at > start) read(start, at, signs);
    longSigns &= signs;
    // Lines are joined.
    if (units[at] === LINE_FEED && SIGNS[units[at + 1] ?? 0] !== 0) continue;
    if (at - longStart >= LONG_WORD) pushLong(units, { start: longStart, end: at }, longSigns, words.long);
    longStart = at + 1;
    longSigns = ALL;
  }
  close();
};

const isBlank = (code: number): boolean => code === SPACE || code === LINE_FEED;

/** Around a place that may be one of a code, in UTF-16 code units: what looks like words in between may be of the same code. */
const MARGIN = 96;

/** With what is near to them, as far as the next blanks; linear in the text. */
const widen = (text: string, spans: readonly Span[]): readonly Span[] => {
  const wide: { start: number; end: number }[] = [];
  for (const { start, end } of mergeSpans(spans)) {
    const last = wide.at(-1);
    const floor = last?.end ?? 0;
    let to = Math.max(floor, Math.min(text.length, end + MARGIN));
    if (last !== undefined && to === floor) continue;
    while (to < text.length && !isBlank(text.charCodeAt(to))) to++;
    let from = Math.max(floor, start - MARGIN);
    while (from > floor && !isBlank(text.charCodeAt(from - 1))) from--;
    if (last !== undefined && from === floor) last.end = to;
    else wide.push({ start: from, end: to });
  }
  return wide;
};

const spelledIn = (text: string): readonly Span[] =>
  letterChainsIn(text, LETTERS_OF_SIGN).map(({ starts, ends }) => ({
    start: starts[0] ?? 0,
    end: ends.at(-1) ?? 0,
  }));

/** Where words are looked for: anywhere in a short text, and near to what may be of a code in a longer one. */
const spansOf = ({ text, strange, signs, marks }: TextFacts): readonly Span[] => {
  if (text.length <= SHORT_TEXT) return [{ start: 0, end: text.length }];
  const spelled = (signs & TEXT_SIGNS.spelled) === 0 ? [] : spelledIn(text);
  return widen(text, [...strange, ...crowdedDigits(text, marks), ...spelled]);
};

const findWords = (facts: TextFacts): Words => {
  const { text } = facts;
  const units = CODE_UNITS.read(text);
  units[text.length] = 0;
  const words: Words = { rows: [], long: [] };
  for (const { start, end } of spansOf(facts)) readWords(units, start, end, words);
  return words;
};

/** Several decoders ask about each text one after the other. */
const known: { facts: TextFacts | undefined; words: Words } = {
  facts: undefined,
  words: { rows: [], long: [] },
};

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
