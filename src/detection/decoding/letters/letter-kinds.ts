import { READINGS, type Readings } from './other-alphabets.ts';

/** What each UTF-16 code unit is in a word that may be written with letters of other scripts. */

/** It stands in no word. */
const NO_LETTER = 0;
/** A letter that looks like no Latin one, which stays in its word. */
const OTHER_LETTER = 1;
/** By code unit; above those two the number of what it may stand for. */
export const KINDS = new Uint16Array(0x10000);

const NO_READINGS: Readings = [];
const MEANINGS: Readings[] = [NO_READINGS, NO_READINGS];
/** The same as numbers of letters, 1 for `a` and 0 for none: those of a kind begin at `FIRSTS[kind]`. */
const letters: number[] = [];
const firsts: number[] = [0, 0, 0];

const SMALL = 0x20;
export const ASCII_END = 0x80;
const isLatin = (code: number): boolean => (code | SMALL) >= 97 && (code | SMALL) <= 122;
/** Greek and Cyrillic. */
export const isClassic = (code: number): boolean => code >= 0x370 && code <= 0x52f;

/** What a letter of this kind may stand for, the likeliest first. */
export const meaningsOf = (kind: number): Readings => MEANINGS[kind] ?? NO_READINGS;

/** Where letters of all scripts are, with some punctuation that belongs to them. */
const RANGES: readonly (readonly [first: number, end: number])[] = [
  [0xc0, 0x2b0],
  [0x370, 0x16eb],
  [0x16ee, 0x2000],
  [0x2c00, 0x2e00],
  [0x3040, 0x3130],
  [0x3400, 0x4dc0],
  [0x4e00, 0xa4fe],
  [0xa500, 0xd7a4],
  [0xf900, 0xfd00],
  [0xfe70, 0xfeff],
  [0xff66, 0xffdd],
];

const addMeaning = (code: number, readings: Readings): void => {
  KINDS[code] = MEANINGS.length;
  MEANINGS.push(readings);
  for (const reading of readings) letters.push(reading === '' ? 0 : reading.charCodeAt(0) & (SMALL - 1));
  firsts.push(letters.length);
};

/** A barred `l` stands for `i` now and then, and has lost its bar here. */
const latinReadings = (letter: string): Readings =>
  letter === 'l' ? ['l', 'i'] : letter === 'I' ? ['I', 'l'] : [letter];

for (const [first, end] of RANGES) KINDS.fill(OTHER_LETTER, first, end);
for (let code = 65; code <= 122; code++)
  if (isLatin(code)) addMeaning(code, latinReadings(String.fromCharCode(code)));
for (const [code, readings] of READINGS) addMeaning(code, readings);

export const LETTERS = Uint8Array.from(letters);
export const FIRSTS = Uint16Array.from(firsts);

/** What a run of letters has, a bit for each. */
export const HAS = { latin: 1, classic: 2, foreign: 4, other: 8, digit: 16 } as const;

const traitOf = (kind: number, code: number): number => {
  if (kind === NO_LETTER) return 0;
  if (kind === OTHER_LETTER) return HAS.other;
  if (isLatin(code)) return HAS.latin;
  if (code < ASCII_END) return HAS.digit;
  return isClassic(code) ? HAS.classic : HAS.foreign;
};
/** By code unit. */
export const TRAITS = Uint8Array.from(KINDS, traitOf);
