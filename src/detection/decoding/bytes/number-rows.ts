import {
  isDecimal,
  isHex,
  isHexLetter,
  MOST_DIGITS,
  NOTATIONS,
  notationsOf,
  SMALL,
  ZERO,
} from './notations.ts';

/** Rows of numbers between which always the same stands. */

export const MIN_NUMBERS = 12;
export const LONGEST_GAP = 24;
/** Between two numbers of a row, and where lines of it end or each of them has a number of its own. */
const MOST_GAPS = 3;
export const MOST_NUMBERS = 4096;

const ONE = ZERO + 1;

/** The `0` of `0x`, `0b` and `0o`. */
const isPrefix = (units: Uint16Array, at: number): boolean => {
  const next = (units[at + 1] ?? 0) | SMALL;
  return units[at] === ZERO && (next === 0x78 || next === 0x62 || next === 0x6f) && isHex(units[at + 2] ?? 0);
};

/** Where the number begins of which digits stand at `mark`: one in hex may begin with a letter. */
const startOf = (units: Uint16Array, mark: number): number => {
  let start = mark;
  while (mark - start < MOST_DIGITS && isHexLetter(units[start - 1] ?? 0) && !isPrefix(units, start - 2))
    start--;
  return start;
};

const endOf = (units: Uint16Array, start: number, mark: number): number => {
  let end = mark + 1;
  while (end - start <= MOST_DIGITS && isHex(units[end] ?? 0)) end++;
  return end;
};

/** Whether a number may be a byte of a text, or several, in any of the ways that are read: line breaks and tabs are left out. */
const mayBeBytes = (units: Uint16Array, start: number, size: number): boolean => {
  const first = units[start] ?? 0;
  switch (size) {
    case 2:
      return first > ONE;
    case 3:
      return first <= ZERO + 3;
    case 4:
      return first === ZERO || (first > ONE && (units[start + 2] ?? 0) > ONE);
    case 6:
    case 8:
      return true;
    case 7:
      return first <= ONE;
    default:
      return false;
  }
};

/** Counts numbers that may be bytes of one text: at most one other stands between two of them, that of a line or a line break. */
const run = { count: 0, others: 0 };

const beginRun = (): void => {
  run.count = 0;
  run.others = 0;
};

const isLongRun = (mayBe: boolean): boolean => {
  if (mayBe) {
    run.others = 0;
    return ++run.count >= MIN_NUMBERS;
  }
  if (++run.others > 1) run.count = 0;
  return false;
};

/** One in hex may begin or end with a letter, which is not looked at here. */
const mayHaveLetters = (units: Uint16Array, start: number, end: number): boolean =>
  isHexLetter(units[start - 1] ?? 0) || isHexLetter(units[end] ?? 0);

/** Between the first digits of two numbers of a row, at most. */
const STEP = 2 * MOST_DIGITS + LONGEST_GAP;

/** Whether any row may be long enough, as far as digits tell: tables, dates and lists of small numbers are none. */
export const mayHoldRow = (units: Uint16Array, marks: readonly number[], lengths: Int32Array): boolean => {
  beginRun();
  let before = 0;
  for (let i = 0; i < marks.length; i++) {
    const digits = lengths[i] ?? 0;
    if (digits === 0) continue;
    const mark = marks[i] ?? 0;
    if (mark - before > STEP) beginRun();
    before = mark;
    if (digits === 1 && isPrefix(units, mark)) continue;
    if (isLongRun(mayHaveLetters(units, mark, mark + digits) || mayBeBytes(units, mark, digits))) return true;
  }
  return false;
};

/** Where the numbers of the row begin and end that is read, and what stands between them, in the same way. */
const starts = new Int32Array(MOST_NUMBERS);
const ends = new Int32Array(MOST_NUMBERS);
const gaps = new Int32Array(2 * MOST_GAPS);
const row = { count: 0, gaps: 0 };

const beginRow = (start: number, end: number): void => {
  starts[0] = start;
  ends[0] = end;
  row.count = 1;
  row.gaps = 0;
};

const isSame = (units: Uint16Array, from: number, to: number, other: number, otherEnd: number): boolean => {
  if (to - from !== otherEnd - other) return false;
  for (let i = from, j = other; i < to; i++, j++) if (units[i] !== units[j]) return false;
  return true;
};

/** Whether what stands in `[from, to)` may stand between numbers of the row: few things do. */
const isGap = (units: Uint16Array, from: number, to: number): boolean => {
  if (to <= from || to - from > LONGEST_GAP) return false;
  for (let i = 0; i < 2 * row.gaps; i += 2)
    if (isSame(units, from, to, gaps[i] ?? 0, gaps[i + 1] ?? 0)) return true;
  if (row.gaps === MOST_GAPS) return false;
  gaps[2 * row.gaps] = from;
  gaps[2 * row.gaps + 1] = to;
  row.gaps++;
  return true;
};

const codesOf = (signs: string): ReadonlySet<number> =>
  new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));

/** What stands in front of bytes that other decoders read: `=49=67`, `%49%67`, `chr(73)`, and `\x49`. */
const OF_OTHERS = codesOf('=%(\\');
const AMPERSAND = 0x26;
const HASH = 0x23;
const SMALL_X = 0x78;

