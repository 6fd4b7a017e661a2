import { createHash } from 'node:crypto';
import { encodeModel, type LinearModel, type ModelHeader } from '../detection/model/model-file.ts';
import { bySide, type Side } from '../detection/model/side.ts';
import { createExamples, createLabelledExamples } from './examples.ts';
import { type Example, fitWeights, probabilityOf, type Weights } from './optimizer.ts';
import { quantise } from './quantise.ts';
import { createRandom, type Random, shuffle } from './random.ts';
import { balanceSources, needsContext, type TrainingRow } from './rows.ts';
import { hashRows, listSources, tablesOf } from './train.ts';

/** Goes on from a model by texts that somebody has labelled, of which there may be five. */

/** Each text is cut into windows and disguised so many times. */
const DRAWS = 4;
/** Other texts, of which the model is to say what it said: more of them take longer and hold no more. */
const MOST_OTHERS = 40_000;

/** Weights to go on from, as far as the quantised tables of a model tell. */
const weightsOf = ({ header, weights }: LinearModel): Weights => {
  const { direct, indirect, definition } = bySide((side) =>
    Float32Array.from(weights[side], (step) => step * header.sides[side].scale),
  );
  return {
    shared: direct,
    indirect: indirect.map((weight, slot) => weight - (direct[slot] ?? 0)),
    definition: definition.map((weight, slot) => weight - (indirect[slot] ?? 0)),
    biases: { ...bySide((side) => header.sides[side].bias) },
  };
};

const someOf = <T>(all: readonly T[], most: number, random: Random): readonly T[] => {
  const order = Int32Array.from(all.keys());
  shuffle(random, order);
  return Array.from(order.subarray(0, most)).flatMap((at) => all[at] ?? []);
};

/** Whatever they are labelled as: the model has learnt that from more texts than are at hand. */
const asBefore = (examples: readonly Example[], weights: Weights): readonly Example[] =>
  examples.map((example) => ({ ...example, target: probabilityOf(example, weights) }));

const mergeSources = (
  before: ModelHeader['sources'],
  given: ModelHeader['sources'],
): ModelHeader['sources'] => {
  const counts = new Map(before.map((source) => [`${source.name}\0${source.licence}`, source]));
  for (const source of given) {
    const key = `${source.name}\0${source.licence}`;
    counts.set(key, { ...source, rows: source.rows + (counts.get(key)?.rows ?? 0) });
  }
  return [...counts.values()].sort((a, b) => a.name.localeCompare(b.name));
};

export type ContinueOptions = Readonly<{ seed: number; trainedAt: string }>;

/**
 * Learns labelled texts, and leaves all else as it is: of `others` the model goes on saying what it said, since the texts that it
 * comes from are not at hand. Its calibration, thresholds and sub-types stay.
 *
 * The same file for the same texts, options and version of the program.
 */
export const continueModel = (
  start: LinearModel,
  given: readonly TrainingRow[],
  others: readonly TrainingRow[],
  { seed, trainedAt }: ContinueOptions,
): LinearModel => {
  const random = createRandom(seed);
  const weights = weightsOf(start);
  const kept = someOf(
    others.filter((row) => !needsContext(row)),
    MOST_OTHERS,
    random,
  );
  const held = asBefore(createExamples(balanceSources(kept), random), weights);
  const rows = balanceSources(given);
  const learnt = Array.from({ length: DRAWS }, () =>
    createLabelledExamples(rows, [...rows, ...kept], random),
  );
  fitWeights([...learnt.flat(), ...held], seed, weights);
  const quantised = bySide((side) => quantise(tablesOf(weights)[side]));
  const { header } = start;
  const sideHeader = (side: Side) => ({
    ...header.sides[side],
    bias: weights.biases[side],
    scale: quantised[side].scale,
  });
  const attacks = rows.filter(({ attack }) => attack).length;
  const next: ModelHeader = {
    ...header,
    version: '',
    trainedAt,
    seed,
    dataHash: createHash('sha256')
      .update(`${header.dataHash}\0${hashRows(rows)}`)
      .digest('hex'),
    rows: {
      attack: header.rows.attack + attacks,
      benign: header.rows.benign + rows.length - attacks,
    },
    sources: mergeSources(header.sources, listSources(rows)),
    sides: bySide(sideHeader),
  };
  const model = { ...start, header: next, weights: bySide((side) => quantised[side].steps) };
  const version = createHash('sha256').update(encodeModel(model)).digest('hex').slice(0, 12);
  return { ...model, header: { ...next, version } };
};
