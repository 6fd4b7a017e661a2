import type { DetectionContext } from '../../src/detection/detector.ts';
import { builtInDetectors } from '../../src/detection/detectors/all.ts';
import { createJudge } from '../../src/detection/model/judge.ts';
import { createPipeline } from '../../src/detection/pipeline.ts';
import { loadModel, SHIPPED_MODEL } from '../../src/models/load.ts';
import { measureRequests } from './request-cost.ts';
import { createTextSets, type TextSet } from './scan-texts.ts';

/**
 * Prints how much CPU the scan of a text costs, the second tier aside; compare rows of one run, since other processes slow all
 * of them down. Arguments: how many rounds, and `rules` to leave the model out.
 */

const ROUNDS = Number(process.argv[2] ?? 40);
/** Below it the model reports nothing; about `high`. */
const FLOOR = 0.5;
const context: DetectionContext = {
  role: 'tool',
  trust: 'untrusted',
  direction: 'input',
  protectedTexts: [],
};

const judge = createJudge(loadModel(SHIPPED_MODEL), {
  floors: { direct: FLOOR, indirect: FLOOR },
  secondTier: null,
});
const pipeline = createPipeline(builtInDetectors, process.argv[3] === 'rules' ? {} : { judge });

const scanAll = ({ texts }: TextSet): number => {
  const before = process.cpuUsage();
  for (const text of texts) for (const _ of pipeline.scan(text, context));
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const sets = createTextSets();
const best = new Map<TextSet, number>(sets.map((set) => [set, Number.POSITIVE_INFINITY]));
for (let round = 0; round < ROUNDS; round++) {
  for (const set of sets) best.set(set, Math.min(best.get(set) ?? 0, scanAll(set)));
}

const perKb = (set: TextSet): number => {
  const chars = set.texts.reduce((sum, text) => sum + text.length, 0);
  return (best.get(set) ?? 0) / (chars / 1024);
};
const [first] = sets;
const prose = first === undefined ? 1 : perKb(first);
process.stdout.write('| text | µs per KB | against prose |\n|---|---|---|\n');
for (const set of sets) {
  const cost = perKb(set);
  process.stdout.write(`| ${set.name} | ${cost.toFixed(1)} | ${(cost / prose).toFixed(1)} |\n`);
}

process.stdout.write('\n| request | ms | µs per KB |\n|---|---|---|\n');
for (const { name, micros, kilobytes } of await measureRequests(pipeline, ROUNDS)) {
  process.stdout.write(`| ${name} | ${(micros / 1000).toFixed(3)} | ${(micros / kilobytes).toFixed(1)} |\n`);
}
