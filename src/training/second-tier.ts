import { createHash } from 'node:crypto';
import { logOddsOf, sigmoid } from '../detection/model/calibration.ts';
import { looksEnglish } from '../detection/model/english.ts';
import type { LinearModel } from '../detection/model/model-file.ts';
import type { Question, SecondTierHeader, TierWeights } from '../detection/model/second-tier.ts';
import { SIDES, type Side } from '../detection/model/side.ts';
import {
  aboveNamed,
  type CrossJudged,
  chooseThresholds,
  type Rates,
  scoresBy,
  thresholdAt,
  withLongShares,
  withPrior,
} from './calibrate.ts';
import { fitHead } from './head.ts';

/** Of everyday texts this share is uncertain enough to be asked about. */
const ASKED_SHARES: Readonly<Record<Side, number>> = { direct: 0.2, indirect: 0.45, definition: 0.45 };
/**
 * What the rates of false alarms are multiplied by. Few families of everyday texts were kept from the network, and a handful of them
 * (machine-translated security questions, "act as" prompts, manuals of guards) make most of the false alarms: bound by those
 * alone, the thresholds let through what everyday traffic never comes near. The factors are those with which about one per
 * cent of 6,800 harmless texts of other people (benchmarks' tasks, chats, documents, issues, memories, small talk) is flagged at `medium`, and about
 * 0.2 % at `low`; of 4,200 of callers gathered later 0.7 %.
 */
const RATE_FACTORS: Readonly<Record<Side, Rates>> = {
  direct: { low: 2, medium: 1.25, high: 1.1, paranoid: 1.1 },
  indirect: { low: 1, medium: 0.95, high: 1.1, paranoid: 0.9 },
  // Its harmless texts are twins of attacks, and far harder than what packages say of their tools: of 1,384 such descriptions none is flagged.
  definition: { low: 1, medium: 0.5, high: 1, paranoid: 1 },
};
/**
 * How much of the log-odds of both is the first tier's. Learnt from the families that both were kept from it would be three quarters of
 * the indirect side: those are texts of the same makers, with whose words the first tier is at home. Of plain requests in what tools return it knows
 * least: with 0.45, as for callers, 65 % of AgentDojo's are found at one per cent of false alarms, with 0.25 70.
 */
const FIRST_SHARES: Readonly<Record<Side, number>> = { direct: 0.45, indirect: 0.25, definition: 0.25 };
/** As in `calibrate.ts`; where the network is asked, less is needed for what rules name to lie above `medium`. */
const PRIOR_LOG_ODDS: Readonly<Record<Side, number>> = {
  direct: 0,
  indirect: 0,
  definition: Math.log(1 / 5),
};
/** However sure the first tier is, the second is asked: of what both tiers flag at the strictest thresholds most was a fault of the first. */
const TO = 1;

const logit = (score: number): number => Math.log(score / (1 - score));
const inner = (score: number): number => Math.min(1 - 1e-6, Math.max(1e-6, score));
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Log-odds of the network for passages that it has not learnt from. */
export type JudgePassages = (passages: readonly Question[]) => Promise<readonly number[]>;

/**
 * How much each tier counts. Of long texts made up for training most questions miss the attack, which teaches distrust of the
 * network: they have their share and no more.
 */
const fitWeights = (asked: readonly CrossJudged[], side: Side): TierWeights => {
  const firstShare = FIRST_SHARES[side];
  const mixed = asked.map((each) => {
    const [first = 0, second = 0] = each.inputs;
    return { ...each, inputs: [firstShare * first + (1 - firstShare) * second] };
  });
  const { bias, weights } = withPrior(fitHead(withLongShares(mixed), new Set()), PRIOR_LOG_ODDS[side]);
  const [steepness = 1] = weights;
  return { bias, first: round(steepness * firstShare), second: round(steepness * (1 - firstShare)) };
};

const fitSide = async (
  judged: readonly CrossJudged[],
  side: Side,
  { header }: LinearModel,
  judge: JudgePassages,
): Promise<SecondTierHeader['sides'][Side]> => {
  const { head: firstHead, thresholds: firstThresholds } = header.sides[side];
  const rows = judged.filter(({ row }) => row.side === side);
  const firsts = rows.map((each) => ({ ...each, score: sigmoid(logOddsOf(firstHead, each.inputs)) }));
  const everyday = firsts.filter(({ isLong }) => !isLong);
  const from = thresholdAt(scoresBy(everyday, ({ score }) => score).ordinary, ASKED_SHARES[side]);
  const isAsked = ({ score, passages }: (typeof firsts)[number]): boolean =>
    score >= from && passages.some(looksEnglish);
  const isForeign = ({ passages }: (typeof firsts)[number]): boolean => !passages.some(looksEnglish);
  const asked = firsts.filter(isAsked);
  const questions = asked.map(({ passages }) => passages.filter(looksEnglish));
  const answers = await judge(questions.flat().map((text) => ({ text, side })));
  let answered = 0;
  const both: readonly CrossJudged[] = asked.map((each, i) => {
    const before = answered;
    answered += questions[i]?.length ?? 0;
    return { ...each, inputs: [logit(inner(each.score)), Math.max(...answers.slice(before, answered))] };
  });
  const weights = fitWeights(both, side);
  const head = { bias: weights.bias, weights: [weights.first, weights.second] };
  const refined = both
    .filter(({ isLong }) => !isLong)
    .map((each) => ({ ...each, score: sigmoid(logOddsOf(head, each.inputs)) }));
  // Of another language the network is told nothing: there the first tier's thresholds hold, at their own rates.
  const certain = everyday.filter((each) => !isAsked(each) && !isForeign(each));
  const chosen = aboveNamed(
    chooseThresholds(
      scoresBy([...refined, ...certain], ({ score }) => score),
      RATE_FACTORS[side],
    ),
  );
  const unasked = round(logit(inner(chosen.medium)) - logit(inner(firstThresholds.medium)));
  return { weights, unasked, from: round(from), to: TO, thresholds: chosen };
};

/**
 * How the two tiers are weighed against each other, learnt from the families that the network was kept from.
 *
 * @param judged Every row as the first tier's cross-validation judged it.
 */
export const fitSecondTier = async (
  judged: readonly CrossJudged[],
  model: LinearModel,
  judge: JudgePassages,
  info: Readonly<{ trainedAt: string; base: string; network: Buffer }>,
): Promise<SecondTierHeader> => {
  const held = judged.filter(({ isHeldOut }) => isHeldOut);
  const [direct, indirect, definition] = await Promise.all(
    SIDES.map((side) => fitSide(held, side, model, judge)),
  );
  if (direct === undefined || indirect === undefined || definition === undefined)
    throw new Error('a side is missing');
  const sides = { direct, indirect, definition };
  const hash = createHash('sha256').update(info.network).update(JSON.stringify(sides));
  const version = hash.digest('hex').slice(0, 12);
  return {
    format: 4,
    version,
    trainedAt: info.trainedAt,
    base: info.base,
    firstTier: model.header.version,
    sides,
  };
};
