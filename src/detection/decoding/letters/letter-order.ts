import { createCodeUnits } from '../../text/code-units.ts';

const A = 97;
const CAPITAL_A = 65;
const LETTERS = 26;

const CODE_UNITS = createCodeUnits();
const ASCII_END = 0x80;

/** By its code what each letter becomes, whose case stays. @param change From numbers of letters to others, 0 to 25. */
const lettersBy = (change: (letter: number) => number): Uint8Array => {
  const changed = Uint8Array.from({ length: ASCII_END }, (_, code) => code);
  for (let letter = 0; letter < LETTERS; letter++) {
    changed[A + letter] = A + change(letter);
    changed[CAPITAL_A + letter] = CAPITAL_A + change(letter);
  }
  return changed;
};

const mapLetters = (text: string, letters: Uint8Array): string => {
  const units = CODE_UNITS.read(text);
  for (let at = 0; at < text.length; at++) {
    const code = units[at] ?? 0;
    if (code < ASCII_END) units[at] = letters[code] ?? 0;
  }
  return CODE_UNITS.write(text.length);
};

/** The signs of ASCII. */
const FIRST = 33;
const SIZE = 94;
const TURNED = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  code < FIRST || code >= FIRST + SIZE ? code : ((code - FIRST + SIZE / 2) % SIZE) + FIRST,
);

/** ROT13 for all signs of ASCII; twice gives the text back. */
export const rot47 = (text: string): string => mapLetters(text, TURNED);

const SHIFTED = Array.from({ length: LETTERS }, (_, shift) =>
  lettersBy((letter) => (letter + shift) % LETTERS),
);
const MIRRORED = lettersBy((letter) => LETTERS - 1 - letter);

/** @param shift From 0 to 25. */
export const shiftLetters = (text: string, shift: number): string => {
  const letters = SHIFTED[shift];
  return letters === undefined ? text : mapLetters(text, letters);
};

/** The first letter becomes the last one, and so on. */
export const mirrorLetters = (text: string): string => mapLetters(text, MIRRORED);

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Turns `[from, to)` round; characters of two units stay together. */
const turn = (units: Uint16Array, from: number, to: number): void => {
  for (let left = from, right = to - 1; left < right; left++, right--) {
    const unit = units[left] ?? 0;
    units[left] = units[right] ?? 0;
    units[right] = unit;
  }
  for (let at = from; at < to - 1; at++) {
    const low = units[at] ?? 0;
    const high = units[at + 1] ?? 0;
    if (!isLow(low) || !isHigh(high)) continue;
    units[at] = high;
    units[++at] = low;
  }
};

/** In UTF-16 code units; to put so few together one by one is cheaper than to copy them there and back. */
const SHORT = 24;

/** @returns Undefined where there are halves of characters. */
const reverseUnits = (text: string): string | undefined => {
  let out = '';
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (isLow(code) || isHigh(code)) return undefined;
    out += text.charAt(at);
  }
  return out;
};

/** Characters of two units stay together. */
export const reverse = (text: string): string => {
  const short = text.length <= SHORT ? reverseUnits(text) : undefined;
  if (short !== undefined) return short;
  turn(CODE_UNITS.read(text), 0, text.length);
  return CODE_UNITS.write(text.length);
};

const IS_SPACE = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  Number(/\s/u.test(String.fromCharCode(code))),
);
/** In UTF-16 code units. */
const LONGEST = 128;

/** The words of the reversed text, each turned round once more: the last one comes first. */
export const reverseOrderOfWords = (text: string): string => {
  const { length } = text;
  const units = CODE_UNITS.read(text);
  turn(units, 0, length);
  for (let at = 0; at < length; ) {
    const from = at;
    // No character is cut in two.
    while (at < length && IS_SPACE[units[at] ?? 0] === 0 && (at - from < LONGEST || isLow(units[at] ?? 0)))
      at++;
    if (at === from) at++;
    else turn(units, from, at);
  }
  return CODE_UNITS.write(length);
};
