import { isWritten } from './written.ts';

/** Digits as bytes of a text, in any of the ways that numbers are written. */

/** The most of one number. */
export const MOST_DIGITS = 8;

export const ZERO = 0x30;
export const SMALL = 0x20;

export const isDecimal = (code: number): boolean => code >= ZERO && code <= ZERO + 9;
export const isHexLetter = (code: number): boolean => (code | SMALL) >= 97 && (code | SMALL) <= 102;
export const isHex = (code: number): boolean => isDecimal(code) || isHexLetter(code);

const IN_BITS = 1;
const IN_DECIMAL = 2;
const IN_HEX = 4;
const IN_OCTAL = 8;
export const NOTATIONS = [
  { notation: IN_BITS, radix: 2 },
  { notation: IN_DECIMAL, radix: 10 },
  { notation: IN_HEX, radix: 16 },
  { notation: IN_OCTAL, radix: 8 },
] as const;
export type Notation = (typeof NOTATIONS)[number];

const digitOf = (code: number): number => (isDecimal(code) ? code - ZERO : (code | SMALL) - 87);

/** Whether each two digits of hex are a byte of a text. */
const areWritten = (units: Uint16Array, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 2)
    if (!isWritten(16 * digitOf(units[at] ?? 0) + digitOf(units[at + 1] ?? 0))) return false;
  return true;
};

const isByte = (value: number): boolean => value < 256 && isWritten(value);

/** A notation of two or three digits, of octal with a zero in front as well. */
const ofFew = (units: Uint16Array, start: number, size: number): number => {
  let decimal = 0;
  let octal = 0;
  let highest = 0;
  for (let at = start; at < start + size; at++) {
    const value = digitOf(units[at] ?? 0);
    decimal = 10 * decimal + value;
    octal = 8 * octal + value;
    if (value > highest) highest = value;
  }
  const inDecimal = size < 4 && highest < 10 && isByte(decimal) ? IN_DECIMAL : 0;
  const isOctal = highest < 8 && (size < 4 || units[start] === ZERO);
  return inDecimal | (isOctal && isByte(octal) ? IN_OCTAL : 0);
};

const ofBits = (units: Uint16Array, start: number, size: number): number => {
  let value = 0;
  for (let at = start; at < start + size; at++) {
    const bit = (units[at] ?? 0) - ZERO;
    if (bit !== 0 && bit !== 1) return 0;
    value = 2 * value + bit;
  }
  return isByte(value) ? IN_BITS : 0;
};

/** In which notations digits of hex are a byte of a text, or several. */
export const notationsOf = (units: Uint16Array, start: number, end: number): number => {
  const size = end - start;
  const inHex = size % 2 === 0 && size <= MOST_DIGITS && areWritten(units, start, end) ? IN_HEX : 0;
  if (size >= 2 && size <= 4) return inHex | ofFew(units, start, size);
  return size >= 6 && size <= 8 ? inHex | ofBits(units, start, size) : inHex;
};

/**
 * Writes what digits stand for in a notation that they are bytes in to `bytes`, from `at` on.
 *
 * @returns Behind the last of the bytes.
 */
export const writeBytes = (
  units: Uint16Array,
  start: number,
  end: number,
  { radix }: Notation,
  bytes: Uint8Array,
  at: number,
): number => {
  const digits = radix === 16 ? 2 : end - start;
  let next = at;
  for (let from = start; from < end; from += digits) {
    let value = 0;
    for (let i = from; i < from + digits; i++) value = radix * value + digitOf(units[i] ?? 0);
    bytes[next++] = value;
  }
  return next;
};
