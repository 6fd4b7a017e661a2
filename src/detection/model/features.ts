import { createCodeUnits } from '../text/code-units.ts';

/**
 * What the first tier sees of a text: hashed n-grams of words and of characters, in one pass.
 *
 * Words are runs of letters, digits and `_`, lower-cased, digits folded to `0`; where a script writes no blanks each
 * character is a word. Features are words, pairs of a word and the word or the mark of punctuation before it, and 4-grams of characters over the whole text with runs of
 * white space as one blank. (Triples of words, and 3- and 5-grams besides, were measured: they cost as much again and find
 * no more.)
 */
export type FeatureBuffer = Readonly<{
  /** Hashes of features, `HASH_BITS` wide, in the order of the text. */
  hashes: Int32Array;
  /** For each word: how many features come before its end, so that a window of words is a slice of `hashes`. */
  featureEnds: Int32Array;
  /** For each word: offsets in the text, in UTF-16 code units. */
  wordStarts: Int32Array;
  wordEnds: Int32Array;
  /** For each word: 1 where a sentence or a clause begins with it. */
  begins: Uint8Array;
}>;

/** Width of a feature's hash. */
export const HASH_BITS = 20;
const SHIFT = 32 - HASH_BITS;

/** Most features that one UTF-16 code unit can give: one of characters, two of a word that it ends. */
const FEATURES_PER_CHAR = 3;

const SPACE = 1 << 16;
const LETTER = 2 << 16;
/** A letter of a script without blanks between words. */
const ALONE = 3 << 16;
const KIND = 3 << 16;
const CODE = 0xffff;

/** Behind one of these a sentence or a clause begins. */
const ENDS_SENTENCE = '。！？：；।؟\n\ufffd';
/**
 * Behind these, too, but not where a small letter or a digit follows at once: hosts, addresses, times and names of files are one word to
 * whoever reads them, and an instruction that names one is one sentence.
 */
const MAY_END_SENTENCE = '.!?:;';

const ALONE_PATTERN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * White space, and what no text is written in: what bytes become that are none, private use, codes without a character. Binary
 * data would be full of features that nothing was learnt of; an attack between such characters is read as if it stood alone.
 */
const BLANK_PATTERN = /[\s\ufffd\p{Co}\p{Cn}]/u;

const foldedCode = (code: number, character: string): number => {
  if (code >= 48 && code <= 57) return 48;
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
};

const entryOf = (code: number): number => {
  if (code >= 0xd800 && code < 0xe000) return code;
  const character = String.fromCharCode(code);
  if (BLANK_PATTERN.test(character)) return 32 | SPACE;
  const folded = foldedCode(code, character);
  if (ALONE_PATTERN.test(character)) return folded | ALONE;
  return /[\p{L}\p{N}\p{M}_]/u.test(character) ? folded | LETTER : folded;
};

/** For each UTF-16 code unit what it is folded to, and above that its kind. */
const FOLDED = Int32Array.from({ length: 0x10000 }, (_, code) => entryOf(code));

const ENDS = 1;
const MAY_END = 2;
/** For each UTF-16 code unit whether a sentence or a clause ends, or may end, with it. */
const ENDINGS = new Uint8Array(0x10000);
for (const mark of ENDS_SENTENCE) ENDINGS[mark.charCodeAt(0)] = ENDS;
for (const mark of MAY_END_SENTENCE) ENDINGS[mark.charCodeAt(0)] = MAY_END;

/** Characters up to the end of a word that count: one character a thousand times says no more than a few times. */
const MAX_GRAMS = 48;
const LINE_BREAK = 10;
const BLANK = 32;
export const PRIME = 0x01000193;
export const GOLDEN = 0x9e3779b1 | 0;
// Kept apart from each other, so that a word and a pair of words do not meet in one slot by rule.
const PAIR = 0x5bd1e995;
export const GRAM = 0x44444444;

const CODE_UNITS = createCodeUnits();

const ENDING_SHIFT = 18;
/** For each UTF-16 code unit both of these in one number, as the kernel's `weigh` takes them. */
export const foldedEntries = (): Int32Array =>
  FOLDED.map((entry, code) => entry | ((ENDINGS[code] ?? 0) << ENDING_SHIFT));

