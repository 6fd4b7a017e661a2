import { z } from 'zod';
import { createKnownFindings, type KnownFindings } from '../cache/known-findings.ts';
import type { Finding } from '../findings.ts';
import { confidenceOf, discounted, isLifted, lifted, logit } from './calibration.ts';
import { ProbabilitySchema, ThresholdsSchema } from './model-file.ts';
import type { Passage } from './passage.ts';
import type { Side } from './side.ts';

/** What the network reads at a time. */
export type Question = Readonly<{ text: string; side: Side }>;

/** The slower and better of the two models, wherever it runs. */
export type SecondTier = Readonly<{
  header: SecondTierHeader;
  /**
   * @param timeoutMs Time for all of them.
   * @returns For each passage its log-odds; null for one that could not be judged in time, which is no error.
   */
  judge: (passages: readonly Question[], timeoutMs: number) => Promise<readonly (number | null)[]>;
}>;

/** Log-odds of both tiers together: a weighted sum. */
const WeightsSchema = z.strictObject({
  bias: z.number(),
  first: z.number().min(0),
  second: z.number().min(0),
});
export type TierWeights = Readonly<z.output<typeof WeightsSchema>>;

const SideSchema = z.strictObject({
  weights: WeightsSchema,
  /** Log-odds that are added where the network cannot say anything, so that the thresholds mean the same rate of false alarms. */
  unasked: z.number(),
  /** First-tier probabilities between which the second tier is asked. */
  from: ProbabilitySchema,
  to: ProbabilitySchema,
  thresholds: ThresholdsSchema,
});

/** What is known about a second tier besides its network. */
export const SecondTierHeaderSchema = z.strictObject({
  format: z.literal(4),
  version: z.string(),
  trainedAt: z.string(),
  base: z.string(),
  /** Version of the first tier that it was weighed with; absent in older headers: the one that ships. */
  firstTier: z.string().optional(),
  sides: z.strictObject({ direct: SideSchema, indirect: SideSchema, definition: SideSchema }),
});
export type SecondTierHeader = Readonly<z.output<typeof SecondTierHeaderSchema>>;

/** Said in front of a text: whose words it is. Tokens of the vocabulary that no text contains. */
export const SIDE_TOKENS: Readonly<Record<Side, string>> = {
  direct: '[unused0]',
  indirect: '[unused1]',
  definition: '[unused2]',
};
export const MAX_TOKENS = 128;
/** About more findings of one text nobody is asked: the worst decide. */
const MAX_PASSAGES = 4;
/** And no more is read for them. */
const MAX_QUESTIONS = 8;

export const isUncertain = ({ sides }: SecondTierHeader, side: Side, score: number): boolean =>
  score >= sides[side].from && score <= sides[side].to;

/** The probability that both tiers come to. */
export const combine = (
  { sides }: SecondTierHeader,
  side: Side,
  firstScore: number,
  secondLogOdds: number,
): number => {
  const { bias, first, second } = sides[side].weights;
  return confidenceOf(bias + first * logit(firstScore) + second * secondLogOdds);
};

/** The same where the second tier has no answer: it has not learnt the language, or there was no time. */
export const withoutAnswer = ({ sides }: SecondTierHeader, side: Side, firstScore: number): number =>
  firstScore > sides[side].to ? firstScore : confidenceOf(logit(firstScore) + sides[side].unasked);

/** What came of asking the second tier about one text. */
export type Refined = Readonly<{
  findings: readonly Finding[];
  /** How many questions got an answer, and how many none. */
  judged: number;
  unjudged: number;
}>;

/** A finding that it is asked about. */
type Asked = Finding & Readonly<{ passage: Passage }>;

const isAsked = (finding: Finding): finding is Asked => finding.passage !== undefined;

type Answers = ReadonlyMap<string, number | null>;

/** The reading of a text; findings in what was sent and in its normalised form are of one. */
const readingOf = ({ view }: Finding): string => (view === 'normalized' ? 'raw' : view);

/** Of several readings of one place the strongest, now that all are judged. */
const strongestReadings = (findings: readonly Finding[]): readonly Finding[] => {
  const known = new Map<string, KnownFindings>();
  const dropped = new Set<Finding>();
  for (const finding of findings.toSorted((a, b) => b.score - a.score)) {
    const others = known.get(finding.ruleId) ?? createKnownFindings();
    known.set(finding.ruleId, others);
    if (finding.passage !== undefined && others.overlapping(finding.span) !== undefined) dropped.add(finding);
    else others.put(finding, undefined);
  }
  return findings.filter((finding) => !dropped.has(finding));
};

const keyOf = (side: Side, text: string): string => `${side} ${text}`;

/** What has to be read for these findings, once where several readings have it in common. */
const questionsOf = (asked: readonly Asked[]): ReadonlyMap<string, Question> => {
  const questions = new Map<string, Question>();
  for (const { passage } of asked) {
    for (const text of passage.texts) {
      if (questions.size < MAX_QUESTIONS)
        questions.set(keyOf(passage.side, text), { text, side: passage.side });
    }
  }
  return questions;
};

/** What each passage begins with is its worst place. */
const areWorst = (asked: readonly Asked[]): ReadonlySet<string> =>
  new Set(asked.map(({ passage: { side, texts } }) => keyOf(side, texts[0] ?? '')));

/** What the network makes of the worst place, null where it has judged none; and whether it has judged all. */
type Answer = Readonly<{ worst: number | null; isWhole: boolean }>;

