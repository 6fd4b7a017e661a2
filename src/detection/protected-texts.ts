import type { Span } from '../chat/segment.ts';
import { copyText } from '../copy-text.ts';
import { type KeptSecret, keptSecretsIn } from './kept-secrets.ts';
import { createLru } from './lru.ts';
import { normalize } from './normalize.ts';

export const WORDS_PER_SHINGLE = 8;
/** Shorter ones are nothing that an answer must not repeat; in UTF-16 code units. */
export const MIN_PROTECTED_CHARS = 60;
export const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]{1,64}/gu;
const LONGEST_WORD = 64;

/** What is known of the texts that an answer must not repeat. */
export type Protected = Readonly<{
  /** Hashes of all words. */
  words: ReadonlySet<number>;
  /** By the last bits of a word's hash: bits of the writings in which it may be one of theirs. */
  writings: Uint8Array;
  /** Whether any of the texts has the words for a shingle. */
  hasShingles: boolean;
  chars: number;
  /** Values that they forbid to tell. */
  kept: readonly KeptSecret[];
  /** All runs of eight words. Made when first asked for, which hardly any answer gives a reason to. */
  shingles: () => ReadonlySet<string>;
  /** Hashes of all runs of two to eight words; made when first asked for. */
  runs: () => ReadonlySet<number>;
}>;

export const shingle = (words: readonly string[], at: number): string =>
  words.slice(at, at + WORDS_PER_SHINGLE).join(' ');

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** 30 of them, which the engine stores without a box. */
const HASH_BITS = 0x3fffffff;
const HASH_SEED = 17;
const HASH_FACTOR = 0x01000193;

/** Of what stands in `[from, to)`. */
type HashWord = (text: string, from: number, to: number) => number;

const hashWord: HashWord = (text, from, to) => {
  let hash = HASH_SEED;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR);
  return hash & HASH_BITS;
};

/** As `hashWord` of the word read backwards. */
const hashReversed: HashWord = (text, from, to) => {
  let hash = HASH_SEED;
  for (let i = to - 1; i >= from; i--) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR);
  return hash & HASH_BITS;
};

const SMALL_A = 97;
const HALF_ALPHABET = 13;
const rotated = (code: number): number => {
  const letter = code - SMALL_A;
  if (letter < 0 || letter >= 2 * HALF_ALPHABET) return code;
  return letter < HALF_ALPHABET ? code + HALF_ALPHABET : code - HALF_ALPHABET;
};

/** As `hashWord` of the word in rot13; it has small letters. */
const hashRotated: HashWord = (text, from, to) => {
  let hash = HASH_SEED;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ rotated(text.charCodeAt(i)), HASH_FACTOR);
  return hash & HASH_BITS;
};

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

const shinglesOf = (texts: readonly (readonly string[])[]): ReadonlySet<string> => {
  const shingles = new Set<string>();
  for (const words of texts) {
    for (let at = 0; at + WORDS_PER_SHINGLE <= words.length; at++) shingles.add(shingle(words, at));
  }
  return shingles;
};

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

export const reverse = (text: string): string => [...text].reverse().join('');

export const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (letter) => {
    const a = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - a + 13) % 26) + a);
  });

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

const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** The code of a small letter for that of an ASCII letter; of nothing else a letter or digit. */
const smallCodeAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
};

/** ASCII, dashes, quotes and the like: no other words than those of ASCII letters and digits. */
const isPlain = (code: number): boolean => code < 0x80 || (code >= 0x2000 && code < 0x2070);

/**
 * Passes over the words that `WORD` finds, without the time that it takes, until `take` has seen enough.
 *
 * @param lower A text in small letters.
 * @returns False where a letter stands in the text that only the pattern can judge.
 */
const eachPlainWord = (lower: string, take: (from: number, to: number) => boolean): boolean => {
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    if (!isWordCode(code)) {
      if (!isPlain(code)) return false;
      continue;
    }
    const from = at;
    while (at + 1 < lower.length && at + 1 - from < LONGEST_WORD && isWordCode(lower.charCodeAt(at + 1)))
      at++;
    if (take(from, at + 1)) return true;
  }
  return true;
};

