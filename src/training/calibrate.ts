import { type Head, LENGTH_INPUTS, logOddsOf, sigmoid } from '../detection/model/calibration.ts';
import { fitHead, type Judged } from './head.ts';
import { isHard, type TrainingRow } from './rows.ts';

/** Shares of harmless texts that the sensitivities may take for attacks. */
export const FALSE_POSITIVE_RATES = { low: 0.002, medium: 0.015, high: 0.03, paranoid: 0.08 } as const;
/** Harmless twins of attacks may be mistaken this many times as often as everyday texts. */
const TWIN_FACTOR = 4;
export type Rates = Readonly<Record<keyof typeof FALSE_POSITIVE_RATES, number>>;
const AS_THEY_ARE: Rates = { low: 1, medium: 1, high: 1, paranoid: 1 };

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

/** @param judged Texts of one side. */
export const calibrate = (judged: readonly CrossJudged[]): CalibratedSide => {
  const head = fitHead(withLongShares(judged), LENGTH_INPUTS);
  const scores = scoresBy(
    judged.filter(({ isLong }) => !isLong),
    ({ inputs }) => sigmoid(logOddsOf(head, inputs)),
  );
  const thresholds = chooseThresholds(scores);
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
