import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { encodeModel, isModelFile, type LinearModel } from '../detection/model/model-file.ts';
import { bySide } from '../detection/model/side.ts';
import { GatewayError } from '../errors.ts';
import { loadModel, SHIPPED_MODEL } from '../models/load.ts';
import { readSecondTierHeader, SHIPPED_SECOND_TIER } from '../models/second-tier.ts';
import { isNoFile } from '../platform/whole-file.ts';
import { createBlobs } from '../training/blobs.ts';
import { createCharts } from '../training/charts.ts';
import { continueModel } from '../training/continue.ts';
import { readHeld, writeHeld } from '../training/held.ts';
import { createNumberLists } from '../training/number-lists.ts';
import { createAskedPlaces, filePassages, readPackageFiles } from '../training/package-files.ts';
import { createPageTables } from '../training/page-tables.ts';
import { askedPassages, type Passage, windowPassages } from '../training/passages.ts';
import { createRandom } from '../training/random.ts';
import { readRows, type TrainingRow } from '../training/rows.ts';
import { loadSeeds } from '../training/seeds.ts';
import { fittingInThreads } from '../training/threads.ts';
import { createToolRecords } from '../training/tool-records.ts';
import { type Trained, trainModel } from '../training/train.ts';
import { createValueLists } from '../training/value-lists.ts';
import { createWordLists } from '../training/word-lists.ts';
import { type CliCommand, isDay, print, readInteger, readOptions } from './command.ts';
import { readLabelledFiles } from './labelled-files.ts';
import { checkOutputs, PRIVATE, SHARED, writeOutput } from './output-files.ts';
import { weighSecondTier } from './weigh-second-tier.ts';

const MAX_FILES = 1000;
const MAX_SEED = 2 ** 31 - 1;
/** Four folds and the whole; more threads would have nothing to do. */
const MAX_JOBS = 5;
/** Wordings of each of the project's own texts. Of other people's attacks the first tier finds 52.5 % with 4, 53.7 with 8, 55.1 with 16. */
const SEED_VARIANTS = 16;

const writePassages = (passages: readonly Passage[], file: string): void => {
  writeOutput('passages', file, passages.map((passage) => `${JSON.stringify(passage)}\n`).join(''), PRIVATE);
};

type Targets = Readonly<
  Partial<Record<'out' | 'passages' | 'files' | 'date' | 'from' | 'held' | 'second-tier', string>>
>;

/** As much of a file as says what it is. */
const beginningOf = (file: string): Buffer => {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(64);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
};

/** A list of texts that stands behind `--out` since the model's name was forgotten would be lost. @throws GatewayError `USAGE`. */
const checkReplaced = (out: string): void => {
  if (!existsSync(out) || isNoFile(out)) return;
  const beginning = beginningOf(out);
  if (beginning.length === 0 || isModelFile(beginning)) return;
  throw new GatewayError('USAGE', `--out: ${out} is there, and is no model.`);
};

/** What is asked for has to go together. @throws GatewayError `USAGE`. */
const checkAsked = ({ out, passages, files, from, held, 'second-tier': folder }: Targets): void => {
  const isWeighed = held !== undefined && folder !== undefined;
  if (out === undefined && passages === undefined && !isWeighed)
    throw new GatewayError('USAGE', 'train needs --out FILE or --passages FILE.');
  if (out === undefined && (held === undefined) !== (folder === undefined))
    throw new GatewayError('USAGE', 'train without --out FILE takes --second-tier and --held together.');
  if (out !== undefined && from !== undefined && (held ?? folder) !== undefined)
    throw new GatewayError(
      'USAGE',
      'train --out FILE with --from judges no text anew, so there is nothing to weigh a second tier by: leave out --held and --second-tier.',
    );
  if (files !== undefined && (out !== undefined || passages === undefined))
    throw new GatewayError('USAGE', 'train --files FILE needs --passages FILE, and no --out.');
};

const checkTargets = (targets: Targets, texts: readonly string[]): void => {
  checkAsked(targets);
  const { out, passages, files, date, held } = targets;
  checkOutputs(
    { out, passages, ...(out === undefined ? {} : { held }) },
    files === undefined ? texts : [...texts, files],
  );
  if (out !== undefined) checkReplaced(out);
  if (date !== undefined && !isDay(date))
    throw new GatewayError('USAGE', `--date takes a day such as 2027-03-31, not "${date}".`);
};

/** What the shipped models would ask about in harmless files, with and without attacks of `rows`. */
const passagesOf = (files: string, rows: readonly TrainingRow[], seed: number): readonly Passage[] => {
  const placesIn = createAskedPlaces(loadModel(SHIPPED_MODEL), readSecondTierHeader(SHIPPED_SECOND_TIER));
  return filePassages(readPackageFiles(files), rows, placesIn, createRandom(seed));
};

