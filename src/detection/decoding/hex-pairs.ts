import type { Span } from '../../chat/segment.ts';
import { codeAt, createCodeUnits } from '../text/code-units.ts';
import { onForget } from '../text/in-hand.ts';

/** Bytes in hexadecimal digits, one by one: `69 67 6e`, `0x69, 0x67`. */

const DIGIT = 1;
const SEPARATOR = 2;
/** Part of what may stand in front of a byte, besides the zero of `0x`. */
const PREFIX = 3;

const KINDS = new Uint8Array(0x10000);
for (let code = 0; code < KINDS.length; code++)
  if (/[\s,:;]/u.test(String.fromCharCode(code))) KINDS[code] = SEPARATOR;
for (const character of '0123456789abcdefABCDEF') KINDS[character.charCodeAt(0)] = DIGIT;
for (const character of 'xX\\') KINDS[character.charCodeAt(0)] = PREFIX;

/** Bytes in a row. */
const MIN_PAIRS = 8;
const MAX_PAIRS = 4097;
/** With a sign between each two of them. */
const LEAST = 3 * MIN_PAIRS - 1;

const ZERO = 0x30;
const BACKSLASH = 0x5c;
const SMALL = 0x20;
const X = 0x78;

const isDigit = (units: Uint16Array, at: number): boolean => KINDS[units[at] ?? 0] === DIGIT;
const isSeparator = (units: Uint16Array, at: number): boolean => KINDS[units[at] ?? 0] === SEPARATOR;

/** Where the byte ends that begins at `at`, with or without `0x` or `\x`; 0 where none does. */
const endOfPair = (units: Uint16Array, at: number): number => {
  const mayBePrefix = units[at] === ZERO || units[at] === BACKSLASH;
  const from = mayBePrefix && ((units[at + 1] ?? 0) | SMALL) === X ? at + 2 : at;
  return isDigit(units, from) && isDigit(units, from + 1) && !isDigit(units, from + 2) ? from + 2 : 0;
};

/** One or two of them. */
const skipSeparators = (units: Uint16Array, at: number): number => {
  if (!isSeparator(units, at)) return at;
  return isSeparator(units, at + 1) ? at + 2 : at + 1;
};

/** Bytes that were read last, how many, and where the last one ends. */
const row = { count: 0, end: 0 };

const readRow = (units: Uint16Array, start: number): void => {
  row.count = 0;
  row.end = start;
  for (let at = start; row.count < MAX_PAIRS; ) {
    const end = endOfPair(units, at);
    if (end === 0) return;
    row.count++;
    row.end = end;
    at = skipSeparators(units, end);
    if (at === end) return;
  }
};

/** @param units Of a stretch of signs that bytes are made of. */
const readStretch = (units: Uint16Array, start: number, end: number, rows: Span[]): void => {
  for (let at = start; at + LEAST <= end; ) {
    const isInNumber = at > start && isDigit(units, at - 1);
    if (isInNumber || isSeparator(units, at)) {
      at++;
      continue;
    }
    readRow(units, at);
    if (row.count >= MIN_PAIRS) rows.push({ start: at, end: row.end });
    at = Math.max(at + 1, row.end);
  }
};

const CODE_UNITS = createCodeUnits();

const isPart = (units: Uint16Array, at: number): boolean => KINDS[units[at] ?? 0] !== 0;

const findPairs = (text: string): readonly Span[] => {
  const { length } = text;
  const units = CODE_UNITS.read(text);
  units[length] = 0;
  const rows: Span[] = [];
  let floor = 0;
  for (let probe = LEAST - 1; probe < length; probe += LEAST) {
    if (!isPart(units, probe)) continue;
    let start = probe;
    while (start > floor && isPart(units, start - 1)) start--;
    let end = probe + 1;
    while (isPart(units, end)) end++;
    readStretch(units, start, end, rows);
    floor = end;
    probe = end;
  }
  return rows;
};

/** The digits of such a row, or of one of escapes, without what stands in front of bytes and between them. */
export const digitsOf = (row: string): string => {
  const digits = Buffer.allocUnsafe(row.length);
  let count = 0;
  for (let at = 0; at < row.length; at++) {
    const code = row.charCodeAt(at);
    if (KINDS[code] !== DIGIT) continue;
    if (code === ZERO && (codeAt(row, at + 1) | SMALL) === X) at++;
    else digits[count++] = code;
  }
  return digits.toString('latin1', 0, count);
};

/** Two decoders ask about each text one after the other. */
const known: { text: string; rows: readonly Span[] } = { text: '', rows: [] };
onForget(() => {
  known.text = '';
  known.rows = [];
});

/** Rows of such bytes, {@link MIN_PAIRS} of them or more; they can't hide between two probes. */
export const pairsIn = (text: string): readonly Span[] => {
  if (known.text !== text) {
    known.rows = findPairs(text);
    known.text = text;
  }
  return known.rows;
};
