import type { DetectionContext } from '../../src/detection/detector.ts';
import { builtInDetectors } from '../../src/detection/detectors/all.ts';
import { createJudge } from '../../src/detection/model/judge.ts';
import { bySide } from '../../src/detection/model/side.ts';
import { createPipeline } from '../../src/detection/pipeline.ts';
import { loadModel, SHIPPED_MODEL } from '../../src/models/load.ts';
import { createRandom, shuffle } from '../../src/training/random.ts';
import { loadSeeds } from '../../src/training/seeds.ts';
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
  floors: bySide(() => FLOOR),
  secondTier: null,
});
const pipeline = createPipeline(builtInDetectors, process.argv[3] === 'rules' ? {} : { judge });

const scanOne = (text: string): void => {
  for (const _ of pipeline.scan(text, context));
};

const scanAll = ({ texts }: TextSet): number => {
  const before = process.cpuUsage();
  for (const text of texts) scanOne(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/**
 * Harmless texts of our own, drawn and mixed anew, of which none comes twice: what is compiled, made or remembered at first sight
 * is part of what they cost, as it is of people's texts.
 */
const everyday = (seed: number): readonly string[] => {
  const texts = loadSeeds(1, seed).flatMap(({ attack, text }) => (attack ? [] : [text]));
  const order = Int32Array.from(texts.keys());
  shuffle(createRandom(seed), order);
  return Array.from(order, (at) => texts[at] ?? '');
};

const PART = 1000;
const printEveryday = (name: string, texts: readonly string[]): void => {
  const before = process.cpuUsage();
  const times = texts.map((text) => {
    const startMs = performance.now();
    scanOne(text);
    return performance.now() - startMs;
  });
  const { user, system } = process.cpuUsage(before);
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (1000 * (sorted[Math.floor(share * sorted.length)] ?? 0)).toFixed(0);
  const cost = ((1024 * (user + system)) / chars).toFixed(0);
  process.stdout.write(`| ${name} | ${cost} | ${at(0.5)} | ${at(0.9)} | ${at(0.99)} |\n`);
};

const [once, again] = [everyday(1), everyday(2)];
process.stdout.write('| everyday texts | CPU µs per KB | p50 µs | p90 | p99 |\n|---|---|---|---|---|\n');
printEveryday('the first thousand of a process', once.slice(0, PART));
printEveryday('the second', once.slice(PART, 2 * PART));
printEveryday('the other nine', once.slice(2 * PART));
for (const text of again.slice(PART)) scanOne(text);
printEveryday('a thousand behind ten thousand more', again.slice(0, PART));
process.stdout.write('\n');

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
