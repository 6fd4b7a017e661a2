import { unitsOf } from '../text/code-units.ts';
import { createCounter } from '../text/counting.ts';
import { onForget } from '../text/in-hand.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { textOfForeignCodes } from './bytes/foreign-codes.ts';
import { toText as bytesToText, readable } from './bytes/readable.ts';
import { isOfWords, textIn } from './bytes/written.ts';
import { textOfBytes } from './loose-text.ts';
import { areChained, areCrowded, digitMarks, digitsAt } from './runs/digit-runs.ts';
import { knownShare } from './words/stretches.ts';

/** Characters as numbers: `73 103 110`, `111, 147, 156`, `\151\147`, `51060 51204`. */

const MIN_NUMBERS = 8;
const MAX_GAP = 3;
/** Of the largest code point. */
const MAX_DIGITS = 7;

const ZERO = 48;

const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;

/** No byte. */
const ODD = 0x100;
/** So many in a row that are no byte of a text part what is in front of them from what is behind. */
const PARTING = 2;

const isOdd = (code: number): boolean =>
  code > 255 || (code < 32 && code !== 10 && code !== 13 && code !== 9);

/** Numbers of a table may be letters by chance, but not mostly; what has more signs is told by its words. */
const LETTERS_SHARE = 0.8;
const LETTERS_SHARE_OF_WORDS = 0.55;
const KNOWN_SHARE = 0.6;

const lettersIn = createCounter(/[\p{L} ]/u);

const isWritten = (out: string): boolean => {
  const letters = lettersIn(out);
  if (letters >= out.length * LETTERS_SHARE) return true;
  return letters >= out.length * LETTERS_SHARE_OF_WORDS && knownShare(out) >= KNOWN_SHARE;
};

/** What is made of these alone is read as a whole or not at all. */
const isAscii = (code: number): boolean => code < 128 && !isOdd(code);

/** 0 stands for whatever is no byte of a text. V8's own ways from a list to bytes take several times as long. */
const bytesOf = (codes: readonly number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(codes.length);
  for (let i = 0; i < codes.length; i++) bytes[i] = isOdd(codes[i] ?? 0) ? 0 : (codes[i] ?? 0);
  return bytes;
};

const readWhole = (codes: readonly number[]): string | undefined => {
  if (codes.length < MIN_NUMBERS || codes.some(isOdd)) return undefined;
  const out = bytesToText(bytesOf(codes));
  return readable(out) && isWritten(out) ? out : undefined;
};

/** Any list has stretches that may be letters, so that where something was left out only words count. */
const readPiece = (codes: readonly number[]): string | undefined => {
  if (codes.length < MIN_NUMBERS) return undefined;
  const out = textOfBytes(bytesOf(codes));
  return out !== undefined && isOfWords(out) ? out : undefined;
};

const joined = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined).join('\n') || undefined;

/** A number alone that is no byte of a text is as if it weren't there; more of them part what is read. */
const readPieces = (codes: readonly number[]): string | undefined => {
  if (codes.every(isAscii)) return undefined;
  const pieces: number[][] = [[]];
  let odd = 0;
  for (const code of codes) {
    odd = isOdd(code) ? odd + 1 : 0;
    if (odd === 0) pieces.at(-1)?.push(code);
    else if (odd === PARTING) pieces.push([]);
  }
  return joined(pieces.map(readPiece));
};

/** What the digits of a number are in octal. */
const fromDecimal = (number: number): number => {
  const hundreds = Math.floor(number / 100);
  const tens = Math.floor(number / 10) % 10;
  const ones = number % 10;
  return hundreds > 7 || tens > 7 || ones > 7 ? ODD : hundreds * 64 + tens * 8 + ones;
};

/** Letters among the numbers, at least, before anybody looks closer: tables have few. */
const LEAST_LETTERS = 4;

/** Whether a number may be a letter, or part of one, in decimal or octal. */
const mayBeLetter = (number: number): boolean =>
  (number >= 65 && number <= 90) || (number >= 97 && number <= 377);

const mayBeBytes = (codes: readonly number[]): boolean => {
  let letters = 0;
  for (let i = 0; i < codes.length && letters < LEAST_LETTERS; i++) if (mayBeLetter(codes[i] ?? 0)) letters++;
  return letters === LEAST_LETTERS;
};

/** Numbers in a row, and how many digits each of them has. */
type Row = Readonly<{ codes: readonly number[]; digits: readonly number[] }>;

const isOfByte = (digits: number): boolean => digits === 2 || digits === 3;

/** Numbers of other lengths than a byte's may belong to something else, in front of a text or behind it. */
const readApart = ({ codes, digits }: Row): string | undefined => {
  if (digits.every(isOfByte)) return undefined;
  const pieces: number[][] = [[]];
  for (const [at, code] of codes.entries())
    if (isOfByte(digits[at] ?? 0)) pieces.at(-1)?.push(code);
    else pieces.push([]);
  return joined(pieces.map((piece) => readWhole(piece) ?? readWhole(piece.map(fromDecimal))));
};

const readBytes = (row: Row): string | undefined => {
  if (!mayBeBytes(row.codes)) return undefined;
  const inOctal = row.codes.map(fromDecimal);
  return (
    readWhole(row.codes) ??
    readWhole(inOctal) ??
    readPieces(row.codes) ??
    readPieces(inOctal) ??
    readApart(row)
  );
};

