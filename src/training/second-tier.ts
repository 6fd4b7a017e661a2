import { createHash } from 'node:crypto';
import { logOddsOf, sigmoid } from '../detection/model/calibration.ts';
import { looksEnglish } from '../detection/model/english.ts';
import { type LinearModel, SIDES, type Side } from '../detection/model/model-file.ts';
import type { Passage, SecondTierHeader } from '../detection/model/second-tier.ts';
import { type CrossJudged, chooseThresholds, scoresBy, thresholdAt } from './calibrate.ts';
import { isHeldOut } from './folds.ts';
import { fitHead } from './head.ts';

/** Of everyday texts this share is uncertain enough to be asked about. */
const ASKED_SHARE = 0.15;
/** Above this the first tier is certain. */
const CERTAIN = 0.97;

const logit = (score: number): number => Math.log(score / (1 - score));
const inner = (score: number): number => Math.min(1 - 1e-6, Math.max(1e-6, score));
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Log-odds of the network for passages that it has not learnt from. */
export type JudgePassages = (passages: readonly Passage[]) => Promise<readonly number[]>;

const fitSide = async (
  judged: readonly CrossJudged[],
  side: Side,
  { header }: LinearModel,
  judge: JudgePassages,
): Promise<SecondTierHeader['sides'][Side]> => {
  const { head, thresholds: firstThresholds } = header.sides[side];
  const rows = judged.filter(({ row }) => row.side === side);
  const firsts = rows.map((each) => ({ ...each, score: sigmoid(logOddsOf(head, each.inputs)) }));
  const from = thresholdAt(scoresBy(firsts, ({ score }) => score).ordinary, ASKED_SHARE);
  const isAsked = ({ score, passage }: (typeof firsts)[number]): boolean =>
    score >= from && score <= CERTAIN && looksEnglish(passage);
  const asked = firsts.filter(isAsked);
  const answers = await judge(asked.map(({ passage }) => ({ text: passage, side })));
  const both = asked.map((each, i) => ({ ...each, inputs: [logit(inner(each.score)), answers[i] ?? 0] }));
  const { bias, weights } = fitHead(both, new Set());
  const [first = 1, second = 0] = weights;
  const refined = both.map((each) => ({
    ...each,
    score: sigmoid(logOddsOf({ bias, weights }, each.inputs)),
  }));
  const scores = scoresBy([...refined, ...firsts.filter((each) => !isAsked(each))], ({ score }) => score);
  const chosen = chooseThresholds(scores);
  // Where the second tier is not asked, the first tier's threshold rests on ten times as many texts.
  const low = chosen.low > CERTAIN ? firstThresholds.low : chosen.low;
  return { bias, first, second, from: round(from), to: CERTAIN, thresholds: { ...chosen, low } };
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
  const held = judged.filter(({ row, isLong }) => isHeldOut(row) && !isLong);
  const [direct, indirect] = await Promise.all(SIDES.map((side) => fitSide(held, side, model, judge)));
  if (direct === undefined || indirect === undefined) throw new Error('a side is missing');
  const sides = { direct, indirect };
  const hash = createHash('sha256').update(info.network).update(JSON.stringify(sides));
  const version = hash.digest('hex').slice(0, 12);
  return { format: 1, version, trainedAt: info.trainedAt, base: info.base, sides };
};
