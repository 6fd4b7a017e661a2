import { createSketch } from './sketch.ts';
import { eachWord, LONGEST_WORD } from './vocabulary.ts';

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

/** What the last word has in common with what it may have been: one for all, written anew for each. */
export const shape = {
  /** The same for all orders of the letters between the first and the last. */
  orderless: 0,
  /** The same whichever vowels stand behind the first letter. */
  consonants: 0,
  /** The same however often each letter stands in a row. */
  unrepeated: 0,
  /** Behind the first letter. */
  hasVowels: false,
  hasRepeated: false,
};

const weightOf = (letter: number): number => VALUES[letter - A] ?? 0;

/** Fills `shape` for a word. @param units ASCII letters stand there. */
export const readShape = (units: Uint16Array, start: number, end: number): void => {
  const first = (units[start] ?? 0) | SMALL;
  let sum = 0;
  let consonants = first;
  let unrepeated = first;
  let vowels = 0;
  let repeated = 0;
  let letter = first;
  for (let at = start + 1; at < end; at++) {
    const last = letter;
    letter = (units[at] ?? 0) | SMALL;
    sum = (sum + weightOf(letter)) | 0;
    // Which letter comes next in a key no processor can guess, so that nothing branches: a mask keeps each hash or changes it.
    const isVowel = IS_VOWEL[letter] ?? 0;
    vowels += isVowel;
    consonants ^= (consonants ^ (Math.imul(consonants, PRIME) + letter)) & (isVowel - 1);
    const isAgain = ((letter ^ last) - 1) >> 31;
    repeated -= isAgain;
    unrepeated ^= (unrepeated ^ (Math.imul(unrepeated, PRIME) + letter)) & ~isAgain;
  }
  const inner = end - start > 1 ? (sum - weightOf(letter)) | 0 : 0;
  shape.orderless = (Math.imul(inner ^ (first * 256 + letter), PRIME) + end - start) | 0;
  shape.consonants = consonants;
  shape.unrepeated = unrepeated;
  shape.hasVowels = vowels > 0;
  shape.hasRepeated = repeated > 0;
};

export type Forms = Readonly<{
  /** The commonest word with that hash. */
  wordOf: (hash: number) => string | undefined;
  /** Whether there is one. */
  has: (hash: number) => boolean;
}>;

/** All words of the vocabulary, by their numbers. */
const WORDS: string[] = [];
const NO_WORD = 0xffff;
const SLOT_BITS = 16;
const SLOTS = 1 << SLOT_BITS;

const LETTERS_OF_WORD = new Uint16Array(LONGEST_WORD + 1);

/** Fills `shape` for a word of the vocabulary, from its letter number `from` on. */
const readShapeOf = (word: string, from: number): void => {
  for (let at = 0; at < word.length; at++) LETTERS_OF_WORD[at] = word.charCodeAt(at);
  LETTERS_OF_WORD[word.length] = 0;
  readShape(LETTERS_OF_WORD, from, word.length);
};

/** @param hashesOf Those of a word; made of all words when a text needs it for the first time. */
const createForms = (hashesOf: (word: string) => readonly number[]): Forms => {
  let hashes: Int32Array | undefined;
  const words = new Uint16Array(SLOTS).fill(NO_WORD);
  const sketch = createSketch();
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
        sketch.put(hash);
      }
    }
    return keys;
  };
  return {
    wordOf: (hash) => {
      hashes ??= build();
      return sketch.has(hash) ? WORDS[words[slotOf(hashes, hash)] ?? NO_WORD] : undefined;
    },
    has: (hash) => {
      hashes ??= build();
      return sketch.has(hash) && words[slotOf(hashes, hash)] !== NO_WORD;
    },
  };
};

export const ORDERLESS = createForms((word) => {
  readShapeOf(word, 0);
  return [shape.orderless];
});
export const UNREPEATED = createForms((word) => {
  readShapeOf(word, 0);
  return [shape.unrepeated];
});
/** A vowel at the beginning may be left out, too. */
export const CONSONANTS = createForms((word) => {
  readShapeOf(word, 0);
  const { consonants } = shape;
  if (IS_VOWEL[word.charCodeAt(0)] !== 1) return [consonants];
  readShapeOf(word, 1);
  return [consonants, shape.consonants];
});

const VOWEL = 1;

/** The hash of letters of either case that stays the same whichever vowels stand in place of the vowels, and of signs that are no letters. */
export const hashBlanked = (text: string, start: number, end: number): number => {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const letter = text.charCodeAt(at) | SMALL;
    const isConsonant = letter >= A && letter < A + LETTERS && IS_VOWEL[letter] !== 1;
    hash = (Math.imul(hash, PRIME) + (isConsonant ? letter : VOWEL)) | 0;
  }
  return hash;
};

export const BLANKED = createForms((word) =>
  /^[a-z]+$/.test(word) ? [hashBlanked(word, 0, word.length)] : [],
);

/** Letters that other scripts do not tell apart, each as one of them. */
const ALIKE: readonly (readonly [letters: string, as: string])[] = [
  ['ckq', 'k'],
  ['ijy', 'i'],
  ['vw', 'v'],
];
/** By letter what it counts as in `hashHeard`; 0: nothing. */
const HEARD = Uint8Array.from({ length: 128 }, (_, unit) => (unit >= A && unit < A + LETTERS ? unit : 0));
for (const [letters, as] of ALIKE)
  for (const letter of letters) HEARD[letter.charCodeAt(0)] = as.charCodeAt(0);
const X = 120;

const heard = (hash: number, letter: number): number =>
  letter === X ? heard(heard(hash, 107), 115) : (Math.imul(hash, PRIME) + (HEARD[letter] ?? 0)) | 0;

/** The hash of letters that stays the same for those that other scripts do not tell apart. @param letterAt A small letter of ASCII, or 0: none. */
export const hashHeard = (start: number, end: number, letterAt: (at: number) => number): number => {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const letter = letterAt(at);
    if (letter !== 0) hash = heard(hash, letter);
  }
  return hash;
};

export const HEARD_WORDS = createForms((word) =>
  /^[a-z]+$/.test(word) ? [hashHeard(0, word.length, (at) => word.charCodeAt(at))] : [],
);
