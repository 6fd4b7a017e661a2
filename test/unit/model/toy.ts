import { INJECTION_SUB_TYPES, type InjectionSubType } from '../../../src/detection/findings.ts';
import type { Head } from '../../../src/detection/model/calibration.ts';
import { createFeatureBuffer, extractFeatures, HASH_BITS } from '../../../src/detection/model/features.ts';
import type { Floors } from '../../../src/detection/model/judge.ts';
import { type LinearModel, MODEL_FORMAT, type ModelHeader } from '../../../src/detection/model/model-file.ts';
import { bySide, type Side } from '../../../src/detection/model/side.ts';

/** What a text comes to: its words, and the hashes of its features. */
export const featuresOf = (text: string, room = text.length) => {
  const buffer = createFeatureBuffer(room);
  const count = extractFeatures(text, 0, text.length, buffer);
  const features = count === 0 ? 0 : (buffer.featureEnds[count - 1] ?? 0);
  return {
    words: Array.from({ length: count }, (_, i) => text.slice(buffer.wordStarts[i], buffer.wordEnds[i])),
    featureEnds: [...buffer.featureEnds.subarray(0, count)],
    begins: [...buffer.begins.subarray(0, count)],
    hashes: [...buffer.hashes.subarray(0, features)],
  };
};

/** The feature of a word by itself. A word of n letters has n features of characters before it. */
export const wordHash = (word: string): number => featuresOf(word).hashes[word.length] ?? 0;

/** Log-odds of the windows count once each; length does not; each grade of a rule adds one. */
export const HEAD: Head = { bias: -2, weights: [0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0, 0, 1, 1, 1, 1] };
export const RATES = { low: 0.9, medium: 0.7, high: 0.5, paranoid: 0.3 };

/** The same floor for all sides. */
export const alike = (floor: number): Floors => bySide(() => floor);

type Toy = Readonly<{
  /** Steps by which a word counts, on each side; a definition's are those of strangers where nothing else is said. */
  direct?: Readonly<Record<string, number>>;
  indirect?: Readonly<Record<string, number>>;
  definition?: Readonly<Record<string, number>>;
  /** The word that gives a sub-type away. */
  subTypes?: Readonly<Partial<Record<InjectionSubType, string>>>;
  head?: Head;
  version?: string;
}>;

const SUB_TYPE_BITS = 12;

const tableOf = (steps: Readonly<Record<string, number>>): Int8Array => {
  const table = new Int8Array(2 ** HASH_BITS);
  for (const [word, step] of Object.entries(steps)) table[wordHash(word)] = step;
  return table;
};

export const toyModel = ({
  direct = {},
  indirect = {},
  definition = indirect,
  subTypes = {},
  head = HEAD,
  version = 'toy',
}: Toy): LinearModel => {
  const names = INJECTION_SUB_TYPES.filter((each) => subTypes[each] !== undefined);
  const subTypeWeights = new Int8Array(names.length * 2 ** SUB_TYPE_BITS);
  for (const [type, name] of names.entries()) {
    subTypeWeights[(type << SUB_TYPE_BITS) + (wordHash(subTypes[name] ?? '') % 2 ** SUB_TYPE_BITS)] = 100;
  }
  const side = {
    bias: 0,
    scale: 0.5,
    head: { bias: head.bias, weights: [...head.weights] },
    thresholds: RATES,
    crossValidation: { ordinary: RATES, twins: RATES, attacks: RATES },
  } satisfies ModelHeader['sides'][Side];
  return {
    header: {
      format: MODEL_FORMAT,
      version,
      trainedAt: '2026-11-21',
      seed: 1,
      hashBits: HASH_BITS,
      dataHash: '',
      rows: { attack: 0, benign: 0 },
      sources: [],
      sides: bySide(() => side),
      subTypes: { names, bits: SUB_TYPE_BITS, biases: names.map(() => 0), scale: 1 },
    },
    weights: { direct: tableOf(direct), indirect: tableOf(indirect), definition: tableOf(definition) },
    subTypeWeights,
  };
};
