import { isDigit } from './letters.ts';

const BLANK = 0x20;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const UNDERSCORE = 0x5f;
const LINE_FEED = 0x0a;
const PLUS = 0x2b;

const isSign = (code: number): boolean =>
  code === HYPHEN || code === DOT || code === SLASH || code === UNDERSCORE;

/** Behind a blank, a sign, a sign between blanks, the end of a line, or a plus, which stands for a blank in addresses. @returns `at` where none of them stands there. */
const skipSeparator = (units: Uint16Array, at: number): number => {
  let i = at;
  if ((units[i] ?? 0) === LINE_FEED || (units[i] ?? 0) === PLUS) return i + 1;
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
const EVEN_SUMS = new Int32Array(CAPACITY + 1);
const ODD_SUMS = new Int32Array(CAPACITY + 1);
/** For each digit by how much the sum of the digits of its double is more. */
const MORE = Int32Array.from({ length: 10 }, (_, digit) => (digit > 4 ? digit - 9 : digit));

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
    let even = 0;
    let odd = 0;
    count = 0;
    cursor = 0;
    for (;;) {
      let code = units[at] ?? 0;
      if (!isDigit(code)) {
        at = skipSeparator(units, at);
        code = units[at] ?? 0;
      }
      isWhole = !isDigit(code);
      if (isWhole || count === CAPACITY) return;
      const digit = code - 48;
      const more = MORE[digit] ?? 0;
      digits[count] = digit;
      places[count] = at++;
      const ofOdd = more & -(count & 1);
      count++;
      EVEN_SUMS[count] = even += digit + more - ofOdd;
      ODD_SUMS[count] = odd += digit + ofOdd;
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
      const sums = (index + length) % 2 === 0 ? EVEN_SUMS : ODD_SUMS;
      return ((sums[index + length] ?? 0) - (sums[index] ?? 0)) % 10 === 0;
    },
  };
};