/**
 * The last word in front of an offset, as `WORD` finds it.
 *
 * @returns An empty span where there is none; null where only the pattern can judge.
 */
export const plainWordBefore = (text: string, offset: number): Span | null => {
  let end = offset;
  while (end > 0 && !isWordCode(smallCodeAt(text, end - 1))) {
    end--;
    if (!isPlain(text.charCodeAt(end))) return null;
  }
  let start = end;
  while (start > 0 && isWordCode(smallCodeAt(text, start - 1))) start--;
  // Longer ones are words of 64 letters, counted from their beginning.
  const touchesOther = start > 0 && !isPlain(text.charCodeAt(start - 1));
  return touchesOther || end - start > LONGEST_WORD ? null : { start, end };
};

const MARKED_HASHES = 8192;

type Words = Readonly<{ words: Set<number>; writings: Uint8Array }>;

const addWord = ({ words, writings }: Words, word: string): void => {
  words.add(hashAllOf(word));
  for (const [index, { hash }] of WRITINGS.entries()) {
    const at = hash(word, 0, word.length) % MARKED_HASHES;
    writings[at] = (writings[at] ?? 0) | (1 << index);
  }
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const read = (texts: readonly string[]): Protected => {
  const long = texts.filter(({ length }) => length >= MIN_PROTECTED_CHARS).map(copyText);
  const wordLists = long.map((text) => wordsOf(normalize(text).text));
  const known = { words: new Set<number>(), writings: new Uint8Array(MARKED_HASHES) };
  for (const word of wordLists.flat()) addWord(known, word);
  return {
    ...known,
    hasShingles: wordLists.some(({ length }) => length >= WORDS_PER_SHINGLE),
    chars: long.reduce((sum, { length }) => sum + length, 0),
    kept: keptSecretsIn(texts),
    shingles: once(() => shinglesOf(wordLists)),
    runs: once(() => runsOfTexts(wordLists)),
  };
};

/** An application sends the same instructions with each of its requests. */
const REMEMBERED = 16;
const MAX_REMEMBERED_CHARS = 16_384;
const byText = createLru<Protected>(REMEMBERED);
/** The pieces of an answer that comes as a stream are all compared with the same texts. */
const byRequest = new WeakMap<readonly string[], Protected>();

const find = (texts: readonly string[]): Protected => {
  const key = JSON.stringify(texts);
  const known = byText.get(key);
  if (known !== undefined) return known;
  const made = read(texts);
  if (key.length <= MAX_REMEMBERED_CHARS) byText.set(key, made);
  return made;
};

export const prepare = (texts: readonly string[]): Protected => {
  const known = byRequest.get(texts);
  if (known !== undefined) return known;
  const found = find(texts);
  byRequest.set(texts, found);
  return found;
};

/** So many words on end may be theirs, for each writing. */
type Streaks = Uint8Array;

/** @returns Whether as many words as make a shingle stand side by side; in any order, so that it is cheap. */
const goOn = (streaks: Streaks, writings: number): boolean => {
  if (writings === 0) {
    streaks.fill(0);
    return false;
  }
  let isLong = false;
  for (let i = 0; i < streaks.length; i++) {
    const streak = (writings >> i) & 1 ? (streaks[i] ?? 0) + 1 : 0;
    streaks[i] = streak;
    if (streak >= WORDS_PER_SHINGLE) isLong = true;
  }
  return isLong;
};

/**
 * False where no part of a text can be a shingle in any of the writings; that is so of nearly all, and takes little time.
 *
 * @param lower A text in small letters.
 */
export const mayLeak = (lower: string, { writings }: Protected): boolean => {
  const streaks = new Uint8Array(WRITINGS.length);
  const take = (text: string, from: number, to: number): boolean =>
    goOn(streaks, writings[hashWord(text, from, to) % MARKED_HASHES] ?? 0);
  let isFound = false;
  const isRead = eachPlainWord(lower, (from, to) => {
    isFound = take(lower, from, to);
    return isFound;
  });
  if (isRead) return isFound;
  streaks.fill(0);
  return wordsOf(lower).some((word) => take(word, 0, word.length));
};
