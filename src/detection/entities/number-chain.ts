import { isDigit, isWord } from './letters.ts';

const MAX_GROUPS = 8;
const MAX_DIGITS = 19;

const isSeparator = (code: number): boolean =>
  code === 0x20 || (code >= 0x2d && code <= 0x2f) || code === 0x2b;
const BLANK = 0x20;
const HYPHEN = 0x2d;
const CLOSING = 0x29;
const SPACED_HYPHEN = 3;

/**
 * Groups of digits with one separator between two of them. One is kept and filled again, since every number of a text
 * passes through it.
 */
export type NumberChain = {
  readonly digits: Uint8Array;
  /** How many groups there are. */
  groups: number;
  /** For each group how many digits there are up to its end, and where it ends. */
  readonly counts: Uint8Array;
  readonly ends: Int32Array;
  /** The separator in front of each group but the first. */
  readonly separators: Uint8Array;
};

export const createNumberChain = (): NumberChain => ({
  digits: new Uint8Array(MAX_DIGITS),
  groups: 0,
  counts: new Uint8Array(MAX_GROUPS),
  ends: new Int32Array(MAX_GROUPS),
  separators: new Uint8Array(MAX_GROUPS),
});

/** Where the group behind a separator at `at` begins; 0 where none does. */
const nextGroupAt = (units: Uint16Array, at: number): number => {
  const isSpaced = units[at] === BLANK && units[at + 1] === HYPHEN && units[at + 2] === BLANK;
  const next = isSpaced ? at + SPACED_HYPHEN : at + 1;
  return isDigit(units[next] ?? 0) ? next : 0;
};

/**
 * Reads the groups from `start` on, where a digit stands; a group that would make too many digits is left out.
 *
 * @param units Those of a text, with a 0 behind them.
 */
export const readChain = (chain: NumberChain, units: Uint16Array, start: number): void => {
  let at = start;
  let count = 0;
  chain.groups = 0;
  for (;;) {
    let code = units[at] ?? 0;
    for (; isDigit(code); code = units[++at] ?? 0) {
      if (count === MAX_DIGITS) return;
      chain.digits[count++] = code - 48;
    }
    chain.counts[chain.groups] = count;
    chain.ends[chain.groups++] = at;
    const next = chain.groups < MAX_GROUPS && isSeparator(code) ? nextGroupAt(units, at) : 0;
    if (next === 0) return;
    chain.separators[chain.groups] = next > at + 1 ? HYPHEN : code;
    at = next;
  }
};

/** The notation of the first groups: `3-2-4`. */
export const layoutOf = ({ counts, separators }: NumberChain, groups: number): string => {
  let layout = '';
  for (let i = 0; i < groups; i++) {
    if (i > 0) layout += String.fromCharCode(separators[i] ?? 0);
    layout += String((counts[i] ?? 0) - (i > 0 ? (counts[i - 1] ?? 0) : 0));
  }
  return layout;
};

/** Whether one number could end here: not in the middle of a word, of a fraction, or of a longer number. */
export const isNumberEnd = (units: Uint16Array, end: number): boolean => {
  const code = units[end] ?? 0;
  if (isWord(code)) return false;
  return code === BLANK || !isSeparator(code) || !isDigit(units[end + 1] ?? 0);
};

/** Whether digits and a separator stand in front: then a number begins here only where the separator is a blank. */
export const isJoinedBefore = (units: Uint16Array, start: number): boolean =>
  isSeparator(units[start - 1] ?? 0) && isDigit(units[start - 2] ?? 0);

/** Whether no other digits are a blank away on either side. */
export const standsAlone = (units: Uint16Array, start: number, end: number): boolean =>
  !isJoinedBefore(units, start) &&
  !(units[start - 1] === BLANK && units[start - 2] === CLOSING) &&
  !(units[end] === BLANK && isDigit(units[end + 1] ?? 0));

/** Whether nothing but a blank may stand between a number and other digits. */
export const isDividedByBlanks = (units: Uint16Array, start: number, end: number): boolean =>
  (units[start - 1] === BLANK || !isJoinedBefore(units, start)) &&
  (units[end] === BLANK || !isSeparator(units[end] ?? 0) || !isDigit(units[end + 1] ?? 0));
