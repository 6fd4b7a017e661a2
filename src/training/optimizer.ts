import { HASH_BITS } from '../detection/model/features.ts';
import { bySide, type Side } from '../detection/model/side.ts';
import { createRandom, shuffle } from './random.ts';

/** The features of a text, with the number of features before the end of each word. */
export type Document = Readonly<{
  text: string;
  hashes: Int32Array;
  featureEnds: Int32Array;
  wordStarts: Int32Array;
  wordEnds: Int32Array;
  begins: Uint8Array;
  words: number;
  side: Side;
}>;

/** A window of words of a document with its label. */
export type Example = Readonly<{
  document: Document;
  fromWord: number;
  toWord: number;
  attack: boolean;
  weight: number;
  /** The probability that it is to have; undefined: that of its label. */
  target?: number;
}>;

/** Weights that all sides share, what strangers' texts add to them, and what definitions of tools add to both. */
export type Tables = Readonly<Record<'shared' | 'indirect' | 'definition', Float32Array>>;
export type Weights = Tables & Readonly<{ biases: Record<Side, number> }>;

/** What is added up for a text of each side. */
export const TABLES_OF: Readonly<Record<Side, readonly (keyof Tables)[]>> = {
  direct: ['shared'],
  indirect: ['shared', 'indirect'],
  definition: ['shared', 'indirect', 'definition'],
};

const SLOTS = 2 ** HASH_BITS;
const EPOCHS = 3;
const RATE = 0.2;
/** The rate falls to 30 % over the epochs. */
const RATE_FALL = 0.7;
const FIRST_SQUARES = 1e-3;
/** Examples that are this well learnt teach nothing more. */
const LEARNT = 1e-4;

export const createWeights = (): Weights => ({
  shared: new Float32Array(SLOTS),
  indirect: new Float32Array(SLOTS),
  definition: new Float32Array(SLOTS),
  biases: { ...bySide(() => 0) },
});

const addUp = (hashes: Int32Array, from: number, to: number, weights: Float32Array): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += weights[hashes[i] ?? 0] ?? 0;
  return sum;
};

const descend = (
  { hashes }: Document,
  [from, to]: readonly [number, number],
  weights: Float32Array,
  squares: Float32Array,
  gradient: number,
  rate: number,
): void => {
  const square = gradient * gradient;
  for (let i = from; i < to; i++) {
    const slot = hashes[i] ?? 0;
    const sum = (squares[slot] ?? 0) + square;
    squares[slot] = sum;
    weights[slot] = (weights[slot] ?? 0) - (rate * gradient) / Math.sqrt(sum);
  }
};

type State = Weights & Readonly<{ squares: Tables; biasSquares: Record<Side, number> }>;

const createSquares = (): Float32Array => new Float32Array(SLOTS).fill(FIRST_SQUARES);

/** Where the features of a window begin and end. */
const featuresOf = ({ document, fromWord, toWord }: Example): readonly [from: number, to: number] => {
  const { featureEnds } = document;
  return [
    fromWord === 0 ? 0 : (featureEnds[fromWord - 1] ?? 0),
    toWord === 0 ? 0 : (featureEnds[toWord - 1] ?? 0),
  ];
};

const chanceOf = (
  { side, hashes }: Document,
  [from, to]: readonly [number, number],
  weights: Weights,
): number => {
  let sum = 0;
  for (const table of TABLES_OF[side]) sum += addUp(hashes, from, to, weights[table]);
  return 1 / (1 + Math.exp(-(weights.biases[side] + sum / Math.sqrt(to - from))));
};

/** What weights make of a window, uncalibrated; that of the bias for an empty one. */
export const probabilityOf = (example: Example, weights: Weights): number => {
  const [from, to] = featuresOf(example);
  return chanceOf(example.document, [from, Math.max(to, from + 1)], weights);
};

const learn = (example: Example, state: State, rate: number): void => {
  const { document, attack, weight, target = attack ? 1 : 0 } = example;
  const { side } = document;
  const { biases, biasSquares } = state;
  const [from, to] = featuresOf(example);
  if (to <= from) return;
  const scale = 1 / Math.sqrt(to - from);
  const tables = TABLES_OF[side];
  const error = (chanceOf(document, [from, to], state) - target) * weight;
  if (Math.abs(error) < LEARNT) return;
  for (const table of tables)
    descend(document, [from, to], state[table], state.squares[table], error * scale, rate);
  biasSquares[side] += error * error;
  biases[side] -= (rate * error) / Math.sqrt(biasSquares[side]);
};

/**
 * Logistic regression by AdaGrad over hashed features, each scaled by one over the square root of the window's number
 * of features. The same for the same seed.
 *
 * @param start Weights to go on from; changed in place.
 */
export const fitWeights = (examples: readonly Example[], seed: number, start = createWeights()): Weights => {
  const state: State = {
    ...start,
    squares: { shared: createSquares(), indirect: createSquares(), definition: createSquares() },
    biasSquares: { ...bySide(() => 1) },
  };
  const order = Int32Array.from(examples.keys());
  const random = createRandom(seed);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - (RATE_FALL * epoch) / EPOCHS);
    shuffle(random, order);
    for (const index of order) {
      const example = examples[index];
      if (example !== undefined) learn(example, state, rate);
    }
  }
  return start;
};
