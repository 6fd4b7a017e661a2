import { copyText } from '../../platform/copy-text.ts';
import { createLru } from '../cache/lru.ts';
import { normalize } from '../text/normalize.ts';
import { type KeptSecret, keptSecretsIn } from './kept-secrets.ts';
import {
  eachHash,
  eachWord,
  type HashWord,
  hashReversed,
  hashRotated,
  hashWord,
  wordsOf,
} from './protected-words.ts';
import { createShingles, type Shingles, WORDS_PER_SHINGLE } from './shingles.ts';

/** Shorter ones are nothing that an answer must not repeat; in UTF-16 code units. */
export const MIN_PROTECTED_CHARS = 60;

/** What is known of the texts that an answer must not repeat. */
export type Protected = Readonly<{
  /** Copies of all of them. */
  texts: readonly string[];
  /** Hashes of all words; made when first asked for. */
  words: () => ReadonlySet<number>;
  /** By the last bits of a word's hash: bits of the writings in which it may be one of theirs. A power of two of them. */
  writings: Uint8Array;
  /** Whether any of the texts has the words for a shingle. */
  hasShingles: boolean;
  chars: number;
  /** Values that they forbid to tell. */
  kept: readonly KeptSecret[];
  /** All runs of eight words. Made when first asked for, which hardly any answer gives a reason to. */
  shingles: () => Shingles;
  /** Hashes of all runs of two to eight words; made when first asked for. */
  runs: () => ReadonlySet<number>;
}>;

/** 30 of them, which the engine stores without a box. */
const HASH_BITS = 0x3fffffff;

const addToHash = (hash: number, word: number): number => Math.imul(hash, 0x5bd1e995) ^ word ^ (hash >>> 15);

/** Hashes the words `[from, to)`. */
export const hashRun = (hashes: readonly number[], from: number, to: number): number => {
  let hash = to - from;
  for (let i = from; i < to; i++) hash = addToHash(hash, hashes[i] ?? 0);
  return hash & HASH_BITS;
};

/** Hashes them from the last one to the first one. */
export const hashBackwards = (hashes: readonly number[], from: number, to: number): number => {
  let hash = to - from;
  for (let i = to - 1; i >= from; i--) hash = addToHash(hash, hashes[i] ?? 0);
  return hash & HASH_BITS;
};

const hashAllOf = (word: string): number => hashWord(word, 0, word.length);

const runsOfTexts = (texts: readonly (readonly string[])[]): ReadonlySet<number> => {
  const runs = new Set<number>();
  for (const words of texts) {
    const hashes = words.map(hashAllOf);
    for (let at = 0; at < hashes.length; at++) {
      const limit = Math.min(hashes.length, at + WORDS_PER_SHINGLE);
      for (let to = at + 2; to <= limit; to++) runs.add(hashRun(hashes, at, to));
    }
  }
  return runs;
};

export const reverse = (text: string): string => (text.length < 2 ? text : [...text].reverse().join(''));

const HALF_ALPHABET = 13;

const turnedLetter = (letter: string): string => {
  const a = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - a + HALF_ALPHABET) % (2 * HALF_ALPHABET)) + a);
};

export const rot13 = (text: string): string =>
  text.length === 1 && text > 'z' ? text : text.replaceAll(/[A-Za-z]/gu, turnedLetter);

/** A way to write a text that is its own inverse, for words and for whole texts. */
export type Writing = Readonly<{
  turn: (text: string) => string;
  /** Of a word that is turned. */
  hash: HashWord;
  isBackwards: boolean;
}>;

/**
 * How a model may be talked into writing its instructions down. Other ciphers are read by the decoders; for these two they
 * would have to turn every text, while here words are looked up as they are.
 */
export const WRITINGS: readonly Writing[] = [
  { turn: (text) => text, hash: hashWord, isBackwards: false },
  { turn: reverse, hash: hashReversed, isBackwards: true },
  { turn: rot13, hash: hashRotated, isBackwards: false },
];

/** Of a short text fewer hashes are marked: an application with other instructions in each request has a table for each. */
const MARKS_FOR_CHAR = 4;
const LEAST_MARKS = 512;
const MOST_MARKS = 8192;

