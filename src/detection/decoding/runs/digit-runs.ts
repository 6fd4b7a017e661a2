import { unitsOf } from '../../text/code-units.ts';
import { onForget } from '../../text/in-hand.ts';

/** What runs of digits tell by where they begin, before anybody looks closer: tables and logs are full of them. */

const ZERO = 48;
const NINE = 57;

export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
export const isBit = (code: number): boolean => (code | 1) === ZERO + 1;

/**
 * Whether `together` places in a row stand within `reach` UTF-16 code units of each other.
 *
 * @param marks In ascending order.
 */
export const areCrowded = (marks: readonly number[], together: number, reach: number): boolean => {
  for (let last = together - 1; last < marks.length; last++)
    if ((marks[last] ?? 0) - (marks[last - together + 1] ?? 0) <= reach) return true;
  return false;
};

/**
 * Whether `together` places in a row stand each within `step` UTF-16 code units of the one before: in a table of a few numbers in each row
 * they do not.
 *
 * @param marks In ascending order.
 */
export const areChained = (marks: readonly number[], together: number, step: number): boolean => {
  let count = 1;
  for (let i = 1; i < marks.length && count < together; i++)
    count = (marks[i] ?? 0) - (marks[i - 1] ?? 0) <= step ? count + 1 : 1;
  return count >= together;
};

const findDigits = (text: string, marks: readonly number[]): readonly number[] => {
  const units = unitsOf(text);
  let digits: number[] | undefined;
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    if (isDigit(units[mark] ?? 0)) digits?.push(mark);
    else digits ??= marks.slice(0, i);
  }
  return digits ?? marks;
};

const NO_MARKS: readonly number[] = [];

/** Several decoders ask about each text one after the other. */
const known: { marks: readonly number[]; digits: readonly number[] } = { marks: NO_MARKS, digits: NO_MARKS };

/**
 * Those of the marks at which digits stand: of a table most marks are the signs between its cells.
 *
 * @param marks Where runs of digits begin, among other places.
 */
export const digitMarks = (text: string, marks: readonly number[]): readonly number[] => {
  if (known.marks !== marks) {
    known.digits = findDigits(text, marks);
    known.marks = marks;
  }
  return known.digits;
};

const MIN_CAPACITY = 4096;

/** Several decoders ask about each text one after the other. */
const last: { marks: readonly number[]; lengths: Int32Array } = {
  marks: NO_MARKS,
  lengths: new Int32Array(MIN_CAPACITY),
};

/**
 * How many digits there are at each mark; 0 where it is none of digits. Valid until the next text.
 *
 * @param marks Where runs of digits begin, among other places.
 */
export const digitsAt = (text: string, marks: readonly number[]): Int32Array => {
  if (last.marks === marks) return last.lengths;
  if (marks.length > last.lengths.length) last.lengths = new Int32Array(2 * marks.length);
  last.marks = marks;
  const { lengths } = last;
  const units = unitsOf(text);
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    let end = mark;
    while (isDigit(units[end] ?? 0)) end++;
    lengths[i] = end - mark;
  }
  return lengths;
};

/** Characters in bits, and the fewest bits of each. */
const MIN_CHARACTERS = 8;
const MIN_BITS = 6;

const areBits = (text: string, from: number): boolean => {
  for (let at = from; at < from + MIN_BITS; at++) if (!isBit(text.charCodeAt(at))) return false;
  return true;
};

/** How many characters in bits a run of digits may hold; where it holds the first or the last of several runs, others may stand in front or behind. */
const charactersIn = (text: string, from: number, to: number): number => {
  const most = Math.floor((to - from) / MIN_BITS);
  if (most >= MIN_CHARACTERS) return most;
  return areBits(text, from) || areBits(text, to - MIN_BITS) ? most : 0;
};

const findBits = (text: string, marks: readonly number[]): boolean => {
  const lengths = digitsAt(text, marks);
  let count = 0;
  for (let i = 0; i < marks.length; i++) {
    const length = lengths[i] ?? 0;
    if (length < MIN_BITS) continue;
    const mark = marks[i] ?? 0;
    count += charactersIn(text, mark, mark + length);
    if (count >= MIN_CHARACTERS) return true;
  }
  return false;
};

/** Two decoders ask about each text one after the other. */
const bits: { marks: readonly number[]; holdsBits: boolean } = { marks: NO_MARKS, holdsBits: false };
onForget(() => {
  for (const each of [known, last, bits]) each.marks = NO_MARKS;
  known.digits = NO_MARKS;
});

/**
 * Whether runs of digits are long enough for characters in bits, eight of them.
 *
 * @param marks Where runs of digits begin, among other places.
 */
export const mayHoldBits = (text: string, marks: readonly number[]): boolean => {
  if (bits.marks !== marks) {
    bits.holdsBits = findBits(text, marks);
    bits.marks = marks;
  }
  return bits.holdsBits;
};

const ZEROS = '0000';

/** Whether so many zeros follow each other as a dump begins with. */
export const holdsZeros = (text: string): boolean => text.includes(ZEROS);
