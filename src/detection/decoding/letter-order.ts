import { createCodeUnits } from '../code-units.ts';

const FIRST = 33;
const SIZE = 94;

/** ROT13 for all signs of ASCII; twice gives the text back. */
export const rot47 = (text: string): string =>
  text.replace(/[!-~]/gu, (sign) =>
    String.fromCharCode(((sign.charCodeAt(0) - FIRST + SIZE / 2) % SIZE) + FIRST),
  );

const A = 97;
const LETTERS = 26;

/** Each letter of ASCII becomes another one, by its number from 0 to 25; its case stays. */
export const mapLetters = (text: string, change: (letter: number) => number): string =>
  text.replace(/[a-z]{1,4096}/giu, (run) => {
    let out = '';
    for (let i = 0; i < run.length; i++) {
      const code = run.charCodeAt(i);
      const base = code < A ? 65 : A;
      out += String.fromCharCode(base + change(code - base));
    }
    return out;
  });

export const shiftLetters = (text: string, shift: number): string =>
  mapLetters(text, (letter) => (letter + shift) % LETTERS);

/** The first letter becomes the last one, and so on. */
export const mirrorLetters = (text: string): string => mapLetters(text, (letter) => LETTERS - 1 - letter);

const CODE_UNITS = createCodeUnits();

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Turns `[from, to)` round; characters of two units stay together. */
const turn = (units: Uint16Array, from: number, to: number): void => {
  units.subarray(from, to).reverse();
  for (let at = from; at < to - 1; at++) {
    const low = units[at] ?? 0;
    const high = units[at + 1] ?? 0;
    if (!isLow(low) || !isHigh(high)) continue;
    units[at] = high;
    units[++at] = low;
  }
};

/** Characters of two units stay together. */
export const reverse = (text: string): string => {
  turn(CODE_UNITS.read(text), 0, text.length);
  return CODE_UNITS.write(text.length);
};
