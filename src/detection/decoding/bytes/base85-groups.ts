import { isWritten } from './written.ts';

/** Groups of five signs for four bytes, in the alphabets of Ascii85, of RFC 1924 and of Z85. */

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const CAPITAL = SMALL.toUpperCase();
export const NO_VALUE = 0xff;
const BASE = 85;
export const GROUP = 5;
export const BYTES = 4;
const MOST = 0xffffffff;

const valuesOf = (alphabet: string): Uint8Array => {
  const values = new Uint8Array(128).fill(NO_VALUE);
  for (const [value, sign] of [...alphabet].entries()) values[sign.charCodeAt(0)] = value;
  return values;
};

const ASCII85 = Array.from({ length: BASE }, (_, value) => String.fromCharCode(0x21 + value)).join('');
export const ALPHABETS = [
  ASCII85,
  `${DIGITS}${CAPITAL}${SMALL}!#$%&()*+-;<=>?@^_\`{|}~`,
  `${DIGITS}${SMALL}${CAPITAL}.-:+=^!/*?&<>()[]{}@%$#`,
].map(valuesOf);

/** Signs that names, paths and base64 do not have; a quarter of each alphabet is of such. */
export const IS_RARE = new Uint8Array(0x10000);
for (let code = 0x21; code < 0x7f; code++) if (!/[\w./-]/u.test(String.fromCharCode(code))) IS_RARE[code] = 1;

const firstSign = (byte: number): number => Math.floor((byte * 2 ** 24) / BASE ** (GROUP - 1));
const ASCII_SIGNS = { from: firstSign(0x20), to: firstSign(0x7f) };
const HIGH_SIGNS = { from: firstSign(0x80), to: firstSign(0xf5) };

const isBetween = (value: number, { from, to }: typeof ASCII_SIGNS): boolean => value >= from && value <= to;

/** For each sign a bit for each alphabet in which a group of ASCII may begin with it, and one where another character's bytes may. */
export const BEGINS = new Uint8Array(0x10000);
for (const [number, values] of ALPHABETS.entries())
  for (const [code, value] of values.entries()) {
    if (isBetween(value, ASCII_SIGNS)) BEGINS[code] = (BEGINS[code] ?? 0) | (1 << (2 * number));
    if (isBetween(value, HIGH_SIGNS)) BEGINS[code] = (BEGINS[code] ?? 0) | (2 << (2 * number));
  }

/** What other letters are written in takes half of all signs, and is looked for in fewer places. */
export const ANY = 0b111111;
export const ASCII_ONLY = 0b010101;

/** The number that a group stands for, filled up with the highest sign from `to` on; -1 where it is none. */
export const numberAt = (codes: Uint8Array, values: Uint8Array, at: number, to: number): number => {
  let number = 0;
  for (let i = at; i < at + GROUP; i++) {
    const digit = i < to ? (values[codes[i] ?? 0] ?? NO_VALUE) : BASE - 1;
    if (digit === NO_VALUE) return -1;
    number = number * BASE + digit;
  }
  return number <= MOST ? number : -1;
};

export const byteOf = (number: number, i: number): number => (number >>> (8 * (BYTES - 1 - i))) & 0xff;

/** Whether none of the bytes is one that no text has. */
export const mayBeWritten = (number: number): boolean => {
  if (number < 0) return false;
  for (let i = 0; i < BYTES; i++) if (!isWritten(byteOf(number, i))) return false;
  return true;
};
