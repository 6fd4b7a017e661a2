import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { DetectionContext } from '../../src/detection/detector.ts';
import { bySide } from '../../src/detection/model/side.ts';
import { linesOf } from '../../src/platform/text-lines.ts';
import { createTextSets, type TextSet } from './scan-texts.ts';

/*
 * `npm run bench:trees -- --with DIR`: another tree of this project and this one scan the same texts in one process, in turn, first
 * tier with all detectors of input, as a tool's results. Prints the best µs of CPU per KB of both, and the median of the rounds'
 * ratios (this one to the other). With `--findings FILE` (JSON Lines with `text`) it prints instead which texts get other findings,
 * and ends with exit code 1 where there are any.
 */
const { values } = parseArgs({
  options: {
    with: { type: 'string' },
    rounds: { type: 'string', default: '30' },
    texts: { type: 'string', default: '' },
    findings: { type: 'string' },
    trust: { type: 'string', default: 'untrusted' },
  },
});
const ROUNDS = Number(values.rounds);
const CONTEXTS: Readonly<Record<string, DetectionContext>> = {
  untrusted: { role: 'tool', trust: 'untrusted', direction: 'input', protectedTexts: [] },
  user: { role: 'user', trust: 'user', direction: 'input', protectedTexts: [] },
};
const context = CONTEXTS[values.trust];
if (values.with === undefined || context === undefined || !(ROUNDS >= 1)) {
  console.error('--with DIR, --rounds N, --texts some,names, --findings FILE, --trust untrusted or user');
  process.exit(2);
}
/** Below it the model reports nothing; about `high`. */
const FLOOR = 0.5;

const load = async <T>(tree: string, file: string): Promise<T> =>
  import(pathToFileURL(join(resolve(tree), 'src', file)).href) as Promise<T>;

type Scan = (text: string) => readonly unknown[];

const scannerOf = async (tree: string): Promise<Scan> => {
  const { builtInDetectors } = await load<typeof import('../../src/detection/detectors/all.ts')>(
    tree,
    'detection/detectors/all.ts',
  );
  const { createJudge } = await load<typeof import('../../src/detection/model/judge.ts')>(
    tree,
    'detection/model/judge.ts',
  );
  const { createPipeline } = await load<typeof import('../../src/detection/pipeline.ts')>(
    tree,
    'detection/pipeline.ts',
  );
  const { loadModel, SHIPPED_MODEL } = await load<typeof import('../../src/models/load.ts')>(
    tree,
    'models/load.ts',
  );
  const floors = bySide(() => FLOOR);
  const judge = createJudge(loadModel(SHIPPED_MODEL), { floors, secondTier: null });
  const pipeline = createPipeline(builtInDetectors, { judge });
  return (text) => [...pipeline.scan(text, context)];
};

const scans = [await scannerOf(values.with), await scannerOf('.')] as const;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const cpuOf = (scan: Scan, { texts }: TextSet): number => {
  const before = process.cpuUsage();
  for (const text of texts) scan(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const compareCost = (): void => {
  const names = values.texts.split(',').filter((name) => name !== '');
  const sets = createTextSets().filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  process.stdout.write('| text | the other tree, µs per KB | this one | ratio |\n|---|---|---|---|\n');
  for (const set of sets) {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      const first = round % 2;
      const costs = [0, 0];
      for (const turn of [first, 1 - first]) costs[turn] = cpuOf(scans[turn === 0 ? 0 : 1], set);
      return costs as [number, number];
    });
    const kilobytes = set.texts.reduce((sum, text) => sum + text.length, 0) / 1024;
    const best = (turn: 0 | 1): string =>
      (Math.min(...rounds.map((costs) => costs[turn])) / kilobytes).toFixed(1);
    const ratio = median(rounds.map(([other, own]) => own / other)).toFixed(2);
    process.stdout.write(`| ${set.name} | ${best(0)} | ${best(1)} | ${ratio} |\n`);
  }
};

const textOf = (line: string): string => {
  const row: unknown = JSON.parse(line);
  const text = typeof row === 'object' && row !== null && 'text' in row ? row.text : undefined;
  return typeof text === 'string' ? text : '';
};

const compareFindings = async (file: string): Promise<void> => {
  let count = 0;
  let different = 0;
  for await (const line of linesOf(createReadStream(file, 'utf8'))) {
    const text = textOf(line);
    count++;
    const [other, own] = [scans[0](text), scans[1](text)];
    if (isDeepStrictEqual(other, own)) continue;
    different++;
    process.stdout.write(`${JSON.stringify({ line: count, text: text.slice(0, 300), other, own })}\n`);
  }
  process.stderr.write(`${different} of ${count} texts get other findings\n`);
  process.exitCode = different === 0 ? 0 : 1;
};

if (values.findings === undefined) compareCost();
else await compareFindings(values.findings);