const toText = (row: Row): string | undefined => readBytes(row) ?? textOfForeignCodes(row.codes);

const DOT = 0x2e;
const GAP = new Uint8Array(0x10000);
for (const sign of ' \n,;|/\\-_[]().') GAP[sign.charCodeAt(0)] = 1;

/** No letter, and no sign of a time, an amount or an address. */
const isGap = (units: Uint16Array, from: number, to: number): boolean => {
  if (to <= from || to - from > MAX_GAP) return false;
  for (let at = from; at < to; at++) if (GAP[units[at] ?? 0] !== 1) return false;
  return to - from > 1 || units[from] !== DOT;
};

const MAX_NUMBERS = 4096;
/** Of letters that are none of ASCII, as far as they are common. */
const LETTER_DIGITS = 5;
/** From the beginning of one number to that of the last of the fewest that are read, at most. */
const REACH = (MIN_NUMBERS - 1) * (LETTER_DIGITS + MAX_GAP);
/** To that of the next one, whatever it is. */
const STEP = MAX_DIGITS + MAX_GAP;

type Run = Readonly<{ start: number; end: number }>;

const mayBeCode = (digits: number): boolean => digits >= 1 && digits <= MAX_DIGITS;

/** Runs of numbers, of which the shortest are tabs or belong to something else. */
const findRuns = (units: Uint16Array, marks: readonly number[], lengths: Int32Array): readonly Run[] => {
  const runs: Run[] = [];
  let count = 0;
  let start = 0;
  let end = 0;
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    const digits = lengths[i] ?? 0;
    const isCode = mayBeCode(digits);
    if (count > 0 && !(isCode && count < MAX_NUMBERS && isGap(units, end, mark))) {
      if (count >= MIN_NUMBERS) runs.push({ start, end });
      count = 0;
    }
    if (!isCode) continue;
    if (count === 0) start = mark;
    count++;
    end = mark + digits;
  }
  if (count >= MIN_NUMBERS) runs.push({ start, end });
  return runs;
};

/** @param units Of a text with a run of numbers in `[start, end)`. */
const readRow = (units: Uint16Array, { start, end }: Run): Row => {
  const codes: number[] = [];
  const digits: number[] = [];
  for (let at = start; at < end; at++) {
    let code = 0;
    const from = at;
    for (; isDigit(units[at] ?? 0); at++) code = code * 10 + (units[at] ?? 0) - ZERO;
    if (at === from) continue;
    codes.push(code);
    digits.push(at - from);
  }
  return { codes, digits };
};

/** Of the numbers of a row; where fewer were read, there may be another text. */
const LEAST_READ = 0.9;

const NOTHING_ASKED: Readonly<{ marks: readonly number[]; rows: readonly (Run & Row)[] }> = {
  marks: [],
  rows: [],
};
/** Rows of the text that was asked about last that nobody has read as a whole so far. */
const unread = { ...NOTHING_ASKED };
onForget(() => {
  Object.assign(unread, NOTHING_ASKED);
});

/** @param marks Where runs of digits begin, among other places. */
export const decodeNumbers = (text: string, marks: readonly number[]): MappedText | undefined => {
  const rest: (Run & Row)[] = [];
  unread.marks = marks;
  unread.rows = rest;
  const places = digitMarks(text, marks);
  if (!areCrowded(places, MIN_NUMBERS, REACH) || !areChained(places, MIN_NUMBERS, STEP)) return undefined;
  const units = unitsOf(text);
  let builder: MapBuilder | undefined;
  for (const run of findRuns(units, marks, digitsAt(text, marks))) {
    const row = readRow(units, run);
    const out = toText(row);
    if ((out?.length ?? 0) < row.codes.length * LEAST_READ) rest.push({ ...run, ...row });
    if (out === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, run.start, run.end);
  }
  return builder?.build();
};

const readWithin = (codes: readonly number[]): string | undefined => textIn(bytesOf(codes), isOfWords);

const HALF = 4;
const BITS = /^[01]+$/;

/** Bytes as their bits, four of them in each number. */
const readHalves = ({ codes, digits }: Row): string | undefined => {
  if (!digits.every((count) => count === HALF)) return undefined;
  const bits = codes.map((code) => String(code).padStart(HALF, '0')).join('');
  if (!BITS.test(bits)) return undefined;
  return textIn(Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2))), isOfWords);
};

/**
 * Rows of numbers that are no text as a whole.
 *
 * @param marks Where runs of digits begin, among other places.
 */
export const unreadRows = (text: string, marks: readonly number[]): readonly (Run & Row)[] => {
  if (unread.marks !== marks) decodeNumbers(text, marks);
  return unread.rows;
};

/** What rows of numbers say that are no text as a whole: other numbers stand in front of it, or behind. */
export const decodeGluedNumbers = (text: string, marks: readonly number[]): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  for (const row of unreadRows(text, marks)) {
    const { start, end, codes } = row;
    const inBytes = mayBeBytes(codes) ? (readWithin(codes) ?? readWithin(codes.map(fromDecimal))) : undefined;
    const out = inBytes ?? readHalves(row);
    if (out === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, start, end);
  }
  return builder?.build();
};
