import type { Span } from '../../chat/segment.ts';
import type { KeptSecret } from './kept-secrets.ts';
import {
  hasSteps,
  isSpelt,
  lastWordOf,
  plainWithin,
  type Sequence,
  type Sequences,
  type Stretches,
  stepsOf,
  type TextLetters,
} from './secret-letters.ts';

/** Fewer letters come together by chance. */
const MIN_LETTERS = 6;
/** Fewer of them at the end of a text are not waited for. */
const LEAST_OPEN = 3;

/** How letters have to stand to be read together. */
type Manner = Readonly<{ kind: keyof Sequences; longestGap: number; least: number }>;

const MANNERS: readonly Manner[] = [
  // `C for cat, O for ox`, `letter 1: C`
  { kind: 'alone', longestGap: 40, least: MIN_LETTERS },
  // `becomes a numpy array, not a` has six by chance.
  { kind: 'initials', longestGap: 32, least: 7 },
  { kind: 'numbered', longestGap: 4, least: MIN_LETTERS },
];

/** Between two codes, as in `)+String.fromCharCode(`. */
const CODE_GAP = 26;
/** So many codes never come together by chance. */
const LEAST_CODES = 4;
const BY_CODES = { longestGap: CODE_GAP, least: LEAST_CODES };

const IS_PLAIN = /^[a-z]+$/u;

const isClose = ({ starts, ends }: Sequence, longestGap: number, first: number, count: number): boolean => {
  for (let at = first + 1; at < first + count; at++) {
    if ((starts[at] ?? 0) - (ends[at - 1] ?? 0) > longestGap) return false;
  }
  return true;
};

const inSequence = (
  sequence: Sequence,
  { longestGap, least }: Omit<Manner, 'kind'>,
  key: string,
): readonly Span[] => {
  const { letters, starts, ends } = sequence;
  if (key.length < least) return [];
  const found: Span[] = [];
  for (let at = letters.indexOf(key); at !== -1; at = letters.indexOf(key, at + 1)) {
    const [start, end] = [starts[at], ends[at + key.length - 1]];
    if (start !== undefined && end !== undefined && isClose(sequence, longestGap, at, key.length))
      found.push({ start, end });
  }
  return found;
};

/** Words with digits in place of letters, in each reading of them. */
const inSigned = (text: string, { starts, ends }: Stretches, key: string): readonly Span[] =>
  starts.flatMap((start, at) => {
    const end = start + key.length;
    return ends[at] === end && isSpelt(text, start, key) ? [{ start, end }] : [];
  });

/** Words whose letters are those of the value, all moved as far along the alphabet, or mirrored and moved. */
const inMoved = (text: string, { starts, ends }: Stretches, key: string): readonly Span[] => {
  const found: Span[] = [];
  if (!IS_PLAIN.test(key)) return found;
  const { length } = key;
  const steps = stepsOf(key);
  for (let word = 0; word < starts.length; word++) {
    const [from, to] = [starts[word] ?? 0, ends[word] ?? 0];
    if (to - from < length) continue;
    for (
      let start = plainWithin(text, from, to, length);
      start !== -1;
      start = plainWithin(text, start + length, to, length)
    ) {
      if (hasSteps(text, start, steps, false) || hasSteps(text, start, steps, true))
        found.push({ start, end: start + length });
    }
  }
  return found;
};

const inCodes = (read: TextLetters, key: string): readonly Span[] =>
  read.codes().flatMap((sequence) => inSequence(sequence, BY_CODES, key));

/** Where a value is written in letters that stand apart, begin words or are moved, in places in the alphabet, in codes, or with digits for letters. */
export const inSequences = (text: string, read: TextLetters, { key }: KeptSecret): readonly Span[] => {
  const coded = inCodes(read, key);
  if (key.length < MIN_LETTERS) return coded;
  const manners = read.mayHave(key) ? MANNERS : [];
  return [
    ...coded,
    ...manners.flatMap((manner) => inSequence(read.sequences()[manner.kind], manner, key)),
    ...inSigned(text, read.signed(), key),
    ...inMoved(text, read.long(), key),
  ];
};

const openInSequence = (
  sequence: Sequence,
  { longestGap, least }: Omit<Manner, 'kind'>,
  key: string,
  length: number,
): number => {
  const { letters, starts, ends } = sequence;
  const last = ends.at(-1);
  if (key.length < least || last === undefined || length - last > longestGap) return length;
  for (let count = Math.min(key.length, letters.length); count >= LEAST_OPEN; count--) {
    const first = letters.length - count;
    if (letters.endsWith(key.slice(0, count)) && isClose(sequence, longestGap, first, count))
      return starts[first] ?? length;
  }
  return length;
};

const openInWord = (word: string, key: string): boolean => {
  if (word.length < LEAST_OPEN || word.length > key.length) return false;
  if (isSpelt(word, 0, key.slice(0, word.length))) return true;
  const lower = word.toLowerCase();
  if (!IS_PLAIN.test(lower) || !IS_PLAIN.test(key)) return false;
  const steps = stepsOf(key).subarray(0, word.length - 1);
  return hasSteps(lower, 0, steps, false) || hasSteps(lower, 0, steps, true);
};

/** Where a value that is written so may begin, which a text ends in the middle of; its length where none may. */
export const openSequenceFrom = (text: string, read: TextLetters, secrets: readonly KeptSecret[]): number => {
  let from = text.length;
  for (const sequence of read.codes())
    for (const { key } of secrets)
      from = Math.min(from, openInSequence(sequence, BY_CODES, key, text.length));
  const keys = secrets.map(({ key }) => key).filter(({ length }) => length >= MIN_LETTERS);
  if (keys.length === 0) return from;
  const sequences = read.sequences();
  const word = lastWordOf(text);
  for (const key of keys) {
    if (openInWord(word, key)) from = Math.min(from, text.length - word.length);
    for (const manner of MANNERS)
      from = Math.min(from, openInSequence(sequences[manner.kind], manner, key, text.length));
  }
  return from;
};