const marksFor = (chars: number): Uint8Array =>
  new Uint8Array(
    Math.min(MOST_MARKS, Math.max(LEAST_MARKS, 2 ** Math.ceil(Math.log2(MARKS_FOR_CHAR * chars)))),
  );

/** @returns How many words there are. */
const markWords = (lower: string, writings: Uint8Array): number => {
  const last = writings.length - 1;
  let words = 0;
  const mark = (hash: number, bit: number): void => {
    writings[hash & last] = (writings[hash & last] ?? 0) | bit;
  };
  eachWord(lower, (from, to) => {
    words += 1;
    for (let i = 0; i < WRITINGS.length; i++) mark(WRITINGS[i]?.hash(lower, from, to) ?? 0, 1 << i);
    return false;
  });
  return words;
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const read = (texts: readonly string[]): Protected => {
  const copies = texts.map(copyText);
  const long = copies.filter(({ length }) => length >= MIN_PROTECTED_CHARS);
  const chars = long.reduce((sum, { length }) => sum + length, 0);
  const plain = long.map((text) => normalize(text).text);
  const writings = marksFor(chars);
  let hasShingles = false;
  for (const text of plain)
    if (markWords(text.toLowerCase(), writings) >= WORDS_PER_SHINGLE) hasShingles = true;
  const wordLists = once(() => plain.map(wordsOf));
  return {
    ...{ texts: copies, writings, hasShingles, chars },
    words: once(() => new Set(wordLists().flatMap((words) => words.map(hashAllOf)))),
    kept: keptSecretsIn(copies),
    shingles: once(() => createShingles(wordLists(), hashAllOf)),
    runs: once(() => runsOfTexts(wordLists())),
  };
};

/** An application sends the same instructions with each of its requests. */
const REMEMBERED = 16;
const MAX_REMEMBERED_CHARS = 16_384;
const byText = createLru<Protected>(REMEMBERED);
/** The pieces of an answer that comes as a stream are all compared with the same texts. */
const byAnswer = new WeakMap<readonly string[], Protected>();
/** What was asked for last: whoever reads one answer asks for the same again and again. */
let last: Protected | undefined;

const areSame = (some: readonly string[], others: readonly string[]): boolean => {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
};

const find = (texts: readonly string[]): Protected => {
  const key = JSON.stringify(texts);
  if (key.length > MAX_REMEMBERED_CHARS) {
    const made = read(texts);
    byAnswer.set(texts, made);
    return made;
  }
  const known = byText.get(key);
  last = known ?? read(texts);
  if (known === undefined) byText.set(key, last);
  return last;
};

export const prepare = (texts: readonly string[]): Protected => {
  if (last !== undefined && areSame(last.texts, texts)) return last;
  return byAnswer.get(texts) ?? find(texts);
};

/**
 * The same for texts that will be asked for until an answer has come to its end, whatever others come in between. An answer that is
 * there as a whole is read in one go: it took longer to be kept in mind this way than to be found again.
 */
export const prepareFor = (texts: readonly string[]): Protected => {
  const known = prepare(texts);
  byAnswer.set(texts, known);
  return known;
};

/** The writings of the last eight words, three bits each. */
const remember = (history: number, writings: number): number => ((history << 3) | writings) & 0o77777777;

/** Whether one writing is among those of all eight. */
const hasOneInAll = (history: number): boolean => {
  const ofFour = history & (history >>> 12);
  const ofTwo = ofFour & (ofFour >>> 6);
  return (ofTwo & (ofTwo >>> 3)) !== 0;
};

/**
 * False where no part of a text can be a shingle in any of the writings: where nowhere as many words as make one stand side by side,
 * in any order. That is so of nearly all, and takes little time.
 *
 * @param lower A text in small letters.
 */
export const mayLeak = (lower: string, { writings }: Protected): boolean => {
  const last = writings.length - 1;
  let history = 0;
  return eachHash(lower, (hash) => {
    history = remember(history, writings[hash & last] ?? 0);
    return hasOneInAll(history);
  });
};
