import type { Span } from '../../chat/segment.ts';
import { unitsOf } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { MOST_DIGITS, NOTATIONS, type Notation, notationsOf, writeBytes } from './bytes/notations.ts';
import {
  findRows,
  LONGEST_GAP,
  MIN_NUMBERS,
  MOST_NUMBERS,
  mayHoldRow,
  type Row,
} from './bytes/number-rows.ts';
import { isOfWords } from './bytes/written.ts';
import { replaceSpans } from './replaced.ts';
import { areCrowded, digitsAt } from './runs/digit-runs.ts';

/** Characters as numbers between which always the same stands, whatever it is: `&H49,&H67`, `0b1001001, 0b1100111`, `<td>73</td><td>103</td>`, `1. 73`. */

/** From the beginning of one number to that of the last of the fewest that are read, at most. */
const REACH = (MIN_NUMBERS - 1) * (MOST_DIGITS + LONGEST_GAP);

/** What of numbers is one text: others may stand in front of it and behind. */
type Read = Readonly<{ from: number; to: number; out: string }>;

/** Numbers of a row, all of them or each second one. */
type Numbers = Row & Readonly<{ first: number; step: 1 | 2 }>;

/** Between which two of them a number is in this notation, of as many as possible one after the other. */
const longestOf = ({ notations: of, first, step }: Numbers, notation: number): Omit<Read, 'out'> => {
  let best = { from: first, to: first };
  let from = first;
  for (let at = first; at < of.length; at += step) {
    if (((of[at] ?? 0) & notation) === 0) from = at + step;
    else if (at + step - from > best.to - best.from) best = { from, to: at + step };
  }
  return best;
};

const BYTES = Buffer.alloc((MOST_NUMBERS * MOST_DIGITS) / 2);

const readIn = (text: string, numbers: Numbers, notation: Notation): Read | undefined => {
  const { starts, ends, step } = numbers;
  const { from, to } = longestOf(numbers, notation.notation);
  if (to - from < MIN_NUMBERS * step) return undefined;
  // Who looks for words in what was read before may have read other units.
  const units = unitsOf(text);
  let count = 0;
  for (let at = from; at < to; at += step)
    count = writeBytes(units, starts[at] ?? 0, ends[at] ?? 0, notation, BYTES, count);
  const out = BYTES.toString('utf8', 0, count);
  return isOfWords(out) ? { from, to: to - step + 1, out } : undefined;
};

const readNumbers = (text: string, numbers: Numbers): Read | undefined => {
  for (const notation of NOTATIONS) {
    const read = readIn(text, numbers, notation);
    if (read !== undefined) return read;
  }
  return undefined;
};

type Found = Readonly<Span & { out: string }>;

/** Each number may stand behind that of its line. */
const WAYS = [
  { first: 0, step: 1 },
  { first: 0, step: 2 },
  { first: 1, step: 2 },
] as const;

const readRow = (text: string, row: Row): Found | undefined => {
  for (const way of WAYS) {
    const read = readNumbers(text, { ...row, ...way });
    if (read !== undefined)
      return { start: row.starts[read.from] ?? 0, end: row.ends[read.to - 1] ?? 0, out: read.out };
  }
  return undefined;
};

const DECIMAL_BYTES = /^(?:0[1-9]\d|1\d\d|2[0-4]\d|25[0-5])+$/;
const OCTAL_BYTES = /^(?:[0-3][0-7]{2})+$/;

const [, DECIMAL, , OCTAL] = NOTATIONS;

/** Three digits for each, with nothing between them. */
const readRun = (run: string): string | undefined => {
  if (run.length % 3 !== 0) return undefined;
  const inDecimal = DECIMAL_BYTES.test(run);
  const inOctal = OCTAL_BYTES.test(run);
  if (!inDecimal && !inOctal) return undefined;
  const units = unitsOf(run);
  const starts = Int32Array.from({ length: run.length / 3 }, (_, at) => 3 * at);
  const ends = starts.map((start) => start + 3);
  const notations = Uint8Array.from(starts, (start) => notationsOf(units, start, start + 3));
  const numbers = { starts, ends, notations, first: 0, step: 1 } as const;
  const decimal = inDecimal ? readIn(run, numbers, DECIMAL)?.out : undefined;
  return decimal ?? (inOctal ? readIn(run, numbers, OCTAL)?.out : undefined);
};

const readRuns = (text: string, marks: readonly number[], lengths: Int32Array): readonly Found[] => {
  const found: Found[] = [];
  for (let i = 0; i < marks.length; i++) {
    const length = lengths[i] ?? 0;
    if (length < 3 * MIN_NUMBERS || length > 3 * MOST_NUMBERS) continue;
    const start = marks[i] ?? 0;
    const out = readRun(text.slice(start, start + length));
    if (out !== undefined) found.push({ start, end: start + length, out });
  }
  return found;
};

/** The last number of a row may be the first of the next one. */
const apart = (found: readonly Found[]): readonly Found[] =>
  found.filter(({ start }, at) => at === 0 || start >= (found[at - 1]?.end ?? 0));

const withTexts = (text: string, found: readonly Found[]): MappedText | undefined => {
  const texts = apart(found);
  let next = 0;
  return replaceSpans(text, texts, () => `${texts[next++]?.out ?? ''}\n`);
};

/** @param marks Where runs of digits begin, among other places. */
export const decodeListedBytes = (text: string, marks: readonly number[]): MappedText | undefined => {
  if (!areCrowded(marks, MIN_NUMBERS, REACH)) return undefined;
  const units = unitsOf(text);
  const lengths = digitsAt(text, marks);
  if (!mayHoldRow(units, marks, lengths)) return undefined;
  const rows = findRows(units, marks, lengths);
  return withTexts(
    text,
    rows.flatMap((row) => readRow(text, row) ?? []),
  );
};

/** The same without anything between the numbers: `073103110`. */
export const decodeDigitBytes = (text: string, marks: readonly number[]): MappedText | undefined =>
  withTexts(text, readRuns(text, marks, digitsAt(text, marks)));