const SLASH = 47;
const CAPITAL_A = 65;
const CAPITAL_Z = 90;
const LAST_ASCII = 127;
/** Where no blank stands behind a full stop a sentence begins with a capital; scripts other than Latin are left alone. */
const maySucceed = (code: number): boolean => (code >= CAPITAL_A && code <= CAPITAL_Z) || code > LAST_ASCII;

export const createFeatureBuffer = (chars: number): FeatureBuffer => ({
  hashes: new Int32Array((chars + 1) * FEATURES_PER_CHAR),
  featureEnds: new Int32Array(chars + 1),
  wordStarts: new Int32Array(chars + 1),
  wordEnds: new Int32Array(chars + 1),
  begins: new Uint8Array(chars + 1),
});

/**
 * Fills the buffer with the features of `text[from, to)`.
 *
 * @param text Normalised.
 * @param buffer Made for at least `to - from` characters.
 * @returns The number of words; a text without any counts as one, if it has characters at all.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop without calls; a call for each character costs as much again
export const extractFeatures = (text: string, from: number, to: number, buffer: FeatureBuffer): number => {
  const { hashes, featureEnds, wordStarts, wordEnds, begins } = buffer;
  const length = to - from;
  const units = CODE_UNITS.read(length === text.length ? text : text.slice(from, to));
  // Ends the last word.
  units[length] = BLANK;
  let features = 0;
  let atWord = 0;
  let words = 0;
  // The last four characters; exact for ASCII, a hash for other scripts, whose codes overlap.
  let gram = 0;
  // The word or the mark before the next word.
  let before = 0;
  let isAfterSpace = true;
  let begin = 1;
  // The character before this one may have ended a sentence; what follows tells.
  let mayBegin = 0;
  let at = 0;
  while (at <= length) {
    let entry = FOLDED[units[at] ?? 0] ?? 0;
    if (entry < LETTER) {
      // A word behind a full stop, a quote or a line break begins something: it pairs with that, not with the word before.
      const isSpace = entry >= SPACE;
      if (!isSpace) before = entry;
      else if (units[at] === LINE_BREAK) before = LINE_BREAK;
      const ending = ENDINGS[units[at] ?? 0] ?? 0;
      if (ending === ENDS || (mayBegin === 1 && units[at] !== SLASH)) begin = 1;
      mayBegin = ending >> 1;
      at += 1;
      if (isSpace && isAfterSpace) continue;
      isAfterSpace = isSpace;
      gram = (gram << 8) ^ (entry & CODE);
      if (features - atWord < MAX_GRAMS) {
        hashes[features] = Math.imul(gram ^ GRAM, GOLDEN) >>> SHIFT;
        features += 1;
      }
      continue;
    }
    const wordFrom = at;
    if (mayBegin === 1 && maySucceed(units[at] ?? 0)) begin = 1;
    mayBegin = 0;
    const isAlone = entry >= ALONE;
    let word = 0;
    do {
      const code = entry & CODE;
      gram = (gram << 8) ^ code;
      if (features - atWord < MAX_GRAMS) {
        hashes[features] = Math.imul(gram ^ GRAM, GOLDEN) >>> SHIFT;
        features += 1;
      }
      word = Math.imul(word, PRIME) + code + 1;
      at += 1;
      entry = FOLDED[units[at] ?? 0] ?? 0;
    } while ((entry & KIND) === LETTER && !isAlone);
    isAfterSpace = false;
    // The same word over and over says no more than once.
    if (word === before) features = atWord;
    else {
      hashes[features] = Math.imul(word, GOLDEN) >>> SHIFT;
      hashes[features + 1] = Math.imul((Math.imul(before, PRIME) + word) ^ PAIR, GOLDEN) >>> SHIFT;
      features += 2;
    }
    before = word;
    begins[words] = begin;
    begin = 0;
    wordStarts[words] = from + wordFrom;
    wordEnds[words] = from + at;
    featureEnds[words] = features;
    atWord = features;
    words += 1;
  }
  if (words === 0 && features > 0) {
    wordStarts[0] = from;
    wordEnds[0] = to;
    begins[0] = 1;
    words = 1;
  }
  if (words > 0) featureEnds[words - 1] = features;
  return words;
};
