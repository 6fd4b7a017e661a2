import {
  type Head,
  LENGTH_INPUTS,
  lifted,
  logOddsOf,
  NAMED_LEAST,
  sigmoid,
} from '../detection/model/calibration.ts';
import type { Side } from '../detection/model/side.ts';
import { fitHead, type Judged } from './head.ts';
import { isHard, type TrainingRow } from './rows.ts';

/** Shares of harmless texts that the sensitivities may take for attacks. */
export const FALSE_POSITIVE_RATES = { low: 0.002, medium: 0.015, high: 0.03, paranoid: 0.08 } as const;
/** Harmless twins of attacks may be mistaken this many times as often as everyday texts. */
const TWIN_FACTOR = 4;
export type Rates = Readonly<Record<keyof typeof FALSE_POSITIVE_RATES, number>>;
const AS_THEY_ARE: Rates = { low: 1, medium: 1, high: 1, paranoid: 1 };
/** A request may define fifty tools, and one that is mistaken refuses it. */
const FEW: Rates = { low: 0.1, medium: 0.1, high: 0.1, paranoid: 0.1 };
/**
 * What is added to the first tier's log-odds, which stand for as many attacks as harmless texts. Of a hundred definitions hardly three are
 * attacks; and what a rule is sure of has to lie above `medium` on each side.
 */
const PRIOR_LOG_ODDS: Readonly<Record<Side, number>> = {
  direct: 0,
  indirect: 0,
  definition: Math.log(0.03 / 0.97),
};
/** What the rates of each side are multiplied by. */
const SIDE_FACTORS: Readonly<Record<Side, Rates>> = {
  direct: AS_THEY_ARE,
  indirect: AS_THEY_ARE,
  definition: FEW,
};

/** A row with the evidence of a model that saw none of its family. */
export type CrossJudged = Judged &
  Readonly<{
    row: TrainingRow;
    /** What the second tier would be asked. */
    passages: readonly string[];
    /** Made of several rows: the head learns from it, but no share of everyday traffic can be told by it. */
    isLong: boolean;
    /** Whether the second tier was kept from all of its text. */
    isHeldOut: boolean;
  }>;

/** What long texts weigh in the head, of all attacks and of all harmless texts. */
const LONG_SHARES = { attack: 0.2, benign: 0.05 } as const;

/** The probability that this share of harmless texts reaches; texts count by their weight. */
export const thresholdAt = (
  scores: readonly Readonly<{ score: number; weight: number }>[],
  rate: number,
): number => {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  let above = 0;
  for (const { score, weight } of scores.toSorted((a, b) => b.score - a.score)) {
    above += weight;
    if (above > rate * total) return Math.min(1, Math.round((score + 5e-4) * 1000) / 1000);
  }
  return 0;
};

const RATE_NAMES = ['low', 'medium', 'high', 'paranoid'] as const;

const mapRates = (figureOf: (name: keyof Rates) => number): Record<keyof Rates, number> => {
  const [low, medium, high, paranoid] = RATE_NAMES.map(figureOf);
  return { low: low ?? 1, medium: medium ?? 1, high: high ?? 1, paranoid: paranoid ?? 1 };
};

export type CalibratedSide = Readonly<{
  head: Head;
  thresholds: Rates;
  crossValidation: Readonly<Record<'ordinary' | 'twins' | 'attacks', Rates>>;
}>;

type Weighted = Readonly<{ score: number; weight: number }>;

const shareAbove = (scores: readonly Weighted[], threshold: number): number => {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  const above = scores.reduce((sum, { score, weight }) => sum + (score >= threshold ? weight : 0), 0);
  return Math.round((above / Math.max(1e-9, total)) * 1e5) / 1e5;
};

/** Scores of harmless texts and attacks that the model has not seen. */
type Scores = Readonly<Record<'ordinary' | 'twins' | 'attacks', readonly Weighted[]>>;

export const scoresBy = <T extends Readonly<{ row: TrainingRow; weight: number }>>(
  judged: readonly T[],
  scoreOf: (judged: T) => number,
): Scores => {
  const scored = (isCounted: (row: TrainingRow) => boolean): readonly Weighted[] =>
    judged.filter(({ row }) => isCounted(row)).map((each) => ({ score: scoreOf(each), weight: each.weight }));
  return {
    ordinary: scored((row) => !row.attack && !isHard(row)),
    twins: scored(isHard),
    attacks: scored(({ attack }) => attack),
  };
};

/**
 * A threshold keeps to its rate on everyday texts, and to a multiple of it on harmless twins of attacks.
 *
 * @param factors What the rates are multiplied by.
 */
export const chooseThresholds = ({ ordinary, twins }: Scores, factors: Rates = AS_THEY_ARE): Rates =>
  mapRates((name) => {
    const rate = FALSE_POSITIVE_RATES[name] * factors[name];
    return Math.max(thresholdAt(ordinary, rate), thresholdAt(twins, rate * TWIN_FACTOR));
  });

const weightOf = (judged: readonly CrossJudged[]): number =>
  judged.reduce((sum, { weight }) => sum + weight, 0);

/** The same texts, with long ones weighing their share and no more, however many were made. */
export const withLongShares = <T extends CrossJudged>(judged: readonly T[]): readonly T[] => {
  const factorOf = (attack: boolean): number => {
    const members = judged.filter((each) => each.attack === attack);
    const long = weightOf(members.filter(({ isLong }) => isLong));
    const share = LONG_SHARES[attack ? 'attack' : 'benign'];
    return long === 0 ? 1 : ((share / (1 - share)) * (weightOf(members) - long)) / long;
  };
  const factors = { attack: factorOf(true), benign: factorOf(false) };
  return judged.map((each) =>
    each.isLong ? { ...each, weight: each.weight * factors[each.attack ? 'attack' : 'benign'] } : each,
  );
};

/** The head at other odds of attacks. */
export const withPrior = (head: Head, logOdds: number): Head => ({
  ...head,
  bias: Math.round((head.bias + logOdds) * 1e4) / 1e4,
});

/** What a rule names reaches `low` only where the models take the text for an attack at `medium`, too. */
export const aboveNamed = (rates: Rates): Rates => ({
  ...rates,
  low: Math.max(rates.low, Math.ceil(lifted(rates.medium, NAMED_LEAST) * 1e3) / 1e3),
});

/** @param judged Texts of the side. */
export const calibrate = (judged: readonly CrossJudged[], side: Side): CalibratedSide => {
  const head = withPrior(fitHead(withLongShares(judged), LENGTH_INPUTS), PRIOR_LOG_ODDS[side]);
  const scores = scoresBy(
    judged.filter(({ isLong }) => !isLong),
    ({ inputs }) => sigmoid(logOddsOf(head, inputs)),
  );
  const thresholds = aboveNamed(chooseThresholds(scores, SIDE_FACTORS[side]));
  const shares = (each: readonly Weighted[]): Rates => mapRates((name) => shareAbove(each, thresholds[name]));
  return {
    head,
    thresholds,
    crossValidation: {
      ordinary: shares(scores.ordinary),
      twins: shares(scores.twins),
      attacks: shares(scores.attacks),
    },
  };
};
