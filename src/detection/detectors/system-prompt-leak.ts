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

const known = new WeakMap<readonly string[], Protected>();

const shingle = (words: readonly string[], at: number): string =>
  words.slice(at, at + WORDS_PER_SHINGLE).join(' ');

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const hashWord = (word: string): number => {
  let hash = 17;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
};

/** Hashes the words `[from, to)`; kept to 30 bits, which the engine stores without a box. */
const hashRun = (hashes: ArrayLike<number>, from: number, to: number): number => {
  let hash = to - from;
  for (let i = from; i < to; i++) hash = Math.imul(hash, 0x5bd1e995) ^ (hashes[i] ?? 0) ^ (hash >>> 15);
  return hash & 0x3fffffff;
};

const addRuns = (runs: Set<number>, words: readonly string[]): void => {
  const hashes = words.map(hashWord);
  for (let at = 0; at < hashes.length; at++) {
    const limit = Math.min(hashes.length, at + WORDS_PER_SHINGLE);
    for (let to = at + 1; to <= limit; to++) runs.add(hashRun(hashes, at, to));
  }
};

const prepare = (texts: readonly string[]): Protected => {
  const cached = known.get(texts);
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
  const prepared = { shingles, runs, chars };
  known.set(texts, prepared);
  return prepared;
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

const runsOf = (text: string, { shingles }: Protected): Span[] => {
  const tokens = Array.from(text.matchAll(WORD), (match) => ({
    at: match.index,
    word: match[0].toLowerCase(),
  }));
  const words = tokens.map(({ word }) => word);
  const runs: Span[] = [];
  for (let at = 0; at + WORDS_PER_SHINGLE <= words.length; at++) {
    if (!shingles.has(shingle(words, at))) continue;
    const first = at;
    while (at + WORDS_PER_SHINGLE < words.length && shingles.has(shingle(words, at + 1))) at++;
    const last = tokens[at + WORDS_PER_SHINGLE - 1];
    runs.push({ start: tokens[first]?.at ?? 0, end: (last?.at ?? 0) + (last?.word.length ?? 0) });
    at += WORDS_PER_SHINGLE - 1;
  }
  return runs;
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
  const starts: number[] = [];
  const hashes: number[] = [];
  let words = 0;
  let first = 0;
  for (const match of text.matchAll(WORD)) {
    if (match.index + match[0].length === text.length && !ALONE.test(match[0])) {
      starts.push(match.index);
      break;
    }
    starts.push(match.index);
    hashes.push(hashWord(match[0].toLowerCase()));
    words = longestRun(runs, hashes, words);
    // Beyond eight words a run goes on for as long as its last eight are in a protected text.
    if (words < WORDS_PER_SHINGLE) first = hashes.length - words;
  }
  return starts[first] ?? text.length;
};

/** How many words at the end are in a protected text in this order, at most eight. */
const longestRun = (runs: ReadonlySet<number>, hashes: readonly number[], before: number): number => {
  const end = hashes.length;
  let words = Math.min(before + 1, WORDS_PER_SHINGLE);
  while (words > 0 && !runs.has(hashRun(hashes, end - words, end))) words--;
  return words;
};

/** Passages of the trusted messages that come back in the answer. @see OWASP LLM07:2025 */
export const systemPromptLeak: Detector = {
  id: 'system-prompt-leak',
  applies: ({ direction, protectedTexts }) =>
    direction === 'output' && protectedTexts.some((text) => text.length >= MIN_PROTECTED_CHARS),
  detect: (text, { protectedTexts }) => {
    const prepared = prepare(protectedTexts);
    if (prepared.shingles.size === 0) return [];
    return runsOf(text, prepared).flatMap((span): RawFinding[] => {
      const score = rate(text.slice(span.start, span.end), prepared.chars);
      return score === undefined
        ? []
        : [{ ruleId: 'DL-1001', category: 'data_leak', subType: 'system_prompt_leak', score, span }];
    });
  },
};
