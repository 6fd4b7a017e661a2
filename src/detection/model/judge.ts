import type { DetectionContext } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';
import { confidenceOf, headInputs, logOddsOf } from './calibration.ts';
import { looksEnglish } from './english.ts';
import type { LinearModel, Side } from './model-file.ts';
import { createScorer, type Evidence } from './scorer.ts';
import { isUncertain, type Passage, type SecondTierHeader } from './second-tier.ts';

/** The finding that rests on the model rather than on a rule. */
export const MODEL_RULE_ID = 'ML-1001';

/**
 * Weighs what the rules found in a text against what the model makes of it: one probability for both.
 */
export type Judge = Readonly<{
  revision: string;
  /**
   * @param text One view of a window.
   * @param found What the detectors found in it.
   * @returns The same findings, those of injections with their grade replaced by a probability, and the model's own.
   */
  weigh: (text: string, context: DetectionContext, found: readonly RawFinding[]) => readonly RawFinding[];
}>;

export type JudgeOptions = Readonly<{
  /** The model's own finding is left out below this probability; 0 reports every text. */
  floor: number;
  /** Whose second opinion is asked for what is uncertain; null where there is none. */
  secondTier: SecondTierHeader | null;
}>;

const sideOf = ({ trust }: DetectionContext): Side =>
  trust === 'untrusted' || trust === 'third-party' ? 'indirect' : 'direct';

const isInjection = ({ category }: RawFinding): boolean => category === 'prompt_injection';

const strongestRule = (found: readonly RawFinding[]): number =>
  found.reduce((most, finding) => (isInjection(finding) ? Math.max(most, finding.score) : most), 0);

/** What the second tier should be asked; null where the first is certain, or the second has not learnt the language. */
const passageFor = (
  header: SecondTierHeader,
  text: string,
  side: Side,
  { passages }: Evidence,
  score: number,
): Passage | null => {
  if (!isUncertain(header, side, score)) return null;
  const texts = passages.map(({ start, end }) => text.slice(start, end)).filter(looksEnglish);
  return texts.length === 0 ? null : { texts, side };
};

export const createJudge = (model: LinearModel, { floor, secondTier }: JudgeOptions): Judge => {
  const scorer = createScorer(model);

  const ownFinding = (text: string, side: Side, evidence: Evidence, score: number) => {
    const { worst } = evidence;
    const asked = secondTier === null ? null : passageFor(secondTier, text, side, evidence, score);
    if (score < floor && asked === null) return [];
    const subType = scorer.subTypeOf(text, worst, side);
    const own: RawFinding = {
      ruleId: MODEL_RULE_ID,
      category: 'prompt_injection',
      subType,
      score,
      span: worst,
    };
    return [asked === null ? own : { ...own, passage: asked }];
  };

  return {
    revision: `${model.header.version}:${secondTier?.version ?? ''}`,
    weigh: (text, context, found) => {
      if (context.direction !== 'input') return found;
      const side = sideOf(context);
      const evidence = scorer.score(text, side);
      if (evidence.words === 0) return found;
      const { head } = model.header.sides[side];
      const probability = (ruleScore: number): number =>
        confidenceOf(logOddsOf(head, headInputs(evidence, ruleScore)));
      const strongest = strongestRule(found);
      const own = ownFinding(text, side, evidence, probability(strongest));
      if (strongest === 0) return own.length === 0 ? found : [...found, ...own];
      const weighed = found.map((each) =>
        isInjection(each) ? { ...each, score: probability(each.score) } : each,
      );
      return [...weighed, ...own];
    },
  };
};