const endsInOthers = (units: Uint16Array, end: number): boolean => {
  const at = ((units[end - 1] ?? 0) | SMALL) === SMALL_X ? end - 2 : end - 1;
  const sign = units[at] ?? 0;
  return OF_OTHERS.has(sign) || (sign === HASH && units[at - 1] === AMPERSAND);
};

const isOfOthers = (units: Uint16Array): boolean => {
  for (let i = 1; i < 2 * row.gaps; i += 2) if (endsInOthers(units, gaps[i] ?? 0)) return true;
  return isPlainList(units);
};

const COMMA = 0x2c;
const BLANK = 0x20;

const isBetween = (units: Uint16Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (units[at] !== BLANK && units[at] !== COMMA) return false;
  return true;
};

const isOfDigits = (units: Uint16Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (!isDecimal(units[at] ?? 0)) return false;
  return to - from === 2 || to - from === 3;
};

/** Numbers of two digits and three between blanks and commas, which are read as such; the first may be of something in front. */
const isPlainList = (units: Uint16Array): boolean => {
  for (let at = 1; at < row.count; at++) {
    const start = starts[at] ?? 0;
    if (!isOfDigits(units, start, ends[at] ?? 0)) return false;
    if (at > 1 && !isBetween(units, ends[at - 1] ?? 0, start)) return false;
  }
  return true;
};

/** Where the numbers of a row begin and end, and for each the notations in which it is a byte of a text, or several. */
export type Row = Readonly<{ starts: Int32Array; ends: Int32Array; notations: Uint8Array }>;

/** Whether all numbers of the row but those of its lines, or the first, may be characters: such a number has more than a digit, and is no small one. */
const mayBeText = (units: Uint16Array): boolean => {
  let spare = Math.ceil(row.count / 2);
  for (let at = 0; at < row.count; at++) {
    const start = starts[at] ?? 0;
    const size = (ends[at] ?? 0) - start;
    const isSmall = size === 2 && (units[start] ?? 0) <= ZERO + 1;
    if ((size < 2 || isSmall) && --spare < 0) return false;
  }
  return true;
};

/** Whether so many numbers of the row may be bytes as make a text. */
const holdsRun = (units: Uint16Array): boolean => {
  beginRun();
  for (let at = 0; at < row.count; at++) {
    const start = starts[at] ?? 0;
    if (isLongRun(mayBeBytes(units, start, (ends[at] ?? 0) - start))) return true;
  }
  return false;
};

/** Of the numbers of the row that is read. */
const notations = new Uint8Array(MOST_NUMBERS);

/** Whether so many numbers in a row, or each second one, are bytes in the same notation. */
const holdsBytes = (of: Uint8Array, count: number, step: 1 | 2): boolean => {
  for (const { notation } of NOTATIONS) {
    for (let first = 0; first < step; first++) {
      let together = 0;
      for (let at = first; at < count; at += step) {
        together = ((of[at] ?? 0) & notation) === 0 ? 0 : together + 1;
        if (together === MIN_NUMBERS) return true;
      }
    }
  }
  return false;
};

/** The row as far as it was read, if that is long enough to be a text. */
const closeRow = (units: Uint16Array, rows: Row[]): void => {
  if (row.count < MIN_NUMBERS || isOfOthers(units) || !mayBeText(units) || !holdsRun(units)) return;
  for (let at = 0; at < row.count; at++) notations[at] = notationsOf(units, starts[at] ?? 0, ends[at] ?? 0);
  if (!holdsBytes(notations, row.count, 1) && !holdsBytes(notations, row.count, 2)) return;
  const { count } = row;
  rows.push({
    starts: starts.slice(0, count),
    ends: ends.slice(0, count),
    notations: notations.slice(0, count),
  });
};

const mayFollow = (units: Uint16Array, start: number): boolean =>
  row.count > 0 && row.count < MOST_NUMBERS && isGap(units, ends[row.count - 1] ?? 0, start);

/** Where something else stands in front of a number the row ends, and its last number may be the first of the next one. */
const addNumber = (units: Uint16Array, start: number, end: number, rows: Row[]): void => {
  if (!mayFollow(units, start)) {
    const last = row.count - 1;
    closeRow(units, rows);
    if (last > 0) beginRow(starts[last] ?? 0, ends[last] ?? 0);
    if (last <= 0 || !mayFollow(units, start)) {
      beginRow(start, end);
      return;
    }
  }
  starts[row.count] = start;
  ends[row.count] = end;
  row.count++;
};

export const findRows = (
  units: Uint16Array,
  marks: readonly number[],
  lengths: Int32Array,
): readonly Row[] => {
  const rows: Row[] = [];
  row.count = 0;
  let end = 0;
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    const digits = lengths[i] ?? 0;
    if (digits === 0 || mark < end || (digits === 1 && isPrefix(units, mark))) continue;
    const start = startOf(units, mark);
    end = endOf(units, start, mark);
    if (end - start <= MOST_DIGITS) addNumber(units, start, end, rows);
  }
  closeRow(units, rows);
  return rows;
};
