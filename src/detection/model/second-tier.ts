import { z } from 'zod';
import type { Finding } from '../detector.ts';
import { confidenceOf } from './calibration.ts';
import { ProbabilitySchema, type Side, ThresholdsSchema } from './model-file.ts';

/** A stretch of text that the first tier is not sure of. */
export type Passage = Readonly<{ text: string; side: Side }>;

/** The slower and better of the two models, wherever it runs. */
export type SecondTier = Readonly<{
  header: SecondTierHeader;
  /**
   * @param timeoutMs Time for all of them.
   * @returns For each passage its log-odds; null for one that could not be judged in time, which is no error.
   */
  judge: (passages: readonly Passage[], timeoutMs: number) => Promise<readonly (number | null)[]>;
}>;

const SideSchema = z.strictObject({
  /** Log-odds of both tiers together: a weighted sum. */
  bias: z.number(),
  first: z.number().min(0),
  second: z.number().min(0),
  /** First-tier probabilities between which the second tier is asked. */
  from: ProbabilitySchema,
  to: ProbabilitySchema,
  thresholds: ThresholdsSchema,
});

/** What is known about a second tier besides its network. */
export const SecondTierHeaderSchema = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  trainedAt: z.string(),
  base: z.string(),
  sides: z.strictObject({ direct: SideSchema, indirect: SideSchema }),
});
export type SecondTierHeader = Readonly<z.output<typeof SecondTierHeaderSchema>>;

/** Said in front of a text: whose words it is. Tokens of the vocabulary that no text contains. */
export const SIDE_TOKENS: Readonly<Record<Side, string>> = {
  direct: '[unused0]',
  indirect: '[unused1]',
};
export const MAX_TOKENS = 128;
/** More passages of one text are not asked about: the worst decide. */
const MAX_PASSAGES = 4;

export const isUncertain = ({ sides }: SecondTierHeader, side: Side, score: number): boolean =>
  score >= sides[side].from && score <= sides[side].to;

const CERTAIN = 1e-6;
const logit = (score: number): number => {
  const inner = Math.min(1 - CERTAIN, Math.max(CERTAIN, score));
  return Math.log(inner / (1 - inner));
};

/** The probability that both tiers come to. */
export const combine = (
  { sides }: SecondTierHeader,
  side: Side,
  firstScore: number,
  secondLogOdds: number,
): number => {
  const { bias, first, second } = sides[side];
  return confidenceOf(bias + first * logit(firstScore) + second * secondLogOdds);
};

/** What came of asking the second tier about one text. */
export type Refined = Readonly<{
  findings: readonly Finding[];
  /** How many passages got an answer, and how many none. */
  judged: number;
  unjudged: number;
}>;

/**
 * Asks the second tier about what the first is not sure of. What rules found moves by as much as the strongest passage; not
 * so what is stronger than that, which stands elsewhere in the text, where the first tier was sure.
 */
export const refine = async (
  findings: readonly Finding[],
  tier: SecondTier,
  timeoutMs: number,
): Promise<Refined> => {
  const asked = findings
    .filter(({ passage }) => passage !== undefined)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PASSAGES);
  const passages = asked.flatMap(({ passage }) => (passage === undefined ? [] : [passage]));
  if (passages.length === 0) return { findings, judged: 0, unjudged: 0 };
  const answers = await tier.judge(passages, timeoutMs);
  const moved = new Map<Finding, number>();
  for (const [i, finding] of asked.entries()) {
    const answer = answers[i];
    const side = finding.passage?.side;
    if (typeof answer === 'number' && side !== undefined)
      moved.set(finding, combine(tier.header, side, finding.score, answer));
  }
  const [strongest] = asked;
  const judged = moved.size;
  const unjudged = asked.length - judged;
  if (strongest === undefined || judged === 0) return { findings, judged, unjudged };
  const step = logit(moved.get(strongest) ?? strongest.score) - logit(strongest.score);
  const scoreOf = (finding: Finding): number => {
    const known = moved.get(finding);
    if (known !== undefined) return known;
    const movesAlong =
      finding.category === 'prompt_injection' &&
      finding.passage === undefined &&
      finding.score <= strongest.score;
    return movesAlong ? confidenceOf(logit(finding.score) + step) : finding.score;
  };
  return { findings: findings.map((each) => ({ ...each, score: scoreOf(each) })), judged, unjudged };
};
