import { createHash } from 'node:crypto';
import { INJECTION_SUB_TYPES } from '../detection/findings.ts';
import { headInputs } from '../detection/model/calibration.ts';
import { WINDOW_WORDS } from '../detection/model/evidence.ts';
import { HASH_BITS } from '../detection/model/features.ts';
import {
  encodeModel,
  type LinearModel,
  MODEL_FORMAT,
  type ModelHeader,
} from '../detection/model/model-file.ts';
import {
  type AskedEvidence,
  createPrefix,
  fillPrefix,
  nothingIn,
  weighWindows,
  worstSentences,
  worstWindow,
} from '../detection/model/scorer.ts';
import { bySide, SIDES, type Side } from '../detection/model/side.ts';
import { type CalibratedSide, type CrossJudged, calibrate } from './calibrate.ts';
import { createExamples, toDocument, weighHardRows } from './examples.ts';
import { assignFolds, isHeldOut } from './folds.ts';
import { createLongTexts } from './long-texts.ts';
import { type Document, type Example, fitWeights, TABLES_OF, type Weights } from './optimizer.ts';
import { quantise } from './quantise.ts';
import { createRandom } from './random.ts';
import { balanceSources, needsContext, type TrainingRow } from './rows.ts';
import { fitSubTypes, SUB_TYPE_BITS, type SubTypeWeights } from './sub-types.ts';

export type FitOptions = Readonly<{
  seed: number;
  /** The strongest rule's score in a text, 0 where none matches. */
  ruleScore: (row: TrainingRow) => number;
}>;

export type TrainOptions = Pick<FitOptions, 'seed'> &
  Readonly<{
    trainedAt: string;
    onProgress: (message: string) => void;
  }>;

const FOLDS = 4;
/** Long texts of each size, side and fold; and of those as many that the second tier, which takes its time, is weighed by. */
const LONG_TEXTS = 500;
const ASKED_LONG_TEXTS = 120;
/** Each text is cut into windows, disguised and put into carriers so many times: every draw is another one. */
const DRAWS = 2;
const MINING_ROUNDS = 1;
/** A harmless window at or above these log-odds is learnt from once more. */
const MINED_LOG_ODDS = -1.5;
/** Sizes of the windows that are mined. */
const MINED_WORDS = [...WINDOW_WORDS, 100] as const;
const MAX_WORDS = 14_001;
const prefix = createPrefix(MAX_WORDS);

/** Weights of one side as the scorer reads them. */
const sideWeights = (weights: Weights, side: Side): Float32Array =>
  TABLES_OF[side]
    .map((table) => weights[table])
    .reduce((sum, table) => sum.map((weight, slot) => weight + (table[slot] ?? 0)));

type SideTables = Readonly<Record<Side, Float32Array>>;

export const tablesOf = (weights: Weights): SideTables => bySide((side) => sideWeights(weights, side));

const evidenceOf = (document: Document, tables: SideTables, biases: Record<Side, number>): AskedEvidence => {
  const { words, side } = document;
  const bias = biases[side];
  if (words === 0) return nothingIn(bias);
  fillPrefix(document, words, tables[side], 1, prefix);
  return weighWindows(prefix, document, words, bias, side);
};

/** The windows of harmless texts that the model is most wrong about. */
const mineExamples = (rows: readonly TrainingRow[], weights: Weights): Example[] => {
  const tables = tablesOf(weights);
  const mined: Example[] = [];
  for (const row of rows) {
    if (row.attack) continue;
    const document = toDocument(row.text, row.side);
    if (document.words <= WINDOW_WORDS[0]) continue;
    fillPrefix(document, document.words, tables[row.side], 1, prefix);
    const { sentence, clause } = worstSentences(prefix, document.begins, document.words);
    const windows = MINED_WORDS.filter((size) => document.words > size).map((size) => {
      const { logOdds, from } = worstWindow(prefix, 0, document.words, size);
      return { logOdds, from, to: from + size };
    });
    // The caller's own sentences are not what is mistaken there: learnt from as well, they cost more attacks than false alarms.
    const sentences = row.side === 'direct' ? [] : [sentence, clause];
    for (const { logOdds, from, to } of [...windows, ...sentences]) {
      if (logOdds + weights.biases[row.side] < MINED_LOG_ODDS) continue;
      mined.push({ document, fromWord: from, toWord: to, attack: false, weight: row.weight });
    }
  }
  return mined;
};

const fitRows = (given: readonly TrainingRow[], options: FitOptions): Weights => {
  const rows = given.filter((row) => !needsContext(row));
  const random = createRandom(options.seed);
  let examples = Array.from({ length: DRAWS }, () => createExamples(rows, random)).flat();
  let weights = fitWeights(examples, options.seed);
  for (let round = 0; round < MINING_ROUNDS; round++) {
    examples = [...examples, ...mineExamples(rows, weights)];
    weights = fitWeights(examples, options.seed);
  }
  return weights;
};

