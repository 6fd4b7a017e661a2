import type { Span } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';
import { normalize } from '../normalize.ts';

const WORDS_PER_SHINGLE = 8;
const MIN_PROTECTED_CHARS = 60;
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]{1,64}/gu;
/** Letters that are words by themselves. */
const ALONE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
/** An order to the model, as opposed to facts from a knowledge base that an answer may well quote. */
const ORDER =
  /\b(?:you are|you're|you must|you should|never|always|do not|don't|your|respond|reply|answer|refuse|reveal|confidential|assistant|must not)\b/iu;

type Protected = Readonly<{
  shingles: ReadonlySet<string>;
  /** Hashes of all runs of one to eight words. */
  runs: ReadonlySet<number>;
  chars: number;
}>;

const prepared = new WeakMap<readonly string[], Protected>();

const shingle = (words: readonly string[], at: number): string =>
  words.slice(at, at + WORDS_PER_SHINGLE).join(' ');

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const hashWord = (word: string): number => {
  let hash = 17;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
};

/** As `hashWord` of the word read backwards. */
const hashReversed = (word: string): number => {
  let hash = 17;
  for (let i = word.length - 1; i >= 0; i--) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
};

const SMALL_A = 97;
const HALF_ALPHABET = 13;
const rotated = (code: number): number => {
  const letter = code - SMALL_A;
  if (letter < 0 || letter >= 2 * HALF_ALPHABET) return code;
  return letter < HALF_ALPHABET ? code + HALF_ALPHABET : code - HALF_ALPHABET;
};

/** As `hashWord` of the word in rot13; it has small letters. */
const hashRotated = (word: string): number => {
  let hash = 17;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ rotated(word.charCodeAt(i)), 0x01000193);
  return hash;
};

/** 30 of them, which the engine stores without a box. */
const HASH_BITS = 0x3fffffff;

const addToHash = (hash: number, word: number): number => Math.imul(hash, 0x5bd1e995) ^ word ^ (hash >>> 15);

/** Hashes the words `[from, to)`. */
const hashRun = (hashes: readonly number[], from: number, to: number): number => {
  let hash = to - from;
  for (let i = from; i < to; i++) hash = addToHash(hash, hashes[i] ?? 0);
  return hash & HASH_BITS;
};

/** Hashes them from the last one to the first one. */
const hashBackwards = (hashes: readonly number[], from: number, to: number): number => {
  let hash = to - from;
  for (let i = to - 1; i >= from; i--) hash = addToHash(hash, hashes[i] ?? 0);
  return hash & HASH_BITS;
};

const addRuns = (runs: Set<number>, words: readonly string[]): void => {
  const hashes = words.map(hashWord);
  for (let at = 0; at < hashes.length; at++) {
    const limit = Math.min(hashes.length, at + WORDS_PER_SHINGLE);
    for (let to = at + 1; to <= limit; to++) runs.add(hashRun(hashes, at, to));
  }
};

const reverse = (text: string): string => [...text].reverse().join('');

const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (letter) => {
    const a = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - a + 13) % 26) + a);
  });

/** A way to write a text that is its own inverse, for words and for whole texts. */
type Writing = Readonly<{
  turn: (text: string) => string;
  /** Of a word that is turned. */
  hash: (word: string) => number;
  isBackwards: boolean;
}>;

/**
 * How a model may be talked into writing its instructions down. Other ciphers are read by the decoders; for these two they
 * would have to turn every text, while here words are looked up as they are.
 */
const WRITINGS: readonly Writing[] = [
  { turn: (text) => text, hash: hashWord, isBackwards: false },
  { turn: reverse, hash: hashReversed, isBackwards: true },
  { turn: rot13, hash: hashRotated, isBackwards: false },
];

const prepare = (texts: readonly string[]): Protected => {
  const cached = prepared.get(texts);
  if (cached !== undefined) return cached;
  const shingles = new Set<string>();
  const runs = new Set<number>();
  let chars = 0;
  for (const text of texts) {
    if (text.length < MIN_PROTECTED_CHARS) continue;
    const words = wordsOf(normalize(text).text);
    chars += text.length;
    addRuns(runs, words);
    for (let at = 0; at + WORDS_PER_SHINGLE <= words.length; at++) shingles.add(shingle(words, at));
  }
  const made = { shingles, runs, chars };
  prepared.set(texts, made);
  return made;
};

/** Undefined: too little was repeated to say anything. */
const rate = (run: string, chars: number): number | undefined => {
  if (run.length < 40) return undefined;
  const share = run.length / Math.max(1, chars);
  const order = ORDER.test(run);
  if ((order && run.length >= 150) || (share >= 0.6 && run.length >= 100)) return 0.96;
  if (order && run.length >= 90) return 0.85;
  if (run.length >= 120) return 0.65;
  return 0.4;
};

