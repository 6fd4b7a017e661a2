import type { Span } from '../../chat/segment.ts';
import { unitsOf } from '../text/code-units.ts';

/** Letters, and characters of several scripts, that are words by themselves. */
const ALONE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const OF_WORDS = /[\p{L}\p{N}]/u;
/** In code points; what is longer is several words. */
const LONGEST_WORD = 64;

/** Bits of what a character is; 0 stands for one that no text had yet. */
const NEITHER_KIND = 1;
const OF_WORDS_KIND = 2;
const ALONE_KIND = 4;
/** Two code units make it. */
const WIDE_KIND = 8;
const kinds = new Uint8Array(0x10000);

const kindOf = (character: string): number => {
  const kind = (OF_WORDS.test(character) ? OF_WORDS_KIND : 0) | (ALONE.test(character) ? ALONE_KIND : 0);
  return kind === 0 ? NEITHER_KIND : kind;
};

const isLow = (code: number): boolean => (code & 0xfc00) === 0xdc00;
const isHigh = (code: number): boolean => (code & 0xfc00) === 0xd800;

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  const known = kinds[code] ?? 0;
  if (known !== 0) return known;
  if (isHigh(code) && isLow(text.charCodeAt(at + 1))) return kindOf(text.slice(at, at + 2)) | WIDE_KIND;
  const kind = kindOf(text.charAt(at));
  if (!isHigh(code)) kinds[code] = kind;
  return kind;
};

const widthOf = (kind: number): number => ((kind & WIDE_KIND) === 0 ? 1 : 2);

/** Where the word ends that begins with a letter or digit. */
const endOfWord = (text: string, start: number): number => {
  let end = start;
  for (let left = LONGEST_WORD; left > 0 && end < text.length; left--) {
    const kind = kindAt(text, end);
    if ((kind & OF_WORDS_KIND) === 0) return end;
    end += widthOf(kind);
  }
  return end;
};

/**
 * Words as leaks are told by: runs of letters and digits, and each character of scripts that put no blanks between words. Without
 * the time that a pattern takes.
 *
 * @param take Gets every word until it has seen enough.
 */
export const eachWord = (
  text: string,
  take: (from: number, to: number, isAlone: boolean) => boolean,
): boolean => {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    const isAlone = (kind & ALONE_KIND) !== 0;
    if (!isAlone && (kind & OF_WORDS_KIND) === 0) {
      at++;
      continue;
    }
    const end = isAlone ? at + widthOf(kind) : endOfWord(text, at);
    if (take(at, end, isAlone)) return true;
    at = end;
  }
  return false;
};

/** 30 of them, which the engine stores without a box. */
const HASH_BITS = 0x3fffffff;
const HASH_SEED = 17;
const HASH_FACTOR = 0x01000193;

/** Of what stands in `[from, to)`. */
export type HashWord = (text: string, from: number, to: number) => number;

export const hashWord: HashWord = (text, from, to) => {
  let hash = HASH_SEED;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR);
  return hash & HASH_BITS;
};

/** As `hashWord` of the word read backwards. */
export const hashReversed: HashWord = (text, from, to) => {
  let hash = HASH_SEED;
  for (let i = to - 1; i >= from; i--) {
    const code = text.charCodeAt(i);
    // The halves of a letter stay in their order.
    if (isLow(code) && i > from) hash = Math.imul(hash ^ text.charCodeAt(--i), HASH_FACTOR);
    hash = Math.imul(hash ^ code, HASH_FACTOR);
  }
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
export const hashRotated: HashWord = (text, from, to) => {
  let hash = HASH_SEED;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ rotated(text.charCodeAt(i)), HASH_FACTOR);
  return hash & HASH_BITS;
};

/** Whether a word of so many code points has its end in front of a character of this kind. */
const endsBefore = (kind: number, letters: number): boolean =>
  letters > 0 && ((kind & OF_WORDS_KIND) === 0 || letters >= LONGEST_WORD);

/** How many code points a word has with one more; where none has begun, one that is a word by itself fills it. */
const lettersWith = (kind: number, letters: number): number =>
  letters === 0 && (kind & ALONE_KIND) !== 0 ? LONGEST_WORD : letters + 1;

/**
 * The `hashWord` of all words, in one pass over the code units: most answers are read for these alone.
 *
 * @param take Gets every hash until it has seen enough.
 */
export const eachHash = (text: string, take: (hash: number) => boolean): boolean => {
  const units = unitsOf(text);
  const { length } = text;
  let hash = HASH_SEED;
  let letters = 0;
  for (let at = 0; at < length; ) {
    const unit = units[at] ?? 0;
    const kind = kinds[unit] || kindAt(text, at);
    if (endsBefore(kind, letters)) {
      if (take(hash & HASH_BITS)) return true;
      hash = HASH_SEED;
      letters = 0;
    }
    if ((kind & (OF_WORDS_KIND | ALONE_KIND)) !== 0) {
      letters = lettersWith(kind, letters);
      hash = Math.imul(hash ^ unit, HASH_FACTOR);
      if ((kind & WIDE_KIND) !== 0) hash = Math.imul(hash ^ (units[at + 1] ?? 0), HASH_FACTOR);
    }
    at += widthOf(kind);
  }
  return letters > 0 && take(hash & HASH_BITS);
};

export const wordsOf = (text: string): readonly string[] => {
  const words: string[] = [];
  const lower = text.toLowerCase();
  eachWord(lower, (from, to) => {
    words.push(lower.slice(from, to));
    return false;
  });
  return words;
};

/** Whether a word cannot go on behind its first letter. */
export const standsByItself = (word: string): boolean => (kindAt(word, 0) & ALONE_KIND) !== 0;

const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** The code of a small letter for that of an ASCII letter; of nothing else a letter or digit. */
const smallCodeAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
};

/** ASCII, dashes, quotes and the like: no other words than those of ASCII letters and digits. */
const isPlain = (code: number): boolean => code < 0x80 || (code >= 0x2000 && code < 0x2070);

/**
 * The last word in front of an offset, as `eachWord` finds it.
 *
 * @returns An empty span where there is none; null where what stands in front of it has to be read.
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