const answerTo = ({ texts, side, cannotAcquit }: Passage, answers: Answers, isSettled: boolean): Answer => {
  const known = texts
    .map((text) => answers.get(keyOf(side, text)))
    .filter((each) => typeof each === 'number');
  return {
    worst: known.length === 0 ? null : Math.max(...known),
    isWhole: !cannotAcquit && (isSettled || known.length === texts.length),
  };
};

/** The score of an asked finding by what came of it; null: no answer. */
const scoreAfter = (
  header: SecondTierHeader,
  score: number,
  { side, discount }: Passage,
  { worst, isWhole }: Answer,
): number => {
  const first = discounted(score, -discount);
  const alone = withoutAnswer(header, side, first);
  if (worst === null) return discounted(alone, discount);
  const both = combine(header, side, first, worst);
  // What the network has not read it cannot acquit.
  return discounted(isWhole ? both : Math.max(both, alone), discount);
};

/** How far below the strictest threshold both tiers together have to be for the other places not to matter, in log-odds. */
const SETTLED_LOG_ODDS = 1;

/**
 * Whether there is nothing more to ask: the first tier alone would let the text pass at every sensitivity, so that nothing in it is a decoy, and by its
 * worst place both do, too. Of a long text never.
 */
const isSettledBy = (header: SecondTierHeader, { passage, score }: Asked, answers: Answers): boolean => {
  const { side, texts, discount, cannotAcquit } = passage;
  const answer = answers.get(keyOf(side, texts[0] ?? ''));
  // The worst place of a long text is worst by chance.
  if (cannotAcquit || discount > 0 || typeof answer !== 'number') return false;
  const { paranoid } = header.sides[side].thresholds;
  if (withoutAnswer(header, side, score) >= paranoid) return false;
  return logit(combine(header, side, score, answer)) < logit(paranoid) - SETTLED_LOG_ODDS;
};

/** Asks about the worst place of each passage, and about the others where that leaves a doubt. */
const askAbout = async (
  header: SecondTierHeader,
  asked: readonly Asked[],
  judge: JudgeQuestions,
): Promise<Readonly<{ answers: Answers; settled: ReadonlySet<Finding> }>> => {
  const questions = questionsOf(asked);
  const answers = new Map<string, number | null>();
  const ask = async (isWanted: (key: string) => boolean): Promise<void> => {
    const keys = [...questions.keys()].filter((key) => !answers.has(key) && isWanted(key));
    if (keys.length === 0) return;
    const wanted = keys.flatMap((key) => questions.get(key) ?? []);
    for (const [i, answer] of (await judge(wanted)).entries()) answers.set(keys[i] ?? '', answer);
  };
  const worst = areWorst(asked);
  await ask((key) => worst.has(key));
  const settled = new Set(asked.filter((each) => isSettledBy(header, each, answers)));
  const open = questionsOf(asked.filter((each) => !settled.has(each)));
  await ask((key) => open.has(key));
  return { answers, settled };
};

/** Those of the text's own side first: sides have scores of their own, and what one takes for harmless must not keep another from being asked. */
const worstOf = (open: readonly Asked[]): readonly Asked[] => {
  const [own, others] = [true, false].map((isOwn) =>
    open.filter(({ passage }) => (passage.floor === undefined) === isOwn).slice(0, MAX_PASSAGES),
  );
  return [...(own ?? []), ...(others ?? [])];
};

/** Log-odds for each question, null where there was no time. */
type JudgeQuestions = (questions: readonly Question[]) => Promise<readonly (number | null)[]>;

/**
 * Asks the second tier about what the first is not sure of. What rules found moves by as much as the strongest passage of the
 * same reading; not so what is stronger than that, which stands elsewhere in the text, where the first tier was sure.
 */
export const refine = async (
  findings: readonly Finding[],
  header: SecondTierHeader,
  judge: JudgeQuestions,
): Promise<Refined> => {
  const open = findings.filter(isAsked).sort((a, b) => b.score - a.score);
  if (open.length === 0) return { findings, judged: 0, unjudged: 0 };
  const { answers, settled } = await askAbout(header, worstOf(open), judge);
  const moved = new Map<Finding, number>();
  const strongest = new Map<string, Finding>();
  for (const finding of open) {
    const { passage } = finding;
    const reading = readingOf(finding);
    if (passage.floor === undefined && !strongest.has(reading)) strongest.set(reading, finding);
    const answer = answerTo(passage, answers, settled.has(finding));
    moved.set(finding, scoreAfter(header, finding.score, passage, answer));
  }
  const judged = [...answers.values()].filter((answer) => answer !== null).length;
  const unjudged = answers.size - judged;
  const scoreOf = (finding: Finding): number => {
    const itself = moved.get(finding);
    if (itself !== undefined) return itself;
    const leader = strongest.get(readingOf(finding));
    const after = leader === undefined ? undefined : moved.get(leader);
    const isOther = finding.category !== 'prompt_injection' || finding.passage !== undefined;
    if (leader === undefined || after === undefined || isOther) return finding.score;
    const { score, least = 0 } = finding;
    if (score <= leader.score)
      return lifted(confidenceOf(logit(score) + logit(after) - logit(leader.score)), least);
    return least > 0 && isLifted(score, least) ? lifted(after, least) : score;
  };
  const rescored = findings
    .map((each) => ({ ...each, score: scoreOf(each) }))
    .filter(({ passage, score }) => score >= (passage?.floor ?? 0));
  return { findings: strongestReadings(rescored), judged, unjudged };
};
