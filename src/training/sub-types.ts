import type { InjectionSubType } from '../detection/findings.ts';
import type { Example } from './optimizer.ts';
import { createRandom, shuffle } from './random.ts';

/** Width of the hashes that the sub-types are told by; far fewer texts teach them than teach the verdict. */
export const SUB_TYPE_BITS = 15;
const MASK = 2 ** SUB_TYPE_BITS - 1;
const EPOCHS = 5;
const RATE = 0.2;
const BIAS_RATE = 0.01;
const FIRST_SQUARES = 1e-3;

export type SubTypeWeights = Readonly<{
  names: readonly InjectionSubType[];
  biases: Float64Array;
  weights: Float32Array;
}>;

type Labelled = Readonly<{ example: Example; subType: InjectionSubType }>;
type State = SubTypeWeights & Readonly<{ squares: Float32Array }>;

const SLOTS = MASK + 1;

/** For each sub-type the share that softmax gives it. */
const sharesOf = (
  { names, weights, biases }: State,
  hashes: Int32Array,
  [from, to]: readonly [number, number],
): readonly number[] => {
  const scores = names.map((_, type) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += weights[type * SLOTS + ((hashes[i] ?? 0) & MASK)] ?? 0;
    return (biases[type] ?? 0) + sum / Math.sqrt(to - from);
  });
  const largest = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - largest));
  const total = odds.reduce((sum, each) => sum + each, 0);
  return odds.map((each) => each / total);
};

const learn = ({ example, subType }: Labelled, state: State): void => {
  const { names, biases, weights, squares } = state;
  const { document, fromWord, toWord } = example;
  const from = fromWord === 0 ? 0 : (document.featureEnds[fromWord - 1] ?? 0);
  const to = toWord === 0 ? 0 : (document.featureEnds[toWord - 1] ?? 0);
  if (to <= from) return;
  const shares = sharesOf(state, document.hashes, [from, to]);
  for (const [type, name] of names.entries()) {
    const error = (shares[type] ?? 0) - (name === subType ? 1 : 0);
    const gradient = error / Math.sqrt(to - from);
    biases[type] = (biases[type] ?? 0) - BIAS_RATE * error;
    for (let i = from; i < to; i++) {
      const slot = type * SLOTS + ((document.hashes[i] ?? 0) & MASK);
      const sum = (squares[slot] ?? 0) + gradient * gradient;
      squares[slot] = sum;
      weights[slot] = (weights[slot] ?? 0) - (RATE * gradient) / Math.sqrt(sum);
    }
  }
};

/** Which sub-type an attack is of: softmax regression over the same features. The same for the same seed. */
export const fitSubTypes = (labelled: readonly Labelled[], seed: number): SubTypeWeights => {
  const names = [...new Set(labelled.map(({ subType }) => subType))].sort();
  const state: State = {
    names,
    weights: new Float32Array(names.length * SLOTS),
    squares: new Float32Array(names.length * SLOTS).fill(FIRST_SQUARES),
    biases: new Float64Array(names.length),
  };
  const order = Int32Array.from(labelled.keys());
  const random = createRandom(seed);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(random, order);
    for (const index of order) {
      const entry = labelled[index];
      if (entry !== undefined) learn(entry, state);
    }
  }
  return state;
};
