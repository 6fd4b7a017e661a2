import type { Span } from '../../chat/segment.ts';
import { eachWord } from './vocabulary.ts';

/** What stays the same of a word, however it was remade: a hash for each way, and the words of the vocabulary by these. */

const SMALL = 0x20;
const A = 97;
const LETTERS = 26;
const PRIME = 0x01000193;
/** Their sum is the same in each order. */
const VALUES = Int32Array.from(
  { length: LETTERS },
  (_, letter) => Math.imul(letter + 1, 0x9e3779b1) ^ (letter << 20),
);
const IS_VOWEL = new Uint8Array(128);
for (const vowel of 'aeiou') IS_VOWEL[vowel.charCodeAt(0)] = 1;

/** @param text ASCII letters stand there. */
const letterAt = (text: string, at: number): number => text.charCodeAt(at) | SMALL;
const isVowelAt = (text: string, at: number): boolean => IS_VOWEL[letterAt(text, at)] === 1;

/** The same for all orders of the letters between the first and the last. */
export const orderless = (text: string, { start, end }: Span): number => {
  let sum = 0;
  for (let at = start + 1; at < end - 1; at++) sum = (sum + (VALUES[letterAt(text, at) - A] ?? 0)) | 0;
  const ends = letterAt(text, start) * 256 + letterAt(text, end - 1);
  return (Math.imul(sum ^ ends, PRIME) + end - start) | 0;
};

/** The same whichever vowels stand behind the first letter. */
export const consonants = (text: string, { start, end }: Span): number => {
  let hash = letterAt(text, start);
  for (let at = start + 1; at < end; at++)
    if (!isVowelAt(text, at)) hash = (Math.imul(hash, PRIME) + letterAt(text, at)) | 0;
  return hash;
};

/** The same however often each letter stands in a row. */
export const unrepeated = (text: string, { start, end }: Span): number => {
  let hash = 0;
  let last = 0;
  for (let at = start; at < end; at++) {
    const letter = letterAt(text, at);
    if (letter !== last) hash = (Math.imul(hash, PRIME) + letter) | 0;
    last = letter;
  }
  return hash;
};

/** Behind the first letter. */
export const hasVowels = (text: string, { start, end }: Span): boolean => {
  for (let at = start + 1; at < end; at++) if (isVowelAt(text, at)) return true;
  return false;
};

export const hasRepeated = (text: string, { start, end }: Span): boolean => {
  for (let at = start + 1; at < end; at++) if (letterAt(text, at) === letterAt(text, at - 1)) return true;
  return false;
};

export type Forms = Readonly<{
  /** The commonest word with that hash. */
  wordOf: (hash: number) => string | undefined;
}>;

/** All words of the vocabulary, by their numbers. */
const WORDS: string[] = [];
const NO_WORD = 0xffff;
const SLOT_BITS = 16;
const SLOTS = 1 << SLOT_BITS;

/** @param hashesOf Those of a word; made of all words when a text needs it for the first time. */
const createForms = (hashesOf: (word: string) => readonly number[]): Forms => {
  let hashes: Int32Array | undefined;
  const words = new Uint16Array(SLOTS).fill(NO_WORD);
  const slotOf = (keys: Int32Array, hash: number): number => {
    let slot = Math.imul(hash, 0x85ebca6b | 0) >>> (32 - SLOT_BITS);
    while (words[slot] !== NO_WORD && keys[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
    return slot;
  };
  const build = (): Int32Array => {
    const keys = new Int32Array(SLOTS);
    if (WORDS.length === 0) eachWord((word) => WORDS.push(word));
    for (const [number, word] of WORDS.entries()) {
      for (const hash of hashesOf(word)) {
        const slot = slotOf(keys, hash);
        if (words[slot] !== NO_WORD) continue;
        keys[slot] = hash;
        words[slot] = number;
      }
    }
    return keys;
  };
  return {
    wordOf: (hash) => {
      hashes ??= build();
      return WORDS[words[slotOf(hashes, hash)] ?? NO_WORD];
    },
  };
};

const whole = (word: string): Span => ({ start: 0, end: word.length });

export const ORDERLESS = createForms((word) => [orderless(word, whole(word))]);
export const UNREPEATED = createForms((word) => [unrepeated(word, whole(word))]);
/** A vowel at the beginning may be left out, too. */
export const CONSONANTS = createForms((word) => {
  const hash = consonants(word, whole(word));
  return isVowelAt(word, 0) ? [hash, consonants(word, { start: 1, end: word.length })] : [hash];
});