/** The rows of one fold, and long texts made of them, judged by a model that saw none of their families. */
const judgeFold = (
  rows: readonly TrainingRow[],
  fold: number,
  options: FitOptions,
): readonly CrossJudged[] => {
  const foldOf = assignFolds(rows, FOLDS);
  const weights = fitRows(
    rows.filter((_row, i) => foldOf[i] !== fold),
    options,
  );
  const tables = tablesOf(weights);
  const held = rows.filter((_row, i) => foldOf[i] === fold);
  const random = createRandom(options.seed + fold);
  const longTextsOf = (members: readonly TrainingRow[], most: number): readonly TrainingRow[] =>
    SIDES.flatMap((side) =>
      createLongTexts(
        members.filter((row) => row.side === side && !needsContext(row)),
        most,
        random,
      ),
    );
  const judge = (row: TrainingRow, isLong: boolean, isUnknown: boolean): CrossJudged => {
    const evidence = evidenceOf(toDocument(row.text, row.side), tables, weights.biases);
    return {
      row,
      isLong,
      isHeldOut: isUnknown,
      passages: evidence.passages.map(({ start, end }) => row.text.slice(start, end)),
      inputs: headInputs(evidence, options.ruleScore(row)),
      attack: row.attack,
      weight: row.weight,
    };
  };
  // The second tier is weighed by long texts of which it knows no part.
  const unknown = longTextsOf(held.filter(isHeldOut), ASKED_LONG_TEXTS);
  return [
    ...held.map((row) => judge(row, false, isHeldOut(row))),
    ...longTextsOf(held, LONG_TEXTS).map((row) => judge(row, true, false)),
    ...unknown.map((row) => judge(row, true, true)),
  ];
};

/** What takes minutes and needs nothing of each other: may be done side by side (`threads.ts`). */
export type Fitting = Readonly<{
  /** What a model that has not learnt from a fold makes of it. */
  judgeFold: (fold: number) => Promise<readonly CrossJudged[]>;
  /** Weights learnt from all rows. */
  fitAll: () => Promise<Weights>;
  close: () => Promise<void>;
}>;

export const fittingHere = (rows: readonly TrainingRow[], options: FitOptions): Fitting => ({
  judgeFold: async (fold) => judgeFold(rows, fold, options),
  fitAll: async () => fitRows(rows, options),
  close: async () => undefined,
});

/** Sub-types are learnt from the attacks whose sub-type is one of ours; data sets have names of their own, too. */
export const fitAttackTypes = (rows: readonly TrainingRow[], seed: number): SubTypeWeights => {
  const examples = rows.flatMap((row) => {
    const subType = INJECTION_SUB_TYPES.find((each) => each === row.subType);
    if (!row.attack || subType === undefined) return [];
    const document = toDocument(row.payload ?? row.text, row.side);
    const example = { document, fromWord: 0, toWord: document.words, attack: true, weight: 1 };
    return [{ example, subType }];
  });
  return fitSubTypes(examples, seed);
};

export const hashRows = (rows: readonly TrainingRow[]): string => {
  const hash = createHash('sha256');
  for (const { text, attack, side } of rows) hash.update(`${attack ? 1 : 0}\0${side}\0${text}\0`);
  return hash.digest('hex');
};

export const listSources = (rows: readonly TrainingRow[]): ModelHeader['sources'] =>
  [...Map.groupBy(rows, ({ source, licence }) => `${source}\0${licence}`)]
    .map(([key, members]) => {
      const [name, licence] = key.split('\0');
      return { name: name ?? '', licence: licence ?? '', rows: members.length };
    })
    .sort((a, b) => a.name.localeCompare(b.name));

export type Trained = Readonly<{
  model: LinearModel;
  /** Every row as the cross-validation judged it. */
  judged: readonly CrossJudged[];
}>;

/**
 * Makes a first tier from labelled texts: cross-validated for its calibration and thresholds, then fitted to all of them.
 * The same file for the same rows, options and version of the program, wherever the fitting is done.
 */
export const trainModel = async (
  given: readonly TrainingRow[],
  options: TrainOptions,
  fittingOf: (rows: readonly TrainingRow[]) => Fitting,
): Promise<Trained> => {
  const rows = weighHardRows(balanceSources(given));
  const fitting = fittingOf(rows);
  const judgedOf = async (fold: number): Promise<readonly CrossJudged[]> => {
    const judged = await fitting.judgeFold(fold);
    options.onProgress(`fold ${fold + 1} of ${FOLDS}: ${judged.length} texts judged`);
    return judged;
  };
  const folds = Array.from({ length: FOLDS }, (_, fold) => judgedOf(fold));
  const fitted = async () => {
    try {
      return await Promise.all([fitting.fitAll(), ...folds]);
    } finally {
      await fitting.close();
    }
  };
  const [weights, ...judgedFolds] = await fitted();
  const judged = judgedFolds.flat();
  const calibrated: Readonly<Record<Side, CalibratedSide>> = bySide((side) =>
    calibrate(
      judged.filter(({ row }) => row.side === side && !needsContext(row)),
      side,
    ),
  );
  for (const side of SIDES) options.onProgress(`${side}: ${JSON.stringify(calibrated[side])}`);
  const tables = tablesOf(weights);
  const quantised = bySide((side) => quantise(tables[side]));
  const types = fitAttackTypes(rows, options.seed);
  const typeTable = quantise(types.weights);
  const sideHeader = (side: Side) => ({
    bias: weights.biases[side],
    scale: quantised[side].scale,
    thresholds: calibrated[side].thresholds,
    crossValidation: calibrated[side].crossValidation,
    head: { bias: calibrated[side].head.bias, weights: [...calibrated[side].head.weights] },
  });
  const header: ModelHeader = {
    format: MODEL_FORMAT,
    version: '',
    trainedAt: options.trainedAt,
    seed: options.seed,
    hashBits: HASH_BITS,
    dataHash: hashRows(rows),
    rows: {
      attack: rows.filter(({ attack }) => attack).length,
      benign: rows.filter(({ attack }) => !attack).length,
    },
    sources: listSources(rows),
    sides: bySide(sideHeader),
    subTypes: {
      names: [...types.names],
      bits: SUB_TYPE_BITS,
      biases: [...types.biases],
      scale: typeTable.scale,
    },
  };
  const model: LinearModel = {
    header,
    weights: bySide((side) => quantised[side].steps),
    subTypeWeights: typeTable.steps,
  };
  const version = createHash('sha256').update(encodeModel(model)).digest('hex').slice(0, 12);
  return { model: { ...model, header: { ...header, version } }, judged };
};