/** A model to go on from, where one is named. */
const modelFrom = (from: string | undefined): LinearModel | undefined => {
  if (from === undefined) return undefined;
  return loadModel(from === 'shipped' ? SHIPPED_MODEL : from);
};

/** The project's own texts. */
const ownRows = (seed: number): readonly TrainingRow[] => {
  const seeds = loadSeeds(SEED_VARIANTS, seed);
  return [
    ...seeds,
    ...createBlobs(createRandom(seed)),
    ...createNumberLists(createRandom(seed)),
    ...createValueLists(createRandom(seed)),
    ...createWordLists(createRandom(seed)),
    ...createPageTables(createRandom(seed)),
    ...createCharts(createRandom(seed)),
    ...createToolRecords(seeds, createRandom(seed)),
  ];
};

/** @throws GatewayError `USAGE` where there is none, and a model is to learn them alone. */
const labelledRows = (files: readonly string[], areAll: boolean): readonly TrainingRow[] => {
  const rows = readLabelledFiles(files, readRows);
  if (areAll && rows.length === 0)
    throw new GatewayError('USAGE', 'train --from goes on by labelled texts: name a file that has some.');
  return rows;
};

type MakeOptions = Readonly<{ seed: number; trainedAt: string; jobs: number }>;

/** From nothing by all texts, or from a model by those that are given. */
const makeModel = (
  start: LinearModel | undefined,
  given: readonly TrainingRow[],
  own: readonly TrainingRow[],
  { seed, trainedAt, jobs }: MakeOptions,
): Promise<Trained> => {
  if (start === undefined) {
    const onProgress = (message: string): void => {
      process.stderr.write(`${message}\n`);
    };
    return trainModel([...given, ...own], { seed, trainedAt, onProgress }, (rows) =>
      fittingInThreads({ seed, rows }, jobs),
    );
  }
  return Promise.resolve({ model: continueModel(start, given, own, { seed, trainedAt }), judged: [] });
};

export const trainCommand: CliCommand = {
  usage: [
    'train --out FILE | --passages FILE [--files FILE] [--from shipped|FILE] [--second-tier FOLDER] [--held FILE] [--seed N] [--date DAY] [--jobs N] [labelled.jsonl ...]',
    '       lines as `portcullis eval` reads them; what weighs a second tier is kept in --held FILE',
    'train --second-tier FOLDER --held FILE [--from shipped|FILE] [--date DAY]',
    '       weighs a network anew by what an earlier run has kept',
  ].join('\n'),
  run: async (args) => {
    const { values, positionals } = readOptions(
      args,
      {
        out: { type: 'string' },
        from: { type: 'string' },
        seed: { type: 'string', default: '1' },
        date: { type: 'string' },
        jobs: { type: 'string', default: '2' },
        passages: { type: 'string' },
        files: { type: 'string' },
        'second-tier': { type: 'string' },
        held: { type: 'string' },
      },
      MAX_FILES,
    );
    const seed = readInteger('seed', values.seed, 0, MAX_SEED);
    const jobs = readInteger('jobs', values.jobs, 1, MAX_JOBS);
    const { out, passages, files, held, 'second-tier': folder } = values;
    checkTargets(values, positionals);
    const trainedAt = values.date ?? new Date().toISOString().slice(0, 10);
    const start = modelFrom(values.from);
    if (out === undefined && held !== undefined && folder !== undefined) {
      await weighSecondTier(folder, start ?? loadModel(SHIPPED_MODEL), readHeld(held), trainedAt);
      return 0;
    }
    const given = labelledRows(positionals, out !== undefined && start !== undefined);
    const own = ownRows(seed);
    const rows = [...given, ...own];
    const windows = passages === undefined || files !== undefined ? [] : windowPassages(rows, seed);
    if (out === undefined) {
      const found = files === undefined ? windows : passagesOf(files, rows, seed);
      if (passages !== undefined) writePassages(found, passages);
      return 0;
    }
    const { model, judged } = await makeModel(start, given, own, { seed, trainedAt, jobs });
    writeOutput('out', out, encodeModel(model), SHARED);
    if (passages !== undefined) writePassages([...windows, ...askedPassages(judged, model)], passages);
    if (held !== undefined) writeHeld(judged, held);
    if (folder !== undefined) await weighSecondTier(folder, model, judged, trainedAt);
    const { version, rows: counts, sides } = model.header;
    print(
      JSON.stringify({
        version,
        rows: counts,
        ...bySide((side) => sides[side].thresholds),
      }),
    );
    return 0;
  },
};
