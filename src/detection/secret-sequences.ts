import type { Span } from '../chat/segment.ts';
import { isLetterAt, type KeptSecret } from './kept-secrets.ts';

/** Letters that can be read out of a text, in small letters, each with the stretch of text that says it. */
type Sequence = Readonly<{ letters: string; spans: readonly Span[]; longestGap: number; least: number }>;

/** Fewer letters come together by chance. */
const MIN_LETTERS = 6;
/** `becomes a numpy array, not a` */
const MIN_INITIALS = 7;
/** Fewer of them at the end of a text are not waited for. */
const LEAST_OPEN = 3;

const SMALL_A = 97;
const ALPHABET = 26;

const DIGIT = /\d/u;

type Growing = {
  letters: string;
  readonly spans: Span[];
  readonly longestGap: number;
  readonly least: number;
};

const addLetter = (sequence: Growing, text: string, at: number): void => {
  sequence.letters += text.charAt(at).toLowerCase().charAt(0);
  sequence.spans.push({ start: at, end: at + 1 });
};

/** Letters that stand apart, as in `C for cat, O for ox` and `letter 1: C`, and those that words begin with. */
const lettersApart = (text: string): readonly Sequence[] => {
  const alone: Growing = { letters: '', spans: [], longestGap: 40, least: MIN_LETTERS };
  const initials: Growing = { letters: '', spans: [], longestGap: 32, least: MIN_INITIALS };
  let wasLetter = false;
  for (let at = 0; at < text.length; at++) {
    const isLetter = isLetterAt(text, at);
    if (isLetter && !wasLetter && !DIGIT.test(text.charAt(at))) {
      addLetter(initials, text, at);
      if (at + 1 === text.length || !isLetterAt(text, at + 1)) addLetter(alone, text, at);
    }
    wasLetter = isLetter;
  }
  return [alone, initials];
};

const NUMBERS = /(?<!\d)(?:[1-9]|1\d|2[0-6])(?!\d)/gu;

/** Places in the alphabet: `3-15-3-15`. */
const numbered = (text: string): Sequence => {
  let letters = '';
  const spans: Span[] = [];
  for (const { index, 0: number } of text.matchAll(NUMBERS)) {
    letters += String.fromCharCode(SMALL_A - 1 + Number(number));
    spans.push({ start: index, end: index + number.length });
  }
  return { letters, spans, longestGap: 4, least: MIN_LETTERS };
};

const sequencesOf = (text: string): readonly Sequence[] => [...lettersApart(text), numbered(text)];

const LEET: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's' },
};

/** Digits in place of letters; a one may be either of two. */
const leetOf = (text: string, one: string): string =>
  text.toLowerCase().replaceAll(/[013457@$8]/gu, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign)));

/** How far each letter is from the one before, in the alphabet and as far as both are in it; the same however far all are moved. */
const stepsOf = (letters: string, sign: 1 | -1): string => {
  let steps = '';
  for (let at = 1; at < letters.length; at++) {
    const step = sign * (letters.charCodeAt(at) - letters.charCodeAt(at - 1));
    steps += String.fromCharCode(SMALL_A + ((step + ALPHABET) % ALPHABET));
  }
  return steps;
};

const PLAIN_WORDS = /[a-z]{6,64}/gu;
const IS_PLAIN = /^[a-z]+$/u;

const isClose = ({ spans, longestGap }: Sequence, first: number, count: number): boolean => {
  for (let at = first + 1; at < first + count; at++) {
    if ((spans[at]?.start ?? 0) - (spans[at - 1]?.end ?? 0) > longestGap) return false;
  }
  return true;
};

const inSequence = (sequence: Sequence, key: string): readonly Span[] => {
  const { letters, spans, least } = sequence;
  if (key.length < least) return [];
  const found: Span[] = [];
  for (let at = letters.indexOf(key); at !== -1; at = letters.indexOf(key, at + 1)) {
    const [start, end] = [spans[at]?.start, spans[at + key.length - 1]?.end];
    if (start !== undefined && end !== undefined && isClose(sequence, at, key.length))
      found.push({ start, end });
  }
  return found;
};