type Token = Readonly<{ start: number; end: number; word: string }>;

const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(WORD), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    word: match[0].toLowerCase(),
  }));

const isKnownWord = (runs: ReadonlySet<number>, hash: number): boolean =>
  runs.has(addToHash(1, hash) & HASH_BITS);

/** Whether as many words of the protected texts as make a run stand side by side; in any order, so that it is cheap. */
const mayHoldRun = (tokens: readonly Token[], { hash }: Writing, runs: ReadonlySet<number>): boolean => {
  let streak = 0;
  for (const { word } of tokens) {
    streak = isKnownWord(runs, hash(word)) ? streak + 1 : 0;
    if (streak === WORDS_PER_SHINGLE) return true;
  }
  return false;
};

/** Stretches of a text that, read in one of the writings, stand in a protected text. */
const runsOf = (tokens: readonly Token[], writing: Writing, { shingles, runs }: Protected): Span[] => {
  if (!mayHoldRun(tokens, writing, runs)) return [];
  const { turn, isBackwards } = writing;
  const read = isBackwards ? tokens.toReversed() : tokens;
  const words = read.map(({ word }) => turn(word));
  const spans: Span[] = [];
  for (let at = 0; at + WORDS_PER_SHINGLE <= words.length; at++) {
    if (!shingles.has(shingle(words, at))) continue;
    const first = at;
    while (at + WORDS_PER_SHINGLE < words.length && shingles.has(shingle(words, at + 1))) at++;
    const ends = [read[first], read[at + WORDS_PER_SHINGLE - 1]];
    const [from, to] = isBackwards ? ends.reverse() : ends;
    spans.push({ start: from?.start ?? 0, end: to?.end ?? 0 });
    at += WORDS_PER_SHINGLE - 1;
  }
  return spans;
};

/**
 * Where a leak may begin that the end of a growing text is in the middle of: with the longest run of last words that
 * the protected texts hold as well.
 *
 * @param text In the form that `normalize` gives.
 * @returns `text.length` where the text does not end like any part of a protected text. A word that is not ended yet
 *   is taken for one that goes on with the run. Two runs with one hash make it too small, never too large.
 */
export const openLeakFrom = (text: string, protectedTexts: readonly string[]): number => {
  if (!protectedTexts.some(({ length }) => length >= MIN_PROTECTED_CHARS)) return text.length;
  const { shingles, runs } = prepare(protectedTexts);
  if (shingles.size === 0) return text.length;
  const tokens = tokensOf(text);
  const last = tokens.at(-1);
  const goesOn = last !== undefined && last.end === text.length && !ALONE.test(last.word);
  const ended = goesOn ? tokens.slice(0, -1) : tokens;
  const first = Math.min(...WRITINGS.map((writing) => openRunFrom(ended, writing, runs)));
  return tokens[first]?.start ?? text.length;
};

/** Which word the longest run begins with that goes on at the end; the number of words where there is none. */
const openRunFrom = (
  tokens: readonly Token[],
  { hash, isBackwards }: Writing,
  runs: ReadonlySet<number>,
): number => {
  const hashAll = isBackwards ? hashBackwards : hashRun;
  const hashes: number[] = [];
  let words = 0;
  let first = 0;
  for (const { word } of tokens) {
    const own = hash(word);
    hashes.push(own);
    const end = hashes.length;
    // Hardly any word of a text that is written otherwise is one of theirs.
    words = isKnownWord(runs, own) ? Math.min(words + 1, WORDS_PER_SHINGLE) : 0;
    while (words > 1 && !runs.has(hashAll(hashes, end - words, end))) words--;
    // Beyond eight words a run goes on for as long as its last eight are in a protected text.
    if (words < WORDS_PER_SHINGLE) first = end - words;
  }
  return first;
};

/** Passages of the trusted messages that come back in the answer. @see OWASP LLM07:2025 */
export const systemPromptLeak: Detector = {
  id: 'system-prompt-leak',
  applies: ({ direction, protectedTexts }) =>
    direction === 'output' && protectedTexts.some((text) => text.length >= MIN_PROTECTED_CHARS),
  detect: (text, { protectedTexts }) => {
    const known = prepare(protectedTexts);
    if (known.shingles.size === 0) return [];
    const tokens = tokensOf(text);
    return WRITINGS.flatMap((writing) =>
      runsOf(tokens, writing, known).flatMap((span): RawFinding[] => {
        const score = rate(writing.turn(text.slice(span.start, span.end)), known.chars);
        return score === undefined
          ? []
          : [{ ruleId: 'DL-1001', category: 'data_leak', subType: 'system_prompt_leak', score, span }];
      }),
    );
  },
};
