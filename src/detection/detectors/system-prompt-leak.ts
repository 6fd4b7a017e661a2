import type { Span } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';
import { normalize } from '../normalize.ts';

const WORDS_PER_SHINGLE = 8;
const MIN_PROTECTED_CHARS = 60;
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]{1,64}/gu;
/** An order to the model, as opposed to facts from a knowledge base that an answer may well quote. */
const ORDER =
  /\b(?:you are|you're|you must|you should|never|always|do not|don't|your|respond|reply|answer|refuse|reveal|confidential|assistant|must not)\b/iu;

type Protected = Readonly<{ shingles: ReadonlySet<string>; chars: number }>;

const known = new WeakMap<readonly string[], Protected>();

const shingle = (words: readonly string[], at: number): string =>
  words.slice(at, at + WORDS_PER_SHINGLE).join(' ');

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const prepare = (texts: readonly string[]): Protected => {
  const cached = known.get(texts);
  if (cached !== undefined) return cached;
  const shingles = new Set<string>();
  let chars = 0;
  for (const text of texts) {
    if (text.length < MIN_PROTECTED_CHARS) continue;
    const words = wordsOf(normalize(text).text);
    chars += text.length;
    for (let at = 0; at + WORDS_PER_SHINGLE <= words.length; at++) shingles.add(shingle(words, at));
  }
  const prepared = { shingles, chars };
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
