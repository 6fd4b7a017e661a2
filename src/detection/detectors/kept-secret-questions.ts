import type { Span } from '../../chat/segment.ts';
import {
  askedIn,
  KEEPS_AND_REFUSED,
  KEEPS_CODE,
  KEEPS_ITSELF,
  KEEPS_KEY,
  KEEPS_NOTHING,
  KEEPS_NUMBER,
  KEEPS_WORD,
  type Keeps,
} from '../answers/keeping.ts';
import type { Detector } from '../detector.ts';
import type { TextFacts } from '../facts/facts.ts';
import { matchRules, type RawFinding, together } from '../matching/matcher.ts';
import {
  BESIDE_A_DUTY,
  KEPT_INSTRUCTION_QUESTIONS,
  KEPT_SECRET_HINTS,
  KEPT_SECRET_QUESTIONS,
} from '../rulesets/kept-secret-questions.ts';
import { foldLetters } from '../text/normalize.ts';

/** Below it is what was let off. */
const HINT_SCORE = 0.65;
/** In a conversation in which it was refused before, `it` is the secret. */
const SURE_SCORE = 0.85;

/** Secrets that are spelt; a key is asked for as a whole. */
const SPELT = KEEPS_WORD | KEEPS_CODE | KEEPS_NUMBER;
/** They speak of what is kept, whatever words stand around. */
const NAMES_NOTHING: ReadonlyMap<string, Keeps> = new Map([
  ['PI-4205', SPELT | KEEPS_KEY],
  ['PI-4209', SPELT],
]);

const NONE: readonly RawFinding[] = [];

const hasAny = (keeps: Keeps, kinds: Keeps): boolean => (keeps & kinds) !== 0;

/** So far on either side, within the same part of a sentence, it is read whether something is asked about having one. */
const BESIDE_CHARS = 25;
const PART_ENDS = /[.,!?。，！？\n]/;
const IN_LANGUAGES: ReadonlySet<string> = new Set(['PI-4206', 'PI-4207']);

const asksOfDuty = (text: string, { start, end }: Span): boolean => {
  const before =
    text
      .slice(Math.max(0, start - BESIDE_CHARS), start)
      .split(PART_ENDS)
      .at(-1) ?? '';
  const [behind = ''] = text.slice(end, end + BESIDE_CHARS).split(PART_ENDS);
  return BESIDE_A_DUTY.test(foldLetters(`${before} ${behind}`.toLowerCase()));
};

/** Of what is kept, and nothing else of such a kind. */
const askedFor = (text: string, facts: TextFacts | undefined, keeps: Keeps): readonly RawFinding[] =>
  matchRules(text, KEPT_SECRET_QUESTIONS, facts).filter(({ ruleId, span }) => {
    const named = askedIn(text.slice(span.start, span.end).toLowerCase()) & ~KEEPS_ITSELF;
    return (
      hasAny(
        keeps,
        named | (NAMES_NOTHING.get(ruleId) ?? (named === KEEPS_NOTHING ? SPELT : KEEPS_NOTHING)),
      ) && !(IN_LANGUAGES.has(ruleId) && asksOfDuty(text, span))
    );
  });

const hintsIn = (text: string, facts: TextFacts | undefined, keeps: Keeps): readonly RawFinding[] => {
  const found = matchRules(text, KEPT_SECRET_HINTS, facts);
  if (!hasAny(keeps, KEEPS_AND_REFUSED)) return found;
  return found.map((finding) => (finding.score < HINT_SCORE ? finding : { ...finding, score: SURE_SCORE }));
};

/** A caller's questions about what a trusted text of the same request keeps: harmless anywhere else. @see OWASP LLM07:2025 */
export const keptSecretQuestions: Detector = {
  id: 'kept-secret-questions',
  applies: ({ direction, keeps = KEEPS_NOTHING }) => direction === 'input' && keeps !== KEEPS_NOTHING,
  detect: (text, { keeps = KEEPS_NOTHING }, facts) => {
    const ofSecret = hasAny(keeps, SPELT | KEEPS_KEY) ? askedFor(text, facts, keeps) : NONE;
    const hints = hasAny(keeps, SPELT) ? hintsIn(text, facts, keeps) : NONE;
    // Who is told the instructions is told the secret that stands in them.
    const ofItself = matchRules(text, KEPT_INSTRUCTION_QUESTIONS, facts);
    return together(together(ofSecret, hints), ofItself);
  },
};
