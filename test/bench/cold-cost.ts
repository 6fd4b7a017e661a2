import { builtInDetectors } from '../../src/detection/detectors/all.ts';
import { createJudge } from '../../src/detection/model/judge.ts';
import { bySide } from '../../src/detection/model/side.ts';
import { createPipeline } from '../../src/detection/pipeline.ts';
import { loadModel, SHIPPED_MODEL } from '../../src/models/load.ts';
import { policyOf } from '../unit/envoy/fixtures.ts';
import { createBodies, type NextBody } from './proxies/bodies.ts';
import { inspectorWith } from './request-cost.ts';

/*
 * `npm run bench:cold`: what a request takes from its bytes to the verdict (first tier, no caches) in a row, behind 64 MB of other
 * memory, and behind these and a small request, which brings back the code that every request runs. What is left between the first and the
 * last is that of tables and of code that the small one does not run. Lower quartiles of elapsed time, which
 * other processes disturb least; the argument says of how many.
 */
const ROUNDS = Number(process.argv[2] ?? 60);
const OTHER_BYTES = 64 * 1024 * 1024;
/** In numbers of eight bytes. */
const LINE = 8;
const WARM_UP_BYTES = 12e6;
const POLICY = policyOf('blocking');
const NEVER = { aborted: false };

const judge = createJudge(loadModel(SHIPPED_MODEL), {
  floors: bySide(() => 0.5),
  secondTier: null,
});
const inspector = inspectorWith(createPipeline(builtInDetectors, { judge }), 0);

const bodiesOf = (bytes: number): NextBody => createBodies({ bytes, turns: 1, isStream: false });
const small = bodiesOf(512);

const ask = async (next: NextBody): Promise<void> => {
  await inspector.request({ bytes: next(() => ''), contentEncoding: null }, POLICY, NEVER);
};

const other = new Float64Array(OTHER_BYTES / LINE);
const walk = (): void => {
  for (let at = 0; at < other.length; at += LINE) other[at] = (other[at] ?? 0) + 1;
};

const BEFORE: readonly (() => Promise<void>)[] = [
  () => Promise.resolve(),
  () => Promise.resolve(walk()),
  async () => {
    walk();
    await ask(small);
  },
];

const lowerQuartile = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? Number.NaN;

/** In turn, so that what else the machine does hits all alike. @returns µs for each of `BEFORE`. */
const measure = async (next: NextBody): Promise<readonly number[]> => {
  const times = BEFORE.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [which, prepare] of BEFORE.entries()) {
      await prepare();
      const startMs = performance.now();
      await ask(next);
      times[which]?.push((performance.now() - startMs) * 1000);
    }
  }
  return times.map(lowerQuartile);
};

console.log('| request | in a row, µs | behind 64 MB of other memory | and a request of 0.5 KB |');
console.log('| --- | --- | --- | --- |');
for (const kilobytes of [0.5, 2, 8]) {
  const next = bodiesOf(1024 * kilobytes);
  for (let bytes = 0; bytes < WARM_UP_BYTES; bytes += 1024 * kilobytes) await ask(next);
  const cells = (await measure(next)).map((us) => us.toFixed(0));
  console.log(`| ${kilobytes} KB | ${cells.join(' | ')} |`);
}
