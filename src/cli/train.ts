import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodeModel, type LinearModel } from '../detection/model/model-file.ts';
import { bySide } from '../detection/model/side.ts';
import { GatewayError } from '../errors.ts';
import { loadModel, SHIPPED_MODEL } from '../models/load.ts';
import { readSecondTierHeader, SHIPPED_SECOND_TIER, startSecondTier } from '../models/second-tier.ts';
import { createBlobs } from '../training/blobs.ts';
import type { CrossJudged } from '../training/calibrate.ts';
import { createCharts } from '../training/charts.ts';
import { createNumberLists } from '../training/number-lists.ts';
import { createAskedPlaces, filePassages, readPackageFiles } from '../training/package-files.ts';
import { askedPassages, type Passage, windowPassages } from '../training/passages.ts';
import { createRandom } from '../training/random.ts';
import { readRows, type TrainingRow } from '../training/rows.ts';
import { createRuleScore } from '../training/rule-evidence.ts';
import { fitSecondTier, type JudgePassages } from '../training/second-tier.ts';
import { loadSeeds } from '../training/seeds.ts';
import { requireTexts } from '../training/text-file.ts';
import { createToolRecords } from '../training/tool-records.ts';
import { trainModel } from '../training/train.ts';
import { type CliCommand, checkWritable, isDay, print, readInteger, readOptions } from './command.ts';

const MAX_FILES = 1000;
const MAX_SEED = 2 ** 31 - 1;
/** Wordings of each of the project's own texts. Of other people's attacks the first tier finds 52.5 % with 4, 53.7 with 8, 55.1 with 16. */
const SEED_VARIANTS = 16;

const writePassages = (passages: readonly Passage[], file: string): void => {
  writeFileSync(file, passages.map((passage) => `${JSON.stringify(passage)}\n`).join(''));
};

const BASE = 'sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)';
/** Nobody waits; only a thread that hangs would need it. */
const JUDGE_TIMEOUT_MS = 60_000;

/** Writes the header beside a network that `src/training/second-tier/train.py` made. */
const weighSecondTier = async (
  folder: string,
  model: LinearModel,
  judged: readonly CrossJudged[],
  trainedAt: string,
): Promise<void> => {
  const location = pathToFileURL(`${resolve(folder)}/`);
  const tier = await startSecondTier(location, (error) => {
    throw error;
  });
  const judge: JudgePassages = async (passages) => {
    const answers: number[] = [];
    for (const passage of passages) answers.push((await tier.judge([passage], JUDGE_TIMEOUT_MS))[0] ?? 0);
    return answers;
  };
  const network = readFileSync(new URL('second-tier.onnx', location));
  const header = await fitSecondTier(judged, model, judge, { trainedAt, base: BASE, network });
  writeFileSync(new URL('second-tier.json', location), `${JSON.stringify(header, null, 2)}\n`);
  await tier.close();
};

type Targets = Readonly<{ out?: string; passages?: string; files?: string; date?: string }>;

const checkTargets = ({ out, passages, files, date }: Targets): void => {
  if (out === undefined && passages === undefined)
    throw new GatewayError('USAGE', 'train needs --out FILE or --passages FILE.');
  if (files !== undefined && (out !== undefined || passages === undefined))
    throw new GatewayError('USAGE', 'train --files FILE needs --passages FILE, and no --out.');
  checkWritable('out', out);
  checkWritable('passages', passages);
  if (date !== undefined && !isDay(date))
    throw new GatewayError('USAGE', `--date takes a day such as 2027-03-31, not "${date}".`);
};

/** What the shipped models would ask about in harmless files, with and without attacks of `rows`. */
const passagesOf = (files: string, rows: readonly TrainingRow[], seed: number): readonly Passage[] => {
  const placesIn = createAskedPlaces(loadModel(SHIPPED_MODEL), readSecondTierHeader(SHIPPED_SECOND_TIER));
  return filePassages(readPackageFiles(files), rows, placesIn, createRandom(seed));
};

export const trainCommand: CliCommand = {
  usage: [
    'train --out FILE | --passages FILE [--files FILE] [--from shipped|FILE] [--second-tier FOLDER] [--seed N] [--date DAY] [labelled.jsonl ...]',
    '       lines as `portcullis eval` reads them',
  ].join('\n'),
  run: async (args) => {
    const { values, positionals } = readOptions(
      args,
      {
        out: { type: 'string' },
        from: { type: 'string' },
        seed: { type: 'string', default: '1' },
        date: { type: 'string' },
        passages: { type: 'string' },
        files: { type: 'string' },
        'second-tier': { type: 'string' },
      },
      MAX_FILES,
    );
    const seed = readInteger('seed', values.seed, 0, MAX_SEED);
    const { out, passages, files } = values;
    checkTargets(values);
    const given = positionals.flatMap((file) => requireTexts(file, readRows(file)));
    const seeds = loadSeeds(SEED_VARIANTS, seed);
    const rows = [
      ...given,
      ...seeds,
      ...createBlobs(createRandom(seed)),
      ...createNumberLists(createRandom(seed)),
      ...createCharts(createRandom(seed)),
      ...createToolRecords(seeds, createRandom(seed)),
    ];
    const windows = passages === undefined || files !== undefined ? [] : windowPassages(rows, seed);
    if (out === undefined) {
      const found = files === undefined ? windows : passagesOf(files, rows, seed);
      if (passages !== undefined) writePassages(found, passages);
      return 0;
    }
    const trainedAt = values.date ?? new Date().toISOString().slice(0, 10);
    const start =
      values.from === undefined
        ? undefined
        : loadModel(values.from === 'shipped' ? SHIPPED_MODEL : values.from);
    const { model, judged } = trainModel(rows, {
      seed,
      trainedAt,
      ruleScore: createRuleScore(),
      onProgress: (message) => process.stderr.write(`${message}\n`),
      ...(start === undefined ? {} : { start }),
    });
    writeFileSync(out, encodeModel(model));
    if (passages !== undefined) writePassages([...windows, ...askedPassages(judged, model)], passages);
    if (values['second-tier'] !== undefined) {
      await weighSecondTier(values['second-tier'], model, judged, trainedAt);
    }
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