const SIGNS = /[013457@8$]/u;
const WORDS_WITH_SIGNS = /[a-z\d@$]{6,64}/giu;

type Word = Readonly<{ word: string; index: number }>;

/** Words with digits in place of letters, in each reading of them. */
const leetWords = (text: string): readonly Word[] =>
  SIGNS.test(text)
    ? [...text.matchAll(WORDS_WITH_SIGNS)].flatMap(({ index, 0: word }) =>
        SIGNS.test(word) ? ['i', 'l'].map((one) => ({ index, word: leetOf(word, one) })) : [],
      )
    : [];

/** Where one of some words is the value. */
const inWords = (words: readonly Word[], key: string): readonly Span[] =>
  words.flatMap(({ word, index }) => (word === key ? [{ start: index, end: index + word.length }] : []));

/** By their length. */
const wordsOf = (lower: string): ReadonlyMap<number, readonly Word[]> => {
  const words = new Map<number, Word[]>();
  for (const { index, 0: word } of lower.matchAll(PLAIN_WORDS)) {
    const ofLength = words.get(word.length);
    if (ofLength === undefined) words.set(word.length, [{ word, index }]);
    else ofLength.push({ word, index });
  }
  return words;
};

/** Words whose letters are those of the value, all moved as far along the alphabet, or mirrored and moved. */
const inMoved = (words: ReturnType<typeof wordsOf>, key: string): readonly Span[] => {
  if (!IS_PLAIN.test(key)) return [];
  const steps = stepsOf(key, 1);
  return (words.get(key.length) ?? []).flatMap(({ word, index }) =>
    stepsOf(word, 1) === steps || stepsOf(word, -1) === steps
      ? [{ start: index, end: index + word.length }]
      : [],
  );
};

/** Where a value is written in letters that stand apart, begin words or are moved, in places in the alphabet, or with digits for letters. */
export const createSequenceFinder = (text: string): ((secret: KeptSecret) => readonly Span[]) => {
  const sequences = sequencesOf(text);
  const lower = text.toLowerCase();
  const words = wordsOf(lower.length === text.length ? lower : '');
  const leet = leetWords(text);
  return ({ key }) =>
    key.length < MIN_LETTERS
      ? []
      : [
          ...sequences.flatMap((sequence) => inSequence(sequence, key)),
          ...inWords(leet, key),
          ...inMoved(words, key),
        ];
};

const openInSequence = (sequence: Sequence, key: string, length: number): number => {
  const { letters, spans, longestGap, least } = sequence;
  const last = spans.at(-1);
  if (key.length < least || last === undefined || length - last.end > longestGap) return length;
  for (let count = Math.min(key.length, letters.length); count >= LEAST_OPEN; count--) {
    const first = letters.length - count;
    if (letters.endsWith(key.slice(0, count)) && isClose(sequence, first, count))
      return spans[first]?.start ?? length;
  }
  return length;
};

const LAST_WORD = /[\p{L}\p{N}@$]+$/u;

const openInWord = (word: string, key: string): boolean => {
  if (word.length < LEAST_OPEN || word.length > key.length) return false;
  if (['i', 'l'].some((one) => key.startsWith(leetOf(word, one)))) return true;
  const lower = word.toLowerCase();
  if (!IS_PLAIN.test(lower) || !IS_PLAIN.test(key)) return false;
  const steps = stepsOf(key, 1);
  return steps.startsWith(stepsOf(lower, 1)) || steps.startsWith(stepsOf(lower, -1));
};

/** Where a value that is written so may begin, which a text ends in the middle of; its length where none may. */
export const openSequenceFrom = (text: string, secrets: readonly KeptSecret[]): number => {
  const keys = secrets.map(({ key }) => key).filter(({ length }) => length >= MIN_LETTERS);
  if (keys.length === 0) return text.length;
  const sequences = sequencesOf(text);
  const word = LAST_WORD.exec(text)?.[0] ?? '';
  return Math.min(
    text.length,
    ...keys.map((key) => (openInWord(word, key) ? text.length - word.length : text.length)),
    ...keys.flatMap((key) => sequences.map((sequence) => openInSequence(sequence, key, text.length))),
  );
};
