import type { TextFacts } from '../facts/facts.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isAllWritten, isOfWords, isWritten } from './bytes/written.ts';
import { IN_BASE64, IN_HEX, LONGEST, type RowWord, rowsIn } from './runs/blank-words.ts';

/** Words in a row that are in base64 or hex, each by itself. */

const MIN_WORDS = 3;

type Reading = Readonly<{ start: number; end: number; out: string }>;

/** For the first sign of base64 whether a text may begin with what it stands for. */
const BEGINS = new Uint8Array(128);
for (const sign of 'IJKLMNOPQRSTUVWXYZabcdefwxyz0123456789') BEGINS[sign.charCodeAt(0)] = 1;

/** The same for hex: no text begins with a control, and hardly any with what is none of ASCII. */
const BEGINS_HEX = new Uint8Array(128);
for (const digit of '234567cdefCDEF') BEGINS_HEX[digit.charCodeAt(0)] = 1;

/** For each sign of base64 its value. */
const VALUES = new Uint8Array(128);
for (const [value, sign] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[sign.charCodeAt(0)] = value;

/** Whether the second byte of a word in base64 may be one of a text: most words that are none end here. */
const goesOn = (text: string, start: number, end: number): boolean => {
  if (end - start < 3 || text[start + 2] === '=') return true;
  const second = VALUES[text.charCodeAt(start + 1)] ?? 0;
  const third = VALUES[text.charCodeAt(start + 2)] ?? 0;
  return isWritten(((second & 15) << 4) | (third >> 2));
};

const EQUALS = 0x3d;

/** Where the signs end that stand for bytes; -1 where a word is no base64 as a whole. */
const endOfSigns = (text: string, start: number, end: number): number => {
  let filled = start;
  while (filled < end && text.charCodeAt(filled) !== EQUALS) filled++;
  if (filled === end) return (end - start) % 4 === 1 ? -1 : end;
  const isFilled = filled === end - 1 || text.startsWith('==', end - 2);
  return (end - start) % 4 === 0 && isFilled ? filled : -1;
};

/** Bytes of the word that was read last. A buffer for each word would cost more than what is done with it. */
const BYTES = Buffer.alloc(LONGEST);

/** For each sign of base64, in both alphabets, and for each digit of hex its value. */
const VALUES_OF_SIGNS = Uint8Array.from(VALUES);
VALUES_OF_SIGNS['-'.charCodeAt(0)] = 62;
VALUES_OF_SIGNS['_'.charCodeAt(0)] = 63;
const HEX_VALUES = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') HEX_VALUES[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Reads so many bits of each sign, the first ones first. @returns How many whole bytes they are. */
const readBits = (text: string, start: number, end: number, values: Uint8Array, width: number): number => {
  let count = 0;
  let bits = 0;
  let value = 0;
  for (let at = start; at < end; at++) {
    value = ((value << width) | (values[text.charCodeAt(at)] ?? 0)) & 0xffff;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    BYTES[count++] = value >> bits;
  }
  return count;
};

/** Reads the bytes that a word stands for in a code. @returns How many; none where it is none of that code. */
const readBytes = (text: string, start: number, end: number, code: number): number => {
  if (code === IN_HEX) return (end - start) % 2 === 0 ? readBits(text, start, end, HEX_VALUES, 4) : 0;
  const to = endOfSigns(text, start, end);
  return to === -1 ? 0 : readBits(text, start, to, VALUES_OF_SIGNS, 6);
};

const readWord = (text: string, start: number, end: number, code: number): string | undefined => {
  const begins = code === IN_HEX ? BEGINS_HEX : BEGINS;
  if (end - start < 2 || begins[text.charCodeAt(start)] !== 1) return undefined;
  if (code !== IN_HEX && !goesOn(text, start, end)) return undefined;
  const count = readBytes(text, start, end, code);
  return count > 0 && isAllWritten(BYTES, count) ? BYTES.toString('utf8', 0, count) : undefined;
};

/** Words that are looked at together: a row of others in front hides nothing. */
const TOGETHER = 8;

const joined = (words: readonly Reading[]): string => words.map(({ out }) => out).join(' ');

const hasText = (words: readonly Reading[]): boolean => {
  for (let from = 0; from < words.length; from += TOGETHER)
    if (isOfWords(joined(words.slice(from, from + TOGETHER)))) return true;
  return words.length > TOGETHER && isOfWords(joined(words.slice(-TOGETHER)));
};

/** Words in a row that were read become one reading, where they are a text; there are none then. */
const close = (words: Reading[], readings: Reading[]): void => {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return;
  if (words.length >= MIN_WORDS && hasText(words))
    readings.push({ start: first.start, end: last.end, out: joined(words) });
  words.length = 0;
};

const readRow = (text: string, row: readonly RowWord[], code: number, readings: Reading[]): void => {
  const words: Reading[] = [];
  for (const { start, end, codes } of row) {
    const out = (codes & code) === 0 ? undefined : readWord(text, start, end, code);
    if (out === undefined) close(words, readings);
    else words.push({ start, end, out });
  }
  close(words, readings);
};

/** @returns What was decoded and nothing else, a blank between any two words; undefined where that is nothing. */
export const decodeCodedWords = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const readings: Reading[] = [];
  for (const row of rowsIn(facts)) {
    readRow(text, row, IN_BASE64, readings);
    readRow(text, row, IN_HEX, readings);
  }
  if (readings.length === 0) return undefined;
  readings.sort((a, b) => a.start - b.start);
  const builder = createMapBuilder(text);
  let last = 0;
  for (const { start, end, out } of readings) {
    if (start < last) continue;
    builder.put(`${out}\n`, start, end);
    last = end;
  }
  return builder.build();
};
