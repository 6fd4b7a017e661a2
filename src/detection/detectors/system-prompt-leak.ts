import type { Span } from '../../chat/segment.ts';
import {
  hashBackwards,
  hashRun,
  MIN_PROTECTED_CHARS,
  mayLeak,
  type Protected,
  prepare,
  WRITINGS,
  type Writing,
} from '../answers/protected-texts.ts';
import { eachWord, plainWordBefore, standsByItself } from '../answers/protected-words.ts';
import { runsWithin, type Shingles, WORDS_PER_SHINGLE } from '../answers/shingles.ts';
import { isVocabularyWord } from '../decoding/words/known-words.ts';
import { nearestWord } from '../decoding/words/nearest-word.ts';
import type { Detector } from '../detector.ts';
import { readFacts } from '../facts/text-facts.ts';
import type { RawFinding } from '../matching/matcher.ts';

/** An order to the model, as opposed to facts from a knowledge base that an answer may well quote. */
const ORDER =
  /\b(?:you are|you're|you must|you should|never|always|do not|don't|your|respond|reply|answer|refuse|reveal|confidential|assistant|must not)\b/iu;

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

const PLAIN_WORD = /^[a-z]{3,}$/u;

/** What a mistyped word is read as: what a decoder puts right is waited for, too. */
const meantBy = (word: string): string | undefined =>
  !PLAIN_WORD.test(word) || isVocabularyWord(word, 0, word.length) ? undefined : nearestWord(word);

/** The hash of a word that is one of theirs, as it is or as it was meant; undefined where it is none. */
const hashOfTheirs = (
  word: string,
  hash: Writing['hash'],
  words: ReadonlySet<number>,
): number | undefined => {
  const own = hash(word, 0, word.length);
  if (words.has(own)) return own;
  const meant = meantBy(word);
  const other = meant === undefined ? own : hash(meant, 0, meant.length);
  return words.has(other) ? other : undefined;
};

/** The words of a text, and where they begin and end: an answer in Chinese has as many as it has letters. */
type Words = Readonly<{ words: readonly string[]; starts: readonly number[]; ends: readonly number[] }>;

const wordsIn = (text: string): Words => {
  const [words, starts, ends]: [string[], number[], number[]] = [[], [], []];
  eachWord(text, (start, end, isAlone) => {
    const word = text.slice(start, end);
    // None of the scripts whose letters are words has small letters.
    words.push(isAlone ? word : word.toLowerCase());
    starts.push(start);
    ends.push(end);
    return false;
  });
  return { words, starts, ends };
};

const tokensOf = (text: string): readonly Token[] => {
  const { words, starts, ends } = wordsIn(text);
  return words.map((word, i) => ({ word, start: starts[i] ?? 0, end: ends[i] ?? 0 }));
};

/** Stretches of a text that, read in one of the writings, stand in a protected text. */
const runsOf = (
  { words, starts, ends }: Words,
  { turn, hash, isBackwards }: Writing,
  shingles: Shingles,
): Span[] => {
  const last = words.length - 1;
  const placeOf = (index: number): number => (isBackwards ? last - index : index);
  const wordAt = (index: number): string => words[placeOf(index)] ?? '';
  const hashes = new Int32Array(words.length);
  for (let i = 0; i <= last; i++) hashes[i] = hash(wordAt(i), 0, wordAt(i).length);
  const found = runsWithin(shingles, hashes, (index) => turn(wordAt(index)));
  const spans: Span[] = [];
  for (let at = found.indexOf(1); at !== -1; at = found.indexOf(1, at + WORDS_PER_SHINGLE)) {
    const first = placeOf(at);
    while (found[at + 1] === 1) at++;
    const other = placeOf(at + WORDS_PER_SHINGLE - 1);
    spans.push({ start: starts[Math.min(first, other)] ?? 0, end: ends[Math.max(first, other)] ?? 0 });
  }
  return spans;
};

/**
 * The last words of a text, as far back as the protected texts might go on with them in one of the writings; null where
 * letters beyond ASCII are among them.
 */
const lastPlainTokens = (text: string, known: Protected): readonly Token[] | null => {
  const words = known.words();
  const tokens: Token[] = [];
  let open: readonly Writing[] = WRITINGS;
  for (let at = text.length; at > 0 && open.length > 0; ) {
    const span = plainWordBefore(text, at);
    if (span === null) return null;
    const { start, end } = span;
    if (start === end) break;
    const word = text.slice(start, end).toLowerCase();
    tokens.push({ start, end, word });
    // A word that is not ended yet may become any.
    if (end < text.length) open = open.filter(({ hash }) => hashOfTheirs(word, hash, words) !== undefined);
    at = start;
  }
  return tokens.reverse();
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
  const known = prepare(protectedTexts);
  if (!known.hasShingles) return text.length;
  const tokens = lastPlainTokens(text, known) ?? tokensOf(text);
  const last = tokens.at(-1);
  const goesOn = last !== undefined && last.end === text.length && !standsByItself(last.word);
  const ended = goesOn ? tokens.slice(0, -1) : tokens;
  const first = Math.min(...WRITINGS.map((writing) => openRunFrom(ended, writing, known)));
  return tokens[first]?.start ?? text.length;
};

/** Which word the longest run begins with that goes on at the end; the number of words where there is none. */
const openRunFrom = (tokens: readonly Token[], { hash, isBackwards }: Writing, known: Protected): number => {
  const hashAll = isBackwards ? hashBackwards : hashRun;
  const hashes: number[] = [];
  let words = 0;
  let first = 0;
  for (const { word } of tokens) {
    const own = hashOfTheirs(word, hash, known.words());
    hashes.push(own ?? 0);
    const end = hashes.length;
    // Hardly any word of a text that is written otherwise is one of theirs.
    words = own === undefined ? 0 : Math.min(words + 1, WORDS_PER_SHINGLE);
    while (words > 1 && !known.runs().has(hashAll(hashes, end - words, end))) words--;
    // Beyond eight words a run goes on for as long as its last eight are in a protected text.
    if (words < WORDS_PER_SHINGLE) first = end - words;
  }
  return first;
};

/** Passages of the trusted messages that come back in the answer. @see OWASP LLM07:2025 */
export const systemPromptLeak: Detector = {
  id: 'system-prompt-leak',
  readings: 'awaited',
  sparesPlainWords: true,
  applies: ({ direction, protectedTexts }) =>
    direction === 'output' && protectedTexts.some((text) => text.length >= MIN_PROTECTED_CHARS),
  detect: (text, { protectedTexts }, facts = readFacts(text)) => {
    const known = prepare(protectedTexts);
    if (!known.hasShingles || !mayLeak(facts.lower(), known)) return [];
    const words = wordsIn(text);
    return WRITINGS.flatMap((writing) =>
      runsOf(words, writing, known.shingles()).flatMap((span): RawFinding[] => {
        const score = rate(writing.turn(text.slice(span.start, span.end)), known.chars);
        return score === undefined
          ? []
          : [{ ruleId: 'DL-1001', category: 'data_leak', subType: 'system_prompt_leak', score, span }];
      }),
    );
  },
};
