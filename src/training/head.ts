import { type Head, sigmoid } from '../detection/model/calibration.ts';

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

/** Texts as one table, a row of inputs behind the other: the fit passes over them a thousand times. */
type Table = Readonly<{ inputs: Float64Array; weights: Float64Array; targets: Float64Array; width: number }>;

const toTable = (judged: readonly Judged[]): Table => {
  const width = judged[0]?.inputs.length ?? 0;
  const inputs = new Float64Array(judged.length * width);
  for (const [row, each] of judged.entries()) inputs.set(each.inputs, row * width);
  return {
    inputs,
    weights: Float64Array.from(judged, ({ weight }) => weight),
    targets: Float64Array.from(judged, ({ attack }) => (attack ? 1 : 0)),
    width,
  };
};

/** Adds up the gradient at `head`: one number for each input, and last the bias. */
const addGradient = (
  { inputs, weights, targets, width }: Table,
  head: Float64Array,
  into: Float64Array,
): void => {
  for (let row = 0, at = 0; row < targets.length; row++, at += width) {
    let logOdds = head[width] ?? 0;
    for (let i = 0; i < width; i++) logOdds += (head[i] ?? 0) * (inputs[at + i] ?? 0);
    const error = (sigmoid(logOdds) - (targets[row] ?? 0)) * (weights[row] ?? 0);
    for (let i = 0; i < width; i++) into[i] = (into[i] ?? 0) + error * (inputs[at + i] ?? 0);
    into[width] = (into[width] ?? 0) + error;
  }
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
  const table = toTable(withEvenShares(judged));
  const { width } = table;
  // The bias stands behind the weights.
  const head = new Float64Array(width + 1).fill(0.1);
  head[width] = 0;
  const squares = new Float64Array(width + 1).fill(FIRST_SQUARE);
  for (let step = 0; step < STEPS; step++) {
    const gradient = Float64Array.from(head, (weight, i) => (i === width ? 0 : weight * RIDGE));
    addGradient(table, head, gradient);
    const rate = RATE / (1 + step / HALF_STEPS);
    for (let i = 0; i <= width; i++) {
      const slope = gradient[i] ?? 0;
      squares[i] = (squares[i] ?? 0) * DECAY + slope * slope;
      const next = (head[i] ?? 0) - (rate * slope) / Math.sqrt((squares[i] ?? 0) + 1e-8);
      head[i] = i === width || freeInputs.has(i) ? next : Math.max(0, next);
    }
  }
  return { bias: round(head[width] ?? 0), weights: Array.from(head.subarray(0, width), round) };
};
