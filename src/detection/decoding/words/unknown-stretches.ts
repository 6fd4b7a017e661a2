import type { Span } from '../../../chat/segment.ts';
import { hashLetter, isKnownHash, NO_LETTERS } from './known-words.ts';
import { LONGEST_WORD } from './vocabulary.ts';

/**
 * Stretches of mostly unknown words, outside of keys and of names in programs: words are numbered, and only the numbers of the first and the
 * last one are kept of each stretch, since there is nearly never any.
 */

/** Words by their numbers: of a stretch, and of all that was looked at around it. */
export type UnknownStretch = Readonly<{
  first: number;
  last: number;
  around: { first: number; last: number };
}>;

const FIRST_CAPACITY = 4096;
/** Where words start and end, by turns. */
let bounds = new Int32Array(FIRST_CAPACITY);

/** Where a word starts, by its number; valid until the next search. */
export const startOf = (word: number): number => bounds[2 * word] ?? 0;
export const endOf = (word: number): number => bounds[2 * word + 1] ?? 0;

const JOINS_NAMES = new Uint8Array(0x10000);
for (const sign of '0123456789_+=/\\@$') JOINS_NAMES[sign.charCodeAt(0)] = 1;

/** Whether a word is part of a key, a path or a name in a program, and not one of a sentence. */
const isPartOfName = (units: Uint16Array, start: number, end: number): boolean =>
  (start > 0 && JOINS_NAMES[units[start - 1] ?? 0] === 1) || JOINS_NAMES[units[end] ?? 0] === 1;

const A = 97;
const LETTERS = 26;
const SMALL = 0x20;

const isLetterAt = (units: Uint16Array, at: number): boolean => {
  const small = (units[at] ?? 0) | SMALL;
  return small >= A && small < A + LETTERS;
};

const isKnownAt = (units: Uint16Array, start: number, end: number): boolean => {
  if (end - start > LONGEST_WORD) return false;
  let hash = NO_LETTERS;
  for (let at = start; at < end; at++) hash = hashLetter(hash, (units[at] ?? 0) | SMALL);
  return isKnownHash(hash);
};

/** What the word adds, by its letters: a known one takes away as much as two unknown ones add. */
const gainOf = (units: Uint16Array, start: number, end: number): number =>
  isKnownAt(units, start, end) ? 2 * (start - end) : end - start;

const MIN_UNKNOWN = 12;
const NONE: readonly UnknownStretch[] = [];

/** The stretch in hand, and how many words there are so far. */
const run = { sum: 0, best: 0, first: 0, last: 0, count: 0 };

/** @returns Whether there was enough in it to be one. */
const close = (): boolean => {
  const isOne = run.best >= MIN_UNKNOWN;
  run.sum = 0;
  run.best = 0;
  return isOne;
};

/** @returns Whether a stretch ends with the word, which is none of it. */
const addWord = (units: Uint16Array, start: number, end: number): boolean => {
  const number = run.count++;
  bounds[2 * number] = start;
  bounds[2 * number + 1] = end;
  if (isPartOfName(units, start, end)) return close();
  if (run.sum === 0) run.first = number;
  run.sum = Math.max(0, run.sum + gainOf(units, start, end));
  if (run.sum > run.best) {
    run.best = run.sum;
    run.last = number;
  }
  return run.sum === 0 && close();
};

const stretchesIn = (units: Uint16Array, { start, end }: Span): readonly UnknownStretch[] => {
  let found: UnknownStretch[] | undefined;
  const around = { first: run.count, last: run.count };
  const keep = (): void => {
    found ??= [];
    found.push({ first: run.first, last: run.last, around });
  };
  for (let at = start; at < end; at++) {
    if (!isLetterAt(units, at)) continue;
    const from = at;
    while (at < end && isLetterAt(units, at)) at++;
    if (addWord(units, from, at)) keep();
  }
  if (close()) keep();
  around.last = run.count - 1;
  return found ?? NONE;
};

/** @param units Those of a text, with a 0 behind them. @param spans In ascending order; none overlaps another. */
export const unknownStretches = (
  units: Uint16Array,
  length: number,
  spans: readonly Span[],
): readonly UnknownStretch[] => {
  // A word and what ends it take two units at least; spans that touch may cut one in two.
  const capacity = length + 2 * spans.length + 2;
  if (capacity > bounds.length) bounds = new Int32Array(2 * capacity);
  run.count = 0;
  let found: UnknownStretch[] | undefined;
  for (const span of spans)
    for (const stretch of stretchesIn(units, span)) {
      found ??= [];
      found.push(stretch);
    }
  return found ?? NONE;
};
