import { isDigit } from './letters.ts';

const BLANK = 0x20;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const UNDERSCORE = 0x5f;
const LINE_FEED = 0x0a;

const isSign = (code: number): boolean =>
  code === HYPHEN || code === DOT || code === SLASH || code === UNDERSCORE;

/** Behind a blank, a sign, a sign between blanks, or the end of a line. @returns `at` where none of them stands there. */
const skipSeparator = (units: Uint16Array, at: number): number => {
  let i = at;
  if ((units[i] ?? 0) === LINE_FEED) return i + 1;
  if ((units[i] ?? 0) === BLANK) i++;
  if (!isSign(units[i] ?? 0)) return i;
  i++;
  return (units[i] ?? 0) === BLANK ? i + 1 : i;
};

/** The longest number that is looked for among the digits. */
export const MAX_DIGITS = 19;
/** Digits that are read at once; longer runs are read in pieces that overlap by one number. */
const CAPACITY = 512;

/**
 * Digits with at most one separator between two of them. Each is read once, however many numbers could begin among
 * them: where a number begins and ends does not change what stands in between.
 */
export type DigitRun = Readonly<{
  /** The digit at `at`, as an index; asked in ascending order. */
  indexOf: (at: number) => number;
  /** How many digits there are from this index on; what is more than `MAX_DIGITS` may be left out. */
  restOf: (index: number) => number;
  digitAt: (index: number) => number;
  /** Where a digit stands in the text. */
  placeOf: (index: number) => number;
  /** Whether so many digits from this index on pass Luhn's checksum: a difference of two sums. */
  passesLuhn: (index: number, length: number) => boolean;
}>;

const digits = new Uint8Array(CAPACITY);
const places = new Int32Array(CAPACITY);
/** Sums of the digits in front of each, with every second one doubled: those at even indices, and at odd ones. */
const SUMS = [new Int32Array(CAPACITY + 1), new Int32Array(CAPACITY + 1)] as const;

const crossSum = (doubled: number): number => (doubled > 9 ? doubled - 9 : doubled);

const put = (index: number, digit: number, place: number): void => {
  const [even, odd] = SUMS;
  const twice = crossSum(2 * digit);
  digits[index] = digit;
  places[index] = place;
  even[index + 1] = (even[index] ?? 0) + (index % 2 === 0 ? twice : digit);
  odd[index + 1] = (odd[index] ?? 0) + (index % 2 === 0 ? digit : twice);
};

/**
 * Of several readers only the one that was made last may be asked: they share their memory.
 *
 * @param units Of a text, with something behind it that is part of no number.
 */
export const createDigitRun = (units: Uint16Array): DigitRun => {
  let count = 0;
  let cursor = 0;
  let isWhole = true;

  const read = (from: number): void => {
    let at = from;
    count = 0;
    cursor = 0;
    for (;;) {
      if (!isDigit(units[at] ?? 0)) at = skipSeparator(units, at);
      isWhole = !isDigit(units[at] ?? 0);
      if (isWhole || count === CAPACITY) return;
      put(count++, (units[at] ?? 0) - 48, at);
      at++;
    }
  };

  return {
    indexOf: (at) => {
      while (cursor < count && (places[cursor] ?? 0) < at) cursor++;
      const isKnown = cursor < count && places[cursor] === at && (isWhole || count - cursor >= MAX_DIGITS);
      if (!isKnown) read(at);
      return cursor;
    },
    restOf: (index) => count - index,
    digitAt: (index) => digits[index] ?? 0,
    placeOf: (index) => places[index] ?? 0,
    passesLuhn: (index, length) => {
      // The last digit counts once, and the one in front of it twice.
      const sums = SUMS[(index + length) % 2 === 0 ? 0 : 1];
      return ((sums[index + length] ?? 0) - (sums[index] ?? 0)) % 10 === 0;
    },
  };
};
