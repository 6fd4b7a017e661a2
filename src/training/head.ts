import { type Head, logOddsOf, sigmoid } from '../detection/model/calibration.ts';

/** What the calibration learns from: evidence from a model that has not seen the text, and the truth. */
export type Judged = Readonly<{ inputs: readonly number[]; attack: boolean; weight: number }>;

const STEPS = 1500;
const RATE = 0.05;
/** The rate has halved after this many steps. */
const HALF_STEPS = 200;
const RIDGE = 1e-3;
const FIRST_SQUARE = 1e-4;
const DECAY = 0.99;
/** Attacks and harmless texts weigh the same: a probability of one half stands for even odds. */
const ATTACK_SHARE = 0.5;

type Gradient = Readonly<{ bias: number; weights: readonly number[] }>;

const gradientAt = (head: Head, judged: readonly Judged[]): Gradient => {
  const weights = head.weights.map((weight) => weight * RIDGE);
  let bias = 0;
  for (const { inputs, attack, weight } of judged) {
    const error = (sigmoid(logOddsOf(head, inputs)) - (attack ? 1 : 0)) * weight;
    bias += error;
    for (let i = 0; i < inputs.length; i++) weights[i] = (weights[i] ?? 0) + error * (inputs[i] ?? 0);
  }
  return { bias, weights };
};

const withEvenShares = (judged: readonly Judged[]): readonly Judged[] => {
  const total = (attack: boolean): number =>
    judged.reduce((sum, each) => sum + (each.attack === attack ? each.weight : 0), 1e-9);
  const [attacks, benign] = [total(true), total(false)];
  return judged.map((each) => ({
    ...each,
    weight:
      (each.weight / (each.attack ? attacks : benign)) * (each.attack ? ATTACK_SHARE : 1 - ATTACK_SHARE),
  }));
};

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/**
 * Logistic regression by projected gradient descent; convex, so the start does not matter.
 *
 * @param freeInputs Numbers of the inputs that may count either way; more of any other never makes a text less suspicious.
 */
export const fitHead = (judged: readonly Judged[], freeInputs: ReadonlySet<number>): Head => {
  const even = withEvenShares(judged);
  const inputs = judged[0]?.inputs.length ?? 0;
  const weights: number[] = new Array<number>(inputs).fill(0.1);
  const squares: number[] = weights.map(() => FIRST_SQUARE);
  let bias = 0;
  let biasSquare = FIRST_SQUARE;
  for (let step = 0; step < STEPS; step++) {
    const gradient = gradientAt({ bias, weights }, even);
    const rate = RATE / (1 + step / HALF_STEPS);
    for (let i = 0; i < inputs; i++) {
      const slope = gradient.weights[i] ?? 0;
      squares[i] = (squares[i] ?? 0) * DECAY + slope * slope;
      const next = (weights[i] ?? 0) - (rate * slope) / Math.sqrt((squares[i] ?? 0) + 1e-8);
      weights[i] = freeInputs.has(i) ? next : Math.max(0, next);
    }
    biasSquare = biasSquare * DECAY + gradient.bias * gradient.bias;
    bias -= (rate * gradient.bias) / Math.sqrt(biasSquare + 1e-8);
  }
  return { bias: round(bias), weights: weights.map(round) };
};
