import { LONGEST_WORD } from './vocabulary.ts';

/** From this length on two letters may be wrong. */
export const MIN_TWICE = 7;
/** No word is near a longer one, whose forms would be without number. */
export const MAX_WORD = LONGEST_WORD + 2;

const PRIME = 0x01000193;
const POWERS = new Int32Array(MAX_WORD + 1);
POWERS[0] = 1;
for (let i = 1; i <= MAX_WORD; i++) POWERS[i] = Math.imul(POWERS[i - 1] ?? 0, PRIME);

/**
 * For each letter of the word in hand what its hash becomes more without it, and what it becomes more where another one behind it is missing,
 * too: with both that of any form is a step or two away.
 */
const WITHOUT = new Int32Array(MAX_WORD);
const WITHOUT_BOTH = new Int32Array(MAX_WORD);

const SMALL = 0x20;
/** @returns The hash of a word as it is. */
const readLetters = (text: string, from: number, to: number): number => {
  let hash = 0;
  for (let at = from, rest = to - from - 1; at < to; at++, rest--) {
    const before = hash;
    hash = (Math.imul(hash, PRIME) + (text.charCodeAt(at) | SMALL)) | 0;
    const less = (before - hash) | 0;
    WITHOUT[at - from] = Math.imul(less, POWERS[rest] ?? 0);
    WITHOUT_BOTH[at - from] = Math.imul(less, POWERS[rest - 1] ?? 0);
  }
  return hash;
};

/** Hashes of the forms of the word in hand. */
export const FORMS = new Int32Array(1 + (MAX_WORD * (MAX_WORD + 1)) / 2);

/**
 * Puts hashes of the forms of a word of at most `MAX_WORD` letters into `FORMS`: as it is, with one letter less, and with two less where it is
 * long.
 *
 * @param text ASCII letters stand there, in either case.
 * @returns How many.
 */
export const readForms = (text: string, from: number, to: number): number => {
  const length = to - from;
  const whole = readLetters(text, from, to);
  let count = 0;
  FORMS[count++] = whole;
  for (let one = 0; one < length; one++) {
    FORMS[count++] = whole + (WITHOUT[one] ?? 0);
    if (length < MIN_TWICE) continue;
    const first = whole + (WITHOUT_BOTH[one] ?? 0);
    for (let two = one + 1; two < length; two++) FORMS[count++] = first + (WITHOUT[two] ?? 0);
  }
  return count;
};
