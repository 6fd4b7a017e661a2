import { createCodeUnits } from '../code-units.ts';

/** A look for bytes in hexadecimal digits, one by one: `69 67 6e`, `0x69, 0x67`. */

const OTHER = 0;
const DIGIT = 1;
const SEPARATOR = 2;
/** Part of what may stand in front of a byte: `0x`, `\x`. */
const PREFIX = 3;
const KINDS = 4;

const kinds = new Uint8Array(0x10000);
for (let code = 0; code < kinds.length; code++)
  if (/[\s,:;]/u.test(String.fromCharCode(code))) kinds[code] = SEPARATOR;
for (const character of '0123456789abcdefABCDEF') kinds[character.charCodeAt(0)] = DIGIT;
for (const character of 'xX\\') kinds[character.charCodeAt(0)] = PREFIX;

/** Bytes in a row, at least. */
export const MIN_PAIRS = 8;

/** Digits of a byte that were read; from the third on it is none. */
const DIGITS = 3;
const TOO_LONG = MIN_PAIRS * DIGITS;
const FOUND = TOO_LONG + 1;

const stateOf = (pairs: number, digits: number): number => pairs * DIGITS + digits;

const stepFrom = (pairs: number, digits: number, kind: number): number => {
  if (kind === DIGIT && digits === 2) return TOO_LONG;
  if (kind === DIGIT) return pairs === MIN_PAIRS - 1 && digits === 1 ? FOUND : stateOf(pairs, digits + 1);
  if (kind === SEPARATOR && digits === 2) return stateOf(pairs + 1, 0);
  // The zero of `0x` counts as no digit.
  const goesOn = digits === 0 ? kind !== OTHER : kind === PREFIX && digits === 1;
  return goesOn ? stateOf(pairs, 0) : 0;
};

/** The way through a text is made of look-ups without a branch: the state after a character of a kind is at `state * 4 + kind`. */
const STEPS = new Uint8Array((FOUND + 1) * KINDS);
for (let kind = 0; kind < KINDS; kind++) {
  for (let pairs = 0; pairs < MIN_PAIRS; pairs++)
    for (let digits = 0; digits < DIGITS; digits++)
      STEPS[stateOf(pairs, digits) * KINDS + kind] = stepFrom(pairs, digits, kind);
  STEPS[TOO_LONG * KINDS + kind] = kind === DIGIT ? TOO_LONG : 0;
  STEPS[FOUND * KINDS + kind] = FOUND;
}

const CODE_UNITS = createCodeUnits();

/** False where a text holds no such bytes, {@link MIN_PAIRS} of them in a row. */
export const mayHoldPairs = (text: string): boolean => {
  const units = CODE_UNITS.read(text);
  let state = 0;
  for (let i = 0; i < text.length; i++) state = STEPS[state * KINDS + (kinds[units[i] ?? 0] ?? 0)] ?? 0;
  return state === FOUND;
};
