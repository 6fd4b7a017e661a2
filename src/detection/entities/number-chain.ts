import { codeAt } from '../code-units.ts';
import { isDigit, isWord } from './letters.ts';

const MAX_GROUPS = 8;
const MAX_DIGITS = 19;

const isSeparator = (code: number): boolean =>
  code === 0x20 || (code >= 0x2d && code <= 0x2f) || code === 0x2b;
const BLANK = 0x20;
const HYPHEN = 0x2d;
const SPACED_HYPHEN = ' - ';

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

/** Reads the groups from `start` on, where a digit stands; a group that would make too many digits is left out. */
export const readChain = (chain: NumberChain, text: string, start: number): void => {
  let at = start;
  let count = 0;
  chain.groups = 0;
  for (;;) {
    let code = codeAt(text, at);
    for (; isDigit(code); code = codeAt(text, ++at)) {
      if (count === MAX_DIGITS) return;
      chain.digits[count++] = code - 48;
    }
    chain.counts[chain.groups] = count;
    chain.ends[chain.groups++] = at;
    if (chain.groups === MAX_GROUPS || !isSeparator(code)) return;
    const isSpaced = text.startsWith(SPACED_HYPHEN, at);
    const next = isSpaced ? at + SPACED_HYPHEN.length : at + 1;
    if (!isDigit(codeAt(text, next))) return;
    chain.separators[chain.groups] = isSpaced ? HYPHEN : code;
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
export const isNumberEnd = (text: string, end: number): boolean => {
  const code = codeAt(text, end);
  if (isWord(code)) return false;
  return code === BLANK || !isSeparator(code) || !isDigit(codeAt(text, end + 1));
};

/** Whether digits and a separator stand in front: then a number begins here only where the separator is a blank. */
export const isJoinedBefore = (text: string, start: number): boolean => {
  const code = codeAt(text, start - 1);
  return isSeparator(code) && isDigit(codeAt(text, start - 2));
};

/** Whether no other digits are a blank away on either side. */
export const standsAlone = (text: string, start: number, end: number): boolean =>
  !isJoinedBefore(text, start) &&
  !(codeAt(text, start - 1) === BLANK && text.charAt(start - 2) === ')') &&
  !(codeAt(text, end) === BLANK && isDigit(codeAt(text, end + 1)));
