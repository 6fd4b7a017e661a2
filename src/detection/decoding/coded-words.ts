import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import type { TextFacts } from '../text-facts.ts';
import { IN_BASE64, IN_HEX, type RowWord, rowsIn } from './blank-words.ts';
import { isAllWritten, isOfWords, isWritten } from './written.ts';

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

const isWhole = (coded: string): boolean => {
  const filled = coded.indexOf('=');
  if (filled === -1) return coded.length % 4 !== 1;
  return coded.length % 4 === 0 && (filled === coded.length - 1 || coded.endsWith('=='));
};

const NONE = Buffer.alloc(0);

/** The bytes that a word stands for in a code; none where it is none of that code. */
const bytesOfWord = (coded: string, code: number): Buffer => {
  if (code === IN_HEX) return coded.length % 2 === 0 ? Buffer.from(coded, 'hex') : NONE;
  return isWhole(coded) ? Buffer.from(coded, 'base64') : NONE;
};

const readWord = (text: string, start: number, end: number, code: number): string | undefined => {
  const begins = code === IN_HEX ? BEGINS_HEX : BEGINS;
  if (end - start < 2 || begins[text.charCodeAt(start)] !== 1) return undefined;
  if (code !== IN_HEX && !goesOn(text, start, end)) return undefined;
  const bytes = bytesOfWord(text.slice(start, end), code);
  return bytes.length > 0 && isAllWritten(bytes) ? bytes.toString('utf8') : undefined;
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
