import type { Span } from '../../chat/segment.ts';
import { unitsOf } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { MOST_DIGITS, NOTATIONS, type Notation, notationsOf } from './bytes/notations.ts';
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

const longestOf = (of: Uint8Array, notation: number): Omit<Read, 'out'> => {
  let best = { from: 0, to: 0 };
  let from = 0;
  for (let at = 0; at < of.length; at++) {
    if (((of[at] ?? 0) & notation) === 0) from = at + 1;
    else if (at + 1 - from > best.to - best.from) best = { from, to: at + 1 };
  }
  return best;
};

const readIn = (
  numbers: readonly string[],
  of: Uint8Array,
  { notation, radix }: Notation,
): Read | undefined => {
  const { from, to } = longestOf(of, notation);
  if (to - from < MIN_NUMBERS) return undefined;
  const read = numbers.slice(from, to);
  const bytes =
    radix === 16
      ? Buffer.from(read.join(''), 'hex')
      : Buffer.from(read.map((digits) => Number.parseInt(digits, radix)));
  const out = bytes.toString('utf8');
  return isOfWords(out) ? { from, to, out } : undefined;
};

const readNumbers = (numbers: readonly string[], of: Uint8Array): Read | undefined => {
  for (const each of NOTATIONS) {
    const read = readIn(numbers, of, each);
    if (read !== undefined) return read;
  }
  return undefined;
};

type Found = Readonly<Span & { out: string }>;

const foundIn = (spans: readonly Span[], { from, to, out }: Read): Found => ({
  start: spans[from]?.start ?? 0,
  end: spans[to - 1]?.end ?? 0,
  out,
});

const PARITIES = [0, 1] as const;

/** Each number may stand behind that of its line. */
const readRow = (text: string, { spans, notations: of }: Row): Found | undefined => {
  const numbers = spans.map(({ start, end }) => text.slice(start, end));
  const whole = readNumbers(numbers, of);
  if (whole !== undefined) return foundIn(spans, whole);
  for (const parity of PARITIES) {
    const isOne = (_: unknown, at: number): boolean => at % 2 === parity;
    const read = readNumbers(numbers.filter(isOne), of.filter(isOne));
    if (read !== undefined) return foundIn(spans.filter(isOne), read);
  }
  return undefined;
};

const THREE = /\d{3}/g;
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
  const numbers = run.match(THREE) ?? [];
  const of = Uint8Array.from(numbers, (_, at) => notationsOf(units, 3 * at, 3 * at + 3));
  const decimal = inDecimal ? readIn(numbers, of, DECIMAL)?.out : undefined;
  return decimal ?? (inOctal ? readIn(numbers, of, OCTAL)?.out : undefined);
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
